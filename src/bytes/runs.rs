//! Where runs of characters end: found eight or sixty-four bytes at a time, because most runs are
//! short.

use memchr::{memchr2, memchr3};

use crate::bytes::lanes::{self, WINDOW};
use crate::names::Packed;
use crate::steps;

/// The first `<`, `&` or NUL from `from` on, or the end.
#[inline(always)]
pub(crate) fn text_end(bytes: &[u8], has_nulls: bool, from: usize) -> usize {
    end_before(bytes, has_nulls, from, b'<')
}

/// The first `quote`, `&` or NUL from `from` on, or the end.
#[inline(always)]
pub(crate) fn quoted_end(bytes: &[u8], has_nulls: bool, from: usize, quote: u8) -> usize {
    end_before(bytes, has_nulls, from, quote)
}

/// The first `byte`, `&` or NUL from `from` on, or the end. Without `has_nulls` there is no NUL.
#[inline(always)]
fn end_before(bytes: &[u8], has_nulls: bool, from: usize, byte: u8) -> usize {
    let end = if has_nulls { Err(from) } else { search(bytes, from, byte) };
    let end = match end {
        Ok(found) => found,
        Err(at) => memchr3(byte, b'&', 0, &bytes[at..]).map_or(bytes.len(), |found| at + found),
    };
    counted(from, end)
}

/// The first `byte` or NUL from `from` on, or the end.
#[inline]
pub(crate) fn byte_or_null(bytes: &[u8], from: usize, byte: u8) -> usize {
    counted(from, memchr2(byte, 0, &bytes[from..]).map_or(bytes.len(), |found| from + found))
}

/// The first `?` or `>` from `from` on, or the end.
pub(crate) fn question_or_greater_than(bytes: &[u8], from: usize) -> usize {
    counted(from, memchr2(b'?', b'>', &bytes[from..]).map_or(bytes.len(), |found| from + found))
}

/// The first `-`, `<` or NUL from `from` on, or the end.
#[inline]
pub(crate) fn hyphen_or_less_than_or_null(bytes: &[u8], from: usize) -> usize {
    counted(from, memchr3(b'-', b'<', 0, &bytes[from..]).map_or(bytes.len(), |found| from + found))
}

/// The first of `bytes` from `from` on that is not `byte`, or the end.
pub(crate) fn end_of_repeated(bytes: &[u8], from: usize, byte: u8) -> usize {
    counted(
        from,
        bytes[from..]
            .iter()
            .position(|&next| next != byte)
            .map_or(bytes.len(), |found| from + found),
    )
}

/// The first byte that `is_inside` does not hold for from `from` on, or the end.
pub(crate) fn end_of(bytes: &[u8], from: usize, is_inside: impl Fn(&u8) -> bool) -> usize {
    counted(
        from,
        bytes[from..]
            .iter()
            .position(|byte| !is_inside(byte))
            .map_or(bytes.len(), |found| from + found),
    )
}

/// The first byte from `from` on that is not white space, or the end.
#[inline(always)]
pub(crate) fn white_space_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(b'\t' | b'\n' | b'\x0C' | b' ') = bytes.get(at) {
        at += 1;
    }
    counted(from, at)
}

/// Where the run of a tag name or attribute name may end: the first byte from `from` on that is
/// below `-`, a `/`, or one of `<`, `=`, `>` and `?`, all of which are seldom part of a name. Near
/// the end of the bytes it is any byte.
#[inline(always)]
pub(crate) fn name_end(bytes: &[u8], from: usize) -> usize {
    run_end(bytes, from, after_name)
}

/// Finds what [`name_end`] looks for, as [`below`] does.
#[inline(always)]
const fn after_name(word: u64) -> u64 {
    below(word, b'-') | equal(word, b'/') | below(word ^ (EACH * b'<' as u64), 4)
}

/// Where the run of an unquoted attribute value may end: the first byte from `from` on that is
/// below `(`, a `` ` ``, or one of `<`, `=`, `>` and `?`. Near the end of the bytes it is any byte.
#[inline(always)]
pub(crate) fn unquoted_end(bytes: &[u8], from: usize) -> usize {
    run_end(bytes, from, |word| {
        below(word, b'(') | equal(word, b'`') | below(word ^ (EACH * b'<' as u64), 4)
    })
}

