//! The offsets of the tokens of a selector, and how deep they are nested: enough to report the
//! place of an error, and to refuse deeply nested selectors before the parser recurses into them.

/// The maximum nesting depth of parentheses and brackets in a selector.
pub(in crate::select) const MAX_NESTING: usize = 32;

/// The maximum number of combinators (`>`, `+`, `~` and the space) between two commas of a
/// selector, parentheses included. Matching needs a few hundred bytes of stack for each.
pub(super) const MAX_COMBINATORS: usize = 256;

/// Returns the byte offset of each token. A name is one token together with the characters that
/// show its kind: `:not(`, `::before`.
///
/// These tokens are coarser than those of <https://drafts.csswg.org/css-syntax/#tokenization>, and
/// finer only in escapes.
pub(super) fn token_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        starts.push(at);
        at = token_end(text.as_bytes(), at);
    }
    starts
}

/// Returns the offset of each token, with the number of parentheses and brackets that are open
/// after it.
fn nested_starts(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut depth = 0_usize;
    token_starts(text).into_iter().map(move |start| {
        let end = token_end(text.as_bytes(), start);
        match text.as_bytes()[end - 1] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if end == start + 1 => depth = depth.saturating_sub(1),
            _ => {}
        }
        (start, depth)
    })
}

/// Returns the offset of the first token that is nested deeper than [`MAX_NESTING`].
pub(super) fn too_deep(text: &str) -> Option<usize> {
    nested_starts(text).find(|(_, depth)| *depth > MAX_NESTING).map(|(start, _)| start)
}

