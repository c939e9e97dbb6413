//! Texts that are inserted where a character reference may end.

use crate::stream::parser::{LOOK_BEHIND, StreamParser};

/// Writes the first character of a text that is inserted at a byte of the source as a reference, if
/// it would become part of one that ends there.
pub(super) fn escape_after_reference(stream: &StreamParser, at: usize, text: &mut String) {
    let Some(first) = text.chars().next() else { return };
    if !first.is_ascii_alphanumeric() && first != ';' && first != '#' {
        return;
    }
    let source = stream.lent_document().source().as_bytes();
    let before = &source[at.saturating_sub(LOOK_BEHIND).min(source.len())..at.min(source.len())];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let name = before.iter().rev().take_while(|byte| is_name(byte)).count();
    if before.len() > name && before[before.len() - 1 - name] == b'&' {
        let reference = format!("&#{};", u32::from(first));
        text.replace_range(..first.len_utf8(), &reference);
    }
}
