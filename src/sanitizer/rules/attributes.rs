//! Which attributes run scripts by their values.

use crate::names::{AttributeName, AttributeNamespace, ElementName, Namespace, known};
use crate::sanitizer::config::{animates_attributes, navigating_url_attribute};
use crate::sanitizer::removals::RemovalReason;

use super::javascript_url::contains_javascript_url;
use super::rules::Rules;

impl Rules {
    /// Returns why an attribute runs a script where that is removed: it navigates to a
    /// `javascript:` URL, or animates an attribute that does. `None` if it does not.
    ///
    /// "If handleJavascriptNavigationUrls is true"
    ///
    /// <https://html.spec.whatwg.org/#inner-sanitize-steps>
    #[inline]
    pub(in crate::sanitizer) fn script_in<'a>(
        &self,
        element: ElementName,
        name: AttributeName,
        value: impl FnOnce() -> &'a str,
    ) -> Option<RemovalReason> {
        match name.local() {
            known::HREF | known::ACTION | known::FORMACTION | known::ATTRIBUTE_NAME
                if self.handles_javascript_urls() =>
            {
                script_in(element, name, value())
            }
            _ => None,
        }
    }
}

fn script_in(element: ElementName, name: AttributeName, value: &str) -> Option<RemovalReason> {
    let (runs_script, reason) = match name.local() {
        // "If the built-in animating URL attributes list contains the pair (elementName, attrName),
        // and attribute's value is "href" or "xlink:href", then remove attribute."
        known::ATTRIBUTE_NAME => (
            name.namespace() == AttributeNamespace::None
                && animates_attributes(element)
                && matches!(value, "href" | "xlink:href"),
            RemovalReason::AnimatedUrl,
        ),
        _ => (
            navigates(element, name) && contains_javascript_url(value),
            RemovalReason::JavascriptUrl,
        ),
    };
    runs_script.then_some(reason)
}

/// Returns whether a URL in that attribute navigates.
fn navigates(element: ElementName, name: AttributeName) -> bool {
    let (namespace, name) = (name.namespace(), name.local());
    let may_be_xlink = match namespace {
        AttributeNamespace::None => true,
        AttributeNamespace::XLink => element.namespace != Namespace::Html,
        AttributeNamespace::Xml | AttributeNamespace::Xmlns | AttributeNamespace::XmlnsPrefixed => {
            false
        }
    };
    // "If child's namespace is the MathML Namespace, attribute's local name is "href", attribute's
    // namespace is null or the XLink namespace"
    let is_link = match element.namespace {
        Namespace::MathMl => name == known::HREF,
        // "If the pair (elementName, attrName) matches an entry in the built-in navigating URL
        // attributes list"
        Namespace::Html | Namespace::Svg => navigating_url_attribute(element) == Some(name),
    };
    may_be_xlink && is_link
}
