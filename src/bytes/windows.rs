//! Finds bytes among 64 at a time: by SSE2 on x86-64, elsewhere by code that the compiler
//! vectorizes. The notes of the [parent module](super) say why this is right.

/// The number of bytes in a window.
pub(crate) const WINDOW: usize = 64;

/// The number of bytes that one vector instruction compares.
const LANES: usize = 16;

/// Finds all bytes of `window` that are one of `wanted`: bit `i` of the result is for byte `i`.
#[inline]
pub(crate) fn any_of<const N: usize>(window: &[u8; WINDOW], wanted: [u8; N]) -> u64 {
    let (parts, _) = window.as_chunks::<LANES>();
    let mut found = 0;
    for (i, part) in parts.iter().enumerate() {
        found |= u64::from(any_of_sixteen(*part, wanted)) << (LANES * i);
    }
    found
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

/// Does what [`first_of`] does where less than a window is left from `from` on: searches the last
/// window of `bytes`, of which some bytes come before `from`, if `bytes` has a whole window.
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

/// Whether all bytes of `window` are ASCII. Written so that it vectorizes.
#[inline]
pub(crate) fn is_ascii(window: &[u8; WINDOW]) -> bool {
    window.iter().fold(0, |all, byte| all | byte) < 0x80
}

/// Whether all bytes of `block`, a multiple of 32 of them, are printable ASCII, tabs or line feeds.
/// Written so that it vectorizes: in two vectors, so that none waits for the one before.
#[inline]
pub(crate) fn is_plain_text<const N: usize>(block: &[u8; N]) -> bool {
    const { assert!(N.is_multiple_of(2 * LANES), "no byte of a block is left out") };
    let (mut greatest, mut least) = ([0; 2 * LANES], [u8::MAX; 2 * LANES]);
    for part in block.as_chunks::<{ 2 * LANES }>().0 {
        for (i, byte) in part.iter().enumerate() {
            let from_tab = byte.wrapping_sub(b'\t');
            greatest[i] = greatest[i].max(from_tab);
            // Tabs and line feeds, 0 and 1, become 0xFE and 0xFF and never lower the minimum.
            least[i] = least[i].min(from_tab.wrapping_sub(2));
        }
    }
    let is_plain = |(greatest, least)| greatest <= b'~' - b'\t' && least >= b' ' - b'\t' - 2;
    greatest.into_iter().zip(least).fold(true, |all, lane| all & is_plain(lane))
}

#[cfg(target_arch = "x86_64")]
#[inline]
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
use any_of_sixteen_portable as any_of_sixteen;

/// Does what `any_of_sixteen` does, on any processor. Written in two loops that vectorize.
#[cfg(any(not(target_arch = "x86_64"), test))]
#[inline]
fn any_of_sixteen_portable<const N: usize>(part: [u8; LANES], wanted: [u8; N]) -> u16 {
    let is_wanted = part.map(|byte| u8::from(wanted.contains(&byte)));
    is_wanted.iter().enumerate().fold(0, |found, (i, bit)| found | u16::from(*bit) << i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wanted_byte_sets_the_bit_of_its_index() {
        for byte in 0..=255 {
            for at in 0..WINDOW {
                let mut window = [byte ^ 0x80; WINDOW];
                window[at] = byte;
                assert_eq!(any_of(&window, [byte]), 1 << at);
                let part: [u8; LANES] = window[at / LANES * LANES..][..LANES].try_into().unwrap();
                assert_eq!(any_of_sixteen_portable(part, [byte]), 1 << (at % LANES));
            }
        }
        assert_eq!(any_of(&[b'a'; WINDOW], [b'a', 0]), u64::MAX);
        assert_eq!(any_of_sixteen_portable([b'a'; LANES], [0, b'a']), u16::MAX);
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

    #[test]
    fn a_window_with_one_byte_above_0x7f_is_not_ascii() {
        assert!(is_ascii(&[0x7F; WINDOW]));
        for at in 0..WINDOW {
            let mut window = [b'a'; WINDOW];
            window[at] = 0x80;
            assert!(!is_ascii(&window));
        }
    }

    #[test]
    fn a_window_with_one_other_byte_is_not_plain_text() {
        for byte in 0..=u8::MAX {
            for at in 0..WINDOW {
                let mut window = [b'a'; WINDOW];
                window[at] = byte;
                assert_eq!(
                    is_plain_text(&window),
                    matches!(byte, b'\t' | b'\n' | b' '..=b'~'),
                    "{byte} at {at}"
                );
            }
        }
    }
}
