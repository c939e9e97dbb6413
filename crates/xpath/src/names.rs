//! The names of XML, which expressions use.
//!
//! <https://www.w3.org/TR/xml-names/#NT-NCName>

/// Returns whether a name without a colon can start with this character.
pub(crate) fn starts_name(character: char) -> bool {
    matches!(character,
        'A'..='Z' | '_' | 'a'..='z'
        | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// Returns whether a name can have this character after its first.
pub(crate) fn continues_name(character: char) -> bool {
    starts_name(character)
        || matches!(character,
            '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// Returns how many bytes of `text` are a name without a colon, from its start.
pub(crate) fn length(text: &str) -> usize {
    match text.chars().next() {
        Some(first) if starts_name(first) => {
            text.find(|character| !continues_name(character)).unwrap_or(text.len())
        }
        _ => 0,
    }
}

/// Returns whether `text` is a name, with one colon between two names or without a colon.
pub(crate) fn is_qualified_name(text: &str) -> bool {
    let is_name = |text: &str| !text.is_empty() && length(text) == text.len();
    match text.split_once(':') {
        Some((prefix, local)) => is_name(prefix) && is_name(local),
        None => is_name(text),
    }
}

/// Whitespace of expressions.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#NT-ExprWhitespace>
pub(crate) const WHITESPACE: [char; 4] = [' ', '\t', '\r', '\n'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_before_the_first_character_that_names_cannot_have() {
        let lengths = ["a-b.c d", "_1", "1a", "", "é:b", "-a", "a\u{B7}"].map(length);
        assert_eq!(lengths, [5, 2, 0, 0, 2, 0, 3]);
    }

    #[test]
    fn a_qualified_name_has_at_most_one_colon_between_names() {
        let names = ["a", "a:b", ":b", "a:", "a:b:c", "", "a b"].map(is_qualified_name);
        assert_eq!(names, [true, true, false, false, false, false, false]);
    }
}
