//! The trait that decides about elements and attributes.

use crate::dom::{Document, NodeIndex};
use crate::names::{ElementName, NameTable};
use crate::sanitizer::removals::{RemovalReason, Removed};
use crate::sanitizer::rules::{Action, ElementRule, Rules};
use crate::text::Attribute;

/// Decides what becomes of elements and their attributes. Comments and processing instructions are
/// decided by the rules alone.
pub(in crate::sanitizer) trait Judge {
    /// The new value of an attribute; [`Never`], if the judge changes no values.
    type Value: Into<String>;

    /// Returns the compiled configuration.
    fn rules(&self) -> &Rules;

    /// Returns the rule of an element, by its name.
    fn element(&self, name: ElementName, names: &NameTable) -> ElementRule;

    /// Returns how an attribute of an element that stays is changed; `None`, if it stays as it is.
    fn attribute(&self, element: &Judged<'_>, attribute: &Attribute)
    -> Option<Change<Self::Value>>;

    /// Completes an element that has the attributes that it keeps, and returns what becomes of it
    /// after all. Only a target that changes the tree asks this.
    #[inline]
    fn complete(&mut self, _: &mut Document, _: NodeIndex) -> Verdict {
        Verdict::KEEP
    }

    /// Takes note of a node that is about to be removed, or replaced with its children.
    #[inline]
    fn removed(&mut self, _: &Document, _: NodeIndex, _: Removed, _: RemovalReason) {}

    /// Takes note of an attribute that is about to be changed, by its position.
    #[inline]
    fn changed(&mut self, _: usize, _: &Change<Self::Value>) {}

    /// Takes note that these were all changes of attributes of that element. They are not made yet.
    #[inline]
    fn changed_all(&mut self, _: &Judged<'_>) {}
}

/// An element that stays, while its attributes are judged.
pub(in crate::sanitizer) struct Judged<'a> {
    pub(in crate::sanitizer) document: &'a Document,
    pub(in crate::sanitizer) id: NodeIndex,
    pub(in crate::sanitizer) name: ElementName,
    pub(in crate::sanitizer) rule: ElementRule,
    pub(in crate::sanitizer) attributes: &'a [Attribute],
}

/// A change of an attribute, and the reason.
pub(in crate::sanitizer) enum Change<V> {
    Set(V, RemovalReason),
    Remove(RemovalReason),
}

/// The decision about an element, and the reason.
pub(in crate::sanitizer) struct Verdict {
    pub(in crate::sanitizer) action: Action,
    pub(in crate::sanitizer) reason: RemovalReason,
}

impl Verdict {
    /// The element stays, so that there is no reason.
    pub(in crate::sanitizer) const KEEP: Verdict = Verdict::by_rule(Action::Keep);

    /// Returns what the configuration says.
    #[inline]
    pub(in crate::sanitizer) const fn by_rule(action: Action) -> Verdict {
        Verdict { action, reason: RemovalReason::NotAllowed }
    }
}

/// The value of an attribute that a judge never sets.
pub(in crate::sanitizer) enum Never {}

impl From<Never> for String {
    fn from(never: Never) -> String {
        match never {}
    }
}

impl Judge for &Rules {
    type Value = Never;

    #[inline]
    fn rules(&self) -> &Rules {
        self
    }

    #[inline]
    fn element(&self, name: ElementName, names: &NameTable) -> ElementRule {
        Rules::element(self, name, names)
    }

    #[inline]
    fn attribute(&self, element: &Judged<'_>, attribute: &Attribute) -> Option<Change<Never>> {
        let strings = &element.document.strings;
        if !self.keeps_attribute(element.rule, attribute.name, &strings.names) {
            return Some(Change::Remove(RemovalReason::NotAllowed));
        }
        let value = || strings.get(attribute.value);
        self.script_in(element.name, attribute.name, value).map(Change::Remove)
    }
}
