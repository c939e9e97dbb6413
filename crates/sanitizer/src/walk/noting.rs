//! A judge that records removals.

use consomme::{Attr, Document, ElementRef, NodeId, NodeRef};

use crate::removals::{Removal, RemovalReason, Removals, Removed};
use crate::rules::{Action, ElementRule, Rules, baseline};

use super::judge::{Change, Edit, Judge, Judged, TextEdit, Verdict};

/// Judges as another judge does, and notes what that removes or changes, if there is a list for it.
pub(crate) struct Noting<'a, J> {
    pub(crate) judge: J,
    removals: Option<&'a mut Removals>,
    /// The attributes of an element that are removed or changed, by position: they are noted
    /// together, so that its tag is scanned once.
    changes: Vec<(usize, Removed, RemovalReason)>,
}

impl<J: Judge> Judge for Noting<'_, J> {
    type Value = J::Value;

    #[inline]
    fn rules(&self) -> &Rules {
        self.judge.rules()
    }

    #[inline]
    fn element(&self, element: ElementRef<'_>) -> ElementRule {
        self.judge.element(element)
    }

    #[inline]
    fn attribute(&self, element: Judged<'_>, attribute: Attr<'_>) -> Option<Change<J::Value>> {
        self.judge.attribute(element, attribute)
    }

    #[inline]
    fn begin(&mut self, element: ElementRef<'_>) {
        self.judge.begin(element);
    }

    #[inline]
    fn has_more_for(&self, element: ElementRef<'_>) -> bool {
        self.judge.has_more_for(element)
    }

    fn enforce(&mut self, document: &mut Document, element: NodeId) -> Option<RemovalReason> {
        self.judge.enforce(document, element)
    }

    #[inline]
    fn has_related_attributes(&self, element: ElementRef<'_>) -> bool {
        self.judge.has_related_attributes(element)
    }

    #[inline]
    fn means_something_else(&self, element: ElementRef<'_>, attribute: Attr<'_>) -> bool {
        self.judge.means_something_else(element, attribute)
    }

    fn complete(&mut self, document: &mut Document, element: NodeId) -> Verdict {
        self.judge.complete(document, element)
    }

    #[inline]
    fn take_edit(&mut self) -> Option<Edit> {
        self.judge.take_edit()
    }

    #[inline]
    fn text(&mut self, document: &Document, text: NodeId) -> Option<TextEdit> {
        self.judge.text(document, text)
    }

    #[inline]
    fn keeps_leaf(&self, leaf: NodeRef<'_>) -> bool {
        self.judge.keeps_leaf(leaf)
    }

    fn has_added(&mut self) {
        self.judge.has_added();
    }

    fn escaped(&mut self, text: NodeId) {
        self.judge.escaped(text);
    }

    fn edited(&mut self, element: NodeId) {
        self.judge.edited(element);
    }

    fn made(&mut self, document: &Document, node: NodeId, by_text: bool) {
        self.judge.made(document, node, by_text);
    }

    #[inline]
    fn removed(&mut self, node: NodeRef<'_>, what: Removed, reason: RemovalReason) {
        if let Some(removals) = &mut self.removals {
            note_node(removals, self.judge.rules(), node, what, reason);
        }
    }

    #[inline]
    fn changed(&mut self, position: usize, change: &Change<J::Value>) {
        if self.removals.is_some() {
            self.changes.push(match change {
                Change::Set(_, reason) => (position, Removed::Value, *reason),
                Change::Hold { left: Some(_), reason, .. } => (position, Removed::Value, *reason),
                Change::Remove(reason) | Change::Hold { left: None, reason, .. } => {
                    (position, Removed::Attribute, *reason)
                }
            });
        }
    }

    #[inline]
    fn changed_all(&mut self, element: ElementRef<'_>) {
        if let Some(removals) = &mut self.removals {
            note_attributes(removals, self.judge.rules(), element, self.changes.drain(..));
        }
    }
}

impl<'a, J: Judge> Noting<'a, J> {
    pub(crate) fn new(judge: J, removals: Option<&'a mut Removals>) -> Self {
        Noting { judge, removals, changes: Vec::new() }
    }
}

/// Notes a node that is removed, or whose children take its place.
fn note_node(
    removals: &mut Removals,
    rules: &Rules,
    node: NodeRef<'_>,
    what: Removed,
    reason: RemovalReason,
) {
    let element = node.as_element();
    let is_unsafe = |element| baseline().element(element).action == Action::Remove;
    let reason = precisely(rules, reason, || element.is_some_and(is_unsafe));
    removals.note(what, || {
        let target = node.as_processing_instruction().map(|it| it.target());
        let name = element.map(ElementRef::name).or(target).unwrap_or_default();
        Removal {
            what,
            reason,
            name: name.to_owned(),
            element: None,
            span: node.span().map(|span| span.range()),
        }
    });
}

/// Notes attributes that are removed or changed.
fn note_attributes(
    removals: &mut Removals,
    rules: &Rules,
    element: ElementRef<'_>,
    changes: impl Iterator<Item = (usize, Removed, RemovalReason)>,
) {
    // In the order of the source, so that the tag is scanned once, and the list is read once.
    let mut sources = None;
    let mut attributes = element.attrs().enumerate();
    for (position, what, reason) in changes {
        let found = attributes.find(|(at, _)| *at == position);
        let Some((_, attribute)) = found else {
            debug_assert!(false, "the element has attribute {position}");
            continue;
        };
        let reason = precisely(rules, reason, || {
            let safe = baseline().element(element);
            !baseline().keeps_attribute(safe, attribute)
        });
        removals.note(what, || {
            let name = attribute.qualified_name();
            let sources = sources.get_or_insert_with(|| {
                element.source().into_iter().flat_map(|source| source.attrs())
            });
            let span = sources.find(|it| it.has_name(&name)).map(|it| it.span().range());
            let element = Some(element.name().to_owned());
            Removal { what, reason, name: name.into_owned(), element, span }
        });
    }
}

/// Returns the more precise reason: [`RemovalReason::Unsafe`], if no configuration of a safe method
/// can keep the node or attribute.
fn precisely(
    rules: &Rules,
    reason: RemovalReason,
    is_unsafe: impl FnOnce() -> bool,
) -> RemovalReason {
    let is_of_rules = reason == RemovalReason::NotAllowed;
    if is_of_rules && rules.is_safe() && is_unsafe() {
        return RemovalReason::Unsafe;
    }
    reason
}
