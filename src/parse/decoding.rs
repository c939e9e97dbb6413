//! The encoding of the bytes that are parsed, and their decoder.

use encoding_rs::Encoding;
#[cfg(feature = "stream")]
use encoding_rs::UTF_8;

use crate::encoding::{Confidence, Decoded, EncodingReport, Sniffed, StreamDecoder};
use crate::input::InputStream;
use crate::steps;

/// The encoding of the bytes that are parsed, and their decoder. The confidence is kept here and
/// nowhere else.
#[derive(Debug)]
pub(super) struct Decoding {
    pub(super) sniffed: Sniffed,
    pub(super) decoder: StreamDecoder,
    /// The number of declarations of `meta` elements that were handled before parsing started
    /// again.
    pub(super) handled_declarations: usize,
    /// After a restart, the number of these declarations that parsing has not reached again yet.
    /// They are skipped.
    pub(super) declarations_to_skip: usize,
    pub(super) restarted: bool,
    pub(super) switched_on_the_fly: bool,
    /// The state before a change of encoding that is not carried out yet.
    pub(super) before_change: Option<Sniffed>,
}

impl Decoding {
    /// Returns a decoding at the start of a document.
    pub(super) fn new(sniffed: Sniffed) -> Self {
        let decoder = StreamDecoder::new(sniffed.detected.encoding);
        Decoding {
            sniffed,
            decoder,
            handled_declarations: 0,
            declarations_to_skip: 0,
            restarted: false,
            switched_on_the_fly: false,
            before_change: None,
        }
    }

    /// Returns a decoding at the start of a fragment, whose `meta` elements are ignored.
    pub(super) fn of_fragment(mut sniffed: Sniffed) -> Self {
        sniffed.detected.confidence = Confidence::Irrelevant;
        Decoding::new(sniffed)
    }

    /// Returns the encoding in use.
    pub(super) fn encoding(&self) -> &'static Encoding {
        self.sniffed.detected.encoding
    }

    /// Returns whether a `meta` element can still change the encoding, so that the bytes of the
    /// document are needed from its start.
    pub(super) fn is_tentative(&self) -> bool {
        self.sniffed.can_change()
    }

    /// Returns whether bytes that are decoded may be decoded again.
    pub(super) fn may_decode_again(&self) -> bool {
        self.is_tentative() || self.before_change.is_some()
    }

    /// Returns whether decoded bytes are likely to be decoded again: the encoding is a default,
    /// until a `meta` element declares one.
    pub(super) fn awaits_declaration(&self) -> bool {
        self.sniffed.awaits_declaration()
    }

    /// Decodes a piece and passes it to `out`, in parts.
    pub(super) fn decode(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        out: &mut impl FnMut(Decoded<'_>),
    ) {
        steps::count(bytes.len());
        self.decoder.decode_piece(bytes, is_last, out);
    }

    /// Returns whether the last piece is decoded.
    pub(super) fn is_finished(&self) -> bool {
        self.decoder.is_finished()
    }

    /// Whether the bytes are UTF-8 without a malformed sequence, as far as they are decoded.
    #[cfg(feature = "stream")]
    pub(super) fn is_utf_8(&self) -> bool {
        self.encoding() == UTF_8 && self.decoder.malformed().count == 0
    }

    /// Decodes a piece that is not parsed, only to count malformed sequences.
    pub(super) fn decode_unparsed(&mut self, bytes: &[u8], is_last: bool) {
        self.decoder.decode_piece(bytes, is_last, &mut |_| {});
    }

    /// Returns the account of how the encoding was decided and the bytes were decoded.
    pub(super) fn into_report(self) -> EncodingReport {
        let mut report = EncodingReport::new(self.sniffed);
        report.restarted = self.restarted;
        report.switched_on_the_fly = self.switched_on_the_fly;
        report.set_malformed(self.decoder.malformed());
        report
    }
}

/// Gives a decoded part to the input stream.
pub(super) fn push_decoded(part: Decoded<'_>, input: &mut InputStream) {
    match part {
        Decoded::Text(text) => input.push(text),
        Decoded::Malformed => input.push_malformed(),
    }
}
