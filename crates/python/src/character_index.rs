//! Byte offsets of a text as offsets of characters.

/// How many bytes of text one entry is for.
const BLOCK: usize = 1024;

/// The number of characters before places of a text. Python counts characters, Rust bytes.
#[derive(Debug)]
pub(crate) struct CharacterIndex {
    /// The number of characters that start before each block; empty for ASCII.
    before_block: Box<[usize]>,
}

impl CharacterIndex {
    pub(crate) fn new(text: &str) -> CharacterIndex {
        if text.is_ascii() {
            return CharacterIndex { before_block: Box::default() };
        }
        let mut count = 0;
        let before_block = text.as_bytes().chunks(BLOCK).map(|block| {
            let before = count;
            count += characters_that_start_in(block);
            before
        });
        CharacterIndex { before_block: before_block.collect() }
    }

    /// Returns the number of characters before a byte offset of the text that the index is of.
    pub(crate) fn characters_before(&self, text: &str, offset: usize) -> usize {
        let Some(last) = self.before_block.len().checked_sub(1) else { return offset };
        let block = (offset / BLOCK).min(last);
        let rest = text.as_bytes().get(block * BLOCK..offset.min(text.len())).unwrap_or_default();
        self.before_block[block] + characters_that_start_in(rest)
    }
}

fn characters_that_start_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !is_continuation(**byte)).count()
}

/// Whether a byte of UTF-8 is not the first one of its character.
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
