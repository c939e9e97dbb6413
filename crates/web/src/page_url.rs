//! The address of a page.

use std::fmt;

use consomme::{BaseUrl, Document};
use url::Url;

/// The address of a page and the URL that its relative URLs are resolved against.
///
/// ```
/// use consomme_web::PageUrl;
///
/// let document = consomme::parse_str("<base href=/soups/><a href=leek>Leek</a>");
/// let page = PageUrl::new(&document, "https://example.com/menu?today").unwrap();
/// assert_eq!(page.address(), "https://example.com/menu?today");
/// assert_eq!(page.join("leek").unwrap(), "https://example.com/soups/leek");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PageUrl {
    address: Url,
    base: BaseUrl,
}

impl PageUrl {
    /// Creates the address of a page: the URL that it was fetched from, after redirects. Returns
    /// `None` if that is not an absolute URL.
    ///
    /// Takes time linear in the size of the document, to find its `base` element.
    ///
    /// <https://html.spec.whatwg.org/#document-base-url>
    #[must_use]
    pub fn new(document: &Document, address: &str) -> Option<PageUrl> {
        Some(PageUrl { address: Url::parse(address).ok()?, base: document.base_url(address)? })
    }

    /// Returns the address of the page: the standard's URL of the document.
    ///
    /// <https://dom.spec.whatwg.org/#concept-document-url>
    #[must_use]
    pub fn address(&self) -> &str {
        self.address.as_str()
    }

    /// Returns the URL that relative URLs are resolved against: the `base` element's, if the page
    /// has one.
    #[must_use]
    pub fn base(&self) -> &BaseUrl {
        &self.base
    }

    /// Resolves a URL as it is written in an attribute. Returns `None` if it is not a valid URL.
    ///
    /// <https://html.spec.whatwg.org/#encoding-parsing-and-serializing-a-url>
    #[must_use]
    pub fn join(&self, url: &str) -> Option<String> {
        self.base.join(url)
    }

    /// Resolves a URL against the address, regardless of the `base` element.
    pub(crate) fn join_address(&self, url: &str) -> Option<String> {
        self.address.join(url).ok().map(String::from)
    }
}

/// Writes the address.
impl fmt::Display for PageUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.address())
    }
}
