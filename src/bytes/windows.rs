//! Looks at 64 bytes at a time, with vector instructions. The notes of the [parent module](super)
//! say why this is right.

use fearless_simd::{Level, Simd, SimdBase, SimdMask, dispatch, mask8x64, u8x16, u8x64};

/// The number of bytes in a window.
pub(crate) const WINDOW: usize = 64;

/// The number of bytes in which the end of a name is looked for.
pub(crate) const NAME_WINDOW: usize = 16;

/// Returns the level of vectors of 32 bytes, or, where the processor has none, the baseline of the
/// target.
///
/// For windows that start anywhere: a vector of 64 bytes that is not aligned always reaches into a
/// second line of the cache, which takes as long as a second vector.
pub(crate) fn half_window_level() -> Level {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = Level::new().as_avx2() {
        return avx2.level();
    }
    Level::baseline()
}

/// Finds all bytes of `window` that are one of `wanted`: bit `i` of the result is for byte `i`.
// Every processor of the target has the baseline, so nothing is checked at run time. Always
// inlined, like the function below: a call would take longer than the search.
#[inline(always)]
pub(crate) fn any_of<const N: usize>(window: &[u8; WINDOW], wanted: [u8; N]) -> u64 {
    dispatch!(Level::baseline(), simd => any_of_by(simd, window, wanted))
}

/// As [`any_of`], with the vector instructions of `simd`.
#[inline(always)]
pub(crate) fn any_of_by<S: Simd, const N: usize>(
    simd: S,
    window: &[u8; WINDOW],
    wanted: [u8; N],
) -> u64 {
    let window = u8x64::from_slice(simd, window);
    let mut found = mask8x64::splat(simd, false);
    for byte in wanted {
        found |= window.simd_eq(byte);
    }
    found.to_bitmask()
}

/// The index of the first of `bytes` from `from` on that is one of `wanted`, or the length of
/// `bytes`.
#[inline]
pub(crate) fn first_of<const N: usize>(bytes: &[u8], from: usize, wanted: [u8; N]) -> usize {
    let mut at = from;
    while let Some(window) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let found = any_of(window, wanted);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += WINDOW;
    }
    first_of_last(bytes, at, wanted)
}

/// As [`first_of`], where less than a window is left from `from` on: searches the last window of
/// `bytes`, of which some bytes come before `from`, if `bytes` has a whole window.
#[inline]
pub(crate) fn first_of_last<const N: usize>(bytes: &[u8], from: usize, wanted: [u8; N]) -> usize {
    let Some(window) = bytes.last_chunk() else {
        let rest = bytes.get(from..).unwrap_or_default();
        return rest
            .iter()
            .position(|byte| wanted.contains(byte))
            .map_or(bytes.len(), |found| from + found);
    };
    let before = (from + WINDOW - bytes.len()) as u32;
    // `None`: `from` is the end, so all 64 bytes come before it.
    match any_of(window, wanted).checked_shr(before) {
        None | Some(0) => bytes.len(),
        Some(found) => from + found.trailing_zeros() as usize,
    }
}

/// Returns the number of bytes at the start of `window` at which no name of a tag or attribute may
/// end, as [`name_end`](super::scan::name_end) has it, and whether there are capitals among them.
#[inline(always)]
pub(crate) fn name_length(window: &[u8; NAME_WINDOW]) -> (usize, bool) {
    dispatch!(Level::baseline(), simd => name_length_by(simd, window))
}

#[inline(always)]
fn name_length_by<S: Simd>(simd: S, window: &[u8; NAME_WINDOW]) -> (usize, bool) {
    let window = u8x16::from_slice(simd, window);
    // `<`, `=`, `>` and `?` differ in the lowest two bits only.
    let ends = window.simd_lt(b'-')
        | window.simd_eq(b'/')
        | (window & u8x16::splat(simd, !0b11)).simd_eq(b'<');
    let capitals = (window - b'A').simd_lt(26);
    let ends = ends.to_bitmask();
    // A bit past the last byte, for a name that goes on.
    let length = (ends | 1 << NAME_WINDOW).trailing_zeros() as usize;
    (length, capitals.to_bitmask() & (ends.wrapping_sub(1) & !ends) != 0)
}

/// Returns the length of the windows at the start of `bytes` that are ASCII, in bytes.
pub(crate) fn ascii_length(bytes: &[u8]) -> usize {
    dispatch!(Level::new(), simd => ascii_length_by(simd, bytes))
}

#[inline(always)]
fn ascii_length_by<S: Simd>(simd: S, bytes: &[u8]) -> usize {
    let (windows, _) = bytes.as_chunks::<WINDOW>();
    let is_ascii = |window| !u8x64::from_slice(simd, window).simd_ge(0x80).any_true();
    windows.iter().take_while(|window| is_ascii(*window)).count() * WINDOW
}

/// The classes of text that searches tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// Printable ASCII, tabs and line feeds only.
    Printable,
    /// These, bytes from 0x80 to 0xEE, and perhaps 0x7F.
    Text,
    /// Other bytes, too.
    Other,
}

/// Returns the class of the bytes of `windows`.
// Always inlined: the instructions of `simd` are used where it is inlined, and only there.
#[inline(always)]
pub(crate) fn content<S: Simd>(simd: S, windows: &[[u8; WINDOW]]) -> Content {
    let (mut greatest, mut least) = (u8x64::splat(simd, 0), u8x64::splat(simd, u8::MAX));
    for window in windows {
        let from_tab = u8x64::from_slice(simd, window) - b'\t';
        greatest = greatest.max(from_tab);
        // Tabs and line feeds, 0 and 1, become 0xFE and 0xFF and never lower the minimum.
        least = least.min(from_tab - 2);
    }
    let has_controls = least.simd_lt(b' ' - b'\t' - 2);
    if !(has_controls | greatest.simd_gt(b'~' - b'\t')).any_true() {
        Content::Printable
    } else if !(has_controls | greatest.simd_gt(0xEE - b'\t')).any_true() {
        Content::Text
    } else {
        Content::Other
    }
}

