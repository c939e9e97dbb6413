//! The whole metadata of a page.

use consomme::urls::parse_refresh;
use consomme::{Document, ElementRef};

use super::graph::{self, GraphProperty};
use super::links::{Alternate, Feed, Icon, announced};
use super::publication::{Facts, Publication};
use super::robots::Robots;
use super::viewport::{Viewport, parse_viewport};
use crate::page_url::PageUrl;
use crate::text::strip;

/// The metadata of a page, from [`metadata`]. URLs are resolved, except in `open_graph`, `twitter`
/// and `json_ld`, where they are as written.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Metadata {
    /// The title, without whitespace around it.
    pub title: Option<String>,
    /// The first `<meta name=description>`.
    pub description: Option<String>,
    /// When the page was published, as written: mostly a date of ISO 8601. The first of these that is
    /// there:
    ///
    /// | source | published | modified | authors | site |
    /// |---|---|---|---|---|
    /// | JSON-LD | `datePublished` | `dateModified` | `author`, `creator` | the `name` of a `WebSite` |
    /// | OpenGraph | `article:published_time` | `article:modified_time`, `og:updated_time` | `article:author` | `og:site_name` |
    /// | `meta` by name | `date`, `dc.date`, `dcterms.issued` and others | `last-modified`, `dcterms.modified` | `author`, `dc.creator` and others | `application-name` |
    /// | microdata, the first element | `datePublished` | `dateModified` | `author` | |
    /// | HTML | the first `time` in or after an `article`, or with `pubdate` | | the first `rel=author` | |
    /// | JSON-LD | | | | the `name` of the `publisher` |
    pub published: Option<String>,
    /// When the page was last modified, as written, from the sources of
    /// [`published`](Self::published).
    pub modified: Option<String>,
    /// The names of the authors, from the first of the sources of [`published`](Self::published)
    /// that has any. Addresses are left out.
    pub authors: Vec<String>,
    /// The name of the site, from the sources of [`published`](Self::published).
    pub site_name: Option<String>,
    /// The language of the document element, or the one that `<meta http-equiv=content-language>`
    /// sets.
    pub language: Option<String>,
    /// The preferred URL of the page: the first `<link rel=canonical>`.
    pub canonical: Option<String>,
    /// Other versions of the page, such as translations.
    pub alternates: Vec<Alternate>,
    /// The feeds that the page announces.
    pub feeds: Vec<Feed>,
    /// The icons of the page.
    pub icons: Vec<Icon>,
    /// The manifest of the web application: the first `<link rel=manifest>`.
    pub manifest: Option<String>,
    /// The version of the page in AMP: the first `<link rel=amphtml>`.
    pub amp: Option<String>,
    /// The properties of OpenGraph, in order.
    pub open_graph: Vec<GraphProperty>,
    /// The properties of the Twitter card, in order.
    pub twitter: Vec<GraphProperty>,
    /// The texts of `<script type=application/ld+json>`, which may not be valid JSON.
    pub json_ld: Vec<String>,
    /// The rules for crawlers.
    pub robots: Vec<Robots>,
    /// The viewport: the last `<meta name=viewport>`.
    pub viewport: Option<Viewport>,
    /// The colors of the page for the browser around it.
    pub theme_colors: Vec<ThemeColor>,
    /// Where the page goes after a time: the first refresh that has an effect.
    pub refresh: Option<TimedRefresh>,
    /// All `meta` elements with a name, in order: the name in lowercase and the content.
    pub names: Vec<(String, String)>,
}

/// A color of the page for the browser around it.
///
/// <https://html.spec.whatwg.org/#meta-theme-color>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ThemeColor {
    /// The color in CSS, as written. It is not checked.
    pub color: String,
    /// The media query for which it is meant.
    pub media: Option<String>,
}

/// Where the page goes after a time.
///
/// <https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TimedRefresh {
    /// The time in seconds.
    pub seconds: u64,
    /// The URL, resolved.
    pub url: String,
}

