//! A patch of the source.

use std::collections::HashSet;
use std::ops::Range;

use crate::dom::{Document, NodeId, NodeIndex};
use crate::steps;

/// A range of the source and the text that replaces it, from
/// [`SourceEdits::patches`](super::SourceEdits::patches).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    range: Range<usize>,
    pub(super) source_range: Range<usize>,
    text: String,
    nodes: Vec<NodeId>,
}

impl Patch {
    /// Returns a patch of a range of [`Document::source`].
    pub(super) fn new(
        document: &Document,
        range: &Range<usize>,
        text: String,
        nodes: &[NodeIndex],
    ) -> Self {
        steps::count(nodes.len());
        let mut seen = HashSet::with_capacity(nodes.len());
        let unique = nodes.iter().filter(|node| seen.insert(**node));
        let nodes = unique.map(|&node| document.tree.id(node)).collect();
        let original = |offset| document.strings.original_offset(offset);
        Patch {
            range: original(range.start)..original(range.end),
            source_range: range.clone(),
            text,
            nodes,
        }
    }

    /// Returns the byte range in the text as it came, before newlines were normalized. If the input
    /// was text, that is the input itself, its byte order mark included; if the input was bytes, it
    /// is the decoded text: [`Document::byte_offsets`] converts it, and
    /// [`SourceEdits::patches_of_bytes`](super::SourceEdits::patches_of_bytes) has the bytes, too.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the byte range in [`Document::source`], where newlines are normalized.
    pub fn source_range(&self) -> Range<usize> {
        self.source_range.clone()
    }

    /// Returns the new text, with the newlines of the source.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the nodes that the patch is for, each once: the changed, inserted or removed nodes,
    /// or the node whose content is written anew. A [discarded](Document::discard) node no longer
    /// belongs to the document.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }
}
