//! Runs a schema over the elements of a document without end.

use std::io::{self, Read};
use std::ops::ControlFlow;

use consomme::stream::{StreamParser, StreamSelectors, StreamSummary};
use consomme::{BaseUrl, SelectorError};

use crate::extract::Extracted;
use crate::options::PageOptions;
use crate::schema::Schema;

/// The selectors of a stream: elements, and the `base` element for URLs.
const BASE: usize = 1;

/// Elements of a document without end in which the fields of a schema are found, from
/// [`Schema::each`].
#[derive(Clone, Debug)]
pub struct Each<'s> {
    schema: &'s Schema,
    selectors: StreamSelectors,
}

impl Schema {
    /// Prepares to run the schema over each element of a document that matches a selector, in
    /// memory that does not grow with the document. The fields are searched in the element, which
    /// `:scope` stands for. An element comes when it is complete, so one in another comes first.
    ///
    /// The elements are the ones that [`StreamParser`] lends; it says what differs from a document
    /// that is kept.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use consomme_schema::{PageOptions, Schema};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let schema = Schema::builder().text("name", "b").text("id", ":scope::attr(id)").build()?;
    /// let page = &b"<ul><li id=a><b>Leek</b><li id=b><b>Miso</b></ul>"[..];
    /// let mut names = Vec::new();
    /// schema.each("li")?.read(page, &PageOptions::new(), |item| {
    ///     names.extend(item.record().get("id").cloned());
    ///     names.extend(item.record().get("name").cloned());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(names, ["a".into(), "Leek".into(), "b".into(), "Miso".into()]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is no selector, or one that a stream cannot match, with the reason.
    pub fn each(&self, selector: &str) -> Result<Each<'_>, SelectorError> {
        Ok(Each { schema: self, selectors: StreamSelectors::new(&[selector, "base[href]"])? })
    }
}

impl Each<'_> {
    /// Reads a document, and calls a function with the fields of each element, until it breaks or
    /// the reader ends. Returns how much was read.
    ///
    /// # Errors
    ///
    /// All errors of the reader, and one of kind [`InvalidData`](io::ErrorKind::InvalidData) if the
    /// stream failed: see [`select_from`](consomme::stream::select_from).
    pub fn read(
        &self,
        reader: impl Read,
        options: &PageOptions,
        mut function: impl FnMut(Extracted) -> ControlFlow<()>,
    ) -> io::Result<StreamSummary> {
        let parser = StreamParser::new(options.get_parse(), options.get_hints(), &self.selectors);
        let mut base_href: Option<String> = None;
        parser.read_from(reader, |found| {
            let is_base = found.selectors().contains(&BASE) && found.is_html("base");
            if is_base && base_href.is_none() {
                base_href = found.attr("href").map(str::to_owned);
            }
            if found.selectors()[0] == BASE {
                return ControlFlow::Continue(());
            }
            let address = options.get_address();
            let base = address.and_then(|address| BaseUrl::new(address, base_href.as_deref()));
            function(self.schema.extract_on(found.as_node(), base))
        })
    }
}
