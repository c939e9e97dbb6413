//! Sanitizing a tree in place.

use crate::dom::{Document, ElementData, NodeData, NodeIndex};
use crate::names::known;
use crate::sanitizer::removals::Removed;
use crate::sanitizer::rules::{Action, ElementRule};
use crate::text::Span;

use super::inner_sanitize_steps::{Target, inner_sanitize_steps, judge_attributes};
use super::judge::{Change, Judge, Judged, Verdict};

/// Sanitizes a document, with the contents of its templates and with its shadow roots.
pub(in crate::sanitizer) fn sanitize_in_place<J: Judge>(document: &mut Document, judge: &mut J) {
    let root = document.tree.root_index();
    let next = document.tree.node(root).first_child;
    let (waiting, changes) = (Vec::new(), Vec::new());
    inner_sanitize_steps(judge, &mut InPlace { document, root, next, waiting, changes });
}

struct InPlace<'a, V> {
    document: &'a mut Document,
    /// The root whose descendants are being visited.
    root: NodeIndex,
    next: Option<NodeIndex>,
    /// The roots whose descendants are still to be visited: contents of templates and shadow roots.
    waiting: Vec<NodeIndex>,
    /// The changes of the attributes of an element, by position. Empty between two elements.
    changes: Vec<(usize, Change<V>)>,
}

impl<J: Judge> Target<J> for InPlace<'_, J::Value> {
    #[inline]
    fn document(&self) -> &Document {
        self.document
    }

    #[inline]
    fn next(&mut self) -> Option<NodeIndex> {
        while self.next.is_none() {
            self.root = self.waiting.pop()?;
            self.next = self.document.tree.node(self.root).first_child;
        }
        self.next
    }

    #[inline]
    fn text(&mut self, text: NodeIndex) {
        self.next = self.document.tree.following_past(self.root, text);
    }

    fn leaf(&mut self, leaf: NodeIndex) {
        self.next = self.document.tree.following_past(self.root, leaf);
    }

    #[inline]
    fn element(
        &mut self,
        judge: &mut J,
        element: NodeIndex,
        data: &ElementData,
        rule: ElementRule,
    ) -> Verdict {
        let (document, name) = (&*self.document, data.name());
        let attributes = document.tree.attributes_of(data);
        let judged = Judged { document, id: element, name, rule, attributes };
        judge_attributes(judge, &judged, |position, _, change| {
            self.changes.extend(change.map(|change| (position, change)));
        });
        if !self.changes.is_empty() {
            self.change_attributes(element, data);
        }
        let verdict = judge.complete(self.document, element);
        if verdict.action == Action::Keep {
            let tree = &self.document.tree;
            // "If elementName["name"] is "template" and elementName["namespace"] is the HTML
            // namespace, then run the inner sanitize steps given child's template contents"
            if name.is_html(known::TEMPLATE) {
                self.waiting.push(tree.contents_of(element));
            }
            // "If child is a shadow host, then run the inner sanitize steps given child's shadow
            // root"
            self.waiting.extend(tree.shadow_root_of(element));
            self.next = tree.following_in(self.root, element);
        }
        verdict
    }

    fn remove(&mut self, node: NodeIndex, _: Removed) {
        self.next = self.document.tree.following_past(self.root, node);
        self.document.tree.detach(node);
    }

    /// "Let fragment be the result of creating a document fragment […] Replace child with fragment
    /// within node."
    fn replace_with_children(&mut self, element: NodeIndex) {
        let tree = &mut self.document.tree;
        let after = tree.following_past(self.root, element);
        self.next = after;
        // "Assert: node is not a Document." `html` is not replaceable. In a document built by
        // edits, another element may be in its place: it is removed, for a text cannot be there.
        if let Some(parent) = tree.node(element).parent
            && !matches!(tree.node(parent).data, NodeData::Document)
        {
            self.next = tree.node(element).first_child.or(after);
            tree.move_children_before(element, parent, Some(element));
        }
        tree.detach(element);
    }
}

impl<V: Into<String>> InPlace<'_, V> {
    /// Removes and changes attributes of an element.
    fn change_attributes(&mut self, element: NodeIndex, data: &ElementData) {
        let Document { tree, strings, .. } = &mut *self.document;
        let mut changes = self.changes.drain(..).peekable();
        let mut positions = 0..;
        tree.replace_attributes(element, data.attribute_range(), |mut attribute| {
            let position = positions.next();
            let change = changes.next_if(|(changed, _)| Some(*changed) == position);
            match change.map(|(_, change)| change) {
                None => Some(attribute),
                Some(Change::Remove(_)) => None,
                Some(Change::Set(value, _)) => {
                    let value = value.into();
                    // An attribute for whose value there is no room is not kept.
                    let has_room = strings.has_room(value.len());
                    has_room.then(|| {
                        attribute.value = match value.is_empty() {
                            true => Span::EMPTY,
                            false => strings.push(&value),
                        };
                        attribute
                    })
                }
            }
        });
    }
}
