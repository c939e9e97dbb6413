//! Writing what was found.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use consomme::{Document, LineIndex, ParseError};
use serde_json::json;

use crate::arguments::Format;
use crate::excerpt::Excerpt;

/// A file that was checked.
pub(crate) struct Report<'a> {
    format: Format,
    file: &'a str,
    document: &'a Document,
    lines: LineIndex<'a>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(format: Format, file: &'a str, document: &'a Document) -> Self {
        Report { format, file, document, lines: document.line_index() }
    }

    /// Writes one error of the file.
    pub(crate) fn write(&self, error: &ParseError, out: &mut impl Write) -> io::Result<()> {
        let start = self.lines.line_column(error.offset());
        match self.format {
            Format::Text => {
                let report = &[self.text(error)];
                writeln!(out, "{}\n", Renderer::styled().render(report))
            }
            Format::Gnu => {
                let (code, message) = (error.code(), error.message(self.document));
                writeln!(out, "{}:{start}: error: {message} [{code}]", self.file)
            }
            Format::Json => {
                let end = self.lines.line_column(error.span().end);
                let object = json!({
                    "file": self.file,
                    "line": start.line,
                    "column": start.column,
                    "endLine": end.line,
                    "endColumn": end.column,
                    "code": error.code().as_str(),
                    "standard": error.code().is_standard(),
                    "message": error.message(self.document),
                    "link": error.code().link(),
                });
                writeln!(out, "{object}")
            }
        }
    }

    /// An error as rustc would show it.
    fn text(&self, error: &ParseError) -> Group<'a> {
        let place = self.lines.line_column(error.offset());
        let (line, column) = (place.line as usize, place.column as usize);
        let excerpt = Excerpt::of(self.document.source(), error.span());
        let title = Level::ERROR.primary_title(error.message(self.document)).id(error.code().as_str());
        let snippet = Snippet::source(excerpt.text)
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(excerpt.span));
        // The renderer counts columns from the start of the excerpt.
        let group = if excerpt.is_cut {
            title.element(Origin::path(self.file).line(line).char_column(column)).element(snippet)
        } else {
            title.element(snippet.path(self.file))
        };
        group.element(Level::NOTE.message(error.code().link()))
    }
}

/// Writes how much was found, for people.
pub(crate) fn write_summary(
    format: Format,
    errors: usize,
    files: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    match format {
        Format::Text => writeln!(out, "{errors} error{} in {files} file{}", plural(errors), plural(files)),
        Format::Json | Format::Gnu => Ok(()),
    }
}
