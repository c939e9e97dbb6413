//! Texts that are inserted where a character reference or a tag may begin.

use crate::stream::parser::{LOOK_BEHIND, StreamParser};

/// Writes the first character of a text that is inserted at a byte of the source as a reference, if
/// it would become part of a reference or a tag with the text before.
pub(super) fn escape_after_text(stream: &StreamParser, at: usize, text: &mut String) {
    let Some(first) = text.chars().next() else { return };
    let source = stream.lent_document().source().as_bytes();
    let before = &source[at.saturating_sub(LOOK_BEHIND).min(source.len())..at.min(source.len())];
    if goes_on(before, first) {
        let reference = format!("&#{};", u32::from(first));
        text.replace_range(..first.len_utf8(), &reference);
    }
}

/// Whether the text before a byte of the source ends with `</`, which is text at the end of the
/// input alone.
pub(super) fn ends_in_tag(stream: &StreamParser, at: usize) -> bool {
    let source = stream.lent_document().source().as_bytes();
    source[..at.min(source.len())].ends_with(b"</")
}

/// Whether a character becomes part of a reference or a tag with the text before it.
pub(super) fn goes_on(before: &[u8], first: char) -> bool {
    match before.last() {
        Some(b'<') => first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?'),
        _ if first.is_ascii_alphanumeric() || matches!(first, ';' | '#' | '=') => {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
            let name = before.iter().rev().take_while(|byte| is_name(byte)).count();
            before.len() > name && before[before.len() - 1 - name] == b'&'
        }
        _ => false,
    }
}
