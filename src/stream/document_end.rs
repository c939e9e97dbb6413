//! Notes about the end of a document that is rewritten: the elements that are open there have to be
//! closed before content that is appended.

use std::ops::Range;

use crate::dom::NodeIndex;
use crate::names::{ElementName, known};
use crate::parse::Swept;

use super::places::LOOK_BEHIND;

/// Notes about the last two tokens. When the document ends, one of them is the end of the input.
#[derive(Debug, Default)]
pub(super) struct DocumentEnd {
    /// The last token, and the one before it, in bytes of the source.
    pub(super) tokens: [Range<usize>; 2],
    /// The elements that the last token has closed before it has implied others, the innermost
    /// first.
    pub(super) popped: Vec<NodeIndex>,
    /// Whether the last token has implied the `body` element.
    pub(super) implies_body: bool,
    /// Whether the end was lent.
    pub(super) is_lent: bool,
}

impl DocumentEnd {
    /// Notes a token.
    pub(super) fn token(&mut self, source: Range<usize>) {
        self.popped.clear();
        self.implies_body = false;
        let [last, before] = &mut self.tokens;
        *before = std::mem::replace(last, source);
    }

    /// Notes that the last token has implied an element, after it has closed these others.
    pub(super) fn implied(&mut self, name: ElementName, popped: &[NodeIndex]) {
        self.popped.extend_from_slice(popped);
        self.implies_body |= name.is_html(known::BODY);
    }

    /// Returns the byte from which on the source of the last token is needed. If the token is a
    /// text, only its end is needed, and the noted range becomes that. `source` is the source of
    /// the document.
    pub(super) fn shorten_last(&mut self, source: &str) -> usize {
        let last = &mut self.tokens[0];
        let text = source.get(last.clone()).unwrap_or_default();
        if !text.starts_with('<') {
            let start = text.len().saturating_sub(LOOK_BEHIND);
            // The rest of the text must not look like a tag.
            let is_start =
                |at: &usize| text.is_char_boundary(*at) && text.as_bytes().get(*at) != Some(&b'<');
            last.start += (start..=text.len()).find(is_start).unwrap_or(start);
        }
        last.start
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        self.popped.clear();
        let last = &mut self.tokens[0];
        *last = swept.moved_offset(last.start)..swept.moved_offset(last.end);
        self.tokens[1] = 0..0;
    }
}
