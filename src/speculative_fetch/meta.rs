//! The `meta` elements that affect the fetches of later elements.

use crate::names::known;
use crate::tree_builder::Region;
use crate::treeless::Parent;

use super::element::Element;
use super::fetch::Speculated;

/// Calls `found` with each thing that an HTML `meta` element says about the document.
pub(super) fn pragmas(
    element: &Element<'_>,
    region: Region,
    parent: Parent,
    mut found: impl FnMut(Speculated),
) {
    let Some(content) = element.get(known::CONTENT) else { return };
    // "If the meta element is not a child of a head element, return." "If the meta element has no
    // content attribute, or if that attribute's value is the empty string, then return."
    //
    // <https://html.spec.whatwg.org/#attr-meta-http-equiv-content-security-policy>
    if element.is(known::HTTP_EQUIV, "content-security-policy")
        && parent == Parent::Head
        && !content.is_empty()
    {
        found(Speculated::ContentSecurityPolicy(content.to_owned()));
    }
    // "If element is not in a document tree, then return."
    //
    // <https://html.spec.whatwg.org/#meta-referrer>
    if region != Region::Document {
        return;
    }
    if element.is(known::NAME, "referrer") && !content.is_empty() {
        found(Speculated::Referrer(content.to_owned()));
    }
    if element.is(known::NAME, "viewport") {
        found(Speculated::Viewport(content.to_owned()));
    }
}
