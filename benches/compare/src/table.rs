//! The table, in Markdown that reads well as it is.

use std::fmt::Write as _;

use crate::measure::{Figures, Measured};
use crate::peers;

/// One row per contender. Speed, memory and counts come from the first set; each set has a column
/// of ratios.
pub fn render(sets: &[Measured]) -> String {
    let Some(first) = sets.first() else {
        return String::new();
    };
    let mut header: Vec<String> =
        ["contender", "gives", "MB/s", "±%"].into_iter().map(String::from).collect();
    header.extend(sets.iter().map(|measured| format!("× {}", measured.set.name())));
    header.extend(["heap peak", "heap kept", "allocations", "count"].map(String::from));

    let mut rows = vec![header];
    rows.extend(first.figures.iter().map(|figures| row(figures, sets)));
    for (name, other) in peers::PAIRS {
        if sets.iter().any(|measured| measured.ratio(name, other).is_some()) {
            let mut row =
                vec![format!("{name} : {other}"), String::new(), String::new(), String::new()];
            row.extend(sets.iter().map(|measured| ratio(measured, name, other)));
            row.resize(rows[0].len(), String::new());
            rows.push(row);
        }
    }
    aligned(&rows)
}

fn row(figures: &Figures, sets: &[Measured]) -> Vec<String> {
    let first = &sets[0];
    let contender = figures.contender;
    let (least, median, greatest) = figures.speed();
    let per_byte = |bytes: i64| format!("{:.2}", bytes as f64 / first.bytes as f64);
    let mut row = vec![
        String::from(contender.name),
        String::from(contender.task.name()),
        format!("{:.1}", median / 1e6),
        format!("{:.0}", 50.0 * (greatest - least) / median),
    ];
    row.extend(
        sets.iter().map(|measured| ratio(measured, contender.name, contender.task.yardstick())),
    );
    row.push(per_byte(figures.heap.peak));
    row.push(per_byte(figures.heap.live));
    row.push(format!("{:.1}", figures.heap.allocations as f64 / first.pages as f64));
    row.push(figures.count.to_string());
    row
}

fn ratio(measured: &Measured, name: &str, yardstick: &str) -> String {
    measured.ratio(name, yardstick).map_or_else(String::new, |ratio| format!("{ratio:.2}"))
}

/// Rows of cells as a Markdown table; the first row is the header. The first two columns stand
/// left.
fn aligned(rows: &[Vec<String>]) -> String {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column < 2 {
                write!(text, "| {cell:<width$} ")
            } else {
                write!(text, "| {cell:>width$} ")
            };
        }
        text.push_str("|\n");
        if index == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let end = if column < 2 { "-" } else { ":" };
                let _ = write!(text, "|{}{end}", "-".repeat(width + 1));
            }
            text.push_str("|\n");
        }
    }
    text
}
