//! Where the choices of a shape come from.

use crate::targets::choices::Choices;

/// Numbers that choose.
pub trait Numbers {
    /// Returns a number less than `bound`.
    fn below(&mut self, bound: usize) -> usize;

    /// Returns one of these.
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Numbers that look random and are the same every time.
pub struct Random(pub u64);

impl Numbers for Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// The choices of an input.
impl Numbers for Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.number(bound - 1)
    }
}
