//! When, by whom and where a page was published: facts that pages write in many ways.

use std::collections::HashSet;

use consomme::ElementRef;

use super::json_ld;
use crate::text::strip_and_collapse;

/// The facts that one kind of source has.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) published: Option<String>,
    pub(super) modified: Option<String>,
    pub(super) authors: Vec<String>,
    pub(super) site_name: Option<String>,
}

impl Facts {
    /// Adds an author, unless it is the address of one, or there already.
    pub(super) fn add_author(&mut self, name: &str) {
        let name = strip_and_collapse(name);
        let is_address = name.contains("://") || name.is_empty();
        if !is_address && self.authors.len() < MAX_AUTHORS && !self.authors.contains(&name) {
            self.authors.push(name);
        }
    }
}

/// More names are no list of authors, and each is compared with those before it.
const MAX_AUTHORS: usize = 64;

/// The facts of a page by source. Later sources count where earlier ones say nothing.
#[derive(Debug, Default)]
pub(super) struct Publication {
    json_ld: Facts,
    open_graph: Facts,
    names: Facts,
    microdata: Facts,
    html: Facts,
    publisher: Option<String>,
    /// Whether an `article` has begun.
    is_in_article: bool,
    /// The facts for which the text of an element was read: only once for each, because elements in
    /// each other have their texts in common.
    read: HashSet<&'static str>,
}

impl Publication {
    /// Reads the text of a script with JSON-LD.
    pub(super) fn add_json_ld(&mut self, text: &str) {
        let (facts, publisher) = json_ld::facts(text);
        let found = &mut self.json_ld;
        set(&mut found.published, facts.published);
        set(&mut found.modified, facts.modified);
        set(&mut found.site_name, facts.site_name);
        if found.authors.is_empty() {
            found.authors = facts.authors;
        }
        set(&mut self.publisher, publisher);
    }

    /// Reads a `meta` element: its name or property in lowercase, and its content.
    pub(super) fn add_meta(&mut self, name: &str, content: &str) {
        let content = strip_and_collapse(content);
        if content.is_empty() {
            return;
        }
        match name {
            "article:published_time" => set(&mut self.open_graph.published, Some(content)),
            "article:modified_time" | "og:updated_time" => {
                set(&mut self.open_graph.modified, Some(content));
            }
            "article:author" => self.open_graph.add_author(&content),
            "og:site_name" => set(&mut self.open_graph.site_name, Some(content)),
            "date" | "dc.date" | "dc.date.issued" | "dcterms.date" | "dcterms.issued"
            | "dcterms.created" | "pubdate" | "publish-date" | "parsely-pub-date" => {
                set(&mut self.names.published, Some(content));
            }
            "last-modified" | "dcterms.modified" => set(&mut self.names.modified, Some(content)),
            "author" | "dc.creator" | "dcterms.creator" | "parsely-author" => {
                self.names.add_author(&content);
            }
            "application-name" => set(&mut self.names.site_name, Some(content)),
            _ => {}
        }
    }

    /// Reads an element of the page, in tree order.
    pub(super) fn add_element(&mut self, element: ElementRef<'_>) {
        self.is_in_article |= element.is_html("article");
        if let Some(properties) = element.attr("itemprop") {
            for property in properties.split_ascii_whitespace() {
                self.add_property(element, property);
            }
        }
        let is_link = element.is_html("a") || element.is_html("link");
        let mut rel = element.attr("rel").unwrap_or("").split_ascii_whitespace();
        if is_link
            && rel.any(|keyword| keyword.eq_ignore_ascii_case("author"))
            && self.read.insert("rel=author")
        {
            self.html.add_author(element.attr("title").unwrap_or(&element.inner_text()));
        }
        if element.is_html("time") && (self.is_in_article || element.has_attr("pubdate")) {
            set(&mut self.html.published, element.attr("datetime").map(strip_and_collapse));
        }
    }

    fn add_property(&mut self, element: ElementRef<'_>, property: &str) {
        let known = ["datePublished", "dateModified", "author"];
        let Some(property) = known.into_iter().find(|known| *known == property) else { return };
        if !self.read.insert(property) {
            return;
        }
        let found = &mut self.microdata;
        let value = element.attr("content").or_else(|| element.attr("datetime"));
        let value = value.map_or_else(|| element.inner_text(), str::to_owned);
        let value = Some(strip_and_collapse(&value)).filter(|value| !value.is_empty());
        match property {
            "datePublished" => found.published = value,
            "dateModified" => found.modified = value,
            _ => {
                let is_name = |inner: &ElementRef<'_>| inner.attr("itemprop") == Some("name");
                let name = element.descendant_elements().find(is_name).map(|inner| {
                    inner.attr("content").map_or_else(|| inner.inner_text(), str::to_owned)
                });
                found.add_author(&name.or(value).unwrap_or_default());
            }
        }
    }

    /// Returns the facts, each from the first source that has it.
    pub(super) fn into_facts(self) -> Facts {
        let mut found = Facts::default();
        for source in [self.json_ld, self.open_graph, self.names, self.microdata, self.html] {
            set(&mut found.published, source.published);
            set(&mut found.modified, source.modified);
            set(&mut found.site_name, source.site_name);
            if found.authors.is_empty() {
                found.authors = source.authors;
            }
        }
        set(&mut found.site_name, self.publisher);
        found
    }
}

fn set(fact: &mut Option<String>, value: Option<String>) {
    if fact.is_none() {
        *fact = value.filter(|value| !value.is_empty());
    }
}
