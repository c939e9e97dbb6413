//! Decoding in pieces, with malformed sequences counted.

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::bytes::lanes::{self, WINDOW};

/// How much text the counting of malformed sequences decodes at a time.
const BUFFER: usize = 4096;

/// In a single-byte encoding, how many bytes are decoded one by one where one is not ASCII, before
/// it is tried again to take all that is.
const ODD: usize = 512;

/// A byte order mark has so many bytes at most.
const MARK: usize = 3;

/// Decodes a document piece by piece. A byte order mark of the encoding itself is removed, and each
/// malformed sequence becomes a U+FFFD and is counted. Where the pieces are cut makes no
/// difference.
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-run>
#[derive(Debug)]
pub(crate) struct StreamDecoder {
    encoding: &'static Encoding,
    state: State,
    /// How many bytes came before the piece at hand, those that are held back included.
    offset: u64,
    malformed: Malformed,
    /// The first bytes, as long as they may become a byte order mark.
    start: Held,
    is_at_start: bool,
    is_finished: bool,
}

/// What the encoding needs between pieces.
#[derive(Debug)]
enum State {
    /// UTF-8, with the beginning of a sequence that the last piece was cut in.
    Utf8(Held),
    /// Anything else, with room for the text of a piece.
    Other(Box<Decoder>, String),
}

/// A few bytes kept for the next piece.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    bytes: [u8; 4],
    length: usize,
}

/// The malformed sequences so far.
#[derive(Clone, Copy, Debug, Default)]
struct Malformed {
    count: u64,
    first: Option<u64>,
}

impl StreamDecoder {
    /// A decoder at the start of a document.
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        StreamDecoder { is_at_start: true, ..Self::resume(encoding, 0) }
    }

    /// A decoder that takes over after `offset` bytes of the document, between two characters.
    pub(crate) fn resume(encoding: &'static Encoding, offset: u64) -> Self {
        let state = if encoding == UTF_8 {
            State::Utf8(Held::default())
        } else {
            State::Other(Box::new(encoding.new_decoder_without_bom_handling()), String::new())
        };
        StreamDecoder {
            encoding,
            state,
            offset,
            malformed: Malformed::default(),
            start: Held::default(),
            is_at_start: false,
            is_finished: false,
        }
    }

    /// How many malformed sequences there were so far, and the byte offset in the document of the
    /// first.
    pub(crate) fn malformed(&self) -> (u64, Option<u64>) {
        (self.malformed.count, self.malformed.first)
    }

    /// Decodes one more piece and gives its text to `out`, in order and in parts. A character that
    /// is cut at the end of the piece waits for the next one, unless this is the last; what comes
    /// after the last is dropped.
    pub(crate) fn decode_piece(&mut self, bytes: &[u8], is_last: bool, out: &mut impl FnMut(&str)) {
        if self.is_finished {
            return;
        }
        self.is_finished = is_last;
        let mut bytes = bytes;
        if self.is_at_start {
            let mark = byte_order_mark(self.encoding);
            while self.start.length < mark.len()
                && mark.starts_with(self.start.as_slice())
                && let Some((first, rest)) = bytes.split_first()
            {
                self.start.push(*first);
                bytes = rest;
            }
            let start = self.start;
            if start.as_slice() == mark {
                // All of it, or an encoding that has no mark.
                self.offset += mark.len() as u64;
            } else if mark.starts_with(start.as_slice()) && !is_last {
                return;
            } else {
                self.decode(start.as_slice(), is_last && bytes.is_empty(), out);
                if is_last && bytes.is_empty() {
                    return;
                }
            }
            self.is_at_start = false;
        }
        self.decode(bytes, is_last, out);
    }

    /// Decodes bytes that are no byte order mark.
    fn decode(&mut self, bytes: &[u8], is_last: bool, out: &mut impl FnMut(&str)) {
        match &mut self.state {
            State::Utf8(held) => {
                decode_utf_8(bytes, is_last, self.offset, held, &mut self.malformed, out);
            }
            State::Other(decoder, text) if decoder.encoding().is_single_byte() => {
                let mut rest = bytes;
                while !rest.is_empty() {
                    let (plain, after) = split_ascii(rest);
                    out(plain);
                    let (odd, after) = after.split_at(after.len().min(ODD));
                    let offset = self.offset + (bytes.len() - after.len() - odd.len()) as u64;
                    decode_other(
                        odd,
                        is_last && after.is_empty(),
                        offset,
                        decoder,
                        &mut self.malformed,
                        text,
                    );
                    out(text);
                    text.clear();
                    rest = after;
                }
            }
            State::Other(decoder, text) => {
                decode_other(bytes, is_last, self.offset, decoder, &mut self.malformed, text);
                out(text);
                text.clear();
            }
        }
        self.offset += bytes.len() as u64;
    }
}

