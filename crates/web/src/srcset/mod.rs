//! Images that a page offers in several sizes.
//!
//! - `component_values.rs`: the component values of CSS
//! - `media_condition.rs`: whether a text is a media condition
//! - `sizes.rs`: the attribute `sizes`
//! - `source_size.rs`: the size of an image

mod component_values;
mod media_condition;
mod sizes;
mod source_size;

use consomme::urls::ImageCandidate;

pub use sizes::{SourceSize, parse_sizes, source_size};
pub use source_size::SourceSizeValue;

/// Parses a `srcset` or `imagesrcset` attribute: the images among which a browser chooses, each
/// with its width or pixel density. Candidates with errors are left out.
///
/// Takes time linear in the length of the text.
///
/// ```
/// use consomme_web::parse_srcset;
///
/// let candidates: Vec<_> = parse_srcset("soup,bowl.png 1x, soup.png 600w,").collect();
/// assert_eq!(candidates.len(), 2);
/// assert_eq!((candidates[0].url, candidates[0].density), ("soup,bowl.png", Some(1.0)));
/// assert_eq!((candidates[1].url, candidates[1].width), ("soup.png", Some(600)));
/// ```
///
/// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
pub fn parse_srcset(srcset: &str) -> impl Iterator<Item = ImageCandidate<'_>> + Clone {
    ImageCandidate::parse_srcset(srcset)
}
