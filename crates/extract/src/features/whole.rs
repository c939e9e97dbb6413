//! Features of the whole page, and the words that tell its kind.

use consomme::sink::known_names as known;
use consomme::{Document, ElementRef, steps};

use super::chain::Chain;
use super::stated::Stated;
use super::words::words;
use super::{Sink, Sums, share};
use crate::model::{self, Kinds};
use crate::page::{Page, Tag, start_of};

/// The facts of a whole page.
pub(crate) struct Whole {
    /// The words of its title and its descriptions.
    pub(super) stated: Stated,
    /// The numbers that tell the kind.
    #[cfg(feature = "_fit")]
    values: Vec<(&'static str, f32)>,
    /// The probability of each kind.
    pub(crate) kinds: Kinds,
}

/// The statements of the head of a page, and of its scripts with data.
#[derive(Default)]
struct Head {
    address: String,
    title: String,
    description: String,
    /// The value of `og:type`.
    graph_type: String,
    generator: String,
    /// The values of `@type` in JSON-LD.
    types: Vec<String>,
}

/// A list of words in JSON-LD, with the name of their feature.
const TYPES: [(&str, &[&str]); 7] = [
    ("ld_article", &["article", "newsarticle", "blogposting", "report"]),
    ("ld_product", &["product", "productgroup"]),
    ("ld_list", &["itemlist", "collectionpage", "offercatalog"]),
    ("ld_forum", &["discussionforumposting", "qapage", "question", "comment"]),
    ("ld_service", &["service", "localbusiness", "professionalservice", "faqpage"]),
    ("ld_tech", &["techarticle", "howto", "apireference"]),
    ("ld_offer", &["offer", "aggregateoffer"]),
];

/// The elements that are counted.
const COUNTED: [(&str, Tag); 13] = [
    ("pg_articles", Tag::Article),
    ("pg_mains", Tag::Main),
    ("pg_code", Tag::Code),
    ("pg_tables", Tag::Table),
    ("pg_forms", Tag::Form),
    ("pg_times", Tag::Time),
    ("pg_h1", Tag::Heading(1)),
    ("pg_h2", Tag::Heading(2)),
    ("pg_h3", Tag::Heading(3)),
    ("pg_dl", Tag::DefinitionList),
    ("pg_sections", Tag::Section),
    ("pg_quotes", Tag::Quote),
    ("pg_controls", Tag::Control),
];

/// The elements whose part of the text counts.
const PARTS: [(&str, Tag); 5] = [
    ("pg_in_main", Tag::Main),
    ("pg_in_article", Tag::Article),
    ("pg_in_list", Tag::List),
    ("pg_in_p", Tag::Paragraph),
    ("pg_in_table", Tag::Table),
];

impl Whole {
    pub(super) fn new(document: &Document, page: &Page<'_>, sums: &Sums, chains: &[Chain]) -> Self {
        let head = Head::new(document, page);
        let mut values = Vec::with_capacity(64);
        put_counts(page, sums, &mut values);
        put_parts(page, sums, chains, &mut values);
        for (name, types) in TYPES {
            let count = head.types.iter().filter(|found| types.contains(&found.as_str())).count();
            values.push((name, count.min(20) as f32));
        }
        for (name, wanted) in
            [("og_article", "article"), ("og_product", "product"), ("og_website", "website")]
        {
            values.push((name, f32::from(u8::from(head.graph_type.contains(wanted)))));
        }
        let mut kind = model::kind();
        for (name, value) in &values {
            kind.number(name, *value);
        }
        head.words(document, |word| kind.word(word));
        Whole {
            stated: Stated::new(&head.title, &head.description),
            kinds: kind.finish(),
            #[cfg(feature = "_fit")]
            values,
        }
    }

    /// Puts the probabilities of the kinds.
    pub(crate) fn put(&self, sink: &mut impl Sink) {
        const NAMES: [&str; 7] = [
            "k_article",
            "k_collection",
            "k_documentation",
            "k_forum",
            "k_listing",
            "k_product",
            "k_service",
        ];
        sink.put_same(NAMES, self.kinds);
    }

