//! The features of blocks that are scored together. Blocks that follow each other have much in
//! common: for most questions of the trees, it is enough to look at the smallest and the largest
//! value.

/// The blocks of a batch at most.
pub(crate) const BATCH: usize = 32;

/// The features of some blocks. None of them is NaN.
#[derive(Default)]
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
    /// Removes the blocks, and begins with so many others, whose features follow.
    pub(crate) fn start(&mut self, blocks: usize) {
        self.blocks = blocks.min(BATCH);
        self.next = 0;
    }

    /// Adds features: a row for each block. Each batch has the same features in the same order.
    #[inline]
    pub(crate) fn push<const N: usize>(&mut self, rows: impl Iterator<Item = [f32; N]>) {
        let blocks = self.blocks;
        let columns = self.next_columns::<N>();
        for (place, row) in rows.take(BATCH).enumerate() {
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
        // In the first batch.
        if self.columns.len() < self.next {
            self.columns.resize(self.next, Column::default());
        }
        self.columns[start..].first_chunk_mut().expect("there are as many")
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
    /// Finds the smallest and the largest value of so many blocks.
    fn finish(&mut self, blocks: usize) {
        let first = self.values[0];
        self.values[blocks..].fill(first);
        (self.smallest, self.largest) = extremes(&self.values);
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
        let mut larger = 0;
        for (value, bit) in self.values.iter().zip(BITS) {
            larger |= if *value > threshold { bit } else { 0 };
        }
        larger & blocks
    }
}

/// The bit of each place.
const BITS: [u32; BATCH] = {
    let mut bits = [1; BATCH];
    let mut place = 1;
    while place < BATCH {
        bits[place] = 1 << place;
        place += 1;
    }
    bits
};

/// Returns the smallest and the largest value. Works on eight values at a time, for which compilers
/// find fast instructions.
fn extremes(values: &[f32; BATCH]) -> (f32, f32) {
    let (parts, _) = values.as_chunks::<8>();
    let (mut smallest, mut largest) = (parts[0], parts[0]);
    for part in parts {
        for lane in 0..8 {
            let value = part[lane];
            smallest[lane] = if value < smallest[lane] { value } else { smallest[lane] };
            largest[lane] = if value > largest[lane] { value } else { largest[lane] };
        }
    }
    let smaller = |a: f32, b: f32| if b < a { b } else { a };
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let smallest = smallest.into_iter().fold(smallest[0], smaller);
    (smallest, largest.into_iter().fold(largest[0], larger))
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
