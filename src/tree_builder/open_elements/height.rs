//! The limit on the number of open elements.

/// How many elements can be open for each level that [`Limits::depth`](crate::Limits::depth)
/// allows.
///
/// Elements past the limit on depth are siblings, so more can be open than the tree has levels.
/// Browsers keep all of them. Here as many stay as any page needs, and a stream of elements that
/// nothing closes takes no more than 2 MB for them, by default 4096.
const MAX_PER_LEVEL: u32 = 8;

/// The limit on the number of open elements, and whether it is near.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeightLimit {
    /// The largest number of entries of the stack between two tokens.
    max: u32,
    /// The number of levels from 1 on that are not near the limit on depth.
    levels: u32,
    /// The number of levels from 1 on where nodes go to the usual place: none while the stack is
    /// nearly as high as allowed, so that the usual case tests for both limits at once.
    usual_levels: u32,
    /// How many elements have not found room since the last search for others that may go.
    refused: u32,
}

impl HeightLimit {
    /// Returns the limit for a tree of this depth. The last `margin` levels are near the limit.
    // Always inlined, as a part of `TreeBuilder::new`.
    #[inline(always)]
    pub(super) fn new(depth_limit: u32, margin: u32) -> Self {
        let levels = depth_limit.saturating_sub(margin + 1);
        let max = depth_limit.saturating_mul(MAX_PER_LEVEL);
        HeightLimit { max, levels, usual_levels: levels, refused: max }
    }

    /// Notes that the stack has grown to a new height, and will have `room` more before this is
    /// called again.
    #[cold]
    pub(super) fn note_growth(&mut self, height: usize, room: usize) {
        if height + room > self.max() {
            self.usual_levels = 0;
        }
    }

    /// Returns the largest number of entries of the stack between two tokens.
    #[inline(always)]
    pub(super) fn max(&self) -> usize {
        self.max as usize
    }

    /// Returns the number of levels from 1 on where nodes go to the usual place.
    #[inline(always)]
    pub(super) fn usual_levels(&self) -> u32 {
        self.usual_levels
    }

    /// Whether it is time to look for elements that may go: if the last search found few, as many
    /// elements have not found room since as are a quarter of the stack, so that a start tag takes
    /// no more than a few steps on average.
    pub(super) fn is_search_due(&mut self) -> bool {
        let is_due = self.refused > self.max / 4;
        if is_due {
            self.refused = 0;
        }
        is_due
    }

    /// Notes that an element has not found room.
    pub(super) fn note_refused(&mut self) {
        self.refused = self.refused.saturating_add(1);
    }

    /// Notes that a search has made the stack this high. If it was worth its time, the next one is
    /// due at once.
    pub(super) fn note_search(&mut self, height: usize) {
        if height <= self.max() / 4 * 3 {
            self.refused = self.max;
        }
    }

    /// Notes that the stack is lower, with `room` for more before it grows to a new height.
    pub(super) fn note_shrinking(&mut self, height: usize, room: usize) {
        if height + room <= self.max() {
            self.usual_levels = self.levels;
        }
    }
}
