//! Bytes on their way to the stages: sniffed, decoded, and kept as long as the encoding is
//! tentative.

use std::borrow::Cow;

use encoding_rs::Encoding;

use crate::document_builder::DocumentBuilder;
use crate::encoding::{
    Confidence, EncodingReport, Hints, Sniffed, StreamDecoder, adopt, can_switch_on_the_fly, sniff,
};
use crate::steps;
use crate::tree_sink::TreeSink;

use super::engine::{Declaration, Engine, Outcome, PIECE};

/// What is to happen after a `meta` element has declared an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The encoding in use stays, and is certain now.
    GoOn,
    /// What follows this many bytes is decoded in the new encoding: those before read the same in
    /// both.
    SwitchAfter(usize),
    /// All is decoded in the new encoding and parsed again.
    Restart,
}

/// Bytes that are being decoded.
#[derive(Debug)]
struct Reading {
    sniffed: Sniffed,
    decoder: StreamDecoder,
    /// How many declarations were met so far.
    met: usize,
    /// How many of those to come were met before the start over.
    met_before: usize,
    restarted: bool,
    switched_on_the_fly: bool,
}

impl Reading {
    fn new(sniffed: Sniffed) -> Self {
        let decoder = StreamDecoder::new(sniffed.detected.encoding);
        Reading {
            sniffed,
            decoder,
            met: 0,
            met_before: 0,
            restarted: false,
            switched_on_the_fly: false,
        }
    }

    /// Decodes a piece into the input stream. Once parsing has stopped, nothing more goes there,
    /// but what is malformed still counts.
    fn decode<S: TreeSink>(&mut self, bytes: &[u8], is_last: bool, engine: &mut Engine<S>) {
        if engine.is_stopped() {
            return self.decoder.decode_piece(bytes, is_last, &mut |_| {});
        }
        steps::count(bytes.len());
        self.decoder.decode_piece(bytes, is_last, &mut |text| engine.input.push(text));
        engine.input.set_last(is_last);
    }

    /// Changing the encoding while parsing. `bytes` is the document from its start, at least as far
    /// as it has been parsed.
    ///
    /// Only what stands before the end of the `meta` tag has to read the same for a switch on the
    /// fly; what is decoded beyond it is not parsed yet, so the outcome never depends on how far
    /// that is.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    fn meet_declaration<S: TreeSink>(
        &mut self,
        declaration: Declaration,
        bytes: &[u8],
        engine: &mut Engine<S>,
        hints: &Hints,
    ) -> Next {
        engine.confidence = Confidence::Certain;
        if self.met_before > 0 {
            self.met_before -= 1;
            return Next::GoOn;
        }
        self.met += 1;
        let input = &engine.input;
        let old = self.sniffed.detected.encoding;
        let label = input.context.strings.get(declaration.value);
        // Where the label stands is worth knowing only if it makes a difference.
        let range = declaration.value.source_range().filter(|_| self.is_changed_by(declaration));
        let byte_offset = |offset| {
            crate::encoding::byte_offset(bytes, old, input.context.strings.map.original(offset))
        };
        let range = range.map(|range| byte_offset(range.start)..byte_offset(range.end));
        let Some(new) = self.sniffed.late_meta(label.as_bytes(), range, bytes, hints) else {
            return Next::GoOn;
        };
        steps::count(bytes.len());
        let read = byte_offset(input.position());
        if can_switch_on_the_fly(&bytes[..read], old, new) {
            self.switched_on_the_fly = true;
            self.decoder = StreamDecoder::resume(new, read as u64);
            engine.input.drop_unread();
            Next::SwitchAfter(read)
        } else {
            self.restarted = true;
            self.met_before = self.met;
            self.decoder = StreamDecoder::new(new);
            Next::Restart
        }
    }

    /// Whether a declaration makes a difference: then the bytes are needed.
    fn is_changed_by(&self, declaration: Declaration) -> bool {
        !self.restarted && self.sniffed.is_changed_by(declaration.encoding)
    }

    /// The account.
    fn into_report(self, confidence: Confidence) -> EncodingReport {
        let mut sniffed = self.sniffed;
        sniffed.detected.confidence = confidence;
        let mut report = EncodingReport::new(sniffed);
        report.restarted = self.restarted;
        report.switched_on_the_fly = self.switched_on_the_fly;
        report.set_malformed(self.decoder.malformed());
        report
    }
}

/// Bytes that are there as a whole.
#[derive(Debug)]
pub(super) struct WholeReading {
    reading: Reading,
    /// How many of them are decoded.
    decoded: usize,
}

impl WholeReading {
    /// Finds out the encoding.
    pub(super) fn new(bytes: &[u8], hints: &Hints) -> Self {
        let sniffed = sniff(bytes, true, hints);
        WholeReading { reading: Reading::new(sniffed), decoded: 0 }
    }

