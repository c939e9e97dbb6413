//! Decodes a document piece by piece and counts malformed sequences.

use std::borrow::Cow;

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

use super::byte_order_mark::byte_order_mark;
use super::malformed::Malformed;
use crate::bytes::windows::ascii_length;

/// A part of a document, decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decoded<'a> {
    Text(&'a str),
    /// A malformed sequence, which becomes a U+FFFD.
    Malformed,
}

impl<'a> Decoded<'a> {
    /// Returns the text of the part.
    pub(crate) fn as_str(self) -> &'a str {
        match self {
            Decoded::Text(text) => text,
            Decoded::Malformed => "\u{FFFD}",
        }
    }
}

/// How many bytes the decoder of an encoding takes at least, before the faster way for ASCII is
/// tried again. It takes twice as many each time when that finds none.
const MIN_DECODED: usize = 128;

/// Decodes a document piece by piece. Removes a byte order mark of the encoding itself, replaces
/// each malformed sequence by a U+FFFD, and counts these. The result does not depend on where the
/// pieces are cut.
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-run>
#[derive(Debug)]
pub(crate) struct StreamDecoder {
    encoding: &'static Encoding,
    state: DecoderState,
    /// The byte offset in the document of the next byte to decode, bytes in `Held` included.
    offset: u64,
    malformed: Malformed,
    /// The first bytes of the document, while they may become a byte order mark.
    start: Held,
    is_at_start: bool,
    is_finished: bool,
}

/// The state that an encoding needs between pieces.
#[derive(Debug)]
enum DecoderState {
    /// UTF-8, with the beginning of a sequence that the end of the last piece has cut.
    Utf8(Held),
    /// Any other encoding, with a buffer for decoded text that is reused for every piece.
    Other(Box<Decoder>, String),
}

/// At most four bytes, kept until the next piece.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    bytes: [u8; 4],
    length: usize,
}

impl StreamDecoder {
    /// Returns a decoder at the start of a document.
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        StreamDecoder { is_at_start: true, ..Self::resume(encoding, 0) }
    }

    /// Returns a decoder that takes over at byte `offset` of the document, which is between two
    /// characters.
    pub(crate) fn resume(encoding: &'static Encoding, offset: u64) -> Self {
        let state = if encoding == UTF_8 {
            DecoderState::Utf8(Held::default())
        } else {
            let decoder = Box::new(encoding.new_decoder_without_bom_handling());
            DecoderState::Other(decoder, String::new())
        };
        StreamDecoder {
            encoding,
            state,
            offset,
            malformed: Malformed::default(),
            start: Held::default(),
            is_at_start: false,
            is_finished: false,
        }
    }

    /// Returns the malformed sequences so far.
    pub(crate) fn malformed(&self) -> Malformed {
        self.malformed
    }

    /// Returns whether the last piece is decoded.
    pub(crate) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Decodes one more piece and passes it to `out`, in order and in parts. A character that is
    /// cut at the end of the piece waits for the next one, unless `is_last` is set; pieces after
    /// the last are ignored.
    pub(crate) fn decode_piece(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        out: &mut impl FnMut(Decoded<'_>),
    ) {
        if self.is_finished {
            return;
        }
        self.is_finished = is_last;
        let mut bytes = bytes;
        if self.is_at_start {
            let mark = byte_order_mark(self.encoding);
            while self.start.length < mark.len()
                && mark.starts_with(self.start.as_slice())
                && let Some((first, rest)) = bytes.split_first()
            {
                self.start.push(*first);
                bytes = rest;
            }
            let start = self.start;
            if start.as_slice() == mark {
                // A complete mark, or an encoding without one.
                self.offset += mark.len() as u64;
            } else if mark.starts_with(start.as_slice()) && !is_last {
                return;
            } else {
                self.decode(start.as_slice(), is_last && bytes.is_empty(), out);
                if is_last && bytes.is_empty() {
                    return;
                }
            }
            self.is_at_start = false;
        }
        self.decode(bytes, is_last, out);
    }

    /// Decodes bytes that are not a byte order mark.
    fn decode(&mut self, bytes: &[u8], is_last: bool, out: &mut impl FnMut(Decoded<'_>)) {
        match &mut self.state {
            DecoderState::Utf8(held) => {
                decode_utf_8(bytes, is_last, self.offset, held, &mut self.malformed, out);
            }
            DecoderState::Other(decoder, text) if decoder.encoding().is_ascii_compatible() => {
                let (mut rest, mut max_decoded) = (bytes, MIN_DECODED);
                loop {
                    // Inside of a character, a byte may look like ASCII.
                    let is_between_characters = decoder.latin1_byte_compatible_up_to(b"").is_some();
                    let length = if is_between_characters { ascii_length(rest) } else { 0 };
                    let (ascii, after) = rest.split_at(length);
                    out(Decoded::Text(valid_utf_8(ascii).unwrap_or_default()));
                    max_decoded = if length > 0 { MIN_DECODED } else { 2 * max_decoded };
                    let (mixed, after) = after.split_at(after.len().min(max_decoded));
                    decode_other(
                        mixed,
                        is_last && after.is_empty(),
                        self.offset + (bytes.len() - after.len() - mixed.len()) as u64,
                        decoder,
                        &mut self.malformed,
                        text,
                        out,
                    );
                    rest = after;
                    if rest.is_empty() {
                        break;
                    }
                }
            }
            DecoderState::Other(decoder, text) => {
                decode_other(bytes, is_last, self.offset, decoder, &mut self.malformed, text, out);
            }
        }
        self.offset += bytes.len() as u64;
    }
}

impl Held {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Appends a byte.
    fn push(&mut self, byte: u8) {
        debug_assert!(
            self.length < self.bytes.len(),
            "neither a byte order mark nor an incomplete sequence has more than three bytes"
        );
        if let Some(slot) = self.bytes.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
        }
    }
}

