//! The byte offset of a position in the text.

use std::fmt;
use std::ops::Range;

use encoding_rs::{Encoding, REPLACEMENT};

use super::byte_order_mark::without_byte_order_mark;
use super::tracking::{Checkpoint, TrackingDecoder, identity_length};

/// The distance between two checkpoints, in bytes of decoded text: at most about this much is
/// decoded again to answer a question.
const CHECKPOINT_DISTANCE: usize = 8 * 1024;

/// Maps positions in the decoded text of a document to byte offsets in the document, whatever its
/// encoding. Returned by [`Document::byte_offsets`](crate::Document::byte_offsets).
///
/// Text offsets count bytes of the decoded text in UTF-8, before newlines were normalized and
/// without a byte order mark, as [`SourceSpan::range`](crate::positions::SourceSpan::range) returns
/// them. Each answer decodes at most a few thousand bytes once more, from the nearest checkpoint,
/// so the time does not depend on the length of the document.
#[derive(Clone)]
pub struct ByteOffsets<'a> {
    /// The document without its byte order mark.
    bytes: &'a [u8],
    /// The length of the byte order mark.
    mark: usize,
    encoding: &'static Encoding,
    /// The number of bytes at the start that are the UTF-8 of their text.
    identity: usize,
    /// Checkpoints in the rest, in ascending order, the first at its start; empty if there is no
    /// rest.
    checkpoints: Vec<Checkpoint>,
}

impl<'a> ByteOffsets<'a> {
    /// Prepares the answers for a whole document. Decodes it once, except for the start of it that
    /// is the UTF-8 of its text.
    pub(crate) fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Self {
        let body = without_byte_order_mark(bytes, encoding);
        let identity = identity_length(body, encoding);
        let mut offsets = ByteOffsets {
            bytes: body,
            mark: bytes.len() - body.len(),
            encoding,
            identity,
            checkpoints: Vec::new(),
        };
        if identity < body.len() {
            offsets.set_checkpoints();
        }
        offsets
    }

    /// Decodes the rest of the document and sets a checkpoint every so often.
    fn set_checkpoints(&mut self) {
        let start = Checkpoint::after_identity(self.identity);
        self.checkpoints.push(start);
        if self.encoding == REPLACEMENT {
            // Its only character is at the start.
            return;
        }
        let mut decoder = TrackingDecoder::new(self.bytes, self.encoding, start);
        let mut text = start.text + CHECKPOINT_DISTANCE;
        while let Some(checkpoint) = decoder.checkpoint_near(text) {
            self.checkpoints.push(checkpoint);
            text = checkpoint.text + CHECKPOINT_DISTANCE;
        }
    }

    /// Returns the byte offset in the document, its byte order mark included, of byte `text_offset`
    /// of the decoded text.
    ///
    /// An offset inside a character counts as the end of that character, and one past the end of
    /// the text as the end of the document. In ISO-2022-JP, an escape sequence belongs to the
    /// character after it. If the same bytes decode to two characters, as they can in Big5, the
    /// position between these is mapped to the end of the bytes.
    pub fn offset(&self, text_offset: usize) -> usize {
        let after = self.checkpoints.partition_point(|checkpoint| checkpoint.text <= text_offset);
        let end = match after.checked_sub(1).and_then(|index| self.checkpoints.get(index)) {
            Some(&checkpoint) => {
                let mut decoder = TrackingDecoder::new(self.bytes, self.encoding, checkpoint);
                decoder.go_to(text_offset);
                decoder.position()
            }
            // Bytes that are their text: only the end of the character is to be found.
            None => (text_offset..self.identity)
                .find(|&at| !is_continuation_byte(self.bytes[at]))
                .unwrap_or(self.identity),
        };
        self.mark + end
    }

    /// Returns the byte offsets in the document of a part of its text: both ends are mapped by
    /// [`offset`](ByteOffsets::offset).
    ///
    /// ```
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let bytes = b"<p>\x93\xFA\x96{<b>!</b>";
    /// let hints = Hints::new().content_type("text/html; charset=Shift_JIS");
    /// let document = ParseOptions::new().positions(true).parse_document(bytes, &hints);
    /// let offsets = document.byte_offsets(bytes).unwrap();
    /// let text = document.descendants().find(|node| node.as_text() == Some("!")).unwrap();
    /// assert_eq!(text.span().unwrap().range(), 12..13);
    /// assert_eq!(offsets.range(text.span().unwrap().range()), 10..11);
    /// ```
    pub fn range(&self, text: Range<usize>) -> Range<usize> {
        self.offset(text.start)..self.offset(text.end)
    }
}

