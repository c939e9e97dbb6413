//! Decodes and tracks which bytes each character comes from.

use encoding_rs::{Decoder, DecoderResult, Encoding, ISO_2022_JP, UTF_8};

/// The length of U+FFFD in UTF-8, which replaces a malformed sequence.
const REPLACEMENT_LENGTH: usize = char::REPLACEMENT_CHARACTER.len_utf8();

/// Decoding in big steps stops at least this many bytes of text before the wanted position: a step
/// fills at most the space up to there, and a U+FFFD counted after it is shorter. It is also the
/// size of the smallest buffer that a decoder gets, which is enough for any character.
const MARGIN: usize = 32;

/// A position between two characters of a document, from which decoding can start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checkpoint {
    /// The byte offset in the document.
    pub(super) byte: usize,
    /// The byte offset in the decoded text.
    pub(super) text: usize,
    /// The escape sequence of ISO-2022-JP that is in effect.
    escape: Option<[u8; 3]>,
}

/// Decodes a document without a byte order mark, from a checkpoint on, and tracks the position in
/// the bytes and in the text.
pub(super) struct TrackingDecoder<'a> {
    bytes: &'a [u8],
    encoding: &'static Encoding,
    decoder: Decoder,
    last_checkpoint: Checkpoint,
    /// The byte offset in the document of the next byte to decode.
    position: usize,
    /// The byte offset in the decoded text.
    text: usize,
}

impl Checkpoint {
    /// Returns a position after bytes that are the UTF-8 of their text.
    pub(super) fn after_identity(length: usize) -> Self {
        Checkpoint { byte: length, text: length, escape: None }
    }
}

/// Follows the decoded text of a document whose bytes come in pieces.
#[derive(Clone, Copy, Debug)]
#[cfg(feature = "stream")]
pub(crate) struct OffsetTracker {
    encoding: &'static Encoding,
    /// The escape sequence of ISO-2022-JP that is in effect.
    escape: Option<[u8; 3]>,
    /// The number of bytes of text passed beyond the requested offset: the rest of a character that
    /// ends later, and the second of two characters that the same bytes decode to.
    ahead: usize,
}

#[cfg(feature = "stream")]
impl OffsetTracker {
    /// Returns a tracker for bytes without a byte order mark.
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        OffsetTracker { encoding, escape: None, ahead: 0 }
    }

    /// Returns how many of the next bytes the next `text` bytes of the decoded text come from, and
    /// passes them.
    pub(crate) fn advance(&mut self, bytes: &[u8], text: usize) -> usize {
        let passed = self.ahead.min(text);
        self.ahead -= passed;
        let text = text - passed;
        let identity = match self.escape {
            None => identity_length(&bytes[..text.min(bytes.len())], self.encoding),
            Some(_) => 0,
        };
        if identity == text {
            return text;
        }
        let (rest, text) = (&bytes[identity..], text - identity);
        let from = Checkpoint { escape: self.escape, ..Checkpoint::default() };
        let mut decoder = TrackingDecoder::new(rest, self.encoding, from);
        decoder.go_to(text);
        let Checkpoint { byte, text: end, escape } = decoder.checkpoint();
        (self.escape, self.ahead) = (escape, end.saturating_sub(text));
        identity + byte
    }

    /// Returns the escape sequence of ISO-2022-JP that is in effect.
    pub(crate) fn escape(&self) -> Option<[u8; 3]> {
        self.escape
    }
}

impl<'a> TrackingDecoder<'a> {
    pub(super) fn new(bytes: &'a [u8], encoding: &'static Encoding, from: Checkpoint) -> Self {
        TrackingDecoder {
            bytes,
            encoding,
            decoder: decoder_at(encoding, from),
            last_checkpoint: from,
            position: from.byte,
            text: from.text,
        }
    }

    /// Returns the byte offset in the document of the next byte to decode.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Decodes up to the end of the character that reaches byte `text` of the decoded text, or to
    /// the end.
    pub(super) fn go_to(&mut self, text: usize) {
        self.go_near(text);
        while self.text < text && self.position < self.bytes.len() {
            self.step();
        }
    }

