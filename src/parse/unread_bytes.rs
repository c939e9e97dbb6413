//! The bytes of a document that are not decoded yet.

use crate::encoding::Decoded;

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
}

impl<B: AsRef<[u8]>> UnreadBytes<B> {
    pub(super) fn new(decoding: Decoding, bytes: B) -> Self {
        UnreadBytes { decoding, bytes, next: 0 }
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
        self.decoding.replace_decoder(change);
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
        if self.next == self.bytes.len() && !self.decoding.may_decode_again() {
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
        self.bytes.is_empty() && !self.decoding.may_decode_again()
    }
}