impl fmt::Debug for ByteOffsets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByteOffsets")
            .field("encoding", &self.encoding.name())
            .field("bytes", &(self.mark + self.bytes.len()))
            .finish_non_exhaustive()
    }
}

/// Returns whether the byte is a continuation byte of UTF-8.
fn is_continuation_byte(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}

/// Returns the byte offset in a document of byte `text_offset` of its decoded text, as
/// [`ByteOffsets::offset`] does, but for a single answer and without decoding more than that needs.
pub(crate) fn byte_offset(bytes: &[u8], encoding: &'static Encoding, text_offset: usize) -> usize {
    let body = without_byte_order_mark(bytes, encoding);
    let mark = bytes.len() - body.len();
    // A document up to the `meta` element that declares its encoding is ASCII, nearly always.
    let identity = identity_length(&body[..body.len().min(text_offset)], encoding);
    if identity == text_offset {
        return mark + text_offset;
    }
    let mut decoder = TrackingDecoder::new(body, encoding, Checkpoint::after_identity(identity));
    decoder.go_to(text_offset);
    mark + decoder.position()
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_KR, GB18030, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251,
    };

    use super::*;

    #[test]
    fn a_text_offset_has_a_byte_offset() {
        let rows: &[(&str, &'static Encoding, &[u8], usize, usize)] = &[
            ("UTF-8", UTF_8, b"abc\xC3\xA9d", 5, 5),
            ("UTF-8, in a character", UTF_8, b"abc\xC3\xA9d", 4, 5),
            ("UTF-8, a byte order mark", UTF_8, b"\xEF\xBB\xBFabc", 2, 5),
            ("UTF-8, offset 0 is after the byte order mark", UTF_8, b"\xEF\xBB\xBFabc", 0, 3),
            ("UTF-8, past the end", UTF_8, b"abc", 9, 3),
            ("UTF-8, malformed", UTF_8, b"a\xFFbc", 4, 2),
            ("UTF-8, an incomplete sequence", UTF_8, b"a\xF0\x9Fbc", 4, 3),
            ("CR LF", UTF_8, b"a\r\nb", 3, 3),
            ("a character of two bytes", SHIFT_JIS, b"\x82\xA0\x82\xA0", 3, 2),
            ("characters of one byte", WINDOWS_1251, b"\xC1\xEE\xF0", 4, 2),
            ("two characters from two bytes", BIG5, b"\x88\x62a", 2, 2),
            ("a malformed sequence before ASCII", SHIFT_JIS, b"\x82<a", 3, 1),
            ("a lone surrogate", UTF_16LE, b"\0\xD8a\0b\0", 3, 2),
            ("UTF-16", UTF_16LE, b"\xFF\xFEa\0b\0", 1, 4),
            ("UTF-16, big endian", UTF_16BE, b"\0a\0b", 1, 2),
            (
                "an escape sequence belongs to the character after it",
                ISO_2022_JP,
                b"a\x1B$B$\"\x1B(Bb",
                1,
                1,
            ),
            ("so does the escape sequence back to ASCII", ISO_2022_JP, b"a\x1B$B$\"\x1B(Bb", 4, 6),
            ("replacement", REPLACEMENT, b"abc", 3, 1),
        ];
        for (rule, encoding, bytes, length, expected) in rows {
            assert_eq!(byte_offset(bytes, encoding, *length), *expected, "{rule}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn the_bytes_before_the_offset_decode_to_the_text_before_it() {
        let piece = "Zupa\r\nбульон\r\r\n味噌汁\n\rkrem ";
        for encoding in [UTF_8, UTF_16LE, GB18030, SHIFT_JIS, EUC_KR, WINDOWS_1251, ISO_2022_JP] {
            let bytes = match encoding == UTF_16LE {
                true => piece.repeat(40).encode_utf16().flat_map(u16::to_le_bytes).collect(),
                false => encoding.encode(&piece.repeat(40)).0.into_owned(),
            };
            let text = encoding.decode_with_bom_removal(&bytes).0;
            for (at, _) in text.char_indices().skip(1) {
                let count = byte_offset(&bytes, encoding, at);
                let before = encoding.decode_with_bom_removal(&bytes[..count]).0;
                assert_eq!(
                    before.trim_end_matches('\u{FFFD}'),
                    &text[..at],
                    "{} at {at}",
                    encoding.name()
                );
            }
        }
    }
}
