//! The part of the source that is shown with an error.

use std::ops::Range;

/// The maximum number of bytes of an excerpt before and after the start of an error.
const MAX_REACH: usize = 100;

/// The line on which an error starts, or the part of it that is shown.
pub(crate) struct Excerpt<'a> {
    pub(crate) text: &'a str,
    /// The span of the error in `text`.
    pub(crate) span: Range<usize>,
    /// Whether `text` starts after the start of the line.
    pub(crate) is_cut: bool,
}

impl Excerpt<'_> {
    pub(crate) fn of(source: &str, span: Range<usize>) -> Excerpt<'_> {
        let boundary = |at: usize| {
            (0..=at.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
        };
        let (from, to) =
            (boundary(span.start.saturating_sub(MAX_REACH)), boundary(span.start + MAX_REACH));
        let newline = source[from..span.start].rfind('\n');
        let start = newline.map_or(from, |at| from + at + 1);
        let end = source[span.start..to].find('\n').map_or(to, |at| span.start + at);
        Excerpt {
            text: &source[start..end],
            span: span.start - start..span.end.min(end) - start,
            is_cut: newline.is_none() && from > 0,
        }
    }
}
