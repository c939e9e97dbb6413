//! The converter to Markdown.

use std::fmt::{self, Write};
use std::io;
use std::sync::Arc;

use consomme::{ElementRef, NodeRef};

use crate::conversion::{Conversion, Converted};
use crate::convert::convert;
use crate::limits::LimitsHit;
use crate::markdown::Writer;
use crate::options::{
    Bullet, CodeBlockStyle, ComplexTableStyle, DefinitionStyle, Delimiter, Fence, HardBreakStyle,
    HeaderStyle, HeadingStyle, ImageStyle, LinkStyle, MathStyle, Options, RubyStyle, SpanStyle,
};
use crate::output::Output;
use crate::rules::{Action, Callback};

/// Returns the rendered content of a document or a node as Markdown, with the default options.
///
/// ```
/// let document = consomme::parse_str("<h1>Soups</h1><p>A <b>clear</b> broth: <a
/// href=/leek>leek</a>");
/// let markdown = consomme_markdown::to_markdown(&document);
/// assert_eq!(markdown, "# Soups\n\nA **clear** broth: [leek](/leek)\n");
/// ```
pub fn to_markdown<'a>(node: impl Into<NodeRef<'a>>) -> String {
    Markdown::new().to_string(node)
}

/// Converts HTML to Markdown: options, and methods that convert.
///
/// ```
/// use consomme_markdown::{HeadingStyle, Markdown};
///
/// let markdown = Markdown::new().heading_style(HeadingStyle::Setext).heading_shift(1);
/// let document = consomme::parse_str("<h1>Soups</h1><p>Broth");
/// assert_eq!(markdown.to_string(&document), "Soups\n-----\n\nBroth\n");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Markdown {
    options: Options,
}

impl Markdown {
    /// Creates a converter with the default options: CommonMark with the tables, strikethrough,
    /// task lists and footnotes of GitHub.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how headings are written: `#` before them by default.
    #[must_use]
    pub fn heading_style(mut self, style: HeadingStyle) -> Self {
        self.options.heading_style = style;
        self
    }

    /// Sets by how many levels headings move down, or up if it is negative; 0 by default. Levels
    /// stay from 1 to 6.
    #[must_use]
    pub fn heading_shift(mut self, levels: i8) -> Self {
        self.options.heading_shift = levels;
        self
    }

    /// Sets the character before the items of lists without numbers: `-` by default.
    #[must_use]
    pub fn bullet(mut self, bullet: Bullet) -> Self {
        self.options.bullet = bullet;
        self
    }

    /// Sets how preformatted text is written: between fences by default.
    #[must_use]
    pub fn code_block_style(mut self, style: CodeBlockStyle) -> Self {
        self.options.code_block_style = style;
        self
    }

    /// Sets the character of fences: a backtick by default. A fence has at least three, and more
    /// than the code has.
    #[must_use]
    pub fn fence(mut self, fence: Fence) -> Self {
        self.options.fence = fence;
        self
    }

    /// Sets the delimiter of `em` and `i`: `*` by default. Where Markdown would not see it, the
    /// other one or HTML is used.
    #[must_use]
    pub fn emphasis(mut self, delimiter: Delimiter) -> Self {
        self.options.emphasis = delimiter;
        self
    }

    /// Sets the delimiter of `strong` and `b`, which is written twice: `*` by default.
    #[must_use]
    pub fn strong(mut self, delimiter: Delimiter) -> Self {
        self.options.strong = delimiter;
        self
    }

    /// Sets how links are written: with the address in the line by default.
    #[must_use]
    pub fn link_style(mut self, style: LinkStyle) -> Self {
        self.options.link_style = style;
        self
    }

    /// Sets whether links whose text is their address are written as `<address>`. On by default.
    #[must_use]
    pub fn autolinks(mut self, written: bool) -> Self {
        self.options.autolinks = written;
        self
    }

    /// Sets how line breaks are written: with a backslash by default.
    #[must_use]
    pub fn hard_break_style(mut self, style: HardBreakStyle) -> Self {
        self.options.hard_break = style;
        self
    }

    /// Sets how images are written: as images by default.
    #[must_use]
    pub fn image_style(mut self, style: ImageStyle) -> Self {
        self.options.images = style;
        self
    }

