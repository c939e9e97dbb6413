//! Encodes the text as it is written.

use encoding_rs::{EncoderResult, Encoding};

use crate::serialize::output::CAPACITY;

use super::repertoire::{Part, is_like_byte_order_mark, parts};

/// Encodes pieces of text. Characters that the encoding doesn't have become character references:
/// [`Check`](super::Check) has found that all of them are in text or attribute values.
pub(in crate::serialize) struct Encoder<W> {
    encoding: &'static Encoding,
    encoder: encoding_rs::Encoder,
    write_piece: W,
    is_at_start: bool,
}

impl<E, W: FnMut(&[u8]) -> Result<(), E>> Encoder<W> {
    pub(in crate::serialize) fn new(encoding: &'static Encoding, write_piece: W) -> Self {
        Encoder { encoding, encoder: encoding.new_encoder(), write_piece, is_at_start: true }
    }

    /// Writes a piece of the text.
    pub(in crate::serialize) fn write(&mut self, text: &str) -> Result<(), E> {
        let mut rest = text;
        if std::mem::take(&mut self.is_at_start)
            && let Some(first) = text.chars().next()
            && !first.is_ascii()
            && is_like_byte_order_mark(self.encoding, first)
        {
            self.write_reference(first)?;
            rest = &text[first.len_utf8()..];
        }
        for part in parts(self.encoding, rest) {
            match part {
                Part::Kept(text) => self.encode(text, false)?,
                Part::Missing { character, .. } => self.write_reference(character)?,
            }
        }
        Ok(())
    }

    /// Writes the end: ISO-2022-JP returns to its first state.
    pub(in crate::serialize) fn finish(mut self) -> Result<(), E> {
        self.encode("", true)
    }

    fn write_reference(&mut self, c: char) -> Result<(), E> {
        self.encode(&format!("&#x{:X};", u32::from(c)), false)
    }

    /// Writes a text of characters that the encoding has.
    fn encode(&mut self, text: &str, is_last: bool) -> Result<(), E> {
        let mut bytes = [0; CAPACITY];
        let mut rest = text;
        loop {
            let (result, read, written) =
                self.encoder.encode_from_utf8_without_replacement(rest, &mut bytes, is_last);
            (self.write_piece)(&bytes[..written])?;
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => return Ok(()),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(_) => debug_assert!(false, "the encoding has them all"),
            }
        }
    }
}
