//! The bytes of a document that are not decoded yet.

use crate::encoding::Decoded;
#[cfg(feature = "stream")]
use crate::encoding::{StreamDecoder, decodes_to_ascii};
#[cfg(feature = "stream")]
use crate::input::InputStream;
#[cfg(feature = "stream")]
use crate::steps;

use super::decoding::Decoding;
use super::encoding_change::EncodingChange;
use super::pump::PIECE;

/// The bytes of a document that are not decoded yet, or may be decoded again. `B` is a `Vec<u8>`
/// that grows, or all bytes of the document.
#[derive(Debug)]
pub(super) struct UnreadBytes<B> {
    pub(super) decoding: Decoding,
    /// All bytes of the document so far, until the encoding is certain: a `meta` element can make
    /// parsing start again.
    pub(super) bytes: B,
    /// The index in `bytes` of the first unread one.
    pub(super) next: usize,
    /// How many parsed bytes a stream has freed, though the encoding may still change.
    freed: Freed,
}

/// The parsed bytes of a stream that are freed before the encoding is certain.
#[derive(Debug, Default)]
struct Freed {
    /// How many bytes come before those that are kept. They are ASCII, unless some `are_lost`.
    count: u64,
    /// How many of the first bytes that are kept are known to be ASCII.
    #[cfg(feature = "stream")]
    ascii: usize,
    /// Whether bytes are freed that may decode to another text in another encoding.
    are_lost: bool,
}

impl<B: AsRef<[u8]>> UnreadBytes<B> {
    pub(super) fn new(decoding: Decoding, bytes: B) -> Self {
        UnreadBytes { decoding, bytes, next: 0, freed: Freed::default() }
    }

    /// Decodes up to `length` bytes and passes the text to `out`. Returns whether there were any.
    /// `is_all` says whether the document ends with the last of the bytes.
    pub(super) fn decode_piece(
        &mut self,
        length: usize,
        is_all: bool,
        out: &mut impl FnMut(Decoded<'_>),
    ) -> bool {
        let bytes = self.bytes.as_ref();
        let end = bytes.len().min(self.next + length);
        let is_last = is_all && end == bytes.len();
        let piece = &bytes[self.next..end];
        if !piece.is_empty() || is_last {
            self.decoding.decode(piece, is_last, out);
            self.next = end;
        }
        !piece.is_empty()
    }

    /// Skips the rest, which is not parsed. Its malformed sequences still count.
    pub(super) fn skip_rest(&mut self, is_all: bool) {
        let bytes = self.bytes.as_ref();
        if let Some(rest) = bytes.get(self.next..) {
            self.decoding.decode_unparsed(rest, is_all);
            self.next = bytes.len();
        }
    }

    /// Changes the decoder. The bytes that the new one decodes are unread again.
    pub(super) fn confirm(&mut self, change: EncodingChange) {
        self.decoding.replace_decoder(change, self.freed.count);
        match change {
            EncodingChange::Keep => {}
            EncodingChange::SwitchAt(offset) => self.next = offset,
            EncodingChange::Restart => self.next = 0,
        }
    }
}

/// The capacity that is kept for the next bytes when all so far are decoded.
const MAX_SPARE_BYTES: usize = 64 * 1024;

/// Bytes that come in pieces.
impl UnreadBytes<Vec<u8>> {
    /// Decodes some bytes as [`decode_piece`](Self::decode_piece) does, and frees the decoded
    /// bytes, if all are and none will be decoded again.
    pub(super) fn decode_and_free(
        &mut self,
        is_all: bool,
        out: &mut impl FnMut(Decoded<'_>),
    ) -> bool {
        let has_bytes = self.decode_piece(PIECE, is_all, out);
        if self.next == self.bytes.len() && !self.may_decode_again() {
            if self.bytes.capacity() > MAX_SPARE_BYTES {
                self.bytes = Vec::new();
            } else {
                self.bytes.clear();
            }
            self.next = 0;
        }
        has_bytes
    }

    /// Whether all bytes are decoded, and none of them will be decoded again.
    pub(super) fn has_decoded_all(&self) -> bool {
        self.bytes.is_empty() && !self.may_decode_again()
    }

    fn may_decode_again(&self) -> bool {
        self.decoding.may_decode_again() && !self.freed.are_lost
    }
}

/// How many decoded bytes a stream keeps that are not ASCII, until the encoding is certain. A
/// `meta` element after them can no longer change it.
#[cfg(feature = "stream")]
const MAX_KEPT_BYTES: usize = 64 * 1024;

/// Bytes that a stream frees while a `meta` element can still change the encoding.
#[cfg(feature = "stream")]
impl UnreadBytes<Vec<u8>> {
    /// Frees the bytes that are parsed, if all so far are decoded and the encoding is not certain.
    /// ASCII is the same in all encodings that a `meta` element can change to; of other text, the
    /// first 64 KiB are kept. `input` has the decoded text.
    pub(super) fn free_parsed(&mut self, input: &InputStream) {
        let is_decoded = !self.bytes.is_empty() && self.next == self.bytes.len();
        if !is_decoded || !self.may_decode_again() {
            return;
        }
        let ascii = &self.bytes[self.freed.ascii..];
        steps::count(ascii.len());
        if decodes_to_ascii(ascii, self.decoding.encoding()) {
            let map = input.context.strings.source_map();
            let unread = map.original(input.end()) - map.original(input.position());
            let parsed = self.next.saturating_sub(unread);
            self.bytes.drain(..parsed);
            self.next -= parsed;
            self.freed.ascii = self.next;
            self.freed.count += parsed as u64;
        } else if self.next > MAX_KEPT_BYTES {
            self.freed.count += self.next as u64;
            self.freed.are_lost = true;
            (self.bytes, self.next) = (Vec::new(), 0);
        }
    }

    /// Returns the offset in the source, before newlines were normalized, of the first byte that is
    /// kept; `None` if bytes before it are lost. `input` has all text that is decoded.
    pub(super) fn source_start(&self, input: &InputStream) -> Option<isize> {
        if self.freed.are_lost || input.context.limits_hit.input_bytes {
            return None;
        }
        let decoded = &self.bytes[..self.next];
        steps::count(decoded.len());
        let mut decoder = StreamDecoder::resume(self.decoding.encoding(), 0);
        let mut length = 0;
        decoder.decode_piece(decoded, false, &mut |part| {
            length += match part {
                Decoded::Text(text) => text.len(),
                Decoded::Malformed => char::REPLACEMENT_CHARACTER.len_utf8(),
            };
        });
        let end = input.context.strings.source_map().original(input.end());
        Some(end as isize - length as isize)
    }
}