    /// Sets whether images have addresses that start with `data:`, which are the image itself. Off
    /// by default: such an image has its text only.
    #[must_use]
    pub fn data_urls(mut self, kept: bool) -> Self {
        self.options.data_urls = kept;
        self
    }

    /// Sets whether tables are written as tables. On by default; otherwise, each cell is a block.
    #[must_use]
    pub fn tables(mut self, written: bool) -> Self {
        self.options.tables = written;
        self
    }

    /// Sets the content of the further slots of cells that span columns or rows: nothing by
    /// default.
    #[must_use]
    pub fn span_style(mut self, style: SpanStyle) -> Self {
        self.options.spans = style;
        self
    }

    /// Sets the header of tables that have none: empty cells by default.
    #[must_use]
    pub fn header_style(mut self, style: HeaderStyle) -> Self {
        self.options.header = style;
        self
    }

    /// Sets how tables are written whose cells have lists, code or headings: as HTML by default.
    #[must_use]
    pub fn complex_tables(mut self, style: ComplexTableStyle) -> Self {
        self.options.complex_tables = style;
        self
    }

    /// Sets whether tables that lay out a page are written as the blocks of their cells: those with
    /// `role=presentation`, with tables in them, and those without header cells and caption that
    /// have one row, one column, or blocks in cells. On by default.
    #[must_use]
    pub fn layout_tables(mut self, unwrapped: bool) -> Self {
        self.options.layout_tables = unwrapped;
        self
    }

    /// Sets how definition lists are written: as paragraphs by default.
    #[must_use]
    pub fn definition_style(mut self, style: DefinitionStyle) -> Self {
        self.options.definitions = style;
        self
    }

    /// Sets how formulas with TeX are written: between dollar signs by default.
    #[must_use]
    pub fn math_style(mut self, style: MathStyle) -> Self {
        self.options.math = style;
        self
    }

    /// Sets how `ruby` is written: with parentheses by default.
    #[must_use]
    pub fn ruby_style(mut self, style: RubyStyle) -> Self {
        self.options.ruby = style;
        self
    }

    /// Sets whether footnotes are written as `[^1]`: links in `sup`, or marked as references, to
    /// items that are marked as footnotes. On by default.
    #[must_use]
    pub fn footnotes(mut self, written: bool) -> Self {
        self.options.footnotes = written;
        self
    }

    /// Sets whether checkboxes at the start of items are written as `[ ]` and `[x]`. On by default.
    #[must_use]
    pub fn task_lists(mut self, written: bool) -> Self {
        self.options.task_lists = written;
        self
    }

    /// Sets whether `del`, `s` and `strike` are written as `~~text~~`. On by default.
    #[must_use]
    pub fn strikethrough(mut self, written: bool) -> Self {
        self.options.strikethrough = written;
        self
    }

    /// Sets whether HTML is written where Markdown has no other way: `sub`, `sup`, line breaks in
    /// tables, tables with lists in cells, emphasis that Markdown would not see. On by default;
    /// otherwise, the text stays without it.
    #[must_use]
    pub fn html(mut self, allowed: bool) -> Self {
        self.options.html = allowed;
        self
    }

    /// Sets whether emphasis in emphasis of the same kind is written once. On by default.
    #[must_use]
    pub fn merge_nested(mut self, merged: bool) -> Self {
        self.options.merge_nested = merged;
        self
    }

    /// Sets whether content is written that browsers show on demand: closed `details`, and
    /// `hidden=until-found`. On by default.
    #[must_use]
    pub fn skipped_contents(mut self, shown: bool) -> Self {
        self.options.skipped_contents = shown;
        self
    }

    /// Sets how deep lists, quotes and tables nest; a list takes two levels. 64 by default. Content
    /// deeper than that is written without the marks, and [`LimitsHit::nesting`] says so.
    #[must_use]
    pub fn max_nesting(mut self, levels: usize) -> Self {
        self.options.max_nesting = levels;
        self
    }

