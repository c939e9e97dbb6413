//! Blocks to lines.

use std::collections::HashMap;
use std::ops::Range;

use consomme::{BaseUrl, steps};

use crate::blocks::{Block, Code, Container, Grid, Role, Sink};
use crate::containers::{Containers, Kind};
use crate::inline::{Inline, Link, Mark, Piece};
use crate::options::Bullet;
use crate::output::{BlockKind, Output};

use super::table::{Texts, draw};
use super::wrap::{width, wrap};

/// The narrowest lines that text is wrapped to, however deep it is indented.
const MIN_WIDTH: usize = 10;

/// Writes blocks as text.
#[derive(Debug)]
pub(super) struct Writer<'w> {
    width: Option<usize>,
    base: Option<BaseUrl>,
    out: Output<'w>,
    containers: Containers,
    /// The numbers of the addresses, and the addresses in order.
    numbers: HashMap<String, usize>,
    addresses: Vec<String>,
}

impl<'w> Writer<'w> {
    pub(super) fn new(width: Option<usize>, base: Option<BaseUrl>, out: Output<'w>) -> Self {
        let (numbers, addresses) = (HashMap::new(), Vec::new());
        let containers = Containers::new(Bullet::Star);
        Writer { width, base, out, containers, numbers, addresses }
    }

    /// Writes the addresses of links, and returns the output.
    pub(super) fn finish(mut self) -> Output<'w> {
        if !self.addresses.is_empty() {
            let numbered = self.addresses.iter().enumerate();
            let line = |(index, address): (usize, &String)| format!("[{}]: {address}", index + 1);
            let lines = numbered.map(line).collect::<Vec<_>>().join("\n");
            self.write(Kind::Other, BlockKind::Other, &lines, None);
        }
        self.out
    }

    fn write(&mut self, kind: Kind, name: BlockKind, lines: &str, source: Option<Range<usize>>) {
        let start = self.containers.write(&mut self.out, kind, lines);
        self.out.end_block(name, start, source);
    }

    /// The number of columns for the text of a line.
    fn columns(&self) -> Option<usize> {
        Some(self.width?.saturating_sub(self.containers.indent()).max(MIN_WIDTH))
    }

    fn wrapped(&self, text: &str) -> String {
        self.columns().map_or(text.to_owned(), |columns| wrap(text, columns))
    }

    /// Returns inline content as text, with a line feed for each line break.
    fn inline(&mut self, inline: &Inline<'_>) -> String {
        let mut text = String::new();
        let mut link_start = 0;
        for piece in inline.pieces() {
            steps::count(1);
            match piece {
                Piece::Text(range) | Piece::Code(range) | Piece::Math(range, _) => {
                    text.push_str(inline.str(range));
                }
                Piece::Raw(range) => text.push_str(inline.str(range)),
                Piece::Footnote(label) => text += &format!("[{}]", inline.str(label)),
                Piece::Image(image) => {
                    let words: Vec<&str> =
                        image.attr("alt").unwrap_or("").split_whitespace().collect();
                    if !words.is_empty() {
                        text += &format!("[{}]", words.join(" "));
                    }
                }
                Piece::Task(is_checked) => text.push_str(if *is_checked { "[x] " } else { "[ ] " }),
                Piece::Break => text.push('\n'),
                Piece::Open(Mark::Link(_)) => link_start = text.len(),
                Piece::Close(Mark::Link(link)) => {
                    if let Some(number) = self.number(*link, &text[link_start..]) {
                        text += &format!(" [{number}]");
                    }
                }
                Piece::Open(_) | Piece::Close(_) | Piece::Html(_) => {}
            }
        }
        text
    }

    /// Returns the number of a link, unless its text says its address.
    fn number(&mut self, link: Link<'_>, text: &str) -> Option<usize> {
        let written = link.href.trim();
        let resolved = self.base.as_ref().and_then(|base| base.join(link.href));
        let address = resolved.unwrap_or_else(|| written.to_owned());
        let is_said = text == address || address.strip_prefix("mailto:") == Some(text);
        if is_said || text.trim().is_empty() || address.contains(['\n', '\r']) {
            return None;
        }
        let next = self.addresses.len() + 1;
        Some(*self.numbers.entry(address).or_insert_with_key(|address| {
            self.addresses.push(address.clone());
            next
        }))
    }

    /// Returns the blocks of a cell as text.
    fn cell(&mut self, blocks: &[Block<'_>]) -> String {
        let mut lines = Vec::new();
        for block in blocks {
            match block {
                Block::Text(_, text) => lines.push(self.inline(text)),
                Block::Code(code) => lines.push(code.text.clone()),
                Block::Html(text, _) | Block::Raw(text, _) => lines.push(text.clone()),
                _ => {}
            }
        }
        lines.join("\n")
    }
}

impl<'a> Sink<'a> for Writer<'_> {
    fn start(&mut self, container: &Container) {
        self.containers.start(container);
    }

    fn end(&mut self, container: &Container) {
        self.containers.end(container, &mut self.out);
    }

    fn text(&mut self, role: Role, text: &Inline<'a>) {
        let plain = self.inline(text);
        let mut lines = self.wrapped(&plain);
        if lines.trim().is_empty() {
            return;
        }
        let level = match role {
            Role::Heading(level) => level,
            Role::Paragraph | Role::Term => {
                return self.write(Kind::Text, BlockKind::Paragraph, &lines, text.source());
            }
        };
        let columns = lines.split('\n').map(width).max().unwrap_or(0).min(self.width.unwrap_or(80));
        match level {
            1 => lines += &format!("\n{}", "=".repeat(columns)),
            2 => lines += &format!("\n{}", "-".repeat(columns)),
            _ => {}
        }
        self.write(Kind::Other, BlockKind::Heading(level), &lines, text.source());
    }

    fn code(&mut self, code: &Code) {
        let lines = code.text.split('\n');
        let line = |line: &str| if line.is_empty() { String::new() } else { format!("    {line}") };
        let lines = lines.map(line).collect::<Vec<_>>().join("\n");
        self.write(Kind::Other, BlockKind::Code, &lines, code.source.clone());
    }

    fn rule(&mut self, source: Option<Range<usize>>) {
        let line = "-".repeat(self.columns().unwrap_or(40).min(40));
        self.write(Kind::Other, BlockKind::Rule, &line, source);
    }

    fn html(&mut self, html: &str, source: Option<Range<usize>>) {
        self.write(Kind::Other, BlockKind::Other, html, source);
    }

    fn raw(&mut self, markdown: &str, source: Option<Range<usize>>) {
        self.write(Kind::Other, BlockKind::Other, markdown.trim_matches('\n'), source);
    }

    fn table(&mut self, grid: &Grid<'_, 'a>) {
        let mut rows = Vec::with_capacity(grid.rows.len());
        for row in &grid.rows {
            let mut texts = Vec::with_capacity(row.len());
            for slot in row {
                let cell = slot.cell.filter(|_| !slot.is_repeated);
                texts.push(cell.map_or_else(String::new, |(_, blocks)| self.cell(blocks)));
            }
            rows.push(texts);
        }
        let texts = Texts { rows, has_header: grid.has_header };
        let lines = draw(&texts, self.columns());
        self.write(Kind::Other, BlockKind::Table, &lines, grid.source.clone());
    }
}
