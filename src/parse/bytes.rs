//! Bytes on their way to the stages: sniffed, decoded, and kept as long as the encoding is tentative.

use std::borrow::Cow;

use memchr::memchr;

use crate::dom::Tree;
use crate::encoding::{
    Confidence, DetectedEncoding, EncodingChange, EncodingReport, Hints, Sniffed, StreamDecoder, adopt,
    bytes_for_text, change_encoding, decode, decode_after, distrust, malformed, same_reading, sniff,
};
use crate::input::InputStream;
use crate::tree_sink::TreeSink;

use super::engine::{Declaration, Engine, Outcome};

/// What is to happen after a `meta` element has declared an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The encoding in use stays, and is certain now.
    GoOn,
    /// What follows this many bytes is decoded in the new encoding: those before read the same in both.
    SwitchAfter(usize),
    /// All is decoded in the new encoding and parsed again.
    Restart,
}

/// Whether a declaration makes a difference: then the bytes are needed.
fn changes_encoding(sniffed: &Sniffed, declaration: Declaration) -> bool {
    let DetectedEncoding { encoding, confidence, .. } = sniffed.detected;
    confidence == Confidence::Tentative
        && change_encoding(encoding, declaration.encoding) != EncodingChange::Keep
}

/// Changing the encoding while parsing. `bytes` is the document from its start, at least as far as it has been parsed.
///
/// Only what stands before the end of the `meta` tag has to read the same for a switch on the fly; what is decoded beyond
/// it is not parsed yet, so the outcome never depends on how far that is.
///
/// <https://html.spec.whatwg.org/#change-the-encoding>
pub(super) fn meet_declaration(
    declaration: Declaration,
    bytes: &[u8],
    sniffed: &mut Sniffed,
    input: &InputStream,
    hints: &Hints,
) -> Next {
    let old = sniffed.detected.encoding;
    let label = input.strings.get(declaration.value);
    // Where the label stands is worth knowing only if it makes a difference.
    let range = declaration.value.source_range().filter(|_| changes_encoding(sniffed, declaration));
    let range =
        range.map(|range| bytes_for_text(bytes, old, range.start)..bytes_for_text(bytes, old, range.end));
    match sniffed.meet_meta(label.as_bytes(), range) {
        EncodingChange::Keep => Next::GoOn,
        EncodingChange::Restart(_) => {
            // If declarations are distrusted, all bytes are there, and this one has to fit them too.
            distrust(bytes, sniffed, hints);
            let new = sniffed.detected.encoding;
            if new == old {
                return Next::GoOn;
            }
            let read = bytes_for_text(bytes, old, input.position);
            if same_reading(&bytes[..read], old, new) { Next::SwitchAfter(read) } else { Next::Restart }
        }
    }
}

/// Bytes that are there as a whole.
#[derive(Debug)]
pub(super) struct WholeReading {
    pub(super) sniffed: Sniffed,
    restarted: bool,
    switched_on_the_fly: bool,
    /// Something was malformed.
    had_errors: bool,
}

impl WholeReading {
    /// Finds out the encoding.
    pub(super) fn new(bytes: &[u8], hints: &Hints) -> Self {
        let mut sniffed = sniff(bytes, true, hints);
        distrust(bytes, &mut sniffed, hints);
        WholeReading { sniffed, restarted: false, switched_on_the_fly: false, had_errors: false }
    }

    /// Makes the bytes, decoded, the whole input. An owned vector that is the text already, as the input stream wants it, is
    /// taken and leaves no bytes behind.
    pub(super) fn start<S: TreeSink>(
        &mut self,
        bytes: &mut Cow<'_, [u8]>,
        engine: &mut Engine<S>,
        most_bytes: usize,
    ) {
        let encoding = self.sniffed.detected.encoding;
        self.had_errors = false;
        if let Cow::Owned(owned) = bytes
            && owned.len() <= most_bytes
            && memchr(b'\r', owned).is_none()
        {
            match adopt(std::mem::take(owned), encoding) {
                Ok(text) => return engine.input.set(Cow::Owned(text)),
                Err(given_back) => *owned = given_back,
            }
        }
        let (text, had_errors) = decode(bytes, encoding);
        engine.input.set(text);
        self.had_errors = had_errors;
    }

    /// Parses to the end, unless it is necessary to [`start`](Self::start) again with another engine.
    pub(super) fn run<S: TreeSink>(
        &mut self,
        bytes: &mut Cow<'_, [u8]>,
        engine: &mut Engine<S>,
        hints: &Hints,
    ) -> Next {
        while let Outcome::Declares(declaration) = engine.run() {
            engine.confidence = Confidence::Certain;
            if self.restarted {
                // It has been met before.
                continue;
            }
            if bytes.is_empty() && changes_encoding(&self.sniffed, declaration) {
                // They were taken, so that the source is they.
                *bytes = Cow::Owned(engine.input.strings.source().as_bytes().to_vec());
            }
            match meet_declaration(declaration, bytes, &mut self.sniffed, &engine.input, hints) {
                Next::GoOn => {}
                Next::SwitchAfter(read) => {
                    self.switched_on_the_fly = true;
                    let (text, had_errors) = decode_after(&bytes[read..], self.sniffed.detected.encoding);
                    engine.input.drop_unread();
                    engine.input.push(&text);
                    self.had_errors = had_errors;
                }
                Next::Restart => {
                    self.restarted = true;
                    return Next::Restart;
                }
            }
        }
        Next::GoOn
    }