/// What the eight bytes of `word` start with, and its length: one to seven letters up to a byte of
/// ASCII that is none, nor `@` or another of the signs among the letters. `None` if there is none
/// among them or nothing before it.
#[inline(always)]
pub(crate) fn letters_in(word: u64) -> Option<(Packed, usize)> {
    // Of ASCII, that bit is set from `@` on.
    let end = !word & (0x40 * EACH);
    let lowest = end & end.wrapping_neg();
    let length = first(end);
    (1..8).contains(&length).then(|| (Packed::short(word & ((lowest >> 6) - 1)), length))
}

/// The first byte from `from` on that `find` finds, or the first of the last few bytes.
#[inline(always)]
fn run_end(bytes: &[u8], from: usize, find: impl Fn(u64) -> u64) -> usize {
    let mut at = from;
    while let Some(word) = word_at(bytes, at) {
        let found = marks(word, find(word));
        if found != 0 {
            return counted(from, at + first(found));
        }
        at += 8;
    }
    counted(from, at)
}

/// The end of a run that was looked for from `from` on.
#[inline(always)]
fn counted(from: usize, end: usize) -> usize {
    steps::count(end - from);
    end
}

/// Looks at up to [`WINDOWS`] windows from `from` on: the first byte that is `byte` or `&`, or the
/// end, or how far there is neither.
#[inline(always)]
fn search(bytes: &[u8], from: usize, byte: u8) -> Result<usize, usize> {
    let mut at = from;
    for _ in 0..WINDOWS {
        let Some(window) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
            return Ok(search_last(bytes, at, byte));
        };
        let found = lanes::any_of(window, [byte, b'&']);
        if found != 0 {
            return Ok(at + found.trailing_zeros() as usize);
        }
        at += WINDOW;
    }
    Err(at)
}

/// The same for less than a window, out of the way.
#[inline(never)]
fn search_last(bytes: &[u8], from: usize, byte: u8) -> usize {
    lanes::first_of_last(bytes, from, [byte, b'&'])
}

/// How many windows are looked at before a call of `memchr` is worth its price.
const WINDOWS: usize = 4;

/// A one in every byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The eight bytes from `at` on, the first the least significant.
#[inline(always)]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().copied().map(u64::from_le_bytes)
}

/// Of what [`below`] and [`equal`] gave, joined by `|`, what counts: one mark for each byte of
/// `word`. Marks are right up to the first; after it they may be too many, which is why only
/// [`first`] may be asked of them.
#[inline(always)]
const fn marks(word: u64, found: u64) -> u64 {
    found & !word & (0x80 * EACH)
}

/// Finds the bytes less than `bound`, which is at most 0x80. Only what [`marks`] lets through
/// counts.
#[inline(always)]
const fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(EACH * bound as u64)
}

/// Finds the bytes equal to `byte`, which is in ASCII, as [`below`] does.
#[inline(always)]
const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (EACH * byte as u64), 1)
}

/// The index of the first marked byte.
#[inline(always)]
const fn first(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of all lengths up to a few windows, of which every byte is ordinary but one.
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
    fn texts_and_values_end_at_the_first_byte_that_ends_them() {
        for text in texts_with(b"<&\0") {
            for from in [0, text.len() / 2, text.len()] {
                let end = first_of(&text, from, b"<&\0");
                assert_eq!(text_end(&text, text.contains(&0), from), end, "{text:?} {from}");
            }
        }
        for text in texts_with(b"'&\0") {
            let end = first_of(&text, 0, b"'&\0");
            assert_eq!(quoted_end(&text, text.contains(&0), 0, b'\''), end, "{text:?}");
        }
    }

    #[test]
    fn names_and_unquoted_values_end_no_later_than_at_what_ends_them_and_always_go_on() {
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
            assert!(unquoted_end(&text, 0) <= end, "{text:?}");
        }
    }

    #[test]
    fn a_short_name_is_found_at_once() {
        let text = b"class=\"a\" and more text";
        assert_eq!(name_end(text, 0), 5);
        assert_eq!(white_space_end(b" \t\n\x0C \x0Bx", 0), 5);
        assert_eq!(end_of_repeated(b"--->", 0, b'-'), 3);
    }
}
