//! The input that comes from outside: bytes or text in pieces, and the encoding of the bytes.

use encoding_rs::{Encoding, UTF_8};

use crate::encoding::{Decoded, EncodingReport, Hints, Sniffed, StreamDecoder, sniff};
use crate::input::InputStream;
use crate::parse::decoding::{Decoding, push_decoded};
use crate::parse::encoding_change::EncodingChange;
use crate::parse::engine::Declaration;
use crate::parse::pump::PIECE;
use crate::steps;

use super::unread_text::{PieceLength, UnreadText};

/// The capacity that is kept for the next bytes when all so far are decoded.
const MAX_SPARE_BYTES: usize = 64 * 1024;

/// The input that comes from outside of the parser, as far as it is not parsed. The standard calls
/// what provides it the network.
#[derive(Debug)]
pub(super) struct Network {
    kind: Kind,
    /// The decoded text that the input stream has not been given, or that scripts have pushed back.
    pub(super) text: UnreadText,
    /// Whether no more input will come.
    is_closed: bool,
}

/// The kind of input.
#[derive(Debug)]
enum Kind {
    /// There is no input yet.
    Undecided(Hints),
    /// Text, and the decoder of bytes that came after text: the last of them may be the start of a
    /// character.
    Text(Option<Box<StreamDecoder>>),
    Bytes(Box<NetworkBytes>),
}

/// Bytes that come in pieces.
#[derive(Debug)]
struct NetworkBytes {
    hints: Hints,
    /// All bytes of the document so far, until the encoding is certain: sniffing waits for more of
    /// them, or a `meta` element can make parsing start again. Afterwards, those not decoded yet.
    bytes: Vec<u8>,
    /// The index in `bytes` of the first one that is not decoded.
    next: usize,
    /// `None` while sniffing waits for more bytes.
    decoding: Option<Decoding>,
    /// Whether sniffing waits for the end of the input.
    waits_for_end: bool,
    /// Whether sniffing must do with the bytes that there are.
    starts_now: bool,
    /// What [`Network::declare`] has changed and nobody has confirmed.
    before_change: Option<Sniffed>,
}

impl Network {
    pub(super) fn new(hints: &Hints) -> Self {
        let kind = Kind::Undecided(hints.clone());
        Network { kind, text: UnreadText::default(), is_closed: false }
    }

