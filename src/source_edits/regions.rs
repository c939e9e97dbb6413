//! Stretches of the source that are written anew from the tree.

use std::ops::Range;

use crate::dom::{NodeIndex, NodeRef, NodeSet};
use crate::names::ElementName;
use crate::serialize::write_exactly;
use crate::sorting;
use crate::steps;

use super::draft::{Draft, Rank};
use super::layout::Layout;
use super::places::Places;
use super::plan::Planner;

/// The stretch of the source that holds the content of a node.
pub(super) struct Region {
    pub(super) range: Range<usize>,
    /// Whether the tags of the node are written, too, because the source has none.
    with_tags: bool,
}

impl Region {
    /// Returns the stretch of a node. `None` if no stretch holds the content of the node and
    /// nothing else.
    pub(super) fn of(places: &Places<'_>, layout: &Layout, id: NodeIndex) -> Option<Region> {
        if id == places.tree.root_index() {
            return Some(Region { range: 0..places.source.len(), with_tags: false });
        }
        layout.order(id)?;
        let holder = match places.name(id) {
            None if !places.tree.is_fragment(id) => return None,
            // The contents of a `template` are between its tags.
            None if places.start_tag(id).is_none() => layout.parent(id)?,
            None => id,
            Some(_) if places.contents_of(id).is_some() => return None,
            Some(name) if name.is_void() || places.is_closed_by_start_tag(id) => return None,
            Some(_) => id,
        };
        let region = if places.is_implied(holder) {
            Region { range: places.start(holder)?..places.own_end(holder)?, with_tags: true }
        } else {
            let start = places.start_tag(holder)?.end;
            let end = places.end_tag(holder).map(|tag| tag.start).or(places.own_end(holder))?;
            Region { range: start..end, with_tags: false }
        };
        let is_stretch = region.range.start <= region.range.end && !places.is_copy(holder);
        (is_stretch && layout.is_clean(id, &region.range)).then_some(region)
    }
}

/// Returns the innermost node around a node, or the node itself, whose content can be written anew
/// and that is not in `regions`. `None` if there is none.
pub(super) fn region_around(
    places: &Places<'_>,
    layout: &Layout,
    id: NodeIndex,
    regions: &NodeSet,
) -> Option<NodeIndex> {
    let mut next = Some(id);
    while let Some(id) = next {
        steps::count(1);
        if !regions.has(id) && Region::of(places, layout, id).is_some() {
            return Some(id);
        }
        next = layout.parent(id);
    }
    None
}

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
