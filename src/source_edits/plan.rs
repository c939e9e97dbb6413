//! Makes the patches for all changes, by rules that look at the surroundings of each change only.

use std::ops::Range;

use crate::dom::{Document, NodeData, NodeIndex, NodeSet};
use crate::sorting;

use super::alignment::Alignment;
use super::changes::Changes;
use super::draft::{Draft, Rank, in_order};
use super::layout::Layout;
use super::places::Places;
use super::region::region_around;

/// How many times patches are made again because some changes need larger stretches.
const MAX_PASSES: usize = 4;

/// Makes the patches for all changes: [`plan`].
pub(super) struct Planner<'a> {
    pub(super) document: &'a Document,
    pub(super) places: Places<'a>,
    pub(super) layout: &'a Layout,
    pub(super) changes: &'a Changes,
    /// The nodes whose whole content is written anew.
    pub(super) regions: &'a NodeSet,
    /// The nodes with changes that no rule can express, or whose patches overlap.
    requested: NodeSet,
    pub(super) drafts: Vec<Draft>,
    /// The implied elements whose start tags are written.
    pub(super) tags: NodeSet,
    /// The copies that the parser has made, each after its original, in order of the originals.
    /// `None` until they are needed.
    pub(super) copies: Option<Vec<(NodeIndex, NodeIndex)>>,
    /// The alignment of each node whose children have changed.
    alignments: Vec<(NodeIndex, Alignment)>,
    /// The outermost subtrees that were moved or removed, as ranges of numbers in tree order,
    /// ascending.
    gone: Vec<Range<u32>>,
    /// The numbers of all changed nodes in tree order, ascending.
    changed: Vec<u32>,
}

/// Makes the patches for all changes. The content of each node of `regions` is written anew. Adds
/// nodes to `regions` where no smaller patch can be right.
pub(super) fn plan(
    document: &Document,
    places: Places<'_>,
    layout: &Layout,
    changes: &Changes,
    regions: &mut NodeSet,
) -> Vec<Draft> {
    for _ in 1..MAX_PASSES {
        let (drafts, requested) = Planner::new(document, places, layout, changes, regions).make();
        let before = regions.clone();
        for node in requested.iter() {
            if let Some(region) = region_around(&places, layout, node, &before) {
                regions.insert(region);
            }
        }
        if regions.len() == before.len() {
            return drafts;
        }
    }
    Planner::new(document, places, layout, changes, regions).make().0
}

impl<'a> Planner<'a> {
    fn new(
        document: &'a Document,
        places: Places<'a>,
        layout: &'a Layout,
        changes: &'a Changes,
        regions: &'a NodeSet,
    ) -> Self {
        let changed = changes.data.iter().chain(&changes.holders);
        let mut changed: Vec<u32> = changed.filter_map(|id| layout.order(*id)).collect();
        changed.sort_unstable();
        Planner {
            document,
            places,
            layout,
            changes,
            regions,
            requested: NodeSet::default(),
            drafts: Vec::new(),
            tags: NodeSet::default(),
            copies: None,
            alignments: Vec::new(),
            gone: Vec::new(),
            changed,
        }
    }

    /// Makes all patches. Also returns the nodes with changes that the patches do not express.
    fn make(mut self) -> (Vec<Draft>, NodeSet) {
        self.align();
        let regions = self.outermost_regions();
        for &(region, _) in &regions {
            self.write_region(region);
        }
        let is_in_region = |order: u32| {
            let index = regions.partition_point(|(_, range)| range.start <= order);
            index > 0 && order < regions[index - 1].1.end
        };
        for (holder, alignment) in std::mem::take(&mut self.alignments) {
            let is_region = self.regions.has(holder);
            if self.is_in_place(holder) && !is_region && !self.is_within(holder, &is_in_region) {
                self.patch_children(holder, &alignment);
            }
        }
        for &id in &self.changes.data {
            if self.is_in_place(id) && !self.is_within(id, &is_in_region) {
                self.patch_data(id);
            }
        }
        let (drafts, overlapping) = in_order(self.drafts);
        for node in overlapping {
            self.requested.insert(node);
        }
        (drafts, self.requested)
    }

    fn is_within(&self, id: NodeIndex, is_in_region: &impl Fn(u32) -> bool) -> bool {
        self.layout.order(id).is_none_or(is_in_region)
    }

    /// Finds out, for each node whose children have changed, which children have stayed.
    fn align(&mut self) {
        for &holder in &self.changes.holders {
            if self.layout.order(holder).is_none() {
                continue;
            }
            let alignment = Alignment::of(&self.places, holder);
            for &node in alignment.gaps.iter().flat_map(|gap| &gap.removed) {
                if let Some(order) = self.layout.order(node) {
                    self.gone.push(order..self.layout.last(node) + 1);
                }
            }
            self.alignments.push((holder, alignment));
        }
        // Two subtrees are nested or disjoint, so the outermost ones are enough.
        sorting::sort_by_key(&mut self.gone, |range| (range.start, std::cmp::Reverse(range.end)));
        let mut end = 0;
        self.gone.retain(|range| {
            let is_outer = range.end > end;
            end = end.max(range.end);
            is_outer
        });
    }

    /// Whether neither the node nor an ancestor of it was moved or removed.
    pub(super) fn is_in_place(&self, id: NodeIndex) -> bool {
        let Some(order) = self.layout.order(id) else { return false };
        let index = self.gone.partition_point(|range| range.start <= order);
        index == 0 || order >= self.gone[index - 1].end
    }

    /// Whether nothing has changed in a node and in its descendants.
    pub(super) fn is_untouched(&self, id: NodeIndex) -> bool {
        let Some(order) = self.layout.order(id) else { return false };
        let next = self.changed.partition_point(|&changed| changed < order);
        self.changed.get(next).is_none_or(|&changed| changed > self.layout.last(id))
    }

    fn patch_data(&mut self, id: NodeIndex) {
        match (self.places.original.nodes()[id.to_usize()].data(), self.places.tree.node(id).data())
        {
            (NodeData::Element(old), NodeData::Element(new)) => self.patch_element(id, old, new),
            (NodeData::Text(_) | NodeData::LongText(_), _) => self.patch_text(id),
            (NodeData::Comment(_) | NodeData::ProcessingInstruction(_), _) => self.patch_leaf(id),
            _ => {}
        }
    }

    /// Adds a patch of a part of a node.
    pub(super) fn patch(&mut self, id: NodeIndex, range: Range<usize>, text: String) {
        let rank = Rank::start(self.layout.order(id).unwrap_or(0));
        self.drafts.push(Draft { range, text, rank, nodes: vec![id] });
    }

    /// Notes that a node has changed in a way that no rule can express.
    pub(super) fn request(&mut self, id: NodeIndex) {
        self.requested.insert(id);
    }
}
