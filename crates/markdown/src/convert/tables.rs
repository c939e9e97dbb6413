//! Tables: their blocks are collected until the end of the outermost one shows how to write them.

use consomme::ElementRef;

use crate::blocks::{Block, Role, Sink, TableForm, TableStart};
use crate::html;
use crate::options::{ComplexTableStyle, Options};

use super::elements::own_range;
use super::{Converter, Open, grid};

/// A table that is open.
#[derive(Debug)]
pub(super) struct OpenTable {
    /// The place of its start among the collected blocks.
    start: usize,
    part: Part,
    rows: usize,
    /// The number of cells in the current row, and in the longest one.
    cells: usize,
    width: usize,
    /// Whether each cell of the first row is a header cell, and whether any cell is.
    is_first_row_header: bool,
    has_headers: bool,
    has_caption: bool,
    /// Whether a caption has come after a row.
    has_late_caption: bool,
    /// Whether cells have blocks other than paragraphs, tables, or there is content beside them.
    has_blocks: bool,
    has_tables: bool,
    has_strays: bool,
}

/// The part of a table that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Table,
    Caption,
    Row,
    Cell,
}

impl<'a, S: Sink<'a>> Converter<'_, 'a, S> {
    pub(super) fn is_right_in_table(&self) -> bool {
        self.tables.last().is_some_and(|table| table.part == Part::Table)
    }

    pub(super) fn is_right_in_row(&self) -> bool {
        self.tables.last().is_some_and(|table| table.part == Part::Row)
    }

    pub(super) fn start_table(&mut self, element: ElementRef<'a>) {
        if self.tables.len() >= self.options.max_nesting {
            self.limits.nesting = true;
            return self.open.push(Open::Block);
        }
        self.ensure_item();
        if let Some(outer) = self.tables.last_mut() {
            outer.has_tables = true;
            outer.has_strays |= outer.part != Part::Cell;
        }
        self.tables.push(OpenTable {
            start: self.collected.len(),
            part: Part::Table,
            rows: 0,
            cells: 0,
            width: 0,
            is_first_row_header: true,
            has_headers: false,
            has_caption: false,
            has_late_caption: false,
            has_blocks: false,
            has_tables: false,
            has_strays: false,
        });
        let start = TableStart { element, form: TableForm::Blocks, length: 0 };
        self.collected.push(Block::TableStart(start));
        self.open.push(Open::Table);
    }

    /// Starts a caption, a row or a cell.
    pub(super) fn start_part(&mut self, open: Open<'a>, element: ElementRef<'a>) -> Open<'a> {
        let Some(table) = self.tables.last_mut() else { return Open::Block };
        let block = match open {
            Open::Caption => {
                (table.part, table.has_caption) = (Part::Caption, true);
                table.has_late_caption |= table.rows > 0;
                Block::CaptionStart
            }
            Open::Row => {
                (table.part, table.cells) = (Part::Row, 0);
                table.rows += 1;
                // A caption between rows has no other place.
                table.has_strays |= table.has_late_caption;
                if table.rows == 1 {
                    let group = element.parent_element();
                    table.has_headers = group.is_some_and(|group| group.name() == "thead");
                }
                Block::RowStart(element)
            }
            _ => {
                table.start_cell(element);
                Block::CellStart(element)
            }
        };
        self.collected.push(block);
        open
    }

    pub(super) fn end_part(&mut self, end: Block<'a>) {
        self.flush();
        if let Some(table) = self.tables.last_mut() {
            table.part = if matches!(end, Block::CellEnd) { Part::Row } else { Part::Table };
        }
        self.collected.push(end);
    }

    /// Notes how a block can be written in the table that is open.
    pub(super) fn note(&mut self, block: &Block<'a>) {
        let Some(table) = self.tables.last_mut() else { return };
        table.has_strays |= matches!(table.part, Part::Table | Part::Row);
        table.has_blocks |= !matches!(block, Block::Text(Role::Paragraph | Role::Term, _));
    }

    pub(super) fn end_table(&mut self) {
        self.flush();
        let Some(table) = self.tables.pop() else { return };
        self.collected.push(Block::TableEnd);
        let length = self.collected.len() - table.start;
        if let Block::TableStart(start) = &mut self.collected[table.start] {
            start.form = table.form(start.element, self.options);
            start.length = length;
        }
        if self.tables.is_empty() {
            let blocks = std::mem::take(&mut self.collected);
            self.hand_all(&blocks);
        }
    }

    /// Hands collected blocks to the sink, tables in the form that each has.
    fn hand_all(&mut self, blocks: &[Block<'a>]) {
        let mut at = 0;
        while let Some(block) = blocks.get(at) {
            at += 1;
            let Block::TableStart(TableStart { element, form, length }) = block else {
                hand(block, self.sink);
                continue;
            };
            let table = &blocks[at..at - 1 + length];
            match form {
                // The content follows.
                TableForm::Blocks => continue,
                TableForm::Html => {
                    let html = html::table(&blocks[at - 1..at - 1 + length], self.options);
                    let source = own_range(element.as_node(), self.has_positions);
                    self.sink.html(&html, source);
                }
                TableForm::Rows => self.hand_rows(*element, table),
            }
            at += length - 1;
        }
    }

    /// Hands a table to the sink as rows, its captions as texts before or after it.
    fn hand_rows(&mut self, element: ElementRef<'a>, blocks: &[Block<'a>]) {
        let is_row = |block: &Block<'_>| matches!(block, Block::RowStart(_));
        let first_row = blocks.iter().position(is_row).unwrap_or(blocks.len());
        for block in captions(&blocks[..first_row]) {
            hand(block, self.sink);
        }
        let limit = self.options.max_table_slots;
        let source = own_range(element.as_node(), self.has_positions);
        let (grid, is_cut) = grid::form(element, &blocks[first_row..], source, limit);
        self.limits.table_slots |= is_cut;
        self.sink.table(&grid);
        for block in captions(&blocks[first_row..]) {
            hand(block, self.sink);
        }
    }
}

