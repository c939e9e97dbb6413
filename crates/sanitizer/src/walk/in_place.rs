//! Sanitizing a tree in place.

use std::collections::HashSet;

use consomme::sink::known_names as known;
use consomme::{Document, ElementRef, NodeId, NodeKind, NodeRef};

use crate::removals::Removed;
use crate::rules::{Action, ElementRule};

use super::attribute_changes::AttributeChanges;
use super::inner_sanitize_steps::{Target, inner_sanitize_steps, judge_attributes};
use super::judge::{Judge, Judged, Verdict};

/// Sanitizes a document, with the contents of its templates and with its shadow roots. `is_text`
/// says whether it is to be written, and put into a page as text. Texts may be neighbors then.
pub(crate) fn sanitize_in_place<J: Judge>(document: &mut Document, judge: &mut J, is_text: bool) {
    let next = document.root().first_child().map(NodeRef::id);
    let mut target = InPlace {
        document,
        is_text,
        next,
        waiting: Vec::new(),
        judged: HashSet::new(),
        changes: AttributeChanges::new(),
    };
    inner_sanitize_steps(judge, &mut target);
}

pub(super) struct InPlace<'a, V> {
    pub(super) document: &'a mut Document,
    pub(super) is_text: bool,
    pub(super) next: Option<NodeId>,
    /// The roots whose descendants are still to be visited: contents of templates and shadow roots.
    waiting: Vec<NodeId>,
    /// Elements that are judged already, and moved to where they are visited once more.
    pub(super) judged: HashSet<NodeId>,
    pub(super) changes: AttributeChanges<V>,
}

impl<J: Judge> Target<J> for InPlace<'_, J::Value> {
    type Node = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        while self.next.is_none() {
            let root = self.waiting.pop()?;
            self.next = self.document.node(root).first_child().map(NodeRef::id);
        }
        self.next
    }

    #[inline]
    fn node(&self, node: NodeId) -> NodeRef<'_> {
        self.document.node(node)
    }

    #[inline]
    fn text(&mut self, judge: &mut J, text: NodeId) {
        match judge.text(self.document, text) {
            None => self.next = self.after(text),
            Some(edit) => self.edit_text(judge, text, edit),
        }
    }

    fn leaf(&mut self, leaf: NodeId) {
        self.next = self.after(leaf);
    }

    #[inline]
    fn element(&mut self, judge: &mut J, id: NodeId, rule: ElementRule) -> Verdict {
        let Some(element) = self.document.element(id) else {
            debug_assert!(false, "the rule is that of an element");
            return Verdict::by_rule(Action::Remove);
        };
        if !self.judged.is_empty() && self.judged.remove(&id) {
            self.enter(id);
            return Verdict::KEEP;
        }
        judge.begin(element);
        let judged = judged(self.document, element, rule, self.is_text);
        judge_attributes(judge, judged, |position, _, change| {
            if let Some(change) = change {
                self.changes.add(position, change);
            }
        });
        if !self.changes.is_empty() && !self.changes.make(self.document, id) {
            return Verdict::by_rule(Action::Remove);
        }
        let verdict = self.complete(judge, id, rule);
        if let Some(edit) = judge.take_edit() {
            return self.edit(judge, id, rule, edit);
        }
        if verdict.action == Action::Keep {
            self.enter(id);
        }
        verdict
    }

    fn remove(&mut self, node: NodeId, _: Removed) {
        self.next = self.after(node);
        let removed = self.document.detach(node);
        debug_assert!(removed.is_ok(), "it is a node of the document");
    }

    /// "Let fragment be the result of creating a document fragment […] Replace child with fragment
    /// within node."
    fn escape(&mut self, judge: &mut J, element: NodeId, with_content: bool) {
        self.escape_element(judge, element, with_content);
    }

    fn replace_with_children(&mut self, element: NodeId) {
        let after = self.after(element);
        let node = self.document.node(element);
        // "Assert: node is not a Document." `html` is not replaceable. In a document built by
        // edits, another element may be in its place: it is removed, for a text cannot be there.
        let is_outermost =
            node.parent().is_some_and(|parent| matches!(parent.kind(), NodeKind::Document));
        let first = node.first_child().map(NodeRef::id).filter(|_| !is_outermost);
        self.next = first.or(after);
        let replaced = match is_outermost {
            true => self.document.detach(element),
            false => self.document.unwrap_element(element),
        };
        debug_assert!(replaced.is_ok(), "an element in another, or in a fragment, may be replaced");
    }
}

/// Returns an element that stays by its rule, for judging its attributes.
#[inline]
pub(super) fn judged<'d>(
    document: &'d Document,
    element: ElementRef<'d>,
    rule: ElementRule,
    is_text: bool,
) -> Judged<'d> {
    let name = element.element_name();
    let is_outermost_template = is_text
        && name.is_html(known::TEMPLATE)
        && element.as_node().parent() == Some(document.root());
    Judged { element, name, rule, is_outermost_template }
}

impl<V: Into<String>> InPlace<'_, V> {
    /// Moves the cursor past the start of an element that stays.
    #[inline(always)] // As a part of the visit of each element.
    pub(super) fn enter(&mut self, id: NodeId) {
        let node = self.document.node(id);
        self.next = node.next_in_order().map(NodeRef::id);
        let Some(element) = node.as_element() else { return };
        // "If elementName["name"] is "template" and elementName["namespace"] is the HTML namespace,
        // then run the inner sanitize steps given child's template contents"
        if let Some(contents) = element.template_contents() {
            self.waiting.push(contents.id());
        }
        // "If child is a shadow host, then run the inner sanitize steps given child's shadow root"
        if let Some(root) = element.shadow_root() {
            self.waiting.push(root.id());
        }
    }

    /// Completes an element whose own attributes are judged: it gets the enforced ones, and what
    /// means something else since then is judged once more.
    pub(super) fn complete<J: Judge<Value = V>>(
        &mut self,
        judge: &mut J,
        id: NodeId,
        rule: ElementRule,
    ) -> Verdict {
        if !self.document.element(id).is_some_and(|element| judge.has_more_for(element)) {
            return Verdict::KEEP;
        }
        if let Some(reason) = judge.enforce(self.document, id) {
            return Verdict::new(Action::Remove, reason);
        }
        let related = self.document.element(id).filter(|it| judge.has_related_attributes(*it));
        if related.is_some() && !self.judge_again(judge, id, rule) {
            return Verdict::by_rule(Action::Remove);
        }
        judge.complete(self.document, id)
    }

    /// Judges the attributes once more that mean something else because others have changed. Returns
    /// whether there was room for the changes.
    fn judge_again<J: Judge<Value = V>>(
        &mut self,
        judge: &mut J,
        id: NodeId,
        rule: ElementRule,
    ) -> bool {
        let Some(element) = self.document.element(id) else { return false };
        let judged = judged(self.document, element, rule, self.is_text);
        for (position, attribute) in element.attrs().enumerate() {
            if judge.means_something_else(element, attribute)
                && let Some(change) = judge.attribute(judged, attribute)
            {
                judge.changed(position, &change);
                self.changes.add(position, change);
            }
        }
        if self.changes.is_empty() {
            return true;
        }
        judge.changed_all(element);
        self.changes.make(self.document, id)
    }

    /// Returns the node after a node and its content.
    #[inline]
    pub(super) fn after(&self, node: NodeId) -> Option<NodeId> {
        let mut node = self.document.node(node);
        loop {
            if let Some(next) = node.next_sibling() {
                return Some(next.id());
            }
            node = node.parent()?;
        }
    }
}
