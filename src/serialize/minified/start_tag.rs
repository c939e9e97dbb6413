//! Writes start tags, with as few quotes as possible.

use crate::names::{ElementName, Namespace};
use crate::sorting;

use super::escape::escape_into;
use super::options::{MinifyOptions, Quotes};

/// An attribute to write.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeText<'a> {
    /// The prefix of a foreign attribute, such as `xlink` in `xlink:href`.
    pub(super) prefix: Option<&'static str>,
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}

impl AttributeText<'_> {
    /// Whether the attribute has this name and no prefix.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.prefix.is_none() && self.name == name
    }
}

/// Writes a start tag. `self_closing` is whether the tag of an element of SVG or MathML ends with
/// `/>`.
pub(super) fn write_start_tag(
    name: &str,
    element: ElementName,
    mut attributes: Vec<AttributeText<'_>>,
    self_closing: bool,
    options: &MinifyOptions,
    out: &mut String,
) {
    if options.sort_attributes {
        sorting::sort_by_key(&mut attributes, |attribute| (attribute.prefix, attribute.name));
    }
    out.push('<');
    out.push_str(name);
    let is_unquoted = write_attributes(&attributes, options, out);
    let is_foreign = element.namespace != Namespace::Html;
    let has_solidus =
        if is_foreign { self_closing } else { options.trailing_solidus && element.is_void() };
    if has_solidus {
        // Right after an unquoted value, the solidus would be a part of it.
        let needs_space = is_unquoted || options.trailing_solidus;
        out.push_str(if needs_space { " /" } else { "/" });
    }
    out.push('>');
}

/// Writes the attributes of a tag, each after a space. Returns whether the last one ends with an
/// unquoted value.
fn write_attributes(
    attributes: &[AttributeText<'_>],
    options: &MinifyOptions,
    out: &mut String,
) -> bool {
    let mut is_unquoted = false;
    let mut rest = attributes.iter().peekable();
    while let Some(attribute) = rest.next() {
        // After a name alone, a `=` at the start of the next name would start a value.
        let needs_value =
            rest.peek().is_some_and(|next| next.prefix.is_none() && next.name.starts_with('='));
        is_unquoted = write_attribute(attribute, needs_value, options, out);
    }
    is_unquoted
}

/// Writes a space and an attribute. Returns whether it ends with an unquoted value.
fn write_attribute(
    attribute: &AttributeText<'_>,
    needs_value: bool,
    options: &MinifyOptions,
    out: &mut String,
) -> bool {
    let AttributeText { prefix, name, value } = *attribute;
    out.push(' ');
    if let Some(prefix) = prefix {
        out.push_str(prefix);
        out.push(':');
    }
    out.push_str(name);
    let is_redundant = (options.leave_out_empty_values && value.is_empty())
        || (options.leave_out_boolean_values && prefix.is_none() && is_boolean(name, value));
    if is_redundant && !needs_value {
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

/// Whether a value has to be quoted. A `<` doesn't count, because it is escaped.
///
/// <https://html.spec.whatwg.org/#unquoted>
fn needs_quotes(value: &str) -> bool {
    let needs =
        |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'=' | b'>' | b'`');
    value.is_empty() || value.bytes().any(needs)
}

/// Whether the attribute is boolean and its value is its name.
///
/// <https://html.spec.whatwg.org/#boolean-attributes>
fn is_boolean(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case(value) && BOOLEAN.binary_search(&name).is_ok()
}

/// The boolean attributes of the standard, also the obsolete ones; `hidden`, which used to be
/// boolean; and `irrelevant`, its name in early drafts. Sorted, for the binary search.
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

    fn written(attributes: &[(&'static str, &'static str)], options: &MinifyOptions) -> String {
        let attributes: Vec<AttributeText<'_>> = attributes
            .iter()
            .map(|&(name, value)| AttributeText { prefix: None, name, value })
            .collect();
        let mut out = String::new();
        write_attributes(&attributes, options, &mut out);
        out
    }

    #[test]
    fn the_boolean_attributes_are_sorted() {
        assert!(BOOLEAN.is_sorted());
    }

    #[test]
    fn a_value_is_quoted_only_if_it_has_to_be() {
        let options = MinifyOptions::new();
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
    fn a_name_that_starts_with_an_equals_sign_does_not_become_a_value() {
        let options = MinifyOptions::new();
        assert_eq!(written(&[("a", ""), ("=b", "")], &options), " a=\"\" =b");
    }
}
