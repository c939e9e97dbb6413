//! The URL parser, as far as a policy needs it.

use std::borrow::Cow;

/// Returns a URL as the URL parser reads it: "Remove any leading and trailing C0 control or space
/// from input. Remove all ASCII tab or newline from input."
///
/// <https://url.spec.whatwg.org/#concept-basic-url-parser>
pub(super) fn cleaned(value: &str) -> Cow<'_, str> {
    // Most have neither. All bytes are looked at, many at a time.
    if !value.bytes().fold(false, |found, byte| found | (byte <= b' ')) {
        return Cow::Borrowed(value);
    }
    let trimmed = value.trim_matches(|c: char| c <= ' ');
    match trimmed.bytes().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r')) {
        true => Cow::Owned(trimmed.replace(['\t', '\n', '\r'], "")),
        false => Cow::Borrowed(trimmed),
    }
}

/// Returns the scheme of a cleaned URL and the text after its colon; `None` if it is relative.
///
/// <https://url.spec.whatwg.org/#scheme-start-state>
pub(super) fn scheme_of(url: &str) -> Option<(&str, &str)> {
    let of_scheme = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let (scheme, rest) = url.split_at(url.bytes().take_while(of_scheme).count());
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    Some((scheme, rest.strip_prefix(':')?)).filter(|_| is_scheme)
}

/// Returns whether a scheme is special: its URLs have hosts, and relative ones that begin with it.
///
/// <https://url.spec.whatwg.org/#special-scheme>
pub(super) fn is_special(scheme: &str) -> bool {
    ["ftp", "file", "http", "https", "ws", "wss"]
        .iter()
        .any(|special| special.eq_ignore_ascii_case(scheme))
}

/// Returns whether a cleaned URL without a scheme names a host.
pub(super) fn names_host(url: &str) -> bool {
    let mut bytes = url.bytes();
    let is_slash = |byte| matches!(byte, Some(b'/' | b'\\'));
    is_slash(bytes.next()) && is_slash(bytes.next())
}

/// Returns whether the text after `data:` begins with a type that is shown and has no scripts.
pub(super) fn is_media_type(data: &str) -> bool {
    is_image_type(data) || has_type(data, "audio/") || has_type(data, "video/")
}

/// Returns whether the text after `data:` begins with the type of an image, which refers to nothing
/// else: sound and video may be lists of addresses.
pub(super) fn is_image_type(data: &str) -> bool {
    has_type(data, "image/")
}

fn has_type(data: &str, kind: &str) -> bool {
    let start = data.trim_start().get(..kind.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(kind))
}