/// Returns the parts between the commas that are outside of parentheses and brackets.
pub(in crate::select) fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, depth) in nested_starts(text) {
        if depth == 0 && token_at(text, at) == "," {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the offset of the first token, outside of parentheses and brackets, for which
/// `is_wanted` returns true.
pub(in crate::select) fn find_outside(
    text: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<usize> {
    let mut before = 0;
    nested_starts(text).find_map(|(start, depth)| {
        let is_outside = std::mem::replace(&mut before, depth) == 0;
        (is_outside && is_wanted(token_at(text, start))).then_some(start)
    })
}

/// Whether a part of a selector ends in a compound selector, and not in a combinator.
pub(in crate::select) fn ends_in_compound(text: &str) -> bool {
    let mut tokens = token_starts(text).into_iter().rev().map(|start| token_at(text, start));
    tokens
        .find(|token| !token.starts_with("/*"))
        .is_some_and(|last| !matches!(last, ">" | "+" | "~") && !last.trim_ascii().is_empty())
}

/// Returns the part of a selector before a descendant combinator after which any element may come:
/// `p` of `p `, `p *` and `p *|* /* any */`. `None` if it ends in something else.
pub(in crate::select) fn before_any_descendant(text: &str) -> Option<&str> {
    let mut end = text.len();
    // The last compound, backwards.
    let mut last = String::new();
    let mut is_below = false;
    for start in token_starts(text).into_iter().rev() {
        match token_at(text, start) {
            token if token.starts_with("/*") => {}
            token if token.trim_ascii().is_empty() => is_below = true,
            "*" | "|" if !is_below && last.len() < 3 => last += token_at(text, start),
            ">" | "+" | "~" => return None,
            _ => {
                let is_any = matches!(last.as_str(), "" | "*" | "*|*");
                return (is_below && is_any).then_some(&text[..end]);
            }
        }
        end = start;
    }
    None
}

/// Returns the token at an offset; empty at the end of the text.
pub(super) fn token_at(text: &str, start: usize) -> &str {
    if start < text.len() { &text[start..token_end(text.as_bytes(), start)] } else { "" }
}

/// Returns the end of the token at an offset before the end.
fn token_end(text: &[u8], start: usize) -> usize {
    let rest = &text[start..];
    let length = match rest[0] {
        byte if byte.is_ascii_whitespace() => run(rest, |byte| byte.is_ascii_whitespace()),
        b'/' if rest.get(1) == Some(&b'*') => {
            rest[2..].windows(2).position(|two| two == b"*/").map_or(rest.len(), |end| end + 4)
        }
        quote @ (b'"' | b'\'') => string(rest, quote),
        b':' => {
            let colons = run(rest, |byte| byte == b':').min(2);
            colons + name(&rest[colons..])
        }
        b'~' | b'|' | b'^' | b'$' | b'*' | b'!' if rest.get(1) == Some(&b'=') => 2,
        _ => name(rest).max(1),
    };
    start + length
}

/// Returns the number of leading bytes for which `is_in` holds.
fn run(text: &[u8], is_in: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|&byte| !is_in(byte)).unwrap_or(text.len())
}

/// Returns the length of the name or number at the start of a text, including an opening
/// parenthesis after it; 0 if there is none.
fn name(text: &[u8]) -> usize {
    let mut end = 0;
    loop {
        end += run(&text[end..], is_of_name);
        match text.get(end..) {
            Some([b'\\', escaped, ..]) if !matches!(escaped, b'\n' | b'\r' | b'\x0C') => end += 2,
            Some([b'(', ..]) if end > 0 => return end + 1,
            _ => break,
        }
        // An escaped character may have several bytes. The bytes after the first count as parts of
        // the name, because they are not ASCII.
    }
    end
}

/// Returns the length of the quoted string at the start of a text. A line feed ends it even without
/// a closing quotation mark.
fn string(text: &[u8], quote: u8) -> usize {
    let mut end = 1;
    while let Some(&byte) = text.get(end) {
        match byte {
            b'\\' => end += 1,
            b'\n' => return end,
            byte if byte == quote => return end + 1,
            _ => {}
        }
        end += 1;
    }
    text.len()
}

/// Whether a byte can be a part of a name.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Users see the starts of tokens, as the offsets of errors.
    #[test]
    fn a_token_is_a_whole_name_string_comment_or_sign() {
        let tokens =
            |text| token_starts(text).into_iter().map(|at| token_at(text, at)).collect::<Vec<_>>();
        assert_eq!(tokens("a  >b.c"), ["a", "  ", ">", "b", ".", "c"]);
        assert_eq!(tokens(":not(::before)"), [":not(", "::before", ")"]);
        assert_eq!(tokens(":::x"), ["::", ":x"]);
        assert_eq!(tokens("[a~='b]\\'']i"), ["[", "a", "~=", "'b]\\''", "]", "i"]);
        assert_eq!(tokens("#a\\:b\\é/* ( */,é"), ["#", "a\\:b\\é", "/* ( */", ",", "é"]);
        assert_eq!(tokens("a\\"), ["a", "\\"]);
        assert_eq!(tokens("'a\\"), ["'a\\"]);
        assert_eq!(tokens("/*"), ["/*"]);
    }

    #[test]
    fn any_descendant_is_written_as_a_star_or_as_nothing() {
        for (text, expected) in [
            ("p ", Some("p")),
            ("p *", Some("p")),
            ("ul > p\n*", Some("ul > p")),
            ("p/* a */ /* b */* ", Some("p/* a */ /* b */*")),
            ("p /* a */ */* b */", Some("p")),
            (" :is(a, b) ", Some(" :is(a, b)")),
            ("p * * ", Some("p * *")),
            ("p", None),
            ("p*", None),
            ("p b", None),
            ("p > ", None),
            ("p > *", None),
            ("p +*", None),
            ("p *|*", Some("p")),
            ("p |*", None),
            ("p a|*", None),
            ("p .a", None),
            ("a\\ ", None),
            ("*", None),
            (" ", None),
            (" *", None),
            ("", None),
        ] {
            assert_eq!(before_any_descendant(text), expected, "{text}");
        }
    }

    #[test]
    fn only_brackets_outside_of_strings_comments_and_escapes_nest() {
        assert_eq!(too_deep(&"a:not(b)".repeat(100)), None);
        assert_eq!(
            too_deep(&format!("[a='{0}']/*{0}*/ \\{1}", "(".repeat(100), "\\(".repeat(100))),
            None
        );
        assert_eq!(too_deep(&":is(".repeat(MAX_NESTING)), None);
        assert_eq!(too_deep(&":is(".repeat(MAX_NESTING + 1)), Some(4 * MAX_NESTING));
    }
}
