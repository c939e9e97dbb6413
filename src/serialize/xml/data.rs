//! Text, comments and other data, with the characters that XML allows.
//!
//! <https://www.w3.org/TR/xml/#NT-Char>

use std::borrow::Cow;

use crate::serialize::output::Output;

use super::options::XmlOptions;

/// Returns the text that stands for a character that XML doesn't allow; `None` if it is allowed.
///
/// "The tool may replace any U+000C FORM FEED (FF) character with a U+0020 SPACE character, and any
/// other literal non-XML character with a U+FFFD REPLACEMENT CHARACTER."
///
/// <https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset>
fn replacement(c: char, options: &XmlOptions) -> Option<&'static str> {
    match c {
        '\u{C}' => Some(" "),
        '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'.. => None,
        _ => Some(if options.replace_characters { "\u{FFFD}" } else { "" }),
    }
}

/// Writes text, escaped.
pub(super) fn write_text<O: Output>(
    text: &str,
    options: &XmlOptions,
    out: &mut O,
) -> Result<(), O::Error> {
    write_escaped(text, out, |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        // The parser would turn it into a line feed.
        '\r' => Some("&#xD;"),
        _ => replacement(c, options),
    })
}

/// Writes an attribute value, escaped, without its quotes.
pub(super) fn write_value<O: Output>(
    value: &str,
    options: &XmlOptions,
    out: &mut O,
) -> Result<(), O::Error> {
    write_escaped(value, out, |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        // The parser would turn them into spaces.
        '\t' => Some("&#x9;"),
        '\n' => Some("&#xA;"),
        '\r' => Some("&#xD;"),
        _ => replacement(c, options),
    })
}

fn write_escaped<O: Output>(
    text: &str,
    out: &mut O,
    escape: impl Fn(char) -> Option<&'static str>,
) -> Result<(), O::Error> {
    let mut written = 0;
    for (at, c) in text.char_indices() {
        if let Some(escaped) = escape(c) {
            out.write_escapable(&text[written..at])?;
            out.write_escapable(escaped)?;
            written = at + c.len_utf8();
        }
    }
    out.write_escapable(&text[written..])
}

/// Returns a text without the characters that XML doesn't allow.
pub(super) fn coerced<'t>(text: &'t str, options: &XmlOptions) -> Cow<'t, str> {
    if text.chars().all(|c| replacement(c, options).is_none()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match replacement(c, options) {
            Some(replacement) => out.push_str(replacement),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns the data of a comment as XML allows it: with a space between two hyphens, and after one
/// at the end.
pub(super) fn coerced_comment<'t>(data: &'t str, options: &XmlOptions) -> Cow<'t, str> {
    let data = coerced(data, options);
    if !data.contains("--") && !data.ends_with('-') {
        return data;
    }
    let mut out = String::with_capacity(data.len() + 8);
    for c in data.chars() {
        if c == '-' && out.ends_with('-') {
            out.push(' ');
        }
        out.push(c);
    }
    if out.ends_with('-') {
        out.push(' ');
    }
    Cow::Owned(out)
}

/// Returns the data of a processing instruction as XML allows it: with a space in `?>`.
pub(super) fn coerced_instruction<'t>(data: &'t str, options: &XmlOptions) -> Cow<'t, str> {
    let data = coerced(data, options);
    if data.contains("?>") { Cow::Owned(data.replace("?>", "? >")) } else { data }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_in_comments_are_put_apart() {
        for (data, expected) in [
            ("a-b", "a-b"),
            ("a--b", "a- -b"),
            ("---", "- - - "),
            ("-", "- "),
            (">", ">"),
            ("a\u{C}\u{1}", "a \u{FFFD}"),
        ] {
            assert_eq!(coerced_comment(data, &XmlOptions::new()), expected);
        }
        let options = XmlOptions::new().replace_characters(false);
        assert_eq!(coerced_comment("-\u{1}-", &options), "- - ");
    }

    #[test]
    fn what_the_xml_parser_would_change_is_written_as_a_reference() {
        let mut out = String::new();
        let Ok(()) = write_value("\t\n\r \"'<>&\u{C}\u{B}\u{FFFE}", &XmlOptions::new(), &mut out);
        assert_eq!(out, "&#x9;&#xA;&#xD; &quot;'&lt;&gt;&amp; \u{FFFD}\u{FFFD}");
        out.clear();
        let Ok(()) = write_text("\t\n\r]]>\"\u{7F}", &XmlOptions::new(), &mut out);
        assert_eq!(out, "\t\n&#xD;]]&gt;\"\u{7F}");
    }
}
