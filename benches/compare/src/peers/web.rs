//! The metadata of a page, its links with their texts and addresses, and the text of its body, from
//! text.
//!
//! No other crate forms tables with their header cells, fills in forms or has microdata by the
//! standard's rules: table-extract reads the first table without spans, srcset-parse finds the
//! candidates of a value with a regular expression, linkify looks for addresses in text. They do
//! not do the same, so that a ratio would say nothing.

use consomme_web::{Metadata, PageUrl, UrlKind, metadata, urls};
use webpage::HTML;

use crate::pages::Page;
use crate::peer::Peer;

const ADDRESS: &str = "https://example.com/";

/// The findings in a page.
pub struct Found {
    metadata: Metadata,
    /// The text and the address of each link.
    links: Vec<(String, String)>,
    #[expect(dead_code, reason = "it is made, as the other one makes it")]
    text: String,
}

pub enum Consomme {}

impl<'p> Peer<'p> for Consomme {
    type Input = &'p str;
    type Output = Found;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> Found {
        let document = ::consomme::parse_str(*text);
        let page = PageUrl::new(&document, ADDRESS).expect("it is absolute");
        let links = urls(&document).filter(|used| used.kind == UrlKind::Hyperlink);
        let links =
            links.filter_map(|used| Some((used.element.text_content(), used.resolve(&page)?)));
        Found {
            links: links.collect(),
            metadata: metadata(&document, &page),
            text: document.body().map(|body| body.text_content()).unwrap_or_default(),
        }
    }

    fn count(found: &Found) -> usize {
        found.links.len() + usize::from(found.metadata.title.is_some())
    }
}

pub enum Webpage {}

impl<'p> Peer<'p> for Webpage {
    type Input = String;
    type Output = HTML;

    fn input(page: &'p Page) -> String {
        page.text.clone()
    }

    fn run(text: &mut String) -> HTML {
        HTML::from_string(std::mem::take(text), Some(ADDRESS.to_owned())).expect("it is in memory")
    }

    fn count(html: &HTML) -> usize {
        html.links.len() + usize::from(html.title.is_some())
    }
}
