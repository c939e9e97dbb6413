//! Which attributes hold URLs, what for and how: the rows of the standard's index whose value is a
//! URL, those of SVG and MathML, and those that only old or few browsers know.
//!
//! <https://html.spec.whatwg.org/#attributes-3>

use crate::dom::{Attr, ElementRef};
use crate::names::{AttributeNamespace, LocalName, Namespace, known};

use super::kind::UrlKind;

use Effect::{Always, Never, OfHyperlink, OfImageButton, OfRefresh, OfSubmitButton};
use Namespace::{Html, MathMl, Svg};
use UrlForm::{AnimatedName, Commas, Css, Document, Refresh, Single, Spaces, Srcset};

/// How the value of an attribute holds URLs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UrlForm {
    /// It is a URL.
    Single,
    /// It is a list of URLs, separated by whitespace.
    Spaces,
    /// It is a list of URLs, separated by commas.
    Commas,
    /// It is a list of image candidates.
    Srcset,
    /// It is a time and a URL.
    Refresh,
    /// It is CSS.
    Css,
    /// It is the HTML of a document.
    Document,
    /// It is the name of an attribute that is animated, whose values are URLs if that is `href`.
    AnimatedName,
}

/// When a browser that follows the standard uses the URLs of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Always,
    /// "The src attribute applies": only to image buttons.
    OfImageButton,
    OfSubmitButton,
    /// Without `href`, there is no hyperlink.
    OfHyperlink,
    /// A `meta` with another pragma, or with none, holds no URL.
    OfRefresh,
    /// Other browsers may use them.
    Never,
}

/// What an attribute holds on some elements.
#[derive(Debug)]
pub(crate) struct UrlRow {
    pub(crate) namespace: Namespace,
    /// The names of the elements; none stands for any.
    pub(crate) elements: &'static [LocalName],
    pub(crate) kind: UrlKind,
    pub(crate) form: UrlForm,
    effect: Effect,
}

/// Elements of any name.
const ANY: &[LocalName] = &[];

const fn on(
    namespace: Namespace,
    elements: &'static [LocalName],
    kind: UrlKind,
    form: UrlForm,
    effect: Effect,
) -> UrlRow {
    UrlRow { namespace, elements, kind, form, effect }
}

/// Returns the row of an attribute on elements for which no standard has it, and on which it may
/// have had an effect.
const fn elsewhere(kind: UrlKind, form: UrlForm) -> UrlRow {
    on(Html, ANY, kind, form, Never)
}

