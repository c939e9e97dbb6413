//! Offsets in the whole input of a stream.

use crate::text::Strings;

use super::StreamParser;

/// The way from offsets in the source to offsets in the whole input: in bytes of its text in UTF-8,
/// before newlines were normalized. If the input was text, a byte order mark at its start counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offsets<'s> {
    pub(super) strings: &'s Strings,
    /// See [`StreamParser`].
    pub(super) base: u64,
    pub(super) origin: usize,
}

impl Offsets<'_> {
    /// Converts a byte offset in the source, of what has not been moved.
    pub(super) fn of(&self, offset: usize) -> u64 {
        debug_assert!(self.origin <= offset, "what is before was moved");
        let original = self.strings.original_offset(offset);
        self.base + original.saturating_sub(self.origin) as u64
    }
}

impl StreamParser {
    /// Returns the offsets in the whole input, given the strings that are parsed.
    pub(super) fn offsets<'s>(&self, strings: &'s Strings) -> Offsets<'s> {
        Offsets { strings, base: self.base, origin: self.origin }
    }

    /// Returns how much of the input is parsed, in bytes of its text in UTF-8.
    pub fn parsed_bytes(&self) -> u64 {
        let input = &self.driver.engine.input;
        let strings = if self.is_lent { &self.document.strings } else { &input.context.strings };
        self.offsets(strings).of(input.position())
    }
}
