//! Tables with lines around their cells.

use consomme::steps;

use super::wrap::{divide, width, wrap};

/// A table as texts. Rows may have fewer cells than others.
#[derive(Debug)]
pub(super) struct Texts {
    pub(super) rows: Vec<Vec<String>>,
    pub(super) has_header: bool,
}

/// The narrowest column that is drawn.
const MIN_COLUMN: usize = 3;

/// The widest column in which cells are filled up with spaces.
const MAX_FILLED: usize = 160;

/// Returns a table as lines of at most `max` columns, if it can be drawn so; otherwise, a line for
/// each row.
pub(super) fn draw(table: &Texts, max: Option<usize>) -> String {
    let count = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let space = max.map(|max| max.saturating_sub(3 * count + 1));
    if space.is_some_and(|space| space < MIN_COLUMN * count) {
        let rows: Vec<String> = table.rows.iter().map(|row| joined(row, max)).collect();
        return rows.join("\n");
    }
    let mut widths = natural_widths(table, count);
    if let Some(space) = space {
        shrink(&mut widths, space);
    }
    let rows: Vec<Vec<Vec<String>>> =
        table.rows.iter().map(|row| cells(row, &widths, space.is_some())).collect();
    let has_rules = rows.iter().flatten().any(|cell| cell.len() > 1);
    let mut lines = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let is_below_header = index == 1 && table.has_header;
        if is_below_header || index > 0 && has_rules {
            // A row with fewer cells than the one above it has the longer rule.
            let length = row.len().max(rows[index - 1].len());
            lines.push(rule(&widths[..length], if is_below_header { '|' } else { '+' }));
        }
        push_row(&mut lines, row, &widths);
    }
    lines.join("\n")
}

/// Returns a row as one text.
fn joined(row: &[String], max: Option<usize>) -> String {
    let text = row.join(" | ").replace('\n', " ");
    max.map_or(text.clone(), |max| wrap(&text, max))
}

fn natural_widths(table: &Texts, count: usize) -> Vec<usize> {
    let mut widths = vec![1; count];
    for row in &table.rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            steps::count(1);
            *widest = cell.split('\n').map(width).max().unwrap_or(0).max(*widest);
        }
    }
    widths
}

/// Makes the widest columns narrower until all fit into a space, all of them alike.
fn shrink(widths: &mut [usize], space: usize) {
    let mut sorted = widths.to_vec();
    sorted.sort_unstable();
    let mut left = space;
    let mut most = usize::MAX;
    for (index, &width) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - index);
        if width > share {
            most = share.max(MIN_COLUMN);
            break;
        }
        left -= width;
    }
    widths.iter_mut().for_each(|width| *width = most.min(*width));
}

/// Returns the lines of each cell of a row.
fn cells(row: &[String], widths: &[usize], is_wrapped: bool) -> Vec<Vec<String>> {
    let lines = |(cell, &width): (&String, &usize)| {
        let text = if is_wrapped { wrap(&divide(cell, width), width) } else { cell.clone() };
        text.split('\n').map(str::to_owned).collect()
    };
    row.iter().zip(widths).map(lines).collect()
}

fn rule(widths: &[usize], corner: char) -> String {
    let mut line = String::from(corner);
    for width in widths {
        line.extend(std::iter::repeat_n('-', MAX_FILLED.min(*width) + 2));
        line.push(corner);
    }
    line
}

fn push_row(lines: &mut Vec<String>, row: &[Vec<String>], widths: &[usize]) {
    let height = row.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..height {
        // Cells after the last one with text on this line are as empty as those that a row has not.
        let count = match at {
            0 => row.len(),
            _ => row.iter().rposition(|cell| cell.len() > at).map_or(0, |last| last + 1),
        };
        let mut line = String::from("|");
        for (cell, width) in row[..count].iter().zip(widths) {
            let text = cell.get(at).map_or("", String::as_str);
            let fill = MAX_FILLED.min(*width).saturating_sub(self::width(text));
            line.push(' ');
            line.push_str(text);
            line.extend(std::iter::repeat_n(' ', fill + 1));
            line.push('|');
        }
        lines.push(line);
    }
}
