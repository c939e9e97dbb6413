//! From a reader to a writer, with a closure.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use crate::encoding::Hints;
use crate::parse::{ParseOptions, each_piece};
use crate::stream::error::StreamSummary;

use super::rewrite_match::RewriteMatch;
use super::selectors::RewriteSelectors;
use super::stream_rewriter::StreamRewriter;

/// Reads a document, calls a function with each element that matches, and writes the document with
/// the edits of the function. Returns how much was read and how many elements were lent.
///
/// ```
/// use consomme::Hints;
/// use consomme::stream::{RewriteSelectors, rewrite};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let page = &b"<a href=/broth>Broth</a> <a>Water</a>"[..];
/// let links = RewriteSelectors::new().start_tags(&["a[href]"])?;
/// let mut output = Vec::new();
/// rewrite(page, &mut output, &Hints::new(), &links, |link| Ok(link.set_attr("rel", "nofollow")?))?;
/// assert_eq!(output, b"<a href=/broth rel=\"nofollow\">Broth</a> <a>Water</a>");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Any error of the reader (but [`Interrupted`](io::ErrorKind::Interrupted), after which reading
/// continues), of the writer and of the function. A [`RewriteError`](super::RewriteError) becomes
/// an [`io::Error`] by `?`. And an error of kind [`InvalidData`](io::ErrorKind::InvalidData) if a
/// limit ended the parse, or if the encoding changed too late: its [source](io::Error::get_ref) is
/// a [`StreamError`](crate::stream::StreamError). The rest of the document is not written then.
pub fn rewrite(
    reader: impl Read,
    writer: impl Write,
    hints: &Hints,
    selectors: &RewriteSelectors,
    function: impl FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
) -> io::Result<StreamSummary> {
    StreamRewriter::new(&ParseOptions::new(), hints, selectors).read_from(reader, writer, function)
}

impl StreamRewriter {
    /// Reads a document, calls a function with each match, and writes the document with the edits
    /// of the function: as [`rewrite`] does, with the options and hints of this rewriter. Returns
    /// how much was read and how many elements were lent.
    ///
    /// # Errors
    ///
    /// As [`rewrite`].
    pub fn read_from(
        mut self,
        reader: impl Read,
        mut writer: impl Write,
        mut function: impl FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
    ) -> io::Result<StreamSummary> {
        each_piece(reader, |piece| {
            if piece.is_empty() {
                self.end();
            } else {
                self.feed(piece);
            }
            while let Some(mut found) = self.next_match() {
                function(&mut found)?;
            }
            self.write_to(&mut writer)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(self.summary())
    }
}
