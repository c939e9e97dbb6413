//! Enforced attributes.

use consomme::{Attr, AttributeNamespace, Document, ElementRef, NodeId};

use crate::rules::baseline;
use crate::walk::{Judge, Judged};

use super::builder::Enforced;
use super::judge::Governed;

impl<'a> Governed<'a> {
    /// Returns the attributes that an element always has.
    pub(super) fn enforced(&self, element: ElementRef<'_>) -> impl Iterator<Item = &'a Enforced> {
        let (namespace, name) = (element.namespace(), element.name());
        self.policy.enforced.iter().filter(move |it| it.element.is(namespace, name))
    }

    /// Adds the attributes that an element always has, except attributes that run scripts. Returns
    /// whether the element has none of the latter.
    pub(super) fn add_enforced(&mut self, document: &mut Document, id: NodeId) -> bool {
        let Some(element) = document.element(id) else { return false };
        let mut enforced = self.enforced(element).peekable();
        if enforced.peek().is_none() {
            return true;
        }
        let missing: Vec<_> = enforced.filter(|it| !element.has_attr(&it.name)).collect();
        for enforced in &missing {
            // If there is no room, or the caller's name cannot be one, nothing is added.
            let _ = match enforced.namespace {
                AttributeNamespace::None => document.set_attr(id, &enforced.name, &enforced.value),
                other => document.set_attr_ns(id, other, &enforced.local, &enforced.value),
            };
        }
        let is_safe = self.remove_unsafe(document, id);
        let element = document.element(id);
        self.has_added |=
            element.is_some_and(|element| missing.iter().any(|it| element.has_attr(&it.name)));
        is_safe
    }

    /// Removes what runs scripts from attributes that were enforced: for unsafe methods, only
    /// `javascript:` URLs, if the configuration removes these. Returns whether that could be done:
    /// there must be room for changes.
    fn remove_unsafe(&self, document: &mut Document, id: NodeId) -> bool {
        if !self.rules.removes_javascript_urls() {
            return true;
        }
        let Some(element) = document.element(id) else { return false };
        let (name, rule) = (element.element_name(), baseline().element(element));
        let judged = Judged { element, name, rule, is_outermost_template: false };
        let is_kept = |attribute: Attr<'_>| match self.rules.is_safe() {
            true => baseline().attribute(judged, attribute).is_none(),
            false => self.rules.script_in(name, attribute, || attribute.value()).is_none(),
        };
        if element.attrs().all(is_kept) {
            return true;
        }
        let mut kept = element.attrs().map(is_kept).collect::<Vec<bool>>().into_iter();
        let removed = document.retain_attrs(id, |_| kept.next().unwrap_or_default());
        removed.is_ok()
    }
}