impl Held {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Keeps one more byte; there is room, since no mark and no cut sequence has more than three.
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }
}

impl Malformed {
    fn add(&mut self, offset: u64) {
        self.count += 1;
        self.first.get_or_insert(offset);
    }
}

/// What stands in place of a malformed sequence.
const REPLACEMENT: &str = "\u{FFFD}";

/// Decodes UTF-8 that starts at `offset`, with the `held` bytes right before it. Text that is
/// well-formed is given out as it stands.
fn decode_utf_8(
    bytes: &[u8],
    is_last: bool,
    offset: u64,
    held: &mut Held,
    malformed: &mut Malformed,
    out: &mut impl FnMut(&str),
) {
    let mut rest = bytes;

    // Byte by byte to the end of the sequence that the last piece was cut in.
    while held.length > 0
        && let Some((first, after)) = rest.split_first()
    {
        let start = offset + (bytes.len() - rest.len()) as u64 - held.length as u64;
        let mut sequence = *held;
        sequence.push(*first);
        match std::str::from_utf8(sequence.as_slice()) {
            Ok(text) => {
                out(text);
                *held = Held::default();
                rest = after;
            }
            Err(error) if error.error_len().is_none() => {
                *held = sequence;
                rest = after;
            }
            Err(_) => {
                // What was held is malformed without the byte, which starts anew.
                malformed.add(start);
                out(REPLACEMENT);
                *held = Held::default();
            }
        }
    }

    let cut = if is_last { 0 } else { cut_sequence_length(rest) };
    let (mut rest, tail) = rest.split_at(rest.len() - cut);
    let end = offset + (bytes.len() - cut) as u64;
    // The decoder's check is the faster one; the standard library's tells where.
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(rest) {
        out(&text);
        rest = &[];
    }
    while !rest.is_empty() {
        match std::str::from_utf8(rest) {
            Ok(text) => {
                out(text);
                break;
            }
            Err(error) => {
                let (valid, after) = rest.split_at(error.valid_up_to());
                out(std::str::from_utf8(valid).unwrap_or_default());
                out(REPLACEMENT);
                malformed.add(end - after.len() as u64);
                rest = &after[error.error_len().unwrap_or(after.len())..];
            }
        }
    }
    for byte in tail {
        held.push(*byte);
    }
    if is_last && held.length > 0 {
        malformed.add(end - held.length as u64);
        out(REPLACEMENT);
        *held = Held::default();
    }
}

/// The bytes up to about the first that is not ASCII, and the others.
fn split_ascii(bytes: &[u8]) -> (&str, &[u8]) {
    let (windows, _) = bytes.as_chunks();
    let plain = windows.iter().take_while(|window| lanes::is_ascii(window)).count() * WINDOW;
    let (plain, rest) = bytes.split_at(plain);
    (std::str::from_utf8(plain).unwrap_or_default(), rest)
}

/// How many bytes at the end are the beginning of a sequence whose rest may come.
fn cut_sequence_length(bytes: &[u8]) -> usize {
    let is_lead = |byte: &u8| *byte >= 0xC0;
    let is_tail = |byte: &u8| matches!(*byte, 0x80..=0xBF);
    let tails = bytes.iter().rev().take(MARK).take_while(|byte| is_tail(byte)).count();
    let Some(start) = bytes.len().checked_sub(tails + 1).filter(|start| is_lead(&bytes[*start]))
    else {
        return 0;
    };
    match std::str::from_utf8(&bytes[start..]) {
        Err(error) if error.valid_up_to() == 0 && error.error_len().is_none() => tails + 1,
        _ => 0,
    }
}

