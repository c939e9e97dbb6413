//! The rendered content of a tree as events.

use std::ops::Range;

use crate::dom::{ElementRef, NodeRef};

/// A part of the rendered content of a node, from [`NodeRef::rendered`].
///
/// Each [`Start`](RenderedEvent::Start) has its [`End`](RenderedEvent::End), and they nest.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RenderedEvent<'a> {
    /// The box of an element starts.
    #[non_exhaustive]
    Start {
        /// The element.
        element: ElementRef<'a>,
        /// The kind of its box.
        kind: BoxKind,
    },
    /// The box of an element ends.
    #[non_exhaustive]
    End {
        /// The element.
        element: ElementRef<'a>,
        /// The kind of its box.
        kind: BoxKind,
    },
    /// A piece of a text node, with its whitespace collapsed: some words, or a space. In `pre` and
    /// the like, the whole text as it is.
    ///
    /// A space between two texts is a piece of its own. It is not the first or last content of an
    /// inline box: it comes before the box starts, or after it ends.
    #[non_exhaustive]
    Text {
        /// The text as it is rendered: a part of the node's text, or `" "`.
        text: &'a str,
        /// The text node.
        node: NodeRef<'a>,
        /// The byte offsets of `text` in the [text of the node](NodeRef::as_text): as many bytes as
        /// `text` has, or the whitespace that collapsed into a space.
        range: Range<usize>,
    },
    /// The end of a line, by a `br`.
    #[non_exhaustive]
    LineBreak {
        /// The `br`.
        element: ElementRef<'a>,
    },
    /// A box that does not show the content of its element, such as an image or an `input`.
    #[non_exhaustive]
    Replaced {
        /// The element.
        element: ElementRef<'a>,
        /// [`InlineBlock`](BoxKind::InlineBlock), or [`Block`](BoxKind::Block) for an image beside
        /// the lines.
        kind: BoxKind,
    },
    /// Separates a cell, whose box has ended, from the next one of its row.
    CellSeparator,
    /// Separates a row, whose box has ended, from the next one of its table.
    RowSeparator,
}

/// The box of a rendered element, as far as text depends on it.
///
/// <https://html.spec.whatwg.org/#the-css-user-agent-style-sheet-and-presentational-hints>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoxKind {
    /// A part of a line, such as `b` or `a`.
    Inline,
    /// A box in a line with lines of its own, such as `button` or `svg`.
    InlineBlock,
    /// A table in a line. Only MathML has them.
    InlineTable,
    /// A box between lines, such as `div` or `li`.
    Block,
    /// A `p`: a block with an empty line before and after it.
    Paragraph,
    /// A `table`.
    Table,
    /// The `caption` of a table.
    Caption,
    /// A `thead`, `tbody` or `tfoot`.
    RowGroup,
    /// A `tr`.
    Row,
    /// A `td` or `th`.
    Cell,
}

impl BoxKind {
    /// Returns the number of line breaks that the start and the end of the box require between the
    /// text before and after it: 0, 1 or 2. Where several boxes start or end, the largest number
    /// counts, and none are needed before the first text and after the last.
    ///
    /// <https://html.spec.whatwg.org/#rendered-text-collection-steps>
    #[inline]
    pub fn required_line_breaks(self) -> usize {
        match self {
            BoxKind::Paragraph => 2,
            BoxKind::Block | BoxKind::Table | BoxKind::Caption => 1,
            BoxKind::Inline
            | BoxKind::InlineBlock
            | BoxKind::InlineTable
            | BoxKind::RowGroup
            | BoxKind::Row
            | BoxKind::Cell => 0,
        }
    }

    /// Returns whether the box is a part of a line.
    #[inline]
    pub fn is_inline(self) -> bool {
        matches!(self, BoxKind::Inline | BoxKind::InlineBlock | BoxKind::InlineTable)
    }
}
