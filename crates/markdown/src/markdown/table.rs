//! The rows of a table.

use consomme::{ElementRef, steps};

use crate::blocks::{Block, Grid, Slot};
use crate::options::{HeaderStyle, SpanStyle};

use super::Writer;
use super::inline::Context;

impl Writer<'_, '_> {
    /// Returns the lines of a table. Rows have as many cells as they need: readers add the rest.
    pub(super) fn table_lines(&mut self, grid: &Grid<'_, '_>) -> String {
        let width = grid.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut lines = String::new();
        let is_first_header = grid.has_header || self.options.header == HeaderStyle::FirstRow;
        let mut rows = grid.rows.iter();
        match rows.next().filter(|_| is_first_header) {
            Some(header) => self.row(&mut lines, header, width),
            None => {
                rows = grid.rows.iter();
                self.row(&mut lines, &[], width);
            }
        }
        lines.push_str("\n|");
        for rule in rules(grid, width) {
            lines.push(' ');
            lines.push_str(rule);
            lines.push_str(" |");
        }
        for row in rows {
            lines.push('\n');
            self.row(&mut lines, row, 1);
        }
        lines
    }

    /// Writes a row with at least `width` cells.
    fn row(&mut self, lines: &mut String, slots: &[Slot<'_, '_>], width: usize) {
        lines.push('|');
        for at in 0..width.max(slots.len()) {
            steps::count(1);
            lines.push(' ');
            let slot = slots.get(at).copied().unwrap_or_default();
            let start = lines.len();
            let repeats = self.options.spans == SpanStyle::Repeat;
            let is_written = !slot.is_repeated || repeats && self.repeats_left > 0;
            self.is_cut |= slot.is_repeated && repeats && !is_written;
            if let Some((_, blocks)) = slot.cell.filter(|_| is_written) {
                self.cell(lines, blocks);
            }
            let length = lines.len() - start;
            if slot.is_repeated && length > 0 {
                match self.repeats_left.checked_sub(length) {
                    Some(left) => self.repeats_left = left,
                    None => {
                        lines.truncate(start);
                        (self.repeats_left, self.is_cut) = (0, true);
                    }
                }
            }
            lines.push_str(if lines.len() == start { "|" } else { " |" });
        }
    }

    /// Writes the blocks of a cell on one line.
    fn cell(&mut self, lines: &mut String, blocks: &[Block<'_>]) {
        let separator = if self.options.html { "<br>" } else { " " };
        let mut is_first = true;
        for block in blocks {
            let text = match block {
                Block::Text(_, text) => {
                    self.inline.write(text, Context::Cell, self.options, &mut self.links)
                }
                Block::Code(code) => {
                    let mut text = crate::inline::Inline::default();
                    for (index, line) in code.text.split('\n').enumerate() {
                        if index > 0 {
                            text.push_break();
                        }
                        text.open_code();
                        text.push_text(line);
                        text.close_code();
                    }
                    text.finish();
                    self.inline.write(&text, Context::Cell, self.options, &mut self.links)
                }
                Block::Html(html, _) => &html.replace('\n', " ").replace('|', "&#124;"),
                Block::Raw(markdown, _) => &markdown.replace('\n', " "),
                _ => continue,
            };
            if text.is_empty() {
                continue;
            }
            lines.push_str(if is_first { "" } else { separator });
            lines.push_str(text);
            is_first = false;
        }
    }
}

/// Returns for each column the line below its header.
fn rules(grid: &Grid<'_, '_>, width: usize) -> Vec<&'static str> {
    let mut rules = vec![None; width];
    for row in &grid.rows {
        for (rule, slot) in rules.iter_mut().zip(row) {
            if let Some((cell, _)) = slot.cell.filter(|_| rule.is_none()) {
                *rule = alignment(cell);
            }
        }
    }
    rules.into_iter().map(|rule| rule.unwrap_or("---")).collect()
}

/// Returns the line below the header of a column that is aligned like a cell.
fn alignment(cell: ElementRef<'_>) -> Option<&'static str> {
    let of_style = || {
        let style = cell.attr("style")?;
        let rules = style.split(';').filter_map(|rule| rule.split_once(':'));
        let mut aligned =
            rules.filter(|(property, _)| property.trim().eq_ignore_ascii_case("text-align"));
        aligned.next_back().map(|(_, value)| value)
    };
    let alignment = of_style().or_else(|| cell.attr("align"))?.trim();
    let is = |name: &str| alignment.eq_ignore_ascii_case(name);
    match () {
        () if is("left") => Some(":---"),
        () if is("center") => Some(":---:"),
        () if is("right") => Some("---:"),
        () => None,
    }
}
