//! The ways in which a converter gives its result, which both writers of this package share.

use std::fmt::{self, Write};
use std::io;

use consomme::NodeRef;

use crate::limits::LimitsHit;
use crate::output::BlockRange;

/// Text with the places of its blocks, from [`Markdown::convert`](crate::Markdown::convert) or
/// [`PlainText::convert`](crate::PlainText::convert).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Converted {
    /// The text, with a line feed at the end of each line.
    pub text: String,
    /// The blocks in order, but for lists and quotes: their paragraphs are blocks.
    pub blocks: Vec<BlockRange>,
    /// The limits that were reached.
    pub limits: LimitsHit,
}

/// A converter of nodes to text.
pub(crate) trait Conversion {
    /// Converts a node. The text goes to the writer, if there is one, and otherwise into the result,
    /// which has the blocks if they are asked for.
    fn run(
        &self,
        node: NodeRef<'_>,
        writer: Option<&mut dyn Write>,
        has_blocks: bool,
    ) -> Result<Converted, fmt::Error>;

    /// Returns the text of a node.
    fn text_of(&self, node: NodeRef<'_>) -> String {
        // Without a writer, there is no error.
        self.run(node, None, false).map(|converted| converted.text).unwrap_or_default()
    }

    /// Returns the text of a node with its blocks.
    fn blocks_of(&self, node: NodeRef<'_>) -> Converted {
        self.run(node, None, true).unwrap_or_default()
    }

    /// Writes the text of a node.
    fn write_text(
        &self,
        node: NodeRef<'_>,
        writer: &mut dyn Write,
    ) -> Result<LimitsHit, fmt::Error> {
        self.run(node, Some(writer), false).map(|converted| converted.limits)
    }

    /// Writes the text of a node in UTF-8.
    fn write_bytes(&self, node: NodeRef<'_>, writer: impl io::Write) -> io::Result<LimitsHit> {
        let mut bytes = Bytes { writer, result: Ok(()) };
        self.write_text(node, &mut bytes).map_err(|fmt::Error| {
            bytes.result.err().unwrap_or_else(|| io::Error::other("not written"))
        })
    }
}

/// A writer of text on a writer of bytes. It keeps the error, which `fmt::Error` cannot hold.
struct Bytes<W> {
    writer: W,
    result: io::Result<()>,
}

impl<W: io::Write> Write for Bytes<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.result = self.writer.write_all(text.as_bytes());
        self.result.as_ref().map_err(|_| fmt::Error).copied()
    }
}
