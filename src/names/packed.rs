//! Short names packed into integers, and the tables that find the number of a known name.
//!
//! **What it computes.** The bytes of a name of at most sixteen bytes become two little-endian
//! `u64`s, padded with zeros, without a loop: one load of sixteen bytes and a mask. The low integer
//! times an odd constant, shifted right, is a slot of a table that is filled at compile time; the
//! slot holds the packed name and its number.
//!
//! **Why it is right.** No name contains U+0000, which the tokenizer replaces, so padding cannot
//! make two names equal: two names of at most sixteen bytes are equal exactly if their integers
//! are. The table is open-addressed with linear probing and keeps empty slots, so probing ends; the
//! tests look up every known name.
//!
//! **What it gains.** More than nine in ten of the known names of at most eight lowercase bytes are
//! in their first slot, among them all names that are frequent in pages. For these, a look-up is
//! one multiplication, one load and one comparison, and reads no text but the name itself. Other
//! names cost a few comparisons more, names of more than sixteen bytes a hash (`long.rs`).

use super::LocalName;
use super::known::KNOWN;

/// The largest number of bytes in a packed name.
const CAPACITY: usize = 16;

/// A name of at most sixteen bytes, none of them NUL, as two little-endian integers padded with
/// zeros: `low` holds the first eight bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
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
        // Usually more input follows the name: read sixteen bytes at once and mask off the rest.
        if let Some(window) = text.get(start..start + CAPACITY) {
            let low = u64::from_le_bytes(window[..8].try_into().expect("eight bytes"));
            if length <= 8 {
                // A shift by 64, for the empty name, is `None`.
                let mask = u64::MAX.checked_shr(64 - 8 * length as u32).unwrap_or(0);
                return Some(Packed { low: low & mask, high: 0 });
            }
            let high = u64::from_le_bytes(window[8..].try_into().expect("eight bytes"));
            let mask = u64::MAX >> (128 - 8 * length as u32);
            return Some(Packed { low, high: high & mask });
        }
        let name = &text[start..end];
        Some(match name.split_at_checked(8) {
            Some((low, high)) => Packed { low: word(low), high: word(high) },
            None => Packed::short(word(name)),
        })
    }

    /// Packs the first `length` bytes of `window`, at most fifteen.
    #[inline(always)]
    pub(crate) fn first_of(window: &[u8; CAPACITY], length: usize) -> Packed {
        debug_assert!(length < CAPACITY, "the shift below must not be by 128");
        let name = u128::from_le_bytes(*window) & ((1 << (8 * length)) - 1);
        Packed { low: name as u64, high: (name >> 64) as u64 }
    }

    /// Returns a name of at most eight bytes from its packed form: the first byte is the least
    /// significant.
    #[inline]
    pub(crate) const fn short(low: u64) -> Packed {
        Packed { low, high: 0 }
    }

    /// Returns the name ASCII-lowercased.
    #[inline]
    pub(crate) fn to_ascii_lowercase(self) -> Packed {
        Packed { low: ascii_lowercase(self.low), high: ascii_lowercase(self.high) }
    }

    /// Returns the known name with these bytes.
    #[inline]
    pub(crate) fn known_name(self) -> Option<LocalName> {
        let short = if self.high == 0 { self.known_short_name() } else { None };
        short.or_else(|| self.known_other_name())
    }

    /// Returns the known name with these bytes if it is in the first slot of the table of short
    /// names: this finds nearly all names in pages. After `None`, the name may still be known:
    /// [`known_name`](Self::known_name) decides. The name has one to eight bytes.
    // Always inlined where usual tags are read, which calls it for each tag and attribute name.
    #[inline(always)]
    pub(crate) fn known_name_at_once(self) -> Option<LocalName> {
        let (low, number) = SHORT[short_slot(self.low)];
        // An empty slot has `low == 0`, which only the empty name packs to, and no name is empty:
        // the number of an empty slot is never returned.
        (low == self.low).then_some(LocalName(number as u32))
    }

    /// As [`known_name_at_once`](Self::known_name_at_once), of any name: `None` for an empty one,
    /// and for one of more than eight bytes.
    #[inline]
    pub(crate) fn short_name_at_once(self) -> Option<LocalName> {
        if self.high == 0 && self.low != 0 { self.known_name_at_once() } else { None }
    }

    /// Returns a number whose top bits depend on all bits of the name.
    #[inline]
    pub(super) fn mixed(self) -> u64 {
        mixed(self.low, self.high)
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

/// Returns at most eight bytes as an integer, without a loop: from two loads, which have the same
/// bytes at the same place where they overlap.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    if let Some(bytes) = bytes.first_chunk() {
        return u64::from_le_bytes(*bytes);
    }
    let length = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
        return first | last << (8 * (length - 4));
    }
    // The first, the middle and the last byte are all of them.
    let byte = |at: usize| bytes.get(at).map_or(0, |byte| u64::from(*byte) << (8 * at));
    byte(0) | byte(length / 2) | byte(length.saturating_sub(1))
}

