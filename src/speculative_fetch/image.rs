//! The fetches of elements that show images.

use crate::names::known;
use crate::urls::srcset::has_candidates;

use super::element::Element;
use super::fetch::{FetchKind, PictureSource, SpeculativeFetch};

/// Returns the fetch of an `img` element; `sources` are the `source` elements before it in its
/// `picture`.
///
/// <https://html.spec.whatwg.org/#update-the-image-data>
pub(super) fn img_fetch(
    element: &Element<'_>,
    sources: &[PictureSource],
) -> Option<SpeculativeFetch> {
    let url = element.get(known::SRC).unwrap_or("");
    let has_set = element.get(known::SRCSET).is_some_and(has_candidates);
    // "If selected source is null", nothing is fetched.
    if url.is_empty() && !has_set && sources.is_empty() {
        return None;
    }
    let mut fetch = element.fetch(FetchKind::Image, "image", url);
    fetch.sources = sources.to_vec();
    Some(fetch)
}

/// Returns the images that a `source` element in a `picture` offers, if there are any.
///
/// <https://html.spec.whatwg.org/#update-the-source-set>
pub(super) fn picture_source(element: &Element<'_>) -> Option<PictureSource> {
    let srcset = element.get(known::SRCSET).filter(|srcset| has_candidates(srcset))?;
    Some(PictureSource::new(
        srcset,
        element.get(known::SIZES),
        element.get(known::MEDIA),
        element.get(known::TYPE),
    ))
}

/// Returns the fetch of an `input` element: an image button has an image.
///
/// <https://html.spec.whatwg.org/#image-button-state-(type=image)>
pub(super) fn input_fetch(element: &Element<'_>) -> Option<SpeculativeFetch> {
    if !element.is(known::TYPE, "image") {
        return None;
    }
    fetch_image(element, FetchKind::Image, element.get(known::SRC)?)
}

/// Returns the image that a `video` element shows first.
///
/// <https://html.spec.whatwg.org/#poster-frame>
pub(super) fn poster_fetch(element: &Element<'_>) -> Option<SpeculativeFetch> {
    fetch_image(element, FetchKind::VideoPoster, element.get(known::POSTER)?)
}

/// Returns the fetch of an `image` element of SVG.
///
/// <https://svgwg.org/svg2-draft/embedded.html#ImageElement>
pub(super) fn svg_image_fetch(element: &Element<'_>) -> Option<SpeculativeFetch> {
    fetch_image(element, FetchKind::Image, element.svg_href()?)
}

fn fetch_image(element: &Element<'_>, kind: FetchKind, url: &str) -> Option<SpeculativeFetch> {
    let mut fetch = (!url.is_empty()).then(|| element.fetch(kind, "image", url))?;
    // Only an `img` has images to choose from.
    fetch.attributes.retain(|(name, _)| !matches!(*name, "srcset" | "sizes"));
    Some(fetch)
}
