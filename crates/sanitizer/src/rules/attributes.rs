//! Which attributes run scripts by their values.

use crate::config::{animates_attributes, navigating_url_attribute};
use crate::removals::RemovalReason;
use consomme::sink::{ElementName, known_names as known};
use consomme::{Attr, AttributeNamespace, Namespace};

use super::javascript_url::contains_javascript_url;
use super::rules::Rules;

impl Rules {
    /// Returns why an attribute runs a script where that is removed: it navigates to a
    /// `javascript:` URL, or animates an attribute that does. `None` if it does not.
    ///
    /// The configuration says whether they are removed: `javascriptURLs`.
    ///
    /// <https://html.spec.whatwg.org/#inner-sanitize-steps>
    #[inline]
    pub(crate) fn script_in<'a>(
        &self,
        element: ElementName,
        attribute: Attr<'_>,
        value: impl FnOnce() -> &'a str,
    ) -> Option<RemovalReason> {
        match attribute.local_name() {
            known::HREF | known::ACTION | known::FORMACTION | known::ATTRIBUTE_NAME
                if self.removes_javascript_urls() =>
            {
                script_in(element, attribute, value())
            }
            _ => None,
        }
    }
}

fn script_in(element: ElementName, attribute: Attr<'_>, value: &str) -> Option<RemovalReason> {
    let (runs_script, reason) = match attribute.local_name() {
        // "If the built-in animating URL attributes list contains the pair (elementName, attrName),
        // and attribute's value is "href" or "xlink:href", then remove attribute."
        known::ATTRIBUTE_NAME => (
            attribute.namespace() == AttributeNamespace::None
                && animates_attributes(element)
                && matches!(value, "href" | "xlink:href"),
            RemovalReason::AnimatedUrl,
        ),
        _ => (
            navigates(element, attribute) && contains_javascript_url(value),
            RemovalReason::JavascriptUrl,
        ),
    };
    runs_script.then_some(reason)
}

/// Returns whether a URL in that attribute navigates.
fn navigates(element: ElementName, attribute: Attr<'_>) -> bool {
    let (namespace, name) = (attribute.namespace(), attribute.local_name());
    let may_be_xlink = match namespace {
        AttributeNamespace::None => true,
        AttributeNamespace::XLink => element.namespace != Namespace::Html,
        _ => false,
    };
    // "If child's namespace is the MathML Namespace, attribute's local name is "href", attribute's
    // namespace is null or the XLink namespace"
    let is_link = match element.namespace {
        Namespace::MathMl => name == known::HREF,
        // "If the pair (elementName, attrName) matches an entry in the built-in navigating URL
        // attributes list"
        _ => navigating_url_attribute(element) == Some(name),
    };
    may_be_xlink && is_link
}
