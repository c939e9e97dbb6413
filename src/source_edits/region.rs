//! The stretch of the source around a node that can be written anew.

use std::ops::Range;

use crate::dom::{NodeIndex, NodeSet};
use crate::steps;

use super::layout::Layout;
use super::places::Places;

/// The stretch of the source that holds the content of a node.
pub(super) struct Region {
    pub(super) range: Range<usize>,
    /// Whether the tags of the node are written, too, because the source has none.
    pub(super) with_tags: bool,
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
        (is_stretch && layout.is_clean(places, id, &region.range)).then_some(region)
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