/// The rows by the name of the attribute, sorted. Of those of a namespace, the first that names the
/// element counts.
///
/// <https://html.spec.whatwg.org/#attributes-3>, <https://svgwg.org/svg2-draft/attindex.html>,
/// <https://www.w3.org/TR/MathML3/chapter2.html>
pub(crate) const TABLE: &[(&str, &[UrlRow])] = &[
    (
        "action",
        &[
            on(Html, &[known::FORM], UrlKind::FormAction, Single, Always),
            elsewhere(UrlKind::FormAction, Single),
        ],
    ),
    (
        "altimg",
        &[
            on(MathMl, &[known::MATH], UrlKind::Image, Single, Always),
            on(MathMl, ANY, UrlKind::Image, Single, Never),
        ],
    ),
    (
        "archive",
        &[
            on(Html, &[known::APPLET], UrlKind::Embed, Commas, Never),
            elsewhere(UrlKind::Embed, Spaces),
        ],
    ),
    ("attributeName", &[on(Svg, ANY, UrlKind::Reference, AnimatedName, Never)]),
    // Reports about advertisements, asked for with the image.
    ("attributionsrc", &[elsewhere(UrlKind::Image, Spaces)]),
    (
        "background",
        &[
            // Obsolete, but drawn: <https://html.spec.whatwg.org/#the-page>
            on(
                Html,
                &[
                    known::BODY,
                    known::TABLE,
                    known::THEAD,
                    known::TBODY,
                    known::TFOOT,
                    known::TR,
                    known::TD,
                    known::TH,
                ],
                UrlKind::Image,
                Single,
                Always,
            ),
            elsewhere(UrlKind::Image, Single),
        ],
    ),
    (
        "cite",
        &[
            on(
                Html,
                &[known::BLOCKQUOTE, known::DEL, known::INS, known::Q],
                UrlKind::Cite,
                Single,
                Always,
            ),
            elsewhere(UrlKind::Cite, Single),
        ],
    ),
    ("classid", &[elsewhere(UrlKind::Embed, Single)]),
    ("codebase", &[elsewhere(UrlKind::Embed, Single)]),
    ("configurl", &[elsewhere(UrlKind::Embed, Single)]),
    ("content", &[on(Html, &[known::META], UrlKind::Refresh, Refresh, OfRefresh)]),
    ("data", &[on(Html, &[known::OBJECT], UrlKind::Embed, Single, Always)]),
    ("dynsrc", &[elsewhere(UrlKind::Media, Single)]),
    ("environmentmap", &[elsewhere(UrlKind::Image, Single)]),
    (
        "formaction",
        &[
            on(Html, &[known::BUTTON, known::INPUT], UrlKind::FormAction, Single, OfSubmitButton),
            elsewhere(UrlKind::FormAction, Single),
        ],
    ),
    (
        "href",
        &[
            on(Html, &[known::A, known::AREA], UrlKind::Hyperlink, Single, Always),
            on(Html, &[known::LINK], UrlKind::Link, Single, Always),
            on(Html, &[known::BASE], UrlKind::Base, Single, Always),
            elsewhere(UrlKind::Reference, Single),
            on(Svg, &[known::A], UrlKind::Hyperlink, Single, Always),
            on(Svg, &[known::IMAGE, known::FE_IMAGE], UrlKind::Image, Single, Always),
            on(Svg, &[known::SCRIPT], UrlKind::Script, Single, Always),
            on(Svg, ANY, UrlKind::Reference, Single, Always),
            on(MathMl, ANY, UrlKind::Hyperlink, Single, Always),
        ],
    ),
    ("icon", &[elsewhere(UrlKind::Image, Single)]),
    (
        "imagesrcset",
        &[
            on(Html, &[known::LINK], UrlKind::Image, Srcset, Always),
            elsewhere(UrlKind::Image, Srcset),
        ],
    ),
    ("installurl", &[elsewhere(UrlKind::Manifest, Single)]),
    ("itemid", &[on(Html, ANY, UrlKind::Identifier, Single, Always)]),
    ("itemtype", &[on(Html, ANY, UrlKind::Identifier, Spaces, Always)]),
    (
        "longdesc",
        &[
            // Obsolete: <https://html.spec.whatwg.org/#attr-img-longdesc>
            on(Html, &[known::IMG, known::IFRAME, known::FRAME], UrlKind::Cite, Single, Always),
            elsewhere(UrlKind::Cite, Single),
        ],
    ),
    ("lowsrc", &[elsewhere(UrlKind::Image, Single)]),
    ("manifest", &[elsewhere(UrlKind::Manifest, Single)]),
    ("manifestid", &[elsewhere(UrlKind::Manifest, Single)]),
    (
        "ping",
        &[
            on(Html, &[known::A, known::AREA], UrlKind::Ping, Spaces, OfHyperlink),
            elsewhere(UrlKind::Ping, Spaces),
            on(Svg, &[known::A], UrlKind::Ping, Spaces, OfHyperlink),
        ],
    ),
    (
        "poster",
        &[
            on(Html, &[known::VIDEO], UrlKind::Image, Single, Always),
            elsewhere(UrlKind::Image, Single),
        ],
    ),
    ("profile", &[elsewhere(UrlKind::Reference, Single)]),
    // Specifiers of style sheets, which can be URLs.
    ("shadowrootadoptedstylesheets", &[elsewhere(UrlKind::StyleSheet, Spaces)]),
    (
        "src",
        &[
            on(Html, &[known::IMG], UrlKind::Image, Single, Always),
            on(Html, &[known::INPUT], UrlKind::Image, Single, OfImageButton),
            on(Html, &[known::SCRIPT], UrlKind::Script, Single, Always),
            on(Html, &[known::AUDIO, known::VIDEO, known::SOURCE], UrlKind::Media, Single, Always),
            on(Html, &[known::TRACK], UrlKind::Track, Single, Always),
            on(Html, &[known::IFRAME, known::FRAME], UrlKind::Frame, Single, Always),
            on(Html, &[known::EMBED], UrlKind::Embed, Single, Always),
            elsewhere(UrlKind::Embed, Single),
            on(Svg, ANY, UrlKind::Embed, Single, Never),
            on(MathMl, &[known::MGLYPH], UrlKind::Image, Single, Always),
            on(MathMl, &[known::ANNOTATION, known::ANNOTATION_XML], UrlKind::Embed, Single, Always),
            on(MathMl, ANY, UrlKind::Image, Single, Never),
        ],
    ),
    ("srcdoc", &[elsewhere(UrlKind::Frame, Document)]),
    (
        "srcset",
        &[
            on(Html, &[known::IMG, known::SOURCE], UrlKind::Image, Srcset, Always),
            elsewhere(UrlKind::Image, Srcset),
        ],
    ),
    ("style", &[elsewhere(UrlKind::StyleSheet, Css)]),
];

/// Any other attribute of SVG: a presentation attribute, or a value of an animation.
const PRESENTATION: UrlRow = on(Svg, ANY, UrlKind::StyleSheet, Css, Never);

