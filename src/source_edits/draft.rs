//! Patches while they are made: by offsets in [`Document::source`](crate::Document::source), with
//! line feeds for newlines.

use std::cmp::Reverse;
use std::ops::Range;

use crate::dom::NodeIndex;
use crate::sorting;
use crate::steps;

/// A range of the source and its replacement.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    /// The order among drafts that start at the same offset.
    pub(super) rank: Rank,
    /// The nodes that the draft is for.
    pub(super) nodes: Vec<NodeIndex>,
}

/// The order of drafts that start at the same offset: the order of their nodes in the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank {
    /// A number in tree order.
    order: u32,
    part: Part,
    /// Among drafts at one offset, inner elements end first.
    inner_first: Reverse<u32>,
}

/// The part of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    StartTag,
    Content,
    End,
}

impl Rank {
    /// The rank of a draft in the start tag of the node with this number in tree order, or of one
    /// for the whole node.
    pub(super) fn start(order: u32) -> Rank {
        Rank { order, part: Part::StartTag, inner_first: Reverse(0) }
    }

    /// The rank of a draft before the first child of a node.
    pub(super) fn content(order: u32) -> Rank {
        Rank { order, part: Part::Content, inner_first: Reverse(0) }
    }

    /// The rank of a draft after a node whose last descendant has the number `last`.
    pub(super) fn end(order: u32, last: u32) -> Rank {
        Rank { order: last, part: Part::End, inner_first: Reverse(order) }
    }
}

/// Puts drafts in order and joins adjacent ones. If two drafts overlap, the later one is left out,
/// and the nodes of both are returned.
pub(super) fn in_order(mut drafts: Vec<Draft>) -> (Vec<Draft>, Vec<NodeIndex>) {
    sorting::sort_by_key(&mut drafts, |draft| (draft.range.start, draft.rank));
    let mut joined: Vec<Draft> = Vec::with_capacity(drafts.len());
    let mut overlapping = Vec::new();
    for draft in drafts {
        steps::count(1 + draft.nodes.len() + draft.text.len());
        match joined.last_mut() {
            Some(last) if draft.range.start < last.range.end => {
                overlapping.extend(&draft.nodes);
                overlapping.extend(&last.nodes);
            }
            Some(last) if draft.range.start == last.range.end => {
                last.range.end = draft.range.end;
                last.text.push_str(&draft.text);
                last.nodes.extend(draft.nodes);
            }
            _ => joined.push(draft),
        }
    }
    (joined, overlapping)
}
