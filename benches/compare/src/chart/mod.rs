//! The chart: a row per contender, a column of bars per set of pages, and one for memory. SVG that
//! follows the reader's light or dark setting.

mod canvas;

use crate::caption;
use crate::measure::{Figures, Measured};
use crate::peer::Task;

use canvas::{Anchor, Canvas};

/// Lengths, in the units of the view box.
const WIDTH: f64 = 960.0;
const MARGIN: f64 = 24.0;
const LABELS: f64 = 172.0;
const GAP: f64 = 14.0;
const ROW: f64 = 21.0;
const BAR: f64 = 12.0;
/// The space for the number after a bar.
const NUMBER: f64 = 32.0;
/// How much wider the first column is than the rest.
const FIRST: f64 = 2.2;
/// The bytes per byte that the longest bar of memory stands for.
const MAX_HEAP: f64 = 5.0;
/// Letters on a line of the caption.
const CAPTION_LETTERS: usize = 172;

/// Rows that belong together, and the contender that their ratios refer to.
struct Group {
    title: &'static str,
    note: &'static str,
    tasks: &'static [Task],
    /// Memory says little about a task that keeps nothing.
    shows_heap: bool,
}

const GROUPS: [Group; 4] = [
    Group {
        title: "The standard's tree",
        note: "speed of html5ever with a reference-counted tree = 1",
        tasks: &[Task::Tree],
        shows_heap: true,
    },
    Group {
        title: "Another tree, or none",
        note: "the same html5ever = 1; these do less",
        tasks: &[Task::OtherTree, Task::Stream],
        shows_heap: true,
    },
    Group {
        title: "Tokenizer alone",
        note: "html5ever's with a sink that does nothing = 1",
        tasks: &[Task::Tokens],
        shows_heap: false,
    },
    Group {
        title: "Tree to HTML",
        note: "html5ever's serializer = 1",
        tasks: &[Task::Serialize],
        shows_heap: false,
    },
];

/// A column of bars.
struct Column {
    left: f64,
    /// The length of the longest bar.
    room: f64,
    /// The value that the longest bar stands for.
    greatest: f64,
}

impl Column {
    fn length(&self, value: f64) -> f64 {
        (value / self.greatest).min(1.0) * self.room
    }
}

/// The chart of the measurement, as SVG.
pub fn render(sets: &[Measured]) -> String {
    let columns = columns(sets);
    let mut canvas = Canvas::new(WIDTH);
    let mut y = title(&mut canvas);
    y = heads(&mut canvas, sets, &columns, y);
    for group in &GROUPS {
        y = draw_group(&mut canvas, group, sets, &columns, y);
    }
    y = draw_caption(&mut canvas, sets, y);
    canvas.finish(y + MARGIN - 8.0, "Speed and memory of HTML parsers in Rust")
}

/// One column per set, the first the widest, and one for memory. Ratios have one scale, but for the
/// first column.
fn columns(sets: &[Measured]) -> Vec<Column> {
    let count = sets.len() as f64;
    let left = MARGIN + LABELS;
    let unit = (WIDTH - MARGIN - left - GAP * count) / (count + FIRST);
    let ratios = |measured: &Measured| {
        let charted = measured.figures.iter().filter(|figures| is_charted(figures.contender.task));
        let all = charted.filter_map(|figures| ratio(measured, figures));
        all.fold(1.0, f64::max)
    };
    let greatest = sets.iter().map(ratios).fold(1.0, f64::max);
    let mut columns = Vec::with_capacity(sets.len() + 1);
    let mut left = left;
    for index in 0..=sets.len() {
        let width = if index == 0 { FIRST * unit } else { unit };
        let greatest = if index == sets.len() { MAX_HEAP } else { greatest };
        columns.push(Column { left, room: width - NUMBER, greatest });
        left += width + GAP;
    }
    columns
}

/// Whether a group shows the task.
fn is_charted(task: Task) -> bool {
    GROUPS.iter().any(|group| group.tasks.contains(&task))
}

fn ratio(measured: &Measured, figures: &Figures) -> Option<f64> {
    measured.ratio(figures.contender.name, figures.contender.task.yardstick())
}

fn title(canvas: &mut Canvas) -> f64 {
    canvas.text("title", MARGIN, 40.0, Anchor::Start, "HTML parsers in Rust");
    let note =
        "How many times as fast as html5ever, on the same pages in the same run. Longer is faster.";
    canvas.text("note", MARGIN, 60.0, Anchor::Start, note);
    84.0
}

