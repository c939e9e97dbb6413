//! Which attributes an element keeps.

use crate::names::{AttributeName, AttributeNamespace, ElementName, Namespace, known};
use crate::text::{Attribute, Strings};

use super::builtin::{animates_attributes, navigating_url_attribute};
use super::javascript_url::contains_javascript_url;
use super::rules::{ElementRule, Rules};

impl Rules {
    /// Returns whether an element with that rule keeps an attribute.
    #[inline]
    pub(super) fn keeps_attribute(
        &self,
        rule: ElementRule,
        element: ElementName,
        attribute: &Attribute,
        strings: &Strings,
    ) -> bool {
        self.attributes(rule).keeps(attribute.name, &strings.names)
            && !(self.handles_javascript_urls()
                && runs_script(element, attribute.name, || strings.get(attribute.value)))
    }
}

/// Returns whether an attribute navigates to a `javascript:` URL, or animates one that does.
///
/// "If handleJavascriptNavigationUrls is true"
///
/// <https://html.spec.whatwg.org/#inner-sanitize-steps>
#[inline]
pub(super) fn runs_script<'a>(
    element: ElementName,
    name: AttributeName,
    value: impl FnOnce() -> &'a str,
) -> bool {
    match name.local() {
        known::HREF | known::ACTION | known::FORMACTION => {
            navigates(element, name) && contains_javascript_url(value())
        }
        // "If the built-in animating URL attributes list contains the pair (elementName, attrName),
        // and attribute's value is "href" or "xlink:href", then remove attribute."
        known::ATTRIBUTE_NAME => {
            name.namespace() == AttributeNamespace::None
                && animates_attributes(element)
                && matches!(value(), "href" | "xlink:href")
        }
        _ => false,
    }
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
