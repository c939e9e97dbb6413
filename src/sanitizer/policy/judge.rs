//! What becomes of an element and of an attribute.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::dom::{Attr, ElementRef};
use crate::elements::is_reserved_hyphenated_name;
use crate::names::{ElementName, NameTable, Namespace, known};
use crate::sanitizer::attributes::runs_script;
use crate::sanitizer::removals::RemovalReason;
use crate::sanitizer::rules::{Action, ElementRule, Rules};
use crate::sanitizer::sanitizer::Sanitizer;
use crate::text::Attribute;

use super::builder::{AttributeVerdict, Enforced, Policy};
use super::names::with_id_prefix;
use super::style::may_fetch;
use super::urls::UrlVerdict;

/// A configuration and a policy.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) rules: &'a Rules,
    pub(super) policy: &'a Policy,
}

/// What becomes of an attribute.
pub(super) enum AttributeFate {
    Keep,
    Set(String, RemovalReason),
    Remove(RemovalReason),
}

/// Returns the rules that only remove what runs scripts.
pub(super) fn baseline() -> &'static Rules {
    static BASELINE: OnceLock<Sanitizer> = OnceLock::new();
    BASELINE.get_or_init(Sanitizer::allow_everything).rules(true)
}

impl<'a> Judge<'a> {
    /// Returns the rule of an element, before its attributes and the callback are asked.
    pub(super) fn element(&self, name: ElementName, names: &NameTable) -> ElementRule {
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

    /// Returns why the configuration removes an element.
    pub(super) fn reason(&self, name: ElementName, names: &NameTable) -> RemovalReason {
        let is_unsafe = self.rules.handles_javascript_urls()
            && baseline().element(name, names).action == Action::Remove;
        if is_unsafe { RemovalReason::Unsafe } else { RemovalReason::NotAllowed }
    }

    /// Returns the attributes that an element always has.
    pub(super) fn enforced(&self, element: ElementRef<'_>) -> impl Iterator<Item = &'a Enforced> {
        let (namespace, name) = (element.namespace(), element.name());
        self.policy.enforced.iter().filter(move |it| it.element.is(namespace, name))
    }

    /// Returns what becomes of an attribute.
    pub(super) fn attribute(
        &self,
        element: ElementRef<'_>,
        name: ElementName,
        rule: ElementRule,
        (attr, attribute): (Attr<'_>, &Attribute),
        names: &NameTable,
    ) -> AttributeFate {
        let qualified = attr.qualified_name();
        if let Some(enforced) = self.enforced(element).find(|it| *it.name == *qualified) {
            return match *enforced.value == *attr.value() {
                true => AttributeFate::Keep,
                false => AttributeFate::Set(enforced.value.to_string(), RemovalReason::Enforced),
            };
        }
        if !self.rules.attributes(rule).keeps(attribute.name, names) {
            let safe = baseline().element(name, names);
            let is_unsafe = self.rules.handles_javascript_urls()
                && !baseline().attributes(safe).keeps(attribute.name, names);
            return AttributeFate::Remove(match is_unsafe {
                true => RemovalReason::Unsafe,
                false => RemovalReason::NotAllowed,
            });
        }
        let mut value = Value { text: Cow::Borrowed(attr.value()), reason: None };
        match self.policy.on_attribute.as_ref().map(|callback| callback(element, attr)) {
            None | Some(AttributeVerdict::Keep) => {}
            Some(AttributeVerdict::Remove) => {
                return AttributeFate::Remove(RemovalReason::Callback);
            }
            Some(AttributeVerdict::Set(text)) => value.set(text, RemovalReason::Callback),
        }
        let runs_script = |value: &Value<'_>| {
            self.rules.handles_javascript_urls()
                && runs_script(name, attribute.name, || &value.text)
        };
        let script = match attribute.name.local() {
            known::ATTRIBUTE_NAME => RemovalReason::AnimatedUrl,
            _ => RemovalReason::JavascriptUrl,
        };
        if runs_script(&value) {
            return AttributeFate::Remove(script);
        }
        if let Some(reason) = self.value(element, attr, &mut value) {
            return AttributeFate::Remove(reason);
        }
        match value.reason {
            None => AttributeFate::Keep,
            Some(_) if runs_script(&value) => AttributeFate::Remove(script),
            Some(reason) => AttributeFate::Set(value.text.into_owned(), reason),
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

/// Returns whether the content of an HTML element is not text for readers.
fn is_removed_with_content(name: ElementName, names: &NameTable) -> bool {
    baseline().element(name, names).action == Action::Remove
        || matches!(
            names.get(name.local),
            "audio"
                | "canvas"
                | "datalist"
                | "head"
                | "noembed"
                | "noframes"
                | "noscript"
                | "select"
                | "style"
                | "template"
                | "title"
                | "video"
                | "xmp"
        )
}
