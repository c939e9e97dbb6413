//! The names of one document that no table knows beforehand.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

use super::known::{KNOWN, LONG};
use super::{LocalName, Packed};

/// How many of the unknown names are found without asking the hash table.
const CACHE_SIZE: usize = 256;

/// Resolves [`LocalName`]s to text and back, for one document.
#[derive(Clone, Default)]
pub struct NameTable {
    unknown: UnknownNames,
    /// The number of each of them, by its hash.
    numbers: HashTable<u32>,
    /// Seeded at random: nobody can choose names that collide.
    hasher: RandomState,
    /// Per hash of a few bytes, the number last found there, plus one. Empty until the first unknown name.
    cache: Vec<u32>,
}

/// Names in order of number, their text in one piece.
#[derive(Clone, Default)]
struct UnknownNames {
    text: String,
    /// Where each name ends in the text, and the next begins.
    ends: Vec<usize>,
}

impl UnknownNames {
    /// The text of a name; none for a number that was not given out.
    #[inline]
    fn get(&self, number: u32) -> Option<&str> {
        let end = *self.ends.get(number as usize)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        self.text.get(start..end)
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }
}

impl NameTable {
    /// The text of a name that the known names or this table gave out. The empty text for a number of another table.
    #[inline]
    pub fn get(&self, name: LocalName) -> &str {
        match name.known_index() {
            Some(index) => KNOWN[index],
            None => self.unknown.get(name.0 - LocalName::FIRST_UNKNOWN).unwrap_or_default(),
        }
    }

    /// The number of a name, exactly as written, if it occurs in this document or is known.
    pub fn find(&self, name: &str) -> Option<LocalName> {
        known_name(name).or_else(|| {
            let hash = self.hasher.hash_one(name);
            let number = self.numbers.find(hash, |&number| self.unknown.get(number) == Some(name))?;
            Some(LocalName(LocalName::FIRST_UNKNOWN + number))
        })
    }

    /// The number of a name, exactly as written; a new one if need be.
    pub(crate) fn intern(&mut self, name: &str) -> LocalName {
        let slot = cache_slot(name.as_bytes());
        if let Some(number) = self.cache.get(slot).and_then(|cached| cached.checked_sub(1))
            && self.unknown.get(number) == Some(name)
        {
            return LocalName(LocalName::FIRST_UNKNOWN + number);
        }
        known_name(name).unwrap_or_else(|| self.intern_unknown(name, slot))
    }

    /// The number of a name that is not a known one and did not stand at its slot of the cache.
    fn intern_unknown(&mut self, name: &str, slot: usize) -> LocalName {
        if self.cache.is_empty() {
            self.cache.resize(CACHE_SIZE, 0);
        }
        let NameTable { unknown, numbers, hasher, .. } = self;
        let entry = numbers.entry(
            hasher.hash_one(name),
            |&number| unknown.get(number) == Some(name),
            |&number| hasher.hash_one(unknown.get(number).unwrap_or_default()),
        );
        let number = *entry.or_insert(unknown.ends.len() as u32).get();
        if number as usize == unknown.ends.len() {
            unknown.push(name);
        }
        self.cache[slot] = number + 1;
        LocalName(LocalName::FIRST_UNKNOWN + number)
    }
}

/// The known name with this text.
fn known_name(name: &str) -> Option<LocalName> {
    match Packed::new(name.as_bytes(), 0, name.len()) {
        Some(packed) => packed.known_name(),
        None => LONG.get(name).copied(),
    }
}

/// A slot of the cache, from the length and the last bytes, in which names such as `data-…` differ most.
fn cache_slot(name: &[u8]) -> usize {
    let (before, last) = match name.split_last_chunk::<8>() {
        Some((before, last)) => (before, u64::from_le_bytes(*last)),
        None => (&[][..], name.iter().fold(0, |packed, &byte| packed << 8 | byte as u64)),
    };
    let middle = before.last_chunk::<4>().map_or(0, |middle| u32::from_le_bytes(*middle));
    let mixed = last ^ (middle as u64) << 16 ^ name.len() as u64;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize % CACHE_SIZE
}

impl std::fmt::Debug for NameTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries((0..).map_while(|number| self.unknown.get(number))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::known;

    #[test]
    fn a_known_name_is_its_constant_whatever_its_length() {
        let mut names = NameTable::default();
        for (number, name) in KNOWN.iter().enumerate().skip(1) {
            assert_eq!(names.intern(name), LocalName(number as u32), "{name}");
            assert_eq!(names.find(name), Some(LocalName(number as u32)), "{name}");
            assert_eq!(names.get(LocalName(number as u32)), *name);
        }
        assert_eq!(names.intern("div"), known::DIV);
        assert_eq!(names.intern("feComponentTransfer"), known::FE_COMPONENT_TRANSFER);
    }

    #[test]
    fn an_unknown_name_keeps_its_number_even_when_others_take_its_cache_slot() {
        let mut names = NameTable::default();
        let texts: Vec<String> = (0..1000).map(|i| format!("data-{i}")).collect();
        let numbers: Vec<LocalName> = texts.iter().map(|text| names.intern(text)).collect();
        for (text, number) in texts.iter().zip(&numbers) {
            assert_eq!(names.intern(text), *number);
            assert_eq!(names.find(text), Some(*number));
            assert_eq!(names.get(*number), text);
        }
        assert_eq!(names.find("data-1000"), None);
    }
}