    /// Returns the numbers that tell the kind of a page.
    #[cfg(feature = "_fit")]
    pub(crate) fn kind_numbers(&self) -> &[(&'static str, f32)] {
        &self.values
    }

    /// Calls a function with the words that tell the kind of a page.
    #[cfg(feature = "_fit")]
    pub(crate) fn kind_words(document: &Document, page: &Page<'_>, each: impl FnMut(&str)) {
        Head::new(document, page).words(document, each);
    }
}

fn put_counts(page: &Page<'_>, sums: &Sums, values: &mut Vec<(&'static str, f32)>) {
    let total = sums.total();
    let blocks = page.blocks.len() as u32;
    values.push(("pg_chars", total.chars as f32));
    values.push(("pg_blocks", blocks as f32));
    values.push(("pg_links", share(total.linked, total.chars)));
    values.push(("pg_mean", share(total.chars, blocks)));
    values.push(("pg_currency", total.currency as f32));
    values.push(("pg_stops", share(total.stops, total.words)));
    values.push(("pg_digits", share(total.digits, total.chars)));
    values.push(("pg_images", page.blocks.iter().map(|block| block.images as f32).sum()));
    let counts = page.blocks.iter().map(|block| &block.counts);
    let long = counts.filter(|counts| counts.chars > 100 && counts.linked * 3 < counts.chars);
    let (mut longs, mut chars, mut longest) = (0, 0, 0);
    for counts in long {
        longs += 1;
        chars += counts.chars;
        longest = longest.max(counts.chars);
    }
    values.push(("pg_longs", longs as f32));
    values.push(("pg_long_share", share(chars, total.chars)));
    values.push(("pg_longest", longest as f32));
    for (name, tag) in COUNTED {
        values.push((name, page.tags[tag.number()] as f32));
    }
}

fn put_parts(
    page: &Page<'_>,
    sums: &Sums,
    chains: &[Chain],
    values: &mut Vec<(&'static str, f32)>,
) {
    let total = sums.total();
    for (name, tag) in PARTS {
        let blocks = page.blocks.iter().filter(|block| chains[block.inner].is_in(tag));
        let chars = blocks.map(|block| block.counts.unlinked()).sum();
        values.push((name, share(chars, total.unlinked())));
    }
    // The list with most text: boxes that are alike.
    let (mut same, mut same_chars) = (0, 0);
    for (page_box, chain) in page.boxes.iter().zip(chains) {
        let chars = sums.of(page_box.blocks.clone()).chars;
        if chain.same >= 4 && chars > 60 && chain.same.saturating_mul(chars) > same_chars {
            (same, same_chars) = (chain.same, chain.same.saturating_mul(chars));
        }
    }
    values.push(("pg_same", same as f32));
    values.push(("pg_same_share", share(same_chars, total.chars)));
}

impl Head {
    fn new(document: &Document, page: &Page<'_>) -> Self {
        let mut head = Head { title: document.title().unwrap_or_default(), ..Head::default() };
        for element in &page.data {
            steps::count(1);
            match element.element_name().local {
                known::SCRIPT
                    if element.attr("type").is_some_and(|kind| kind.contains("ld+json")) =>
                {
                    head.add_types(&element.text_content());
                }
                known::META => head.add_meta(*element),
                known::LINK
                    if element.attr("rel") == Some("canonical") && head.address.is_empty() =>
                {
                    element.attr("href").unwrap_or("").clone_into(&mut head.address);
                }
                _ => {}
            }
        }
        head
    }

    fn add_meta(&mut self, element: ElementRef<'_>) {
        let name = element.attr("property").or_else(|| element.attr("name")).unwrap_or("");
        let content = element.attr("content").unwrap_or("");
        match name {
            "description" | "og:description" | "twitter:description" => {
                self.description.push_str(content);
                self.description.push(' ');
            }
            "og:type" => self.graph_type = content.to_lowercase(),
            "og:url" if self.address.is_empty() => content.clone_into(&mut self.address),
            "generator" => {
                let first = words(content).next().map(|word| word.written.to_lowercase());
                self.generator = first.unwrap_or_default();
            }
            _ => {}
        }
    }

    /// Adds the values of `"@type": "…"` in JSON.
    fn add_types(&mut self, json: &str) {
        steps::count(json.len());
        for rest in json.split("\"@type\"").skip(1) {
            let value = rest.trim_start().strip_prefix(':').map(str::trim_start);
            let value = value.and_then(|value| value.strip_prefix('"'));
            let name = value.and_then(|value| value.split('"').next()).unwrap_or("");
            if !name.is_empty() && name.len() < 40 {
                self.types.push(name.to_lowercase());
            }
        }
    }

    /// Calls a function with each word that may tell the kind of the page, some several times.
    fn words(&self, document: &Document, mut each: impl FnMut(&str)) {
        let mut with = |prefix: &str, text: &str| {
            for word in text.split(|c: char| !c.is_ascii_alphabetic()) {
                if !word.is_empty() && word.len() < 24 {
                    each(&format!("{prefix}:{}", word.to_ascii_lowercase()));
                }
            }
        };
        let address = start_of(&self.address, 300);
        let address = address.split(['?', '#']).next().unwrap_or("");
        let (host, path) = match address.split_once("://") {
            Some((_, rest)) => rest.split_once('/').unwrap_or((rest, "")),
            None => ("", address),
        };
        with("host", host);
        let (parents, last) = path.trim_end_matches('/').rsplit_once('/').unwrap_or(("", path));
        with("path", parents);
        with("last", last);
        with("title", &self.title);
        for name in &self.types {
            with("ld", name);
        }
        with("og", &self.graph_type);
        with("gen", &self.generator);
        if let Some(body) = document.body() {
            super::attribute_words(body, |word| each(&format!("body:{word}")));
        }
        let segments = path.split('/').filter(|segment| !segment.is_empty()).count();
        each(&format!("segments:{}", segments.min(5)));
        each(&format!("hyphens:{}", last.matches('-').count().min(5)));
        each(if address.is_empty() { "address:none" } else { "address:some" });
    }
}
