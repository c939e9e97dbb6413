//! Where text goes: a `String`, or a writer block by block.

use std::fmt;
use std::ops::Range;

/// The kind of a [`BlockRange`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BlockKind {
    /// A paragraph, or the text of a list item.
    Paragraph,
    /// A heading of a level, 1 to 6.
    Heading(u8),
    /// Preformatted text.
    Code,
    /// A table.
    Table,
    /// A thematic break (`hr`).
    Rule,
    /// HTML, or Markdown from a rule.
    Other,
}

/// A block of the output with its place in the source, for citations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct BlockRange {
    /// The kind of the block.
    pub kind: BlockKind,
    /// The byte offsets of the block in the output: whole lines, with the marks of the lists and
    /// quotes around it, without the line feed at its end.
    pub output: Range<usize>,
    /// The byte offsets in [`Document::source`](consomme::Document::source) from the first text of
    /// the block to the last. [`Document::source_span`](consomme::Document::source_span) gives the
    /// place in the input, and lines and columns.
    ///
    /// `None` if the document has no [positions](consomme::ParseOptions::positions), or nothing of
    /// the block is in the source.
    pub source: Option<Range<usize>>,
}

/// The text so far.
pub(crate) struct Output<'w> {
    /// The text that is not passed on.
    pub(crate) text: String,
    /// The number of bytes that are passed on.
    passed: usize,
    writer: Option<&'w mut dyn fmt::Write>,
    error: fmt::Result,
    pub(crate) blocks: Option<Vec<BlockRange>>,
}

/// Text is passed on in pieces of about this many bytes.
const PIECE: usize = 1 << 14;

impl<'w> Output<'w> {
    pub(crate) fn new(writer: Option<&'w mut dyn fmt::Write>, has_blocks: bool) -> Self {
        let blocks = has_blocks.then(Vec::new);
        Output { text: String::new(), passed: 0, writer, error: Ok(()), blocks }
    }

    /// The number of bytes so far.
    pub(crate) fn position(&self) -> usize {
        self.passed + self.text.len()
    }

    /// Notes the block that has been written since a position.
    pub(crate) fn end_block(
        &mut self,
        kind: BlockKind,
        start: usize,
        source: Option<Range<usize>>,
    ) {
        let end = self.position().saturating_sub(1).max(start);
        if let Some(blocks) = &mut self.blocks {
            blocks.push(BlockRange { kind, output: start..end, source });
        }
        if self.text.len() >= PIECE {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        if let Some(writer) = &mut self.writer
            && self.error.is_ok()
        {
            self.error = writer.write_str(&self.text);
        }
        if self.writer.is_some() {
            self.passed += self.text.len();
            self.text.clear();
        }
    }

    /// Passes on the rest.
    ///
    /// # Errors
    ///
    /// The first error of the writer.
    pub(crate) fn finish(mut self) -> Result<(String, Vec<BlockRange>), fmt::Error> {
        self.pass_on();
        self.error?;
        Ok((self.text, self.blocks.unwrap_or_default()))
    }
}

impl fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("text", &self.text).finish_non_exhaustive()
    }
}
