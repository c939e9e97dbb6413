//! Which attributes hold URLs, and what these are for: the rows of the standard's index whose value
//! is a URL, and those of elements that browsers still support.
//!
//! <https://html.spec.whatwg.org/#attributes-3>

use consomme::{Attr, AttributeNamespace, ElementRef, Namespace};

use super::kind::UrlKind;
use crate::forms::is_submit_button;

/// How the value of an attribute holds URLs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// It is a URL.
    Single,
    /// It is a list of URLs, separated by whitespace.
    Tokens,
    /// It is a list of image candidates.
    Srcset,
    /// It is a time and a URL.
    Refresh,
}

/// Returns what the URLs of an attribute are for. `None` if it holds none.
pub(super) fn of(element: ElementRef<'_>, attribute: Attr<'_>) -> Option<(UrlKind, Form)> {
    match (element.namespace(), attribute.namespace()) {
        (Namespace::Html, AttributeNamespace::None) => html(element, attribute.name()),
        (Namespace::Svg, namespace) => svg(element, attribute.name(), namespace),
        (Namespace::MathMl, AttributeNamespace::None) => math(element.name(), attribute.name()),
        // MathML 3 has links that are written so.
        (Namespace::MathMl, AttributeNamespace::XLink) if attribute.name() == "href" => {
            (!element.has_attr("href")).then_some((UrlKind::Hyperlink, Form::Single))
        }
        _ => None,
    }
}

fn html(element: ElementRef<'_>, attribute: &str) -> Option<(UrlKind, Form)> {
    let kind = match (attribute, element.name()) {
        ("href", "a" | "area") => UrlKind::Hyperlink,
        ("href", "link") => link(element.attr("rel").unwrap_or("")),
        ("href", "base") => UrlKind::Base,
        ("src", "img") => UrlKind::Image,
        // "The src attribute applies": only to image buttons.
        ("src", "input") if is_type(element, "image") => UrlKind::Image,
        ("src", "script") => UrlKind::Script,
        ("src", "audio" | "video" | "source") => UrlKind::Media,
        ("src", "track") => UrlKind::Track,
        ("src", "iframe" | "frame") => UrlKind::Frame,
        ("src", "embed") | ("data", "object") => UrlKind::Embed,
        ("poster", "video") => UrlKind::Image,
        // Obsolete, but drawn: <https://html.spec.whatwg.org/#the-page>
        ("background", "body" | "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th") => {
            UrlKind::Image
        }
        ("action", "form") => UrlKind::FormAction,
        ("formaction", "button" | "input") if is_submit_button(element) => UrlKind::FormAction,
        ("cite", "blockquote" | "del" | "ins" | "q") => UrlKind::Cite,
        // Obsolete: <https://html.spec.whatwg.org/#attr-img-longdesc>
        ("longdesc", "img" | "iframe" | "frame") => UrlKind::Cite,
        ("itemid", _) => UrlKind::Identifier,
        ("itemtype", _) => return Some((UrlKind::Identifier, Form::Tokens)),
        // A hyperlink that has a `ping` attribute: without `href` there is none.
        ("ping", "a" | "area") if element.has_attr("href") => {
            return Some((UrlKind::Ping, Form::Tokens));
        }
        ("srcset", "img" | "source") | ("imagesrcset", "link") => {
            return Some((UrlKind::Image, Form::Srcset));
        }
        ("content", "meta") if is_refresh(element) => {
            return Some((UrlKind::Refresh, Form::Refresh));
        }
        _ => return None,
    };
    Some((kind, Form::Single))
}

/// Whether the element is a `meta` that makes the page go elsewhere after a time.
///
/// <https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh>
pub(crate) fn is_refresh(element: ElementRef<'_>) -> bool {
    element.attr("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"))
}

fn is_type(element: ElementRef<'_>, name: &str) -> bool {
    element.attr("type").is_some_and(|value| value.eq_ignore_ascii_case(name))
}

/// Returns what the `href` of a `link` element is for. Of several meanings, it is the first of:
/// style sheet, icon, manifest, preload.
///
/// <https://html.spec.whatwg.org/#linkTypes>
fn link(rel: &str) -> UrlKind {
    let mut kind = UrlKind::Link;
    for token in rel.split_ascii_whitespace() {
        let found = match &*token.to_ascii_lowercase() {
            "stylesheet" => return UrlKind::StyleSheet,
            "icon" | "apple-touch-icon" | "apple-touch-icon-precomposed" | "mask-icon" => {
                UrlKind::Icon
            }
            "manifest" => UrlKind::Manifest,
            "preload" | "modulepreload" | "prefetch" | "preconnect" | "dns-prefetch"
            | "prerender" => UrlKind::Preload,
            _ => continue,
        };
        if kind == UrlKind::Link || found < kind {
            kind = found;
        }
    }
    kind
}

/// Returns what the `href` of an SVG element is for.
///
/// "When the href attribute is present in both the XLink namespace and without a namespace, the
/// value of the attribute without a namespace shall be used."
/// <https://svgwg.org/svg2-draft/linking.html>
fn svg(
    element: ElementRef<'_>,
    attribute: &str,
    namespace: AttributeNamespace,
) -> Option<(UrlKind, Form)> {
    let has_effect = match namespace {
        AttributeNamespace::None => true,
        AttributeNamespace::XLink => !element.has_attr("href"),
        _ => false,
    };
    if !has_effect || attribute != "href" {
        return None;
    }
    let kind = match element.name() {
        "a" => UrlKind::Hyperlink,
        "image" | "feImage" => UrlKind::Image,
        "script" => UrlKind::Script,
        _ => UrlKind::Reference,
    };
    Some((kind, Form::Single))
}

/// Returns what an attribute of a MathML element is for.
///
/// <https://www.w3.org/TR/MathML3/chapter2.html>
fn math(element: &str, attribute: &str) -> Option<(UrlKind, Form)> {
    let kind = match (attribute, element) {
        ("href", _) => UrlKind::Hyperlink,
        ("altimg", "math") | ("src", "mglyph") => UrlKind::Image,
        ("src", "annotation" | "annotation-xml") => UrlKind::Embed,
        _ => return None,
    };
    Some((kind, Form::Single))
}
