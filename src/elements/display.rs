//! The boxes of elements, by the style sheet that the standard suggests to browsers.

/// The box of an element, as far as its text and the whitespace around it depend on it.
///
/// <https://html.spec.whatwg.org/#the-css-user-agent-style-sheet-and-presentational-hints>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Display {
    /// No box, and none for the descendants either.
    None,
    /// A part of a line.
    Inline,
    /// A box in a line, with its own lines inside.
    InlineBlock,
    /// A box in a line that doesn't show its content, such as an image.
    Replaced,
    /// A replaced box beside the lines.
    Float,
    /// A box beside the lines or above them, with lines of its own inside: a block, but the line
    /// around it continues after it.
    OutOfFlow,
    /// The end of a line.
    LineBreak,
    /// A box between lines, with lines or other such boxes inside.
    Block,
    /// A part of a line that shows only options and groups of options.
    Select,
    /// A block that shows only options.
    OptionGroup,
    Table,
    InlineTable,
    Caption,
    /// A column or a group of columns, which show nothing.
    Columns,
    RowGroup,
    Row,
    Cell,
    /// A box in a line, such as `svg`, that shows text only inside a text element.
    Graphics,
}

impl Display {
    /// Whether the box is between lines: the line before it ends, and a new line begins after it.
    /// True for the parts of a table, too.
    #[inline]
    pub(crate) fn is_between_lines(self) -> bool {
        match self {
            Display::Block
            | Display::OptionGroup
            | Display::Table
            | Display::Caption
            | Display::Columns
            | Display::RowGroup
            | Display::Row
            | Display::Cell => true,
            Display::None
            | Display::Inline
            | Display::InlineBlock
            | Display::Replaced
            | Display::Float
            | Display::OutOfFlow
            | Display::LineBreak
            | Display::Select
            | Display::InlineTable
            | Display::Graphics => false,
        }
    }

    /// Whether `content-visibility: hidden` has an effect on the box. It has none on parts of a
    /// line and on tables and their parts, except captions.
    ///
    /// <https://drafts.csswg.org/css-contain-2/#containment-size>
    #[inline]
    pub(crate) fn can_skip_contents(self) -> bool {
        match self {
            Display::InlineBlock
            | Display::Block
            | Display::OutOfFlow
            | Display::Select
            | Display::OptionGroup
            | Display::Caption => true,
            Display::None
            | Display::Inline
            | Display::Replaced
            | Display::Float
            | Display::LineBreak
            | Display::Table
            | Display::InlineTable
            | Display::Columns
            | Display::RowGroup
            | Display::Row
            | Display::Cell
            | Display::Graphics => false,
        }
    }

    /// Whether the children of the box are parts of a table, so that whitespace between them
    /// doesn't show.
    #[inline]
    pub(crate) fn holds_table_parts(self) -> bool {
        matches!(self, Display::Table | Display::InlineTable | Display::RowGroup | Display::Row)
    }
}
