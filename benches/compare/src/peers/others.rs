//! Other parsers that build a tree. All of them read text.

use dom_query::Document as DomQueryDocument;
use scraper::Html;
use tl::VDom;
use xmloxide::html5::{Html5ParseOptions, parse_html5_with_options};

use crate::pages::Page;
use crate::peer::Peer;

/// html5ever into an arena.
pub enum Scraper {}

impl<'p> Peer<'p> for Scraper {
    type Input = &'p Page;
    type Output = Html;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> Html {
        if page.is_fragment {
            Html::parse_fragment(&page.text)
        } else {
            Html::parse_document(&page.text)
        }
    }

    fn count(html: &Html) -> usize {
        html.tree.root().descendants().count() - 1
    }
}

/// html5ever into an arena.
pub enum DomQuery {}

impl<'p> Peer<'p> for DomQuery {
    type Input = &'p Page;
    type Output = DomQueryDocument;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> DomQueryDocument {
        if page.is_fragment {
            DomQueryDocument::fragment(page.text.as_str())
        } else {
            DomQueryDocument::from(page.text.as_str())
        }
    }

    fn count(document: &DomQueryDocument) -> usize {
        document.root().descendants_it().count()
    }
}

/// A tree of its own, by the standard; errors are always collected.
pub enum Xmloxide {}

impl<'p> Peer<'p> for Xmloxide {
    type Input = &'p Page;
    type Output = Option<xmloxide::Document>;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> Option<xmloxide::Document> {
        let fragment_context = page.is_fragment.then(|| String::from("body"));
        parse_html5_with_options(
            &page.text,
            &Html5ParseOptions { scripting: false, fragment_context },
        )
        .ok()
    }

    fn count(document: &Option<xmloxide::Document>) -> usize {
        document.as_ref().map_or(0, |document| document.descendants(document.root()).count())
    }
}

/// A tree of its own, by the standard; errors and positions are always kept, fragments are not
/// known.
pub enum Html5Parser {}

impl<'p> Peer<'p> for Html5Parser {
    type Input = &'p str;
    type Output = html5_parser::ParseResult;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> html5_parser::ParseResult {
        html5_parser::parse(text)
    }

    fn count(result: &html5_parser::ParseResult) -> usize {
        let mut open = vec![result.document.root()];
        let mut count = 0;
        while let Some(node) = open.pop() {
            let before = open.len();
            open.extend(result.document.children(node));
            count += open.len() - before;
        }
        count
    }
}

/// Its nodes borrow from the input, and its tree is not the standard's: end tags are matched,
/// nothing more. `None` if the text is too long for it.
pub enum Tl {}

impl<'p> Peer<'p> for Tl {
    type Input = &'p str;
    type Output = Option<VDom<'p>>;

    const KEEPS_INPUT: bool = true;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> Option<VDom<'p>> {
        tl::parse(text, tl::ParserOptions::default()).ok()
    }

    fn count(tree: &Option<VDom<'_>>) -> usize {
        tree.as_ref().map_or(0, |tree| tree.nodes().len())
    }
}

/// As [`Tl`], of which it is a fork.
pub enum AstralTl {}

impl<'p> Peer<'p> for AstralTl {
    type Input = &'p str;
    type Output = Option<astral_tl::VDom<'p>>;

    const KEEPS_INPUT: bool = true;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> Option<astral_tl::VDom<'p>> {
        astral_tl::parse(text, astral_tl::ParserOptions::default()).ok()
    }

    fn count(tree: &Option<astral_tl::VDom<'_>>) -> usize {
        tree.as_ref().map_or(0, |tree| tree.nodes().len())
    }
}
