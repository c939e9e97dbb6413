//! The `charset` parameter of a `Content-Type` value, and whether its media type is one of XML.

use std::borrow::Cow;
use std::fmt;

/// The kind of a media type, which tells how the encoding of the document is decided. It is that of
/// [`Hints::content_type`](crate::Hints::content_type).
///
/// <https://mimesniff.spec.whatwg.org/#xml-mime-type>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MediaTypeKind {
    /// A type of XML under `text`, such as `text/xml`, which [`XmlRules::Rfc3023`] treats in its
    /// own way.
    ///
    /// [`XmlRules::Rfc3023`]: crate::encoding::XmlRules::Rfc3023
    TextXml,
    /// Any other type of XML, such as `application/xml` or `image/svg+xml`.
    OtherXml,
    /// Any other type, such as `text/html`, or no valid type.
    NotXml,
}

impl MediaTypeKind {
    /// Returns whether it is a type of XML.
    pub fn is_xml(self) -> bool {
        match self {
            MediaTypeKind::TextXml | MediaTypeKind::OtherXml => true,
            MediaTypeKind::NotXml => false,
        }
    }

    /// Returns the name of the variant in lowercase with hyphens, such as `"text-xml"`, for use in
    /// data.
    pub fn as_str(self) -> &'static str {
        match self {
            MediaTypeKind::TextXml => "text-xml",
            MediaTypeKind::OtherXml => "other-xml",
            MediaTypeKind::NotXml => "not-xml",
        }
    }
}

/// Prints a description in a few words.
impl fmt::Display for MediaTypeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MediaTypeKind::TextXml => "a media type of XML under text",
            MediaTypeKind::OtherXml => "a media type of XML",
            MediaTypeKind::NotXml => "not a media type of XML",
        })
    }
}

/// Returns the type and the subtype, after which parsing a MIME type cannot fail.
///
/// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
fn type_and_subtype(value: &str) -> Option<(&str, &str)> {
    let (type_name, rest) = value.trim_matches(is_http_whitespace).split_once('/')?;
    let subtype = split_before(rest, |c| c == ';').0.trim_end_matches(is_http_whitespace);
    (is_http_token(type_name) && is_http_token(subtype)).then_some((type_name, subtype))
}

/// Returns whether the value is a MIME type, with parameters or without.
///
/// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
pub(super) fn is_media_type(value: &str) -> bool {
    type_and_subtype(value).is_some()
}

/// Returns the kind of the media type. Besides the standard's types, RFC 3023 has types of external
/// entities and of document type definitions.
///
/// <https://mimesniff.spec.whatwg.org/#xml-mime-type>
pub(super) fn media_type_kind(value: &str) -> MediaTypeKind {
    let Some((type_name, subtype)) = type_and_subtype(value) else {
        return MediaTypeKind::NotXml;
    };
    if !is_xml_subtype(subtype, type_name) {
        return MediaTypeKind::NotXml;
    }
    if type_name.eq_ignore_ascii_case("text") {
        MediaTypeKind::TextXml
    } else {
        MediaTypeKind::OtherXml
    }
}

/// Returns whether the subtype, which is ASCII, is one of XML.
fn is_xml_subtype(subtype: &str, type_name: &str) -> bool {
    const SUFFIX: &str = "+xml";
    let suffix = subtype.len().checked_sub(SUFFIX.len()).and_then(|start| subtype.get(start..));
    if suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(SUFFIX)) {
        return true;
    }
    let is_application = type_name.eq_ignore_ascii_case("application");
    match subtype.to_ascii_lowercase().as_str() {
        "xml" | "xml-external-parsed-entity" => {
            is_application || type_name.eq_ignore_ascii_case("text")
        }
        "xml-dtd" => is_application,
        _ => false,
    }
}

