//! The decisions of a policy about elements and attributes.

use std::borrow::Cow;

use consomme::sink::known_names as known;
use consomme::{Attr, AttributeNamespace, Document, ElementRef, Namespace, NodeId};

use crate::config::{SanitizerElement, is_non_replaceable};
use crate::elements::ElementList;
use crate::removals::RemovalReason;
use crate::rules::{Action, ElementRule, Rules, baseline};
use crate::walk::{Change, Judge, Judged, Never, Verdict};

use super::builder::{AttributeVerdict, ElementVerdict, Enforced, Policy};
use super::frames::FrameAttribute;
use super::names::with_id_prefix;
use super::style::may_fetch;
use super::urls::UrlVerdict;

/// A configuration and a policy.
pub(crate) struct Governed<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) policy: &'a Policy,
    /// Whether an attribute was added.
    pub(crate) has_added: bool,
}

impl Judge for Governed<'_> {
    type Value = String;

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn element(&self, element: ElementRef<'_>) -> ElementRule {
        if self.policy.frames_of(element).is_some() {
            return self.rules.kept_unlisted();
        }
        let mut rule = self.rules.element(element);
        // A custom element is never unsafe, so the configuration removes it for not being listed.
        let is_unlisted = rule.action == Action::Remove && self.rules.removes_unlisted();
        if !is_unlisted || element.namespace() != Namespace::Html {
            return rule;
        }
        if let Some(is_kept) = &self.policy.custom_elements
            && element.has_custom_name()
            && is_kept(element.name())
        {
            return self.rules.kept_unlisted();
        }
        if self.policy.unwraps_unlisted && !is_removed_with_content(element) {
            rule.action = Action::ReplaceWithChildren;
        }
        rule
    }

    fn attribute(&self, judged: Judged<'_>, attr: Attr<'_>) -> Option<Change<String>> {
        let Judged { element, name, rule, .. } = judged;
        let mut is_listed = false;
        if let Some(frames) = self.policy.frames_of(element) {
            match frames.judge(attr) {
                FrameAttribute::Kept => is_listed = true,
                FrameAttribute::Settled(change) => return change,
                FrameAttribute::Other => {}
            }
        }
        let qualified = attr.qualified_name();
        if let Some(enforced) = self.enforced(element).find(|it| *it.name == *qualified) {
            let is_same = *enforced.value == *attr.value();
            let set = || Change::Set(enforced.value.to_string(), RemovalReason::Enforced);
            return (!is_same).then(set);
        }
        if !is_listed && !self.rules.keeps_attribute(rule, attr) {
            return Some(Change::Remove(RemovalReason::NotAllowed));
        }
        if let Some(reason) = judged.reaches_out(attr) {
            return Some(Change::Remove(reason));
        }
        let mut value = Value { text: Cow::Borrowed(attr.value()), reason: None };
        match self.policy.on_attribute.as_ref().map(|callback| callback(element, attr)) {
            None | Some(AttributeVerdict::Keep) => {}
            Some(AttributeVerdict::Remove) => {
                return Some(Change::Remove(RemovalReason::Callback));
            }
            Some(AttributeVerdict::Set(text)) => value.set(text, RemovalReason::Callback),
        }
        let script_in = |value: &Value<'_>| self.rules.script_in(name, attr, || &value.text);
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

    fn complete(&mut self, document: &mut Document, id: NodeId) -> Verdict {
        let is_safe = self.enforce(document, id);
        let Some(element) = document.element(id).filter(|_| is_safe) else {
            debug_assert!(false, "an element with room for changes of its attributes");
            return Verdict { action: Action::Remove, reason: RemovalReason::Enforced };
        };
        if let Some(frames) = self.policy.frames_of(element)
            && !frames.settle(document, id)
        {
            return Verdict { action: Action::Remove, reason: RemovalReason::Frame };
        }
        let Some(element) = document.element(id) else { return Verdict::KEEP };
        if self.is_fetching_style(element) {
            return Verdict { action: Action::Remove, reason: RemovalReason::UrlInStyle };
        }
        let verdict = self.policy.on_element.as_ref().map(|callback| callback(element));
        let action = match verdict {
            None | Some(ElementVerdict::Keep) => Action::Keep,
            Some(ElementVerdict::Unwrap)
                if !is_non_replaceable(&SanitizerElement::from((
                    element.namespace(),
                    element.name(),
                ))) =>
            {
                Action::ReplaceWithChildren
            }
            Some(ElementVerdict::Unwrap | ElementVerdict::Remove) => Action::Remove,
        };
        Verdict { action, reason: RemovalReason::Callback }
    }
}

