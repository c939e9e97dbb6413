//! Blocks to Markdown.
//!
//! - `mod.rs`: the blocks, and the empty lines between them
//! - `inline.rs`: the content of a block
//! - `delimiters.rs`: whether emphasis is seen
//! - `escape.rs`: backslashes before characters
//! - `links.rs`: addresses
//! - `table.rs`: tables

mod delimiters;
mod escape;
mod inline;
mod links;
mod table;

use std::borrow::Cow;
use std::ops::Range;

use crate::blocks::{Code, Container, Grid, Role, Sink};
use crate::bytes::has_line_feed;
use crate::containers::{Containers, Kind};
use crate::inline::{Inline, Piece};
use crate::options::{CodeBlockStyle, Fence, HeadingStyle, Options};
use crate::output::{BlockKind, Output};

use inline::{Context, InlineWriter};
use links::Links;

/// Writes blocks as Markdown.
#[derive(Debug)]
pub(crate) struct Writer<'o, 'w> {
    options: &'o Options,
    out: Output<'w>,
    containers: Containers,
    inline: InlineWriter,
    links: Links,
    /// How many bytes of repeated cells there may be.
    repeats_left: usize,
    /// Whether a table repeats less than it should.
    pub(crate) is_cut: bool,
}

impl<'o, 'w> Writer<'o, 'w> {
    pub(crate) fn new(options: &'o Options, out: Output<'w>) -> Self {
        Writer {
            options,
            out,
            containers: Containers::new(options.bullet),
            inline: InlineWriter::default(),
            links: Links::new(options),
            repeats_left: options.max_table_slots.saturating_mul(16),
            is_cut: false,
        }
    }

    /// Writes the definitions of links, and returns the output.
    pub(crate) fn finish(mut self) -> Output<'w> {
        let definitions = self.links.definitions().join("\n");
        if !definitions.is_empty() {
            self.write(Kind::Other, BlockKind::Other, &definitions, None);
        }
        self.out
    }

    /// Writes the lines of a block.
    fn write(&mut self, kind: Kind, name: BlockKind, lines: &str, source: Option<Range<usize>>) {
        let start = self.containers.write(&mut self.out, kind, lines);
        self.out.end_block(name, start, source);
    }

    fn paragraph(&mut self, text: &Inline<'_>) {
        let lines = self.inline.write(text, Context::Paragraph, self.options, &mut self.links);
        let has_task = matches!(text.pieces().first(), Some(Piece::Task(_)));
        let lines = escaped_lines(lines, has_task);
        let start = self.containers.write(&mut self.out, Kind::Text, &lines);
        self.out.end_block(BlockKind::Paragraph, start, text.source());
    }

    fn heading(&mut self, level: u8, text: &Inline<'_>) {
        let style = self.options.heading_style;
        let is_setext = style == HeadingStyle::Setext && level <= 2;
        let context = if is_setext { Context::Paragraph } else { Context::Heading };
        let line = self.inline.write(text, context, self.options, &mut self.links);
        let lines = if is_setext {
            let lines = escaped_lines(line, false);
            let width = lines.lines().map(str::len).max().unwrap_or(0).clamp(3, 60);
            format!("{lines}\n{}", if level == 1 { "=" } else { "-" }.repeat(width))
        } else {
            let marks = "#".repeat(usize::from(level));
            let line = line.trim_matches([' ', '\t']);
            match style {
                HeadingStyle::AtxClosed => format!("{marks} {line} {marks}"),
                // Markdown drops `#` at the end.
                _ if line.ends_with('#') && is_closing(line) => {
                    format!("{marks} {}\\#", &line[..line.len() - 1])
                }
                _ => format!("{marks} {line}"),
            }
        };
        let kind = if is_setext { Kind::Text } else { Kind::Heading };
        self.write(kind, BlockKind::Heading(level), &lines, text.source());
    }

    fn fenced(&mut self, code: &Code) -> String {
        let language = code.language.as_deref().unwrap_or("");
        // Backticks in the language would end the fence.
        let is_tilde = self.options.fence == Fence::Tilde || language.contains('`');
        let longest =
            |c: char| code.text.split(|other| other != c).map(str::len).max().unwrap_or(0);
        let fence = match is_tilde {
            true => "~".repeat((longest('~') + 1).max(3)),
            false => "`".repeat((longest('`') + 1).max(3)),
        };
        let mut info = String::new();
        for c in language.chars() {
            if matches!(c, '\\' | '&') {
                info.push('\\');
            }
            info.push(c);
        }
        if code.text.is_empty() {
            return format!("{fence}{info}\n{fence}");
        }
        format!("{fence}{info}\n{}\n{fence}", code.text)
    }

    /// Returns code indented by four spaces, if that is read as the same code.
    fn indented(&self, code: &Code) -> Option<String> {
        let is_empty = |line: Option<&str>| line.is_none_or(|line| line.trim().is_empty());
        let mut lines = code.text.split('\n');
        let can = self.options.code_block_style == CodeBlockStyle::Indented
            && code.language.is_none()
            && !self.containers.is_at_start()
            && !self.containers.is_after_list()
            && !is_empty(lines.clone().next())
            && !is_empty(lines.clone().next_back());
        let line = |line: &str| match line.is_empty() {
            true => String::new(),
            false => format!("    {line}"),
        };
        can.then(|| lines.by_ref().map(line).collect::<Vec<_>>().join("\n"))
    }
}

