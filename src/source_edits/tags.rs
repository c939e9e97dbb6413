//! Patches in a start tag: the rules for attributes, by offsets from the start of the tag.

use std::ops::Range;

use crate::markup::AttributeRanges;

/// Returns the patch that replaces the value of an attribute, and keeps its quotation marks if it
/// can.
pub(crate) fn value_patch(
    tag: &str,
    ranges: AttributeRanges,
    value: &str,
) -> (Range<usize>, String) {
    let quoted = || format!("\"{}\"", escaped_value(value, b'"'));
    let Some((start, end)) = ranges.value else {
        return (ranges.name.1..ranges.end, format!("={}", quoted()));
    };
    (start..end, part_of_value(tag, ranges, value).unwrap_or_else(quoted))
}

/// Returns a text as it is written in the value of an attribute; `None` if it needs quotation marks
/// that are not there.
pub(crate) fn part_of_value(tag: &str, ranges: AttributeRanges, text: &str) -> Option<String> {
    let (start, end) = ranges.value?;
    // An unquoted value ends with the attribute, a quoted one before its second mark.
    let quote = quote_of(tag.as_bytes()[start - 1]).filter(|_| end < ranges.end);
    let is_taken = quote.is_some() || can_be_unquoted(text);
    is_taken.then(|| escaped_value(text, quote.unwrap_or(UNQUOTED)))
}

/// Returns the quotation mark of a value that is not empty, if it has one. `before` is the byte
/// before it: an unquoted value comes after `=` or whitespace.
fn quote_of(before: u8) -> Option<u8> {
    matches!(before, b'"' | b'\'').then_some(before)
}

/// Whether a value that comes after this byte takes a text without quotation marks of its own.
#[cfg(feature = "stream")]
pub(crate) fn takes_part(before: u8, text: &str) -> bool {
    quote_of(before).is_some() || can_be_unquoted(text)
}

/// Returns a text as it is written in a value that comes after this byte, and that takes it.
#[cfg(feature = "stream")]
pub(crate) fn part_after(before: u8, text: String) -> String {
    let quote = quote_of(before).unwrap_or(UNQUOTED);
    match memchr::memchr3(b'&', b'\r', quote, text.as_bytes()) {
        Some(_) => escaped_value(&text, quote),
        None => text,
    }
}

/// In place of the quotation mark of a value: nothing is escaped as that mark.
const UNQUOTED: u8 = b'\0';

/// Returns the patch that removes an attribute, with the whitespace and slashes before it. The
/// texts before and after it stay apart.
pub(crate) fn removal(tag: &str, ranges: AttributeRanges) -> (Range<usize>, &'static str) {
    let (before, after) = (&tag[..ranges.last_end], &tag[ranges.end..]);
    let separator = match after.as_bytes().first() {
        // A name that starts with `=` would be the value of the attribute before it, if only
        // whitespace were between them.
        _ if after.trim_ascii_start().starts_with('=') => " /",
        // An unquoted value before it would take in the slash.
        Some(b'/') if before.contains('=') => " ",
        Some(b'/' | b'>') => "",
        Some(byte) if byte.is_ascii_whitespace() => "",
        _ => " ",
    };
    (ranges.last_end..ranges.end, separator)
}

/// Returns the place for new attributes in a start tag of this name, and the text before them.
/// `last` is its last attribute, if it has any, and whether another patch replaces or removes it.
pub(crate) fn insertion(name: &str, last: Option<(AttributeRanges, bool)>) -> (usize, String) {
    let Some((last, is_patched)) = last else { return ("<".len() + name.len(), String::new()) };
    // An attribute written after `a=` would be its value.
    let lacks_value = last.value.is_none() && last.end > last.name.1 && !is_patched;
    (last.end, if lacks_value { "\"\"".to_owned() } else { String::new() })
}

/// Appends an attribute in double quotation marks.
pub(crate) fn push_attribute(text: &mut String, name: &str, value: &str) {
    text.reserve(name.len() + value.len() + " =\"\"".len());
    text.push(' ');
    text.push_str(name);
    text.push_str("=\"");
    push_escaped(text, value, b'"');
    text.push('"');
}

/// Returns an attribute value with `&`, the quotation mark and carriage returns as references.
fn escaped_value(value: &str, quote: u8) -> String {
    let mut escaped = String::with_capacity(value.len());
    push_escaped(&mut escaped, value, quote);
    escaped
}

/// Appends the result of [`escaped_value`].
fn push_escaped(escaped: &mut String, value: &str, quote: u8) {
    let first_escaped = memchr::memchr3(b'&', b'\r', quote, value.as_bytes());
    let first_escaped = first_escaped.unwrap_or(value.len());
    escaped.push_str(&value[..first_escaped]);
    for c in value[first_escaped..].chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '\r' => escaped.push_str("&#13;"),
            '"' if quote == b'"' => escaped.push_str("&quot;"),
            '\'' if quote == b'\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
}

/// Whether a value needs no quotation marks.
///
/// <https://html.spec.whatwg.org/#unquoted>
fn can_be_unquoted(value: &str) -> bool {
    let is_special =
        |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '=' | '<' | '>' | '`');
    !value.is_empty() && !value.contains(is_special)
}
