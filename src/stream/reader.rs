//! Matches from a reader, with a closure.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::encoding::Hints;
use crate::parse::{ParseOptions, each_piece};
use crate::select::StreamSelectors;

use super::error::StreamSummary;
use super::found::Match;
use super::parser::StreamParser;

/// Reads bytes, and calls a function with each element that matches, until it breaks or the reader
/// ends. Returns how much was read and how many elements matched. Options are for
/// [`StreamParser::read_from`].
///
/// ```
/// use std::ops::ControlFlow;
///
/// use consomme::Hints;
/// use consomme::stream::{StreamSelectors, select_from};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let page = &b"<ul><li>Bones<li>Water<li>Salt</ul>"[..];
/// let mut items = Vec::new();
/// let summary = select_from(page, &Hints::new(), &StreamSelectors::new(&["li"])?, |item| {
///     items.push(item.text_content());
///     if items.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(items, ["Bones", "Water"]);
/// assert_eq!(summary.matches, 2);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Any error of the reader but [`Interrupted`](io::ErrorKind::Interrupted), after which reading
/// continues. And one of kind [`InvalidData`](io::ErrorKind::InvalidData) if the stream
/// [failed](StreamParser::failure): a limit made it ignore the rest of the input, or the encoding
/// changed too late. Its [source](io::Error::get_ref) is a [`StreamError`](super::StreamError),
/// which has the results up to that point.
pub fn select_from(
    reader: impl Read,
    hints: &Hints,
    selectors: &StreamSelectors,
    function: impl FnMut(Match<'_>) -> ControlFlow<()>,
) -> io::Result<StreamSummary> {
    StreamParser::new(&ParseOptions::new(), hints, selectors).read_from(reader, function)
}

impl StreamParser {
    /// Reads bytes, and calls a function with each match, until it breaks or the reader ends: as
    /// [`select_from`] does, with the options and hints of this parser. Returns how much was read
    /// and how many elements matched.
    ///
    /// # Errors
    ///
    /// As [`select_from`]. There is no error if the function breaks.
    pub fn read_from(
        mut self,
        reader: impl Read,
        mut function: impl FnMut(Match<'_>) -> ControlFlow<()>,
    ) -> io::Result<StreamSummary> {
        let mut is_stopped = false;
        each_piece(reader, |piece| {
            if piece.is_empty() {
                self.end();
            } else {
                self.feed(piece);
            }
            while let Some(found) = self.next_match() {
                if function(found).is_break() {
                    is_stopped = true;
                    return Ok(ControlFlow::Break(()));
                }
            }
            let is_finished = self.is_finished();
            Ok(if is_finished { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        match is_stopped {
            true => Ok(self.summary()),
            false => Ok(self.checked_summary()?),
        }
    }
}