    /// Sets how many slots the cells of a table cover at most, besides one for each cell. 65,536 by
    /// default. A table with more is written without spans, and [`LimitsHit::table_slots`] says so.
    /// Repeated cells have at most 16 bytes of text for each of these slots in all.
    #[must_use]
    pub fn max_table_slots(mut self, slots: usize) -> Self {
        self.options.max_table_slots = slots;
        self
    }

    /// Sets the address of the page, against which the addresses of links and images are resolved,
    /// by the rule of `base`. Without one, they stay as they are written. An address that is not
    /// absolute has no effect.
    ///
    /// ```
    /// let markdown = consomme_markdown::Markdown::new().base_url("https://example.com/menu/");
    /// let document = consomme::parse_str("<a href=leek>Leek</a>");
    /// assert_eq!(markdown.to_string(&document), "[Leek](https://example.com/menu/leek)\n");
    /// ```
    #[must_use]
    pub fn base_url(mut self, address: impl Into<String>) -> Self {
        self.options.address = Some(address.into());
        self
    }

    /// Adds a rule for the elements of a name, in lower case. The last rule for a name decides.
    ///
    /// ```
    /// use consomme_markdown::{Action, Markdown};
    ///
    /// let markdown = Markdown::new().rule("nav", Action::Drop).rule("mark", Action::Html);
    /// let document = consomme::parse_str("<nav>Menu</nav><p>A <mark>clear</mark> broth");
    /// assert_eq!(markdown.to_string(&document), "A <mark>clear</mark> broth\n");
    /// ```
    #[must_use]
    pub fn rule(mut self, name: impl Into<String>, action: Action) -> Self {
        self.options.rules.names.push((name.into(), action));
        self
    }

    /// Sets a function that decides about each rendered element before the rules for names.
    /// [`Action::Convert`] leaves the decision to these.
    ///
    /// ```
    /// use consomme_markdown::{Action, Markdown};
    ///
    /// let markdown = Markdown::new().decide(|element| match element.has_class("ad") {
    ///     true => Action::Drop,
    ///     false => Action::Convert,
    /// });
    /// let document = consomme::parse_str("<p>Broth<p class=ad>Buy!");
    /// assert_eq!(markdown.to_string(&document), "Broth\n");
    /// ```
    #[must_use]
    pub fn decide(
        mut self,
        decide: impl Fn(ElementRef<'_>) -> Action + Send + Sync + 'static,
    ) -> Self {
        self.options.rules.callback = Some(Callback(Arc::new(decide)));
        self
    }

    /// Returns the rendered content of a document or a node as Markdown.
    pub fn to_string<'a>(&self, node: impl Into<NodeRef<'a>>) -> String {
        self.text_of(node.into())
    }

    /// Returns the rendered content of a document or a node as Markdown, with the place of each
    /// block in the source if the document has positions.
    ///
    /// ```
    /// use consomme_markdown::Markdown;
    ///
    /// let html = "<h1>Soups</h1>\n<p>A <b>clear</b> broth";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let converted = Markdown::new().convert(&document);
    /// let broth = &converted.blocks[1];
    /// assert_eq!(&converted.text[broth.output.clone()], "A **clear** broth");
    /// assert_eq!(&html[broth.source.clone().unwrap()], "A <b>clear</b> broth");
    /// ```
    pub fn convert<'a>(&self, node: impl Into<NodeRef<'a>>) -> Converted {
        self.blocks_of(node.into())
    }

    /// Writes the rendered content of a document or a node as Markdown, in pieces of some
    /// kilobytes.
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

    /// Writes the rendered content of a document or a node as Markdown in UTF-8, in pieces of some
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

impl Conversion for Markdown {
    fn run(
        &self,
        node: NodeRef<'_>,
        writer: Option<&mut dyn Write>,
        has_blocks: bool,
    ) -> Result<Converted, fmt::Error> {
        let resolved;
        let options = match &self.options.address {
            None => &self.options,
            Some(address) => {
                let base = node.document().base_url(address);
                resolved = Options { base, ..self.options.clone() };
                &resolved
            }
        };
        let mut writer = Writer::new(options, Output::new(writer, has_blocks));
        let mut limits = convert(node, options, &mut writer);
        limits.table_slots |= writer.is_cut;
        let (text, blocks) = writer.finish().finish()?;
        Ok(Converted { text, blocks, limits })
    }
}
