//! Which slots of the current row have a cell.
//!
//! A cell can cover 1,000 by 65,534 slots, so nothing here is done slot by slot. The columns are in
//! pieces, each with the row until which it is covered. The covered pieces of the current row make
//! up runs, so that the next free slot is found in one step however many cells come before it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use consomme::steps;

/// The slots of the current row that cells of it and of rows above cover.
#[derive(Debug, Default)]
pub(super) struct Occupancy {
    /// Covered columns by their start: the end, and the first row that is free again.
    pieces: BTreeMap<usize, (usize, usize)>,
    /// The pieces without the borders between them: starts and ends.
    runs: BTreeMap<usize, usize>,
    /// When pieces become free: the row, and the start of the piece that there was then.
    ends: BinaryHeap<Reverse<(usize, usize)>>,
}

impl Occupancy {
    /// Frees the columns whose cells end above a row. Rows are passed from the first to the last.
    pub(super) fn advance(&mut self, y: usize) {
        while let Some(&Reverse((until, start))) = self.ends.peek()
            && until <= y
        {
            self.ends.pop();
            steps::count(1);
            // The piece may have become part of a taller one since.
            if let Some(&(end, found)) = self.pieces.get(&start)
                && found == until
            {
                self.pieces.remove(&start);
                self.free(start, end);
            }
        }
    }

    /// Returns the first free column from `x` on.
    pub(super) fn first_free(&self, x: usize) -> usize {
        self.runs.range(..=x).next_back().map_or(x, |(_, &end)| end.max(x))
    }

    /// Covers columns up to a row, which is not among them. Returns whether some are covered
    /// already.
    ///
    /// Takes time linear in the number of pieces there, which are 1,000 at most.
    pub(super) fn cover(&mut self, x: usize, width: usize, until: usize) -> bool {
        let end = x + width;
        let before = self.pieces.range(..=x).next_back();
        let first = before.filter(|(_, (end, _))| *end > x).map_or(x, |(&start, _)| start);
        let there: Vec<_> = self
            .pieces
            .range(first..end)
            .map(|(&start, &(end, until))| (start, end, until))
            .collect();
        steps::count(1 + there.len());
        // Slots that are not covered for longer already become covered until then.
        let mut open = x;
        for &(start, piece_end, piece_until) in &there {
            self.pieces.remove(&start);
            if start < x {
                self.put(start, x, piece_until);
            }
            if piece_end > end {
                self.put(end, piece_end, piece_until);
            }
            if piece_until >= until {
                let (start, piece_end) = (start.max(x), piece_end.min(end));
                self.put(open, start, until);
                self.put(start, piece_end, piece_until);
                open = piece_end;
            }
        }
        self.put(open, end, until);
        self.join(x, end);
        !there.is_empty()
    }

    /// Frees all columns.
    pub(super) fn clear(&mut self) {
        self.pieces.clear();
        self.runs.clear();
        self.ends.clear();
    }

    fn put(&mut self, start: usize, end: usize, until: usize) {
        if start < end {
            self.pieces.insert(start, (end, until));
            self.ends.push(Reverse((until, start)));
        }
    }

    /// Adds covered columns to the runs.
    fn join(&mut self, mut start: usize, mut end: usize) {
        if let Some((&before, &before_end)) = self.runs.range(..=start).next_back()
            && before_end >= start
        {
            start = before;
        }
        while let Some((&inner, &inner_end)) = self.runs.range(start..=end).next() {
            self.runs.remove(&inner);
            steps::count(1);
            end = end.max(inner_end);
        }
        self.runs.insert(start, end);
    }

    /// Takes the columns of a piece out of the run that it is in.
    fn free(&mut self, start: usize, end: usize) {
        let run = self.runs.range(..=start).next_back().map(|(&start, &end)| (start, end));
        let Some((run_start, run_end)) = run else {
            debug_assert!(false, "a piece is in a run");
            return;
        };
        self.runs.remove(&run_start);
        if run_start < start {
            self.runs.insert(run_start, start);
        }
        if end < run_end {
            self.runs.insert(end, run_end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Occupancy;

    /// Compares with one row number for each column.
    #[test]
    fn it_is_a_list_of_rows_by_column() {
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % below
        };
        let mut occupancy = Occupancy::default();
        let mut until = [0; 60];
        for y in 0..3000 {
            occupancy.advance(y);
            for _ in 0..random(4) {
                let (x, width, end) = (random(40), 1 + random(19), y + 1 + random(9));
                let expected = until[x..x + width].iter().any(|&row| row > y);
                assert_eq!(occupancy.cover(x, width, end), expected);
                for row in &mut until[x..x + width] {
                    *row = end.max(*row);
                }
                for from in 0..60 {
                    let free = (from..60).find(|&x| until[x] <= y).unwrap_or(60);
                    assert_eq!(occupancy.first_free(from), free, "row {y} from {from}");
                }
            }
        }
    }
}
