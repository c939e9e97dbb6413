//! Places at which nodes are inserted.

/// A location in the tree at which a node can be inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InsertionLocation<H> {
    /// Inside this node, after its last child.
    LastChildOf(H),
    /// Before this node, which has a parent.
    Before(H),
}

/// A location, with the level that an element has there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsertionPlace<H> {
    pub(super) location: InsertionLocation<H>,
    /// An upper bound of the element's depth in the tree; a child of the root has level 1.
    pub(super) level: u32,
}

impl<H> InsertionPlace<H> {
    /// Returns the place after the last child of `parent`, where an element has that level.
    pub(super) fn last_child_of(parent: H, level: u32) -> Self {
        InsertionPlace { location: InsertionLocation::LastChildOf(parent), level }
    }
}

/// The distance from the depth limit, in levels, within which an element's place is checked against
/// the limit. It is the most levels that [`place_at_depth_limit`] may have to keep free.
///
/// [`place_at_depth_limit`]: super::TreeBuilder::place_at_depth_limit
pub(super) const DEPTH_MARGIN: u32 = 5;
