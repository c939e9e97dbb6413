//! The facts that a page states about itself.
//!
//! - `mod.rs`: the facts with the place that each came from
//! - `json_ld.rs`: the objects of JSON-LD
//! - `products.rs`: products
//! - `scripted.rs`: pages that scripts fill, and texts in their data

mod json_ld;
mod products;
mod scripted;

use consomme::{Document, ElementRef};
use consomme_web::{Metadata, PageUrl, metadata};

use json_ld::Object;

pub use products::Product;
pub(crate) use products::products;
pub use scripted::{Substitute, SubstitutePlace};
pub(crate) use scripted::{needs_scripts, substitute};

/// The place in a page that a fact came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FactPlace {
    /// JSON-LD, in a script.
    JsonLd,
    /// A `meta` element with a property of OpenGraph, such as `og:title`.
    OpenGraph,
    /// A `meta` element with a name of a Twitter card, such as `twitter:image`.
    Twitter,
    /// A `meta` element with another name.
    Meta,
    /// A `link` element, such as the canonical address.
    Link,
    /// The `title` element.
    Title,
    /// An `h1`, in the main content or as a part of the title.
    Heading,
    /// The attribute `lang` of the document element.
    Language,
    /// The markup of the page: microdata, `rel=author`, or a `time` element.
    Markup,
}

impl FactPlace {
    /// Returns the name in small letters, such as `"json-ld"`.
    pub fn as_str(self) -> &'static str {
        match self {
            FactPlace::JsonLd => "json-ld",
            FactPlace::OpenGraph => "open-graph",
            FactPlace::Twitter => "twitter",
            FactPlace::Meta => "meta",
            FactPlace::Link => "link",
            FactPlace::Title => "title",
            FactPlace::Heading => "heading",
            FactPlace::Language => "language",
            FactPlace::Markup => "markup",
        }
    }
}

/// A value, and the place that it came from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Fact {
    /// The value as it is written, without whitespace around it.
    pub value: String,
    /// The place that it came from.
    pub place: FactPlace,
}

/// The facts that a page states about itself, from [`Extraction::facts`](crate::Extraction::facts).
///
/// ```
/// use consomme_extract::FactPlace;
///
/// let page = "<html lang=en><title>Stock · Soups</title><meta property=og:title content=Stock>\
///     <meta name=author content=Ann><meta property=article:published_time content=2026-01-02>";
/// let document = consomme::parse_str(page);
/// let facts = consomme_extract::extract(&document).facts();
/// let title = facts.title.unwrap();
/// assert_eq!((title.value.as_str(), title.place), ("Stock", FactPlace::OpenGraph));
/// assert_eq!(facts.authors[0].value, "Ann");
/// assert_eq!(facts.published.unwrap().value, "2026-01-02");
/// assert_eq!(facts.language.unwrap().place, FactPlace::Language);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Facts {
    /// The title, without the name of the site if the page has it so somewhere.
    pub title: Option<Fact>,
    /// The names of the authors.
    pub authors: Vec<Fact>,
    /// When it was published, as written: mostly a date of ISO 8601.
    pub published: Option<Fact>,
    /// When it was last modified, as written.
    pub modified: Option<Fact>,
    /// The name of the site.
    pub site: Option<Fact>,
    /// A short description.
    pub description: Option<Fact>,
    /// The language, as a tag such as `en-GB`.
    pub language: Option<Fact>,
    /// The address of an image.
    pub image: Option<Fact>,
    /// The preferred address of the page.
    pub canonical: Option<Fact>,
}

/// Returns the facts of a page. `heading` is the text of the first `h1` in its main content.
pub(crate) fn facts(document: &Document, heading: Option<&str>, address: Option<&str>) -> Facts {
    let base = address.and_then(|address| PageUrl::new(document, address));
    // Only absolute addresses resolve without one.
    let page = base.clone().or_else(|| PageUrl::new(document, "about:blank"));
    let about = page.map(|page| metadata(document, &page)).unwrap_or_default();
    let objects = json_ld::objects(&about.json_ld);
    let reader = Reader { document, about: &about, objects: &objects, base };
    Facts {
        title: reader.title(heading),
        authors: reader.authors(),
        published: reader.date("datePublished", "article:published_time", &about.published),
        modified: reader.date("dateModified", "article:modified_time", &about.modified),
        site: reader.site(),
        description: reader.description(),
        language: reader.language(),
        image: reader.image(),
        canonical: reader.canonical(),
    }
}

struct Reader<'r> {
    document: &'r Document,
    about: &'r Metadata,
    objects: &'r [Object],
    base: Option<PageUrl>,
}

