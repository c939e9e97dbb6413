//! The input that comes from outside: bytes or text in pieces, and the encoding of the bytes.

use encoding_rs::{Encoding, UTF_8};

use crate::encoding::{Decoded, EncodingReport, Hints, StreamDecoder, sniff};
use crate::input::InputStream;
use crate::parse::decoding::{Decoding, push_decoded};
use crate::parse::encoding_change::EncodingChange;
use crate::parse::engine::Declaration;
use crate::parse::unread_bytes::UnreadBytes;
use crate::steps;

use super::unread_text::{PieceLength, UnreadText};

/// The input that comes from outside of the parser, as far as it is not parsed. The standard calls
/// what provides it the network.
#[derive(Debug)]
pub(super) struct Network {
    /// For bytes.
    hints: Hints,
    kind: Kind,
    /// The decoded text that the input stream has not been given, or that scripts have pushed back.
    pub(super) text: UnreadText,
    /// Whether no more input will come.
    has_ended: bool,
    /// Whether parsed bytes are freed while a `meta` element can still change the encoding, as far
    /// as possible: in a stream.
    #[cfg(feature = "stream")]
    frees_parsed: bool,
}

/// The kind of input.
#[derive(Debug)]
enum Kind {
    /// There is no input yet.
    Undecided,
    /// Text, and the decoder of bytes that came after text: the last of them may be the start of a
    /// character.
    Text(Option<Box<StreamDecoder>>),
    /// Bytes whose encoding is not decided: sniffing waits for more of them.
    Sniffing(Sniffing),
    /// Bytes whose encoding is decided.
    Bytes(Box<UnreadBytes<Vec<u8>>>),
}

/// Bytes whose encoding is not decided.
#[derive(Debug)]
struct Sniffing {
    bytes: Vec<u8>,
    /// Whether sniffing waits for the end of the input.
    waits_for_end: bool,
    /// Whether sniffing must do with the bytes that there are.
    starts_now: bool,
}

impl Network {
    pub(super) fn new(hints: &Hints) -> Self {
        Network {
            hints: hints.clone(),
            kind: Kind::Undecided,
            text: UnreadText::default(),
            has_ended: false,
            #[cfg(feature = "stream")]
            frees_parsed: false,
        }
    }

    /// From now on, frees parsed bytes also while a `meta` element can still change the encoding.
    #[cfg(feature = "stream")]
    pub(super) fn start_to_free_parsed(&mut self) {
        self.frees_parsed = true;
    }

    /// Frees the bytes that are parsed, if that is asked for.
    #[cfg(feature = "stream")]
    pub(super) fn free_parsed(&mut self, input: &InputStream) {
        if let Kind::Bytes(unread) = &mut self.kind {
            debug_assert!(self.frees_parsed && self.text.is_empty(), "a stream queues no text");
            unread.free_parsed(input);
        }
    }

