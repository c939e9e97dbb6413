//! The part of the source that is shown with an error.

use std::ops::Range;

/// The maximum number of bytes of an excerpt before and after the start of an error.
const MAX_REACH: usize = 100;

/// The line on which a span starts, or the part of it that is shown.
pub(crate) struct Excerpt<'a> {
    pub(crate) text: &'a str,
    /// The offset of `text` in the source.
    pub(crate) start: usize,
    /// The span in `text`.
    pub(crate) span: Range<usize>,
    /// Whether `text` starts after the start of the line.
    pub(crate) is_cut: bool,
}

impl Excerpt<'_> {
    /// Returns the excerpt that shows a span; from the line of an earlier place on, if that is
    /// given and near enough.
    pub(crate) fn of(source: &str, span: Range<usize>, earlier: Option<usize>) -> Excerpt<'_> {
        let earlier = earlier.filter(|earlier| span.start.saturating_sub(*earlier) <= MAX_REACH);
        let first = earlier.map_or(span.start, |earlier| earlier.min(span.start));
        let boundary = |at: usize| {
            (0..=at.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
        };
        let (from, to) =
            (boundary(first.saturating_sub(MAX_REACH)), boundary(span.start + MAX_REACH));
        let newline = source[from..first].rfind('\n');
        let start = newline.map_or(from, |at| from + at + 1);
        let end = source[span.start..to].find('\n').map_or(to, |at| span.start + at);
        Excerpt {
            text: &source[start..end],
            start,
            span: span.start - start..span.end.min(end) - start,
            is_cut: newline.is_none() && from > 0,
        }
    }
}
