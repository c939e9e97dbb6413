//! The features of blocks that are scored together. Blocks that follow each other have much in
//! common: for most questions of the trees, it is enough to look at the smallest and the largest
//! value.

use fearless_simd::{Level, Simd, SimdBase, SimdMask, dispatch, f32x16};

/// The blocks of a batch at most.
pub(crate) const BATCH: usize = 32;

/// The features of some blocks. None of them is NaN.
pub(crate) struct Batch {
    columns: Vec<Column>,
    /// The number of blocks.
    blocks: usize,
    /// The index of the next feature.
    next: usize,
}

/// The values of a feature. Nobody asks about places without a block.
#[derive(Clone, Default)]
pub(super) struct Column {
    values: [f32; BATCH],
    smallest: f32,
    largest: f32,
}

impl Batch {
    /// Returns an empty batch, for blocks with this many features.
    pub(crate) fn new(features: usize) -> Self {
        Batch { columns: vec![Column::default(); features], blocks: 0, next: 0 }
    }

    /// Removes the blocks, and begins with this many new ones, whose features follow.
    pub(crate) fn start(&mut self, blocks: usize) {
        self.blocks = blocks.min(BATCH);
        self.next = 0;
    }

    /// Adds features: a row for each block. Each batch has the same features in the same order.
    #[inline]
    pub(crate) fn push<const N: usize>(&mut self, rows: impl Iterator<Item = [f32; N]>) {
        let blocks = self.blocks;
        let columns = self.next_columns::<N>();
        for (place, row) in (0..BATCH).zip(rows) {
            for (column, value) in columns.iter_mut().zip(row) {
                column.values[place] = value;
            }
        }
        for column in columns {
            column.finish(blocks);
        }
    }

    /// Adds features that are the same for all blocks. Their extremes answer all questions.
    #[inline]
    pub(crate) fn push_same<const N: usize>(&mut self, row: [f32; N]) {
        for (column, value) in self.next_columns::<N>().iter_mut().zip(row) {
            (column.smallest, column.largest) = (value, value);
        }
    }

    fn next_columns<const N: usize>(&mut self) -> &mut [Column; N] {
        let start = self.next;
        self.next += N;
        self.columns[start..].first_chunk_mut().expect("a test counts the features")
    }

    /// Returns all blocks, a bit each.
    pub(super) fn all(&self) -> u32 {
        u32::MAX >> (BATCH - self.blocks)
    }

    pub(super) fn column(&self, feature: usize) -> &Column {
        &self.columns[feature]
    }
}

impl Column {
    /// Finds the smallest and the largest value of this many blocks.
    fn finish(&mut self, blocks: usize) {
        let first = self.values[0];
        self.values[blocks..].fill(first);
        (self.smallest, self.largest) =
            dispatch!(Level::baseline(), simd => extremes(simd, &self.values));
    }

    /// Returns the blocks of a set whose value is larger than a threshold.
    #[inline]
    pub(super) fn larger_than(&self, threshold: f32, blocks: u32) -> u32 {
        if self.largest <= threshold {
            return 0;
        }
        if self.smallest > threshold {
            return blocks;
        }
        blocks & dispatch!(Level::baseline(), simd => larger(simd, &self.values, threshold))
    }
}

// Vector instructions that every processor of the target has: compilers make three times as many
// of loops over the values.

/// Returns the places whose value is larger than a threshold, a bit each.
#[inline(always)]
fn larger<S: Simd>(simd: S, values: &[f32; BATCH], threshold: f32) -> u32 {
    let [low, high] = halves(simd, values).map(|half| half.simd_gt(threshold).to_bitmask() as u32);
    low | high << (BATCH / 2)
}

/// Returns the smallest and the largest value.
#[inline(always)]
fn extremes<S: Simd>(simd: S, values: &[f32; BATCH]) -> (f32, f32) {
    let [low, high] = halves(simd, values);
    (low.min(high).reduce_min(), low.max(high).reduce_max())
}

#[inline(always)]
fn halves<S: Simd>(simd: S, values: &[f32; BATCH]) -> [f32x16<S>; 2] {
    let (low, high) = values.split_at(BATCH / 2);
    [f32x16::from_slice(simd, low), f32x16::from_slice(simd, high)]
}

/// Returns the indices of the bits that are set.
pub(super) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = bits.trailing_zeros();
        // Removes the lowest bit.
        bits &= bits.checked_sub(1)?;
        Some(first as usize)
    })
}
