//! The table of attributes that hold URLs, with their purpose and form: the rows of the standard's
//! index whose value is a URL, attributes of SVG and MathML, and attributes that only old or few
//! browsers know.
//!
//! <https://html.spec.whatwg.org/#attributes-3>

use crate::dom::{Attr, ElementRef};
use crate::names::{AttributeNamespace, LocalName, Namespace, known};

use super::kind::UrlKind;

use Effect::{Always, Never, OfHyperlink, OfImageButton, OfRefresh, OfSubmitButton};
use Namespace::{Html, MathMl, Svg};
use UrlForm::{AnimatedName, Commas, Css, Document, Refresh, Single, Spaces, Srcset};
use UrlKind::{
    Base, Cite, Embed, FormAction, Frame, Hyperlink, Identifier, Image, Link, Manifest, Media,
    Ping, Reference, Script, StyleSheet, Track,
};

/// How the value of an attribute holds URLs.
///
/// ```
/// use consomme::urls::UrlForm;
///
/// let urls: Vec<_> = UrlForm::Srcset.split("leek.png, pot.png 2x").collect();
/// assert_eq!(urls, [("leek.png", ""), ("pot.png", " 2x")]);
/// assert_eq!(UrlForm::Spaces.item("leek soup.png"), "leek%20soup.png");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UrlForm {
    /// The value is a URL.
    Single,
    /// The value is a list of URLs, separated by whitespace.
    Spaces,
    /// The value is a list of URLs, separated by commas.
    Commas,
    /// It is a list of image candidates: `srcset`, `imagesrcset`.
    Srcset,
    /// It is a time and a URL: [`parse_refresh`](super::parse_refresh) reads it.
    Refresh,
    /// The value is CSS.
    Css,
    /// It is the HTML of a document: `srcdoc`.
    Document,
    /// The value is the name of an attribute to animate. The animation's values are URLs if it is
    /// `href`.
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

/// An attribute that holds URLs, with the elements that have it: a row of a table.
/// [`ElementRef::urls`] finds the URLs themselves.
///
/// ```
/// use consomme::urls::{UrlAttribute, UrlForm, UrlKind};
///
/// let document = consomme::parse_fragment("div", "<a ping='/p https://p.example/'>");
/// let a = document.root().first_element_child().unwrap();
/// let ping = UrlAttribute::of(a, a.attrs().next().unwrap()).unwrap();
/// assert_eq!((ping.kind, ping.form), (UrlKind::Ping, UrlForm::Spaces));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct UrlAttribute {
    /// The local name of the attribute, which is in no namespace. That of `href` stands for
    /// `xlink:href`, too.
    pub attribute: &'static str,
    /// The namespace of the elements.
    pub namespace: Namespace,
    /// The names of the elements. An empty list means any element.
    pub elements: &'static [LocalName],
    /// The purpose of the URLs. Those of a `link` depend on its `rel`: [`kind_on`](Self::kind_on).
    pub kind: UrlKind,
    /// How the value holds URLs.
    pub form: UrlForm,
    effect: Effect,
}

/// Elements of any name.
const ANY: &[LocalName] = &[];

const fn on(
    attribute: &'static str,
    namespace: Namespace,
    elements: &'static [LocalName],
    kind: UrlKind,
    form: UrlForm,
    effect: Effect,
) -> UrlAttribute {
    UrlAttribute { attribute, namespace, elements, kind, form, effect }
}

/// Returns the row of an attribute on elements for which no standard has it, and on which it may
/// have had an effect.
const fn elsewhere(attribute: &'static str, kind: UrlKind, form: UrlForm) -> UrlAttribute {
    on(attribute, Html, ANY, kind, form, Never)
}

