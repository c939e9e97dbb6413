//! The rules for the values of attributes.

use std::borrow::Cow;

use consomme::sink::known_names as known;
use consomme::{Attr, ElementRef, Namespace};

use crate::removals::RemovalReason;
use crate::walk::clean;

use super::builder::Enforced;
use super::judge::Governed;
use super::names::with_id_prefix;
use super::templates::broken;
use super::urls::UrlVerdict;

/// The value that an attribute gets, and why it differs from that in the source.
pub(super) struct Value<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) reason: Option<RemovalReason>,
    /// The images in it that are held back, as the value of another attribute.
    pub(super) held: Option<String>,
}

impl Value<'_> {
    pub(super) fn set(&mut self, text: String, reason: RemovalReason) {
        if self.text != text {
            self.text = Cow::Owned(clean(text));
            self.reason = Some(reason);
        }
    }
}

impl Governed<'_> {
    /// Changes a value as the policy says. Returns why the attribute is removed, if it is.
    pub(super) fn value(
        &self,
        element: ElementRef<'_>,
        attr: Attr<'_>,
        value: &mut Value<'_>,
    ) -> Option<RemovalReason> {
        let policy = self.policy;
        // First, because a space ends a URL of a list.
        if policy.breaks_templates
            && let Some(broken) = broken(&value.text)
        {
            value.set(broken, RemovalReason::TemplateSyntax);
        }
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
            // The URLs of its declarations are judged, too.
            return self.style(element, properties, value);
        }
        match policy.urls.as_ref()?.judge_attribute(element, attr, &value.text) {
            UrlVerdict::Keep => None,
            UrlVerdict::Set(url) => {
                value.set(url, RemovalReason::UrlRewritten);
                None
            }
            UrlVerdict::Hold(url) => {
                value.held = Some(clean(url));
                None
            }
            UrlVerdict::Remove(reason) => Some(reason),
        }
    }

    /// Changes a style as the policy says. Returns why the attribute is removed, if it is.
    #[cfg(feature = "css")]
    fn style(
        &self,
        element: ElementRef<'_>,
        properties: &[Box<str>],
        value: &mut Value<'_>,
    ) -> Option<RemovalReason> {
        let policy = self.policy;
        let (urls, values) = (policy.urls.as_ref(), policy.style_values.as_ref());
        let (kept, reason) = super::style::kept_declarations(&value.text, properties, urls, values);
        let held = urls.filter(|urls| urls.holds() && element.namespace() == Namespace::Html);
        if let Some(held) = held.and_then(|urls| policy.held_style(urls, &value.text)) {
            value.held = Some(held.into_owned());
            value.text = Cow::Owned(kept);
            return None;
        }
        if kept.is_empty() && !value.text.is_empty() {
            return Some(reason);
        }
        value.set(kept, reason);
        None
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
}