impl<'a> Sink<'a> for Writer<'_, '_> {
    fn start(&mut self, container: &Container) {
        self.containers.start(container);
    }

    fn end(&mut self, container: &Container) {
        self.containers.end(container, &mut self.out);
    }

    fn text(&mut self, role: Role, text: &Inline<'a>) {
        match role {
            Role::Paragraph => self.paragraph(text),
            Role::Term => {
                let context = Context::Heading;
                let line = self.inline.write(text, context, self.options, &mut self.links);
                let lines = escaped_lines(line, false).into_owned();
                self.write(Kind::Term, BlockKind::Paragraph, &lines, text.source());
            }
            Role::Heading(level) => self.heading(level, text),
        }
    }

    fn code(&mut self, code: &Code) {
        let lines = self.indented(code).unwrap_or_else(|| self.fenced(code));
        self.write(Kind::Code, BlockKind::Code, &lines, code.source.clone());
    }

    fn rule(&mut self, source: Option<Range<usize>>) {
        let line = if self.containers.is_in_new_item_of('*') { "---" } else { "***" };
        self.write(Kind::Rule, BlockKind::Rule, line, source);
    }

    fn html(&mut self, html: &str, source: Option<Range<usize>>) {
        let html = html.trim_end_matches('\n');
        self.write(Kind::Other, BlockKind::Other, html, source);
    }

    fn raw(&mut self, markdown: &str, source: Option<Range<usize>>) {
        let markdown = markdown.trim_matches('\n');
        if !markdown.is_empty() {
            self.write(Kind::Other, BlockKind::Other, markdown, source);
        }
    }

    fn table(&mut self, grid: &Grid<'_, 'a>) {
        let lines = self.table_lines(grid);
        self.write(Kind::Other, BlockKind::Table, &lines, grid.source.clone());
    }
}

/// Whether Markdown would drop the `#` at the end of a heading.
fn is_closing(line: &str) -> bool {
    let rest = line.trim_end_matches('#');
    rest.is_empty() || rest.ends_with([' ', '\t'])
}

/// Returns the lines of a paragraph, with a backslash where one would begin another block. The box
/// of a task is at the start of the first.
fn escaped_lines(lines: &str, has_task: bool) -> Cow<'_, str> {
    // Most paragraphs are one line as it is.
    if !has_line_feed(lines)
        && !lines.starts_with([' ', '\t', '\u{FEFF}'])
        && (has_task || escape::block_start(lines, true).is_none())
    {
        return Cow::Borrowed(lines);
    }
    let mut escaped = String::with_capacity(lines.len() + 8);
    for (index, line) in lines.split('\n').enumerate() {
        if index > 0 {
            escaped.push('\n');
        }
        // Markdown drops spaces at the start of a line before it looks for the start of a block.
        let line = line.trim_start_matches([' ', '\t']);
        // Readers drop a byte order mark at the start of a document.
        if let Some(rest) = line.strip_prefix('\u{FEFF}').filter(|_| index == 0) {
            escaped.push_str("&#65279;");
            escaped.push_str(rest);
            continue;
        }
        match escape::block_start(line, index == 0).filter(|_| index > 0 || !has_task) {
            Some(at) => {
                escaped.push_str(&line[..at]);
                escaped.push('\\');
                escaped.push_str(&line[at..]);
            }
            None => escaped.push_str(line),
        }
    }
    Cow::Owned(escaped)
}
