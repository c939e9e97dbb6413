//! Attributes as a token writer writes them.

use crate::names::known;
use crate::names::{LocalName, Packed};

use super::WriterOptions;
use super::writer_options::Quotes;

/// An attribute to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeText<'a> {
    /// `xlink` in `xlink:href`.
    pub(super) prefix: Option<&'static str>,
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}

impl AttributeText<'_> {
    /// Whether it has this name and no prefix.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.prefix.is_none() && self.name == name
    }
}

/// The number of a known name; that of no name for any other.
pub(super) fn known_name(name: &str) -> LocalName {
    Packed::new(name.as_bytes(), 0, name.len())
        .and_then(Packed::known_name)
        .unwrap_or(known::NO_NAME)
}

/// Writes the attributes of a tag, each after a space. Returns whether the last one ends with a
/// value without quotes.
pub(super) fn write_attributes(
    attributes: &[AttributeText<'_>],
    options: &WriterOptions,
    out: &mut String,
) -> bool {
    let mut is_unquoted = false;
    let mut rest = attributes.iter().peekable();
    while let Some(attribute) = rest.next() {
        // Behind a name alone, the next name's `=` would be taken for the one before a value.
        let needs_value =
            rest.peek().is_some_and(|next| next.prefix.is_none() && next.name.starts_with('='));
        is_unquoted = write_attribute(attribute, needs_value, options, out);
    }
    is_unquoted
}

/// Writes an attribute. Returns whether it ends with a value without quotes.
fn write_attribute(
    attribute: &AttributeText<'_>,
    needs_value: bool,
    options: &WriterOptions,
    out: &mut String,
) -> bool {
    let AttributeText { prefix, name, value } = *attribute;
    out.push(' ');
    if let Some(prefix) = prefix {
        out.push_str(prefix);
        out.push(':');
    }
    out.push_str(name);
    let says_nothing = (options.leave_out_empty_values && value.is_empty())
        || (options.leave_out_boolean_values && prefix.is_none() && is_boolean(name, value));
    if says_nothing && !needs_value {
        return false;
    }
    out.push('=');
    if !options.always_quote && !needs_quotes(value) {
        escape_into(value, None, options, out);
        return true;
    }
    let quote = match options.quotes {
        Quotes::Double => b'"',
        Quotes::Single => b'\'',
        Quotes::Either if value.contains('"') && !value.contains('\'') => b'\'',
        Quotes::Either => b'"',
    };
    out.push(quote as char);
    escape_into(value, Some(quote), options, out);
    out.push(quote as char);
    false
}

/// Whether a value can't be written without quotes. A `<` can, since it is escaped.
///
/// <https://html.spec.whatwg.org/#unquoted>
fn needs_quotes(value: &str) -> bool {
    let needs =
        |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'=' | b'>' | b'`');
    value.is_empty() || value.bytes().any(needs)
}

/// Writes text or a value with what can't stand there replaced. No-break spaces stay as they are,
/// unlike in the standard's serialization: the reference is longer.
pub(super) fn escape_into(
    text: &str,
    quote: Option<u8>,
    options: &WriterOptions,
    out: &mut String,
) {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let replacement = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' if quote == Some(b'"') => "&quot;",
            b'\'' if quote == Some(b'\'') => "&#39;",
            // The parser would make a line feed of it. In a conforming document there is none.
            b'\r' if !options.assume_conforming => "&#13;",
            _ => continue,
        };
        out.push_str(&text[written..at]);
        out.push_str(replacement);
        written = at + 1;
    }
    out.push_str(&text[written..]);
}

/// Whether this is a boolean attribute whose value is its name.
///
/// <https://html.spec.whatwg.org/#boolean-attributes>
fn is_boolean(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case(value) && BOOLEAN.binary_search(&name).is_ok()
}

/// The boolean attributes of the standard, those it has as obsolete, `hidden`, which once was one,
/// and `irrelevant`, what that was called in drafts. In order.
#[rustfmt::skip]
const BOOLEAN: &[&str] = &[
    "allowfullscreen", "async", "autofocus", "autoplay", "checked", "compact", "controls", "declare", "default",
    "defer", "disabled", "formnovalidate", "hidden", "inert", "irrelevant", "ismap", "itemscope", "loop", "multiple",
    "muted", "nohref", "nomodule", "noresize", "noshade", "novalidate", "nowrap", "open", "playsinline", "readonly",
    "required", "reversed", "selected", "shadowrootclonable", "shadowrootcustomelementregistry",
    "shadowrootdelegatesfocus", "shadowrootserializable", "truespeed", "typemustmatch",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn written(attributes: &[(&'static str, &'static str)], options: &WriterOptions) -> String {
        let attributes: Vec<AttributeText<'_>> = attributes
            .iter()
            .map(|&(name, value)| AttributeText { prefix: None, name, value })
            .collect();
        let mut out = String::new();
        write_attributes(&attributes, options, &mut out);
        out
    }

    #[test]
    fn the_boolean_attributes_are_in_order() {
        assert!(BOOLEAN.is_sorted());
    }

    #[test]
    fn a_value_has_quotes_only_where_it_needs_them() {
        let options = WriterOptions::new();
        for (value, expected) in [
            ("plain", " a=plain"),
            ("a/b?c&d", " a=a/b?c&amp;d"),
            ("", " a"),
            ("two words", " a=\"two words\""),
            ("`", " a=\"`\""),
            ("say \"so\"", " a='say \"so\"'"),
            ("it's", " a=\"it's\""),
            ("\"'", " a=\"&quot;'\""),
            ("\r", " a=\"&#13;\""),
            ("\u{A0}", " a=\u{A0}"),
        ] {
            assert_eq!(written(&[("a", value)], &options), expected);
        }
    }

    #[test]
    fn a_name_with_an_equals_sign_does_not_become_a_value() {
        let options = WriterOptions::new();
        assert_eq!(written(&[("a", ""), ("=b", "")], &options), " a=\"\" =b");
    }
}
