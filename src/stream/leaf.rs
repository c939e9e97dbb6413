//! A text, a comment or another leaf of a document that is rewritten.

use std::ops::Range;

use crate::dom::NodeIndex;
use crate::names::{ElementName, known};
use crate::parse::{Standing, Swept};

/// A leaf, or a piece of a text.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) kind: LeafKind,
    /// Where the leaf is, in bytes of the source.
    pub(super) range: Range<usize>,
    /// Where the parser stood before the token of the leaf.
    pub(super) before: Standing,
    /// The current node when the token came.
    pub(super) parent: Option<NodeIndex>,
    /// Whether this is the last piece of the leaf.
    pub(super) is_last: bool,
    /// Whether the leaf is right after the start tag of an element that ignores a line feed there.
    pub(super) follows_pre: bool,
    /// Whether the leaf has implied elements, or a copy of a formatting element.
    pub(super) implies: bool,
    /// Whether the leaf is a text in a `plaintext` element, which nothing ends.
    pub(super) in_plaintext: bool,
}

impl Leaf {
    /// Returns the piece without text that ends this text.
    pub(super) fn end(self) -> Leaf {
        let end = self.range.end;
        Leaf { range: end..end, is_last: true, follows_pre: false, implies: false, ..self }
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        let end = swept.moved_offset(self.range.end);
        self.range = end..end;
        self.parent = self.parent.map(|parent| swept.moved(parent));
    }
}

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

/// Whether the parser reads the content of an element as text alone, without tags and comments.
pub(super) fn has_only_text(name: ElementName, scripting: bool) -> bool {
    name.is_raw_text(scripting) || name.is_html(known::TEXTAREA) || name.is_html(known::TITLE)
}

/// Returns the kind of the token with this source, which is no CDATA section. `None` for tags.
/// `in_text` tells that the token is in an element that has only text.
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
        // At the end of the input, `</` is a text.
        [b'/'] => Some(LeafKind::Text),
        [b'/', ..] => Some(LeafKind::Comment),
        [b'?', ..] => Some(LeafKind::ProcessingInstruction),
        [b'!', name @ ..] => match name.get(..7) {
            Some(name) if name.eq_ignore_ascii_case(b"doctype") => Some(LeafKind::Doctype),
            _ => Some(LeafKind::Comment),
        },
        _ => Some(LeafKind::Text),
    }
}
