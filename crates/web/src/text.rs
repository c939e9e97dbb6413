//! Microsyntaxes that several attributes share.

/// Parses a number at the start of a text, with whitespace before it and anything after it, by the
/// standard's rules for parsing non-negative integers. A number that is too large is the largest
/// possible.
///
/// <https://html.spec.whatwg.org/#rules-for-parsing-non-negative-integers>
pub(crate) fn parse_non_negative_integer(text: &str) -> Option<u64> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let digits = &text[..end];
    if digits.is_empty() {
        return None;
    }
    let value = digits.parse().unwrap_or(u64::MAX);
    // "If value is less than zero, return an error": -0 is not.
    (!is_negative || value == 0).then_some(value)
}

/// Returns the tokens of a text that are not duplicates, in order.
///
/// <https://infra.spec.whatwg.org/#split-on-ascii-whitespace>
pub(crate) fn unique_tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for token in text.split_ascii_whitespace() {
        if seen.insert(token) {
            tokens.push(token);
        }
    }
    tokens
}

/// Returns a text without whitespace at its ends, and with one space for any other.
///
/// <https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace>
pub(crate) fn strip_and_collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// Returns a text without whitespace at its ends.
///
/// <https://infra.spec.whatwg.org/#strip-leading-and-trailing-ascii-whitespace>
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_whitespace_a_sign_and_anything_after_them() {
        let cases = [
            ("12", Some(12)),
            (" \t\n12px", Some(12)),
            ("+3", Some(3)),
            ("-0", Some(0)),
            ("-1", None),
            ("", None),
            ("x1", None),
            ("+-1", None),
            ("1.9", Some(1)),
            ("99999999999999999999", Some(u64::MAX)),
        ];
        for (text, value) in cases {
            assert_eq!(parse_non_negative_integer(text), value, "{text:?}");
        }
    }

    #[test]
    fn whitespace_is_collapsed() {
        assert_eq!(strip_and_collapse("\n a \t b\u{a0}c "), "a b\u{a0}c");
        assert_eq!(unique_tokens(" b a b\nc a"), ["b", "a", "c"]);
        assert_eq!(strip("\x0c a b\n"), "a b");
    }
}
