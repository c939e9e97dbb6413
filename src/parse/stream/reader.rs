//! Matches from a reader, with a closure.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::encoding::Hints;
use crate::parse::options::ParseOptions;
use crate::parse::pieces::each_piece;
use crate::select::StreamSelectors;

use super::Match;

/// Reads bytes, and calls a function with each element that matches, until it breaks or the reader
/// ends. Returns how many bytes were read.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use consomme::stream::{StreamSelectors, select_from};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let page = &b"<ul><li>Bones<li>Water<li>Salt</ul>"[..];
/// let mut items = Vec::new();
/// select_from(page, &StreamSelectors::new(&["li"])?, |item| {
///     items.push(item.text_content());
///     if items.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(items, ["Bones", "Water"]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Any error of the reader but [`Interrupted`](io::ErrorKind::Interrupted), after which reading
/// continues.
pub fn select_from(
    reader: impl Read,
    selectors: &StreamSelectors,
    function: impl FnMut(Match<'_>) -> ControlFlow<()>,
) -> io::Result<u64> {
    ParseOptions::new().select_from(reader, selectors, &Hints::new(), function)
}

impl ParseOptions {
    /// Does what [`select_from`](crate::stream::select_from) does, with these options and hints.
    ///
    /// # Errors
    ///
    /// As that function.
    pub fn select_from(
        &self,
        reader: impl Read,
        selectors: &StreamSelectors,
        hints: &Hints,
        mut function: impl FnMut(Match<'_>) -> ControlFlow<()>,
    ) -> io::Result<u64> {
        let mut stream = self.stream(selectors, hints);
        each_piece(reader, |piece| {
            if piece.is_empty() {
                stream.end();
            } else {
                stream.feed(piece);
            }
            while let Some(found) = stream.next_match() {
                if function(found).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            let is_finished = stream.is_finished();
            Ok(if is_finished { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    }
}