/// ASCII-lowercases eight bytes at once.
///
/// With the top bit of each byte cleared, adding `0x80 - b'A'` sets the top bit of the bytes from
/// `A` on, and adding `0x7F - b'Z'` that of the bytes above `Z`. No sum exceeds 0xFF, so nothing
/// carries into the next byte. The bytes that have one of the two bits and not the other, and are
/// ASCII, are the capitals; their top bit, shifted right by two, is 0x20, which makes them
/// lowercase.
#[inline]
const fn ascii_lowercase(bytes: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let low_bits = bytes & (0x7F * EACH);
    let above_z = low_bits + (0x7F - b'Z' as u64) * EACH;
    let from_a = low_bits + (0x80 - b'A' as u64) * EACH;
    let capital = !bytes & (from_a ^ above_z) & (0x80 * EACH);
    bytes | (capital >> 2)
}

/// The number of slots for the names of at most eight bytes without capitals: some 430 names, so
/// four of five slots are empty. A power of two.
const SHORT_SLOTS: usize = 2048;

/// The number of slots for the other names of at most sixteen bytes: some 300. A power of two.
const OTHER_SLOTS: usize = 1024;

/// The first slot of a short name: the top eleven bits of the product, on which all bits of the
/// name have an effect.
// Inlined with `known_name_at_once`.
#[inline(always)]
const fn short_slot(low: u64) -> usize {
    (low.wrapping_mul(MIX) >> 53) as usize % SHORT_SLOTS
}

/// The first slot of any other name.
#[inline]
const fn other_slot(low: u64, high: u64) -> usize {
    (mixed(low, high) >> 54) as usize % OTHER_SLOTS
}

/// A number whose top bits depend on all bits of a name.
#[inline]
const fn mixed(low: u64, high: u64) -> u64 {
    low.wrapping_mul(MIX) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
}

/// A multiplier found by trial: with it, 31 of 427 short names miss their first slot, none of them
/// frequent in pages.
const MIX: u64 = 0x0598_6D8A_1578_5017;

/// The names of at most eight bytes without capitals: each with its number, in its first slot or
/// the next free one after it. Number 0 marks an empty slot.
static SHORT: [(u64, u16); SHORT_SLOTS] = fill_short();

/// The other names of at most sixteen bytes, laid out like [`SHORT`].
static OTHERS: [(u64, u64, u16); OTHER_SLOTS] = fill_others();

/// Returns the packed form of each known name by number; (0, 0) for a name that does not fit.
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

/// Returns whether a packed name has at most eight bytes and no capitals, as the tokenizer's names
/// do.
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

/// Claims that `.ci/proofs` proves.
#[cfg(test)]
pub(crate) mod claims {
    use super::*;

    /// Eight bytes are lowercased as each of them is.
    #[inline(never)]
    pub(crate) fn words_are_lowercased(word: u64, _: u64, _: u64) -> bool {
        let each = word.to_le_bytes().map(|byte| byte.to_ascii_lowercase());
        ascii_lowercase(word) == u64::from_le_bytes(each)
    }

    /// A name is packed as it is, whether other bytes come after it or not.
    #[inline(never)]
    pub(crate) fn names_are_packed(low: u64, high: u64, length: u64) -> bool {
        if length > CAPACITY as u64 {
            return true;
        }
        let length = length as usize;
        let mut text = [0xFF; CAPACITY + 1];
        text[..8].copy_from_slice(&low.to_le_bytes());
        text[8..16].copy_from_slice(&high.to_le_bytes());
        let bits = 8 * length as u32;
        let name = (u128::from(high) << 64 | u128::from(low))
            & u128::MAX.checked_shr(128 - bits).unwrap_or(0);
        let packed = Packed { low: name as u64, high: (name >> 64) as u64 };
        Packed::new(&text, 0, length) == Some(packed)
            && Packed::new(&text[..length], 0, length) == Some(packed)
    }
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
    fn text_after_the_name_makes_no_difference() {
        let text = b"<blockquote class=something>";
        assert_eq!(Packed::new(text, 1, 11), Packed::new(b"blockquote", 0, 10));
        assert_eq!(Packed::new(text, 1, 1), Packed::new(b"", 0, 0));
        assert_eq!(Packed::new(text, 1, 9), Packed::new(b"blockquo", 0, 8));
        for length in 0..=CAPACITY {
            let name = &b"abcdefghijklmnop"[..length];
            let alone = Packed::new(name, 0, length);
            assert_eq!(alone, Packed::new(b"abcdefghijklmnopqrstuvwxyz", 0, length), "{length}");
            let bytes = alone.map(|Packed { low, high }| [low.to_le_bytes(), high.to_le_bytes()]);
            assert_eq!(&bytes.unwrap().as_flattened()[..length], name);
        }
    }

    #[test]
    fn nearly_all_short_names_are_in_their_first_slot() {
        let short = SHORT.iter().enumerate().filter(|(_, (_, number))| *number != 0);
        let (first, displaced): (Vec<_>, Vec<_>) =
            short.partition(|(slot, (low, _))| short_slot(*low) == *slot);
        assert!(first.len() > 9 * displaced.len(), "{} of {}", displaced.len(), first.len());
        for frequent in ["a", "div", "span", "p", "li", "class", "href", "id", "style", "src"] {
            let packed = Packed::new(frequent.as_bytes(), 0, frequent.len()).unwrap();
            assert!(packed.known_name_at_once().is_some(), "{frequent}");
        }
    }

    #[test]
    fn only_ascii_capitals_are_lowercased() {
        let all: Vec<u8> = (0..=255).collect();
        for eight in all.chunks(8) {
            let packed = u64::from_le_bytes(eight.try_into().unwrap());
            assert_eq!(ascii_lowercase(packed).to_le_bytes().to_vec(), eight.to_ascii_lowercase());
        }
    }
}
