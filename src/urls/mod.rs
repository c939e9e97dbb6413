//! The URLs in the attributes of elements: [`ElementRef::urls`](crate::ElementRef::urls) finds
//! them, with the purpose of each; [`UrlAttribute`] is the table of these attributes. Two
//! functions read the grammars in which attributes hold URLs: [`ImageCandidate`] reads `srcset`,
//! and [`parse_refresh`] the `content` of `<meta http-equiv=refresh>`. With the feature
//! `selectors`, `css_urls` finds the URLs in CSS.
//!
//! ```
//! use consomme::urls::UrlKind;
//!
//! let html = "<a href=/leek ping='/p https://p.example/'>Leek</a><img srcset='leek.png 1x, leek-2x.png 2x'>";
//! let document = consomme::parse_str(html);
//! let found: Vec<_> = document
//!     .descendant_elements()
//!     .flat_map(|element| element.urls())
//!     .map(|found| (found.kind, found.url))
//!     .collect();
//! assert_eq!(found, [
//!     (UrlKind::Hyperlink, "/leek"),
//!     (UrlKind::Ping, "/p"),
//!     (UrlKind::Ping, "https://p.example/"),
//!     (UrlKind::Image, "leek.png"),
//!     (UrlKind::Image, "leek-2x.png"),
//! ]);
//! ```

// Files:
//
// - `attributes.rs`: the table of attributes that hold URLs
// - `kind.rs`: the purposes of URLs
// - `value.rs`: the URLs in the value of an attribute
// - `element_urls.rs`: the URLs of an element
// - `srcset.rs`: the attribute `srcset`
// - `refresh.rs`: `<meta http-equiv=refresh>`
// - `css.rs`: the URLs in CSS (feature `selectors`, which has the tokens of CSS)
// - `base.rs`: the URLs of a page, resolved (feature `url`)

mod attributes;
#[cfg(feature = "url")]
pub(crate) mod base;
#[cfg(feature = "selectors")]
mod css;
mod element_urls;
mod kind;
mod refresh;
pub(crate) mod srcset;
mod value;

pub use attributes::{UrlAttribute, UrlForm};
#[cfg(feature = "selectors")]
pub use css::{CssUrl, css_urls, written_css_url};
pub use element_urls::{ElementUrl, ElementUrls};
pub use kind::UrlKind;
pub use refresh::{Refresh, parse_refresh, refresh_to};
pub use srcset::ImageCandidate;
