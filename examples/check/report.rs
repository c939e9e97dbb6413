//! Writes the errors of a file.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use consomme::positions::LineIndex;
use consomme::{Document, ParseError};
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
                let mut json = json!({
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
                if let Some(tag) = error.opening_tag(self.document) {
                    let place = self.lines.line_column(tag.start);
                    json["openedAt"] = json!({ "line": place.line, "column": place.column });
                }
                writeln!(out, "{json}")
            }
        }
    }

    /// Returns an error in the format of the Rust compiler's errors.
    fn text(&self, error: &ParseError, message: String) -> Group<'a> {
        let place = self.lines.line_column(error.offset());
        let tag = error.opening_tag(self.document);
        let earlier = tag.as_ref().map(|tag| tag.start);
        let excerpt = Excerpt::of(self.document.source(), error.span(), earlier);
        let title = Level::ERROR.primary_title(message).id(error.code().as_str());
        let mut snippet =
            self.snippet(&excerpt, AnnotationKind::Primary.span(excerpt.span.clone()));
        // A second label: the tag of the element that is not closed, here or in another excerpt.
        let mut opening = None;
        if let Some(tag) = tag {
            match (tag.start.checked_sub(excerpt.start), tag.end.checked_sub(excerpt.start)) {
                (Some(start), Some(end)) => snippet = snippet.annotation(opened_here(start..end)),
                _ => opening = Some(self.opening(tag)),
            }
        }
        // The renderer counts columns from the start of the excerpt, so the column is given here.
        let group = if excerpt.is_cut {
            let origin = Origin::path(self.file).line(place.line as usize);
            title.element(origin.char_column(place.column as usize)).element(snippet)
        } else {
            title.element(snippet.path(self.file))
        };
        group.elements(opening).element(Level::NOTE.message(error.code().link()))
    }

    /// Returns an excerpt with the tag of an element that is not closed.
    fn opening(&self, tag: Range<usize>) -> Snippet<'a, Annotation<'a>> {
        let excerpt = Excerpt::of(self.document.source(), tag, None);
        let snippet = self.snippet(&excerpt, opened_here(excerpt.span.clone()));
        if excerpt.is_cut { snippet } else { snippet.path(self.file) }
    }

    /// Returns an excerpt with its line and a label.
    fn snippet(&self, excerpt: &Excerpt<'a>, label: Annotation<'a>) -> Snippet<'a, Annotation<'a>> {
        let line = self.lines.line_column(excerpt.start).line;
        Snippet::source(excerpt.text).line_start(line as usize).annotation(label)
    }
}

/// Returns the label of the tag of an element that is not closed.
fn opened_here(span: Range<usize>) -> Annotation<'static> {
    AnnotationKind::Context.span(span).label("opened here")
}

/// Returns the numbers of errors and files, for people.
pub(crate) fn summary(errors: usize, files: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    format!("{errors} error{} in {files} file{}", plural(errors), plural(files))
}
