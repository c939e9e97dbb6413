//! The syntax of templates, which is broken where a policy says so.

/// The pairs of characters that begin or end code in templates.
const PAIRS: [[char; 2]; 5] = [['{', '{'], ['}', '}'], ['$', '{'], ['<', '%'], ['%', '>']];

/// Returns whether a text has the syntax of templates.
pub(super) fn has_template(text: &str) -> bool {
    let after = text.chars().skip(1);
    text.chars().zip(after).any(|(first, second)| PAIRS.contains(&[first, second]))
}

/// Returns a text with a space between the characters of each pair; `None` if it has none.
pub(super) fn broken(text: &str) -> Option<String> {
    if !has_template(text) {
        return None;
    }
    let mut written = String::with_capacity(text.len() + 8);
    let mut last = '\0';
    for c in text.chars() {
        if PAIRS.contains(&[last, c]) {
            written.push(' ');
        }
        written.push(c);
        last = c;
    }
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pair_stays_and_nothing_else_changes() {
        for (text, expected) in [
            ("{{x}}", "{ {x} }"),
            ("{{{{", "{ { { {"),
            ("${{%>", "$ { {% >"),
            ("<%= x %>", "< %= x % >"),
            ("<%>", "< % >"),
        ] {
            assert_eq!(broken(text).as_deref(), Some(expected));
            assert_eq!(broken(expected), None);
        }
        for text in ["", "{", "{ {", "5% > 4", "<x>", "$x", "{$"] {
            assert_eq!(broken(text), None);
        }
    }
}
