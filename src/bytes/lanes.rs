//! Bytes looked for among sixty-four at once.

// Most runs of text and most attribute values are shorter than this, of lengths that no branch
// predictor foresees: one answer for all of the bytes costs less than one guess too many.

/// How many bytes are looked at at once.
pub(crate) const WINDOW: usize = 64;

/// Sixteen bytes are what every processor with vectors compares at once.
const LANES: usize = 16;

/// Which bytes of `window` are one of `wanted`: a bit for each, the first the least significant.
#[inline(always)]
pub(crate) fn any_of<const N: usize>(window: &[u8; WINDOW], wanted: [u8; N]) -> u64 {
    let (parts, _) = window.as_chunks::<LANES>();
    let mut found = 0;
    for (i, part) in parts.iter().enumerate() {
        found |= u64::from(any_of_sixteen(*part, wanted)) << (LANES * i);
    }
    found
}

/// The first of `bytes` from `from` on that is one of `wanted`, or the end.
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

/// The same for less than a window. If so much is before it, that is looked at once more.
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
    match any_of(window, wanted).checked_shr(before) {
        None | Some(0) => bytes.len(),
        Some(found) => from + found.trailing_zeros() as usize,
    }
}

/// Whether all bytes of `window` are ASCII. Made so that the compiler looks at many at a time.
#[inline]
pub(crate) fn is_ascii(window: &[u8; WINDOW]) -> bool {
    window.iter().fold(0, |all, byte| all | byte) < 0x80
}

/// Whether all bytes of `window` are printable ASCII, tabs or line feeds. Made so, too.
#[inline]
pub(crate) fn is_plain(window: &[u8; WINDOW]) -> bool {
    // Of bytes at the same place in different parts, the greatest and the least stand for all.
    let (mut greatest, mut least) = ([0; LANES], [u8::MAX; LANES]);
    for part in window.as_chunks::<LANES>().0 {
        for (i, byte) in part.iter().enumerate() {
            let from_tab = byte.wrapping_sub(b'\t');
            greatest[i] = greatest[i].max(from_tab);
            // A tab or a line feed, 0 or 1, is the greatest here, and what comes behind them the
            // least.
            least[i] = least[i].min(from_tab.saturating_sub(1).wrapping_sub(1));
        }
    }
    let is_within = |(greatest, least)| greatest <= b'~' - b'\t' && least >= b' ' - b'\t' - 2;
    greatest.into_iter().zip(least).fold(true, |all, both| all & is_within(both))
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn any_of_sixteen<const N: usize>(part: [u8; LANES], wanted: [u8; N]) -> u16 {
    use safe_arch::{
        bitor_m128i, cmp_eq_mask_i8_m128i, m128i, move_mask_i8_m128i, set_splat_i8_m128i,
        zeroed_m128i,
    };

    let part = m128i::from(part);
    let found = wanted.iter().fold(zeroed_m128i(), |found, byte| {
        bitor_m128i(found, cmp_eq_mask_i8_m128i(part, set_splat_i8_m128i(*byte as i8)))
    });
    move_mask_i8_m128i(found) as u16
}

#[cfg(not(target_arch = "x86_64"))]
use any_of_sixteen_anywhere as any_of_sixteen;

/// For any processor.
#[cfg(any(not(target_arch = "x86_64"), test))]
#[inline(always)]
fn any_of_sixteen_anywhere<const N: usize>(part: [u8; LANES], wanted: [u8; N]) -> u16 {
    // The compiler makes vector instructions of this.
    let mut found = [0; LANES];
    for (found, byte) in found.iter_mut().zip(part) {
        *found = if wanted.contains(&byte) { 0xFF } else { 0 };
    }
    let (low, high) = found.split_at(LANES / 2);
    gathered(low) | gathered(high) << 8
}

/// A bit for each of eight bytes that are all ones or all zeros.
#[cfg(any(not(target_arch = "x86_64"), test))]
#[inline(always)]
fn gathered(bytes: &[u8]) -> u16 {
    let ones = u64::from_le_bytes(bytes.try_into().expect("eight bytes")) & 0x8040_2010_0804_0201;
    // The product's last byte is the sum of all: of eight different bits.
    (ones.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wanted_byte_is_found_where_it_stands() {
        for byte in 0..=255 {
            for at in 0..WINDOW {
                let mut window = [byte ^ 0x80; WINDOW];
                window[at] = byte;
                assert_eq!(any_of(&window, [byte]), 1 << at);
                let part: [u8; LANES] = window[at / LANES * LANES..][..LANES].try_into().unwrap();
                assert_eq!(any_of_sixteen_anywhere(part, [byte]), 1 << (at % LANES));
            }
        }
        assert_eq!(any_of(&[b'a'; WINDOW], [b'a', 0]), u64::MAX);
        assert_eq!(any_of_sixteen_anywhere([b'a'; LANES], [0, b'a']), u16::MAX);
    }

    /// Ends of windows, ends of texts, and less than a window are where this could go wrong.
    #[test]
    fn the_first_is_found_in_texts_of_any_length_from_any_byte_on() {
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

    #[test]
    fn one_byte_that_is_not_ascii_is_enough() {
        assert!(is_ascii(&[0x7F; WINDOW]));
        for at in 0..WINDOW {
            let mut window = [b'a'; WINDOW];
            window[at] = 0x80;
            assert!(!is_ascii(&window));
        }
    }

    #[test]
    fn one_byte_that_is_not_plain_is_enough() {
        for byte in 0..=u8::MAX {
            for at in 0..WINDOW {
                let mut window = [b'a'; WINDOW];
                window[at] = byte;
                assert_eq!(
                    is_plain(&window),
                    matches!(byte, b'\t' | b'\n' | b' '..=b'~'),
                    "{byte} at {at}"
                );
            }
        }
    }

    #[test]
    fn eight_bytes_become_eight_bits_in_their_order() {
        for bits in 0..=255_u16 {
            let bytes: Vec<u8> =
                (0..8).map(|i| if bits >> i & 1 == 1 { 0xFF } else { 0 }).collect();
            assert_eq!(gathered(&bytes), bits);
        }
    }
}
