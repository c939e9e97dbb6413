//! Matches from a reader, with a closure.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::encoding::Hints;
use crate::parse::{ParseOptions, each_piece};
use crate::select::StreamSelectors;

use super::found::Match;
use super::parser::StreamParser;

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
    StreamParser::new(&ParseOptions::new(), &Hints::new(), selectors).read_from(reader, function)
}

impl StreamParser {
    /// Reads bytes, and calls a function with each match, until it breaks or the reader ends: as
    /// [`select_from`] does, with the options and hints of this parser. Returns how many bytes were
    /// read.
    ///
    /// # Errors
    ///
    /// As that function.
    pub fn read_from(
        mut self,
        reader: impl Read,
        mut function: impl FnMut(Match<'_>) -> ControlFlow<()>,
    ) -> io::Result<u64> {
        each_piece(reader, |piece| {
            if piece.is_empty() {
                self.end();
            } else {
                self.feed(piece);
            }
            while let Some(found) = self.next_match() {
                if function(found).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            let is_finished = self.is_finished();
            Ok(if is_finished { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    }
}
