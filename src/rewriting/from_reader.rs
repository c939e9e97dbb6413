//! From a reader to a writer, with a closure.

use std::io::{self, Read, Write};

use crate::encoding::Hints;
use crate::parse::ParseOptions;

use super::{RewriteMatch, RewriteSelectors};

/// How many bytes are read at a time.
const READ_SIZE: usize = 64 * 1024;

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
        mut reader: impl Read,
        mut writer: impl Write,
        selectors: &RewriteSelectors,
        hints: &Hints,
        mut function: impl FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
    ) -> io::Result<u64> {
        let mut rewriter = self.rewriter(selectors, hints);
        let mut buffer = vec![0; READ_SIZE];
        let mut total = 0;
        loop {
            let length = match reader.read(&mut buffer) {
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            total += length as u64;
            if length == 0 {
                rewriter.end();
            } else {
                rewriter.feed(&buffer[..length]);
            }
            while let Some(mut found) = rewriter.next_match() {
                function(&mut found)?;
            }
            rewriter.write_to(&mut writer)?;
            if length == 0 {
                return Ok(total);
            }
        }
    }
}
