//! The result of an extraction.

use std::ops::Range;

use consomme::{Document, ElementRef, NodeRef};
use consomme_markdown::Markdown;

use crate::choice::Choice;
use crate::extractor::Options;
use crate::facts::{self, Facts, Product, Substitute};
use crate::kind::PageKind;
use crate::model::Kinds;
use crate::page::Page;
use crate::posts::{self, Post};
use crate::tree;

/// The main content of a document, from [`extract`](crate::extract) or
/// [`Extractor::extract`](crate::Extractor::extract).
#[derive(Debug)]
pub struct Extraction<'a> {
    document: &'a Document,
    page: Page<'a>,
    choice: Choice,
    kind: PageKind,
    kind_confidence: f32,
    options: Options,
}

/// A block of main content: the text between two borders of paragraphs, cells or the like.
#[derive(Clone, Copy, Debug)]
pub struct ContentBlock<'e, 'a> {
    page: &'e Page<'a>,
    index: usize,
    score: f32,
}

impl<'a> Extraction<'a> {
    pub(crate) fn new(
        document: &'a Document,
        page: Page<'a>,
        choice: Choice,
        kinds: &Kinds,
        options: Options,
    ) -> Self {
        let (kind, kind_confidence) = PageKind::likeliest(kinds);
        Extraction { document, page, choice, kind, kind_confidence, options }
    }

    /// Returns the document.
    pub fn document(&self) -> &'a Document {
        self.document
    }

    /// Returns whether there is no main content.
    pub fn is_empty(&self) -> bool {
        !self.choice.is_chosen.contains(&true)
    }

    /// Returns how good the content probably is: the F1 of its words that is expected, from 0 to 1.
    /// 0 if there is none.
    pub fn confidence(&self) -> f32 {
        self.choice.expected
    }

    /// Returns the kind of the page, as it was set or guessed.
    pub fn kind(&self) -> PageKind {
        self.kind
    }

    /// Returns the probability that the kind is right, from 0 to 1.
    pub fn kind_confidence(&self) -> f32 {
        self.kind_confidence
    }

    /// Returns the blocks of main content in the order of the page.
    ///
    /// ```
    /// let html = "<main><h1>Stock</h1><p>Boil two kilos of bones for four hours, with onions, \
    ///     leeks and carrots, and skim it now and then. It must not boil too fast, or it will \
    ///     never be clear.</p></main>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let content = consomme_extract::extract(&document);
    /// let block = content.blocks().last().unwrap();
    /// assert!(block.text().starts_with("Boil two kilos"));
    /// assert!(html[block.source().unwrap()].ends_with("be clear."));
    /// ```
    pub fn blocks(&self) -> impl Iterator<Item = ContentBlock<'_, 'a>> {
        let chosen = self.choice.is_chosen.iter().zip(&self.choice.scores).enumerate();
        let page = &self.page;
        chosen
            .filter(|(_, (is_chosen, _))| **is_chosen)
            .map(move |(index, (_, score))| ContentBlock { page, index, score: *score })
    }

    /// Returns the text of the blocks, a line for each.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for block in self.blocks() {
            text.push_str(block.text());
            text.push('\n');
        }
        text
    }

    /// Returns a copy of the document whose body has the main content only: the texts, the images
    /// among them, and the elements around these. Content that the page hides at first shows.
    ///
    /// ```
    /// let text = "<p>Boil <b>two kilos</b> of bones for four hours, with onions and leeks, and \
    ///     skim the stock now and then. It must not boil too fast, or it will not be clear.</p>";
    /// let page = format!("<main>{text}</main><footer>Imprint</footer>");
    /// let document = consomme::parse_str(page.as_str());
    /// let content = consomme_extract::extract(&document).to_document();
    /// assert_eq!(
    ///     content.body().unwrap().as_node().inner_html(),
    ///     format!("<main>{text}</main>"),
    /// );
    /// ```
    pub fn to_document(&self) -> Document {
        tree::content(self.document, &self.page, &self.choice.is_chosen)
    }

    /// Returns the main content as HTML: the content of the body of
    /// [`to_document`](Self::to_document).
    pub fn to_html(&self) -> String {
        let document = self.to_document();
        document.body().map(|body| body.as_node().inner_html()).unwrap_or_default()
    }

    /// Returns the main content as Markdown, by the default options of `consomme-markdown`.
    pub fn to_markdown(&self) -> String {
        let markdown = Markdown::new();
        self.to_markdown_with(&match &self.options.base_url {
            Some(address) => markdown.base_url(address.as_str()),
            None => markdown,
        })
    }

    /// Returns the main content as Markdown.
    pub fn to_markdown_with(&self, markdown: &Markdown) -> String {
        markdown.to_string(&self.to_document())
    }

    /// Returns the facts that the page states about itself: title, authors, dates and more.
    pub fn facts(&self) -> Facts {
        let heading = self.blocks().find(|block| block.heading() == Some(1));
        let heading = heading.map(|block| block.text().trim());
        facts::facts(self.document, heading, self.options.base_url.as_deref())
    }

    /// Returns the posts of a discussion, with the comments on an article if they are main content.
    /// Empty for pages of other kinds.
    ///
    /// ```
    /// use consomme_extract::{Extractor, Focus, PageKind};
    ///
    /// let post = |name, text| format!("<div class=post><b class=author>{name}</b> \
    ///     <time datetime=2026-01-02>today</time><div class=content><p>{text}</div></div>");
    /// let page = [
    ///     "<h1>How long for a stock?</h1><div class=posts>".to_owned(),
    ///     post("Ann", "How long does a stock of bones have to boil, and with which vegetables? \
    ///         I have found ten recipes, and all of them say something else."),
    ///     post("Bob", "Four hours at least. I take onions, leeks and carrots, and no salt at \
    ///         all, because the stock becomes less while it boils."),
    ///     post("Cid", "Bob is right, but put in the carrots only for the last hour. They get \
    ///         soft otherwise, and the stock will not be clear."),
    /// ];
    /// let document = consomme::parse_str(page.concat().as_str());
    /// let extractor = Extractor::new().kind(PageKind::Forum).focus(Focus::Recall);
    /// let content = extractor.extract(&document);
    /// let posts = content.posts();
    /// assert_eq!(posts.len(), 3);
    /// assert_eq!(posts[1].author.as_deref(), Some("Bob"));
    /// assert_eq!(posts[1].date.as_deref(), Some("2026-01-02"));
    /// ```
    pub fn posts(&self) -> Vec<Post<'a>> {
        if self.kind != PageKind::Forum {
            return Vec::new();
        }
        posts::posts(&self.page, &self.choice.is_chosen)
    }

    /// Returns the products that the page describes in JSON-LD or microdata.
    ///
    /// ```
    /// let page = "<script type=application/ld+json>{\"@type\": \"Product\", \"name\": \"Bowl\",
    ///     \"offers\": {\"price\": 12.5, \"priceCurrency\": \"EUR\"}}</script><h1>Bowl</h1>";
    /// let document = consomme::parse_str(page);
    /// let products = consomme_extract::extract(&document).products();
    /// assert_eq!(products[0].name.as_deref(), Some("Bowl"));
    /// assert_eq!(products[0].price.as_deref(), Some("12.5"));
    /// ```
    pub fn products(&self) -> Vec<Product> {
        facts::products(self.document)
    }

    /// Returns whether it looks as if scripts fill the page: it has scripts, and hardly any text.
    pub fn needs_scripts(&self) -> bool {
        facts::needs_scripts(self.document, &self.page)
    }

    /// Returns a text that the page has for machines, if there is no main content in the tree: the
    /// body of an article or the description of a product in JSON-LD, or the description of the
    /// page.
    ///
    /// ```
    /// use consomme_extract::SubstitutePlace;
    ///
    /// let page = "<script type=application/ld+json>{\"@type\": \"Article\", \"articleBody\":
    ///     \"Boil two kilos of bones.\"}</script><div id=app></div><script src=app.js></script>";
    /// let document = consomme::parse_str(page);
    /// let content = consomme_extract::extract(&document);
    /// assert!(content.is_empty() && content.needs_scripts());
    /// let substitute = content.substitute().unwrap();
    /// assert_eq!(substitute.place, SubstitutePlace::ArticleBody);
    /// assert_eq!(substitute.text, "Boil two kilos of bones.");
    /// ```
    pub fn substitute(&self) -> Option<Substitute> {
        if self.is_empty() { facts::substitute(self.document) } else { None }
    }
}