/// The rows, sorted by the attribute. If several rows have the same attribute and namespace, the
/// first that names the element counts.
///
/// <https://html.spec.whatwg.org/#attributes-3>, <https://svgwg.org/svg2-draft/attindex.html>,
/// <https://www.w3.org/TR/MathML3/chapter2.html>
const TABLE: &[UrlAttribute] = &[
    on("action", Html, &[known::FORM], FormAction, Single, Always),
    elsewhere("action", FormAction, Single),
    on("altimg", MathMl, &[known::MATH], Image, Single, Always),
    on("altimg", MathMl, ANY, Image, Single, Never),
    on("archive", Html, &[known::APPLET], Embed, Commas, Never),
    elsewhere("archive", Embed, Spaces),
    on("attributeName", Svg, ANY, Reference, AnimatedName, Never),
    // Reports about advertisements, requested with the image.
    elsewhere("attributionsrc", Image, Spaces),
    // Obsolete, but drawn: <https://html.spec.whatwg.org/#the-page>
    on(
        "background",
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
        Image,
        Single,
        Always,
    ),
    elsewhere("background", Image, Single),
    on("cite", Html, &[known::BLOCKQUOTE, known::DEL, known::INS, known::Q], Cite, Single, Always),
    elsewhere("cite", Cite, Single),
    elsewhere("classid", Embed, Single),
    elsewhere("codebase", Embed, Single),
    elsewhere("configurl", Embed, Single),
    on("content", Html, &[known::META], UrlKind::Refresh, Refresh, OfRefresh),
    on("data", Html, &[known::OBJECT], Embed, Single, Always),
    elsewhere("dynsrc", Media, Single),
    elsewhere("environmentmap", Image, Single),
    on("formaction", Html, &[known::BUTTON, known::INPUT], FormAction, Single, OfSubmitButton),
    elsewhere("formaction", FormAction, Single),
    on("href", Html, &[known::A, known::AREA], Hyperlink, Single, Always),
    on("href", Html, &[known::LINK], Link, Single, Always),
    on("href", Html, &[known::BASE], Base, Single, Always),
    elsewhere("href", Reference, Single),
    on("href", Svg, &[known::A], Hyperlink, Single, Always),
    on("href", Svg, &[known::IMAGE, known::FE_IMAGE], Image, Single, Always),
    on("href", Svg, &[known::SCRIPT], Script, Single, Always),
    on("href", Svg, ANY, Reference, Single, Always),
    on("href", MathMl, ANY, Hyperlink, Single, Always),
    elsewhere("icon", Image, Single),
    on("imagesrcset", Html, &[known::LINK], Image, Srcset, Always),
    elsewhere("imagesrcset", Image, Srcset),
    elsewhere("installurl", Manifest, Single),
    on("itemid", Html, ANY, Identifier, Single, Always),
    on("itemtype", Html, ANY, Identifier, Spaces, Always),
    // Obsolete: <https://html.spec.whatwg.org/#attr-img-longdesc>
    on("longdesc", Html, &[known::IMG, known::IFRAME, known::FRAME], Cite, Single, Always),
    elsewhere("longdesc", Cite, Single),
    elsewhere("lowsrc", Image, Single),
    elsewhere("manifest", Manifest, Single),
    elsewhere("manifestid", Manifest, Single),
    on("ping", Html, &[known::A, known::AREA], Ping, Spaces, OfHyperlink),
    elsewhere("ping", Ping, Spaces),
    on("ping", Svg, &[known::A], Ping, Spaces, OfHyperlink),
    on("poster", Html, &[known::VIDEO], Image, Single, Always),
    elsewhere("poster", Image, Single),
    elsewhere("profile", Reference, Single),
    // Specifiers of style sheets, which can be URLs.
    elsewhere("shadowrootadoptedstylesheets", StyleSheet, Spaces),
    on("src", Html, &[known::IMG], Image, Single, Always),
    on("src", Html, &[known::INPUT], Image, Single, OfImageButton),
    on("src", Html, &[known::SCRIPT], Script, Single, Always),
    on("src", Html, &[known::AUDIO, known::VIDEO, known::SOURCE], Media, Single, Always),
    on("src", Html, &[known::TRACK], Track, Single, Always),
    on("src", Html, &[known::IFRAME, known::FRAME], Frame, Single, Always),
    on("src", Html, &[known::EMBED], Embed, Single, Always),
    elsewhere("src", Embed, Single),
    on("src", Svg, ANY, Embed, Single, Never),
    on("src", MathMl, &[known::MGLYPH], Image, Single, Always),
    on("src", MathMl, &[known::ANNOTATION, known::ANNOTATION_XML], Embed, Single, Always),
    on("src", MathMl, ANY, Image, Single, Never),
    elsewhere("srcdoc", Frame, Document),
    on("srcset", Html, &[known::IMG, known::SOURCE], Image, Srcset, Always),
    elsewhere("srcset", Image, Srcset),
    elsewhere("style", StyleSheet, Css),
];

