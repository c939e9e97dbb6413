//! Resources that `link` elements announce: icons, feeds, other versions.

use consomme::ElementRef;

use crate::page_url::PageUrl;

/// Another version of the page: a `link` with `rel=alternate` that is no feed and no style sheet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Alternate {
    /// The URL, resolved.
    pub url: String,
    /// The language, such as `de-AT` or `x-default`.
    pub hreflang: Option<String>,
    /// The media query for which it is meant.
    pub media: Option<String>,
    /// The MIME type.
    pub content_type: Option<String>,
    /// The title.
    pub title: Option<String>,
}

/// A feed that the page announces.
///
/// <https://html.spec.whatwg.org/#rel-alternate>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Feed {
    /// The URL, resolved.
    pub url: String,
    /// The format, by its MIME type.
    pub kind: FeedKind,
    /// The title.
    pub title: Option<String>,
}

/// The format of a [`Feed`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FeedKind {
    /// `application/rss+xml`.
    Rss,
    /// `application/atom+xml`.
    Atom,
    /// `application/feed+json`, and `application/json`, which JSON Feed had first.
    Json,
    /// A feed whose type is not said: `rel=feed`.
    Unknown,
}

/// An icon of the page.
///
/// <https://html.spec.whatwg.org/#rel-icon>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Icon {
    /// The URL, resolved.
    pub url: String,
    /// The keyword of `rel` in lowercase: `icon`, `apple-touch-icon`, `mask-icon` or
    /// `apple-touch-icon-precomposed`.
    pub rel: String,
    /// The sizes that it has.
    pub sizes: Vec<IconSize>,
    /// The MIME type.
    pub content_type: Option<String>,
    /// The media query for which it is meant.
    pub media: Option<String>,
}

/// A size of an [`Icon`].
///
/// <https://html.spec.whatwg.org/#attr-link-sizes>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum IconSize {
    /// Any size, as in a vector graphic.
    Any,
    /// A width and a height, in pixels.
    Pixels(u32, u32),
}

impl IconSize {
    /// Parses a token of the attribute `sizes`: `any`, or two integers that do not begin with 0,
    /// with an `x` between them.
    fn parse(token: &str) -> Option<IconSize> {
        if token.eq_ignore_ascii_case("any") {
            return Some(IconSize::Any);
        }
        let (width, height) = token.split_once(['x', 'X'])?;
        let pixels = |digits: &str| {
            let is_integer = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_integer && !digits.starts_with('0'))
        };
        Some(IconSize::Pixels(pixels(width)?, pixels(height)?))
    }
}

/// The resource that a `link` element announces.
#[derive(Debug, Default)]
pub(super) struct Announced {
    pub(super) canonical: Option<String>,
    pub(super) manifest: Option<String>,
    pub(super) amp: Option<String>,
    pub(super) alternate: Option<Alternate>,
    pub(super) feed: Option<Feed>,
    pub(super) icon: Option<Icon>,
}

/// Returns the resource that a `link` element announces. `None` if its URL is missing, empty or not
/// valid.
pub(super) fn announced(link: ElementRef<'_>, page: &PageUrl) -> Option<Announced> {
    let attribute = |name| link.attr(name).map(|value| value.trim().to_owned());
    let rel = link.attr("rel").unwrap_or("").to_ascii_lowercase();
    let has = |keyword: &str| rel.split_ascii_whitespace().any(|token| token == keyword);
    let url = page.join(link.attr("href").filter(|href| !href.is_empty())?)?;
    let content_type = attribute("type").filter(|value| !value.is_empty());
    let essence = content_type.as_deref().unwrap_or("").split(';').next().unwrap_or("").trim();
    let kind = match &*essence.to_ascii_lowercase() {
        "application/rss+xml" => Some(FeedKind::Rss),
        "application/atom+xml" => Some(FeedKind::Atom),
        "application/feed+json" | "application/json" => Some(FeedKind::Json),
        _ => None,
    };
    let mut announced = Announced::default();
    if has("canonical") {
        announced.canonical = Some(url.clone());
    }
    if has("manifest") {
        announced.manifest = Some(url.clone());
    }
    if has("amphtml") {
        announced.amp = Some(url.clone());
    }
    let icons = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon"];
    if let Some(rel) = icons.into_iter().find(|keyword| has(keyword)) {
        let sizes = link.attr("sizes").unwrap_or("").split_ascii_whitespace();
        announced.icon = Some(Icon {
            url: url.clone(),
            rel: rel.to_owned(),
            sizes: sizes.filter_map(IconSize::parse).collect(),
            content_type: content_type.clone(),
            media: attribute("media"),
        });
    }
    match kind {
        Some(kind) if has("alternate") || has("feed") => {
            announced.feed = Some(Feed { url, kind, title: attribute("title") });
        }
        None if has("feed") => {
            let kind = FeedKind::Unknown;
            announced.feed = Some(Feed { url, kind, title: attribute("title") });
        }
        _ if has("alternate") && !has("stylesheet") => {
            announced.alternate = Some(Alternate {
                url,
                hreflang: attribute("hreflang"),
                media: attribute("media"),
                content_type,
                title: attribute("title"),
            });
        }
        _ => {}
    }
    Some(announced)
}
