//! Counts of any range of blocks in constant time.

use std::ops::Range;

use crate::page::{Page, TextCounts};

/// For each block, the counts of all blocks before it; the last entry counts all blocks.
pub(crate) struct Sums(Vec<TextCounts>);

impl Sums {
    pub(super) fn new(page: &Page<'_>) -> Self {
        let mut sum = TextCounts::default();
        let mut sums = vec![sum];
        for block in &page.blocks {
            sum = sum.plus(&block.counts);
            sums.push(sum);
        }
        Sums(sums)
    }

    /// Returns the counts of the blocks of a range.
    #[inline]
    pub(crate) fn of(&self, range: Range<usize>) -> TextCounts {
        let end = range.end.max(range.start);
        self.0[end].minus(&self.0[range.start])
    }

    /// Returns the counts of all blocks.
    #[inline]
    pub(crate) fn total(&self) -> TextCounts {
        self.0.last().copied().unwrap_or_default()
    }
}
