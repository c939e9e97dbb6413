//! A table.

use std::collections::HashSet;
use std::sync::OnceLock;

use consomme::{ElementRef, NodeRef};

use super::cell::{Cell, ColumnGroup, Columns, RowGroup};
use super::forming::Forming;
use super::headers::TableHeaders;
use super::rows::{MAX_SLOTS, Rows, Spans};
use crate::ids::Ids;

/// Returns the tables of a page, or of a node and its descendants, in tree order. A table in a cell
/// of another one is a table of its own.
///
/// ```
/// let document = consomme::parse_str("<table><tr><td>1<td>2</table><table><tr><td>3</table>");
/// let widths: Vec<_> = consomme_web::tables(&document).map(|table| table.width()).collect();
/// assert_eq!(widths, [2, 1]);
/// ```
pub fn tables<'a>(node: impl Into<NodeRef<'a>>) -> impl Iterator<Item = Table<'a>> {
    node.into().inclusive_descendants().filter_map(|node| Table::new(node.as_element()?))
}

/// A table by the standard's table model: a grid of slots, with the cells that cover them.
///
/// ```
/// use consomme_web::{Spans, Table};
///
/// let html = "<table><tr><th rowspan=2>Soup<th>Price<tr><td>4</table>";
/// let document = consomme::parse_str(html);
/// let table = document.descendant_elements().find_map(Table::new).unwrap();
/// assert_eq!((table.width(), table.height()), (2, 2));
/// let rows: Vec<_> = table.rows(Spans::Repeated).collect();
/// assert_eq!(rows, [["Soup", "Price"], ["Soup", "4"]]);
/// ```
///
/// <https://html.spec.whatwg.org/#table-processing-model>
#[derive(Debug)]
pub struct Table<'a> {
    element: ElementRef<'a>,
    caption: Option<ElementRef<'a>>,
    formed: Forming<'a>,
    /// The texts of the cells, made when they are asked for.
    texts: OnceLock<Vec<String>>,
    /// The texts of the cells on one line each.
    lines: OnceLock<Vec<String>>,
}

impl<'a> Table<'a> {
    /// Forms the table of a `table` element. Returns `None` for any other element.
    ///
    /// Takes time linear in the number of its rows and cells, however many slots these cover.
    ///
    /// <https://html.spec.whatwg.org/#forming-a-table>
    #[must_use]
    pub fn new(element: ElementRef<'a>) -> Option<Table<'a>> {
        element.is_html("table").then(|| Table {
            element,
            caption: element.child_elements().find(|child| child.is_html("caption")),
            formed: Forming::of(element),
            texts: OnceLock::new(),
            lines: OnceLock::new(),
        })
    }

    /// Returns the `table` element.
    #[must_use]
    pub fn element(&self) -> ElementRef<'a> {
        self.element
    }

    /// Returns the first `caption` element.
    #[must_use]
    pub fn caption(&self) -> Option<ElementRef<'a>> {
        self.caption
    }

    /// Returns the number of columns: 1,000 for each cell at most.
    #[must_use]
    pub fn width(&self) -> usize {
        self.formed.width
    }

    /// Returns the number of rows: 65,534 for each row at most. Cells can reach below the last
    /// `tr`.
    #[must_use]
    pub fn height(&self) -> usize {
        self.formed.height
    }

    /// Returns the cells in the order in which the standard places them: in tree order, except that
    /// the cells of `tfoot` elements come last.
    #[must_use]
    pub fn cells(&self) -> &[Cell<'a>] {
        &self.formed.cells
    }

    /// Returns the cells that cover a slot, more than one if the page has an error there. Takes
    /// time linear in the number of cells.
    pub fn cells_at(&self, x: usize, y: usize) -> impl Iterator<Item = &Cell<'a>> {
        self.cells().iter().filter(move |cell| cell.covers(x, y))
    }

    /// Returns the `tr` elements, each with the number of rows before it. Rows that are there only
    /// because cells reach into them have none.
    #[must_use]
    pub fn row_elements(&self) -> &[(usize, ElementRef<'a>)] {
        &self.formed.rows
    }

    /// Returns the row groups that have rows.
    #[must_use]
    pub fn row_groups(&self) -> &[RowGroup<'a>] {
        &self.formed.row_groups
    }

    /// Returns the columns that `col` elements stand for.
    #[must_use]
    pub fn columns(&self) -> &[Columns<'a>] {
        &self.formed.columns
    }

    /// Returns the column groups.
    #[must_use]
    pub fn column_groups(&self) -> &[ColumnGroup<'a>] {
        &self.formed.column_groups
    }

    /// Returns whether the table has a table model error: cells overlap, or there is a row or a
    /// column at whose slots no cell begins.
    ///
    /// <https://html.spec.whatwg.org/#table-model-error>
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let rows: HashSet<usize> = self.cells().iter().map(|cell| cell.y).collect();
        let columns: HashSet<usize> = self.cells().iter().map(|cell| cell.x).collect();
        self.formed.has_overlaps || rows.len() < self.height() || columns.len() < self.width()
    }

    /// Returns the texts of the slots, row by row: the rows that have a `tr` element, each as wide
    /// as the table. The text of a cell is its rendered text, without whitespace around it; a slot
    /// without a cell has none. Where cells overlap, the slot has the text of the first one.
    /// Paragraphs in a cell have line breaks between them: [`line_rows`](Table::line_rows) has none.
    ///
    /// A few hostile cells can cover billions of slots. The rows end before there are more than
    /// 4,194,304; [`rows_within`](Table::rows_within) sets another limit. Where cells overlap, those
    /// beyond one for each slot of a row count, too.
    pub fn rows(&self, spans: Spans) -> Rows<'_> {
        self.rows_within(spans, MAX_SLOTS)
    }

    /// Returns the texts of the slots as [`rows`](Table::rows) does, with at most `max_slots`
    /// slots.
    pub fn rows_within(&self, spans: Spans, max_slots: usize) -> Rows<'_> {
        Rows::new(self, self.texts(), spans, max_slots)
    }

    /// Returns the texts of the slots as [`rows`](Table::rows) does, each on one line, as CSV and
    /// data frames want them: any whitespace, line breaks and no-break spaces included, is one space.
    ///
    /// ```
    /// use consomme_web::{Spans, tables};
    ///
    /// let document = consomme::parse_str("<table><tr><td><p>Leek<p>soup<td>4&nbsp;€</table>");
    /// let table = tables(&document).next().unwrap();
    /// assert_eq!(table.rows(Spans::Once).next().unwrap(), ["Leek\n\nsoup", "4\u{a0}€"]);
    /// assert_eq!(table.line_rows(Spans::Once).next().unwrap(), ["Leek soup", "4 €"]);
    /// ```
    pub fn line_rows(&self, spans: Spans) -> Rows<'_> {
        let lines = self.lines.get_or_init(|| {
            let words = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
            self.texts().iter().map(words).collect()
        });
        Rows::new(self, lines, spans, MAX_SLOTS)
    }

    /// Returns the finder of each cell's header cells. Returns `None` for a table of more than
    /// 4,194,304 slots.
    ///
    /// Takes time linear in the number of slots.
    #[must_use]
    pub fn headers<'t>(&'t self, ids: &'t Ids<'a>) -> Option<TableHeaders<'t, 'a>> {
        TableHeaders::new(self, ids)
    }

    /// Returns the texts of the cells.
    pub(super) fn texts(&self) -> &[String] {
        self.texts.get_or_init(|| {
            self.cells().iter().map(|cell| cell.element.inner_text().trim().to_owned()).collect()
        })
    }
}
