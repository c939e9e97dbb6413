//! The built-in lists and configurations, as the standard of 2026-08-21 (commit 508a0373) has them.
//!
//! HTML elements and their attributes are those whose definitions say "Sanitization: Default" (75,
//! of which 12 list attributes) or "Unsafe" (5), and "navigating URL attributes" (5). The others
//! are in the tables under "Sanitization constants". Each was compared with the text of the
//! standard; the tests count them.
//!
//! <https://html.spec.whatwg.org/#sanitization-constants>

use crate::names::{ElementName, LocalName, Namespace, known};

use super::config::{SanitizerConfig, SanitizerElementWithAttributes};
use super::names::SanitizerElement;

/// The elements of HTML whose definitions mark them as Unsafe, and `frame`; the `script` and `use`
/// of SVG. These are the `removeElements` of the built-in safe baseline configuration, whose other
/// lists are empty.
///
/// <https://html.spec.whatwg.org/#built-in-safe-baseline-configuration>
pub(in crate::sanitizer) const SAFE_BASELINE_REMOVE_ELEMENTS: &[(Namespace, &str)] = &[
    (Namespace::Html, "base"),
    (Namespace::Html, "embed"),
    (Namespace::Html, "frame"),
    (Namespace::Html, "iframe"),
    (Namespace::Html, "object"),
    (Namespace::Html, "script"),
    (Namespace::Svg, "script"),
    (Namespace::Svg, "use"),
];