    /// Adds bytes. After text, they are decoded as UTF-8.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        if self.is_closed {
            return;
        }
        match &mut self.kind {
            Kind::Text(decoder) => {
                let new = || Box::new(StreamDecoder::resume(UTF_8, 0));
                let decoder = decoder.get_or_insert_with(new);
                decoder.decode_piece(bytes, false, &mut |part| self.text.push_decoded(part));
            }
            Kind::Bytes(network) => network.feed(bytes),
            Kind::Undecided(hints) => {
                let mut network = NetworkBytes::new(std::mem::take(hints));
                network.feed(bytes);
                self.kind = Kind::Bytes(Box::new(network));
            }
        }
    }

    /// Adds text. After bytes, it counts as more bytes, those of its UTF-8. A byte order mark at
    /// the start of the text of a document is dropped.
    pub(super) fn feed_str(&mut self, text: &str, input: &mut InputStream, is_fragment: bool) {
        if self.is_closed {
            return;
        }
        match &mut self.kind {
            Kind::Bytes(network) => network.feed(text.as_bytes()),
            Kind::Text(_) => {
                self.end_bytes_after_text();
                self.text.push(text);
            }
            Kind::Undecided(_) => {
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
            Kind::Undecided(_) if !text.is_empty() => {
                self.kind = Kind::Text(None);
                if is_fragment { text } else { input.drop_byte_order_mark(text) }
            }
            _ => text,
        }
    }

    /// Whether text that comes next can be given to the input stream without queueing it.
    pub(super) fn can_take_text_directly(&self) -> bool {
        let may_be_text = matches!(self.kind, Kind::Text(None) | Kind::Undecided(_));
        may_be_text && !self.is_closed && self.text.is_empty()
    }

    /// Notes that no more input will come.
    pub(super) fn close(&mut self) {
        self.end_bytes_after_text();
        self.is_closed = true;
    }

    /// Whether the input has ended.
    #[cfg(feature = "selectors")]
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
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
        if let Kind::Bytes(network) = &mut self.kind {
            network.starts_now |= !network.bytes.is_empty();
        }
    }

    /// Gives the next piece of text to the input stream. Returns whether there was any.
    pub(super) fn push_piece(
        &mut self,
        length: PieceLength,
        input: &mut InputStream,
        is_fragment: bool,
    ) -> bool {
        if self.text.is_empty()
            && let Kind::Bytes(network) = &mut self.kind
        {
            if length == PieceLength::Long {
                // No script pushes text back, so it takes no way round.
                let out = &mut |part: Decoded<'_>| push_decoded(part, input);
                return network.decode_piece(out, self.is_closed, is_fragment);
            }
            let out = &mut |part: Decoded<'_>| self.text.push_decoded(part);
            network.decode_piece(out, self.is_closed, is_fragment);
        }
        let has_text = !self.text.is_empty();
        if has_text {
            self.text.push_piece(length, input);
        }
        has_text
    }

    /// Gives bytes to the input stream without queueing them, if they can come next and will not be
    /// decoded again. Returns whether that is so.
    pub(super) fn push_bytes_directly(&mut self, bytes: &[u8], input: &mut InputStream) -> bool {
        match &mut self.kind {
            Kind::Bytes(network) if network.has_decoded_all() && !self.is_closed => {
                network.decode(bytes, false, &mut |part| push_decoded(part, input));
                true
            }
            Kind::Bytes(_) | Kind::Text(_) | Kind::Undecided(_) => false,
        }
    }

    /// Decodes all bytes that can be decoded.
    pub(super) fn decode_all(&mut self, is_fragment: bool) {
        if let Kind::Bytes(network) = &mut self.kind {
            let out = &mut |part: Decoded<'_>| self.text.push_decoded(part);
            while network.decode_piece(out, self.is_closed, is_fragment) {}
        }
    }

    /// Whether no input is left and no more will come.
    pub(super) fn is_at_end(&self) -> bool {
        let is_decoded = match &self.kind {
            // The end of the bytes may still have to be decoded, if a character is cut there.
            Kind::Bytes(network) => network.decoding.as_ref().is_none_or(Decoding::is_finished),
            Kind::Undecided(_) | Kind::Text(_) => true,
        };
        self.is_closed && self.text.is_empty() && is_decoded
    }

    /// Drops the input that is not parsed, because parsing has ended. Malformed sequences in it
    /// still count.
    pub(super) fn skip_rest(&mut self) {
        self.text = UnreadText::default();
        if let Kind::Bytes(network) = &mut self.kind {
            network.skip_rest(self.is_closed);
        }
    }

    /// Whether all input so far is UTF-8 without a malformed sequence, as far as it is decoded.
    #[cfg(feature = "selectors")]
    pub(super) fn is_utf_8(&self) -> bool {
        match &self.kind {
            Kind::Bytes(network) => network.decoding.as_ref().is_some_and(Decoding::is_utf_8),
            Kind::Text(decoder) => decoder.is_none(),
            Kind::Undecided(_) => true,
        }
    }

    /// The encoding that bytes are decoded from, once it is decided.
    pub(super) fn encoding(&self) -> Option<&'static Encoding> {
        match &self.kind {
            Kind::Bytes(network) => network.decoding.as_ref().map(Decoding::encoding),
            Kind::Undecided(_) | Kind::Text(_) => None,
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
            Kind::Bytes(network) => network.declare(declaration, input),
            Kind::Undecided(_) | Kind::Text(_) => EncodingChange::Keep,
        }
    }

    /// Changes the decoder. The text that is decoded and not parsed is dropped, and its bytes are
    /// decoded again.
    pub(super) fn confirm(&mut self, change: EncodingChange) {
        let Kind::Bytes(network) = &mut self.kind else { return };
        let Some(decoding) = &mut network.decoding else { return };
        decoding.replace_decoder(change);
        network.before_change = None;
        network.next = match change {
            EncodingChange::Keep => return,
            EncodingChange::SwitchAt(offset) => offset,
            EncodingChange::Restart => 0,
        };
        self.text.clear();
    }

    /// Keeps the encoding in use, and makes it certain.
    pub(super) fn ignore_change(&mut self) {
        if let Kind::Bytes(network) = &mut self.kind
            && let Some(decoding) = &mut network.decoding
            && let Some(before) = network.before_change.take()
        {
            decoding.sniffed.ignore_late_meta(before);
        }
    }

    /// Whether a `meta` element can still change the encoding of bytes, or it is not decided yet.
    pub(super) fn can_change_encoding(&self) -> bool {
        match &self.kind {
            Kind::Bytes(network) => network.decoding.as_ref().is_none_or(Decoding::is_tentative),
            Kind::Undecided(_) => true,
            Kind::Text(_) => false,
        }
    }

    /// Returns the hints, if the input is bytes.
    pub(super) fn hints(&self) -> Option<&Hints> {
        match &self.kind {
            Kind::Bytes(network) => Some(&network.hints),
            Kind::Undecided(_) | Kind::Text(_) => None,
        }
    }

    /// Returns the account of how the encoding was decided; `None` for text.
    pub(super) fn into_report(self) -> Option<EncodingReport> {
        match self.kind {
            Kind::Bytes(network) => network.decoding.map(Decoding::into_report),
            Kind::Undecided(_) | Kind::Text(_) => None,
        }
    }
}