impl<'e, 'a> ContentBlock<'e, 'a> {
    /// Returns the text. Whitespace is collapsed, but for preformatted text; a `br` is a newline.
    pub fn text(&self) -> &'e str {
        self.page.text(self.index)
    }

    /// Returns the probability that the block is main content, from 0 to 1.
    pub fn score(&self) -> f32 {
        self.score
    }

    /// Returns the innermost element around the text that is not a part of a line. `None` for a
    /// text that is in the body.
    pub fn element(&self) -> Option<ElementRef<'a>> {
        self.page.boxes[self.page.blocks[self.index].outer].element
    }

    /// Returns the first and the last text node.
    pub fn nodes(&self) -> (NodeRef<'a>, NodeRef<'a>) {
        let block = &self.page.blocks[self.index];
        (block.first, block.last)
    }

    /// Returns the level of the heading that the block is in, from 1 to 6.
    pub fn heading(&self) -> Option<u8> {
        let mut index = self.page.blocks[self.index].inner;
        // A heading holds its text, and at most a few elements around it.
        for _ in 0..8 {
            if let crate::page::Tag::Heading(level) = self.page.boxes[index].tag {
                return Some(level);
            }
            index = self.page.boxes[index].parent;
        }
        None
    }

    /// Returns the byte range of the text in [`Document::source`], from its first to its last text
    /// node, for citations. `None` without
    /// [`ParseOptions::positions`](consomme::ParseOptions::positions).
    pub fn source(&self) -> Option<Range<usize>> {
        let (first, last) = self.nodes();
        let start = first.span()?.source_range().start;
        let end = last.span()?.source_range().end;
        (start <= end).then_some(start..end)
    }
}
