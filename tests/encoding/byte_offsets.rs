//! The byte offsets of positions in the decoded text, in every encoding: the bytes of a range
//! decode to the text of that range.

use consomme::encoding::ByteOffsets;
use consomme::{Document, Hints, ParseOptions, Parser, Revision};
use consomme_test::config::config;
use consomme_test::encodings::{ENCODINGS, encode, encoding};
use consomme_test::source_check::{all_nodes, check, dump_positions};
use encoding_rs::{BIG5, Encoding, ISO_2022_JP, REPLACEMENT};
use proptest::prelude::*;

/// Generates bytes that are likely to be incomplete, malformed or escape sequences in some
/// encoding.
fn lively_bytes() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&[u8]] = &[
        b"a",
        b"<p>",
        b"\r\n",
        b"\r",
        b"0",
        b"!",
        b"$",
        b"@",
        b"\x1B(B",
        b"\x1B(J",
        b"\x1B(I",
        b"\x1B$B",
        b"\x1B$@",
        b"\x1B",
        b"\x1B$",
        b"\x0E",
        b"\x80",
        b"\x81",
        b"\x82\xA0",
        b"\x8E",
        b"\x8F",
        b"\xA4\xA2",
        b"\x88\x62",
        b"\x81\x30",
        b"\x84\x31",
        b"\x90\x30\x81\x30",
        b"\xC3",
        b"\xA9",
        b"\xE3\x81",
        b"\xF0\x9F",
        b"\x98\x80",
        b"\xED\xA0\x80",
        b"\xD8",
        b"\xDC",
        b"\0",
        b"\xFF",
        b"\xFE",
        b"\xEF\xBB\xBF",
    ];
    let piece = prop_oneof![
        4 => prop::sample::select(PIECES).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Parses a document in that encoding, unless it starts with a byte order mark.
fn parse_in(encoding: &'static Encoding, bytes: &[u8]) -> Document {
    let hints = Hints::new().user_override(encoding);
    ParseOptions::new().positions(true).parse_document(bytes, &hints)
}

/// Checks that each offset divides the bytes into the bytes of the text before it and of the text
/// after it.
fn check_byte_offsets(
    document: &Document,
    bytes: &[u8],
    text: &str,
    step: usize,
) -> Result<(), String> {
    let encoding = document.encoding().unwrap();
    let offsets: ByteOffsets<'_> = document.byte_offsets(bytes).unwrap();
    let mut last = offsets.offset(0);
    if last > 3
        || (encoding != REPLACEMENT
            && !encoding.decode_with_bom_removal(&bytes[..last]).0.is_empty())
    {
        return Err(format!("text starts at byte {last}"));
    }
    for (at, c) in text.char_indices().step_by(step) {
        let end = at + c.len_utf8();
        let offset = offsets.offset(end);
        let wrong =
            |what: &str| format!("{what}: {} of {} at text offset {end}", offset, bytes.len());
        if offset < last || (offset == last && encoding != BIG5) || offset > bytes.len() {
            return Err(wrong("not after the character before"));
        }
        last = offset;
        // After an escape sequence, and in the replacement encoding, the bytes after the offset
        // decode to another text on their own. So the bytes before it are compared.
        let is_right = if encoding == ISO_2022_JP || encoding == REPLACEMENT {
            let before = encoding.decode_with_bom_removal(&bytes[..offset]).0;
            // The first of two adjacent escape sequences is malformed because of the second.
            let is_escape = bytes[..offset].len() > 2 && bytes[offset - 3] == 0x1B;
            before == text[..end] || (is_escape && before == text[..at] && c == '\u{FFFD}')
        } else {
            encoding.decode_without_bom_handling(&bytes[offset..]).0 == text[end..]
        };
        // The position is between two characters from the same two bytes.
        let is_between = encoding == BIG5 && text[end..].starts_with(['\u{304}', '\u{30C}']);
        if !is_right && !is_between {
            return Err(wrong("the bytes before and after do not decode to the text"));
        }
        // An offset inside a character is mapped to its end.
        if (at + 1..end).any(|inside| offsets.offset(inside) != offset) {
            return Err(wrong("an offset inside the character is not mapped to its end"));
        }
    }
    Ok(())
}

#[test]
fn byte_offsets_are_right_for_text_in_every_encoding() {
    for (name, sample) in ENCODINGS {
        let encoding = encoding(name);
        let line = format!(
            "<p title='{sample}'>{sample}</p><!-- {sample} -->\r\n\r<b>{sample} &amp; {sample}\n"
        );
        // The longer text has more than one checkpoint.
        for repeat in [1, 100] {
            let bytes = encode(&line.repeat(repeat), encoding);
            let document = parse_in(encoding, &bytes);
            let (text, _) = encoding.decode_with_bom_removal(&bytes);
            check_byte_offsets(&document, &bytes, &text, if repeat == 1 { 1 } else { 197 })
                .and_then(|()| check(&document, &text, Revision::Living2026))
                .unwrap_or_else(|message| panic!("{name} * {repeat}: {message}"));

            let hints = Hints::new().user_override(encoding);
            let mut parser = Parser::new(&ParseOptions::new().positions(true), &hints);
            bytes.chunks(7).for_each(|piece| parser.feed(piece));
            assert!(
                dump_positions(&parser.finish()) == dump_positions(&document),
                "{name} in pieces"
            );

            let offsets = document.byte_offsets(&bytes).unwrap();
            for node in all_nodes(&document).into_iter().take(if repeat == 1 { 1000 } else { 100 })
            {
                let Some(span) = node.span().filter(|_| encoding != REPLACEMENT) else { continue };
                let cut = &bytes[offsets.range(span.range())];
                assert_eq!(
                    encoding.decode_without_bom_handling(cut).0,
                    text[span.range()],
                    "{name} {node:?}"
                );
            }
        }
    }
}

/// Offsets refer to the encoding that the document is decoded from in the end.
#[test]
fn byte_offsets_are_right_after_the_encoding_has_changed() {
    for start in ["<!-- ascii -->", "<!-- \u{431}\u{43E}\u{440}\u{449} -->"] {
        let html = format!(
            "{start}\r\n{}<meta charset=koi8-r>\r\n<p>\u{449}\u{438}</p>\r\n",
            "<link>".repeat(300)
        );
        let bytes = encode(&html, encoding("KOI8-R"));
        let document =
            ParseOptions::new().positions(true).parse_document(bytes.as_slice(), &Hints::new());
        let report = document.encoding_report().unwrap();
        assert_eq!(
            (document.encoding().unwrap().name(), report.switched_on_the_fly()),
            ("KOI8-R", start.is_ascii())
        );
        check_byte_offsets(&document, &bytes, &html, 1)
            .and_then(|()| check(&document, &html, Revision::Living2026))
            .unwrap();
    }
}

/// Returns all inputs of a number of bytes from a list.
fn all_inputs(bytes: &[u8], length: u32) -> impl Iterator<Item = Vec<u8>> {
    let digits = move |mut number: usize| {
        let digit = |_| {
            let byte = bytes[number % bytes.len()];
            number /= bytes.len();
            byte
        };
        (0..length).map(digit).collect()
    };
    (0..bytes.len().pow(length)).map(digits)
}

/// Every input of two bytes, and longer ones of the bytes that begin, end or break a sequence in
/// some encoding.
#[test]
fn byte_offsets_are_right_for_all_short_inputs_in_every_encoding() {
    const OF_THREE: &[u8] = b"\0\x0E\x1B!$(01@BIJa~\x80\x81\x82\x84\x88\x8E\x8F\x90\xA0\xA1\xBB\xBF\xC2\xD8\xDC\xE0\xED\xEF\xF0\xF4\xFE\xFF";
    const OF_FOUR: &[u8] = b"\x1B($B0\x81\x8F\x90\xA1\xD8\xE3\xF0";
    let all: Vec<u8> = (0..=u8::MAX).collect();
    for (name, sample) in ENCODINGS {
        let encoding = encoding(name);
        // The encoding is all that the offsets take of a document.
        let document = parse_in(encoding, &encode(sample, encoding));
        // Where each byte is a character, none depends on another one.
        let inputs = match encoding.is_single_byte() {
            true => vec![(&all[..], 1)],
            false => vec![(&all[..], 1), (&all, 2), (OF_THREE, 3), (OF_FOUR, 4)],
        };
        for bytes in inputs.into_iter().flat_map(|(bytes, length)| all_inputs(bytes, length)) {
            let (text, _) = encoding.decode_with_bom_removal(&bytes);
            check_byte_offsets(&document, &bytes, &text, 1)
                .unwrap_or_else(|message| panic!("{name}, {bytes:x?}: {message}"));
        }
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn byte_offsets_are_right_for_any_bytes_in_every_encoding(bytes in lively_bytes(), repeat in prop_oneof![9 => Just(1), 1 => Just(100)]) {
        let bytes = bytes.repeat(repeat);
        for (name, _) in ENCODINGS {
            let document = parse_in(encoding(name), &bytes);
            let (text, _) = document.encoding().unwrap().decode_with_bom_removal(&bytes);
            let step = if repeat == 1 { 1 } else { 1 + text.len() / 20 };
            check_byte_offsets(&document, &bytes, &text, step)
                .map_err(|message| TestCaseError::fail(format!("{name}: {message}")))?;
        }
    }
}
