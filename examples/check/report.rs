//! Writes the errors of a file.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use consomme::{Document, LineIndex, ParseError};
use serde_json::json;

use crate::arguments::Format;
use crate::excerpt::Excerpt;

/// The report about a file.
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
        let (code, message) = (error.code(), error.message(self.document));
        let start = self.lines.line_column(error.offset());
        match self.format {
            Format::Text => {
                writeln!(out, "{}\n", Renderer::styled().render(&[self.text(error, message)]))
            }
            Format::Gnu => writeln!(out, "{}:{start}: error: {message} [{code}]", self.file),
            Format::Json => {
                let end = self.lines.line_column(error.span().end);
                let json = json!({
                    "file": self.file,
                    "line": start.line,
                    "column": start.column,
                    "endLine": end.line,
                    "endColumn": end.column,
                    "code": code.as_str(),
                    "standard": code.is_standard(),
                    "message": message,
                    "link": code.link(),
                });
                writeln!(out, "{json}")
            }
        }
    }

    /// Returns an error in the format of the Rust compiler's errors.
    fn text(&self, error: &ParseError, message: String) -> Group<'a> {
        let place = self.lines.line_column(error.offset());
        let excerpt = Excerpt::of(self.document.source(), error.span());
        let title = Level::ERROR.primary_title(message).id(error.code().as_str());
        let snippet = Snippet::source(excerpt.text)
            .line_start(place.line as usize)
            .annotation(AnnotationKind::Primary.span(excerpt.span));
        // The renderer counts columns from the start of the excerpt, so the column is given here.
        let group = if excerpt.is_cut {
            let origin = Origin::path(self.file).line(place.line as usize);
            title.element(origin.char_column(place.column as usize)).element(snippet)
        } else {
            title.element(snippet.path(self.file))
        };
        group.element(Level::NOTE.message(error.code().link()))
    }
}

/// Returns the numbers of errors and files, for people.
pub(crate) fn summary(errors: usize, files: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    format!("{errors} error{} in {files} file{}", plural(errors), plural(files))
}
