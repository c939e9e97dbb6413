//! A selector with the texts that it gives.

use std::io::{self, Read};
use std::ops::ControlFlow;

use consomme::select::SelectorSet;
use consomme::stream::{StreamParser, StreamSelectors, StreamSummary};
use consomme::{ElementRef, NodeRef, SelectorError};

use crate::error::SchemaError;
use crate::first;
use crate::options::PageOptions;
use crate::selector::{self, Output, Part};

/// A selector whose parts may end in `::text`, `::attr(name)` or `::html`, as that of a
/// [`Field`](crate::Field), without a schema around it.
///
/// ```
/// use consomme_schema::Query;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let links = Query::parse("li a::attr(href), h1")?;
/// let document = consomme::parse_str("<h1>Soups</h1><ul><li><a href=/1>Leek</a></ul>");
/// let mut found = Vec::new();
/// links.each_in(&document, |text, _| found.push(text.to_owned()));
/// assert_eq!(found, ["Soups", "/1"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    set: SelectorSet,
    pub(crate) parts: Vec<Part>,
}

impl Query {
    /// Parses a selector.
    ///
    /// # Errors
    ///
    /// If the text is no selector, with the place of the mistake.
    pub fn parse(text: &str) -> Result<Query, SchemaError> {
        let parts = selector::parse(text).map_err(|mistake| SchemaError {
            field: String::new(),
            selector: text.to_owned(),
            offset: Some(mistake.offset),
            reason: mistake.reason,
        })?;
        let mut set = SelectorSet::new();
        for part in &parts {
            set.add(part.selector.clone());
        }
        Ok(Query { set, parts })
    }

    /// Makes parts without a pseudo-element give HTML, as if they ended in `::html`.
    #[must_use]
    pub fn html_by_default(mut self) -> Query {
        for part in &mut self.parts {
            if part.output == Output::TextContent {
                part.output = Output::Html;
            }
        }
        self
    }

    /// Calls a function with each text, and with the element that gives it, in tree order. An
    /// element that matches two parts gives the same text once.
    pub fn each_in<'a>(
        &self,
        node: impl Into<NodeRef<'a>>,
        mut function: impl FnMut(&str, ElementRef<'a>),
    ) {
        for (element, parts) in self.set.matches_in(node) {
            self.each_of(element, &parts, |text| function(text, element));
        }
    }

    pub(crate) fn each_of(
        &self,
        element: ElementRef<'_>,
        parts: &[usize],
        mut function: impl FnMut(&str),
    ) {
        let mut taken: Vec<&Output> = Vec::new();
        for output in parts.iter().map(|part| &self.parts[*part].output) {
            if taken.contains(&output) {
                continue;
            }
            taken.push(output);
            match output {
                Output::TextContent => function(&element.text_content()),
                Output::Html => function(&element.outer_html()),
                Output::Attribute(name) => {
                    if let Some(value) = element.attr(name) {
                        function(value);
                    }
                }
                Output::Texts => {
                    element.children().filter_map(NodeRef::as_text).for_each(&mut function)
                }
            }
        }
    }

    /// Reads a page up to where its first text in tree order is certain, as
    /// [`Schema::read`](crate::Schema::read) does, and returns that text as it is.
    ///
    /// Memory is that of the tree so far. If the first 1 MiB gives no text, reading goes
    /// on as a stream, in memory that does not grow: elements that the parser moves are found where
    /// a [`StreamParser`] finds them then. Three kinds of selectors need the tree of the whole
    /// page, if nothing matches: those that [streams](Self::streamed) refuse, those that depend on
    /// the content of elements (`:has()`), and selectors of texts that count siblings
    /// (`:nth-child()`) or are mixed with `::attr()`.
    ///
    /// Unlike `Schema::read`, it does not wait for a declaration of the encoding as long as the page
    /// is ASCII, nor after 1 MiB: only encodings that nobody uses decode ASCII otherwise
    /// (ISO-2022-KR and its like, and escape sequences of ISO-2022-JP).
    ///
    /// Time is linear in the input and, after 1 MiB, in the depth of each match. With
    /// [`Limits::depth`](consomme::Limits) lifted, matches in matches can take quadratic time.
    ///
    /// ```
    /// use consomme_schema::{PageOptions, Query};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let page = "<meta charset=utf-8><div id=a><div id=b></div></div>".to_owned() + &"x".repeat(1 << 24);
    /// let ids = Query::parse("div::attr(id)")?;
    /// assert_eq!(ids.read_first(page.as_bytes(), &PageOptions::new())?.as_deref(), Some("a"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Any error of the reader, as for [`Schema::read`](crate::Schema::read), and after 1 MiB one
    /// of kind [`InvalidData`](io::ErrorKind::InvalidData) if the stream reached a limit.
    pub fn read_first(
        &self,
        reader: impl Read,
        options: &PageOptions,
    ) -> io::Result<Option<String>> {
        first::read(self, reader, options)
    }

    /// Prepares the query for documents without end.
    ///
    /// # Errors
    ///
    /// If a stream cannot match the selector, with the reason.
    pub fn streamed(&self) -> Result<StreamedQuery<'_>, SelectorError> {
        let texts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        Ok(StreamedQuery { query: self, selectors: StreamSelectors::new(&texts)? })
    }
}

/// A query over documents without end, from [`Query::streamed`].
#[derive(Clone, Debug)]
pub struct StreamedQuery<'q> {
    query: &'q Query,
    selectors: StreamSelectors,
}

impl StreamedQuery<'_> {
    /// Reads a document in memory that does not grow with it, and calls a function with each text,
    /// until it breaks or the reader ends. Elements come when they are complete, so one in another
    /// comes first.
    ///
    /// # Errors
    ///
    /// Errors of the reader, and one of kind [`InvalidData`](io::ErrorKind::InvalidData) if the
    /// stream failed: see [`select_from`](consomme::stream::select_from).
    pub fn read(
        &self,
        reader: impl Read,
        options: &PageOptions,
        mut function: impl FnMut(&str) -> ControlFlow<()>,
    ) -> io::Result<StreamSummary> {
        let parser = StreamParser::new(options.get_parse(), options.get_hints(), &self.selectors);
        parser.read_from(reader, |found| {
            let mut flow = ControlFlow::Continue(());
            self.query.each_of(found.element(), found.selectors(), |text| {
                if flow.is_continue() {
                    flow = function(text);
                }
            });
            flow
        })
    }
}
