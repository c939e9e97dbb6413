use encoding_rs::{
    BIG5, EUC_JP, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16BE, UTF_16LE,
    WINDOWS_1252, X_USER_DEFINED,
};

use super::*;
use crate::encoding::decode::{adopt, has_malformed, malformed};

/// One encoding for each decoder.
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

fn sequences(count: u64, first: u64) -> Malformed {
    Malformed { count, first: Some(first) }
}

/// Decodes the pieces one after another.
fn in_pieces<'a>(
    encoding: &'static Encoding,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (String, Malformed) {
    let mut decoder = StreamDecoder::new(encoding);
    let mut text = String::new();
    for piece in pieces {
        decoder.decode_piece(piece, false, &mut |part| text.push_str(part.as_str()));
    }
    decoder.decode_piece(b"", true, &mut |part| text.push_str(part.as_str()));
    decoder.decode_piece(b"dropped", true, &mut |part| text.push_str(part.as_str()));
    (text, decoder.malformed())
}

#[test]
fn each_encoding_decodes_as_the_encoding_standard_says() {
    let rows: &[(&str, &'static Encoding, &[u8], &str, bool)] = &[
        ("nothing", UTF_8, b"", "", false),
        ("UTF-8", UTF_8, b"a\xC3\xA9\xF0\x9F\x98\x80", "a\u{E9}\u{1F600}", false),
        ("NUL and CR are characters", UTF_8, b"\0\r\n", "\0\r\n", false),
        ("UTF-8 with its byte order mark", UTF_8, b"\xEF\xBB\xBFa", "a", false),
        (
            "only one byte order mark is removed",
            UTF_8,
            b"\xEF\xBB\xBF\xEF\xBB\xBFa",
            "\u{FEFF}a",
            false,
        ),
        (
            "a byte order mark after the start is a character",
            UTF_8,
            b"a\xEF\xBB\xBF",
            "a\u{FEFF}",
            false,
        ),
        ("UTF-8 with a stray byte", UTF_8, b"a\xFFb", "a\u{FFFD}b", true),
        (
            "UTF-8 after its byte order mark with a stray byte",
            UTF_8,
            b"\xEF\xBB\xBFa\xFF",
            "a\u{FFFD}",
            true,
        ),
        ("an incomplete sequence of UTF-8: one U+FFFD", UTF_8, b"a\xF0\x9F\x98", "a\u{FFFD}", true),
        (
            "a surrogate in UTF-8: three U+FFFD",
            UTF_8,
            b"\xED\xA0\x80",
            "\u{FFFD}\u{FFFD}\u{FFFD}",
            true,
        ),
        ("an overlong sequence of UTF-8: two U+FFFD", UTF_8, b"\xC0\x80", "\u{FFFD}\u{FFFD}", true),
        ("a U+FFFD in the document is not malformed", UTF_8, b"\xEF\xBF\xBD", "\u{FFFD}", false),
        ("windows-1252, ASCII only", WINDOWS_1252, b"abc", "abc", false),
        ("windows-1252", WINDOWS_1252, b"\x80\x81\xE9", "\u{20AC}\u{81}\u{E9}", false),
        (
            "the byte order mark of UTF-8 in windows-1252",
            WINDOWS_1252,
            b"\xEF\xBB\xBFa",
            "\u{EF}\u{BB}\u{BF}a",
            false,
        ),
        ("Shift_JIS", SHIFT_JIS, b"\x82\xA0", "\u{3042}", false),
        (
            "Shift_JIS, ASCII after a malformed sequence is kept",
            SHIFT_JIS,
            b"\x82<",
            "\u{FFFD}<",
            true,
        ),
        ("EUC-JP", EUC_JP, b"\xA4\xA2", "\u{3042}", false),
        ("Big5, two characters for one pair", BIG5, b"\x88\x62", "\u{CA}\u{304}", false),
        ("GBK, four bytes", GBK, b"\x81\x30\x81\x30", "\u{80}", false),
        (
            "ISO-2022-JP, escape sequences produce no text",
            ISO_2022_JP,
            b"\x1B$B$\"\x1B(B",
            "\u{3042}",
            false,
        ),
        ("ISO-2022-JP, ASCII only", ISO_2022_JP, b"abc", "abc", false),
        ("ISO-2022-JP, shift out is malformed", ISO_2022_JP, b"a\x0Eb", "a\u{FFFD}b", true),
        ("UTF-16LE", UTF_16LE, b"a\0=\xD8\0\xDE", "a\u{1F600}", false),
        ("UTF-16LE with its byte order mark", UTF_16LE, b"\xFF\xFEa\0", "a", false),
        ("UTF-16LE, odd byte", UTF_16LE, b"a\0b", "a\u{FFFD}", true),
        ("UTF-16LE, lone surrogate", UTF_16LE, b"\0\xD8a\0", "\u{FFFD}a", true),
        ("UTF-16BE with its byte order mark", UTF_16BE, b"\xFE\xFF\0a", "a", false),
        ("UTF-16BE, two ASCII bytes are one character", UTF_16BE, b"ab", "\u{6162}", false),
        ("x-user-defined", X_USER_DEFINED, b"a\x80\xFF", "a\u{F780}\u{F7FF}", false),
        ("replacement, ASCII", REPLACEMENT, b"abc", "\u{FFFD}", true),
        ("replacement, no bytes", REPLACEMENT, b"", "", false),
    ];
    for (rule, encoding, bytes, text, had_errors) in rows {
        let found = in_pieces(encoding, [*bytes]);
        assert_eq!((found.0.as_str(), found.1.count > 0), (*text, *had_errors), "{rule}");
        match adopt(bytes.to_vec(), encoding) {
            Ok(adopted) => assert_eq!(adopted, *text, "{rule}, adopted"),
            Err(returned) => assert_eq!(returned, *bytes, "{rule}, returned"),
        }
    }
}

#[test]
fn the_result_does_not_depend_on_where_pieces_are_cut() {
    for encoding in ENCODINGS {
        for bytes in INPUTS {
            let rule = format!("{}: {}", encoding.name(), bytes.escape_ascii());
            let (whole, had_errors) = encoding.decode_with_bom_removal(bytes);

            let mut one_piece = String::new();
            let mut decoder = StreamDecoder::new(encoding);
            decoder.decode_piece(bytes, true, &mut |part| one_piece.push_str(part.as_str()));
            assert_eq!(one_piece, whole, "{rule}");
            let malformed_sequences = decoder.malformed();
            assert_eq!(malformed_sequences.count > 0, had_errors, "{rule}");
            assert_eq!(
                malformed_sequences.count > 0,
                malformed_sequences.first.is_some(),
                "{rule}"
            );
            assert_eq!(malformed_sequences, malformed(bytes, encoding), "{rule}");
            assert_eq!(has_malformed(bytes, encoding), had_errors, "{rule}");
            let own = encoding.decode_with_bom_removal(bytes).0.matches('\u{FFFD}').count() as u64;
            assert_eq!(malformed_sequences.count, own, "{rule}");

            assert_eq!(
                in_pieces(encoding, [*bytes]),
                (one_piece.clone(), malformed_sequences),
                "{rule}"
            );
            assert_eq!(
                in_pieces(encoding, bytes.chunks(1)),
                (one_piece.clone(), malformed_sequences),
                "{rule}"
            );
            for at in 0..=bytes.len() {
                for end in at..=bytes.len() {
                    let pieces = [&bytes[..at], &bytes[at..end], &bytes[end..]];
                    let found = in_pieces(encoding, pieces);
                    assert_eq!(
                        found,
                        (one_piece.clone(), malformed_sequences),
                        "{rule}, cut at {at} and {end}"
                    );
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn random_bytes_decode_to_the_same_text_in_pieces_of_any_length() {
    // A linear congruential generator: the bytes only have to be many and always the same.
    let mut state = 1_u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    for round in 0..300 {
        let lively =
            [0x1B, b'$', b'(', b'B', 0x80, 0x81, 0x30, 0xD8, 0xDC, 0xE3, 0xF0, 0x9F, 0xA4, b'a'];
        let mut bytes: Vec<u8> = (0..random() % 200)
            .map(|_| {
                if round % 2 == 0 {
                    random() as u8
                } else {
                    lively[random() as usize % lively.len()]
                }
            })
            .collect();
        // Every third input has ASCII of several windows between the others.
        if round % 3 == 0 {
            for _ in 0..random() % 4 {
                let at = random() as usize % (bytes.len() + 1);
                let count = random() as usize % (2 * MIN_DECODED);
                bytes.splice(at..at, std::iter::repeat_n(b'0', count));
            }
        }
        for encoding in ENCODINGS {
            let malformed_sequences = malformed(&bytes, encoding);
            let expected =
                (encoding.decode_with_bom_removal(&bytes).0.into_owned(), malformed_sequences);
            let size = 1 + random() as usize % 7;
            assert_eq!(
                in_pieces(encoding, bytes.chunks(size)),
                expected,
                "{}, {size}",
                encoding.name()
            );

            // The bytes before the first malformed sequence have none, not even an incomplete
            // sequence at their end.
            if let Some(first) = malformed_sequences.first {
                let before = &bytes[..first as usize];
                let mut text = String::new();
                let mut decoder = StreamDecoder::new(encoding);
                decoder.decode_piece(before, false, &mut |part| text.push_str(part.as_str()));
                assert_eq!(decoder.malformed(), Malformed::default(), "{}", encoding.name());
                assert!(
                    !text.contains('\u{FFFD}') && expected.0.starts_with(&text),
                    "{}",
                    encoding.name()
                );
            }
        }
    }
}

/// ASCII takes a way of its own, but not where its first byte belongs to the character before it.
#[test]
fn much_ascii_may_come_in_the_middle_of_a_character() {
    let ascii = [b'0'; 2 * MIN_DECODED];
    let beginnings: &[&[u8]] =
        &[b"", b"\x81", b"\x81\x30", b"\x81\x30\x81", b"\x8F", b"\x8F\xA1", b"\xA1", b"\xC2"];
    for encoding in ENCODINGS {
        for beginning in beginnings {
            // The longer one is as much as the decoder takes before it tries ASCII again.
            for spaces in [2 * MIN_DECODED - beginning.len(), 0] {
                let mut before: Vec<u8> = b" \xFF".iter().copied().cycle().take(spaces).collect();
                before.reverse();
                before.extend(*beginning);
                let whole = [before.as_slice(), &ascii].concat();
                let expected = encoding.decode_with_bom_removal(&whole).0;
                let pieces: [&[&[u8]]; 2] = [&[&whole], &[&before, &ascii]];
                for pieces in pieces {
                    let found = in_pieces(encoding, pieces.iter().copied()).0;
                    assert_eq!(found, expected, "{}, {beginning:?}, {spaces}", encoding.name());
                }
            }
        }
    }
}

#[test]
fn the_offset_of_a_malformed_sequence_is_that_of_its_first_byte() {
    type Row<'a> = (&'a str, &'static Encoding, &'a [u8], Malformed);
    let rows: &[Row<'_>] = &[
        ("UTF-8", UTF_8, b"ab\xFFcd\xFE", sequences(2, 2)),
        ("UTF-8 after its byte order mark", UTF_8, b"\xEF\xBB\xBFa\xFF", sequences(1, 4)),
        ("UTF-8, incomplete at the end", UTF_8, b"ab\xF0\x9F\x98", sequences(1, 2)),
        ("UTF-8, incomplete before ASCII", UTF_8, b"ab\xF0\x9F\x98c", sequences(1, 2)),
        (
            "Shift_JIS, ASCII after a malformed sequence is kept",
            SHIFT_JIS,
            b"ab\x82<",
            sequences(1, 2),
        ),
        ("Shift_JIS, at the end", SHIFT_JIS, b"ab\x82", sequences(1, 2)),
        (
            "GB18030, the bytes after the first start a new sequence",
            GB18030,
            b"a\x84\x32\xA4\x3F",
            sequences(2, 1),
        ),
        ("UTF-16LE, lone surrogate", UTF_16LE, b"a\0\0\xD8a\0", sequences(1, 2)),
        ("UTF-16LE, odd byte", UTF_16LE, b"\xFF\xFEa\0b", sequences(1, 4)),
        ("replacement", REPLACEMENT, b"abc", sequences(1, 0)),
        ("windows-1252", WINDOWS_1252, b"\x81\x8D", Malformed::default()),
    ];
    for (rule, encoding, bytes, expected) in rows {
        assert_eq!(malformed(bytes, encoding), *expected, "{rule}");
        assert_eq!(in_pieces(encoding, bytes.chunks(1)).1, *expected, "{rule}, byte by byte");
    }
}

#[test]
fn a_decoder_can_take_over_after_the_start_of_a_document() {
    let mut text = String::new();
    let mut decoder = StreamDecoder::resume(UTF_8, 100);
    decoder.decode_piece(b"\xEF\xBB\xBFa\xC3", false, &mut |part| text.push_str(part.as_str()));
    decoder.decode_piece(b"b", true, &mut |part| text.push_str(part.as_str()));
    assert_eq!(text, "\u{FEFF}a\u{FFFD}b", "a byte order mark is a character there");
    assert_eq!(decoder.malformed(), sequences(1, 104));
    assert_eq!(decoder.encoding, UTF_8);
}

#[test]
fn adopted_bytes_have_no_malformed_sequence() {
    for bytes in INPUTS {
        for encoding in ENCODINGS {
            if adopt(bytes.to_vec(), encoding).is_ok() {
                assert!(
                    !has_malformed(bytes, encoding),
                    "{}: {}",
                    encoding.name(),
                    bytes.escape_ascii()
                );
            }
        }
    }
}
