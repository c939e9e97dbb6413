//! The URL that the relative URLs of a page are resolved against, with the feature `url`.

use std::borrow::Cow;
use std::fmt;

use encoding_rs::{EncoderResult, Encoding, UTF_8};
use url::Url;

use crate::dom::{Document, ElementRef};

/// The URL that the relative URLs of a page are resolved against: the standard's document base URL.
///
/// It is made once for each page, by [`Document::base_url`] from the page's address and its `base`
/// element, and resolves any number of URLs. As in browsers, the query of a URL (after the `?`) is
/// percent-encoded in the encoding of the page.
///
/// ```
/// let page = "<base href=/soups/><a href=leek.html?hot>Leek</a> <a href=#top>Top</a> <a href=//>None</a>";
/// let document = consomme::parse_str(page);
/// let base = document.base_url("https://example.com/menu/today.html").unwrap();
/// let links: Vec<_> = document
///     .descendant_elements()
///     .filter_map(|element| element.abs_url("href", &base))
///     .collect();
/// assert_eq!(links, [
///     "https://example.com/soups/",
///     "https://example.com/soups/leek.html?hot",
///     "https://example.com/soups/#top",
/// ]);
/// assert_eq!(base.as_str(), "https://example.com/soups/");
/// assert_eq!(base.join("../about").as_deref(), Some("https://example.com/about"));
/// ```
///
/// <https://html.spec.whatwg.org/#document-base-url>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BaseUrl {
    url: Url,
    /// The encoding of queries.
    encoding: &'static Encoding,
}

impl BaseUrl {
    /// Creates the base URL of a page from its address and from the `href` attribute of its first
    /// `base` element that has one. Queries are encoded in UTF-8. This is for a page that is not a
    /// [`Document`], and for the [`base`](crate::speculation::SpeculativeFetch::base) of a
    /// speculative fetch.
    ///
    /// Returns `None` if the address is not an absolute URL.
    ///
    /// ```
    /// use consomme::BaseUrl;
    ///
    /// let base = BaseUrl::new("https://example.com/menu/", Some("../soups/")).unwrap();
    /// assert_eq!(base.join("leek").as_deref(), Some("https://example.com/soups/leek"));
    /// ```
    pub fn new(address: &str, base_href: Option<&str>) -> Option<BaseUrl> {
        BaseUrl::with_encoding(address, base_href, UTF_8)
    }

    fn with_encoding(
        address: &str,
        base_href: Option<&str>,
        encoding: &'static Encoding,
    ) -> Option<BaseUrl> {
        let fallback = BaseUrl { url: Url::parse(address).ok()?, encoding };
        // "If any of the following are true: urlRecord is failure; urlRecord's scheme is "data" or
        // "javascript"; […] then set element's frozen base URL to document's fallback base URL."
        // <https://html.spec.whatwg.org/#set-the-frozen-base-url>
        let url = base_href
            .and_then(|href| fallback.parse(href))
            .filter(|url| !matches!(url.scheme(), "data" | "javascript"));
        Some(url.map_or(fallback, |url| BaseUrl { url, encoding }))
    }

    /// Resolves a URL as it is written in an attribute: relative or absolute, with whitespace
    /// around it or not. Returns `None` if it is not a valid URL.
    ///
    /// The empty string resolves to the base URL itself, without its fragment.
    ///
    /// <https://html.spec.whatwg.org/#encoding-parsing-and-serializing-a-url>
    pub fn join(&self, url: &str) -> Option<String> {
        self.parse(url).map(String::from)
    }

    /// Returns the base URL.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Parses a URL relative to this one.
    ///
    /// <https://html.spec.whatwg.org/#encoding-parsing-a-url>
    fn parse(&self, url: &str) -> Option<Url> {
        let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| encode(query, self.encoding);
        Url::options().base_url(Some(&self.url)).encoding_override(Some(encode)).parse(url).ok()
    }
}

/// Writes the URL.
impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Links.
impl Document {
    /// Returns the URL that the relative URLs of this document are resolved against: the `href` of
    /// its first `base` element that has one, resolved against `address`, or `address` itself.
    /// `address` is the URL that the page was fetched from, after redirects. For a page that comes
    /// from elsewhere, `about:blank` is one against which only absolute URLs resolve.
    ///
    /// Returns `None` if `address` is not an absolute URL. Takes time linear in the size of the
    /// document.
    ///
    /// ```
    /// let document = consomme::parse_str("<base href=https://example.org/><a href=menu>Menu</a>");
    /// let base = document.base_url("about:blank").unwrap();
    /// assert_eq!(base.join("menu").unwrap(), "https://example.org/menu");
    /// assert!(document.base_url("menu.html").is_none());
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#document-base-url>
    #[doc(alias = "baseURI")]
    #[doc(alias = "baseUri")]
    pub fn base_url(&self, address: &str) -> Option<BaseUrl> {
        // "Get an output encoding": UTF-16 is no encoding for URLs.
        let encoding = self.encoding().unwrap_or(UTF_8).output_encoding();
        BaseUrl::with_encoding(address, self.base_href(), encoding)
    }
}

impl ElementRef<'_> {
    /// Returns the URL in an attribute, such as `href` or `src`, resolved against the base URL of
    /// the page. `None` if the element has no such attribute, or if it is not a valid URL.
    ///
    /// ```
    /// let document = consomme::parse_str("<img src='bowl.png '>");
    /// let image = document.descendant_elements().find(|element| element.name() == "img").unwrap();
    /// let base = document.base_url("https://example.com/menu/today").unwrap();
    /// assert_eq!(image.abs_url("src", &base).unwrap(), "https://example.com/menu/bowl.png");
    /// assert_eq!(image.abs_url("href", &base), None);
    /// ```
    #[doc(alias = "absUrl")]
    pub fn abs_url(&self, attribute: &str, base: &BaseUrl) -> Option<String> {
        base.join(self.attr(attribute)?)
    }
}

/// Encodes a query. A character that the encoding doesn't have becomes a numeric character
/// reference, percent-encoded.
///
/// <https://url.spec.whatwg.org/#string-percent-encode-after-encoding>
fn encode<'q>(query: &'q str, encoding: &'static Encoding) -> Cow<'q, [u8]> {
    let (bytes, _, has_unmappable) = encoding.encode(query);
    if !has_unmappable {
        return bytes;
    }
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::with_capacity(query.len());
    let mut rest = query;
    loop {
        let capacity = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
        bytes.reserve(capacity.unwrap_or(rest.len()));
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return Cow::Owned(bytes),
            // The buffer was too small: the loop grows it.
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => {
                bytes.extend(format!("%26%23{}%3B", u32::from(character)).bytes());
            }
        }
    }
}