/// Returns the `charset` parameter of a MIME type: the steps of "parse a MIME type" that it takes.
/// The parameter is returned as soon as it is found, since a second one would be ignored and
/// nothing after the subtype can make parsing fail.
///
/// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
pub(super) fn charset_parameter(value: &str) -> Option<Cow<'_, str>> {
    // Step 1: remove HTTP whitespace from both ends.
    let input = value.trim_matches(is_http_whitespace);

    // Steps 2, 3, 5 and 6: the type goes up to the first slash, which must be there.
    let (type_name, rest) = input.split_once('/')?;

    // Step 4: the type must be a token.
    if !is_http_token(type_name) {
        return None;
    }

    // Step 7: the subtype goes up to the first semicolon or the end.
    let (subtype, mut rest) = split_before(rest, |c| c == ';');

    // Steps 8 and 9: without whitespace at its end, the subtype must be a token.
    if !is_http_token(subtype.trim_end_matches(is_http_whitespace)) {
        return None;
    }

    // Step 10: the type and the subtype are not needed.

    // Steps 11 and 11.1: one parameter after another, each after a semicolon.
    while let Some(parameter) = rest.strip_prefix(';') {
        // Step 11.2: skip HTTP whitespace.
        let parameter = parameter.trim_start_matches(is_http_whitespace);

        // Step 11.3: the name goes up to a semicolon, an equals sign or the end.
        let (name, after_name) = split_before(parameter, |c| matches!(c, ';' | '='));
        rest = after_name;

        // Step 11.5: a name without a value, before a semicolon or the end, is skipped.
        let Some(after_equals_sign) = rest.strip_prefix('=') else {
            continue;
        };

        // Step 11.6: nothing follows the equals sign.
        if after_equals_sign.is_empty() {
            break;
        }

        // Steps 11.7 to 11.9: the value.
        let parameter_value = if after_equals_sign.starts_with('"') {
            // Steps 11.8.1 and 11.8.2: a quoted string; anything between it and the semicolon is
            // ignored.
            let (quoted, after_quoted) = collect_http_quoted_string(after_equals_sign);
            rest = split_before(after_quoted, |c| c == ';').1;
            quoted
        } else {
            // Step 11.9.1: anything up to the semicolon.
            let (unquoted, after_unquoted) = split_before(after_equals_sign, |c| c == ';');
            rest = after_unquoted;
            // Step 11.9.2: remove HTTP whitespace from its end.
            let unquoted = unquoted.trim_end_matches(is_http_whitespace);
            // Step 11.9.3: an empty value is ignored.
            if unquoted.is_empty() {
                continue;
            }
            Cow::Borrowed(unquoted)
        };

        // Steps 11.4 and 11.10: names are ASCII case-insensitive, and the first valid parameter of
        // a name is kept.
        if name.eq_ignore_ascii_case("charset")
            && parameter_value.chars().all(is_http_quoted_string_token)
        {
            return Some(parameter_value);
        }
    }

    // Step 12: the MIME type has no such parameter.
    None
}

/// Collects an HTTP quoted string and extracts its value: returns the value without quotes and
/// escapes, and the rest of the input. The input starts with the quotation mark.
///
/// <https://fetch.spec.whatwg.org/#collect-an-http-quoted-string>
fn collect_http_quoted_string(input: &str) -> (Cow<'_, str>, &str) {
    // Steps 1 to 4: skip the quotation mark.
    let mut rest = input.get(1..).unwrap_or_default();
    let mut value = Cow::Borrowed("");

    // Step 5: take runs without escapes, each ended by an escape, by the closing quotation mark or
    // by the end.
    loop {
        // Step 5.1: the run up to the next quotation mark or backslash.
        let (run, after_run) = split_before(rest, |c| matches!(c, '"' | '\\'));
        value += run;

        let mut after_run = after_run.chars();
        match after_run.next() {
            // Steps 5.3 to 5.5: a backslash gives the code point after it, or itself at the end of
            // the input.
            Some('\\') => {
                let escaped = after_run.next().unwrap_or('\\');
                value.to_mut().push(escaped);
                rest = after_run.as_str();
            }
            // Steps 5.2 and 5.6: the end of the input, or the closing quotation mark.
            _ => return (value, after_run.as_str()),
        }
    }
}

/// Splits the input before the first character for which `is_end` is true, or else at the end.
fn split_before(input: &str, is_end: fn(char) -> bool) -> (&str, &str) {
    input.split_at(input.find(is_end).unwrap_or(input.len()))
}

/// Returns whether the character is HTTP whitespace, which differs from ASCII whitespace: it has no
/// form feed.
///
/// <https://fetch.spec.whatwg.org/#http-whitespace>
fn is_http_whitespace(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t' | ' ')
}