/// Decodes anything but UTF-8.
fn decode_other(
    bytes: &[u8],
    is_last: bool,
    offset: u64,
    decoder: &mut Decoder,
    malformed: &mut Malformed,
    out: &mut String,
) {
    let mut rest = bytes;
    // A character takes up to four bytes, and with less room than that the decoder stands still.
    out.reserve(rest.len() + rest.len() / 2 + 16);
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, out, is_last);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => out.reserve(rest.len().max(16)),
            DecoderResult::Malformed(length, extra) => {
                let end = offset + (bytes.len() - rest.len()) as u64;
                malformed.add(end.saturating_sub(u64::from(length) + u64::from(extra)));
                out.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
}

/// How many sequences of a whole document are malformed in the encoding, and the byte offset of the
/// first: what a [`StreamDecoder`] counts, without the text.
pub(crate) fn malformed(bytes: &[u8], encoding: &'static Encoding) -> (u64, Option<u64>) {
    let mut malformed = Malformed::default();
    for_each_malformed(bytes, encoding, |offset| {
        malformed.add(offset);
        true
    });
    (malformed.count, malformed.first)
}

/// Whether no sequence of a whole document is malformed in the encoding.
pub(super) fn is_clean(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let mut is_clean = true;
    for_each_malformed(bytes, encoding, |_| {
        is_clean = false;
        false
    });
    is_clean
}

/// Calls `found` with the offset of each malformed sequence until it returns false.
fn for_each_malformed(
    bytes: &[u8],
    encoding: &'static Encoding,
    mut found: impl FnMut(u64) -> bool,
) {
    let mut rest = without_byte_order_mark(bytes, encoding);
    if encoding == UTF_8 {
        while let Err(error) = std::str::from_utf8(rest) {
            let after = &rest[error.valid_up_to()..];
            if !found((bytes.len() - after.len()) as u64) {
                return;
            }
            rest = &after[error.error_len().unwrap_or(after.len())..];
        }
        return;
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; BUFFER];
    loop {
        let (result, read, _) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, extra) => {
                let end = (bytes.len() - rest.len()) as u64;
                if !found(end.saturating_sub(u64::from(length) + u64::from(extra))) {
                    return;
                }
            }
        }
    }
}

/// The bytes after a byte order mark of the encoding.
pub(super) fn without_byte_order_mark<'a>(
    bytes: &'a [u8],
    encoding: &'static Encoding,
) -> &'a [u8] {
    bytes.strip_prefix(byte_order_mark(encoding)).unwrap_or(bytes)
}

