//! The kinds of leaves, and which tokens they are.

use crate::names::{ElementName, known};

/// The kind of a [`RewriteLeaf`](super::RewriteLeaf).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LeafKind {
    /// A text, or a piece of one.
    Text,
    /// A comment, also a malformed one: `<!x>`.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A doctype.
    Doctype,
}

/// Whether an element has no tags and comments in it, but text.
pub(super) fn has_only_text(name: ElementName, scripting: bool) -> bool {
    name.is_raw_text(scripting) || name.is_html(known::TEXTAREA) || name.is_html(known::TITLE)
}

/// Returns the kind of the token with this source. `None` for tags, and for a CDATA section.
/// `in_text` tells that it is in an element that has only text.
pub(super) fn kind_of(source: &str, in_text: bool) -> Option<LeafKind> {
    if in_text {
        return Some(LeafKind::Text);
    }
    let Some(rest) = source.strip_prefix('<') else {
        return (!source.is_empty()).then_some(LeafKind::Text);
    };
    match rest.as_bytes() {
        [b'a'..=b'z' | b'A'..=b'Z', ..] => None,
        [b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => None,
        [b'/', ..] => Some(LeafKind::Comment),
        [b'?', ..] => Some(LeafKind::ProcessingInstruction),
        [b'!', b'[', ..] => None,
        [b'!', name @ ..] => match name.get(..7) {
            Some(name) if name.eq_ignore_ascii_case(b"doctype") => Some(LeafKind::Doctype),
            _ => Some(LeafKind::Comment),
        },
        _ => Some(LeafKind::Text),
    }
}