impl<'a> Governed<'a> {
    pub(crate) fn new(rules: &'a Rules, policy: &'a Policy) -> Governed<'a> {
        Governed { rules, policy, has_added: false }
    }

    /// Returns the attributes that an element always has.
    fn enforced(&self, element: ElementRef<'_>) -> impl Iterator<Item = &'a Enforced> {
        let (namespace, name) = (element.namespace(), element.name());
        self.policy.enforced.iter().filter(move |it| it.element.is(namespace, name))
    }

    /// Adds the attributes that an element always has, except attributes that run scripts. Returns
    /// whether the element has none of the latter.
    fn enforce(&mut self, document: &mut Document, id: NodeId) -> bool {
        let Some(element) = document.element(id) else { return false };
        let enforced: Vec<_> = self.enforced(element).collect();
        if enforced.is_empty() {
            return true;
        }
        let missing: Vec<_> = enforced.iter().filter(|it| !element.has_attr(&it.name)).collect();
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
        let mut kept = element.attrs().map(is_kept).collect::<Vec<bool>>().into_iter();
        let removed = document.retain_attrs(id, |_| kept.next().unwrap_or_default());
        removed.is_ok()
    }

    /// Changes a value as the policy says. Returns why the attribute is removed, if it is.
    fn value(
        &self,
        element: ElementRef<'_>,
        attr: Attr<'_>,
        value: &mut Value<'_>,
    ) -> Option<RemovalReason> {
        let policy = self.policy;
        if attr.local_name() == known::ATTRIBUTE_NAME
            && element.namespace() == Namespace::Svg
            && let Some(reason) = self.animation(&value.text)
        {
            return Some(reason);
        }
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

    /// Returns why an animation of an attribute is removed, if it is: it would change a value that
    /// the policy has judged. Animations change elements of SVG only.
    fn animation(&self, animated: &str) -> Option<RemovalReason> {
        let animated = animated.trim_ascii();
        if animated == "class" && !self.policy.classes.is_empty() {
            return Some(RemovalReason::Class);
        }
        let of_svg = |it: &Enforced| it.element.known_namespace() == Some(Namespace::Svg);
        let mut enforced = self.policy.enforced.iter().filter(|it| of_svg(it));
        enforced.any(|it| *it.name == *animated).then_some(RemovalReason::Enforced)
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

/// A policy, and a tree that it has judged: what runs scripts is removed once more, and only frames
/// that are as the policy makes them stay.
#[derive(Clone, Copy)]
pub(crate) struct Settled<'a>(pub(crate) &'a Policy);

impl Judge for Settled<'_> {
    type Value = Never;

    #[inline]
    fn rules(&self) -> &Rules {
        baseline()
    }

    #[inline]
    fn element(&self, element: ElementRef<'_>) -> ElementRule {
        match self.0.frames_of(element) {
            Some(frames) if frames.has_settled(element) => baseline().kept_unlisted(),
            _ => baseline().element(element),
        }
    }

    #[inline]
    fn attribute(&self, element: Judged<'_>, attribute: Attr<'_>) -> Option<Change<Never>> {
        baseline().attribute(element, attribute)
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
fn is_removed_with_content(element: ElementRef<'_>) -> bool {
    baseline().element(element).action == Action::Remove
        || ElementList::NotForReaders.has(element.element_name().local)
}