    /// The account. Malformed sequences are counted only if there are any.
    pub(super) fn into_report(self, bytes: &[u8], confidence: Confidence) -> EncodingReport {
        let mut sniffed = self.sniffed;
        sniffed.detected.confidence = confidence;
        let mut report = EncodingReport::new(sniffed);
        report.restarted = self.restarted;
        report.switched_on_the_fly = self.switched_on_the_fly;
        if self.had_errors {
            report.set_malformed(malformed(bytes, report.encoding()));
        }
        report
    }
}

/// Bytes that come in pieces.
#[derive(Debug)]
pub(super) struct ByteInput {
    hints: Hints,
    /// The bytes that may be needed again: all so far, as long as sniffing waits or the encoding is tentative.
    kept: Vec<u8>,
    /// `None` as long as sniffing waits.
    reading: Option<Reading>,
    /// The text of the piece at hand; its memory is used again.
    text: String,
}

/// Bytes that are being decoded.
#[derive(Debug)]
struct Reading {
    sniffed: Sniffed,
    decoder: StreamDecoder,
    restarted: bool,
    switched_on_the_fly: bool,
}

impl ByteInput {
    pub(super) fn new(hints: Hints) -> Self {
        ByteInput { hints, kept: Vec::new(), reading: None, text: String::new() }
    }

    /// Parses one more piece. `restart` makes an engine that has parsed nothing.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        engine: &mut Engine<Tree>,
        restart: impl Fn() -> Engine<Tree>,
    ) {
        if self.reading.is_some() {
            if engine.confidence == Confidence::Tentative {
                self.kept.extend_from_slice(bytes);
            }
            self.parse(bytes, false, engine, restart);
        } else {
            self.kept.extend_from_slice(bytes);
            if self.kept.len() >= self.hints.awaited_bytes() {
                self.start(false, engine, restart);
            }
        }
    }

    /// Ends the bytes, and gives the account of how they were decoded, if there were any.
    pub(super) fn finish(
        &mut self,
        engine: &mut Engine<Tree>,
        restart: impl Fn() -> Engine<Tree>,
    ) -> Option<EncodingReport> {
        match self.reading {
            Some(_) => self.parse(&[], true, engine, restart),
            None => self.start(true, engine, restart),
        }
        let reading = self.reading.take()?;
        let mut sniffed = reading.sniffed;
        sniffed.detected.confidence = engine.confidence;
        let mut report = EncodingReport::new(sniffed);
        report.restarted = reading.restarted;
        report.switched_on_the_fly = reading.switched_on_the_fly;
        report.set_malformed(reading.decoder.malformed());
        Some(report)
    }

    /// Sniffs the bytes kept so far and starts to decode them, unless the answer depends on those to come.
    fn start(&mut self, is_last: bool, engine: &mut Engine<Tree>, restart: impl Fn() -> Engine<Tree>) {
        let mut sniffed = sniff(&self.kept, is_last, &self.hints);
        if sniffed.wants_whole_input {
            return;
        }
        distrust(&self.kept, &mut sniffed, &self.hints);
        if engine.confidence != Confidence::Irrelevant {
            engine.confidence = sniffed.detected.confidence;
        }
        let decoder = StreamDecoder::new(sniffed.detected.encoding);
        self.reading = Some(Reading { sniffed, decoder, restarted: false, switched_on_the_fly: false });
        self.parse_kept_after(0, is_last, engine, restart);
    }

    /// Decodes and parses the kept bytes from that one on.
    fn parse_kept_after(
        &mut self,
        start: usize,
        is_last: bool,
        engine: &mut Engine<Tree>,
        restart: impl Fn() -> Engine<Tree>,
    ) {
        let kept = std::mem::take(&mut self.kept);
        self.decode(&kept[start..], is_last, engine);
        self.kept = kept;
        self.run(is_last, engine, restart);
    }

    /// Decodes and parses a piece.
    fn parse(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        engine: &mut Engine<Tree>,
        restart: impl Fn() -> Engine<Tree>,
    ) {
        self.decode(bytes, is_last, engine);
        self.run(is_last, engine, restart);
    }

    /// Decodes a piece into the input stream.
    fn decode(&mut self, bytes: &[u8], is_last: bool, engine: &mut Engine<Tree>) {
        let Some(reading) = &mut self.reading else { return };
        self.text.clear();
        reading.decoder.decode_piece(bytes, is_last, &mut self.text);
        engine.input.push(&self.text);
        engine.input.is_last = is_last;
    }

    /// Parses what is decoded, and does what `meta` elements ask for.
    fn run(&mut self, is_last: bool, engine: &mut Engine<Tree>, restart: impl Fn() -> Engine<Tree>) {
        while let Outcome::Declares(declaration) = engine.run() {
            engine.confidence = Confidence::Certain;
            let Some(reading) = self.reading.as_mut().filter(|reading| !reading.restarted) else {
                // It has been met before.
                continue;
            };
            match meet_declaration(declaration, &self.kept, &mut reading.sniffed, &engine.input, &self.hints)
            {
                Next::GoOn => {}
                Next::SwitchAfter(read) => {
                    reading.switched_on_the_fly = true;
                    reading.decoder = StreamDecoder::resume(reading.sniffed.detected.encoding, read as u64);
                    engine.input.drop_unread();
                    return self.parse_kept_after(read, is_last, engine, restart);
                }
                Next::Restart => {
                    reading.restarted = true;
                    reading.decoder = StreamDecoder::new(reading.sniffed.detected.encoding);
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
