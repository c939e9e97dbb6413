//! The findings of a speculation.

use std::sync::Arc;

use crate::urls::srcset::{ImageCandidate, has_candidates};

/// Something that [`Speculation`](crate::speculation::Speculation) has found, in the order of the
/// source.
///
/// <https://html.spec.whatwg.org/#speculative-fetch>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Speculated {
    /// A resource that the document will fetch.
    Fetch(SpeculativeFetch),
    /// The `content` of a `<meta http-equiv=content-security-policy>` in the `head`: a policy for
    /// all fetches after it.
    ///
    /// <https://html.spec.whatwg.org/#attr-meta-http-equiv-content-security-policy>
    ContentSecurityPolicy(String),
    /// The `content` of a `<meta name=referrer>`: the referrer policy for all fetches after it.
    ///
    /// <https://html.spec.whatwg.org/#meta-referrer>
    Referrer(String),
    /// The `content` of a `<meta name=viewport>`, which can affect whether a media query matches.
    Viewport(String),
}

/// A resource that a document will fetch, with the attributes of its element that affect the fetch.
///
/// All texts are as written: URLs are not resolved, and whitespace around them is not removed.
///
/// ```
/// use consomme::speculation::{FetchKind, Speculated, Speculation};
/// use consomme::ParseOptions;
///
/// let html = "<base href=/soups/><script type=module src=leek.js crossorigin></script>";
/// let mut found = Speculation::new(&ParseOptions::new().scripting(true), html);
/// let Some(Speculated::Fetch(fetch)) = found.next() else { panic!() };
/// assert_eq!((fetch.kind, &*fetch.url), (FetchKind::ModuleScript, "leek.js"));
/// assert_eq!(fetch.base.as_deref(), Some("/soups/"));
/// assert_eq!(fetch.attr("crossorigin"), Some(""));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SpeculativeFetch {
    /// The kind of element that asks for the resource.
    pub kind: FetchKind,
    /// The destination of the request, such as `script`, `style` or `image`. Empty for requests
    /// without one, such as a prefetch.
    ///
    /// <https://fetch.spec.whatwg.org/#concept-request-destination>
    pub destination: &'static str,
    /// The URL. Empty for an image that is only in a `srcset` or in [`sources`](Self::sources).
    pub url: String,
    /// The `href` of the first `base` element of the document, if it comes before this one. The URL
    /// is relative to the resolved `href`, or if there is none, to the URL of the document.
    ///
    /// <https://html.spec.whatwg.org/#document-base-url>
    pub base: Option<Arc<str>>,
    /// The attributes that decide whether and how the resource is fetched, as far as the element
    /// has them, in the order of the source: `as`, `async`, `blocking`, `charset`, `crossorigin`,
    /// `defer`, `fetchpriority`, `imagesizes`, `imagesrcset`, `integrity`, `loading`, `media`,
    /// `nomodule`, `nonce`, `referrerpolicy`, `rel`, `sizes`, `srcset`, `title`, `type`.
    pub attributes: Vec<(&'static str, String)>,
    /// The `source` elements before an `img` in its `picture` that offer images, in order. The
    /// first one that matches replaces the `srcset` and the `src` of the `img`.
    ///
    /// <https://html.spec.whatwg.org/#update-the-source-set>
    pub sources: Vec<PictureSource>,
}

/// The kind of a [`SpeculativeFetch`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FetchKind {
    /// A classic script of HTML or SVG.
    ///
    /// <https://html.spec.whatwg.org/#fetch-a-classic-script>
    Script,
    /// A module script.
    ///
    /// <https://html.spec.whatwg.org/#fetch-a-module-script-tree>
    ModuleScript,
    /// `<link rel=stylesheet>`. Whether it is needed now depends on the attribute `media`.
    ///
    /// <https://html.spec.whatwg.org/#link-type-stylesheet>
    StyleSheet,
    /// `<link rel=preload>`, with the [destination](SpeculativeFetch::destination) that `as` gives.
    ///
    /// <https://html.spec.whatwg.org/#link-type-preload>
    Preload,
    /// `<link rel=modulepreload>`.
    ///
    /// <https://html.spec.whatwg.org/#link-type-modulepreload>
    ModulePreload,
    /// `<link rel=prefetch>`: a resource for a later navigation, of low priority.
    ///
    /// <https://html.spec.whatwg.org/#link-type-prefetch>
    Prefetch,
    /// `<link rel=preconnect>`: a connection to the origin of the URL, which is not fetched.
    ///
    /// <https://html.spec.whatwg.org/#link-type-preconnect>
    Preconnect,
    /// `<link rel=dns-prefetch>`: the address of the host of the URL, which is not fetched.
    ///
    /// <https://html.spec.whatwg.org/#link-type-dns-prefetch>
    DnsPrefetch,
    /// An image of an `img`, an `<input type=image>` or an SVG `image`. With `loading=lazy` and
    /// scripting, an `img` fetches it only when it is about to be seen.
    ///
    /// <https://html.spec.whatwg.org/#update-the-image-data>
    Image,
    /// The `poster` of a `video`.
    ///
    /// <https://html.spec.whatwg.org/#poster-frame>
    VideoPoster,
}

