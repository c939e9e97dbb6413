//! The contenders.
//!
//! Each has the settings with which it does least, as far as the result stays the same: no errors
//! collected, no positions, scripting off, where that can be chosen.

mod consomme;
mod html5ever;
mod others;
mod rewriters;
mod sanitizers;
mod streams;
mod web;
mod xpath;

use std::str::FromStr;

use anyhow::{Result, bail};

use crate::peer::{Contender, Task};

/// Every contender, in the order of the table.
pub const ALL: &[Contender] = &[
    Contender::new::<html5ever::Tree>("html5ever", "html5ever + rcdom", "html5ever", Task::Tree),
    Contender::new::<others::Scraper>("scraper", "scraper", "scraper", Task::Tree),
    Contender::new::<others::DomQuery>("dom_query", "dom_query", "dom_query", Task::Tree),
    Contender::new::<others::Xmloxide>("xmloxide", "xmloxide", "xmloxide", Task::Tree),
    Contender::new::<others::Html5Parser>(
        "html5-parser",
        "html5-parser",
        "html5-parser",
        Task::Tree,
    ),
    Contender::new::<consomme::Bytes>("consomme-bytes", "consomme, &[u8]", "consomme", Task::Tree),
    Contender::new::<consomme::Text>("consomme-str", "consomme, &str", "consomme", Task::Tree),
    Contender::new::<consomme::Owned>("consomme-vec", "consomme, Vec<u8>", "consomme", Task::Tree),
    Contender::new::<consomme::Shared>(
        "consomme-arc",
        "consomme, Arc<str>",
        "consomme",
        Task::Tree,
    ),
    Contender::new::<consomme::Recycled>(
        "consomme-recycled",
        "the same, recycled",
        "consomme",
        Task::Tree,
    ),
    Contender::new::<consomme::Accounting>(
        "consomme-all-on",
        "errors, positions on",
        "consomme",
        Task::Tree,
    ),
    Contender::new::<others::Tl>("tl", "tl", "tl", Task::OtherTree),
    Contender::new::<others::AstralTl>("astral-tl", "astral-tl", "astral-tl", Task::OtherTree),
    Contender::new::<streams::LolHtml>("lol_html", "lol_html", "lol_html", Task::Stream),
    Contender::new::<html5ever::Tokens>("html5ever-tokens", "html5ever", "html5ever", Task::Tokens),
    Contender::new::<streams::Html5gum>("html5gum", "html5gum", "html5gum", Task::Tokens),
    Contender::new::<consomme::Tokens>("consomme-tokens", "consomme", "consomme", Task::Tokens),
    Contender::new::<html5ever::Serialize>(
        "html5ever-serialize",
        "html5ever",
        "html5ever",
        Task::Serialize,
    ),
    Contender::new::<consomme::Serialize>(
        "consomme-serialize",
        "consomme",
        "consomme",
        Task::Serialize,
    ),
    Contender::new::<rewriters::LolHtml>("lol_html-rewrite", "lol_html", "lol_html", Task::Rewrite),
    Contender::new::<rewriters::Consomme>(
        "consomme-rewrite",
        "consomme",
        "consomme",
        Task::Rewrite,
    ),
    Contender::new::<sanitizers::Ammonia>("ammonia", "ammonia", "ammonia", Task::Sanitize),
    Contender::new::<sanitizers::Consomme>(
        "consomme-sanitize",
        "consomme",
        "consomme",
        Task::Sanitize,
    ),
    Contender::new::<xpath::Sxd>("sxd-xpath", "sxd-xpath", "sxd-xpath", Task::XPath),
    Contender::new::<xpath::Skyscraper>("skyscraper", "skyscraper", "skyscraper", Task::XPath),
    Contender::new::<xpath::Consomme>("consomme-xpath", "consomme", "consomme-xpath", Task::XPath),
    Contender::new::<web::Webpage>("webpage", "webpage", "webpage", Task::Page),
    Contender::new::<web::Consomme>("consomme-web", "consomme", "consomme-web", Task::Page),
];

/// Pairs whose ratio says something beyond that to the yardstick: the first over the second.
pub const PAIRS: &[(&str, &str)] =
    &[("consomme-bytes", "tl"), ("consomme-all-on", "consomme-bytes")];

/// Notes about figures that the table does not explain itself.
pub const NOTE: &str = "xmloxide always collects errors, html5-parser errors and positions; html5-parser, tl, \
    astral-tl, lol_html and the tokenizers read fragments as documents. Sanitizers read all as the content of a \
    `div`, each with its own default list of what it keeps. XPath: three expressions, over trees that are there, of the first 8 KB of each page. \
    Metadata: from text, the tree included.";

impl FromStr for Contender {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match ALL.iter().find(|contender| contender.name == name) {
            Some(contender) => Ok(*contender),
            None => bail!("no contender {name:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::UTF_8;

    use super::*;
    use crate::pages::Page;

    fn page(text: &str) -> Page {
        let bytes = text.as_bytes().to_vec();
        Page { bytes, text: String::from(text), encoding: UTF_8, is_fragment: false }
    }

    /// A ratio means something only if both do the same.
    #[test]
    fn those_with_one_task_do_the_same() {
        let page = page("<!DOCTYPE html><p>a<b>b<tr></b>c");
        let html = "<!DOCTYPE html><html><head></head><body><p>a<b>b</b>c</p></body></html>";
        for contender in ALL {
            let count = contender.count(&page);
            match contender.task {
                Task::Tree => assert_eq!(count, 9, "{}", contender.name),
                Task::Serialize => assert_eq!(count, html.len(), "{}", contender.name),
                Task::XPath | Task::Page => assert_eq!(count, 0, "{}", contender.name),
                Task::OtherTree | Task::Stream | Task::Tokens | Task::Rewrite | Task::Sanitize => {
                    assert!(count > 0, "{}", contender.name)
                }
            }
        }
    }

    #[test]
    fn expressions_find_the_same_nodes_and_pages_have_the_same_links() {
        let page = page(
            "<title>t</title><a href=/1>x</a><div class=x><p>1<p>2<b>x</b></div><div class=y><p>1<p>2</div>",
        );
        for contender in ALL {
            match contender.task {
                // The `href`, the second `p`, and the `a` and `b` with an x.
                Task::XPath => assert_eq!(contender.count(&page), 4, "{}", contender.name),
                // The title and the link.
                Task::Page => assert_eq!(contender.count(&page), 2, "{}", contender.name),
                _ => {}
            }
        }
    }

    /// Memory is compared per byte of input: a tree that borrows from the input has to count it.
    #[test]
    fn trees_count_their_text() {
        let page = page(&"<p>broth ".repeat(1000));
        for contender in
            ALL.iter().filter(|contender| matches!(contender.task, Task::Tree | Task::OtherTree))
        {
            let heap = contender.heap(&page);
            assert!(heap.live >= page.text.len() as i64, "{}: {heap:?}", contender.name);
            assert!(heap.peak >= heap.live, "{}: {heap:?}", contender.name);
        }
    }
}
