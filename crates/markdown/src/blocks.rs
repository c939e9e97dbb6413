//! The blocks that HTML becomes, for the writers.

use std::ops::Range;

use consomme::ElementRef;

use crate::inline::Inline;

/// A block that holds other blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Container {
    Quote,
    List(List),
    /// An item of a list, with its number in an ordered one.
    Item(Option<i64>),
    /// A definition of a definition list that has its own mark.
    Definition,
    /// A footnote, with its label.
    Footnote(String),
}

/// A list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List {
    /// The number of the first item of an ordered list.
    pub(crate) start: Option<i64>,
    /// Whether the items are texts, without paragraphs.
    pub(crate) is_tight: bool,
}

/// The part that a text has in a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Paragraph,
    /// A term of a definition list that has its own mark.
    Term,
    /// A heading, 1 to 6.
    Heading(u8),
}

/// Preformatted text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Code {
    /// The lines, without the newline at the end of the last.
    pub(crate) text: String,
    pub(crate) language: Option<String>,
    pub(crate) source: Option<Range<usize>>,
}

/// A part of the content in order. Containers nest.
#[derive(Clone, Debug)]
pub(crate) enum Block<'a> {
    Start(Container),
    End(Container),
    Text(Role, Inline<'a>),
    Code(Code),
    Rule(Option<Range<usize>>),
    /// A line of HTML.
    Html(String, Option<Range<usize>>),
    /// Markdown from a rule.
    Raw(String, Option<Range<usize>>),
    TableStart(TableStart<'a>),
    TableEnd,
    CaptionStart,
    CaptionEnd,
    RowStart(ElementRef<'a>),
    RowEnd,
    CellStart(ElementRef<'a>),
    CellEnd,
}

/// The start of a table, with what its end has shown of it.
#[derive(Clone, Debug)]
pub(crate) struct TableStart<'a> {
    pub(crate) element: ElementRef<'a>,
    pub(crate) form: TableForm,
    /// The number of blocks from this one to the end of the table.
    pub(crate) length: usize,
}

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableForm {
    /// As rows of cells.
    Rows,
    /// As HTML.
    Html,
    /// Without the table, as the blocks of all cells.
    Blocks,
}

/// A table as rows of slots.
#[derive(Debug)]
pub(crate) struct Grid<'b, 'a> {
    pub(crate) rows: Vec<Vec<Slot<'b, 'a>>>,
    /// Whether the first row is a header.
    pub(crate) has_header: bool,
    /// The place in the source.
    pub(crate) source: Option<Range<usize>>,
}

/// A slot of a grid.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Slot<'b, 'a> {
    /// The cell, with its blocks. `None` where there is none, or in its further slots.
    pub(crate) cell: Option<(ElementRef<'a>, &'b [Block<'a>])>,
    /// Whether the cell is in another slot, too.
    pub(crate) is_repeated: bool,
}

/// Takes blocks in order, and writes them.
pub(crate) trait Sink<'a> {
    fn start(&mut self, container: &Container);

    fn end(&mut self, container: &Container);

    fn text(&mut self, role: Role, text: &Inline<'a>);

    fn code(&mut self, code: &Code);

    fn rule(&mut self, source: Option<Range<usize>>);

    /// Writes a line of HTML as a block.
    fn html(&mut self, html: &str, source: Option<Range<usize>>);

    /// Writes Markdown from a rule as a block.
    fn raw(&mut self, markdown: &str, source: Option<Range<usize>>);

    fn table(&mut self, grid: &Grid<'_, 'a>);
}
