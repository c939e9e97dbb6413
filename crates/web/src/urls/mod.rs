//! Every URL of a page.
//!
//! - `iter.rs`: the walk over the elements
//! - `found_url.rs`: a URL where it is used

mod found_url;
mod iter;

pub use found_url::FoundUrl;
pub use iter::{Urls, urls};
