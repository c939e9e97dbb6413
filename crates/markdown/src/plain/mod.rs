//! Plain text with the layout of a terminal.
//!
//! - `mod.rs`: the options and the methods that convert
//! - `writer.rs`: blocks to lines
//! - `wrap.rs`: words to lines of a width
//! - `table.rs`: tables with lines around their cells

mod table;
mod wrap;
mod writer;

use std::fmt::{self, Write};
use std::io;
use std::sync::Arc;

use consomme::{ElementRef, NodeRef};

use crate::conversion::{Conversion, Converted};
use crate::convert::convert;
use crate::limits::LimitsHit;
use crate::options::{Bullet, ComplexTableStyle, ImageStyle, LinkStyle, MathStyle, Options};
use crate::output::Output;
use crate::rules::{Action, Callback};

use writer::Writer;

/// Returns the rendered content of a document or a node as text for a terminal of 80 columns.
///
/// ```
/// let document = consomme::parse_str("<h1>Soups</h1><ul><li>Leek<li><a
/// href=/onion>Onion</a></ul>");
/// let text = consomme_markdown::to_text(&document);
/// assert_eq!(text, "Soups\n=====\n\n* Leek\n* Onion [1]\n\n[1]: /onion\n");
/// ```
pub fn to_text<'a>(node: impl Into<NodeRef<'a>>) -> String {
    PlainText::new().to_string(node)
}

/// How links are written in plain text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum LinkText {
    /// A number after the text, and the addresses at the end.
    #[default]
    Numbered,
    /// The text only.
    None,
}

/// Converts HTML to plain text with layout, for terminals, mails and prompts: paragraphs wrapped to
/// a width, lists and quotes indented, tables drawn, links numbered.
///
/// ```
/// use consomme_markdown::{LinkText, PlainText};
///
/// let html = "<p>A clear <a href=/broth>broth</a> of
/// <b>bones</b>.<table><tr><th>Soup<th>Price<tr><td>Leek<td>4</table>";
/// let text = PlainText::new().width(16).links(LinkText::None);
/// assert_eq!(text.to_string(&consomme::parse_str(html)), "\
/// A clear broth of
/// bones.
///
/// | Soup | Price |
/// |------|-------|
/// | Leek | 4     |
/// ");
/// ```
#[derive(Clone, Debug)]
pub struct PlainText {
    options: Options,
    width: Option<usize>,
}

impl Default for PlainText {
    fn default() -> Self {
        let options = Options {
            bullet: Bullet::Star,
            complex_tables: ComplexTableStyle::Flatten,
            math: MathStyle::Text,
            footnotes: false,
            strikethrough: false,
            html: false,
            ..Options::default()
        };
        PlainText { options, width: Some(80) }
    }
}

impl PlainText {
    /// Creates a converter with the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the width of a line in columns, as terminals count them: 80 by default. Words that are
    /// longer stay whole, but for those in tables.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = Some(columns);
        self
    }

    /// Writes each paragraph on one line.
    #[must_use]
    pub fn no_wrap(mut self) -> Self {
        self.width = None;
        self
    }

    /// Sets how links are written: numbered by default.
    #[must_use]
    pub fn links(mut self, style: LinkText) -> Self {
        self.options.link_style = match style {
            LinkText::Numbered => LinkStyle::Inline,
            LinkText::None => LinkStyle::Text,
        };
        self
    }

    /// Sets whether images are written as their alternative text in brackets. On by default.
    #[must_use]
    pub fn images(mut self, written: bool) -> Self {
        self.options.images = if written { ImageStyle::Markdown } else { ImageStyle::Omit };
        self
    }

    /// Sets whether tables are drawn. On by default; otherwise, each cell is a block.
    #[must_use]
    pub fn tables(mut self, drawn: bool) -> Self {
        self.options.tables = drawn;
        self
    }

    /// Sets whether content is written that browsers show on demand, as for
    /// [`Markdown::skipped_contents`](crate::Markdown::skipped_contents). On by default.
    #[must_use]
    pub fn skipped_contents(mut self, shown: bool) -> Self {
        self.options.skipped_contents = shown;
        self
    }

    /// Sets the address of the page, as for [`Markdown::base_url`](crate::Markdown::base_url).
    #[must_use]
    pub fn base_url(mut self, address: impl Into<String>) -> Self {
        self.options.address = Some(address.into());
        self
    }

    /// Adds a rule for the elements of a name, as for [`Markdown::rule`](crate::Markdown::rule).
    /// [`Action::Html`] is the same as [`Action::Convert`].
    #[must_use]
    pub fn rule(mut self, name: impl Into<String>, action: Action) -> Self {
        self.options.rules.names.push((name.into(), action));
        self
    }

    /// Sets a function that decides about elements, as for
    /// [`Markdown::decide`](crate::Markdown::decide).
    #[must_use]
    pub fn decide(
        mut self,
        decide: impl Fn(ElementRef<'_>) -> Action + Send + Sync + 'static,
    ) -> Self {
        self.options.rules.callback = Some(Callback(Arc::new(decide)));
        self
    }

    /// Sets how deep lists, quotes and tables nest, as for
    /// [`Markdown::max_nesting`](crate::Markdown::max_nesting).
    #[must_use]
    pub fn max_nesting(mut self, levels: usize) -> Self {
        self.options.max_nesting = levels;
        self
    }

    /// Returns the rendered content of a document or a node as text.
    pub fn to_string<'a>(&self, node: impl Into<NodeRef<'a>>) -> String {
        self.text_of(node.into())
    }

    /// Returns the rendered content of a document or a node as text, with the place of each block
    /// in the source if the document has positions.
    pub fn convert<'a>(&self, node: impl Into<NodeRef<'a>>) -> Converted {
        self.blocks_of(node.into())
    }

    /// Writes the rendered content of a document or a node as text, in pieces of some kilobytes.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write<'a>(
        &self,
        node: impl Into<NodeRef<'a>>,
        writer: &mut dyn Write,
    ) -> Result<LimitsHit, fmt::Error> {
        self.write_text(node.into(), writer)
    }

    /// Writes the rendered content of a document or a node as text in UTF-8, in pieces of some
    /// kilobytes.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_io<'a>(
        &self,
        node: impl Into<NodeRef<'a>>,
        writer: impl io::Write,
    ) -> io::Result<LimitsHit> {
        self.write_bytes(node.into(), writer)
    }
}

impl Conversion for PlainText {
    fn run(
        &self,
        node: NodeRef<'_>,
        writer: Option<&mut dyn Write>,
        has_blocks: bool,
    ) -> Result<Converted, fmt::Error> {
        let base = self.options.address.as_deref();
        let base = base.and_then(|address| node.document().base_url(address));
        let mut writer = Writer::new(self.width, base, Output::new(writer, has_blocks));
        let limits = convert(node, &self.options, &mut writer);
        let (text, blocks) = writer.finish().finish()?;
        Ok(Converted { text, blocks, limits })
    }
}
