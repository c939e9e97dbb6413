//! Writes stretches of the source anew from the tree.

use std::ops::Range;

use crate::dom::{NodeIndex, NodeRef};
use crate::names::ElementName;
use crate::serialize::write_exactly;
use crate::sorting;

use super::draft::{Draft, Rank};
use super::plan::Planner;
use super::region::Region;

impl Planner<'_> {
    /// Returns the outermost regions in tree order, each with the numbers of the nodes that are
    /// written with it.
    pub(super) fn outermost_regions(&self) -> Vec<(NodeIndex, Range<u32>)> {
        let ordered = |id: NodeIndex| Some((self.layout.order(id)?, id));
        let mut regions: Vec<(u32, NodeIndex)> =
            self.regions.iter().filter(|id| self.is_in_place(*id)).filter_map(ordered).collect();
        sorting::sort(&mut regions);
        let mut outermost = Vec::new();
        let mut end = 0;
        for (order, id) in regions {
            // Compare numbers, not offsets: an inner region may be empty, at the end of an outer
            // one.
            if order >= end
                && let Some(region) = Region::of(&self.places, self.layout, id)
            {
                let first = if region.with_tags { order } else { order + 1 };
                end = self.layout.last(id) + 1;
                outermost.push((id, first..end));
            }
        }
        outermost
    }

    /// Writes the content of a node anew.
    pub(super) fn write_region(&mut self, id: NodeIndex) {
        let Some(Region { range, with_tags }) = Region::of(&self.places, self.layout, id) else {
            return;
        };
        let is_contents = self.places.name(id).is_none() && self.places.start_tag(id).is_none();
        let host = self.layout.parent(id).filter(|_| is_contents);
        let node = NodeRef::new(self.document, host.unwrap_or(id));
        let mut text = String::new();
        let has_shadow_roots = self.places.original.parsed_with().declarative_shadow_roots;
        write_exactly(node, !with_tags, has_shadow_roots, &mut text);
        let loses = self.places.name(id).is_some_and(ElementName::drops_line_feed);
        if loses && !with_tags && text.starts_with('\n') {
            text.insert(0, '\n');
        }
        let rank = Rank::content(self.layout.order(id).unwrap_or(0));
        self.drafts.push(Draft { range, text, rank, nodes: vec![id] });
    }
}
