//! Finds the carriage returns of a piece of input.

use fearless_simd::Simd;
use memchr::{memchr, memchr2};

use crate::bytes::windows::{self, WINDOW};

/// The number of bytes that are searched for a carriage return at once: most lines are shorter.
pub(super) const BLOCK: usize = 2 * WINDOW;

/// Returns the index of the first carriage return of a text. Sets `has_nulls` if there is a NUL
/// before it, which is noted on the way.
///
/// Most pages have no carriage return, so this most often searches all of a piece.
pub(super) fn first_return(bytes: &[u8], has_nulls: &mut bool) -> Option<usize> {
    if *has_nulls {
        return memchr(b'\r', bytes);
    }
    let found = memchr2(b'\r', 0, bytes)?;
    if bytes[found] == b'\r' {
        return Some(found);
    }
    *has_nulls = true;
    memchr(b'\r', &bytes[found..]).map(|after| found + after)
}

/// Returns how many of the first [`BLOCK`] bytes come before the first carriage return.
///
/// A page with carriage returns has one in each line, and lines have all lengths. So this has no
/// branch that depends on the length: a call of `memchr` for each line takes three times as long.
// Always inlined, like the function below: the instructions of `simd` are used where it is inlined,
// and only there.
#[inline(always)]
pub(super) fn length_before_return<S: Simd>(simd: S, bytes: &[u8]) -> usize {
    match bytes.first_chunk() {
        Some(block) => length_in_block(simd, block),
        None => {
            let mut block = [b' '; BLOCK];
            block[..bytes.len()].copy_from_slice(bytes);
            length_in_block(simd, &block).min(bytes.len())
        }
    }
}

#[inline(always)]
fn length_in_block<S: Simd>(simd: S, block: &[u8; BLOCK]) -> usize {
    let (windows, _) = block.as_chunks::<WINDOW>();
    let mut found = 0;
    for window in windows.iter().rev() {
        found = found << WINDOW | u128::from(windows::any_of_by(simd, window, [b'\r']));
    }
    // Without one, these are as many as the block has bytes.
    found.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};

    use super::*;

    #[test]
    fn the_first_carriage_return_and_any_nul_before_it_are_found() {
        for length in 0..3 * WINDOW {
            for at in 0..=length {
                let mut text = vec![b'x'; length];
                text[at..].fill(b'\r');
                let found = (at < length).then_some(at);
                let mut has_nulls = false;
                assert_eq!((first_return(&text, &mut has_nulls), has_nulls), (found, false));
                for level in [Level::baseline(), windows::half_window_level(), Level::new()] {
                    let before = dispatch!(level, simd => length_before_return(simd, &text));
                    assert_eq!(before, at.min(BLOCK), "{length}, {level:?}");
                }
                if let Some(before) = at.checked_sub(1) {
                    text[before / 2] = 0;
                    assert_eq!((first_return(&text, &mut has_nulls), has_nulls), (found, true));
                    assert_eq!(first_return(&text, &mut has_nulls), found);
                }
            }
        }
    }
}