/// How many names in the table begin with a letter before `a`, `b` and so on.
const STARTS: [usize; 27] = {
    let mut starts = [0; 27];
    let mut i = 0;
    while i < TABLE.len() {
        let mut letter = (TABLE[i].0.as_bytes()[0] - b'a') as usize + 1;
        while letter < starts.len() {
            starts[letter] += 1;
            letter += 1;
        }
        i += 1;
    }
    starts
};

/// Returns the rows of an attribute. Few names have the same first letter and the same length, so
/// that this is a comparison or none.
fn rows_of(name: &str) -> &'static [UrlRow] {
    let letter = name.bytes().next().map_or(0, |first| usize::from(first.wrapping_sub(b'a')));
    let starts = STARTS.get(letter..letter + 2).unwrap_or(&[0, 0]);
    let found = TABLE[starts[0]..starts[1]].iter().find(|(found, _)| *found == name);
    found.map_or(&[], |(_, rows)| rows)
}

impl UrlRow {
    /// Returns what the attribute holds; `None` if no URL. On elements of SVG and MathML, the
    /// attributes of HTML count, too, as those that have no effect.
    pub(crate) fn of(element: ElementRef<'_>, attribute: Attr<'_>) -> Option<&'static UrlRow> {
        let name = attribute.name();
        let is_in_none = attribute.namespace() == AttributeNamespace::None;
        if !is_in_none && (attribute.namespace() != AttributeNamespace::XLink || name != "href") {
            return None;
        }
        let rows = rows_of(name);
        let element_name = element.element_name();
        let in_namespace = |namespace| {
            rows.iter().find(|row| {
                row.namespace == namespace
                    && (row.elements.is_empty() || row.elements.contains(&element_name.local))
            })
        };
        let is_presentation = is_in_none && element_name.namespace == Svg;
        in_namespace(element_name.namespace)
            .or_else(|| in_namespace(Html))
            .filter(|row| row.effect != OfRefresh || has_keyword(element, "http-equiv", "refresh"))
            .or(is_presentation.then_some(&PRESENTATION))
    }

    /// Returns what the URLs are for.
    pub(crate) fn kind_on(&self, element: ElementRef<'_>) -> UrlKind {
        match self.kind {
            UrlKind::Link => kind_of_link(element.attr("rel").unwrap_or("")),
            kind => kind,
        }
    }

    /// Whether a browser that follows the standard uses the URLs.
    pub(crate) fn has_effect(&self, element: ElementRef<'_>, attribute: Attr<'_>) -> bool {
        // "When the href attribute is present in both the XLink namespace and without a namespace,
        // the value of the attribute without a namespace shall be used."
        // <https://svgwg.org/svg2-draft/linking.html>
        let is_used = attribute.namespace() == AttributeNamespace::None
            || element.namespace() != Html && !element.has_attr("href");
        is_used
            && self.namespace == element.namespace()
            && match self.effect {
                Always | OfRefresh => true,
                OfImageButton => has_keyword(element, "type", "image"),
                OfSubmitButton => element.is_submit_button(),
                OfHyperlink => {
                    let is_svg = self.namespace == Svg;
                    element.has_attr("href") || is_svg && element.has_attr("xlink:href")
                }
                Never => false,
            }
    }
}

/// Whether an enumerated attribute has that keyword.
fn has_keyword(element: ElementRef<'_>, attribute: &str, keyword: &str) -> bool {
    element.attr(attribute).is_some_and(|value| value.eq_ignore_ascii_case(keyword))
}

/// Returns what the `href` of a `link` element is for. Of several meanings, it is the first of:
/// style sheet, icon, manifest, preload.
///
/// <https://html.spec.whatwg.org/#linkTypes>
fn kind_of_link(rel: &str) -> UrlKind {
    let kinds = rel.split_ascii_whitespace().map(|token| match &*token.to_ascii_lowercase() {
        "stylesheet" => UrlKind::StyleSheet,
        "icon" | "apple-touch-icon" | "apple-touch-icon-precomposed" | "mask-icon" => UrlKind::Icon,
        "manifest" => UrlKind::Manifest,
        "preload" | "modulepreload" | "prefetch" | "preconnect" | "dns-prefetch" | "prerender" => {
            UrlKind::Preload
        }
        _ => UrlKind::Link,
    });
    kinds.filter(|kind| *kind != UrlKind::Link).min().unwrap_or(UrlKind::Link)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search relies on the order of names, and a row after one that fits is never found.
    #[test]
    fn the_rows_are_sorted_and_each_is_found() {
        assert!(TABLE.is_sorted_by(|(one, _), (next, _)| one < next));
        for (attribute, rows) in TABLE {
            for (index, row) in rows.iter().enumerate() {
                let hides = |earlier: &UrlRow| {
                    earlier.namespace == row.namespace
                        && (earlier.elements.is_empty()
                            || row.elements.iter().any(|name| earlier.elements.contains(name)))
                };
                assert!(!rows[..index].iter().any(hides), "{attribute}: row {index}");
            }
        }
    }
}