    /// The encoding in use.
    pub(super) fn encoding(&self) -> &'static Encoding {
        self.reading.sniffed.detected.encoding
    }

    /// Parses to the end, unless that has to be done again with another engine. An owned vector
    /// that is the text already, as the input stream wants it, becomes the whole input.
    pub(super) fn run<S: TreeSink>(
        &mut self,
        bytes: &mut Cow<'_, [u8]>,
        engine: &mut Engine<S>,
        hints: &Hints,
    ) -> Next {
        engine.confidence = self.reading.sniffed.detected.confidence;
        if self.reading.restarted {
            engine.confidence = Confidence::Certain;
        }
        self.decoded = 0;
        if let Cow::Owned(owned) = bytes
            && engine.input.takes_as_it_is(owned)
        {
            match adopt(std::mem::take(owned), self.encoding()) {
                Ok(text) => {
                    engine.input.adopt(text);
                    self.decoded = engine.input.end();
                }
                Err(given_back) => *owned = given_back,
            }
        }
        engine.input.reserve(bytes.len());
        loop {
            match engine.run() {
                Outcome::Stopped => {
                    if let Some(rest) = bytes.get(self.decoded..) {
                        self.reading.decode(rest, true, engine);
                    }
                    return Next::GoOn;
                }
                Outcome::WantsInput if engine.input.is_last() => return Next::GoOn,
                Outcome::WantsInput => {
                    let end = bytes.len().min(self.decoded + PIECE);
                    self.reading.decode(&bytes[self.decoded..end], end == bytes.len(), engine);
                    self.decoded = end;
                }
                Outcome::Declares(declaration) => {
                    if bytes.is_empty() && self.reading.is_changed_by(declaration) {
                        // They were adopted: the source is they.
                        *bytes =
                            Cow::Owned(engine.input.context.strings.source().as_bytes().to_vec());
                    }
                    match self.reading.meet_declaration(declaration, bytes, engine, hints) {
                        Next::GoOn => {}
                        Next::SwitchAfter(read) => {
                            self.decoded = read;
                            engine.input.set_last(false);
                        }
                        Next::Restart => return Next::Restart,
                    }
                }
            }
        }
    }

    /// The account.
    pub(super) fn into_report(self, confidence: Confidence) -> EncodingReport {
        self.reading.into_report(confidence)
    }
}

/// Bytes that come in pieces.
#[derive(Debug)]
pub(super) struct ByteInput {
    hints: Hints,
    /// The bytes that may be needed again: all so far, as long as sniffing waits or the encoding is
    /// tentative.
    kept: Vec<u8>,
    /// `None` as long as sniffing waits.
    reading: Option<Reading>,
    /// Sniffing waits for all bytes.
    waits_for_all: bool,
}

impl ByteInput {
    pub(super) fn new(hints: Hints) -> Self {
        ByteInput { hints, kept: Vec::new(), reading: None, waits_for_all: false }
    }

    /// Parses one more piece. `restart` makes an engine that has parsed nothing.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        engine: &mut Engine<DocumentBuilder>,
        restart: impl Fn() -> Engine<DocumentBuilder>,
    ) {
        if self.reading.is_some() {
            // What is not parsed declares nothing.
            if engine.confidence == Confidence::Tentative && !engine.takes_no_more() {
                self.kept.extend_from_slice(bytes);
            }
            self.parse(bytes, false, engine, restart);
        } else {
            self.kept.extend_from_slice(bytes);
            if self.kept.len() >= self.hints.awaited_bytes() && !self.waits_for_all {
                self.start(false, engine, restart);
            }
        }
    }

    /// Ends the bytes, and gives the account of how they were decoded, if there were any.
    pub(super) fn finish(
        &mut self,
        engine: &mut Engine<DocumentBuilder>,
        restart: impl Fn() -> Engine<DocumentBuilder>,
    ) -> Option<EncodingReport> {
        match self.reading {
            Some(_) => self.parse(&[], true, engine, restart),
            None => self.start(true, engine, restart),
        }
        Some(self.reading.take()?.into_report(engine.confidence))
    }

    /// Sniffs the bytes kept so far and starts to decode them, unless the answer depends on those
    /// to come.
    fn start(
        &mut self,
        is_last: bool,
        engine: &mut Engine<DocumentBuilder>,
        restart: impl Fn() -> Engine<DocumentBuilder>,
    ) {
        steps::count(self.kept.len());
        let sniffed = sniff(&self.kept, is_last, &self.hints);
        self.waits_for_all = sniffed.wants_whole_input;
        if self.waits_for_all {
            return;
        }
        if engine.confidence != Confidence::Irrelevant {
            engine.confidence = sniffed.detected.confidence;
        }
        self.reading = Some(Reading::new(sniffed));
        self.parse_kept_after(0, is_last, engine, restart);
    }

    /// Decodes and parses the kept bytes from that one on.
    fn parse_kept_after(
        &mut self,
        start: usize,
        is_last: bool,
        engine: &mut Engine<DocumentBuilder>,
        restart: impl Fn() -> Engine<DocumentBuilder>,
    ) {
        if let Some(reading) = &mut self.reading {
            reading.decode(&self.kept[start..], is_last, engine);
        }
        self.run(is_last, engine, restart);
    }

    /// Decodes and parses a piece.
    fn parse(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        engine: &mut Engine<DocumentBuilder>,
        restart: impl Fn() -> Engine<DocumentBuilder>,
    ) {
        if let Some(reading) = &mut self.reading {
            reading.decode(bytes, is_last, engine);
        }
        self.run(is_last, engine, restart);
    }

    /// Parses what is decoded, and does what `meta` elements ask for.
    fn run(
        &mut self,
        is_last: bool,
        engine: &mut Engine<DocumentBuilder>,
        restart: impl Fn() -> Engine<DocumentBuilder>,
    ) {
        while let Outcome::Declares(declaration) = engine.run() {
            let Some(reading) = &mut self.reading else { continue };
            match reading.meet_declaration(declaration, &self.kept, engine, &self.hints) {
                Next::GoOn => {}
                Next::SwitchAfter(read) => {
                    return self.parse_kept_after(read, is_last, engine, restart);
                }
                Next::Restart => {
                    *engine = restart();
                    engine.confidence = Confidence::Certain;
                    return self.parse_kept_after(0, is_last, engine, restart);
                }
            }
        }
        if engine.confidence != Confidence::Tentative {
            // Certain: they are not needed again.
            self.kept = Vec::new();
        }
    }
}
