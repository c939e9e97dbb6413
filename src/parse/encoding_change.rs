//! Changes the encoding while parsing, when a `meta` element declares one.

use std::ops::Range;

use crate::encoding::{Confidence, Hints, StreamDecoder, byte_offset, can_switch_on_the_fly};
use crate::input::InputStream;
use crate::steps;

use super::decoding::Decoding;
use super::engine::Declaration;

/// The effect of a `meta` element that has declared an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodingChange {
    /// The encoding in use stays.
    Keep,
    /// The decoder can be replaced on the fly: the bytes of the document from this one on are
    /// decoded by the new one. All before it are parsed, and decode to the same text in both
    /// encodings.
    SwitchAt(usize),
    /// The document is to be decoded and parsed again from its first byte.
    Restart,
}

impl Decoding {
    /// Changes the encoding, if the declaration of a `meta` element asks for it, but not yet the
    /// decoder: [`replace_decoder`](Self::replace_decoder) does, or
    /// [`ignore_change`](Self::ignore_change) takes it back. `document` has the bytes of the
    /// document from its start, at least as far as they are parsed, if
    /// [`is_changed_by`](Self::is_changed_by) says that the declaration makes a difference.
    /// `source_start` is `Some(0)` then. Of a stream, `document` may lack ASCII at its start;
    /// `source_start` is the offset of its first byte in the source, before newlines were
    /// normalized, and `None` if other bytes are lacking, too: then nothing can be switched.
    ///
    /// Whether the decoder can be replaced on the fly depends on the bytes up to the end of the
    /// `meta` tag. Decoded text after it is not parsed yet, so the outcome does not depend on how
    /// far decoding is ahead.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    pub(super) fn change_encoding(
        &mut self,
        declaration: Declaration,
        document: &[u8],
        source_start: Option<isize>,
        input: &InputStream,
        hints: &Hints,
    ) -> EncodingChange {
        if self.sniffed.detected.confidence == Confidence::Irrelevant {
            return EncodingChange::Keep;
        }
        if self.declarations_to_skip > 0 {
            self.declarations_to_skip -= 1;
            return EncodingChange::Keep;
        }
        self.handled_declarations += 1;
        let current = self.encoding();
        let strings = &input.context.strings;
        let is_whole = source_start == Some(0);
        let start = source_start.unwrap_or(0);
        let offset_in_document = |offset| {
            let text = strings.source_map().original(offset).saturating_add_signed(-start);
            byte_offset(document, current, text)
        };
        // Computing the position of the label means decoding the document again, so it is only done
        // for a declaration that makes a difference.
        // A label that a script has written has no position in the bytes.
        // In a stream, how much is known of the label depends on where the input is cut.
        let has_position = |label: &Range<usize>| {
            is_whole
                && self.is_changed_by(declaration)
                && !strings.source_map().is_written(label.start)
        };
        let range = declaration.label.source_range().filter(has_position);
        let range =
            range.map(|range| offset_in_document(range.start)..offset_in_document(range.end));
        let label = strings.get(declaration.label).as_bytes();
        let before = self.is_changed_by(declaration).then(|| self.sniffed.clone());
        // Steps 1 to 4.
        let Some(new) = self.sniffed.late_meta(label, range, document, hints) else {
            return EncodingChange::Keep;
        };
        self.before_change = before;
        steps::count(document.len());
        let parsed = offset_in_document(input.position());
        if source_start.is_some() && can_switch_on_the_fly(&document[..parsed], current, new) {
            // Step 5.
            EncodingChange::SwitchAt(parsed)
        } else {
            // Step 6.
            EncodingChange::Restart
        }
    }

    /// Replaces the decoder by one for the encoding in use now. `freed` bytes of the document are
    /// freed before the first one that a [switch](EncodingChange::SwitchAt) counts.
    pub(super) fn replace_decoder(&mut self, change: EncodingChange, freed: u64) {
        let encoding = self.encoding();
        self.before_change = None;
        match change {
            EncodingChange::Keep => {}
            EncodingChange::SwitchAt(offset) => {
                self.switched_on_the_fly = true;
                self.decoder = StreamDecoder::resume(encoding, freed + offset as u64);
            }
            EncodingChange::Restart => {
                self.restarted = true;
                self.declarations_to_skip = self.handled_declarations;
                self.decoder = StreamDecoder::new(encoding);
            }
        }
    }

    /// Keeps the encoding in use, and makes it certain.
    pub(super) fn ignore_change(&mut self) {
        if let Some(before) = self.before_change.take() {
            self.sniffed.ignore_late_meta(before);
        }
    }

    /// Returns whether the declaration of a `meta` element makes a difference, so that the bytes of
    /// the document are needed.
    pub(super) fn is_changed_by(&self, declaration: Declaration) -> bool {
        self.declarations_to_skip == 0 && self.sniffed.is_changed_by(declaration.encoding)
    }
}
