//! The walk over the elements of a page.

use std::iter::FusedIterator;

use consomme::iter::TreeOrder;
use consomme::urls::ElementUrls;
use consomme::{ElementRef, NodeRef};

use super::found_url::FoundUrl;
use consomme::steps;

/// Returns every URL of a page, or of a node and its descendants, in tree order: the [URLs of each
/// element](ElementRef::urls), in all attributes that hold URLs by the standard's index, and in
/// attributes of SVG and MathML.
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
#[doc(alias = "iterlinks")]
pub fn urls<'a>(node: impl Into<NodeRef<'a>>) -> Urls<'a> {
    Urls { nodes: node.into().inclusive_descendants(), current: None }
}

/// An iterator over the URLs of a page, from [`urls`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Urls<'a> {
    nodes: TreeOrder<'a>,
    /// The URLs of the current element that are to come.
    current: Option<ElementUrls<'a>>,
}

impl<'a> Iterator for Urls<'a> {
    type Item = FoundUrl<'a>;

    fn next(&mut self) -> Option<FoundUrl<'a>> {
        loop {
            steps::count(1);
            if let Some(found) = self.current.as_mut().and_then(Iterator::next) {
                return Some(FoundUrl::new(found));
            }
            self.current = self.nodes.next()?.as_element().map(ElementRef::urls);
        }
    }
}

impl FusedIterator for Urls<'_> {}