    /// Decodes up to the end of a character near byte `text` of the decoded text and returns that
    /// position, or `None` at the end.
    pub(super) fn checkpoint_near(&mut self, text: usize) -> Option<Checkpoint> {
        self.go_near(text);
        while self.position < self.bytes.len() {
            if self.step() {
                return Some(self.checkpoint());
            }
        }
        None
    }

    /// Decodes in big steps as long as that cannot pass byte `text` of the decoded text.
    fn go_near(&mut self, text: usize) {
        let mut buffer = [0; 4096];
        // A decoder must not be used after the end of its input.
        while self.position < self.bytes.len() {
            let capacity = buffer.len().min(text.saturating_sub(self.text + MARGIN));
            if capacity < MARGIN {
                return;
            }
            let rest = &self.bytes[self.position..];
            let buffer = &mut buffer[..capacity];
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(rest, buffer, true);
            self.position += read;
            self.text += written;
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, extra) => self.replace(extra),
            }
        }
    }

    /// Decodes one byte. Returns whether a character, or a malformed sequence, ends with it.
    fn step(&mut self) -> bool {
        let end = self.position + 1;
        let is_last = end == self.bytes.len();
        let text = self.text;
        let mut buffer = [0; MARGIN];
        loop {
            let byte = &self.bytes[self.position..end];
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(byte, &mut buffer, is_last);
            self.position += read;
            self.text += written;
            match result {
                DecoderResult::InputEmpty => return self.text > text,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, extra) => {
                    self.replace(extra);
                    return true;
                }
            }
        }
    }

    /// Counts a U+FFFD. `extra` is how many valid bytes the decoder has read after the malformed
    /// sequence: they are decoded again, so that the position is right after the sequence.
    fn replace(&mut self, extra: u8) {
        self.text += REPLACEMENT_LENGTH;
        if extra > 0 {
            self.position = self.position.saturating_sub(usize::from(extra));
            let checkpoint = self.checkpoint();
            self.decoder = decoder_at(self.encoding, checkpoint);
        }
    }

    /// Returns the current position, which is between two characters.
    fn checkpoint(&mut self) -> Checkpoint {
        let escape = if self.encoding == ISO_2022_JP { self.last_escape() } else { None };
        self.last_checkpoint = Checkpoint { byte: self.position, text: self.text, escape };
        self.last_checkpoint
    }

    /// Returns the last escape sequence of ISO-2022-JP before the current position. Only the bytes
    /// after the last checkpoint are searched.
    fn last_escape(&self) -> Option<[u8; 3]> {
        let is_escape = |bytes: &[u8]| {
            matches!(bytes, [0x1B, b'(', b'B' | b'J' | b'I'] | [0x1B, b'$', b'@' | b'B'])
        };
        let read = &self.bytes[self.last_checkpoint.byte..self.position];
        let escape = read.windows(3).rfind(|bytes| is_escape(bytes));
        escape.and_then(|bytes| bytes.try_into().ok()).or(self.last_checkpoint.escape)
    }
}

/// Returns a decoder in the state that it has at a checkpoint. Only ISO-2022-JP has one: which
/// character set the last escape sequence has switched to.
///
/// A decoder of encoding_rs cannot be given a state, so it is fed input that leads to the state:
/// the escape sequence and then one character of that set, whose text is dropped. The character is
/// needed because the decoder is then in the state *after an escape sequence*, in which another
/// escape sequence is malformed. At a checkpoint, which is after a character or after a malformed
/// sequence that has been counted, it never is.
fn decoder_at(encoding: &'static Encoding, checkpoint: Checkpoint) -> Decoder {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    if let Some(escape) = checkpoint.escape {
        // One character, of two bytes in JIS X 0208 and otherwise of one: then the second byte is
        // a character of its own.
        let character = if escape[1] == b'$' { *b"!!" } else { *b"! " };
        let _ = decoder.decode_to_utf8_without_replacement(&escape, &mut [0; MARGIN], false);
        let _ = decoder.decode_to_utf8_without_replacement(&character, &mut [0; MARGIN], false);
    }
    decoder
}

/// Returns how many bytes at the start are the UTF-8 of the text that they decode to.
pub(super) fn identity_length(bytes: &[u8], encoding: &'static Encoding) -> usize {
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
