//! Finds bytes among eight at a time, in ordinary 64-bit words. The notes of the [parent
//! module](super) say why this is right.

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of every byte.
const HIGH_BITS: u64 = 0x80 * ONES;

/// The eight bytes from index `at` on, the first the least significant. `None` if there are fewer.
#[inline]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().copied().map(u64::from_le_bytes)
}

/// Looks for bytes less than `bound`, which is at most 0x80. The result is for
/// [`first_found`] only and may be joined with others by `|`.
#[inline]
pub(super) const fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(ONES * bound as u64)
}

/// Looks for bytes equal to `byte`, which is ASCII. The result is for [`first_found`].
#[inline]
pub(super) const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (ONES * byte as u64), 1)
}

/// Looks for the four bytes from `first` on, which is ASCII and a multiple of four. The result is
/// for [`first_found`].
#[inline]
pub(super) const fn one_of_four(word: u64, first: u8) -> u64 {
    below(word ^ (ONES * first as u64), 4)
}

/// The index of the first byte of `word` that was found, given the result of [`below`] or a similar
/// function for this word.
#[inline]
pub(super) const fn first_found(word: u64, differences: u64) -> Option<usize> {
    let marks = differences & !word & HIGH_BITS;
    if marks == 0 { None } else { Some(marks.trailing_zeros() as usize / 8) }
}

/// The bytes at the start of `word` that have bit 6 set, the rest of the word zero, and their
/// number, if there are one to seven of them. That bit is set in ASCII letters, but also in `@`,
/// `[`, `` ` `` and others up to 0x7F and in some bytes above, so the caller has to look the bytes
/// up in a table that has only names of letters.
#[inline]
pub(crate) const fn leading_letters(word: u64) -> Option<(u64, usize)> {
    let others = !word & (0x40 * ONES);
    let lowest = others & others.wrapping_neg();
    let length = others.trailing_zeros() as usize / 8;
    // `lowest` is bit 6 of the first other byte: `lowest >> 6` is that byte's lowest bit, and one
    // less than that is all ones below it.
    if length == 0 || length == 8 { None } else { Some((word & ((lowest >> 6) - 1), length)) }
}

/// Claims that `.ci/proofs` proves.
#[cfg(test)]
pub(crate) mod claims {
    use super::*;

    /// The byte that is found is the first of those that are looked for, in each way to look.
    #[inline(never)]
    pub(crate) fn first_bytes_are_found(word: u64, wanted: u64, _: u64) -> bool {
        if wanted > 0x80 {
            return true;
        }
        let wanted = wanted as u8;
        let first = |is_wanted: &dyn Fn(u8) -> bool| {
            word.to_le_bytes().iter().position(|byte| is_wanted(*byte))
        };
        let is_equal = wanted == 0x80
            || first_found(word, equal(word, wanted)) == first(&|byte| byte == wanted);
        let is_in_four = wanted == 0x80
            || !wanted.is_multiple_of(4)
            || first_found(word, one_of_four(word, wanted)) == first(&|byte| byte & !3 == wanted);
        let is_below = first_found(word, below(word, wanted)) == first(&|byte| byte < wanted);
        is_equal && is_in_four && is_below
    }

    /// The letters at the start of a word are cut off right.
    #[inline(never)]
    pub(crate) fn leading_letters_are_cut_off(word: u64, _: u64, _: u64) -> bool {
        let bytes = word.to_le_bytes();
        let length = bytes.iter().take_while(|byte| **byte & 0x40 != 0).count();
        let letters = word & !(u64::MAX << (8 * length % 64));
        let expected = (1..8).contains(&length).then_some((letters, length));
        leading_letters(word) == expected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words with every byte value at every index, among ordinary bytes and among bytes from which
    /// subtraction borrows.
    fn words() -> impl Iterator<Item = [u8; 8]> {
        [b'a', 0, 0x7F, 0x80, 0xFF].into_iter().flat_map(|filler| {
            (0..8).flat_map(move |at| {
                (0..=u8::MAX).map(move |byte| {
                    let mut word = [filler; 8];
                    word[at] = byte;
                    word
                })
            })
        })
    }

    #[test]
    fn the_first_matching_byte_is_found() {
        for bytes in words() {
            let word = u64::from_le_bytes(bytes);
            let expected = |matches: fn(u8) -> bool| bytes.iter().position(|byte| matches(*byte));
            assert_eq!(first_found(word, below(word, b'-')), expected(|byte| byte < b'-'));
            assert_eq!(first_found(word, equal(word, b'/')), expected(|byte| byte == b'/'));
            assert_eq!(
                first_found(word, one_of_four(word, b'<')),
                expected(|byte| matches!(byte, b'<'..=b'?'))
            );
            assert_eq!(
                first_found(word, below(word, b'(') | equal(word, b'`')),
                expected(|byte| byte < b'(' || byte == b'`')
            );
        }
    }

    #[test]
    fn leading_letters_end_at_the_first_byte_without_bit_six() {
        for bytes in words() {
            let found = leading_letters(u64::from_le_bytes(bytes));
            let length = bytes.iter().take_while(|byte| **byte & 0x40 != 0).count();
            let mut letters = [0; 8];
            letters[..length].copy_from_slice(&bytes[..length]);
            let expected = (1..8).contains(&length).then(|| (u64::from_le_bytes(letters), length));
            assert_eq!(found, expected, "{bytes:?}");
        }
    }
}
