//! What of the source is shown.

use std::ops::Range;

/// How many bytes of the source an excerpt shows at most on either side of where an error starts.
const REACH: usize = 100;

/// The line on which an error starts, or as much of it as is shown.
pub(crate) struct Excerpt<'a> {
    pub(crate) text: &'a str,
    /// Where in the text the error stands.
    pub(crate) span: Range<usize>,
    /// The text does not start where the line does.
    pub(crate) is_cut: bool,
}

impl Excerpt<'_> {
    pub(crate) fn of(source: &str, span: Range<usize>) -> Excerpt<'_> {
        let boundary = |at: usize| {
            (0..=at.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
        };
        let (from, to) = (boundary(span.start.saturating_sub(REACH)), boundary(span.start + REACH));
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
