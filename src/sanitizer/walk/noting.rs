//! An account of what is removed.

use crate::dom::{Attr, Document, ElementRef, NodeIndex, NodeRef};
use crate::names::{ElementName, NameTable};
use crate::sanitizer::removals::{Removal, RemovalReason, Removals, Removed};
use crate::sanitizer::rules::{Action, ElementRule, Rules, baseline};
use crate::text::Attribute;

use super::judge::{Change, Judge, Judged, Verdict};

/// Judges as another judge does, and notes what that removes or changes, if there is a list for it.
pub(in crate::sanitizer) struct Noting<'a, J> {
    pub(in crate::sanitizer) judge: J,
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
    fn element(&self, name: ElementName, names: &NameTable) -> ElementRule {
        self.judge.element(name, names)
    }

    #[inline]
    fn attribute(&self, element: &Judged<'_>, attribute: &Attribute) -> Option<Change<J::Value>> {
        self.judge.attribute(element, attribute)
    }

    fn complete(&mut self, document: &mut Document, element: NodeIndex) -> Verdict {
        self.judge.complete(document, element)
    }

    #[inline]
    fn removed(
        &mut self,
        document: &Document,
        node: NodeIndex,
        what: Removed,
        reason: RemovalReason,
    ) {
        if let Some(removals) = &mut self.removals {
            note_node(removals, self.judge.rules(), document, node, what, reason);
        }
    }

    #[inline]
    fn changed(&mut self, position: usize, change: &Change<J::Value>) {
        if self.removals.is_some() {
            self.changes.push(match change {
                Change::Set(_, reason) => (position, Removed::Value, *reason),
                Change::Remove(reason) => (position, Removed::Attribute, *reason),
            });
        }
    }

    #[inline]
    fn changed_all(&mut self, element: &Judged<'_>) {
        if let Some(removals) = &mut self.removals {
            note_attributes(removals, self.judge.rules(), element, self.changes.drain(..));
        }
    }
}

impl<'a, J: Judge> Noting<'a, J> {
    pub(in crate::sanitizer) fn new(judge: J, removals: Option<&'a mut Removals>) -> Self {
        Noting { judge, removals, changes: Vec::new() }
    }
}

/// Notes a node that is removed, or whose children take its place.
fn note_node(
    removals: &mut Removals,
    rules: &Rules,
    document: &Document,
    node: NodeIndex,
    what: Removed,
    reason: RemovalReason,
) {
    let node = NodeRef::new(document, node);
    let element = node.as_element();
    let names = &document.strings.names;
    let is_unsafe = |element: ElementRef<'_>| {
        baseline().element(element.element_name(), names).action == Action::Remove
    };
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
    judged: &Judged<'_>,
    changes: impl Iterator<Item = (usize, Removed, RemovalReason)>,
) {
    let &Judged { document, name, .. } = judged;
    let Some(element) = NodeRef::new(document, judged.id).as_element() else { return };
    let names = &document.strings.names;
    // In the order of the source, so that the tag is scanned once.
    let mut sources = None;
    for (position, what, reason) in changes {
        let attribute = &judged.attributes[position];
        let reason = precisely(rules, reason, || {
            let safe = baseline().element(name, names);
            !baseline().keeps_attribute(safe, attribute.name, names)
        });
        removals.note(what, || {
            let name = Attr::new(document, attribute).qualified_name();
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
    if is_of_rules && rules.handles_javascript_urls() && is_unsafe() {
        return RemovalReason::Unsafe;
    }
    reason
}
