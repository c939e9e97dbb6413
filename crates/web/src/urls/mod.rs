//! Every URL of a page.
//!
//! - `iter.rs`: the walk over the elements
//! - `url_use.rs`: a URL where it is used

mod iter;
mod url_use;

pub use iter::{Urls, urls};
pub use url_use::UrlUse;