/// The byte order mark of the encoding; empty if it has none.
fn byte_order_mark(encoding: &'static Encoding) -> &'static [u8] {
    if encoding == UTF_8 {
        b"\xEF\xBB\xBF"
    } else if encoding == UTF_16BE {
        b"\xFE\xFF"
    } else if encoding == UTF_16LE {
        b"\xFF\xFE"
    } else {
        b""
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_JP, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, WINDOWS_1252,
    };

    use super::*;
    use crate::encoding::adopt;

    /// All that differ in how they are decoded.
    const ENCODINGS: [&Encoding; 12] = [
        UTF_8,
        UTF_16BE,
        UTF_16LE,
        BIG5,
        EUC_JP,
        GB18030,
        GBK,
        ISO_2022_JP,
        REPLACEMENT,
        SHIFT_JIS,
        WINDOWS_1252,
        encoding_rs::EUC_KR,
    ];

    const INPUTS: &[&[u8]] = &[
        b"",
        b"a",
        b"abc\r\ndef",
        b"\xEF\xBB\xBFa\xC3\xA9",
        b"\xEF\xBB\xBF",
        b"\xEF\xBB",
        b"\xEF\xBBa",
        b"\xEF\xEF\xBB\xBF",
        b"\xEF\xBB\xBF\xEF\xBB\xBF\xFF",
        b"\xFF\xFEa\0=\xD8\0\xDE",
        b"\xFE\xFF\0a\xD8=\xDE\0",
        b"\xFF\xFF\xFE",
        b"a\xFFb\xC3",
        b"\xF0\x9F\x98\x80\xF0\x9F\x98a\xF0\x9Fa\xF0\xF0\x9F\x98",
        b"\xED\xA0\x80\xC0\x80\xF5\xE0\x9F\x80\xF4\x90\x80\x80",
        b"\xE3\x81\x82\xE3\x81",
        b"\0\xD8a\0\0\xDC\0\xD8\0\xD8=\xD8\0\xDEx",
        b"\xD8\0\0a\xDC\0\xD8\0\xD8\0\xD8=\xDE\0x",
        b"\x82\xA0\x82<\x82",
        b"\xA4\xA2\xA4<\x8F\xA2\xAF\x8F\xA2",
        b"\x81\x30\x81\x30\x81\x30\x81a\x81\x30a\x81a\x84\x31\xA4\x3F\xFF",
        b"\x88\x62\x88\x64\xA4\x40\x81a",
        b"\x1B$B$\"$\x1B(B\\a\x1B(J\\\x1B$B\x1B(Ba\x1B$X\x0E\x1B(I1\x1B",
        b"\x1B$B\x1B$B$\"",
    ];

    fn in_pieces<'a>(
        encoding: &'static Encoding,
        pieces: impl IntoIterator<Item = &'a [u8]>,
    ) -> (String, (u64, Option<u64>)) {
        let mut decoder = StreamDecoder::new(encoding);
        let mut text = String::new();
        for piece in pieces {
            decoder.decode_piece(piece, false, &mut |part| text.push_str(part));
        }
        decoder.decode_piece(b"", true, &mut |part| text.push_str(part));
        decoder.decode_piece(b"dropped", true, &mut |part| text.push_str(part));
        (text, decoder.malformed())
    }

    #[test]
    fn pieces_make_no_difference() {
        for encoding in ENCODINGS {
            for bytes in INPUTS {
                let rule = format!("{}: {}", encoding.name(), bytes.escape_ascii());
                let (whole, had_errors) = encoding.decode_with_bom_removal(bytes);

                let mut one_piece = String::new();
                let mut decoder = StreamDecoder::new(encoding);
                decoder.decode_piece(bytes, true, &mut |part| one_piece.push_str(part));
                assert_eq!(one_piece, whole, "{rule}");
                let malformed = decoder.malformed();
                assert_eq!(malformed.0 > 0, had_errors, "{rule}");
                assert_eq!(malformed.0 > 0, malformed.1.is_some(), "{rule}");
                assert_eq!(malformed, super::malformed(bytes, encoding), "{rule}");
                assert_eq!(is_clean(bytes, encoding), !had_errors, "{rule}");
                let own =
                    encoding.decode_with_bom_removal(bytes).0.matches('\u{FFFD}').count() as u64;
                assert_eq!(malformed.0, own, "{rule}");

                assert_eq!(in_pieces(encoding, [*bytes]), (one_piece.clone(), malformed), "{rule}");
                assert_eq!(
                    in_pieces(encoding, bytes.chunks(1)),
                    (one_piece.clone(), malformed),
                    "{rule}"
                );
                for at in 0..=bytes.len() {
                    for end in at..=bytes.len() {
                        let pieces = [&bytes[..at], &bytes[at..end], &bytes[end..]];
                        let found = in_pieces(encoding, pieces);
                        assert_eq!(
                            found,
                            (one_piece.clone(), malformed),
                            "{rule}, cut at {at} and {end}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn any_bytes_in_any_pieces() {
        // A linear congruential generator: what counts is that the bytes are many and always the
        // same.
        let mut state = 1_u32;
        let mut random = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for round in 0..300 {
            let lively = [
                0x1B, b'$', b'(', b'B', 0x80, 0x81, 0x30, 0xD8, 0xDC, 0xE3, 0xF0, 0x9F, 0xA4, b'a',
            ];
            let bytes: Vec<u8> = (0..random() % 200)
                .map(|_| {
                    if round % 2 == 0 {
                        random() as u8
                    } else {
                        lively[random() as usize % lively.len()]
                    }
                })
                .collect();
            for encoding in ENCODINGS {
                let malformed = super::malformed(&bytes, encoding);
                let expected = (encoding.decode_with_bom_removal(&bytes).0.into_owned(), malformed);
                let size = 1 + random() as usize % 7;
                assert_eq!(
                    in_pieces(encoding, bytes.chunks(size)),
                    expected,
                    "{}, {size}",
                    encoding.name()
                );

                // What stands before the first malformed sequence is not malformed, nor is the
                // sequence cut off there.
                if let Some(first) = malformed.1 {
                    let before = &bytes[..first as usize];
                    let mut text = String::new();
                    let mut decoder = StreamDecoder::new(encoding);
                    decoder.decode_piece(before, false, &mut |part| text.push_str(part));
                    assert_eq!(decoder.malformed(), (0, None), "{}", encoding.name());
                    assert!(
                        !text.contains('\u{FFFD}') && expected.0.starts_with(&text),
                        "{}",
                        encoding.name()
                    );
                }
            }
        }
    }

    #[test]
    fn the_first_malformed_sequence_is_where_it_starts() {
        type Row<'a> = (&'a str, &'static Encoding, &'a [u8], (u64, Option<u64>));
        let rows: &[Row<'_>] = &[
            ("UTF-8", UTF_8, b"ab\xFFcd\xFE", (2, Some(2))),
            ("UTF-8 after its mark", UTF_8, b"\xEF\xBB\xBFa\xFF", (1, Some(4))),
            ("UTF-8, cut short", UTF_8, b"ab\xF0\x9F\x98", (1, Some(2))),
            ("UTF-8, broken off", UTF_8, b"ab\xF0\x9F\x98c", (1, Some(2))),
            ("Shift_JIS, ASCII is not eaten", SHIFT_JIS, b"ab\x82<", (1, Some(2))),
            ("Shift_JIS, at the end", SHIFT_JIS, b"ab\x82", (1, Some(2))),
            (
                "GB18030, the bytes after the first start anew",
                GB18030,
                b"a\x84\x32\xA4\x3F",
                (2, Some(1)),
            ),
            ("UTF-16LE, lone surrogate", UTF_16LE, b"a\0\0\xD8a\0", (1, Some(2))),
            ("UTF-16LE, odd byte", UTF_16LE, b"\xFF\xFEa\0b", (1, Some(4))),
            ("replacement", REPLACEMENT, b"abc", (1, Some(0))),
            ("windows-1252", WINDOWS_1252, b"\x81\x8D", (0, None)),
        ];
        for (rule, encoding, bytes, expected) in rows {
            assert_eq!(malformed(bytes, encoding), *expected, "{rule}");
            assert_eq!(in_pieces(encoding, bytes.chunks(1)).1, *expected, "{rule}, byte by byte");
        }
    }

    #[test]
    fn a_decoder_can_take_over_in_the_middle() {
        let mut text = String::new();
        let mut decoder = StreamDecoder::resume(UTF_8, 100);
        decoder.decode_piece(b"\xEF\xBB\xBFa\xC3", false, &mut |part| text.push_str(part));
        decoder.decode_piece(b"b", true, &mut |part| text.push_str(part));
        assert_eq!(text, "\u{FEFF}a\u{FFFD}b", "a mark is a character there");
        assert_eq!(decoder.malformed(), (1, Some(104)));
        assert_eq!(decoder.encoding, UTF_8);
    }

    #[test]
    fn a_vector_that_is_adopted_has_nothing_malformed() {
        for bytes in INPUTS {
            for encoding in ENCODINGS {
                if adopt(bytes.to_vec(), encoding).is_ok() {
                    assert!(
                        is_clean(bytes, encoding),
                        "{}: {}",
                        encoding.name(),
                        bytes.escape_ascii()
                    );
                }
            }
        }
    }
}
