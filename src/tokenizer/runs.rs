//! Where runs of characters end: found eight bytes at a time, because most runs are short.

use memchr::{memchr2, memchr3};

/// Ends a tag name.
const TAG_NAME_END: u8 = 1;
/// Ends an attribute name or is an error in it.
const ATTRIBUTE_NAME_END: u8 = 2;
/// Ends an unquoted attribute value, starts a reference in it or is an error in it.
const UNQUOTED_END: u8 = 4;

/// What each byte does to the runs.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let all = b"\t\n\x0C >\0";
    let mut i = 0;
    while i < all.len() {
        classes[all[i] as usize] = TAG_NAME_END | ATTRIBUTE_NAME_END | UNQUOTED_END;
        i += 1;
    }
    classes[b'/' as usize] = TAG_NAME_END | ATTRIBUTE_NAME_END;
    let in_attributes = b"\"'<=";
    i = 0;
    while i < in_attributes.len() {
        classes[in_attributes[i] as usize] = ATTRIBUTE_NAME_END | UNQUOTED_END;
        i += 1;
    }
    classes[b'`' as usize] = UNQUOTED_END;
    classes[b'&' as usize] = UNQUOTED_END;
    classes
}

/// The first `<`, `&` or NUL from `from` on, or the end.
#[inline]
pub(super) fn text_end(bytes: &[u8], from: usize) -> usize {
    let hits = |word| equal(word, b'<') | equal(word, b'&') | equal(word, 0);
    match search(bytes, from, hits) {
        Ok(found) => found,
        Err(at) => memchr3(b'<', b'&', 0, &bytes[at..]).map_or(bytes.len(), |found| at + found),
    }
}

/// The first `quote`, `&` or NUL from `from` on, or the end.
#[inline]
pub(super) fn quoted_end(bytes: &[u8], from: usize, quote: u8) -> usize {
    let hits = |word| equal(word, quote) | equal(word, b'&') | equal(word, 0);
    match search(bytes, from, hits) {
        Ok(found) => found,
        Err(at) => memchr3(quote, b'&', 0, &bytes[at..]).map_or(bytes.len(), |found| at + found),
    }
}

/// The first `byte` or NUL from `from` on, or the end.
#[inline]
pub(super) fn byte_or_null(bytes: &[u8], from: usize, byte: u8) -> usize {
    memchr2(byte, 0, &bytes[from..]).map_or(bytes.len(), |found| from + found)
}

/// The first `?` or `>` from `from` on, or the end.
pub(super) fn question_or_greater_than(bytes: &[u8], from: usize) -> usize {
    memchr2(b'?', b'>', &bytes[from..]).map_or(bytes.len(), |found| from + found)
}

/// The first `-`, `<` or NUL from `from` on, or the end.
#[inline]
pub(super) fn hyphen_or_less_than_or_null(bytes: &[u8], from: usize) -> usize {
    memchr3(b'-', b'<', 0, &bytes[from..]).map_or(bytes.len(), |found| from + found)
}

/// The first of `bytes` from `from` on that is not `byte`, or the end.
pub(super) fn end_of_repeated(bytes: &[u8], from: usize, byte: u8) -> usize {
    bytes[from..].iter().position(|&next| next != byte).map_or(bytes.len(), |found| from + found)
}

/// The first byte that `is_inside` does not hold for from `from` on, or the end.
pub(super) fn end_of(bytes: &[u8], from: usize, is_inside: impl Fn(&u8) -> bool) -> usize {
    bytes[from..].iter().position(|byte| !is_inside(byte)).map_or(bytes.len(), |found| from + found)
}

/// The first byte from `from` on that is not white space, or the end.
#[inline]
pub(super) fn white_space_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(b'\t' | b'\n' | b'\x0C' | b' ') = bytes.get(at) {
        at += 1;
    }
    at
}

/// The end of the run of a tag name: white space, `/`, `>`, NUL or the end.
#[inline]
pub(super) fn tag_name_end(bytes: &[u8], from: usize) -> usize {
    class_end(bytes, from, TAG_NAME_END, below_hyphen_or_solidus_or_angle)
}

/// The end of the run of an attribute name: white space, `/`, `>`, `=`, NUL, `"`, `'`, `<` or the end.
#[inline]
pub(super) fn attribute_name_end(bytes: &[u8], from: usize) -> usize {
    class_end(bytes, from, ATTRIBUTE_NAME_END, below_hyphen_or_solidus_or_angle)
}

/// The end of the run of an unquoted attribute value: white space, `>`, `&`, NUL, `"`, `'`, `<`, `=`, `` ` `` or the
/// end.
#[inline]
pub(super) fn unquoted_end(bytes: &[u8], from: usize) -> usize {
    let hits = |word| below(word, b'(') | below(word ^ (EACH * b'<' as u64), 4) | equal(word, b'`');
    class_end(bytes, from, UNQUOTED_END, hits)
}

/// Marks the bytes of names that are seldom anything but their end: all below `-`, `/`, and `<`, `=`, `>`, `?`.
#[inline]
fn below_hyphen_or_solidus_or_angle(word: u64) -> u64 {
    below(word, b'-') | equal(word, b'/') | below(word ^ (EACH * b'<' as u64), 4)
}

/// The first byte of the class from `from` on, or the end. `candidates` marks at least the bytes of the class.
#[inline]
fn class_end(bytes: &[u8], from: usize, class: u8, candidates: impl Fn(u64) -> u64) -> usize {
    let mut at = from;
    while let Some(word) = word_at(bytes, at) {
        let hits = candidates(word);
        if hits == 0 {
            at += 8;
            continue;
        }
        at += first(hits);
        if CLASSES[bytes[at] as usize] & class != 0 {
            return at;
        }
        at += 1;
    }
    while at < bytes.len() && CLASSES[bytes[at] as usize] & class == 0 {
        at += 1;
    }
    at
}

/// Looks at up to [`WORDS`] words from `from` on: the first byte that `hits` marks, or how far none was found.
#[inline]
fn search(bytes: &[u8], from: usize, hits: impl Fn(u64) -> u64) -> Result<usize, usize> {
    let mut at = from;
    for _ in 0..WORDS {
        let Some(word) = word_at(bytes, at) else { break };
        let hits = hits(word);
        if hits != 0 {
            return Ok(at + first(hits));
        }
        at += 8;
    }
    Err(at)
}

/// How many words are looked at before a call of `memchr` is worth its price.
const WORDS: usize = 4;

/// A one in every byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The eight bytes from `at` on, the first the least significant.
#[inline]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let window = bytes.get(at..at + 8)?;
    Some(u64::from_le_bytes(window.try_into().expect("eight bytes")))
}

/// Marks the bytes less than `bound`, which is at most 0x80. Marks are right up to the first; after it they may be
/// too many, which is why only [`first`] may be asked of them.
#[inline]
const fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(EACH * bound as u64) & !word & (0x80 * EACH)
}

/// Marks the bytes equal to `byte`, as [`below`] does.
#[inline]
const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (EACH * byte as u64), 1)
}

/// The index of the first marked byte.
#[inline]
const fn first(hits: u64) -> usize {
    hits.trailing_zeros() as usize / 8
}
