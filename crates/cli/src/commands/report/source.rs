//! The source, with errors underlined and places that the tree links to.

use std::fmt::{self, Write};

use consomme::Document;
use consomme::entities::{escape_attribute, escape_text};

/// A place in the source where something begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mark {
    /// An error ends. Ends come before what begins at the same place.
    ErrorEnds(usize),
    /// A node begins: the tree links to it.
    Node,
    /// The error of this number begins.
    ErrorBegins(usize),
}

/// Writes the source. Errors may overlap: where several are, the text links to the last one that
/// has begun.
pub(super) fn write(document: &Document, html: &mut String) -> fmt::Result {
    let source = document.source();
    let mut marks = marks(document);
    marks.sort_unstable();
    marks.dedup();
    let mut open: Vec<usize> = Vec::new();
    let mut written = 0;
    for (place, mark) in marks {
        write_text(&source[written..place], &open, document, html)?;
        written = place;
        match mark {
            Mark::Node => write!(html, "<span id=\"b{place}\"></span>")?,
            Mark::ErrorBegins(number) => {
                write!(html, "<span id=\"at-error{number}\"></span>")?;
                open.push(number);
            }
            Mark::ErrorEnds(number) => open.retain(|open| *open != number),
        }
    }
    write_text(&source[written..], &open, document, html)
}

/// Returns the places of errors and of nodes.
fn marks(document: &Document) -> Vec<(usize, Mark)> {
    let source = document.source();
    let mut marks = Vec::new();
    for (number, error) in document.errors().iter().enumerate() {
        let span = error.span();
        let start = boundary(source, span.start);
        // An error without bytes underlines the character after it, if there is one.
        let end = boundary(source, span.end.max(span.start)).max(start);
        marks.push((start, Mark::ErrorBegins(number)));
        if end > start {
            marks.push((end, Mark::ErrorEnds(number)));
        } else {
            marks.push((next_boundary(source, start), Mark::ErrorEnds(number)));
        }
    }
    for node in document.all_nodes() {
        if let Some(span) = node.span() {
            marks.push((boundary(source, span.source_range().start), Mark::Node));
        }
    }
    marks
}

/// Returns the last boundary of a character up to an offset.
fn boundary(source: &str, offset: usize) -> usize {
    let offset = offset.min(source.len());
    (0..=offset).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0)
}

fn next_boundary(source: &str, offset: usize) -> usize {
    let after = source[offset..].chars().next();
    offset + after.map_or(0, char::len_utf8)
}

/// Writes a stretch of the source in which the same errors are open.
fn write_text(text: &str, open: &[usize], document: &Document, html: &mut String) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    let shown = shown(text);
    let Some(number) = open.last() else { return html.write_str(&shown) };
    let message = document.errors()[*number].message(document);
    let message = visible(&message);
    let message = escape_attribute(&message);
    write!(html, "<a href=\"#error{number}\" title=\"{message}\"><mark>{shown}</mark></a>")
}

/// Escapes a text, with pictures of what HTML has no form for.
fn shown(text: &str) -> String {
    escape_text(&visible(text)).into_owned()
}

/// Puts a picture in the place of each control character and noncharacter, which are errors in HTML
/// however they are written.
pub(super) fn visible(text: &str) -> String {
    let picture = |character: char| match character as u32 {
        0x09 | 0x0a => character,
        control @ 0..=0x1f => char::from_u32(0x2400 + control).unwrap_or('\u{fffd}'),
        0x7f..=0x9f | 0xfdd0..=0xfdef => '\u{fffd}',
        other if other & 0xfffe == 0xfffe => '\u{fffd}',
        _ => character,
    };
    text.chars().map(picture).collect()
}
