//! From a reader to a writer, with a closure.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use crate::encoding::Hints;
use crate::parse::{ParseOptions, each_piece};

use super::{RewriteMatch, RewriteSelectors};

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
/// Those of the reader (but [`Interrupted`](io::ErrorKind::Interrupted), after which reading
/// continues), of the writer and of the function. A
/// [`RewriteError`](super::RewriteError) becomes one by `?`.
pub fn rewrite(
    reader: impl Read,
    writer: impl Write,
    selectors: &RewriteSelectors,
    function: impl FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
) -> io::Result<u64> {
    ParseOptions::new().rewrite(reader, writer, selectors, &Hints::new(), function)
}

impl ParseOptions {
    /// Does what [`rewrite`](crate::stream::rewrite) does, with these options and hints.
    ///
    /// # Errors
    ///
    /// As that function.
    pub fn rewrite(
        &self,
        reader: impl Read,
        mut writer: impl Write,
        selectors: &RewriteSelectors,
        hints: &Hints,
        mut function: impl FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
    ) -> io::Result<u64> {
        let mut rewriter = self.rewriter(selectors, hints);
        each_piece(reader, |piece| {
            if piece.is_empty() {
                rewriter.end();
            } else {
                rewriter.feed(piece);
            }
            while let Some(mut found) = rewriter.next_match() {
                function(&mut found)?;
            }
            rewriter.write_to(&mut writer)?;
            Ok(ControlFlow::Continue(()))
        })
    }
}
