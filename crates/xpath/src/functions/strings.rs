//! Functions of strings. Characters are code points, and positions start at 1.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#section-String-Functions>

use std::borrow::Cow;
use std::collections::HashMap;

use crate::names::WHITESPACE;
use crate::number::round;

/// Returns a part of a text, without a copy if the text is borrowed.
fn part<'e>(text: Cow<'e, str>, range: std::ops::Range<usize>) -> Cow<'e, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[range]),
        Cow::Owned(mut text) => {
            text.truncate(range.end);
            text.drain(..range.start);
            Cow::Owned(text)
        }
    }
}

/// `substring-before()`
pub(super) fn before<'e>(text: Cow<'e, str>, end: &str) -> Cow<'e, str> {
    let end = text.find(end).unwrap_or(0);
    part(text, 0..end)
}

/// `substring-after()`
pub(super) fn after<'e>(text: Cow<'e, str>, start: &str) -> Cow<'e, str> {
    let length = text.len();
    let start = text.find(start).map_or(length, |at| at + start.len());
    part(text, start..length)
}

/// `substring()`: "the characters … for which the position of the character is greater than or
/// equal to the rounded value of the second argument and, if the third argument is specified, less
/// than the sum of the rounded value of the second argument and the rounded value of the third
/// argument".
pub(super) fn substring<'e>(text: Cow<'e, str>, start: f64, length: Option<f64>) -> Cow<'e, str> {
    let first = round(start);
    let end = length.map_or(f64::INFINITY, |length| first + round(length));
    let mut range = None;
    for (index, (at, character)) in text.char_indices().enumerate() {
        let position = (index + 1) as f64;
        if position >= first && position < end {
            let start = range.map_or(at, |(start, _)| start);
            range = Some((start, at + character.len_utf8()));
        } else if range.is_some() {
            break;
        }
    }
    let (start, end) = range.unwrap_or((0, 0));
    part(text, start..end)
}

/// `normalize-space()`
pub(super) fn normalize_space(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let is_normal = !text.starts_with(WHITESPACE)
        && !text.ends_with(WHITESPACE)
        && !text.bytes().any(|byte| is_space(byte) && byte != b' ')
        && !text.contains("  ");
    if is_normal {
        return text;
    }
    let mut normal = String::with_capacity(text.len());
    for word in text.split(WHITESPACE).filter(|word| !word.is_empty()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    Cow::Owned(normal)
}

/// `translate()`: each character of `from` becomes the one at its place in `to`, or is removed. "If
/// a character occurs more than once in the second argument string, then the first occurrence
/// determines the replacement character."
pub(super) fn translate<'e>(text: Cow<'e, str>, from: &str, to: &str) -> Cow<'e, str> {
    let mut replacements = HashMap::new();
    let mut to = to.chars();
    for character in from.chars() {
        let replacement = to.next();
        replacements.entry(character).or_insert(replacement);
    }
    if !text.contains(|character| replacements.contains_key(&character)) {
        return text;
    }
    let replace = |character| match replacements.get(&character) {
        Some(replacement) => *replacement,
        None => Some(character),
    };
    Cow::Owned(text.chars().filter_map(replace).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_rounded_and_may_lie_outside() {
        let cases = [
            (1.5, Some(2.6), "234"),
            (0.0, Some(3.0), "12"),
            (f64::NAN, Some(3.0), ""),
            (1.0, Some(f64::NAN), ""),
            (-42.0, Some(f64::INFINITY), "12345"),
            (f64::NEG_INFINITY, Some(f64::INFINITY), ""),
            (2.0, None, "2345"),
            (9.0, None, ""),
        ];
        for (start, length, expected) in cases {
            assert_eq!(substring("12345".into(), start, length), expected, "{start} {length:?}");
            assert_eq!(substring(Cow::Owned("12345".into()), start, length), expected);
        }
        assert_eq!(substring("äöü€".into(), 2.0, Some(2.0)), "öü");
    }

    #[test]
    fn the_first_of_two_replacements_counts() {
        assert_eq!(translate("--aaa--".into(), "abca-", "ABCX"), "AAA");
        assert_eq!(translate("bar".into(), "abc", "ABC"), "BAr");
        assert!(matches!(translate("xyz".into(), "abc", "ABC"), Cow::Borrowed("xyz")));
    }

    #[test]
    fn what_is_normal_is_not_copied() {
        assert!(matches!(normalize_space("a b".into()), Cow::Borrowed("a b")));
        assert_eq!(normalize_space(" a \n\t b ".into()), "a b");
        assert_eq!(normalize_space("a\u{A0} b".into()), "a\u{A0} b");
        assert_eq!(normalize_space(" \n".into()), "");
    }
}