/// Draws the headings of the columns.
fn heads(canvas: &mut Canvas, sets: &[Measured], columns: &[Column], y: f64) -> f64 {
    let heads = sets
        .iter()
        .map(|measured| measured.set.head())
        .chain([["heap, bytes per", "byte of input"]]);
    for (lines, column) in heads.zip(columns) {
        canvas.text("head", column.left, y, Anchor::Start, lines[0]);
        canvas.text("head", column.left, y + 14.0, Anchor::Start, lines[1]);
    }
    y + 24.0
}

/// The group's title and a row for each contender in it, the fastest first.
fn draw_group(
    canvas: &mut Canvas,
    group: &Group,
    sets: &[Measured],
    columns: &[Column],
    top: f64,
) -> f64 {
    let Some(first) = sets.first() else {
        return top;
    };
    let mut members: Vec<&Figures> = first.figures.iter().collect();
    members.retain(|figures| group.tasks.contains(&figures.contender.task));
    let shown = |figures: &Figures| ratio(first, figures).unwrap_or(0.0);
    members.sort_by(|a, b| f64::total_cmp(&shown(b), &shown(a)));
    if members.is_empty() {
        return top;
    }

    canvas.line("rule", MARGIN, top, WIDTH - MARGIN, top);
    canvas.text("group", MARGIN, top + 19.0, Anchor::Start, group.title);
    canvas.text("note", columns[0].left, top + 19.0, Anchor::Start, group.note);
    let top = top + 28.0;
    let bottom = top + ROW * members.len() as f64;
    for column in &columns[..sets.len()] {
        let x = column.left + column.length(1.0);
        canvas.line("one", x, top, x, bottom);
    }
    for (row, figures) in members.iter().enumerate() {
        draw_row(canvas, figures, group, sets, columns, top + ROW * row as f64);
    }
    bottom + 10.0
}

fn draw_row(
    canvas: &mut Canvas,
    figures: &Figures,
    group: &Group,
    sets: &[Measured],
    columns: &[Column],
    top: f64,
) {
    let contender = figures.contender;
    let is_own = contender.package == "consomme";
    let class = if is_own { "name-own" } else { "name" };
    canvas.text(class, MARGIN + LABELS - 10.0, top + 14.5, Anchor::End, contender.label);
    for (measured, column) in sets.iter().zip(columns) {
        if let Some(ratio) = measured.ratio(contender.name, contender.task.yardstick()) {
            draw_bar(canvas, column, ratio, format!("{ratio:.1}"), is_own, top);
        }
    }
    if group.shows_heap {
        let peak = figures.heap.peak as f64 / sets[0].bytes as f64;
        let number = if peak < 0.05 { String::from("< 0.1") } else { format!("{peak:.1}") };
        draw_bar(canvas, &columns[sets.len()], peak, number, is_own, top);
    }
}

/// A bar with its number, which keeps clear of the line at 1. One that does not fit ends in a cut.
fn draw_bar(
    canvas: &mut Canvas,
    column: &Column,
    value: f64,
    number: String,
    is_own: bool,
    top: f64,
) {
    let length = column.length(value);
    let (bar, figure) = if is_own { ("own", "figure-own") } else { ("other", "figure") };
    canvas.bar(bar, column.left, top + (ROW - BAR) / 2.0, length.max(1.0), BAR);
    if value > column.greatest {
        let x = column.left + length - 9.0;
        canvas.line("cut", x - 3.0, top + ROW, x + 3.0, top);
    }
    let number_left = column.left + length.max(column.length(1.0)) + 5.0;
    canvas.text(figure, number_left, top + 14.5, Anchor::Start, &number);
}

fn draw_caption(canvas: &mut Canvas, sets: &[Measured], top: f64) -> f64 {
    canvas.line("rule", MARGIN, top, WIDTH - MARGIN, top);
    let mut y = top + 4.0;
    for paragraph in caption::under_chart(sets) {
        y += 4.0;
        for line in caption::wrapped(&paragraph, CAPTION_LETTERS) {
            y += 15.0;
            canvas.text("caption", MARGIN, y - 4.0, Anchor::Start, &line);
        }
    }
    y
}
