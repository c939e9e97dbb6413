//! What becomes of an element and of an attribute.

use std::borrow::Cow;

use crate::dom::{Attr, Document, ElementRef, NodeIndex, NodeRef};
use crate::elements::{Traits, is_reserved_hyphenated_name};
use crate::names::{AttributeNamespace, ElementName, NameTable, Namespace};
use crate::sanitizer::removals::RemovalReason;
use crate::sanitizer::rules::{Action, ElementRule, Rules, baseline};
use crate::sanitizer::walk::{Change, Judge, Judged, Verdict};
use crate::text::Attribute;

use super::builder::{AttributeVerdict, ElementVerdict, Enforced, Policy};
use super::names::with_id_prefix;
use super::style::may_fetch;
use super::urls::UrlVerdict;

/// A configuration and a policy.
pub(in crate::sanitizer) struct Governed<'a> {
    pub(in crate::sanitizer) rules: &'a Rules,
    pub(in crate::sanitizer) policy: &'a Policy,
    /// Whether an attribute was added.
    pub(in crate::sanitizer) has_added: bool,
}

impl Judge for Governed<'_> {
    type Value = String;

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn element(&self, name: ElementName, names: &NameTable) -> ElementRule {
        let mut rule = self.rules.element(name, names);
        // A custom element is never unsafe, so the configuration removes it for not being listed.
        let is_unlisted = rule.action == Action::Remove && self.rules.removes_unlisted();
        if !is_unlisted || name.namespace != Namespace::Html {
            return rule;
        }
        let text = names.get(name.local);
        if let Some(is_kept) = &self.policy.custom_elements
            && text.contains('-')
            && !is_reserved_hyphenated_name(text)
            && is_kept(text)
        {
            return self.rules.kept_unlisted();
        }
        if self.policy.unwraps_unlisted && !is_removed_with_content(name, names) {
            rule.action = Action::ReplaceWithChildren;
        }
        rule
    }

    fn attribute(&self, judged: &Judged<'_>, attribute: &Attribute) -> Option<Change<String>> {
        let &Judged { document, name, rule, .. } = judged;
        let Some(element) = NodeRef::new(document, judged.id).as_element() else {
            debug_assert!(false, "only elements have attributes");
            return Some(Change::Remove(RemovalReason::NotAllowed));
        };
        let attr = Attr::new(document, attribute);
        let qualified = attr.qualified_name();
        if let Some(enforced) = self.enforced(element).find(|it| *it.name == *qualified) {
            let is_same = *enforced.value == *attr.value();
            let set = || Change::Set(enforced.value.to_string(), RemovalReason::Enforced);
            return (!is_same).then(set);
        }
        if !self.rules.keeps_attribute(rule, attribute.name, &document.strings.names) {
            return Some(Change::Remove(RemovalReason::NotAllowed));
        }
        let mut value = Value { text: Cow::Borrowed(attr.value()), reason: None };
        match self.policy.on_attribute.as_ref().map(|callback| callback(element, attr)) {
            None | Some(AttributeVerdict::Keep) => {}
            Some(AttributeVerdict::Remove) => {
                return Some(Change::Remove(RemovalReason::Callback));
            }
            Some(AttributeVerdict::Set(text)) => value.set(text, RemovalReason::Callback),
        }
        let script_in =
            |value: &Value<'_>| self.rules.script_in(name, attribute.name, || &value.text);
        if let Some(script) = script_in(&value) {
            return Some(Change::Remove(script));
        }
        if let Some(reason) = self.value(element, attr, &mut value) {
            return Some(Change::Remove(reason));
        }
        let reason = value.reason?;
        Some(match script_in(&value) {
            Some(script) => Change::Remove(script),
            None => Change::Set(value.text.into_owned(), reason),
        })
    }

    fn complete(&mut self, document: &mut Document, id: NodeIndex) -> Verdict {
        self.enforce(document, id);
        let Some(element) = NodeRef::new(document, id).as_element() else {
            debug_assert!(false, "only elements have verdicts");
            return Verdict { action: Action::Remove, reason: RemovalReason::Callback };
        };
        if self.is_fetching_style(element) {
            return Verdict { action: Action::Remove, reason: RemovalReason::UrlInStyle };
        }
        let verdict = self.policy.on_element.as_ref().map(|callback| callback(element));
        let action = match verdict {
            None | Some(ElementVerdict::Keep) => Action::Keep,
            Some(ElementVerdict::Unwrap)
                if !element.element_name().row().is(Traits::NON_REPLACEABLE) =>
            {
                Action::ReplaceWithChildren
            }
            Some(ElementVerdict::Unwrap | ElementVerdict::Remove) => Action::Remove,
        };
        Verdict { action, reason: RemovalReason::Callback }
    }
}

