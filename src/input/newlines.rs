//! Finds the carriage returns of a piece of input.

use memchr::memchr2;

use crate::bytes::windows::{self, WINDOW};

/// The indices of the carriage returns of a text, in order. Notes on the way whether the text has a
/// NUL.
///
/// Most pages have no carriage return, and the others have one for each line, every hundred bytes
/// or so. So a search by [`memchr2`] finds the first one, which most often is none; from there on,
/// each window gives all that it has at once. A call of `memchr2` for each takes 90 instructions,
/// a window and its bits 20.
pub(super) struct CarriageReturns<'a> {
    bytes: &'a [u8],
    /// The index of the next window.
    next_window: usize,
    /// The carriage returns of the window before that which were not returned: a bit for each byte.
    found: u64,
}

impl<'a> CarriageReturns<'a> {
    /// Prepares the search from index `from` on. Sets `has_nulls` if there is a NUL before the
    /// first carriage return.
    pub(super) fn new(bytes: &'a [u8], from: usize, has_nulls: &mut bool) -> Self {
        let rest = &bytes[from..];
        let first = if *has_nulls { memchr::memchr(b'\r', rest) } else { memchr2(b'\r', 0, rest) };
        let next_window = first.map_or(bytes.len(), |first| from + first);
        CarriageReturns { bytes, next_window, found: 0 }
    }

    /// Returns the index of the next carriage return. Sets `has_nulls` if there is a NUL before it.
    #[inline]
    pub(super) fn next(&mut self, has_nulls: &mut bool) -> Option<usize> {
        while self.found == 0 {
            if self.next_window >= self.bytes.len() {
                return None;
            }
            let mut last = [b' '; WINDOW];
            let rest = &self.bytes[self.next_window..];
            let window = rest.first_chunk().unwrap_or_else(|| {
                last[..rest.len()].copy_from_slice(rest);
                &last
            });
            *has_nulls |= windows::any_of(window, [0]) != 0;
            self.found = windows::any_of(window, [b'\r']);
            self.next_window += WINDOW;
        }
        let at = self.next_window - WINDOW + self.found.trailing_zeros() as usize;
        self.found &= self.found - 1;
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(text: &[u8], from: usize) -> (Vec<usize>, bool) {
        let mut has_nulls = false;
        let mut search = CarriageReturns::new(text, from, &mut has_nulls);
        let found = std::iter::from_fn(|| search.next(&mut has_nulls)).collect();
        (found, has_nulls)
    }

    #[test]
    fn every_carriage_return_and_any_nul_are_found_in_texts_of_every_length() {
        for length in 0..3 * WINDOW {
            for (step, first) in [(1, 0), (2, 1), (7, 3), (63, 0), (64, 63), (500, 100)] {
                let mut text = vec![b'x'; length];
                let expected: Vec<usize> = (first..length).step_by(step).collect();
                for at in &expected {
                    text[*at] = b'\r';
                }
                assert_eq!(search(&text, 0), (expected.clone(), false), "{length} {step}");
                let half = length / 2;
                let after = expected.iter().copied().filter(|at| *at >= half).collect();
                assert_eq!(search(&text, half), (after, false), "{length} {step}");
                let Some(free) = text.iter().rposition(|byte| *byte == b'x') else { continue };
                text[free] = 0;
                assert_eq!(search(&text, 0), (expected, true), "{length} {step}");
            }
        }
    }
}
