//! The ends of the runs of characters that the tokenizer looks for.
//!
//! Each function takes the whole input and the index to start at, and returns the index of the
//! first byte that ends the run, or the length of the input.

use memchr::{memchr, memchr2, memchr3};

use crate::bytes::windows::{self, WINDOW};
use crate::bytes::words::{below, equal, first_found, one_of_four, word_at};
use crate::steps;

/// The number of windows that are searched before [`memchr3`] takes over. A run longer than 256
/// bytes is rare (on real pages one in a hundred) and probably long: then wider vectors outweigh a
/// call.
const WINDOWS: usize = 4;

// The searches that end most runs of a page are inlined: as calls they cost 0.3 % of all
// instructions.

/// The first `<`, `&` or NUL. Without `has_nulls`, the input has no NUL.
#[inline(always)]
pub(crate) fn text_end(bytes: &[u8], from: usize, has_nulls: bool) -> usize {
    byte_or_ampersand_or_nul(bytes, from, b'<', has_nulls)
}

/// The first `quote`, `&` or NUL. Without `has_nulls`, the input has no NUL.
#[inline(always)]
pub(crate) fn quoted_value_end(bytes: &[u8], from: usize, quote: u8, has_nulls: bool) -> usize {
    byte_or_ampersand_or_nul(bytes, from, quote, has_nulls)
}

#[inline(always)]
fn byte_or_ampersand_or_nul(bytes: &[u8], from: usize, byte: u8, has_nulls: bool) -> usize {
    let searched = if has_nulls { Err(from) } else { search_windows(bytes, from, byte) };
    let end = match searched {
        Ok(end) => end,
        Err(at) => memchr3(byte, b'&', 0, &bytes[at..]).map_or(bytes.len(), |found| at + found),
    };
    counted(from, end)
}

/// Looks for `byte` and `&` in up to [`WINDOWS`] windows. `Ok` is the index of the first, or the
/// length of the input; `Err` is the index up to which there is neither.
#[inline(always)]
fn search_windows(bytes: &[u8], from: usize, byte: u8) -> Result<usize, usize> {
    let mut at = from;
    for _ in 0..WINDOWS {
        let Some(window) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
            return Ok(search_last_window(bytes, at, byte));
        };
        let found = windows::any_of(window, [byte, b'&']);
        if found != 0 {
            return Ok(at + found.trailing_zeros() as usize);
        }
        at += WINDOW;
    }
    Err(at)
}

/// As [`search_windows`], where less than a window is left.
fn search_last_window(bytes: &[u8], from: usize, byte: u8) -> usize {
    windows::first_of_last(bytes, from, [byte, b'&'])
}

/// The first `byte` or NUL. Without `has_nulls`, the input has no NUL.
#[inline]
pub(crate) fn byte_or_nul(bytes: &[u8], from: usize, byte: u8, has_nulls: bool) -> usize {
    let rest = &bytes[from..];
    let found = if has_nulls { memchr2(byte, 0, rest) } else { memchr(byte, rest) };
    counted(from, found.map_or(bytes.len(), |found| from + found))
}

/// The first `?` or `>`.
pub(crate) fn question_mark_or_greater_than(bytes: &[u8], from: usize) -> usize {
    counted(from, memchr2(b'?', b'>', &bytes[from..]).map_or(bytes.len(), |found| from + found))
}

/// The first `-`, `<` or NUL.
#[inline]
pub(crate) fn hyphen_or_less_than_or_nul(bytes: &[u8], from: usize) -> usize {
    counted(from, memchr3(b'-', b'<', 0, &bytes[from..]).map_or(bytes.len(), |found| from + found))
}

/// The first byte that is not `byte`.
pub(crate) fn end_of_repeated(bytes: &[u8], from: usize, byte: u8) -> usize {
    end_of(bytes, from, |next| *next == byte)
}

/// The first byte for which `is_inside` does not hold.
pub(crate) fn end_of(bytes: &[u8], from: usize, is_inside: impl Fn(&u8) -> bool) -> usize {
    let length = bytes[from..].iter().position(|byte| !is_inside(byte));
    counted(from, length.map_or(bytes.len(), |length| from + length))
}

/// The first byte that is not ASCII whitespace.
#[inline(always)]
pub(crate) fn whitespace_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    counted(from, at)
}