impl NetworkBytes {
    fn new(hints: Hints) -> Self {
        NetworkBytes {
            hints,
            bytes: Vec::new(),
            next: 0,
            decoding: None,
            waits_for_end: false,
            starts_now: false,
            before_change: None,
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether bytes that are decoded may be decoded again.
    fn keeps_decoded_bytes(&self) -> bool {
        let is_tentative = self.decoding.as_ref().is_none_or(Decoding::is_tentative);
        is_tentative || self.before_change.is_some()
    }

    /// Frees bytes that are decoded, if all are and none will be decoded again.
    fn free_decoded_bytes(&mut self) {
        if self.next == self.bytes.len() && !self.keeps_decoded_bytes() {
            if self.bytes.capacity() > MAX_SPARE_BYTES {
                self.bytes = Vec::new();
            } else {
                self.bytes.clear();
            }
            self.next = 0;
        }
    }

    /// Decides the encoding, unless that takes more bytes.
    fn sniff(&mut self, is_last: bool, is_fragment: bool) {
        let is_last = is_last || self.starts_now;
        let is_enough = self.bytes.len() >= self.hints.awaited_bytes();
        if !is_last && (!is_enough || self.waits_for_end) {
            return;
        }
        steps::count(self.bytes.len());
        let sniffed = sniff(&self.bytes, is_last, &self.hints);
        self.waits_for_end = sniffed.wants_whole_input;
        if !self.waits_for_end {
            let is_new = if is_fragment { Decoding::of_fragment } else { Decoding::new };
            self.decoding = Some(is_new(sniffed));
        }
    }

    /// Whether all bytes are decoded, and none of them will be decoded again.
    fn has_decoded_all(&self) -> bool {
        self.bytes.is_empty() && !self.keeps_decoded_bytes()
    }

    /// Decodes bytes that are not fed.
    fn decode(&mut self, bytes: &[u8], is_last: bool, out: &mut impl FnMut(Decoded<'_>)) {
        if let Some(decoding) = &mut self.decoding {
            decoding.decode(bytes, is_last, out);
        }
    }

    /// Decodes some bytes. Returns whether there were any.
    fn decode_piece(
        &mut self,
        out: &mut impl FnMut(Decoded<'_>),
        is_closed: bool,
        is_fragment: bool,
    ) -> bool {
        if self.decoding.is_none() {
            self.sniff(is_closed, is_fragment);
        }
        let Some(decoding) = &mut self.decoding else { return false };
        let end = self.bytes.len().min(self.next + PIECE);
        let is_last = is_closed && end == self.bytes.len();
        let piece = &self.bytes[self.next..end];
        if piece.is_empty() && !is_last {
            return false;
        }
        decoding.decode(piece, is_last, out);
        let has_bytes = !piece.is_empty();
        self.next = end;
        self.free_decoded_bytes();
        has_bytes
    }

    fn skip_rest(&mut self, is_closed: bool) {
        if let Some(decoding) = &mut self.decoding {
            decoding.decode_unparsed(&self.bytes[self.next..], is_closed);
        }
        self.bytes = Vec::new();
        self.next = 0;
    }

    fn declare(&mut self, declaration: Declaration, input: &InputStream) -> EncodingChange {
        let Some(decoding) = &mut self.decoding else { return EncodingChange::Keep };
        let is_changed = decoding.is_changed_by(declaration);
        self.before_change = is_changed.then(|| decoding.sniffed.clone());
        let change = decoding.change_encoding(declaration, &self.bytes, input, &self.hints);
        if change == EncodingChange::Keep {
            self.before_change = None;
        }
        change
    }
}