impl<'a> Governed<'a> {
    pub(in crate::sanitizer) fn new(rules: &'a Rules, policy: &'a Policy) -> Governed<'a> {
        Governed { rules, policy, has_added: false }
    }

    /// Returns the attributes that an element always has.
    fn enforced(&self, element: ElementRef<'_>) -> impl Iterator<Item = &'a Enforced> {
        let (namespace, name) = (element.namespace(), element.name());
        self.policy.enforced.iter().filter(move |it| it.element.is(namespace, name))
    }

    /// Adds the attributes that an element always has, without those that run scripts.
    fn enforce(&mut self, document: &mut Document, id: NodeIndex) {
        let Some(element) = NodeRef::new(document, id).as_element() else { return };
        let enforced: Vec<_> = self.enforced(element).collect();
        if enforced.is_empty() {
            return;
        }
        let missing: Vec<_> = enforced.iter().filter(|it| !element.has_attr(&it.name)).collect();
        let element = element.id();
        for enforced in &missing {
            // If there is no room, or the caller's name cannot be one, nothing is added.
            let _ = match enforced.namespace {
                AttributeNamespace::None => {
                    document.set_attr(element, &enforced.name, &enforced.value)
                }
                other => document.set_attr_ns(element, other, &enforced.local, &enforced.value),
            };
        }
        self.remove_unsafe(document, id);
        let element = NodeRef::new(document, id).as_element();
        self.has_added |=
            element.is_some_and(|element| missing.iter().any(|it| element.has_attr(&it.name)));
    }

    /// Removes what runs scripts from attributes that were enforced.
    fn remove_unsafe(&self, document: &mut Document, id: NodeIndex) {
        let Some(data) = document.tree.element(id) else { return };
        if !self.rules.handles_javascript_urls() {
            return;
        }
        let (name, attributes) = (data.name(), document.tree.attributes_of(data));
        let rule = baseline().element(name, &document.strings.names);
        let judged = Judged { document, id, name, rule, attributes };
        let is_kept = |attribute| baseline().attribute(&judged, attribute).is_none();
        let kept: Vec<bool> = attributes.iter().map(is_kept).collect();
        if kept.contains(&false) {
            document.tree.retain_attrs(id, &kept);
        }
    }

    /// Changes a value as the policy says. Returns why the attribute is removed, if it is.
    fn value(
        &self,
        element: ElementRef<'_>,
        attr: Attr<'_>,
        value: &mut Value<'_>,
    ) -> Option<RemovalReason> {
        let policy = self.policy;
        let name = attr.qualified_name();
        if name == "class"
            && let Some(kept) = policy.kept_classes(element, &value.text)
        {
            if kept.is_empty() {
                return Some(RemovalReason::Class);
            }
            value.set(kept, RemovalReason::Class);
        }
        if let Some(prefix) = &policy.id_prefix
            && let Some(prefixed) = with_id_prefix(prefix, element, attr, &value.text)
        {
            value.set(prefixed, RemovalReason::IdPrefix);
        }
        #[cfg(feature = "css")]
        if name == "style"
            && let Some(properties) = &policy.style_properties
        {
            let urls = policy.urls.as_ref();
            let (kept, reason) = super::style::kept_declarations(&value.text, properties, urls);
            if kept.is_empty() && !value.text.is_empty() {
                return Some(reason);
            }
            value.set(kept, reason);
            // The URLs of its declarations are judged already.
            return None;
        }
        match policy.urls.as_ref()?.judge_attribute(element, attr, &value.text) {
            UrlVerdict::Keep => None,
            UrlVerdict::Set(url) => {
                value.set(url, RemovalReason::UrlRewritten);
                None
            }
            UrlVerdict::Remove(reason) => Some(reason),
        }
    }

    /// Returns whether an element is a style sheet that may fetch something, where there is a
    /// policy for URLs. Of SVG, one that contains more than text counts as such.
    pub(super) fn is_fetching_style(&self, element: ElementRef<'_>) -> bool {
        self.policy.urls.is_some()
            && element.name() == "style"
            && element.namespace() != Namespace::MathMl
            && (element.children().any(|child| child.as_text().is_none())
                || may_fetch(&element.text_content()))
    }
}

/// The value that an attribute gets, and why it differs from that in the source.
struct Value<'a> {
    text: Cow<'a, str>,
    reason: Option<RemovalReason>,
}

impl Value<'_> {
    fn set(&mut self, text: String, reason: RemovalReason) {
        if self.text != text {
            self.text = Cow::Owned(text);
            self.reason = Some(reason);
        }
    }
}

/// Returns whether an HTML element is removed with its content where others leave theirs.
fn is_removed_with_content(name: ElementName, names: &NameTable) -> bool {
    baseline().element(name, names).action == Action::Remove
        || name.row().is(Traits::NOT_FOR_READERS)
}