/// Returns the metadata of a page.
///
/// Takes time linear in the size of the page.
///
/// ```
/// use consomme_web::{PageUrl, metadata};
///
/// let html = r#"<html lang=en><title>Leek soup</title>
///     <link rel=canonical href=/soups/leek>
///     <link rel=alternate type=application/rss+xml href=/feed title=Soups>
///     <meta property=og:image content=leek.png><meta property=og:image:width content=600>"#;
/// let document = consomme::parse_str(html);
/// let page = PageUrl::new(&document, "https://example.com/s?id=1").unwrap();
/// let about = metadata(&document, &page);
/// assert_eq!(about.title.as_deref(), Some("Leek soup"));
/// assert_eq!(about.canonical.as_deref(), Some("https://example.com/soups/leek"));
/// assert_eq!(about.feeds[0].url, "https://example.com/feed");
/// assert_eq!(about.open_graph[0].value, "leek.png");
/// assert_eq!(about.open_graph[0].details, [("width".to_owned(), "600".to_owned())]);
/// ```
#[must_use]
pub fn metadata(document: &Document, page: &PageUrl) -> Metadata {
    let mut found = Metadata {
        title: document.title().map(|title| title.trim().to_owned()),
        ..Metadata::default()
    };
    // "pragma-set default language": the last one that has an effect.
    let mut default_language = None;
    let mut publication = Publication::default();
    for element in document.descendant_elements() {
        publication.add_element(element);
        if element.is_html("meta") {
            found.add_meta(element, page, &mut publication);
            default_language = content_language(element).or(default_language);
        } else if element.is_html("link") {
            found.add_link(element, page);
        } else if element.is_html("script") && is_json_ld(element) {
            let text = element.text_content();
            publication.add_json_ld(&text);
            found.json_ld.push(text);
        }
    }
    let root = document.document_element();
    let language = root.and_then(|root| root.attr("lang")).or(default_language);
    found.language = language.filter(|tag| !tag.is_empty()).map(str::to_owned);
    let Facts { published, modified, authors, site_name } = publication.into_facts();
    Metadata { published, modified, authors, site_name, ..found }
}

impl Metadata {
    fn add_meta(&mut self, element: ElementRef<'_>, page: &PageUrl, publication: &mut Publication) {
        let Some(content) = element.attr("content") else { return };
        let is_pragma = |value: &str| value.eq_ignore_ascii_case("refresh");
        if self.refresh.is_none() && element.attr("http-equiv").is_some_and(is_pragma) {
            self.refresh = timed_refresh(content, page);
        }
        if let Some(name) = element.attr("name") {
            self.add_name(element, strip(name).to_ascii_lowercase(), content);
        }
        // OpenGraph has `property`, Twitter cards have `name`, and pages have either.
        let property = element.attr("property").or_else(|| element.attr("name")).unwrap_or("");
        for name in property.split_ascii_whitespace() {
            let name = name.to_ascii_lowercase();
            publication.add_meta(&name, content);
            if graph::is_twitter(&name) {
                graph::add(&mut self.twitter, name, content);
            } else if graph::is_open_graph(&name) {
                graph::add(&mut self.open_graph, name, content);
            }
        }
    }

    fn add_name(&mut self, element: ElementRef<'_>, name: String, content: &str) {
        match &*name {
            "description" if self.description.is_none() => {
                self.description = Some(strip(content).to_owned());
            }
            "viewport" => self.viewport = Some(parse_viewport(content)),
            "theme-color" => {
                let media = element.attr("media").map(str::to_owned);
                self.theme_colors.push(ThemeColor { color: strip(content).to_owned(), media });
            }
            _ => self.robots.extend(Robots::of(&name, content)),
        }
        self.names.push((name, content.to_owned()));
    }

    fn add_link(&mut self, element: ElementRef<'_>, page: &PageUrl) {
        let Some(announced) = announced(element, page) else { return };
        self.canonical = self.canonical.take().or(announced.canonical);
        self.manifest = self.manifest.take().or(announced.manifest);
        self.amp = self.amp.take().or(announced.amp);
        self.alternates.extend(announced.alternate);
        self.feeds.extend(announced.feed);
        self.icons.extend(announced.icon);
    }
}

/// Returns where a refresh goes. `None` if it has no effect.
///
/// <https://html.spec.whatwg.org/#shared-declarative-refresh-steps>
fn timed_refresh(content: &str, page: &PageUrl) -> Option<TimedRefresh> {
    let refresh = parse_refresh(content)?;
    let url = match refresh.url {
        // "If urlRecord's scheme is "javascript", then return."
        Some(url) => page.join(url).filter(|url| !url.starts_with("javascript:"))?,
        None => page.address().to_owned(),
    };
    Some(TimedRefresh { seconds: refresh.seconds, url })
}

/// Returns the language that a `meta` element sets.
///
/// <https://html.spec.whatwg.org/#attr-meta-http-equiv-content-language>
fn content_language<'a>(element: ElementRef<'a>) -> Option<&'a str> {
    let is_pragma = |value: &str| value.eq_ignore_ascii_case("content-language");
    let content = element.attr("content")?;
    // "If the element's content attribute contains a U+002C COMMA character (,), then return."
    let is_single = element.attr("http-equiv").is_some_and(is_pragma) && !content.contains(',');
    content.split_ascii_whitespace().next().filter(|_| is_single)
}

/// Whether a script holds JSON-LD.
///
/// <https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents>
fn is_json_ld(script: ElementRef<'_>) -> bool {
    let essence = script.attr("type").unwrap_or("").split(';').next().unwrap_or("");
    strip(essence).eq_ignore_ascii_case("application/ld+json")
}