/// Any other attribute of SVG: a presentation attribute, or a value of an animation.
const PRESENTATION: UrlAttribute = on("", Svg, ANY, StyleSheet, Css, Never);

/// How many rows are of attributes that begin with a letter before `a`, `b` and so on.
const STARTS: [usize; 27] = {
    let mut starts = [0; 27];
    let mut i = 0;
    while i < TABLE.len() {
        let mut letter = (TABLE[i].attribute.as_bytes()[0] - b'a') as usize + 1;
        while letter < starts.len() {
            starts[letter] += 1;
            letter += 1;
        }
        i += 1;
    }
    starts
};

/// Returns the rows of an attribute. Few names have the same first letter and the same length, so
/// that they are hardly compared with any other.
fn rows_of(name: &str) -> impl Iterator<Item = &'static UrlAttribute> + Clone {
    let letter = name.bytes().next().map_or(0, |first| usize::from(first.wrapping_sub(b'a')));
    let starts = STARTS.get(letter..letter + 2).unwrap_or(&[0, 0]);
    TABLE[starts[0]..starts[1]].iter().filter(move |row| row.attribute == name)
}

impl UrlAttribute {
    /// All attributes that hold URLs: those of the standard's index, of SVG and MathML, and
    /// attributes that only old or few browsers know. For an element, the first that names it
    /// counts, or else the first that names none.
    pub const ALL: &'static [UrlAttribute] = TABLE;

    /// Returns the row of an attribute; `None` if it holds no URL. On elements of SVG and MathML,
    /// HTML's attributes are found, too, as attributes without effect. Any attribute of an element
    /// of SVG may hold CSS.
    pub fn of(element: ElementRef<'_>, attribute: Attr<'_>) -> Option<&'static UrlAttribute> {
        let name = attribute.name();
        let is_in_none = attribute.namespace() == AttributeNamespace::None;
        if !is_in_none && (attribute.namespace() != AttributeNamespace::XLink || name != "href") {
            return None;
        }
        let rows = rows_of(name);
        let element_name = element.element_name();
        let in_namespace = |namespace| {
            rows.clone().find(|row| {
                row.namespace == namespace
                    && (row.elements.is_empty() || row.elements.contains(&element_name.local))
            })
        };
        let is_presentation = is_in_none && element_name.namespace == Svg;
        in_namespace(element_name.namespace)
            .or_else(|| in_namespace(Html))
            .filter(|row| {
                row.effect != OfRefresh || element.has_keyword("http-equiv", &["refresh"])
            })
            .or(is_presentation.then_some(&PRESENTATION))
    }

    /// Returns the purpose of the URLs on that element.
    pub fn kind_on(&self, element: ElementRef<'_>) -> UrlKind {
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
                OfImageButton => element.has_keyword("type", &["image"]),
                OfSubmitButton => element.is_submit_button(),
                OfHyperlink => {
                    let is_svg = self.namespace == Svg;
                    element.has_attr("href") || is_svg && element.has_attr("xlink:href")
                }
                Never => false,
            }
    }
}

/// Returns the purpose of the `href` of a `link` element. If there are several, the first of style
/// sheet, icon, manifest and preload counts.
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
        assert!(TABLE.is_sorted_by_key(|row| row.attribute));
        for (index, row) in TABLE.iter().enumerate() {
            let hides = |earlier: &UrlAttribute| {
                (earlier.attribute, earlier.namespace) == (row.attribute, row.namespace)
                    && (earlier.elements.is_empty()
                        || row.elements.iter().any(|name| earlier.elements.contains(name)))
            };
            assert!(!TABLE[..index].iter().any(hides), "{row:?}");
        }
    }
}