impl Reader<'_> {
    fn title(&self, heading: Option<&str>) -> Option<Fact> {
        let heading = heading.and_then(|heading| fact(heading, FactPlace::Heading));
        self.article("headline")
            .or_else(|| self.graph("og:title"))
            .or(heading)
            .or_else(|| self.heading_in_title())
            .or_else(|| fact(self.about.title.as_deref()?, FactPlace::Title))
    }

    /// Returns the first `h1`, if it is a part of the title, which often names the site as well.
    fn heading_in_title(&self) -> Option<Fact> {
        let title = self.about.title.as_deref()?;
        let heading = self.document.descendant_elements().find(|it| it.name() == "h1")?;
        let text = heading.as_node().inner_text();
        let text = text.trim();
        if !text.is_empty() && title.contains(text) { fact(text, FactPlace::Heading) } else { None }
    }

    fn authors(&self) -> Vec<Fact> {
        let mut names = Vec::new();
        for object in self.objects.iter().filter(|object| object.is_article()) {
            names.extend(object.names("author"));
        }
        let place = if names.is_empty() { self.place_of_authors() } else { FactPlace::JsonLd };
        if names.is_empty() {
            names.clone_from(&self.about.authors);
        }
        names.iter().filter_map(|name| fact(name, place)).collect()
    }

    /// Returns where the authors of the metadata come from.
    fn place_of_authors(&self) -> FactPlace {
        let Some(first) = self.about.authors.first() else { return FactPlace::Markup };
        let is_first = |(_, value): &&(String, String)| value.trim() == first;
        match self.about.names.iter().find(is_first) {
            _ if self.about.open_graph.iter().any(|other| other.value.trim() == first) => {
                FactPlace::OpenGraph
            }
            Some(_) => FactPlace::Meta,
            None if self.objects.iter().any(|object| object.names("author").contains(first)) => {
                FactPlace::JsonLd
            }
            None => FactPlace::Markup,
        }
    }

    /// Returns a date by its name in JSON-LD and in OpenGraph, or the one of the metadata.
    fn date(&self, name: &str, property: &str, found: &Option<String>) -> Option<Fact> {
        let value = found.as_deref()?;
        let is_value = |fact: Option<Fact>| fact.is_some_and(|fact| fact.value == value.trim());
        let place = if self.objects.iter().any(|object| is_value(object.fact(name))) {
            FactPlace::JsonLd
        } else if is_value(self.graph(property)) || is_value(self.graph("og:updated_time")) {
            FactPlace::OpenGraph
        } else if self.about.names.iter().any(|(_, other)| other.trim() == value) {
            FactPlace::Meta
        } else {
            FactPlace::Markup
        };
        fact(value, place)
    }

    fn site(&self) -> Option<Fact> {
        let value = self.about.site_name.as_deref()?;
        let is_value = |name| self.graph(name).is_some_and(|fact| fact.value == value.trim());
        let place = match self.name("application-name", FactPlace::Meta) {
            _ if is_value("og:site_name") => FactPlace::OpenGraph,
            Some(fact) if fact.value == value.trim() => FactPlace::Meta,
            _ => FactPlace::JsonLd,
        };
        fact(value, place)
    }

    fn description(&self) -> Option<Fact> {
        self.name("description", FactPlace::Meta)
            .or_else(|| self.graph("og:description"))
            .or_else(|| self.name("twitter:description", FactPlace::Twitter))
            .or_else(|| self.article("description"))
    }

    fn language(&self) -> Option<Fact> {
        let of_root = self.document.document_element().and_then(|root| root.attr("lang"));
        of_root
            .and_then(|language| fact(language, FactPlace::Language))
            .or_else(|| fact(self.about.language.as_deref()?, FactPlace::Meta))
            .or_else(|| self.graph("og:locale"))
    }

    fn image(&self) -> Option<Fact> {
        let found = self
            .graph("og:image")
            .or_else(|| self.name("twitter:image", FactPlace::Twitter))
            .or_else(|| self.objects.iter().find_map(|object| object.address("image")));
        found.map(|found| self.resolved(found))
    }

    fn canonical(&self) -> Option<Fact> {
        let is_canonical = |element: &ElementRef<'_>| {
            element.is_html("link")
                && element.attr("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"))
        };
        let link = self.document.descendant_elements().find(is_canonical);
        let link = link.and_then(|link| fact(link.attr("href")?, FactPlace::Link));
        link.or_else(|| self.graph("og:url")).map(|found| self.resolved(found))
    }

    /// Returns a text of the first article in JSON-LD that has it.
    fn article(&self, name: &str) -> Option<Fact> {
        let mut articles = self.objects.iter().filter(|object| object.is_article());
        articles.find_map(|object| object.fact(name))
    }

    fn graph(&self, name: &str) -> Option<Fact> {
        let property = self.about.open_graph.iter().find(|property| property.name == name)?;
        fact(&property.value, FactPlace::OpenGraph)
    }

    fn name(&self, name: &str, place: FactPlace) -> Option<Fact> {
        let (_, value) = self.about.names.iter().find(|(other, _)| other == name)?;
        fact(value, place)
    }

    fn resolved(&self, mut found: Fact) -> Fact {
        if let Some(address) = self.base.as_ref().and_then(|base| base.join(&found.value)) {
            found.value = address;
        }
        found
    }
}

/// Returns a value with its place. `None` if it is empty.
fn fact(value: &str, place: FactPlace) -> Option<Fact> {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    (!value.is_empty()).then_some(Fact { value, place })
}
