//! The limit on the number of open elements.

/// How many elements can be open for each level that [`Limits::depth`](crate::Limits::depth)
/// allows.
///
/// Elements past the limit on depth are siblings, so more can be open than the tree has levels.
/// Browsers keep all of them. Here as many stay as any page needs, and a stream of elements that
/// nothing closes takes no more than 2 MB for them, by default 4096.
const MAX_PER_LEVEL: u32 = 8;

/// The limit on the number of open elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeightLimit {
    /// The largest number of entries of the stack where it is checked.
    max: u32,
    /// How many elements have not found room since the last search for others that may go.
    refused: u32,
}

impl HeightLimit {
    /// Returns the limit for a tree of this depth.
    // Always inlined, as a part of `TreeBuilder::new`.
    #[inline(always)]
    pub(super) fn new(depth_limit: u32) -> Self {
        let max = depth_limit.saturating_mul(MAX_PER_LEVEL);
        HeightLimit { max, refused: max }
    }

    /// Returns the largest number of entries of the stack where it is checked.
    #[inline(always)]
    pub(super) fn max(&self) -> usize {
        self.max as usize
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
}
