//! The error of text that an encoding cannot express.

use std::fmt;

use encoding_rs::Encoding;

use crate::dom::NodeId;

/// A character that an encoding doesn't have, where no character reference can stand for it: an
/// error of [`Serialized::encode`](crate::serialize::Serialized::encode).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EncodeError {
    pub(super) node: NodeId,
    pub(super) text: String,
    pub(super) offset: usize,
    pub(super) character: char,
    pub(super) encoding: &'static Encoding,
    pub(super) problem: Problem,
}

/// Why a character cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Problem {
    /// There are no references in a name, a comment, raw text and so on.
    NoReferences,
    /// The reference stands for another character: `&#x80;` is the euro sign.
    OtherReference,
    /// The first bytes would be taken for a byte order mark.
    ByteOrderMark,
}

impl EncodeError {
    /// The node where the character is: an element if it is in the element's name or attributes,
    /// the text node in the case of raw text, or a comment, document type or processing
    /// instruction.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The text with the character: a name, the content of the node, or a part of an attribute
    /// value.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The offset of the character in [`text`](Self::text), in bytes of UTF-8.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The character that cannot be written.
    pub fn character(&self) -> char {
        self.character
    }

    /// The encoding that doesn't have the character.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }
}

/// The number of characters of the text that a message quotes before and after the character.
const QUOTED: usize = 16;

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EncodeError { node, text, offset, character, encoding, problem } = self;
        let (before, after) = text.split_at(*offset);
        let start = before.char_indices().rev().nth(QUOTED - 1).map_or(0, |(start, _)| start);
        let end = after.char_indices().nth(QUOTED + 1).map_or(after.len(), |(end, _)| end);
        let excerpt = &text[start..offset + end];
        let code = u32::from(*character);
        let encoding = encoding.name();
        write!(f, "U+{code:04X} in {excerpt:?} (node {node}) cannot be written in {encoding}: ")?;
        f.write_str(match problem {
            Problem::NoReferences => "there are no character references here",
            Problem::OtherReference => "its character reference stands for another character",
            Problem::ByteOrderMark => "at the start it would be taken for a byte order mark",
        })
    }
}

impl std::error::Error for EncodeError {}