/// Claims that `.ci/proofs` proves, for the vectors that every processor of the target has.
#[cfg(test)]
pub(crate) mod claims {
    use super::*;

    /// Returns a byte with a bit for each byte of a word that is one of two.
    fn found_in(word: u64, [first, second]: [u8; 2]) -> u64 {
        let bytes = word.to_le_bytes();
        (0..8).fold(0, |found, at| {
            let is_wanted = (bytes[at] == first) | (bytes[at] == second);
            found | u64::from(is_wanted) << at
        })
    }

    /// The bytes of a window that are looked for set the bits of their indices, and no others do:
    /// for any word at any place of the window, among any other words.
    #[inline(never)]
    pub(crate) fn wanted_bytes_are_found(word: u64, other: u64, wanted: u64) -> bool {
        let wanted = [wanted as u8, (wanted >> 8) as u8];
        (0..WINDOW / 8).fold(true, |is_true, at| {
            let mut window = [0; WINDOW];
            let (words, _) = window.as_chunks_mut::<8>();
            words.fill(other.to_le_bytes());
            words[at] = word.to_le_bytes();
            let found = any_of(&window, wanted);
            let in_others = found_in(other, wanted) * 0x0101_0101_0101_0101;
            let differs = found_in(word, wanted) ^ found_in(other, wanted);
            is_true & (found == in_others ^ differs << (8 * at))
        })
    }

    /// A name ends at its first delimiter, and has a capital if one comes before that.
    #[inline(never)]
    pub(crate) fn names_end_at_delimiters(first: u64, second: u64, _: u64) -> bool {
        let mut window = [0; NAME_WINDOW];
        window[..8].copy_from_slice(&first.to_le_bytes());
        window[8..].copy_from_slice(&second.to_le_bytes());
        let is_inside = |byte: &&u8| **byte >= b'-' && **byte != b'/' && **byte & !3 != b'<';
        let length = window.iter().take_while(is_inside).count();
        let has_capitals =
            window[..length].iter().fold(false, |has, b| has | b.is_ascii_uppercase());
        name_length(&window) == (length, has_capitals)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan;
    use super::*;

    #[test]
    fn each_wanted_byte_sets_the_bit_of_its_index() {
        for byte in 0..=255 {
            for at in 0..WINDOW {
                let mut window = [byte ^ 0x80; WINDOW];
                window[at] = byte;
                assert_eq!(any_of(&window, [byte]), 1 << at);
            }
        }
        assert_eq!(any_of(&[b'a'; WINDOW], [b'a', 0]), u64::MAX);
    }

    #[test]
    fn a_name_ends_where_the_search_in_words_ends_it() {
        for filler in [b'a', b'Z', b'_', 0x80] {
            for byte in 0..=u8::MAX {
                for at in 0..NAME_WINDOW {
                    let mut window = [filler; NAME_WINDOW];
                    window[at] = byte;
                    let (length, has_capitals) = name_length(&window);
                    assert_eq!(length, scan::name_end(&window, 0), "{window:?}");
                    let name = &window[..length];
                    assert_eq!(has_capitals, name.iter().any(u8::is_ascii_uppercase), "{name:?}");
                }
            }
        }
    }

    /// The lengths go around the ends of one, two and three windows.
    #[test]
    fn the_first_wanted_byte_is_found_in_texts_of_any_length_from_any_index() {
        for length in 0..3 * WINDOW {
            let text: Vec<u8> =
                (0..length).map(|i| if i % 71 == 70 { b'&' } else { b'x' }).collect();
            for from in 0..=length {
                let found = text[from..]
                    .iter()
                    .position(|&byte| byte == b'&')
                    .map_or(length, |at| from + at);
                assert_eq!(first_of(&text, from, [b'&', b'<']), found);
            }
        }
    }

    /// With the instructions that every processor has, and with all that this one has.
    #[test]
    fn the_first_byte_above_0x7f_ends_the_windows_that_are_ascii() {
        let ascii = [0x7F; 3 * WINDOW + 5];
        assert_eq!(ascii_length(&ascii), 3 * WINDOW);
        for at in 0..3 * WINDOW {
            let mut bytes = ascii;
            bytes[at] = 0x80;
            for level in [Level::baseline(), Level::new()] {
                let length = dispatch!(level, simd => ascii_length_by(simd, &bytes));
                assert_eq!(length, at / WINDOW * WINDOW, "{at}, {level:?}");
            }
        }
    }

    /// With the instructions that every processor has, and with all that this one has.
    #[test]
    fn one_byte_makes_a_window_other_than_printable() {
        for byte in 0..=u8::MAX {
            for at in 0..WINDOW {
                let mut window = [b'a'; WINDOW];
                window[at] = byte;
                let expected = match byte {
                    b'\t' | b'\n' | b' '..=b'~' => Content::Printable,
                    0x7F..=0xEE => Content::Text,
                    _ => Content::Other,
                };
                for level in [Level::baseline(), Level::new()] {
                    for windows in [[window, [b'\n'; WINDOW]], [[b'~'; WINDOW], window]] {
                        let found = dispatch!(level, simd => content(simd, &windows));
                        assert_eq!(found, expected, "{byte} at {at}, {level:?}");
                    }
                }
            }
        }
    }
}
