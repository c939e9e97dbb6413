//! The bytes of a document that is available as a whole.

use std::borrow::Cow;

use encoding_rs::UTF_8;

use crate::encoding::{Hints, adopt, sniff};
use crate::input::InputStream;
use crate::text::SourceText;
use crate::tree_sink::TreeSink;

use super::decoding::{Decoding, push_decoded};
use super::encoding_change::EncodingChange;
use super::engine::{Declaration, Engine};
use super::pump::{PIECE, Source};
use super::unread_bytes::UnreadBytes;

/// The length of the first piece of a document whose encoding is only a default, in bytes. Each
/// piece after it doubles the parsed input, until a `meta` element declares an encoding: bytes
/// decoded after that element are decoded again. Of pages without a declaration in the first 1,024
/// bytes, more than half have one in the first 8 KB.
const FIRST_PIECE: usize = 4 * 1024;

/// The bytes of a document, all of them, as a source. If it makes parsing pause, the document is to
/// be parsed again, from its first byte and with stages that have parsed nothing.
#[derive(Debug)]
pub(super) struct WholeBytes<'a> {
    pub(super) unread: UnreadBytes<Bytes<'a>>,
    hints: &'a Hints,
}

/// The bytes of a document, all of them.
#[derive(Debug)]
pub(super) enum Bytes<'a> {
    Borrowed(&'a [u8]),
    Owned(Vec<u8>),
    /// The vector has become the source text of the document, because its bytes are that text.
    Adopted,
}

impl<'a> WholeBytes<'a> {
    /// Decides the encoding of the bytes.
    pub(super) fn new(bytes: Cow<'a, [u8]>, hints: &'a Hints) -> Self {
        let decoding = Decoding::new(sniff(&bytes, true, hints));
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Bytes::Borrowed(bytes),
            Cow::Owned(bytes) => Bytes::Owned(bytes),
        };
        WholeBytes { unread: UnreadBytes::new(decoding, bytes), hints }
    }

    /// Prepares the input stream: an owned vector whose bytes are the text becomes the source text,
    /// without a copy.
    pub(super) fn start(&mut self, input: &mut InputStream) {
        self.adopt_into(input);
        let length = self.unread.bytes.as_ref().len();
        match self.unread.bytes {
            Bytes::Adopted => self.unread.next = input.end(),
            _ if self.unread.decoding.encoding() == UTF_8 => input.reserve(length),
            _ => input.reserve_for_rest(length),
        }
    }

    /// Makes an owned vector the source text, if its bytes are the text that they decode to.
    fn adopt_into(&mut self, input: &mut InputStream) {
        if let Bytes::Owned(owned) = &mut self.unread.bytes
            && input.takes_as_it_is(owned)
        {
            match adopt(std::mem::take(owned), self.unread.decoding.encoding()) {
                Ok(text) => {
                    input.adopt(SourceText::from(text));
                    self.unread.bytes = Bytes::Adopted;
                }
                Err(returned) => *owned = returned,
            }
        }
    }
}

impl<S: TreeSink> Source<S> for WholeBytes<'_> {
    fn push_piece(&mut self, engine: &mut Engine<S>) -> bool {
        let input = &mut engine.input;
        let length = match self.unread.decoding.awaits_declaration() {
            true => self.unread.next.clamp(FIRST_PIECE, PIECE),
            false => PIECE,
        };
        self.unread.decode_piece(length, true, &mut |part| push_decoded(part, input));
        let (decoded, all) = (self.unread.next, self.unread.bytes.as_ref().len());
        input.set_last(decoded == all);
        // In most encodings but UTF-8, text is longer than its bytes. The first piece says too
        // little, and may be decoded again.
        if decoded > PIECE {
            let expected = input.end() as u128 * (all - decoded) as u128 / decoded as u128;
            input.reserve_for_rest(expected as usize);
        }
        true
    }

    fn declare(&mut self, declaration: Declaration, engine: &mut Engine<S>) -> bool {
        let UnreadBytes { decoding, bytes, .. } = &mut self.unread;
        let input = &mut engine.input;
        if matches!(bytes, Bytes::Adopted) && decoding.is_changed_by(declaration) {
            // They may have to be decoded again.
            *bytes = Bytes::Owned(input.context.strings.source().as_bytes().to_vec());
        }
        let change =
            decoding.change_encoding(declaration, bytes.as_ref(), Some(0), input, self.hints);
        self.unread.confirm(change);
        if let EncodingChange::SwitchAt(_) = change {
            input.drop_unread();
            input.set_last(false);
        }
        change != EncodingChange::Restart
    }
}

impl AsRef<[u8]> for Bytes<'_> {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Borrowed(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
            Bytes::Adopted => &[],
        }
    }
}
