//! A URL where it is used.

use consomme::ElementRef;
use consomme::positions::SourceSpan;
use consomme::urls::{ElementUrl, ImageCandidate, UrlKind, parse_refresh};

use crate::page_url::PageUrl;

/// A URL of a page, and where it is: an item of [`urls`](crate::urls).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct FoundUrl<'a> {
    /// The element.
    pub element: ElementRef<'a>,
    /// The name of the attribute. In the namespace XLink, it has its prefix: `xlink:href`.
    pub attribute: &'a str,
    /// The purpose of the URL.
    pub kind: UrlKind,
    /// The URL as written, perhaps with whitespace around it. Empty for a
    /// [refresh](UrlKind::Refresh) without a URL, too.
    pub url: &'a str,
    /// The width and the pixel density of a candidate of `srcset` or `imagesrcset`.
    pub candidate: Option<ImageCandidate<'a>>,
}

impl<'a> FoundUrl<'a> {
    pub(super) fn new(found: ElementUrl<'a>) -> Self {
        let ElementUrl { element, attribute, kind, url, candidate, .. } = found;
        let attribute = if attribute.prefix().is_some() { "xlink:href" } else { attribute.name() };
        FoundUrl { element, attribute, kind, url, candidate }
    }

    /// Resolves the URL. Returns `None` if it is not valid, and if it is empty where that means
    /// that there is none, as in `<img src="">`.
    ///
    /// - An empty `action` is the address of the page itself, regardless of its `base`, as is a
    ///   refresh without a URL; a refresh to a script is none.
    /// - The URL of `base` is resolved against the address of the page. All others are resolved
    ///   against the base URL.
    /// - Tokens of `itemtype` are not resolved: they are returned if they are absolute.
    ///
    /// ```
    /// use consomme_web::{PageUrl, urls};
    ///
    /// let document = consomme::parse_str("<base href=/soups/><form><img src=leek.png><a href='//['>");
    /// let page = PageUrl::new(&document, "https://example.com/menu").unwrap();
    /// let resolved: Vec<_> = urls(&document).map(|used| used.resolve(&page)).collect();
    /// assert_eq!(resolved[0].as_deref(), Some("https://example.com/soups/"));
    /// assert_eq!(resolved[1].as_deref(), Some("https://example.com/soups/leek.png"));
    /// assert_eq!(resolved[2], None);
    /// ```
    #[must_use]
    pub fn resolve(&self, page: &PageUrl) -> Option<String> {
        if self.url.is_empty() && !may_be_empty(self.kind) {
            return None;
        }
        match self.kind {
            UrlKind::FormAction if self.url.is_empty() => Some(page.address().to_owned()),
            UrlKind::Refresh if self.is_without_url() => Some(page.address().to_owned()),
            UrlKind::Refresh => page.join(self.url).filter(|url| !url.starts_with("javascript:")),
            UrlKind::Base => page.join_address(self.url),
            // "Item types are opaque identifiers".
            UrlKind::Identifier if self.attribute == "itemtype" => {
                url::Url::parse(self.url).ok().map(String::from)
            }
            _ => page.join(self.url),
        }
    }

    /// Returns whether a refresh has no URL, not even an empty one, which is relative to the base.
    fn is_without_url(&self) -> bool {
        let refresh = self.element.attr(self.attribute).and_then(parse_refresh);
        self.url.is_empty() && refresh.is_some_and(|refresh| refresh.url.is_none())
    }

    /// Returns where the value of the attribute is in the source, without its quotes. `None`
    /// without [`ParseOptions::positions`](consomme::ParseOptions::positions), and for attributes
    /// that the parser did not create. For a list, it is the whole value.
    ///
    /// Scans the tag to find it.
    ///
    /// ```
    /// let html = "<p>\n<a href='/leek'>Leek</a>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let link = consomme_web::urls(&document).next().unwrap();
    /// let span = link.span().unwrap();
    /// assert_eq!((span.text(), span.line_column().to_string()), ("/leek", "2:10".to_owned()));
    /// ```
    #[must_use]
    pub fn span(&self) -> Option<SourceSpan<'a>> {
        self.element.source()?.attr(self.attribute)?.value()
    }
}

/// Whether the empty string is a URL of this kind: the page's own. For other kinds, it is no URL.
fn may_be_empty(kind: UrlKind) -> bool {
    matches!(
        kind,
        UrlKind::Hyperlink
            | UrlKind::FormAction
            | UrlKind::Cite
            | UrlKind::Refresh
            | UrlKind::Base
            | UrlKind::Identifier
    )
}
