//! The features of blocks that are scored together. Blocks that follow each other have much in
//! common: for most questions of the trees, it is enough to look at the smallest and the largest
//! value.

/// The blocks of a batch at most.
pub(crate) const BATCH: usize = 32;

/// The features of some blocks.
#[derive(Default)]
pub(crate) struct Batch {
    columns: Vec<Column>,
    /// The number of blocks.
    blocks: usize,
    /// The index of the next feature of the last block.
    next: usize,
}

/// The values of a feature. Places without a block have the value of the first one.
pub(super) struct Column {
    values: [f32; BATCH],
    smallest: f32,
    largest: f32,
}

impl Batch {
    /// Removes the blocks.
    pub(crate) fn clear(&mut self) {
        self.blocks = 0;
        self.columns.clear();
    }

    /// Begins the next block, whose features follow.
    pub(crate) fn start_block(&mut self) {
        self.blocks += 1;
        self.next = 0;
    }

    /// Adds a feature of the last block. Each block has the same features in the same order.
    #[inline]
    pub(crate) fn push(&mut self, value: f32) {
        match self.columns.get_mut(self.next) {
            Some(column) => column.values[self.blocks - 1] = value,
            None => self.add_column(value),
        }
        self.next += 1;
    }

    /// Adds a feature of the first block.
    #[cold]
    fn add_column(&mut self, value: f32) {
        self.columns.push(Column { values: [value; BATCH], smallest: value, largest: value });
    }

    /// Ends the batch: finds the smallest and the largest value of each feature.
    pub(crate) fn finish(&mut self) {
        for column in &mut self.columns {
            (column.smallest, column.largest) = extremes(&column.values);
        }
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
    /// Returns the blocks of a set whose value is larger than a threshold.
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
    let smallest = smallest.into_iter().fold(smallest[0], f32::min);
    (smallest, largest.into_iter().fold(largest[0], f32::max))
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
