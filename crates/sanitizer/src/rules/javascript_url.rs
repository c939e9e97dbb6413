//! Which attributes have a `javascript:` URL.

/// Returns whether an attribute value is a URL with the scheme `javascript`.
///
/// "Let url be the result of running the basic URL parser on attribute's value. If url is failure,
/// then return false. Return true if url's scheme is "javascript", and false otherwise."
///
/// Deviation (Sanitizer): the scheme decides, also where the parser fails on the rest: after `//`,
/// on a host with a forbidden code point, an unclosed `[` or a port, as in `javascript://[`. By the
/// standard such a value stays; a browser does not navigate to it either, but other readers of the
/// text may parse URLs otherwise.
///
/// The standard's "contains a javascript: URL":
/// <https://html.spec.whatwg.org/#contains-a-javascript:-url>
pub(super) fn contains_javascript_url(value: &str) -> bool {
    // "Remove any leading and trailing C0 control or space from input. Remove all ASCII tab or
    // newline from input." A scheme is ASCII letters, which are lowercased.
    // <https://url.spec.whatwg.org/#concept-basic-url-parser>
    let trimmed = value.bytes().skip_while(|&byte| byte <= b' ');
    let mut bytes = trimmed.filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'));
    b"javascript:"
        .iter()
        .all(|&wanted| bytes.next().is_some_and(|byte| byte.eq_ignore_ascii_case(&wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_is_found_as_the_url_parser_finds_it() {
        for value in [
            "javascript:alert(1)",
            "JavaScript:",
            "\0\x01 \x1F javascript:x",
            "\u{20}java\tscr\nipt\r:x",
            "j\na\tv\ra\ns\tc\rr\ni\tp\rt\n:",
            "javascript://%0Aalert(1)",
            "javascript://[",
            "javascript://a:b/%0Aalert(1)",
        ] {
            assert!(contains_javascript_url(value), "{value:?}");
        }
    }

    #[test]
    fn other_urls_are_left_alone() {
        for value in [
            "",
            "javascript",
            "javascript&colon;x",
            "java script:x",
            "java\0script:x",
            "/javascript:x",
            "#javascript:x",
            "?javascript:x",
            "xjavascript:x",
            "\u{A0}javascript:x",
            "\u{FEFF}javascript:x",
            "javascript\u{2028}:x",
            "vbscript:x",
            "data:text/html,javascript:x",
            "JAVASCRIPT\u{131}:x",
        ] {
            assert!(!contains_javascript_url(value), "{value:?}");
        }
    }
}
