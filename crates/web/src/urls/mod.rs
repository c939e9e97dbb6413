//! Every URL of a page.
//!
//! - `attributes.rs`: which attributes hold URLs
//! - `iter.rs`: the walk over the elements
//! - `kind.rs`: what URLs are for
//! - `refresh.rs`: `<meta http-equiv=refresh>`
//! - `url_use.rs`: a URL where it is used

pub(crate) mod attributes;
mod iter;
mod kind;
mod refresh;
mod url_use;

pub use iter::{Urls, urls};
pub use kind::UrlKind;
pub use refresh::{Refresh, parse_refresh};
pub use url_use::UrlUse;
