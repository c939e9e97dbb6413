//! The packed form of short names, and the table of known names that is addressed by it.

use super::LocalName;
use super::known::KNOWN;

/// How many bytes a packed name holds.
const CAPACITY: usize = 16;

/// A name of at most sixteen bytes, none of them NUL, as two little-endian integers padded with
/// zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed {
    low: u64,
    high: u64,
}

impl Packed {
    /// Packs `text[start..end]` as it is. `None` if it is longer than sixteen bytes.
    #[inline]
    pub(crate) fn new(text: &[u8], start: usize, end: usize) -> Option<Packed> {
        let length = end - start;
        if length > CAPACITY {
            return None;
        }
        // Usually more of the input follows the name: read sixteen bytes at once and cut off what
        // is too much.
        if let Some(window) = text.get(start..start + CAPACITY) {
            let low = u64::from_le_bytes(window[..8].try_into().expect("eight bytes"));
            if length <= 8 {
                let mask = u64::MAX.checked_shr(64 - 8 * length as u32).unwrap_or(0);
                return Some(Packed { low: low & mask, high: 0 });
            }
            let high = u64::from_le_bytes(window[8..].try_into().expect("eight bytes"));
            let mask = u64::MAX >> (128 - 8 * length as u32);
            return Some(Packed { low, high: high & mask });
        }
        let (low, high) = text[start..end].split_at(length.min(8));
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        Some(Packed { low: word(low), high: word(high) })
    }

    /// A name of at most eight bytes, padded with zeros, of which the first is the least
    /// significant.
    #[inline]
    pub(crate) const fn short(low: u64) -> Packed {
        Packed { low, high: 0 }
    }

    /// The same name with ASCII capitals made small.
    #[inline]
    pub(crate) fn to_ascii_lowercase(self) -> Packed {
        Packed { low: ascii_lowercase(self.low), high: ascii_lowercase(self.high) }
    }

    /// The known name with these bytes.
    #[inline]
    pub(crate) fn known_name(self) -> Option<LocalName> {
        let short = if self.high == 0 { self.known_short_name() } else { None };
        short.or_else(|| self.known_other_name())
    }

    /// The known name with these bytes if it is one of at most eight bytes without capitals that
    /// stands where it is looked for first, as nearly all do.
    #[inline(always)]
    pub(crate) fn known_name_at_once(self) -> Option<LocalName> {
        let (low, number) = SHORT[short_slot(self.low)];
        // Where there is none, the number doesn't matter: no name is empty.
        (low == self.low).then_some(LocalName(number as u32))
    }

    fn known_short_name(self) -> Option<LocalName> {
        let mut slot = short_slot(self.low);
        loop {
            let (low, number) = SHORT[slot];
            if number == 0 {
                return None;
            }
            if low == self.low {
                return Some(LocalName(number as u32));
            }
            slot = (slot + 1) % SHORT_SLOTS;
        }
    }

    fn known_other_name(self) -> Option<LocalName> {
        let mut slot = other_slot(self.low, self.high);
        loop {
            let (low, high, number) = OTHERS[slot];
            if number == 0 {
                return None;
            }
            if (low, high) == (self.low, self.high) {
                return Some(LocalName(number as u32));
            }
            slot = (slot + 1) % OTHER_SLOTS;
        }
    }
}

/// Makes the ASCII capitals among eight bytes small, all at once.
#[inline]
const fn ascii_lowercase(bytes: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let low_bits = bytes & (0x7F * EACH);
    let above_z = low_bits + (0x7F - b'Z' as u64) * EACH;
    let from_a = low_bits + (0x80 - b'A' as u64) * EACH;
    let capital = !bytes & (from_a ^ above_z) & (0x80 * EACH);
    bytes | (capital >> 2)
}

/// Slots for the names of at most eight bytes without capitals: so many that most names are found
/// at the first.
const SHORT_SLOTS: usize = 2048;

/// Slots for the other names of at most sixteen bytes.
const OTHER_SLOTS: usize = 1024;

#[inline(always)]
const fn short_slot(low: u64) -> usize {
    (low.wrapping_mul(MIX) >> 53) as usize % SHORT_SLOTS
}

