//! Where the tokens of a selector begin, and how deep they are nested: as much as is needed to say
//! where it went wrong, and to refuse what would need too deep a stack before anything recurses.

/// How deep parentheses and brackets may be nested in a selector.
pub(super) const MOST_NESTED: usize = 32;

/// The start of each token, in bytes. A name is one token with what shows its kind: `:not(`,
/// `::before`.
///
/// Coarser than <https://drafts.csswg.org/css-syntax/#tokenization>, and never finer but in
/// escapes.
pub(super) fn token_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        starts.push(at);
        at = token_end(text.as_bytes(), at);
    }
    starts
}

/// The start of the first token that is nested too deep.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    token_starts(text).into_iter().find(|&start| {
        let end = token_end(text.as_bytes(), start);
        match text.as_bytes()[end - 1] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if end == start + 1 => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MOST_NESTED
    })
}

/// The token that starts there.
pub(super) fn token_at(text: &str, start: usize) -> &str {
    if start < text.len() { &text[start..token_end(text.as_bytes(), start)] } else { "" }
}

fn token_end(text: &[u8], start: usize) -> usize {
    let rest = &text[start..];
    let length = match rest[0] {
        byte if is_space(byte) => run(rest, is_space),
        b'/' if rest.get(1) == Some(&b'*') => {
            rest[2..].windows(2).position(|two| two == b"*/").map_or(rest.len(), |end| end + 4)
        }
        quote @ (b'"' | b'\'') => string(rest, quote),
        b':' => {
            let colons = run(rest, |byte| byte == b':').min(2);
            colons + name(&rest[colons..])
        }
        b'~' | b'|' | b'^' | b'$' | b'*' if rest.get(1) == Some(&b'=') => 2,
        _ => name(rest).max(1),
    };
    start + length
}

fn run(text: &[u8], is_in: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|&byte| !is_in(byte)).unwrap_or(text.len())
}

/// The length of a name, or of a number, with the parenthesis behind it; 0 if there is none.
fn name(text: &[u8]) -> usize {
    let mut end = 0;
    loop {
        end += run(&text[end..], is_of_name);
        match text.get(end..) {
            Some([b'\\', escaped, ..]) if !matches!(escaped, b'\n' | b'\r' | b'\x0C') => end += 2,
            Some([b'(', ..]) if end > 0 => return end + 1,
            _ => break,
        }
        // What is escaped may be longer than a byte: the others of it count as parts of a name.
    }
    end
}

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

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C')
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Error offsets are token starts, so tokens must begin where a reader sees them begin.
    #[test]
    fn tokens_begin_where_a_reader_sees_them() {
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

    /// Only what nests counts, whatever stands in strings, comments and escapes.
    #[test]
    fn depth_counts_what_is_open() {
        assert_eq!(too_deep(&"a:not(b)".repeat(100)), None);
        assert_eq!(
            too_deep(&format!("[a='{0}']/*{0}*/ \\{1}", "(".repeat(100), "\\(".repeat(100))),
            None
        );
        assert_eq!(too_deep(&":is(".repeat(MOST_NESTED)), None);
        assert_eq!(too_deep(&":is(".repeat(MOST_NESTED + 1)), Some(4 * MOST_NESTED));
    }
}
