//! Decoding with an account of which bytes each character takes.

use encoding_rs::{Decoder, DecoderResult, Encoding, ISO_2022_JP};

/// The length of U+FFFD in UTF-8, which stands for what is malformed.
const REPLACEMENT_CHARACTER_LENGTH: usize = '\u{FFFD}'.len_utf8();

/// How near to the wanted place decoding gets in big steps.
const MARGIN: usize = 32;

/// A place between two characters of a document: how many bytes and how much text stand before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checkpoint {
    pub(super) byte: usize,
    /// In bytes of UTF-8.
    pub(super) text: usize,
    /// The escape sequence of ISO-2022-JP that is in effect.
    escape: Option<[u8; 3]>,
}

/// Decodes bytes without a byte order mark from a place on.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    encoding: &'static Encoding,
    decoder: Decoder,
    /// The place before this that was last asked for.
    last_place: Checkpoint,
    /// How many of the bytes are consumed.
    position: usize,
    /// How many bytes of UTF-8 have been decoded.
    text: usize,
}

impl Checkpoint {
    /// Behind bytes that are their text.
    pub(super) fn behind(plain: usize) -> Self {
        Checkpoint { byte: plain, text: plain, escape: None }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], encoding: &'static Encoding, from: Checkpoint) -> Self {
        let decoder = decoder_at(encoding, from);
        Reader { bytes, encoding, decoder, last_place: from, position: from.byte, text: from.text }
    }

    /// How many of the bytes are consumed.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Goes on to the end of the character with which there is as much text as that, or to the end.
    pub(super) fn go_to(&mut self, text: usize) {
        self.go_near(text);
        while self.text < text && self.position < self.bytes.len() {
            self.step();
        }
    }

    /// Goes on to the end of a character near which there is as much text as that, and gives the
    /// place. `None` at the end.
    pub(super) fn checkpoint(&mut self, text: usize) -> Option<Checkpoint> {
        self.go_near(text);
        while self.position < self.bytes.len() {
            if self.step() {
                return Some(self.place());
            }
        }
        None
    }

    /// Decodes in big steps as long as there is no danger of going too far.
    fn go_near(&mut self, text: usize) {
        let mut buffer = [0; 4096];
        // Past the end, a decoder must not be used.
        while self.position < self.bytes.len() {
            let room = buffer.len().min(text.saturating_sub(self.text + MARGIN));
            if room < MARGIN {
                return;
            }
            let rest = &self.bytes[self.position..];
            let buffer = &mut buffer[..room];
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(rest, buffer, true);
            self.position += read;
            self.text += written;
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, behind) => self.replace(behind),
            }
        }
    }

    /// Decodes one byte. Whether a character ends here: a character takes as many bytes as are
    /// needed to tell it, and what is malformed as many as U+FFFD stands for.
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
                DecoderResult::Malformed(_, behind) => {
                    self.replace(behind);
                    return true;
                }
            }
        }
    }

    /// Counts a U+FFFD, and goes back to right behind what it stands for, if the decoder knows some
    /// of the bytes there already.
    fn replace(&mut self, behind: u8) {
        self.text += REPLACEMENT_CHARACTER_LENGTH;
        if behind > 0 {
            self.position = self.position.saturating_sub(usize::from(behind));
            let place = self.place();
            self.decoder = decoder_at(self.encoding, place);
        }
    }

    /// Where the reader is, which is between two characters.
    fn place(&mut self) -> Checkpoint {
        let escape = if self.encoding == ISO_2022_JP { self.last_escape() } else { None };
        self.last_place = Checkpoint { byte: self.position, text: self.text, escape };
        self.last_place
    }

    /// The last escape sequence before the position.
    fn last_escape(&self) -> Option<[u8; 3]> {
        let is_escape = |bytes: &[u8]| {
            matches!(bytes, [0x1B, b'(', b'B' | b'J' | b'I'] | [0x1B, b'$', b'@' | b'B'])
        };
        let read = &self.bytes[self.last_place.byte..self.position];
        let escape = read.windows(3).rfind(|bytes| is_escape(bytes));
        escape.and_then(|bytes| bytes.try_into().ok()).or(self.last_place.escape)
    }
}

/// A decoder in the state in which it is at a place between two characters.
fn decoder_at(encoding: &'static Encoding, place: Checkpoint) -> Decoder {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    if let Some(escape) = place.escape {
        // With a character behind it: of two escape sequences with nothing in between, the first is
        // malformed. At a place between two characters, that is never still to come: it has been
        // told already.
        let character = if escape[1] == b'$' { *b"!!" } else { *b"! " };
        let _ = decoder.decode_to_utf8_without_replacement(&escape, &mut [0; MARGIN], false);
        let _ = decoder.decode_to_utf8_without_replacement(&character, &mut [0; MARGIN], false);
    }
    decoder
}
