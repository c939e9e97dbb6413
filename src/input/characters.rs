//! Control characters and noncharacters, which are errors in the input stream.

use std::ops::Range;

use fearless_simd::{Level, Simd, dispatch};
use memchr::memchr2_iter;

use crate::bytes::windows::{self, Content, WINDOW};
use crate::parse_error::{ErrorLog, ParseErrorCode};

/// The number of bytes that are tested at once. In longer blocks, there is too often a character
/// that is not ASCII.
const BLOCK: usize = 4 * WINDOW;

/// Reports each character of `text` from byte `from` on that is an error in the input stream, up to
/// the first block for which `is_end` holds. It is called only for blocks with a control character,
/// a noncharacter or a byte from 0xEF on. Returns the index of that block, or the length of `text`.
/// Byte `from` of `text` is byte `start` of the source.
///
/// <https://html.spec.whatwg.org/#preprocessing-the-input-stream>
pub(super) fn report_disallowed(
    text: &str,
    from: usize,
    start: usize,
    is_end: impl Fn(&[u8]) -> bool,
    errors: &mut ErrorLog,
) -> usize {
    dispatch!(Level::new(), simd => report_by(simd, text, from, start, is_end, errors))
}

/// As [`report_disallowed`], with the vector instructions of this processor.
// Always inlined, because they are only used where it is inlined.
#[inline(always)]
fn report_by<S: Simd>(
    simd: S,
    text: &str,
    from: usize,
    start: usize,
    is_end: impl Fn(&[u8]) -> bool,
    errors: &mut ErrorLog,
) -> usize {
    let mut at = from;
    for block in text.as_bytes()[from..].chunks(BLOCK) {
        let content = match block.first_chunk::<BLOCK>() {
            Some(block) => windows::content(simd, block.as_chunks().0),
            None => windows::content(simd, padded(block).as_chunks().0),
        };
        let place = start + (at - from);
        match content {
            Content::Printable => {}
            // Only U+007F to U+009F may be errors.
            Content::Text => {
                for i in memchr2_iter(0x7F, 0xC2, block) {
                    report_if_disallowed(text, at + i, place + i, errors);
                }
            }
            Content::Other if is_end(block) => return at,
            Content::Other => report_in_block(text, at..at + block.len(), place, errors),
        }
        at += block.len();
    }
    at
}

/// Reports the characters among the bytes `block` of `text`. The block starts at byte `place` of
/// the source.
// Never inlined: few blocks come here.
#[inline(never)]
fn report_in_block(text: &str, block: Range<usize>, place: usize, errors: &mut ErrorLog) {
    for (i, byte) in text.as_bytes()[block.clone()].iter().enumerate() {
        if MAY_START_DISALLOWED[*byte as usize] {
            report_if_disallowed(text, block.start + i, place + i, errors);
        }
    }
}

/// Returns the bytes of a shorter block with spaces after them.
fn padded(bytes: &[u8]) -> [u8; BLOCK] {
    let mut block = [b' '; BLOCK];
    block[..bytes.len()].copy_from_slice(bytes);
    block
}

/// Reports the character that starts at byte `at` of `text`, which is byte `place` of the source,
/// if it is an error in the input stream.
fn report_if_disallowed(text: &str, at: usize, place: usize, errors: &mut ErrorLog) {
    // No byte that is looked for is a continuation byte, so this is a character boundary.
    if let Some(c) = text[at..].chars().next()
        && let Some(code) = disallowed(c)
    {
        errors.report(code, place, place + c.len_utf8());
    }
}

/// Whether a disallowed character may start with each byte: any ASCII control other than whitespace
/// and NUL, 0xC2 (U+0080 to U+00BF, of which the first half are controls), 0xEF (U+F000 to U+FFFF,
/// the noncharacters of the first plane among them) and above (the other planes).
static MAY_START_DISALLOWED: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = matches!(byte, 0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F | 0xC2 | 0xEF..);
        byte += 1;
    }
    all
};

/// The error that `c` is in the input stream, if it is one.
fn disallowed(c: char) -> Option<ParseErrorCode> {
    if is_noncharacter(c) {
        Some(ParseErrorCode::NoncharacterInInputStream)
    } else if c.is_control() && !matches!(c, '\0' | '\t' | '\n' | '\x0C' | '\r') {
        Some(ParseErrorCode::ControlCharacterInInputStream)
    } else {
        None
    }
}

/// Whether `c` is a noncharacter.
///
/// <https://infra.spec.whatwg.org/#noncharacter>
pub(crate) fn is_noncharacter(c: char) -> bool {
    matches!(c as u32, 0xFDD0..=0xFDEF) || c as u32 & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(source: &str) -> Vec<(ParseErrorCode, std::ops::Range<usize>)> {
        let mut errors = ErrorLog::new(true, usize::MAX);
        report_disallowed(source, 0, 0, |_| false, &mut errors);
        errors.finish();
        errors.as_slice().iter().map(|error| (error.code(), error.span())).collect()
    }

    /// Blocks and bytes are filtered before characters are decoded: no character may be lost.
    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn every_disallowed_character_is_reported_wherever_it_stands() {
        for c in '\0'..='\u{10FFFF}' {
            let code = disallowed(c);
            if code.is_none() && c >= '\u{3000}' {
                continue;
            }
            let mut text = "x".repeat(BLOCK + WINDOW * 2 + 7);
            let at = c as usize % text.len();
            text.insert(at, c);
            let expected: Vec<_> =
                code.map(|code| (code, at..at + c.len_utf8())).into_iter().collect();
            assert_eq!(reported(&text), expected, "{c:?}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn every_control_and_noncharacter_but_whitespace_and_nul_is_disallowed() {
        for c in '\0'..=char::MAX {
            let is_listed = is_noncharacter(c) || c.is_control();
            let is_whitespace_or_nul = matches!(c, '\0' | '\t' | '\n' | '\x0C' | '\r');
            assert_eq!(disallowed(c).is_some(), is_listed && !is_whitespace_or_nul, "{c:?}");
            let first = c.encode_utf8(&mut [0; 4]).as_bytes()[0];
            assert!(disallowed(c).is_none() || MAY_START_DISALLOWED[first as usize], "{c:?}");
        }
    }

    #[test]
    fn errors_name_the_code_and_the_bytes_of_the_character() {
        let found = reported("a\u{1}\0\t\u{FDD0}");
        let control = ParseErrorCode::ControlCharacterInInputStream;
        let noncharacter = ParseErrorCode::NoncharacterInInputStream;
        assert_eq!(found, [(control, 1..2), (noncharacter, 4..7)]);
    }
}
