//! Texts that are inserted where a tag may begin.

use crate::stream::parser::StreamParser;

/// Whether the text before a byte of the source ends with `</`, which is text at the end of the
/// input alone.
pub(super) fn ends_in_tag(stream: &StreamParser, at: usize) -> bool {
    let source = stream.lent_document().source().as_bytes();
    source[..at.min(source.len())].ends_with(b"</")
}