/// Returns whether the text is not empty and consists of HTTP token code points.
///
/// <https://mimesniff.spec.whatwg.org/#http-token-code-point>
fn is_http_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_http_token_code_point)
}

/// Returns whether the character is an HTTP token code point.
///
/// <https://mimesniff.spec.whatwg.org/#http-token-code-point>
fn is_http_token_code_point(c: char) -> bool {
    match c {
        '!' | '#' | '$' | '%' | '&' | '\'' | '*' | '+' | '-' | '.' | '^' | '_' | '`' | '|'
        | '~' => true,
        _ => c.is_ascii_alphanumeric(),
    }
}

/// Returns whether the character is an HTTP quoted-string token code point.
///
/// <https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point>
fn is_http_quoted_string_token(c: char) -> bool {
    matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charset_parameter_follows_parse_a_mime_type() {
        let rows = [
            ("a plain parameter", "text/html;charset=euc-jp", Some("euc-jp")),
            ("the media type does not matter", "a/b;charset=euc-jp", Some("euc-jp")),
            ("no parameters", "text/html", None),
            (
                "step 1: whitespace around the value",
                "\t\r\n text/html;charset=euc-jp \t",
                Some("euc-jp"),
            ),
            ("step 1: form feed is not HTTP whitespace", "\x0Ctext/html;charset=euc-jp", None),
            ("step 3: no slash", "text;charset=euc-jp", None),
            ("step 4: no type", "/html;charset=euc-jp", None),
            ("step 4: type is not a token", "te(xt/html;charset=euc-jp", None),
            ("step 4: type is not ASCII", "t\u{E9}xt/html;charset=euc-jp", None),
            ("step 4: whitespace after the type", "text /html;charset=euc-jp", None),
            ("step 4: every special token character", "!#$%&'*+-.^_`|~9/h;charset=x", Some("x")),
            ("step 5: nothing but a type", "text", None),
            ("step 7: a second slash", "text/ht/ml;charset=euc-jp", None),
            ("step 8: whitespace after the subtype", "text/html \t;charset=euc-jp", Some("euc-jp")),
            ("step 9: no subtype", "text/;charset=euc-jp", None),
            ("step 9: whitespace before the subtype", "text/ html;charset=euc-jp", None),
            ("step 9: several values in one", "text/html, text/html;charset=euc-jp", None),
            (
                "step 11: other parameters before it",
                "text/html;a=b; c=\"d;e\";charset=euc-jp",
                Some("euc-jp"),
            ),
            ("step 11: empty parameters", "text/html;;; ;charset=euc-jp", Some("euc-jp")),
            (
                "step 11.2: whitespace before the name",
                "text/html;\r\n\t charset=euc-jp",
                Some("euc-jp"),
            ),
            ("step 11.3: whitespace after the name", "text/html;charset =euc-jp", None),
            ("step 11.3: a longer name", "text/html;charsets=euc-jp", None),
            ("step 11.4: name in any case", "text/html;ChArSeT=euc-jp", Some("euc-jp")),
            (
                "step 11.5.1: a name with no value is skipped",
                "text/html;charset;charset=euc-jp",
                Some("euc-jp"),
            ),
            ("step 11.5: a name at the end", "text/html;charset", None),
            ("step 11.6: an equals sign at the end", "text/html;charset=", None),
            ("step 11.8: a quoted value", "text/html;charset=\"euc-jp\"", Some("euc-jp")),
            (
                "step 11.8: quotation mark not at the start",
                "text/html;charset=euc\"-jp\"",
                Some("euc\"-jp\""),
            ),
            ("step 11.8: apostrophes do not quote", "text/html;charset='euc-jp'", Some("'euc-jp'")),
            ("step 11.8.1: an escape", "text/html;charset=\"euc\\-j\\p\"", Some("euc-jp")),
            (
                "step 11.8.1: an escaped quotation mark",
                "text/html;charset=\"a\\\"b\"",
                Some("a\"b"),
            ),
            ("step 11.8.1: an escaped backslash", "text/html;charset=\"a\\\\b\"", Some("a\\b")),
            ("step 11.8.1: quoted semicolon", "text/html;charset=\"a;b\"", Some("a;b")),
            ("step 11.8.1: whitespace is kept", "text/html;charset=\" euc-jp \"", Some(" euc-jp ")),
            (
                "step 11.8.1: no closing quotation mark",
                "text/html;charset=\"euc-jp",
                Some("euc-jp"),
            ),
            ("step 11.8.1: backslash at the end", "text/html;charset=\"euc-jp\\", Some("euc-jp\\")),
            ("step 11.8.1: only a quotation mark", "text/html;charset=\"", Some("")),
            (
                "step 11.8.2: the rest is ignored",
                "text/html;charset=\"euc-jp\"utf-8",
                Some("euc-jp"),
            ),
            (
                "step 11.8.2: up to the semicolon only",
                "text/html;a=\"b\"c;charset=euc-jp",
                Some("euc-jp"),
            ),
            ("step 11.9.1: an equals sign in the value", "text/html;charset=a=b", Some("a=b")),
            (
                "step 11.9.1: whitespace before the value is kept",
                "text/html;charset= euc-jp",
                Some(" euc-jp"),
            ),
            (
                "step 11.9.2: whitespace after the value",
                "text/html;charset=euc-jp \t;a=b",
                Some("euc-jp"),
            ),
            (
                "step 11.9.3: an empty value is ignored",
                "text/html;charset=;charset=euc-jp",
                Some("euc-jp"),
            ),
            (
                "step 11.9.3: whitespace alone is an empty value",
                "text/html;charset= ;charset=euc-jp",
                Some("euc-jp"),
            ),
            ("step 11.10: an empty name", "text/html;=utf-8;charset=euc-jp", Some("euc-jp")),
            (
                "step 11.10: the first one counts",
                "text/html;charset=euc-jp;charset=utf-8",
                Some("euc-jp"),
            ),
            (
                "step 11.10: even when quoted and empty",
                "text/html;charset=\"\";charset=utf-8",
                Some(""),
            ),
            (
                "step 11.10: a control is not valid",
                "text/html;charset=a\x01b;charset=euc-jp",
                Some("euc-jp"),
            ),
            (
                "step 11.10: DEL is not valid",
                "text/html;charset=\"\x7F\";charset=euc-jp",
                Some("euc-jp"),
            ),
            (
                "step 11.10: a character outside Latin-1 is not valid",
                "text/html;charset=\u{100};charset=euc-jp",
                Some("euc-jp"),
            ),
            (
                "step 11.10: Latin-1 and tab are valid",
                "text/html;charset=\u{80}\t\u{FF}",
                Some("\u{80}\t\u{FF}"),
            ),
            ("an empty value", "", None),
        ];
        for (rule, value, expected) in rows {
            assert_eq!(charset_parameter(value).as_deref(), expected, "{rule}: {value:?}");
        }
    }

    #[test]
    fn media_types_of_xml_are_recognized() {
        use MediaTypeKind::*;
        let rows = [
            ("HTML", "text/html", NotXml),
            ("plain text", "text/plain; charset=utf-8", NotXml),
            ("XML", "application/xml", OtherXml),
            ("XML with parameters", "application/xml ; charset=utf-8", OtherXml),
            ("a document type definition", "application/xml-dtd", OtherXml),
            ("an external parsed entity", "application/xml-external-parsed-entity", OtherXml),
            ("a subtype of application", "application/atom+xml", OtherXml),
            ("XHTML", "application/xhtml+xml", OtherXml),
            ("any type with the suffix", "image/svg+xml", OtherXml),
            ("XML under text", "text/xml", TextXml),
            ("an external parsed entity under text", "text/xml-external-parsed-entity", TextXml),
            ("any subtype with the suffix under text", "text/AnythingAtAll+xml", TextXml),
            ("any case", " TEXT/XML", TextXml),
            ("a document type definition is not under text", "text/xml-dtd", NotXml),
            ("xml under another type", "image/xml", NotXml),
            ("only the suffix", "text/+xml", TextXml),
            ("the suffix before the end", "text/a+xml-b", NotXml),
            ("the suffix in a parameter", "text/a;b=c+xml", NotXml),
            ("no slash", "xml", NotXml),
            ("not a token", "text /xml", NotXml),
            ("not a token, subtype", "text/a b+xml", NotXml),
            ("an empty value", "", NotXml),
        ];
        for (rule, value, expected) in rows {
            assert_eq!(media_type_kind(value), expected, "{rule}: {value:?}");
        }
    }
}
