//! The tree as it was parsed, kept beside the tree that edits change.
//!
//! A document that was parsed with [`ParseOptions::lossless`](crate::ParseOptions::lossless) has
//! it, so that its [`SourceEdits`](crate::source_edits::SourceEdits) can compare the edited tree
//! with it. It has the links and the data of each node. The attributes stay where they are: edits
//! write changed ones to another place in `Tree::attributes`.

use std::ops::Range;

use crate::encoding::Hints;
use crate::names::Namespace;
use crate::settings::Limits;
use crate::text::{Strings, TextMap};
use crate::tree_sink::QuirksMode;

use super::id::NodeIndex;
use super::node::{Instruction, Node, NodeData};
use super::node_table::NodeTable;

/// A tree as it was parsed.
#[derive(Clone, Debug)]
pub(crate) struct Original {
    /// The nodes. An element has its attributes in the list of the tree.
    pub(super) nodes: Vec<Node>,
    pub(super) instructions: Vec<Instruction>,
    pub(super) long_texts: Vec<String>,
    /// The source ranges of the long texts.
    pub(super) text_maps: NodeTable<TextMap>,
    /// The hosts of shadow roots, each with its root, in order of id.
    pub(super) shadow_roots: Vec<(NodeIndex, NodeIndex)>,
    pub(super) parsed_with: ParsedWith,
}

/// How a document was parsed, besides what [`Document`](crate::Document) knows.
#[derive(Clone, Debug)]
pub(crate) struct ParsedWith {
    pub(crate) limits: Limits,
    pub(crate) iframe_srcdoc: bool,
    pub(crate) declarative_shadow_roots: bool,
    /// The context element of a fragment.
    pub(crate) context: Option<ContextElement>,
    /// The hints of a document that was parsed from bytes.
    pub(crate) hints: Option<Hints>,
}

/// The context element of a fragment.
#[derive(Clone, Debug)]
pub(crate) struct ContextElement {
    pub(crate) namespace: Namespace,
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) quirks_mode: QuirksMode,
    pub(crate) in_form: bool,
}

impl Original {
    /// Returns the nodes by index, as [`Tree::nodes`](super::Tree::nodes) has them.
    #[inline]
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns how the document was parsed.
    pub(crate) fn parsed_with(&self) -> &ParsedWith {
        &self.parsed_with
    }

    /// Returns the processing instruction that [`NodeData::ProcessingInstruction`] had the index
    /// of.
    pub(crate) fn instruction_at(&self, index: u32) -> &Instruction {
        &self.instructions[index as usize]
    }

    /// Returns the node of an index. `None` if the parser did not create it.
    pub(crate) fn node(&self, id: NodeIndex) -> Option<&Node> {
        self.nodes.get(id.to_usize())
    }

    /// Returns the shadow root that an element had.
    pub(crate) fn shadow_root_of(&self, host: NodeIndex) -> Option<NodeIndex> {
        let index = self.shadow_roots.binary_search_by_key(&host, |(host, _)| *host).ok()?;
        Some(self.shadow_roots[index].1)
    }

    /// Returns the text that a text node or a comment had; empty for any other node.
    pub(crate) fn text<'a>(&'a self, id: NodeIndex, strings: &'a Strings) -> &'a str {
        match self.node(id).map(|node| node.data) {
            Some(NodeData::Text(span) | NodeData::Comment(span)) => strings.get(span),
            Some(NodeData::LongText(index)) => &self.long_texts[index as usize],
            _ => "",
        }
    }

    /// Returns the bytes of the source that the bytes `range` of the text of a text node were made
    /// of, and nothing else. `None` if they were made of several parts of it.
    pub(crate) fn source_of_text(
        &self,
        id: NodeIndex,
        range: Range<usize>,
        strings: &Strings,
    ) -> Option<Range<usize>> {
        match self.node(id)?.data {
            NodeData::Text(span) => strings.contiguous_range(span, range),
            _ => self.text_maps.get(id)?.contiguous_range(range.start as u32, range.end as u32),
        }
    }

    /// Returns the first offset in the text of a text node, after `offset`, where it was not made
    /// of the next bytes of the source.
    pub(crate) fn text_gap_after(
        &self,
        id: NodeIndex,
        offset: usize,
        strings: &Strings,
    ) -> Option<usize> {
        match self.node(id)?.data {
            NodeData::Text(span) => strings.gap_after(span, offset),
            _ => {
                let end = self.text(id, strings).len() as u32;
                Some(self.text_maps.get(id)?.gap_after(offset as u32, end)? as usize)
            }
        }
    }
}