/// Decodes UTF-8 that starts at byte `offset` of the document, right after the `held` bytes.
/// Well-formed text is passed on without copying.
fn decode_utf_8(
    bytes: &[u8],
    is_last: bool,
    offset: u64,
    held: &mut Held,
    malformed: &mut Malformed,
    out: &mut impl FnMut(Decoded<'_>),
) {
    let rest = end_of_cut_sequence(bytes, offset, held, malformed, out);
    let incomplete = if is_last { 0 } else { incomplete_sequence_length(rest) };
    let (mut rest, tail) = rest.split_at(rest.len() - incomplete);
    let end = offset + (bytes.len() - incomplete) as u64;
    if let Some(text) = valid_utf_8(rest) {
        out(Decoded::Text(text));
        rest = &[];
    }
    while !rest.is_empty() {
        match std::str::from_utf8(rest) {
            Ok(text) => {
                out(Decoded::Text(text));
                break;
            }
            Err(error) => {
                let (valid, after) = rest.split_at(error.valid_up_to());
                out(Decoded::Text(std::str::from_utf8(valid).unwrap_or_default()));
                out(Decoded::Malformed);
                malformed.add(end - after.len() as u64);
                rest = &after[error.error_len().unwrap_or(after.len())..];
            }
        }
    }
    for byte in tail {
        held.push(*byte);
    }
    if is_last && held.length > 0 {
        malformed.add(end - held.length as u64);
        out(Decoded::Malformed);
        *held = Held::default();
    }
}

/// Decodes the sequence that the last piece has cut, byte by byte. Returns the bytes after it.
fn end_of_cut_sequence<'b>(
    bytes: &'b [u8],
    offset: u64,
    held: &mut Held,
    malformed: &mut Malformed,
    out: &mut impl FnMut(Decoded<'_>),
) -> &'b [u8] {
    let mut rest = bytes;
    while held.length > 0
        && let Some((first, after)) = rest.split_first()
    {
        let start = offset + (bytes.len() - rest.len()) as u64 - held.length as u64;
        let mut sequence = *held;
        sequence.push(*first);
        match std::str::from_utf8(sequence.as_slice()) {
            Ok(text) => {
                out(Decoded::Text(text));
                *held = Held::default();
                rest = after;
            }
            Err(error) if error.error_len().is_none() => {
                *held = sequence;
                rest = after;
            }
            Err(_) => {
                // The held bytes are malformed without this one, which starts a new sequence.
                malformed.add(start);
                out(Decoded::Malformed);
                *held = Held::default();
            }
        }
    }
    rest
}

/// Returns the bytes as text, if they are UTF-8 without a malformed sequence. Faster than the
/// standard library, which tells where the malformed sequences are.
fn valid_utf_8(bytes: &[u8]) -> Option<&str> {
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(Cow::Borrowed(text)) => Some(text),
        _ => None,
    }
}

/// Returns how many bytes at the end are the beginning of a sequence that the next piece may
/// complete.
fn incomplete_sequence_length(bytes: &[u8]) -> usize {
    const MAX_CONTINUATIONS: usize = 3;

    let is_lead = |byte: &u8| *byte >= 0xC0;
    let is_continuation = |byte: &u8| matches!(*byte, 0x80..=0xBF);
    let continuations =
        bytes.iter().rev().take(MAX_CONTINUATIONS).take_while(|byte| is_continuation(byte)).count();
    let Some(start) =
        bytes.len().checked_sub(continuations + 1).filter(|start| is_lead(&bytes[*start]))
    else {
        return 0;
    };
    match std::str::from_utf8(&bytes[start..]) {
        Err(error) if error.valid_up_to() == 0 && error.error_len().is_none() => continuations + 1,
        _ => 0,
    }
}

/// Decodes any encoding but UTF-8. The bytes start at byte `offset` of the document. `text` is an
/// empty buffer, and empty again afterwards.
fn decode_other(
    bytes: &[u8],
    is_last: bool,
    offset: u64,
    decoder: &mut Decoder,
    malformed: &mut Malformed,
    text: &mut String,
    out: &mut impl FnMut(Decoded<'_>),
) {
    let mut rest = bytes;
    // The decoder makes no progress when there is not enough capacity for one more character, which
    // takes up to four bytes.
    text.reserve(rest.len() + rest.len() / 2 + 16);
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, is_last);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => text.reserve(rest.len().max(16)),
            DecoderResult::Malformed(length, extra) => {
                let end = offset + (bytes.len() - rest.len()) as u64;
                malformed.add(end.saturating_sub(u64::from(length) + u64::from(extra)));
                out(Decoded::Text(text));
                text.clear();
                out(Decoded::Malformed);
            }
        }
    }
    out(Decoded::Text(text));
    text.clear();
}

#[cfg(test)]
mod tests;
