//! The options of an extraction.

use consomme::Document;

use crate::choice;
use crate::extraction::Extraction;
use crate::features::Facts;
use crate::kind::PageKind;
use crate::page::Page;

/// Extracts the main content of a document with the default options.
///
/// ```
/// let page = "<nav><a href=/>Home</a> <a href=/soups>Soups</a></nav>\
///     <article><h1>Onion soup</h1><p>Fry four onions in butter until they are brown, which takes \
///     about half an hour, and add a litre of stock.<p>Let it simmer, and serve it with bread and \
///     cheese, as they do in Paris.</article><footer>All rights reserved</footer>";
/// let document = consomme::parse_str(page);
/// let content = consomme_extract::extract(&document);
/// assert!(content.text().contains("Let it simmer"));
/// assert!(!content.text().contains("All rights reserved"));
/// ```
pub fn extract(document: &Document) -> Extraction<'_> {
    Extractor::new().extract(document)
}

/// The preference where it is not sure whether something is main content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Focus {
    /// Leave it out: less noise, and some content is lost.
    Precision,
    /// Whatever makes the F1 largest.
    #[default]
    Balance,
    /// Keep it: less content is lost, and there is some noise.
    Recall,
}

impl Focus {
    /// Returns how much more recall counts than precision.
    pub(crate) fn weight_of_recall(self) -> f32 {
        match self {
            Focus::Precision => 0.25,
            Focus::Balance => 1.0,
            Focus::Recall => 4.0,
        }
    }
}

/// The options of an [`Extractor`].
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) focus: Focus,
    pub(crate) kind: Option<PageKind>,
    pub(crate) min_words: usize,
    pub(crate) repeats: bool,
    pub(crate) base_url: Option<String>,
}

/// Extracts main content, with options.
///
/// ```
/// use consomme_extract::{Extractor, Focus, PageKind};
///
/// let extractor = Extractor::new().focus(Focus::Recall).kind(PageKind::Forum);
/// let document = consomme::parse_str("<p>Menu");
/// assert!(extractor.extract(&document).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Extractor {
    options: Options,
}

impl Default for Extractor {
    fn default() -> Self {
        Self::new()
    }
}

impl Extractor {
    /// Returns an extractor with the default options.
    pub fn new() -> Self {
        let options = Options {
            focus: Focus::Balance,
            kind: None,
            min_words: 15,
            repeats: false,
            base_url: None,
        };
        Extractor { options }
    }

    /// Sets what to prefer if it is not sure whether something is main content. Default:
    /// [`Focus::Balance`].
    pub fn focus(mut self, focus: Focus) -> Self {
        self.options.focus = focus;
        self
    }

    /// Sets the kind of the page, if it is known. By default, it is guessed from the page.
    pub fn kind(mut self, kind: PageKind) -> Self {
        self.options.kind = Some(kind);
        self
    }

    /// Sets how many words of main content a page must be expected to have: so many, or a third of
    /// the words of a page that is small. Pages with less have none: they say that something was
    /// not found, or that scripts must run. Default: 15.
    pub fn min_words(mut self, words: usize) -> Self {
        self.options.min_words = words;
        self
    }

    /// Sets whether all copies of a text are kept. By default, only the best copy of a text of 12
    /// bytes or more is, unless it is in a table, in code or in a manual. Default: off.
    pub fn repeats(mut self, kept: bool) -> Self {
        self.options.repeats = kept;
        self
    }

    /// Sets the address of the page, by which the addresses in [facts](Extraction::facts) and in
    /// Markdown are resolved. By default, they stay as they are written.
    pub fn base_url(mut self, address: impl Into<String>) -> Self {
        self.options.base_url = Some(address.into());
        self
    }

    /// Extracts the main content of a document.
    ///
    /// Takes time linear in the size of the document, but for the sort of its blocks.
    pub fn extract<'a>(&self, document: &'a Document) -> Extraction<'a> {
        let page = Page::new(document);
        let mut facts = Facts::new(document, &page);
        if let Some(kind) = self.options.kind {
            facts.whole.kinds = kind.certain();
        }
        let choice = choice::choose(&facts, &self.options);
        let kinds = facts.whole.kinds;
        Extraction::new(document, page, choice, &kinds, self.options.clone())
    }
}
