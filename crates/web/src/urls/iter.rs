//! The walk over the elements of a page.

use std::iter::FusedIterator;

use consomme::iter::Descendants;
use consomme::speculation::ImageCandidate;
use consomme::{Attr, ElementRef, NodeRef};

use super::attributes::{self, Form};
use super::kind::UrlKind;
use super::refresh::parse_refresh;
use super::url_use::UrlUse;
use crate::steps;

/// Returns every URL of a page, or of a node and its descendants, in tree order: those of all
/// attributes that hold URLs by the standard's index, and those of SVG and MathML.
///
/// Not included are the URLs in style sheets and `style` attributes, in scripts (import maps and
/// speculation rules among them), in the documents that `srcdoc` attributes hold, in the contents
/// of templates (pass [these](ElementRef::template_contents)) and in shadow roots. `usemap` is no
/// URL, but the name of a map.
///
/// Takes time linear in the size of the page.
///
/// ```
/// use consomme_web::{UrlKind, urls};
///
/// let html = r#"
///     <link rel=stylesheet href=menu.css>
///     <a href=/leek ping="https://a.example/ https://b.example/">Leek</a>
///     <img src=leek.png srcset="leek-2x.png 2x, leek-3x.png 3x">"#;
/// let document = consomme::parse_str(html);
/// let found: Vec<_> = urls(&document).map(|used| (used.kind, used.url)).collect();
/// assert_eq!(found, [
///     (UrlKind::StyleSheet, "menu.css"),
///     (UrlKind::Hyperlink, "/leek"),
///     (UrlKind::Ping, "https://a.example/"),
///     (UrlKind::Ping, "https://b.example/"),
///     (UrlKind::Image, "leek.png"),
///     (UrlKind::Image, "leek-2x.png"),
///     (UrlKind::Image, "leek-3x.png"),
/// ]);
/// ```
///
/// <https://html.spec.whatwg.org/#attributes-3>
pub fn urls<'a>(node: impl Into<NodeRef<'a>>) -> Urls<'a> {
    Urls { nodes: node.into().inclusive_descendants(), pending: Vec::new() }
}

/// An iterator over the URLs of a page, from [`urls`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Urls<'a> {
    nodes: Descendants<'a>,
    /// Those of the current element, the last one first.
    pending: Vec<UrlUse<'a>>,
}

impl<'a> Urls<'a> {
    /// Collects the URLs of an element.
    fn visit(&mut self, element: ElementRef<'a>) {
        for attribute in element.attrs() {
            steps::count(1);
            if let Some((kind, form)) = attributes::of(element, attribute) {
                self.add(element, attribute, kind, form);
            }
        }
        self.pending.reverse();
    }

    fn add(&mut self, element: ElementRef<'a>, attribute: Attr<'a>, kind: UrlKind, form: Form) {
        let name = if attribute.prefix().is_some() { "xlink:href" } else { attribute.name() };
        let value = attribute.value();
        let mut push = |url: &'a str, candidate: Option<ImageCandidate<'a>>| {
            self.pending.push(UrlUse { element, attribute: name, kind, url, candidate });
        };
        match form {
            Form::Single => push(value, None),
            Form::Tokens => value.split_ascii_whitespace().for_each(|url| push(url, None)),
            Form::Srcset => ImageCandidate::parse_srcset(value)
                .for_each(|candidate| push(candidate.url, Some(candidate))),
            Form::Refresh => {
                if let Some(refresh) = parse_refresh(value) {
                    push(refresh.url.unwrap_or(""), None);
                }
            }
        }
    }
}

impl<'a> Iterator for Urls<'a> {
    type Item = UrlUse<'a>;

    fn next(&mut self) -> Option<UrlUse<'a>> {
        loop {
            if let Some(used) = self.pending.pop() {
                return Some(used);
            }
            if let Some(element) = self.nodes.next()?.as_element() {
                self.visit(element);
            }
        }
    }
}

impl FusedIterator for Urls<'_> {}
