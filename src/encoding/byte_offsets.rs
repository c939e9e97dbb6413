//! Where text stands in the bytes that it was decoded from.

use std::fmt;
use std::ops::Range;

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8};

use super::reader::{Checkpoint, Reader};
use super::stream_decoder::without_byte_order_mark;

/// About how much text, in bytes of UTF-8, is decoded again to answer a question.
const STRETCH: usize = 8 * 1024;

/// Where the text of a document stands in the bytes that it was decoded from, whatever their
/// encoding. From [`Document::byte_offsets`](crate::Document::byte_offsets).
///
/// Text offsets count bytes of the decoded text before newlines were normalized, as
/// [`SourceSpan::range`](crate::SourceSpan::range) gives them. Each answer decodes a few thousand
/// bytes once more, from the nearest place that was remembered; it takes a time that does not grow
/// with the document.
#[derive(Clone)]
pub struct ByteOffsets<'a> {
    /// The document without its byte order mark.
    bytes: &'a [u8],
    /// The length of the byte order mark.
    mark: usize,
    encoding: &'static Encoding,
    /// Up to here, the bytes are the text.
    plain: usize,
    /// Places in the rest, ascending, the first at its start.
    checkpoints: Vec<Checkpoint>,
}

impl<'a> ByteOffsets<'a> {
    /// Of a whole document. Takes the time of decoding it, and less where the bytes are the text.
    pub(crate) fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Self {
        let body = without_byte_order_mark(bytes, encoding);
        let plain = plain_length(body, encoding);
        let mut offsets = ByteOffsets {
            bytes: body,
            mark: bytes.len() - body.len(),
            encoding,
            plain,
            checkpoints: Vec::new(),
        };
        if plain < body.len() {
            offsets.remember_places();
        }
        offsets
    }

    fn remember_places(&mut self) {
        let start = Checkpoint::behind(self.plain);
        self.checkpoints.push(start);
        if self.encoding == REPLACEMENT {
            // There is no going on after its only character.
            return;
        }
        let mut reader = Reader::new(self.bytes, self.encoding, start);
        let mut text = start.text + STRETCH;
        while let Some(checkpoint) = reader.checkpoint(text) {
            self.checkpoints.push(checkpoint);
            text = checkpoint.text + STRETCH;
        }
    }

    /// The byte offset in the document of what stands at the byte `text_offset` of its decoded
    /// text: right behind the bytes of the character before. A byte order mark counts; in
    /// ISO-2022-JP, an escape sequence belongs to the character after it.
    ///
    /// An offset inside a character counts as its end, one past the end as the end of the document.
    /// Where two characters were decoded from the same bytes, as in Big5, the place between them is
    /// at their end.
    pub fn offset(&self, text_offset: usize) -> usize {
        let after = self.checkpoints.partition_point(|checkpoint| checkpoint.text <= text_offset);
        let end = match after.checked_sub(1).and_then(|index| self.checkpoints.get(index)) {
            Some(&checkpoint) => {
                let mut reader = Reader::new(self.bytes, self.encoding, checkpoint);
                reader.go_to(text_offset);
                reader.position()
            }
            // Up to the end of the character.
            None => (text_offset..self.plain)
                .find(|&at| !is_tail_of_utf_8(self.bytes[at]))
                .unwrap_or(self.plain),
        };
        self.mark + end
    }

    /// The byte offsets in the document of a part of its text: see [`offset`](ByteOffsets::offset).
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

/// How many bytes at the start are the text that they are decoded to.
fn plain_length(bytes: &[u8], encoding: &'static Encoding) -> usize {
    if encoding == UTF_8 {
        Encoding::utf8_valid_up_to(bytes)
    } else if encoding == ISO_2022_JP {
        Encoding::iso_2022_jp_ascii_valid_up_to(bytes)
    } else if encoding.is_ascii_compatible() {
        Encoding::ascii_valid_up_to(bytes)
    } else {
        0
    }
}

fn is_tail_of_utf_8(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}
