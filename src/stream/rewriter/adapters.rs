//! A reader that gives a rewritten document, and a writer that takes a document and rewrites it.

use std::fmt;
use std::io::{self, Read, Write};

use crate::stream::error::StreamSummary;

use super::rewrite_match::RewriteMatch;
use super::stream_rewriter::StreamRewriter;

/// How many bytes a reader reads at a time.
const READ_SIZE: usize = 16 * 1024;

/// A reader that gives the output of a [`StreamRewriter`], for code that takes a [`Read`]: the body
/// of a response, a compressor, [`io::copy`]. Returned by [`StreamRewriter::into_reader`].
///
/// It reads no more of its input than it needs for the next bytes of output.
pub struct RewriteReader<R, F> {
    state: Running<F>,
    reader: R,
    /// The bytes that were read last.
    buffer: Vec<u8>,
    /// The output, of which the first `given` bytes are given.
    output: Vec<u8>,
    given: usize,
    is_at_end: bool,
}

/// A writer that rewrites the document that is written to it. Returned by
/// [`StreamRewriter::into_writer`].
///
/// Call [`finish`](RewriteWriter::finish) at the end of the document: the last part of the output
/// depends on it.
pub struct RewriteWriter<W, F> {
    state: Running<F>,
    writer: W,
}

/// A rewriter with its function.
struct Running<F> {
    rewriter: StreamRewriter,
    function: F,
    has_failed: bool,
}

impl StreamRewriter {
    /// Returns a reader of the rewritten document. The function is called with each match, as by
    /// [`read_from`](Self::read_from).
    ///
    /// ```
    /// use std::io::Read;
    ///
    /// use consomme::stream::{RewriteSelectors, StreamRewriter};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let images = RewriteSelectors::new().start_tags(&["img"])?;
    /// let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &images);
    /// let page = &b"<p><IMG src=leek.png> Leek"[..];
    /// let mut rewritten =
    ///     rewriter.into_reader(page, |image| Ok(image.set_attr("loading", "lazy")?));
    /// let mut text = String::new();
    /// rewritten.read_to_string(&mut text)?;
    /// assert_eq!(text, r#"<p><IMG src=leek.png loading="lazy"> Leek"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The errors of the reader are those of [`rewrite`](super::rewrite). After one, there is
    /// nothing more to read but errors.
    pub fn into_reader<R: Read, F>(self, reader: R, function: F) -> RewriteReader<R, F>
    where
        F: FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
    {
        RewriteReader {
            state: Running { rewriter: self, function, has_failed: false },
            reader,
            buffer: Vec::new(),
            output: Vec::new(),
            given: 0,
            is_at_end: false,
        }
    }

    /// Returns a writer of the rewritten document. The function is called with each match, as by
    /// [`read_from`](Self::read_from).
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use consomme::stream::{RewriteSelectors, StreamRewriter};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let images = RewriteSelectors::new().start_tags(&["img"])?;
    /// let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &images);
    /// let mut page =
    ///     rewriter.into_writer(Vec::new(), |image| Ok(image.set_attr("loading", "lazy")?));
    /// page.write_all(b"<p><IMG src=le")?;
    /// page.write_all(b"ek.png> Leek")?;
    /// let (output, summary) = page.finish()?;
    /// assert_eq!(output, br#"<p><IMG src=leek.png loading="lazy"> Leek"#);
    /// assert_eq!(summary.matches, 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn into_writer<W: Write, F>(self, writer: W, function: F) -> RewriteWriter<W, F>
    where
        F: FnMut(&mut RewriteMatch<'_>) -> io::Result<()>,
    {
        let state = Running { rewriter: self, function, has_failed: false };
        RewriteWriter { state, writer }
    }
}

impl<F: FnMut(&mut RewriteMatch<'_>) -> io::Result<()>> Running<F> {
    /// Rewrites the next bytes, or the end of the document if there are none.
    fn advance(&mut self, piece: &[u8], out: impl Write) -> io::Result<()> {
        if self.has_failed {
            return Err(io::Error::other("the document could not be rewritten"));
        }
        // Reset when all has gone well.
        self.has_failed = true;
        match piece {
            [] => self.rewriter.end(),
            piece => self.rewriter.feed(piece),
        }
        while let Some(mut found) = self.rewriter.next_match() {
            (self.function)(&mut found)?;
        }
        self.rewriter.write_to(out)?;
        self.has_failed = false;
        Ok(())
    }
}

impl<R, F> RewriteReader<R, F> {
    /// Returns the results so far.
    pub fn summary(&self) -> StreamSummary {
        self.state.rewriter.summary()
    }

    /// Returns the reader of the input. Some of its bytes may be read and not given.
    pub fn into_inner(self) -> R {
        self.reader
    }
}

impl<R: Read, F: FnMut(&mut RewriteMatch<'_>) -> io::Result<()>> Read for RewriteReader<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.given == self.output.len() && !self.is_at_end {
            self.buffer.resize(READ_SIZE, 0);
            let length = self.reader.read(&mut self.buffer)?;
            (self.given, self.is_at_end) = (0, length == 0);
            self.output.clear();
            self.state.advance(&self.buffer[..length], &mut self.output)?;
        }
        let length = (&self.output[self.given..]).read(buffer)?;
        self.given += length;
        Ok(length)
    }
}

impl<W: Write, F: FnMut(&mut RewriteMatch<'_>) -> io::Result<()>> RewriteWriter<W, F> {
    /// Ends the document and writes the rest of it. Returns the writer and the results.
    ///
    /// # Errors
    ///
    /// As [`rewrite`](super::rewrite).
    pub fn finish(mut self) -> io::Result<(W, StreamSummary)> {
        self.state.advance(&[], &mut self.writer)?;
        Ok((self.writer, self.state.rewriter.summary()))
    }
}

impl<W: Write, F: FnMut(&mut RewriteMatch<'_>) -> io::Result<()>> Write for RewriteWriter<W, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            self.state.advance(bytes, &mut self.writer)?;
        }
        Ok(bytes.len())
    }

    /// Flushes the writer of the output. Input that waits for the end of a token or of a match is
    /// not written yet.
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<R, F> fmt::Debug for RewriteReader<R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RewriteReader")
            .field("rewriter", &self.state.rewriter)
            .finish_non_exhaustive()
    }
}

impl<W, F> fmt::Debug for RewriteWriter<W, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RewriteWriter")
            .field("rewriter", &self.state.rewriter)
            .finish_non_exhaustive()
    }
}