    /// Adds bytes. After text, they are decoded as UTF-8.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        if self.has_ended {
            return;
        }
        match &mut self.kind {
            Kind::Text(decoder) => {
                let new = || Box::new(StreamDecoder::resume(UTF_8, 0));
                let decoder = decoder.get_or_insert_with(new);
                decoder.decode_piece(bytes, false, &mut |part| self.text.push_decoded(part));
            }
            Kind::Sniffing(sniffing) => sniffing.bytes.extend_from_slice(bytes),
            Kind::Bytes(unread) => unread.bytes.extend_from_slice(bytes),
            Kind::Undecided => {
                let bytes = bytes.to_vec();
                let sniffing = Sniffing { bytes, waits_for_end: false, starts_now: false };
                self.kind = Kind::Sniffing(sniffing);
            }
        }
    }

    /// Adds text. After bytes, it counts as more bytes, in UTF-8. A byte order mark at the start of
    /// the text of a document is dropped.
    pub(super) fn feed_str(&mut self, text: &str, input: &mut InputStream, is_fragment: bool) {
        if self.has_ended {
            return;
        }
        match &mut self.kind {
            Kind::Sniffing(_) | Kind::Bytes(_) => self.feed(text.as_bytes()),
            Kind::Text(_) => {
                self.end_bytes_after_text();
                self.text.push(text);
            }
            Kind::Undecided => {
                let text = self.start_text(text, input, is_fragment);
                self.text.push(text);
            }
        }
    }

    /// Decides that the input is text, if that is not decided and there is any. Returns the text
    /// without the byte order mark that is dropped.
    pub(super) fn start_text<'t>(
        &mut self,
        text: &'t str,
        input: &mut InputStream,
        is_fragment: bool,
    ) -> &'t str {
        match self.kind {
            Kind::Undecided if !text.is_empty() => {
                self.kind = Kind::Text(None);
                if is_fragment { text } else { input.drop_byte_order_mark(text) }
            }
            _ => text,
        }
    }

    /// Decides that the input is text, with a byte order mark as a part of it.
    pub(super) fn start_with_text(&mut self) {
        self.kind = Kind::Text(None);
    }

    /// Adds text, also after the input has ended.
    pub(super) fn write(&mut self, text: &str) {
        self.end_bytes_after_text();
        self.text.push(text);
    }

    /// Whether text that comes next can be given to the input stream without queueing it.
    pub(super) fn can_take_text_directly(&self) -> bool {
        let may_be_text = matches!(self.kind, Kind::Text(None) | Kind::Undecided);
        may_be_text && !self.has_ended && self.text.is_empty()
    }

    /// Notes that no more input will come.
    pub(super) fn end(&mut self) {
        self.end_bytes_after_text();
        self.has_ended = true;
    }

    /// Whether the input has ended.
    #[cfg(feature = "stream")]
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Ends a run of bytes after text: if its last character is not complete, it is malformed.
    fn end_bytes_after_text(&mut self) {
        if let Kind::Text(decoder) = &mut self.kind
            && let Some(mut decoder) = decoder.take()
        {
            decoder.decode_piece(&[], true, &mut |part| self.text.push_decoded(part));
        }
    }

    /// Makes sniffing do with the bytes that there are. Without any, there is nothing to start.
    pub(super) fn start_now(&mut self) {
        if let Kind::Sniffing(sniffing) = &mut self.kind {
            sniffing.starts_now |= !sniffing.bytes.is_empty();
        }
    }

    /// Decides the encoding of bytes, unless that takes more of them.
    fn sniff(&mut self, is_fragment: bool) {
        let Kind::Sniffing(Sniffing { bytes, waits_for_end, starts_now }) = &mut self.kind else {
            return;
        };
        let is_last = self.has_ended || *starts_now;
        let is_enough = bytes.len() >= self.hints.awaited_bytes();
        if !is_last && (!is_enough || *waits_for_end) {
            return;
        }
        steps::count(bytes.len());
        let sniffed = sniff(bytes, is_last, &self.hints);
        *waits_for_end = sniffed.wants_whole_input;
        if !*waits_for_end {
            let is_new = if is_fragment { Decoding::of_fragment } else { Decoding::new };
            let unread = UnreadBytes::new(is_new(sniffed), std::mem::take(bytes));
            self.kind = Kind::Bytes(Box::new(unread));
        }
    }

    /// Gives the next piece of text to the input stream. Returns whether there was any.
    pub(super) fn push_piece(
        &mut self,
        length: PieceLength,
        input: &mut InputStream,
        is_fragment: bool,
    ) -> bool {
        self.sniff(is_fragment);
        if self.text.is_empty()
            && let Kind::Bytes(unread) = &mut self.kind
        {
            if length == PieceLength::Long {
                // Without pauses nothing is pushed back: decode straight into the input stream.
                let out = &mut |part: Decoded<'_>| push_decoded(part, input);
                return unread.decode_and_free(self.has_ended, out);
            }
            unread.decode_and_free(self.has_ended, &mut |part| self.text.push_decoded(part));
        }
        let has_text = !self.text.is_empty();
        if has_text {
            self.text.push_piece(length, input);
        }
        has_text
    }

    /// Decides the encoding of the first bytes, which are not queued, if there are enough of them
    /// and no `meta` element can change it.
    #[cfg(feature = "stream")]
    pub(super) fn sniff_first(&mut self, bytes: &[u8], is_fragment: bool) {
        let is_certain = matches!(self.kind, Kind::Undecided) && self.hints.may_be_certain();
        if !is_certain || bytes.len() < self.hints.awaited_bytes() || self.has_ended {
            return;
        }
        steps::count(bytes.len());
        let sniffed = sniff(bytes, false, &self.hints);
        if !sniffed.wants_whole_input && !sniffed.can_change() {
            let is_new = if is_fragment { Decoding::of_fragment } else { Decoding::new };
            let unread = UnreadBytes::new(is_new(sniffed), Vec::new());
            self.kind = Kind::Bytes(Box::new(unread));
        }
    }

    /// Gives bytes to the input stream without queueing them, if they can come next and will not be
    /// decoded again. Returns whether that is so.
    pub(super) fn push_bytes_directly(&mut self, bytes: &[u8], input: &mut InputStream) -> bool {
        match &mut self.kind {
            Kind::Bytes(unread) if unread.has_decoded_all() && !self.has_ended => {
                unread.decoding.decode(bytes, false, &mut |part| push_decoded(part, input));
                true
            }
            Kind::Bytes(_) | Kind::Sniffing(_) | Kind::Text(_) | Kind::Undecided => false,
        }
    }

    /// Decodes all bytes that can be decoded.
    pub(super) fn decode_all(&mut self, is_fragment: bool) {
        self.sniff(is_fragment);
        if let Kind::Bytes(unread) = &mut self.kind {
            let out = &mut |part: Decoded<'_>| self.text.push_decoded(part);
            while unread.decode_and_free(self.has_ended, out) {}
        }
    }

    /// Whether no input is left and no more will come.
    pub(super) fn is_at_end(&self) -> bool {
        // The end of the bytes may still have to be decoded, if a character is cut there.
        let is_decoded = self.decoding().is_none_or(Decoding::is_finished);
        self.has_ended && self.text.is_empty() && is_decoded
    }

    /// Drops the input that is not parsed, because parsing has ended. Malformed sequences in it
    /// still count.
    pub(super) fn skip_rest(&mut self) {
        self.text = UnreadText::default();
        match &mut self.kind {
            Kind::Sniffing(sniffing) => sniffing.bytes = Vec::new(),
            Kind::Bytes(unread) => {
                unread.skip_rest(self.has_ended);
                (unread.bytes, unread.next) = (Vec::new(), 0);
            }
            Kind::Undecided | Kind::Text(_) => {}
        }
    }

    /// Whether all input so far is UTF-8 without a malformed sequence, as far as it is decoded.
    #[cfg(feature = "stream")]
    pub(super) fn is_utf_8(&self) -> bool {
        match &self.kind {
            Kind::Bytes(unread) => unread.decoding.is_utf_8(),
            Kind::Sniffing(_) => false,
            Kind::Text(decoder) => decoder.is_none(),
            Kind::Undecided => true,
        }
    }

    /// The encoding that bytes are decoded from, once it is decided.
    pub(super) fn encoding(&self) -> Option<&'static Encoding> {
        self.decoding().map(Decoding::encoding)
    }

    fn decoding(&self) -> Option<&Decoding> {
        match &self.kind {
            Kind::Bytes(unread) => Some(&unread.decoding),
            Kind::Undecided | Kind::Text(_) | Kind::Sniffing(_) => None,
        }
    }

    /// Handles the declaration of a `meta` element. If it changes the encoding, the caller must
    /// [confirm](Self::confirm) or [ignore](Self::ignore_change) that before more is decoded.
    pub(super) fn declare(
        &mut self,
        declaration: Declaration,
        input: &InputStream,
    ) -> EncodingChange {
        match &mut self.kind {
            Kind::Bytes(unread) => {
                #[cfg(feature = "stream")]
                let frees = self.frees_parsed && unread.decoding.is_changed_by(declaration);
                #[cfg(feature = "stream")]
                let start = if frees { unread.source_start(input) } else { Some(0) };
                #[cfg(not(feature = "stream"))]
                let start = Some(0);
                let UnreadBytes { decoding, bytes, .. } = &mut **unread;
                decoding.change_encoding(declaration, bytes, start, input, &self.hints)
            }
            Kind::Undecided | Kind::Text(_) | Kind::Sniffing(_) => EncodingChange::Keep,
        }
    }

    /// Changes the decoder. The text that is decoded and not parsed is dropped, and its bytes are
    /// decoded again.
    pub(super) fn confirm(&mut self, change: EncodingChange) {
        if let Kind::Bytes(unread) = &mut self.kind {
            unread.confirm(change);
            self.text.clear();
        }
    }

    /// Keeps the encoding in use, and makes it certain.
    pub(super) fn ignore_change(&mut self) {
        if let Kind::Bytes(unread) = &mut self.kind {
            unread.decoding.ignore_change();
        }
    }

    /// Whether a `meta` element can still change the encoding of bytes, or it is not decided yet.
    pub(super) fn can_change_encoding(&self) -> bool {
        match &self.kind {
            Kind::Bytes(unread) => unread.decoding.is_tentative(),
            Kind::Undecided | Kind::Sniffing(_) => true,
            Kind::Text(_) => false,
        }
    }

    /// Returns the hints, if the input is bytes, and the account of how the encoding was decided.
    pub(super) fn into_hints_and_report(self) -> (Option<Hints>, Option<EncodingReport>) {
        match self.kind {
            Kind::Bytes(unread) => (Some(self.hints), Some(unread.decoding.into_report())),
            Kind::Sniffing(_) => (Some(self.hints), None),
            Kind::Undecided | Kind::Text(_) => (None, None),
        }
    }
}
