//! The table that finds the numbers of the known names of more than sixteen bytes, which have no
//! [packed form](super::Packed).

use super::LocalName;
use super::known::KNOWN;
use super::packed::CAPACITY;

/// The number of slots, most of them free.
pub(super) const SLOTS: usize = 256;

/// The numbers of the names: each in its [`slot`] or, if that is taken, in the next free one.
/// Number 0 is a free slot.
static NUMBERS: [u16; SLOTS] = fill();

const fn fill() -> [u16; SLOTS] {
    let mut numbers = [0; SLOTS];
    let mut number = 0;
    while number < KNOWN.len() {
        let name = KNOWN[number].as_bytes();
        if name.len() > CAPACITY {
            let mut slot = slot(name);
            while numbers[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            numbers[slot] = number as u16;
        }
        number += 1;
    }
    numbers
}

/// Returns the number of a known name of more than sixteen bytes.
pub(super) fn known_name(name: &str) -> Option<LocalName> {
    let mut slot = slot(name.as_bytes());
    loop {
        let number = NUMBERS[slot];
        if number == 0 {
            return None;
        }
        if KNOWN[usize::from(number)] == name {
            return Some(LocalName(number.into()));
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Returns the first slot of a name of more than sixteen bytes: a hash of its length and its last
/// twelve bytes, in which names such as `data-…` differ most.
pub(super) const fn slot(name: &[u8]) -> usize {
    let Some((before, last)) = name.split_last_chunk::<8>() else { return 0 };
    let Some(middle) = before.last_chunk::<4>() else { return 0 };
    let (last, middle) = (u64::from_le_bytes(*last), u32::from_le_bytes(*middle));
    let mixed = last ^ (middle as u64) << 16 ^ name.len() as u64;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize % SLOTS
}