#[inline]
const fn other_slot(low: u64, high: u64) -> usize {
    let mixed = low.wrapping_mul(MIX) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed >> 54) as usize % OTHER_SLOTS
}

/// An odd number, found by trying, with which few names collide, and none of those that pages are
/// full of.
const MIX: u64 = 0x0598_6D8A_1578_5017;

/// Open addressing: a name and its number at its slot or after it, the number 0 where there is
/// none.
static SHORT: [(u64, u16); SHORT_SLOTS] = fill_short();

/// The same for the other names.
static OTHERS: [(u64, u64, u16); OTHER_SLOTS] = fill_others();

/// The packed form of each known name by number; names that don't fit are (0, 0).
const fn pack_all() -> [(u64, u64); KNOWN.len()] {
    let mut packed = [(0, 0); KNOWN.len()];
    let mut number = 1;
    while number < KNOWN.len() {
        let name = KNOWN[number].as_bytes();
        if name.len() <= CAPACITY {
            let mut halves = [0_u64; 2];
            let mut i = 0;
            while i < name.len() {
                halves[i / 8] |= (name[i] as u64) << (8 * (i % 8));
                i += 1;
            }
            packed[number] = (halves[0], halves[1]);
        }
        number += 1;
    }
    packed
}

/// Whether a packed name has at most eight bytes, and no capitals: as the tokenizer makes names.
const fn is_short(low: u64, high: u64) -> bool {
    low != 0 && high == 0 && ascii_lowercase(low) == low
}

const fn fill_short() -> [(u64, u16); SHORT_SLOTS] {
    let packed = pack_all();
    let mut slots = [(0, 0); SHORT_SLOTS];
    let mut number = 1;
    while number < packed.len() {
        let (low, high) = packed[number];
        if is_short(low, high) {
            let mut slot = short_slot(low);
            while slots[slot].1 != 0 {
                slot = (slot + 1) % SHORT_SLOTS;
            }
            slots[slot] = (low, number as u16);
        }
        number += 1;
    }
    slots
}

const fn fill_others() -> [(u64, u64, u16); OTHER_SLOTS] {
    let packed = pack_all();
    let mut slots = [(0, 0, 0); OTHER_SLOTS];
    let mut number = 1;
    while number < packed.len() {
        let (low, high) = packed[number];
        if low != 0 && !is_short(low, high) {
            let mut slot = other_slot(low, high);
            while slots[slot].2 != 0 {
                slot = (slot + 1) % OTHER_SLOTS;
            }
            slots[slot] = (low, high, number as u16);
        }
        number += 1;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_short_known_name_is_found_and_nothing_else() {
        for (number, name) in KNOWN.iter().enumerate().skip(1) {
            let packed = Packed::new(name.as_bytes(), 0, name.len());
            let found = packed.and_then(Packed::known_name);
            let expected = (name.len() <= CAPACITY).then_some(LocalName(number as u32));
            assert_eq!(found, expected, "{name}");
        }
        for unknown in ["", "x-", "data-x", "divv", "di", "DIV"] {
            let packed = Packed::new(unknown.as_bytes(), 0, unknown.len()).unwrap();
            assert_eq!(packed.known_name(), None, "{unknown}");
        }
    }

    #[test]
    fn what_follows_the_name_makes_no_difference() {
        let text = b"<blockquote class=something>";
        assert_eq!(Packed::new(text, 1, 11), Packed::new(b"blockquote", 0, 10));
        assert_eq!(Packed::new(text, 1, 1), Packed::new(b"", 0, 0));
        assert_eq!(Packed::new(text, 1, 9), Packed::new(b"blockquo", 0, 8));
    }

    #[test]
    fn only_ascii_capitals_are_made_small() {
        let all: Vec<u8> = (0..=255).collect();
        for eight in all.chunks(8) {
            let packed = u64::from_le_bytes(eight.try_into().unwrap());
            assert_eq!(ascii_lowercase(packed).to_le_bytes().to_vec(), eight.to_ascii_lowercase());
        }
    }
}
