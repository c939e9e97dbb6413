//! A stack that allocates nothing while it is low.

use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

/// A stack whose last entries, at most `N`, are stored in place, and earlier ones in a vector.
///
/// Parsing a short fragment takes less time than the allocator takes for the three stacks of the
/// tree builder. On large pages this costs no more than a `Vec`: entries move to the vector and
/// back by halves of `N`, so a check whether there is another entry or place for one is nearly
/// always answered as a `Vec` would answer it.
#[derive(Clone, Debug)]
pub(super) struct Stack<T, const N: usize> {
    /// The first entries.
    below: Vec<T>,
    /// The last entries. It is empty only if there are no others.
    top: ArrayVec<T, N>,
}

impl<T, const N: usize> Stack<T, N> {
    #[inline(always)] // As a part of `TreeBuilder::new`, which fills its fields in place.
    pub(super) fn new() -> Self {
        Stack { below: Vec::new(), top: ArrayVec::new_const() }
    }

    /// Returns the number of entries.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.below.len() + self.top.len()
    }

    /// Returns whether there are no entries.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.top.is_empty()
    }

    /// Returns the last entry.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<&T> {
        self.top.last()
    }

    /// Returns the entry at an index, if there is one.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        match self.top.get(index.wrapping_sub(self.below.len())) {
            None => self.below.get(index),
            entry => entry,
        }
    }

    /// Returns all entries, the first one first.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.below.iter().chain(&self.top)
    }

    /// Returns all entries, for changing, the first one first.
    #[cfg(feature = "stream")]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.below.iter_mut().chain(&mut self.top)
    }

    /// Adds an entry at the end.
    #[inline(always)]
    pub(super) fn push(&mut self, entry: T) {
        // Not `is_full`, which the compiler does not see to be the check of `ArrayVec::push`.
        if self.top.len() >= N {
            self.move_below();
        }
        self.top.push(entry);
    }

    /// Makes room in place.
    #[cold]
    fn move_below(&mut self) {
        self.below.extend(self.top.drain(..N / 2));
    }

    /// Removes the last entry and returns it.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<T> {
        let entry = self.top.pop();
        if self.top.is_empty() && !self.below.is_empty() {
            self.move_up();
        }
        entry
    }

    /// Moves entries up, so that the last one is in place.
    // Cold: this happens after as many calls of `pop` as there are entries in place.
    #[cold]
    fn move_up(&mut self) {
        let start = self.below.len().saturating_sub(N / 2);
        self.top.extend(self.below.drain(start..));
    }

    /// Removes the last entry if `is_removed`.
    #[inline(always)]
    pub(super) fn pop_if(&mut self, is_removed: bool) {
        // Without a branch on `is_removed`, which would predict badly. `truncate` has one.
        self.top.drain(self.top.len().saturating_sub(is_removed as usize)..);
        if self.top.is_empty() && !self.below.is_empty() {
            self.move_up();
        }
    }

    /// Removes the entries from index `length` on.
    #[inline]
    pub(super) fn truncate(&mut self, length: usize) {
        self.top.truncate(length.saturating_sub(self.below.len()));
        self.below.truncate(length);
        if self.top.is_empty() {
            self.move_up();
        }
    }

    /// Returns the index of the first entry for which `is_before` does not hold. It holds for none
    /// after that.
    pub(super) fn partition_point(&self, mut is_before: impl FnMut(&T) -> bool) -> usize {
        if self.top.first().is_some_and(&mut is_before) {
            self.below.len() + self.top.partition_point(is_before)
        } else {
            self.below.partition_point(is_before)
        }
    }
}

impl<T, const N: usize> Index<usize> for Stack<T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        match self.top.get(index.wrapping_sub(self.below.len())) {
            Some(entry) => entry,
            None => at(&self.below, index),
        }
    }
}

impl<T, const N: usize> IndexMut<usize> for Stack<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        match self.top.get_mut(index.wrapping_sub(self.below.len())) {
            Some(entry) => entry,
            None => at_mut(&mut self.below, index),
        }
    }
}

// Cold, as the next one: most entries that are looked at are in place.
#[cold]
fn at<T>(below: &[T], index: usize) -> &T {
    &below[index]
}

#[cold]
fn at_mut<T>(below: &mut [T], index: usize) -> &mut T {
    &mut below[index]
}

impl<T, const N: usize> FromIterator<T> for Stack<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut stack = Stack::new();
        for entry in entries {
            stack.push(entry);
        }
        stack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same operations on a vector give the same, below, at and above the size in place.
    #[test]
    fn a_stack_of_any_height_behaves_as_a_vector() {
        for height in 0..12 {
            let mut stack: Stack<usize, 4> = (0..height).collect();
            let mut vector: Vec<usize> = (0..height).collect();
            assert_eq!((stack.len(), stack.is_empty()), (height, height == 0));
            assert!(stack.iter().eq(&vector) && stack.iter().rev().eq(vector.iter().rev()));
            for index in 0..height {
                assert_eq!(stack.partition_point(|entry| *entry % 100 < index), index);
                assert_eq!((stack.get(index), stack[index]), (vector.get(index), vector[index]));
                stack[index] += 100;
                vector[index] += 100;
            }
            assert_eq!(stack.get(height), None);
            for length in (0..=height).rev() {
                let mut lower = stack.clone();
                lower.truncate(length);
                assert!(lower.iter().eq(&vector[..length]));
                lower.push(7);
                assert_eq!((lower.last(), lower.len()), (Some(&7), length + 1));
            }
            while let Some(entry) = vector.pop() {
                assert_eq!(stack.last(), Some(&entry));
                assert_eq!(stack.pop(), Some(entry));
            }
            assert_eq!(stack.pop(), None);
        }
    }
}
