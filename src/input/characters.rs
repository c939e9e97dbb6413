//! Control characters and noncharacters, which are errors in the input stream.

use std::ops::Range;

use crate::bytes::windows::{self, WINDOW};
use crate::parse_error::{ErrorLog, ParseErrorCode};

/// The number of bytes that are tested at once, at first. If they are plain text, the answer is
/// half of the instructions that its windows take one by one. In longer blocks, there is too often
/// a character that is not ASCII: blocks of eight windows gain nothing.
const BLOCK: usize = 4 * WINDOW;

/// Reports each character of `text` from byte `from` on that is an error in the input stream, up to
/// the first block that `is_end` says it ends at. Returns the index of that block, or the length of
/// `text`. Byte `from` of `text` is byte `start` of the source.
///
/// <https://html.spec.whatwg.org/#preprocessing-the-input-stream>
pub(super) fn report_disallowed(
    text: &str,
    from: usize,
    start: usize,
    is_end: impl Fn(&[u8]) -> bool,
    errors: &mut ErrorLog,
) -> usize {
    let mut at = from;
    for block in text.as_bytes()[from..].chunks(BLOCK) {
        if !block.first_chunk::<BLOCK>().is_some_and(windows::is_plain_text) {
            if is_end(block) {
                return at;
            }
            report_disallowed_in_block(text, at..at + block.len(), start + (at - from), errors);
        }
        at += block.len();
    }
    at
}

/// Reports the characters among the bytes `block` of `text`, which are those of the source from
/// `start` on.
fn report_disallowed_in_block(
    text: &str,
    block: Range<usize>,
    start: usize,
    errors: &mut ErrorLog,
) {
    let mut window_start = block.start;
    for window in text.as_bytes()[block.clone()].chunks(WINDOW) {
        if may_have_disallowed(window) {
            let found = window.iter().enumerate().filter(|(_, byte)| may_start_disallowed(**byte));
            for (i, _) in found {
                // A byte that passes the filter is never a continuation byte, so this is a
                // character boundary.
                let at = window_start + i;
                if let Some(c) = text[at..].chars().next()
                    && let Some(code) = disallowed(c)
                {
                    let at = start + (at - block.start);
                    errors.report(code, at, at + c.len_utf8());
                }
            }
        }
        window_start += window.len();
    }
}

/// Whether [`may_start_disallowed`] holds for a byte of `window`. Written so that it vectorizes,
/// with a cheaper test first that most ASCII text passes.
fn may_have_disallowed(window: &[u8]) -> bool {
    let Some(window) = window.first_chunk::<WINDOW>() else { return true };
    !windows::is_plain_text(window)
        && window.iter().fold(false, |found, &byte| found | may_start_disallowed(byte))
}

/// Whether a disallowed character may start with this byte: any ASCII control other than whitespace
/// and NUL, 0xC2 (U+0080 to U+00BF, of which the first half are controls), 0xEF (U+F000 to U+FFFF,
/// the noncharacters of the first plane among them) and above (the other planes).
///
/// Comparisons are joined by `&` and `|`, not `&&` and `||`: without branches the loop over a block
/// vectorizes.
#[inline]
fn may_start_disallowed(byte: u8) -> bool {
    let is_whitespace = (byte.wrapping_sub(b'\t') <= b'\r' - b'\t') & (byte != 0x0B);
    let is_control = (byte.wrapping_sub(1) < 0x1F) & !is_whitespace;
    is_control | (byte == 0x7F) | (byte == 0xC2) | (byte >= 0xEF)
}

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
            assert!(disallowed(c).is_none() || may_start_disallowed(first), "{c:?}");
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
