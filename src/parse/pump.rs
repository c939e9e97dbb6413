//! Passes input that is available as a whole to the engine. It knows nothing of pauses:
//! [`Driver`](super::driver::Driver) does.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::encoding::{Hints, adopt};
use crate::input::InputStream;
use crate::tree_sink::TreeSink;

use super::decoding::{Decoding, push_decoded};
use super::encoding_change::EncodingChange;
use super::engine::{Declaration, Engine, Pause};

/// How many bytes of input are decoded and parsed at a time: few enough to stay in the nearest
/// caches until they are parsed, and many in comparison with the tokens that pieces cut in two. In
/// half of it, parsing takes 4 % longer, and in twice as much no less.
pub(super) const PIECE: usize = 64 * 1024;

/// The length of the first piece of a document whose encoding is only a default, in bytes. Each
/// piece after it doubles what is parsed, until a `meta` element declares an encoding: what is
/// decoded after that element is decoded again. Of pages without a declaration in the first 1,024
/// bytes, more than half have one in the first 8 KB.
const FIRST_PIECE: usize = 4 * 1024;

/// The bytes of a document that are not decoded yet.
#[derive(Debug)]
pub(super) struct UnreadBytes<'a> {
    pub(super) decoding: &'a mut Decoding,
    pub(super) hints: &'a Hints,
    pub(super) bytes: Bytes<'a>,
    /// The index in `bytes` of the first unread one.
    pub(super) next: usize,
}

/// The bytes of a document, all of them.
#[derive(Debug)]
pub(super) enum Bytes<'a> {
    Borrowed(&'a [u8]),
    Owned(Vec<u8>),
    /// The vector has become the source text of the document, because its bytes are that text.
    Adopted,
}

/// Why the pump returns control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The encoding has changed: the document is to be parsed again, from its first byte and with
    /// stages that have parsed nothing. The unread input is set up for that.
    Restart,
    /// The end of the document or a limit was reached: the parse is complete.
    Finished,
}

/// Parses the unread bytes, with which the document ends.
pub(super) fn pump<S: TreeSink>(engine: &mut Engine<S>, unread: &mut UnreadBytes<'_>) -> Outcome {
    'input: loop {
        // If the input was adopted, the input stream has all of it.
        if !engine.input.is_last() {
            unread.push_piece(&mut engine.input);
        }
        loop {
            match engine.run() {
                Pause::NeedsInput => {
                    debug_assert!(!engine.input.is_last(), "the end of the input is parsed");
                    break;
                }
                Pause::EncodingDeclared(declaration) => {
                    match unread.change_encoding(declaration, &engine.input) {
                        EncodingChange::Keep => {}
                        EncodingChange::SwitchAt(next) => {
                            engine.input.drop_unread();
                            engine.input.set_last(false);
                            unread.rewind(next);
                            continue 'input;
                        }
                        EncodingChange::Restart => {
                            unread.rewind(0);
                            return Outcome::Restart;
                        }
                    }
                }
                Pause::RunScript { .. } | Pause::BySink => {
                    debug_assert!(false, "only a driver pauses at scripts, or for its sink");
                }
                Pause::Finished => {
                    unread.skip_rest();
                    return Outcome::Finished;
                }
            }
        }
    }
}

/// Parses a text, with which the document ends, in the same way.
// Always inlined, as a part of the one function that calls it.
#[inline(always)]
pub(super) fn pump_text<S: TreeSink>(engine: &mut Engine<S>, mut text: &str) {
    loop {
        if !engine.input.is_last() {
            let (piece, rest) = text.split_at(piece_length(text, PIECE));
            engine.input.push(piece);
            engine.input.set_last(rest.is_empty());
            text = rest;
        }
        loop {
            match engine.run() {
                Pause::NeedsInput => {
                    debug_assert!(!engine.input.is_last(), "the end of the input is parsed");
                    break;
                }
                // Text has no encoding to change.
                Pause::EncodingDeclared(_) => {}
                Pause::RunScript { .. } | Pause::BySink => {
                    debug_assert!(false, "only a driver pauses at scripts, or for its sink");
                }
                Pause::Finished => return,
            }
        }
    }
}

