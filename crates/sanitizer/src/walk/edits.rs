//! Edits of elements and texts that callbacks ask for.
//!
//! The result of an edit is visited next, and judged as if it had been in the source. Callbacks do
//! not get it again, so that the walk ends. An edit after which the tree could not be written as it
//! is, such as elements in a `style`, is not made: the element is removed, or stays unwrapped.

use consomme::serialize::NodeWriter;
use consomme::{
    AdjacentPosition, Document, ElementRef, Namespace, NodeId, NodeKind, NodeRef, TreeError,
};

use crate::removals::{RemovalReason, Removed};
use crate::rules::{Action, ElementRule};

use super::in_place::{InPlace, judged};
use super::judge::{Edit, Judge, TextEdit, Verdict};
use super::names::{attribute_name, is_integration_point, renamed, takes_elements};

impl<V: Into<String>> InPlace<'_, V> {
    /// Edits an element that stays, and moves the cursor to whatever comes of it.
    pub(super) fn edit<J: Judge<Value = V>>(
        &mut self,
        judge: &mut J,
        id: NodeId,
        rule: ElementRule,
        edit: Edit,
    ) -> Verdict {
        let edited = match edit {
            Edit::Rename(name) => self.rename(judge, id, &name),
            Edit::Replace(html) => self.replace(judge, id, &html),
            Edit::Wrap(html) => self.wrap(judge, id, &html),
            Edit::AddAttributes(added) => return self.add_attributes(judge, id, rule, added),
        };
        match edited {
            Ok(()) => Verdict::KEEP,
            Err(_) => Verdict::new(Action::Remove, RemovalReason::Callback),
        }
    }

    /// The cursor stays: the element is visited again, under its new name.
    fn rename<J: Judge>(&mut self, judge: &mut J, id: NodeId, name: &str) -> Result<(), NotMade> {
        let element = self.document.element(id).ok_or(NotMade)?;
        let name = renamed(element, name).ok_or(NotMade)?;
        if element.name() != name {
            judge.removed(element.as_node(), Removed::Tags, RemovalReason::Callback);
        }
        judge.edited(id);
        self.document.rename(id, &name)?;
        self.next = Some(id);
        Ok(())
    }

    fn replace<J: Judge>(&mut self, judge: &mut J, id: NodeId, html: &str) -> Result<(), NotMade> {
        let inserted = self.insert(id, html)?;
        judge.removed(self.document.node(id), Removed::Element, RemovalReason::Callback);
        self.next = inserted.first().copied().or_else(|| self.after(id));
        self.document.detach(id)?;
        inserted.iter().for_each(|node| judge.made(self.document, *node, false));
        Ok(())
    }

    /// Parses markup where an element is, and inserts it before that. Returns its outermost nodes.
    fn insert(&mut self, id: NodeId, html: &str) -> Result<Vec<NodeId>, NotMade> {
        let before = self.document.node(id).previous_sibling().map(NodeRef::id);
        self.document.insert_adjacent_html(id, AdjacentPosition::BeforeBegin, html)?;
        let first = match before {
            Some(before) => self.document.node(before).next_sibling(),
            None => self.document.node(id).parent().and_then(NodeRef::first_child),
        };
        let inserted = std::iter::successors(first, |node| node.next_sibling());
        Ok(inserted.map(NodeRef::id).take_while(|node| *node != id).collect())
    }

    fn wrap<J: Judge>(&mut self, judge: &mut J, id: NodeId, html: &str) -> Result<(), NotMade> {
        let inserted = self.insert(id, html)?;
        let Some(innermost) = self.innermost(&inserted, id) else {
            for node in inserted {
                self.document.detach(node)?;
            }
            self.enter(id);
            return Ok(());
        };
        // Before the element is in it: callbacks get the content of the element.
        inserted.iter().for_each(|node| judge.made(self.document, *node, false));
        if let Err(error) = self.document.append(innermost, id) {
            for node in inserted {
                self.document.detach(node)?;
            }
            return Err(error.into());
        }
        self.next = inserted.first().copied();
        self.judged.insert(id);
        Ok(())
    }

    /// Returns the innermost first element of the inserted nodes, if the element can be in there.
    fn innermost(&self, inserted: &[NodeId], id: NodeId) -> Option<NodeId> {
        let element = self.document.element(id)?;
        let mut innermost = inserted.iter().find_map(|node| self.document.element(*node))?;
        while let Some(inner) = innermost.as_node().first_element_child() {
            innermost = inner;
        }
        let name = innermost.element_name();
        let is_outermost_foreign = matches!(
            (element.namespace(), element.name()),
            (Namespace::Svg, "svg") | (Namespace::MathMl, "math")
        );
        let fits = match name.namespace {
            Namespace::Html => element.namespace() == Namespace::Html || is_outermost_foreign,
            other => element.namespace() == other && !is_integration_point(innermost),
        };
        (fits && takes_elements(name)).then(|| innermost.as_node().id())
    }

    /// Adds attributes, and judges them as if they were in the source.
    fn add_attributes<J: Judge<Value = V>>(
        &mut self,
        judge: &mut J,
        id: NodeId,
        rule: ElementRule,
        added: Vec<(String, String)>,
    ) -> Verdict {
        let removed = || Verdict::new(Action::Remove, RemovalReason::Callback);
        judge.edited(id);
        if let Some(element) = self.document.element(id) {
            judge.begin(element);
        }
        let mut names = Vec::new();
        for (name, value) in added {
            let Some(element) = self.document.element(id) else { return removed() };
            let (qualified, namespace, local) = attribute_name(element.namespace(), &name);
            let before = element.attr(&qualified).map(str::to_owned);
            // If the caller's name cannot be one, nothing is added.
            let set = self.document.set_attr_ns(id, namespace, &local, &clean(value));
            if set.is_ok() {
                names.push((qualified, before));
            }
        }
        let Some(element) = self.document.element(id) else { return removed() };
        let judged = judged(self.document, element, rule, self.is_text);
        for (position, attribute) in element.attrs().enumerate() {
            let name = attribute.qualified_name();
            if names.iter().any(|(added, _)| **added == *name)
                && let Some(change) = judge.attribute(judged, attribute)
            {
                self.changes.add(position, change);
            }
        }
        if !self.changes.is_empty() && !self.changes.make(self.document, id) {
            return removed();
        }
        let Some(element) = self.document.element(id) else { return removed() };
        if names.iter().any(|(name, before)| element.attr(name) != before.as_deref()) {
            judge.has_added();
        }
        // No callback gets the element once more.
        let verdict = self.complete(judge, id, rule);
        if verdict.action == Action::Keep {
            self.enter(id);
        }
        verdict
    }

    /// Edits a text, and moves the cursor to whatever comes of it.
    pub(super) fn edit_text<J: Judge>(&mut self, judge: &mut J, text: NodeId, edit: TextEdit) {
        let after = self.after(text);
        self.next = after;
        let edited = match edit {
            TextEdit::Set(new) => self.document.set_text(text, &clean(new)).map_err(NotMade::from),
            TextEdit::Replace(html) => self.replace_text(judge, text, &html),
        };
        if edited.is_err() {
            let removed = self.document.detach(text);
            debug_assert!(removed.is_ok(), "it is a node of the document");
        }
    }

    /// A text has no markup beside it, so an element takes its place first.
    fn replace_text<J: Judge>(
        &mut self,
        judge: &mut J,
        text: NodeId,
        html: &str,
    ) -> Result<(), NotMade> {
        let place = self.document.create_element("span")?;
        self.document.replace_with(text, place)?;
        let inserted = self.insert(place, html);
        self.document.detach(place)?;
        let inserted = inserted?;
        inserted.iter().for_each(|node| judge.made(self.document, *node, true));
        self.next = inserted.first().copied().or(self.next);
        Ok(())
    }

    /// Makes text of an element with its content, or of its tags.
    pub(super) fn escape_element<J: Judge>(
        &mut self,
        judge: &mut J,
        id: NodeId,
        with_content: bool,
    ) {
        let after = self.after(id);
        self.next = after;
        let escaped = match self.document.element(id) {
            // In a document, no text can be in its place.
            Some(element) if is_in_element(element) => match with_content {
                true => self.escape_with_content(judge, id),
                false => self.escape_tags(judge, id),
            },
            _ => Err(NotMade),
        };
        if escaped.is_err() {
            let removed = self.document.detach(id);
            debug_assert!(removed.is_ok(), "it is a node of the document");
        }
    }

    fn escape_with_content<J: Judge>(&mut self, judge: &mut J, id: NodeId) -> Result<(), NotMade> {
        let html = self.document.node(id).outer_html();
        let text = self.document.create_text(&html)?;
        self.document.replace_with(id, text)?;
        judge.escaped(text);
        self.next = Some(text);
        Ok(())
    }

    fn escape_tags<J: Judge>(&mut self, judge: &mut J, id: NodeId) -> Result<(), NotMade> {
        let element = self.document.element(id).ok_or(NotMade)?;
        let (start, end) = tags(self.document, element);
        let start = self.document.create_text(&start)?;
        self.document.insert_before(id, start)?;
        judge.escaped(start);
        if !end.is_empty() {
            let end = self.document.create_text(&end)?;
            self.document.append(id, end)?;
            judge.escaped(end);
        }
        self.document.unwrap_element(id)?;
        self.next = Some(start);
        Ok(())
    }
}

/// Returns whether an element is in another one or in a fragment.
fn is_in_element(element: ElementRef<'_>) -> bool {
    let parent = element.as_node().parent();
    parent.is_some_and(|parent| !matches!(parent.kind(), NodeKind::Document))
}

/// Returns the tags of an element as they are written; an empty end tag, if it has none.
pub(crate) fn tags(document: &Document, element: ElementRef<'_>) -> (String, String) {
    let name = element.element_name();
    let mut start = NodeWriter::new(document);
    start.start_of_tag(name);
    element.attrs().for_each(|attribute| start.attribute(attribute));
    start.markup(">");
    let mut end = NodeWriter::new(document);
    if !name.is_void() {
        end.end_tag(name);
    }
    (start.into_html(), end.into_html())
}

/// Returns a text without U+0000, which no parser would read as such.
pub(crate) fn clean(text: String) -> String {
    match text.contains('\0') {
        true => text.replace('\0', "\u{FFFD}"),
        false => text,
    }
}

/// An edit was not made: it cannot be, or there is no room.
struct NotMade;

impl From<TreeError> for NotMade {
    fn from(_: TreeError) -> NotMade {
        NotMade
    }
}