impl FetchKind {
    /// Returns the name of the variant in lowercase with hyphens, such as `"module-script"`, for
    /// use in data.
    pub fn as_str(self) -> &'static str {
        match self {
            FetchKind::Script => "script",
            FetchKind::ModuleScript => "module-script",
            FetchKind::StyleSheet => "style-sheet",
            FetchKind::Preload => "preload",
            FetchKind::ModulePreload => "module-preload",
            FetchKind::Prefetch => "prefetch",
            FetchKind::Preconnect => "preconnect",
            FetchKind::DnsPrefetch => "dns-prefetch",
            FetchKind::Image => "image",
            FetchKind::VideoPoster => "video-poster",
        }
    }
}

impl SpeculativeFetch {
    /// Returns the value of one of the [attributes](Self::attributes), if the element has it.
    pub fn attr(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(found, _)| *found == name)?;
        Some(&found.1)
    }

    /// Returns the images that the element offers by itself, regardless of
    /// [`sources`](Self::sources): the candidates of `srcset` or `imagesrcset`, and as the last one
    /// the [URL](Self::url), unless a candidate has the density 1 or a width. Empty if the resource
    /// is no image.
    ///
    /// ```
    /// use consomme::speculation::{Speculated, Speculation};
    /// use consomme::ParseOptions;
    ///
    /// let html = "<img src=soup.png srcset='soup-2x.png 2x, soup-3x.png 3x'>";
    /// let Some(Speculated::Fetch(image)) = Speculation::new(&ParseOptions::new(), html).next() else { panic!() };
    /// let urls: Vec<_> = image.candidates().iter().map(|candidate| candidate.url).collect();
    /// assert_eq!(urls, ["soup-2x.png", "soup-3x.png", "soup.png"]);
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#create-a-source-set>
    pub fn candidates(&self) -> Vec<ImageCandidate<'_>> {
        if self.destination != "image" {
            return Vec::new();
        }
        let mut candidates: Vec<_> =
            self.srcset().map(ImageCandidate::parse_srcset).into_iter().flatten().collect();
        let takes_default = |candidate: &ImageCandidate<'_>| {
            candidate.width.is_none() && candidate.density != Some(1.0)
        };
        if !self.url.is_empty() && candidates.iter().all(takes_default) {
            candidates.push(ImageCandidate { url: &self.url, width: None, density: None });
        }
        candidates
    }

    /// Whether several images are offered, so that it is not known here which one is fetched.
    pub(super) fn has_choice(&self) -> bool {
        !self.sources.is_empty() || self.srcset().is_some_and(has_candidates)
    }

    /// Returns the attribute that offers images.
    fn srcset(&self) -> Option<&str> {
        match self.kind {
            FetchKind::Image => self.attr("srcset"),
            FetchKind::Preload if self.destination == "image" => self.attr("imagesrcset"),
            _ => None,
        }
    }
}

/// A `source` element of a `picture` that offers images.
///
/// ```
/// use consomme::speculation::{Speculated, Speculation};
/// use consomme::ParseOptions;
///
/// let html = "<picture><source media='(width > 40em)' srcset='tureen.webp 2x'><img src=bowl.png></picture>";
/// let Some(Speculated::Fetch(image)) = Speculation::new(&ParseOptions::new(), html).next() else { panic!() };
/// let source = &image.sources[0];
/// assert_eq!(source.media(), Some("(width > 40em)"));
/// let tureen = source.candidates().next().unwrap();
/// assert_eq!((tureen.url, tureen.density), ("tureen.webp", Some(2.0)));
/// ```
///
/// <https://html.spec.whatwg.org/#the-source-element>
// Shared by all images of a `picture`, so that the findings take linear space.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PictureSource(Arc<SourceAttributes>);

/// The attributes of a `source` element.
#[derive(PartialEq, Eq, Hash, Debug)]
struct SourceAttributes {
    srcset: String,
    sizes: Option<String>,
    media: Option<String>,
    mime_type: Option<String>,
}

impl PictureSource {
    pub(super) fn new(
        srcset: &str,
        sizes: Option<&str>,
        media: Option<&str>,
        mime_type: Option<&str>,
    ) -> Self {
        PictureSource(Arc::new(SourceAttributes {
            srcset: srcset.to_owned(),
            sizes: sizes.map(str::to_owned),
            media: media.map(str::to_owned),
            mime_type: mime_type.map(str::to_owned),
        }))
    }

    /// Returns the attribute `srcset`.
    pub fn srcset(&self) -> &str {
        &self.0.srcset
    }

    /// Returns the attribute `sizes`: the width that the image will have.
    pub fn sizes(&self) -> Option<&str> {
        self.0.sizes.as_deref()
    }

    /// Returns the attribute `media`: the media query list that must match.
    pub fn media(&self) -> Option<&str> {
        self.0.media.as_deref()
    }

    /// Returns the attribute `type`: the MIME type that must be supported.
    pub fn mime_type(&self) -> Option<&str> {
        self.0.mime_type.as_deref()
    }

    /// Returns the images that `srcset` offers. There is at least one.
    pub fn candidates(&self) -> impl Iterator<Item = ImageCandidate<'_>> {
        ImageCandidate::parse_srcset(&self.0.srcset)
    }
}