impl UnreadBytes<'_> {
    /// Prepares the input stream for input that is a whole document: an owned vector whose bytes
    /// are the text becomes the source text, without a copy.
    pub(super) fn start(&mut self, input: &mut InputStream) {
        self.bytes.adopt_into(input, self.decoding.encoding());
        match self.bytes {
            Bytes::Adopted => self.next = input.end(),
            _ if self.decoding.encoding() == UTF_8 => input.reserve(self.bytes.as_slice().len()),
            _ => input.reserve_for_rest(self.bytes.as_slice().len()),
        }
    }

    /// Moves the next piece to the input stream. If it is the last of the document, the input
    /// stream is told so.
    fn push_piece(&mut self, input: &mut InputStream) {
        let bytes = self.bytes.as_slice();
        let length = match self.decoding.awaits_declaration() {
            true => self.next.clamp(FIRST_PIECE, PIECE),
            false => PIECE,
        };
        let end = bytes.len().min(self.next + length);
        let is_last = end == bytes.len();
        self.decoding
            .decode(&bytes[self.next..end], is_last, &mut |part| push_decoded(part, input));
        self.next = end;
        input.set_last(is_last);
        // In most encodings but UTF-8, text is longer than its bytes. The first piece says too
        // little, and may be decoded again.
        if end > PIECE {
            let expected = input.end() as u128 * (bytes.len() - end) as u128 / end as u128;
            input.reserve_for_rest(expected as usize);
        }
    }

    /// Skips the rest, which is not parsed. Its malformed sequences still count.
    fn skip_rest(&mut self) {
        let bytes = self.bytes.as_slice();
        if let Some(rest) = bytes.get(self.next..) {
            self.decoding.decode_unparsed(rest, true);
            self.next = bytes.len();
        }
    }

    /// Changes the encoding, if the declaration of a `meta` element asks for it.
    fn change_encoding(&mut self, declaration: Declaration, input: &InputStream) -> EncodingChange {
        if matches!(self.bytes, Bytes::Adopted) && self.decoding.is_changed_by(declaration) {
            // They may have to be decoded again.
            self.bytes = Bytes::Owned(input.context.strings.source().as_bytes().to_vec());
        }
        let bytes = self.bytes.as_slice();
        let change = self.decoding.change_encoding(declaration, bytes, input, self.hints);
        self.decoding.replace_decoder(change);
        change
    }

    /// Makes the bytes from this one on unread.
    fn rewind(&mut self, position: usize) {
        self.next = position;
    }
}

impl<'a> Bytes<'a> {
    pub(super) fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Borrowed(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
            Bytes::Adopted => &[],
        }
    }

    /// Makes an owned vector the source text, if its bytes are the text that they decode to.
    fn adopt_into(&mut self, input: &mut InputStream, encoding: &'static Encoding) {
        if let Bytes::Owned(owned) = self
            && input.takes_as_it_is(owned)
        {
            match adopt(std::mem::take(owned), encoding) {
                Ok(text) => {
                    input.adopt(text);
                    *self = Bytes::Adopted;
                }
                Err(returned) => *owned = returned,
            }
        }
    }
}

impl<'a> From<Cow<'a, [u8]>> for Bytes<'a> {
    fn from(bytes: Cow<'a, [u8]>) -> Self {
        match bytes {
            Cow::Borrowed(bytes) => Bytes::Borrowed(bytes),
            Cow::Owned(bytes) => Bytes::Owned(bytes),
        }
    }
}

/// Returns the length of the first piece of a text: at least `length` bytes, up to the end of a
/// character.
pub(super) fn piece_length(text: &str, length: usize) -> usize {
    (length..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len())
}