/// Where a tag name or attribute name may end: the first byte that is less than `-`, or `/`, `<`,
/// `=`, `>` or `?`. These are all bytes that can end a name or are replaced in it, and some that a
/// name seldom has.
///
/// The caller looks at the byte, and goes on after it if it is part of the name.
#[inline(always)]
pub(crate) fn name_end(bytes: &[u8], from: usize) -> usize {
    run_end(bytes, from, |word| below(word, b'-') | equal(word, b'/') | one_of_four(word, b'<'))
}

/// Where an unquoted attribute value may end: the first byte that is less than `(`, or `<`, `=`,
/// `>`, `?` or `` ` ``, as for [`name_end`].
#[inline(always)]
pub(crate) fn unquoted_value_end(bytes: &[u8], from: usize) -> usize {
    run_end(bytes, from, |word| below(word, b'(') | equal(word, b'`') | one_of_four(word, b'<'))
}

/// The first byte that `find` finds in a word. It finds zero, too, with which the last word is
/// padded.
#[inline(always)]
fn run_end(bytes: &[u8], from: usize, find: impl Fn(u64) -> u64) -> usize {
    let mut at = from;
    while let Some(word) = word_at(bytes, at) {
        if let Some(found) = first_found(word, find(word)) {
            return counted(from, at + found);
        }
        at += 8;
    }
    counted(from, end_in_last_word(bytes, at, find))
}

// Never inlined: a run that ends in the last seven bytes of the input is rare in pages, though not
// in fragments.
#[inline(never)]
fn end_in_last_word(bytes: &[u8], at: usize, find: impl Fn(u64) -> u64) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let word = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    at + first_found(word, find(word)).unwrap_or(rest.len())
}

/// Counts the bytes that were searched, and returns `end`.
#[inline(always)]
fn counted(from: usize, end: usize) -> usize {
    steps::count(end - from);
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of every length up to a few windows, all ordinary bytes but one.
    fn texts_with(stops: &[u8]) -> Vec<Vec<u8>> {
        let mut texts = Vec::new();
        for length in 0..80 {
            let ordinary: Vec<u8> = "Ab9é\x01-_.:".bytes().cycle().take(length).collect();
            for at in 0..length {
                let mut text = ordinary.clone();
                text[at] = stops[(length + at) % stops.len()];
                texts.push(text);
            }
            texts.push(ordinary);
        }
        texts
    }

    fn first_of(text: &[u8], from: usize, stops: &[u8]) -> usize {
        (from..text.len()).find(|&at| stops.contains(&text[at])).unwrap_or(text.len())
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn text_and_quoted_values_end_at_the_first_delimiter_or_nul() {
        for text in texts_with(b"<&\0") {
            for from in [0, text.len() / 2, text.len()] {
                let end = first_of(&text, from, b"<&\0");
                assert_eq!(text_end(&text, from, text.contains(&0)), end, "{text:?} {from}");
            }
        }
        for text in texts_with(b"'&\0") {
            let end = first_of(&text, 0, b"'&\0");
            assert_eq!(quoted_value_end(&text, 0, b'\'', text.contains(&0)), end, "{text:?}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn names_and_unquoted_values_never_run_past_their_end() {
        for text in texts_with(b" \t\n\x0C/>=\0\"'<") {
            let mut at = 0;
            let end = first_of(&text, 0, b" \t\n\x0C/>=\0\"'<");
            while at < end {
                let found = name_end(&text, at);
                assert!(at <= found && found <= end, "{text:?}");
                at = found + usize::from(found < end);
            }
        }
        for text in texts_with(b" \t\n\x0C>&\0\"'<=`") {
            let end = first_of(&text, 0, b" \t\n\x0C>&\0\"'<=`");
            assert!(unquoted_value_end(&text, 0) <= end, "{text:?}");
        }
    }

    #[test]
    fn runs_end_at_the_first_byte_that_does_not_belong_to_them() {
        let text = b"class=\"a\" and more text";
        assert_eq!(name_end(text, 0), 5);
        for end in 0..20 {
            let text = ["a".repeat(end), ">".into()].concat();
            assert_eq!(name_end(text.as_bytes(), 0), end);
            assert_eq!(unquoted_value_end(text.as_bytes(), 0), end);
            assert_eq!(name_end(&text.as_bytes()[..end], 0), end);
        }
        assert_eq!(whitespace_end(b" \t\n\x0C\r\x0Bx", 0), 5);
        assert_eq!(end_of_repeated(b"--->", 0, b'-'), 3);
    }
}