impl OpenTable {
    fn start_cell(&mut self, cell: ElementRef<'_>) {
        self.part = Part::Cell;
        self.cells += 1;
        self.width = self.width.max(self.cells);
        let is_header = cell.name() == "th";
        self.has_headers |= is_header;
        self.is_first_row_header &= is_header || self.rows > 1;
    }

    /// Decides how the table is written.
    fn form(&self, element: ElementRef<'_>, options: &Options) -> TableForm {
        let is_simple = !self.has_blocks && !self.has_tables;
        if self.width == 0 || self.has_strays || options.layout_tables && self.is_layout(element) {
            return TableForm::Blocks;
        }
        match options.complex_tables {
            _ if is_simple => TableForm::Rows,
            ComplexTableStyle::Html if options.html => TableForm::Html,
            _ if self.has_tables => TableForm::Blocks,
            ComplexTableStyle::Html | ComplexTableStyle::Flatten => TableForm::Rows,
            ComplexTableStyle::Blocks => TableForm::Blocks,
        }
    }

    /// Whether the table places parts of the page beside each other, and has no data.
    fn is_layout(&self, element: ElementRef<'_>) -> bool {
        let is_presentation =
            element.attr("role").is_some_and(|role| matches!(role.trim(), "presentation" | "none"));
        let has_names = self.has_headers || self.has_caption;
        let is_line = self.rows == 1 || self.width <= 1;
        is_presentation || self.has_tables || !has_names && (self.has_blocks || is_line)
    }
}

/// Returns the blocks within captions.
fn captions<'b, 'a>(blocks: &'b [Block<'a>]) -> impl Iterator<Item = &'b Block<'a>> {
    let mut is_caption = false;
    blocks.iter().filter(move |block| {
        match block {
            Block::CaptionStart => is_caption = true,
            Block::CaptionEnd => is_caption = false,
            _ => return is_caption,
        }
        false
    })
}

/// Hands a block to a sink. The parts of a table are none.
pub(super) fn hand<'a>(block: &Block<'a>, sink: &mut impl Sink<'a>) {
    match block {
        Block::Start(container) => sink.start(container),
        Block::End(container) => sink.end(container),
        Block::Text(role, text) => sink.text(*role, text),
        Block::Code(code) => sink.code(code),
        Block::Rule(source) => sink.rule(source.clone()),
        Block::Html(html, source) => sink.html(html, source.clone()),
        Block::Raw(markdown, source) => sink.raw(markdown, source.clone()),
        Block::TableStart(_)
        | Block::TableEnd
        | Block::CaptionStart
        | Block::CaptionEnd
        | Block::RowStart(_)
        | Block::RowEnd
        | Block::CellStart(_)
        | Block::CellEnd => {}
    }
}