/// The elements of HTML whose definitions mark them as Default, with their attributes.
///
/// <https://html.spec.whatwg.org/#built-in-safe-default-configuration>
const DEFAULT_HTML: &[(&str, &[&str])] = &[
    ("a", &["href", "hreflang", "type"]),
    ("abbr", &[]),
    ("address", &[]),
    ("article", &[]),
    ("aside", &[]),
    ("b", &[]),
    ("bdi", &[]),
    ("bdo", &[]),
    ("blockquote", &["cite"]),
    ("body", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("cite", &[]),
    ("code", &[]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("data", &["value"]),
    ("dd", &[]),
    ("del", &["cite", "datetime"]),
    ("dfn", &[]),
    ("div", &[]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("figcaption", &[]),
    ("figure", &[]),
    ("footer", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("head", &[]),
    ("header", &[]),
    ("hgroup", &[]),
    ("hr", &[]),
    ("html", &[]),
    ("i", &[]),
    ("ins", &["cite", "datetime"]),
    ("kbd", &[]),
    ("li", &["value"]),
    ("main", &[]),
    ("mark", &[]),
    ("menu", &[]),
    ("nav", &[]),
    ("ol", &["reversed", "start", "type"]),
    ("p", &[]),
    ("pre", &[]),
    ("q", &[]),
    ("rp", &[]),
    ("rt", &[]),
    ("ruby", &[]),
    ("s", &[]),
    ("samp", &[]),
    ("search", &[]),
    ("section", &[]),
    ("small", &[]),
    ("span", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["colspan", "headers", "rowspan"]),
    ("tfoot", &[]),
    ("th", &["abbr", "colspan", "headers", "rowspan", "scope"]),
    ("thead", &[]),
    ("time", &["datetime"]),
    ("title", &[]),
    ("tr", &[]),
    ("u", &[]),
    ("ul", &[]),
    ("var", &[]),
    ("wbr", &[]),
];

/// The elements of MathML in the table of the built-in safe default configuration.
const DEFAULT_MATHML: &[(&str, &[&str])] = &[
    ("math", &[]),
    ("merror", &[]),
    ("mfrac", &[]),
    ("mi", &[]),
    ("mmultiscripts", &[]),
    ("mn", &[]),
    (
        "mo",
        &[
            "fence",
            "form",
            "largeop",
            "lspace",
            "maxsize",
            "minsize",
            "movablelimits",
            "rspace",
            "separator",
            "stretchy",
            "symmetric",
        ],
    ),
    ("mover", &["accent"]),
    ("mpadded", &["depth", "height", "lspace", "voffset", "width"]),
    ("mphantom", &[]),
    ("mprescripts", &[]),
    ("mroot", &[]),
    ("mrow", &[]),
    ("ms", &[]),
    ("mspace", &["depth", "height", "width"]),
    ("msqrt", &[]),
    ("mstyle", &[]),
    ("msub", &[]),
    ("msubsup", &[]),
    ("msup", &[]),
    ("mtable", &[]),
    ("mtd", &["columnspan", "rowspan"]),
    ("mtext", &[]),
    ("mtr", &[]),
    ("munder", &["accentunder"]),
    ("munderover", &["accent", "accentunder"]),
    ("semantics", &[]),
];

/// The elements of SVG in the table of the built-in safe default configuration.
const DEFAULT_SVG: &[(&str, &[&str])] = &[
    ("a", &["href", "hreflang", "type"]),
    ("circle", &["cx", "cy", "pathLength", "r"]),
    ("defs", &[]),
    ("desc", &[]),
    ("ellipse", &["cx", "cy", "pathLength", "rx", "ry"]),
    ("foreignObject", &["height", "width", "x", "y"]),
    ("g", &[]),
    ("line", &["pathLength", "x1", "x2", "y1", "y2"]),
    (
        "marker",
        &[
            "markerHeight",
            "markerUnits",
            "markerWidth",
            "orient",
            "preserveAspectRatio",
            "refX",
            "refY",
            "viewBox",
        ],
    ),
    ("metadata", &[]),
    ("path", &["d", "pathLength"]),
    ("polygon", &["pathLength", "points"]),
    ("polyline", &["pathLength", "points"]),
    ("rect", &["height", "pathLength", "rx", "ry", "width", "x", "y"]),
    ("svg", &["height", "preserveAspectRatio", "viewBox", "width", "x", "y"]),
    ("text", &["dx", "dy", "lengthAdjust", "rotate", "textLength", "x", "y"]),
    (
        "textPath",
        &["lengthAdjust", "method", "path", "side", "spacing", "startOffset", "textLength"],
    ),
    ("title", &[]),
    ("tspan", &["dx", "dy", "lengthAdjust", "rotate", "textLength", "x", "y"]),
];

/// The attributes that the built-in safe default configuration keeps on every element.
const DEFAULT_ATTRIBUTES: &[&str] = &[
    "dir",
    "lang",
    "title",
    "alignment-baseline",
    "baseline-shift",
    "clip-path",
    "clip-rule",
    "color",
    "color-interpolation",
    "cursor",
    "direction",
    "display",
    "displaystyle",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font-family",
    "font-size",
    "font-size-adjust",
    "font-stretch",
    "font-style",
    "font-variant",
    "font-weight",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mathbackground",
    "mathcolor",
    "mathsize",
    "opacity",
    "paint-order",
    "pointer-events",
    "scriptlevel",
    "shape-rendering",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "text-overflow",
    "text-rendering",
    "transform",
    "transform-origin",
    "unicode-bidi",
    "vector-effect",
    "visibility",
    "white-space",
    "word-spacing",
    "writing-mode",
];

/// Returns the built-in safe default configuration, which is canonical and valid.
///
/// <https://html.spec.whatwg.org/#built-in-safe-default-configuration>
pub(in crate::sanitizer) fn safe_default_configuration() -> SanitizerConfig {
    let tables = [
        (Namespace::Html, DEFAULT_HTML),
        (Namespace::MathMl, DEFAULT_MATHML),
        (Namespace::Svg, DEFAULT_SVG),
    ];
    let elements = tables.into_iter().flat_map(|(namespace, rows)| {
        rows.iter().map(move |(name, attributes)| {
            SanitizerElementWithAttributes::new((namespace, *name))
                .attributes(attributes.iter().copied())
        })
    });
    let none: [&str; 0] = [];
    SanitizerConfig::new()
        .elements(elements)
        .processing_instructions(none)
        .attributes(DEFAULT_ATTRIBUTES.iter().copied())
        .comments(false)
        .data_attributes(false)
}

/// Returns whether an element cannot be replaced with its children.
///
/// <https://html.spec.whatwg.org/#built-in-non-replaceable-elements-list>
pub(in crate::sanitizer) fn is_non_replaceable(element: &SanitizerElement) -> bool {
    element.is(Namespace::Html, "html")
        || element.is(Namespace::Svg, "svg")
        || element.is(Namespace::MathMl, "math")
}

/// Returns the attribute of an element, without a namespace or, in SVG, also in XLink's, whose URL
/// navigates.
///
/// <https://html.spec.whatwg.org/#built-in-navigating-url-attributes-list>
pub(in crate::sanitizer) fn navigating_url_attribute(element: ElementName) -> Option<LocalName> {
    match (element.namespace, element.local) {
        (Namespace::Html, known::A | known::AREA) => Some(known::HREF),
        (Namespace::Html, known::BUTTON | known::INPUT) => Some(known::FORMACTION),
        (Namespace::Html, known::FORM) => Some(known::ACTION),
        (Namespace::Svg, known::A) => Some(known::HREF),
        _ => None,
    }
}

/// Returns whether an element animates the attribute that its `attributeName` names.
///
/// <https://html.spec.whatwg.org/#built-in-animating-url-attributes-list>
pub(in crate::sanitizer) fn animates_attributes(element: ElementName) -> bool {
    element.namespace == Namespace::Svg
        && [known::ANIMATE, known::ANIMATE_TRANSFORM, known::SET].contains(&element.local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_complete_and_without_duplicates() {
        assert_eq!(SAFE_BASELINE_REMOVE_ELEMENTS.len(), 8);
        assert_eq!(DEFAULT_HTML.len(), 75);
        let with_attributes = DEFAULT_HTML.iter().filter(|(_, attributes)| !attributes.is_empty());
        assert_eq!(with_attributes.count(), 12);
        assert_eq!(DEFAULT_MATHML.len(), 27);
        assert_eq!(DEFAULT_SVG.len(), 19);
        assert_eq!(DEFAULT_ATTRIBUTES.len(), 58);
    }

    #[test]
    fn the_default_configuration_is_canonical_and_valid() {
        let config = safe_default_configuration();
        let mut canonical = config.clone();
        canonical.canonicalize(true);
        assert_eq!(canonical, config);
        assert_eq!(config.check_valid(), Ok(()));
    }
}
