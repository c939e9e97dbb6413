//! The parts of a table.

use consomme::ElementRef;

/// A cell of a table: the slots that a `td` or `th` element covers.
///
/// <https://html.spec.whatwg.org/#concept-cell>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cell<'a> {
    /// The `td` or `th` element.
    pub element: ElementRef<'a>,
    /// The number of columns before it.
    pub x: usize,
    /// The number of rows before it.
    pub y: usize,
    /// The number of columns that it covers, 1 to 1,000.
    pub width: usize,
    /// The number of rows that it covers, at least 1. A cell with `rowspan=0` covers all rows to
    /// the end of its row group, any other one 65,534 at most.
    pub height: usize,
}

impl Cell<'_> {
    /// Returns whether it is a header cell: a `th` element.
    #[must_use]
    pub fn is_header(&self) -> bool {
        self.element.name() == "th"
    }

    /// Returns whether it covers a slot.
    #[must_use]
    pub fn covers(&self, x: usize, y: usize) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    /// Whether it "contains no elements and its child text content, if any, consists only of ASCII
    /// whitespace".
    ///
    /// <https://html.spec.whatwg.org/#empty-cell>
    pub(super) fn is_empty(&self) -> bool {
        self.element.children().all(|child| {
            child.as_element().is_none()
                && child.as_text().is_none_or(|text| text.trim_ascii().is_empty())
        })
    }
}

/// A row group of a table: the rows of a `thead`, `tbody` or `tfoot` element.
///
/// <https://html.spec.whatwg.org/#concept-row-group>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RowGroup<'a> {
    /// The `thead`, `tbody` or `tfoot` element.
    pub element: ElementRef<'a>,
    /// The number of rows before it.
    pub y: usize,
    /// The number of its rows, at least 1.
    pub height: usize,
}

/// A column group of a table, from a `colgroup` element.
///
/// <https://html.spec.whatwg.org/#concept-column-group>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ColumnGroup<'a> {
    /// The `colgroup` element.
    pub element: ElementRef<'a>,
    /// The number of columns before it.
    pub x: usize,
    /// The number of its columns, at least 1.
    pub width: usize,
}

/// Columns of a table that a `col` element stands for.
///
/// <https://html.spec.whatwg.org/#concept-column>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Columns<'a> {
    /// The `col` element.
    pub element: ElementRef<'a>,
    /// The number of columns before them.
    pub x: usize,
    /// Their number, 1 to 1,000.
    pub width: usize,
}
