//! From a reader to a writer, with a closure.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use crate::encoding::Hints;
use crate::parse::{ParseOptions, each_piece};

use super::rewrite_match::RewriteMatch;
use super::selectors::RewriteSelectors;
use super::stream_rewriter::StreamRewriter;

/// Reads a document, calls a function with each element that matches, and writes the document with
/// the edits of the function. Returns how many bytes were read.
///
/// ```
/// use consomme::stream::{RewriteSelectors, rewrite};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let page = &b"<a href=/broth>Broth</a> <a>Water</a>"[..];
/// let links = RewriteSelectors::new().start_tags(&["a[href]"])?;
/// let mut output = Vec::new();
/// rewrite(page, &mut output, &links, |link| Ok(link.set_attr("rel", "nofollow")?))?;
/// assert_eq!(output, b"<a href=/broth rel=\"nofollow\">Broth</a> <a>Water</a>");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Any error of the reader (but [`Interrupted`](io::ErrorKind::Interrupted), after which reading
/// continues), of the writer and of the function. A
/// [`RewriteError`](super::RewriteError) becomes one by `?`.
pub fn rewrite(
    reader: impl Read,
    writer: impl Write,
    selectors: &RewriteSelectors,
    function: impl FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
) -> io::Result<u64> {
    StreamRewriter::new(&ParseOptions::new(), &Hints::new(), selectors)
        .read_from(reader, writer, function)
}

impl StreamRewriter {
    /// Reads a document, calls a function with each match, and writes the document with the edits
    /// of the function: as [`rewrite`] does, with the options and hints of this rewriter. Returns
    /// how many bytes were read.
    ///
    /// # Errors
    ///
    /// As that function.
    pub fn read_from(
        mut self,
        reader: impl Read,
        mut writer: impl Write,
        mut function: impl FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
    ) -> io::Result<u64> {
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
        })
    }
}
