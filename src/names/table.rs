//! The names of one document that are not known beforehand.

use std::hash::{BuildHasher, RandomState};

use super::known::KNOWN;
use super::long::LONG;
use super::{HashIndex, LocalName, Packed};

/// The number of unknown names that are found by comparing them one by one, which takes less time
/// than hashing.
const FEW: usize = 8;

/// The length of most unknown names, in bytes, at most.
const USUAL_LENGTH: usize = 16;

/// The number of unknown names that are found without the hash table. A power of two.
const CACHE_SIZE: usize = 256;

/// Maps the [`LocalName`]s of one document to text and back.
///
/// [`Strings::names`](crate::sink::Strings::names) gives the table of a document under
/// construction. The default table holds only the names known beforehand.
#[derive(Clone, Default)]
pub struct NameTable {
    /// The unknown names, numbered from 0.
    unknown: Texts,
    /// `None` while there are at most [`FEW`] unknown names.
    index: Option<Box<Index>>,
}

/// The numbers of texts, by text.
#[derive(Clone)]
struct Index {
    numbers: HashIndex<u32>,
    /// Seeded at random, so that nobody can choose names that collide.
    hasher: RandomState,
    /// A cache of numbers plus one, 0 for none, indexed by [`cache_slot`]. Numbers from 65,535 on,
    /// which few documents reach, are not cached.
    cache: [u16; CACHE_SIZE],
}

/// Texts by number, concatenated in one buffer.
#[derive(Clone, Default)]
struct Texts {
    text: String,
    entries: Vec<TextEntry>,
}

/// One of the [`Texts`].
#[derive(Clone, Copy)]
struct TextEntry {
    /// The byte offset where the text ends and the next one starts.
    end: u32,
    /// The low half of its hash, once there is an index: texts with different hashes are told apart
    /// without reading them.
    hash: u32,
    /// The text, if it is short enough; otherwise zeros, which pack no name.
    packed: Packed,
}

impl NameTable {
    /// Returns the text of a name of this document. A name of another document, unless it is known
    /// beforehand, gives the empty text or the text of some other name.
    #[inline]
    pub fn get(&self, name: LocalName) -> &str {
        match name.known_index() {
            Some(index) => KNOWN[index],
            None => self.unknown.get(name.0 - LocalName::FIRST_UNKNOWN).unwrap_or_default(),
        }
    }

    /// Returns the name with this text, compared exactly, if it is known beforehand or occurs in
    /// this document.
    ///
    /// ```
    /// use consomme::sink::{NameTable, known_names};
    ///
    /// let names = NameTable::default();
    /// assert_eq!(names.find("div"), Some(known_names::DIV));
    /// assert_eq!(names.find("my-soup"), None);
    /// ```
    pub fn find(&self, name: &str) -> Option<LocalName> {
        known_name(name).or_else(|| {
            let number = match &self.index {
                Some(index) => index.find(&self.unknown, name),
                None => self.unknown.find(name),
            };
            Some(LocalName(LocalName::FIRST_UNKNOWN + number?))
        })
    }

    /// Forgets the names that are not known beforehand, and keeps the capacity for few of them.
    pub(crate) fn clear(&mut self) {
        self.unknown.text.clear();
        self.unknown.entries.clear();
        self.index = None;
    }

    /// Returns how many bytes the names take that are not known beforehand.
    #[cfg(feature = "stream")]
    pub(crate) fn text_bytes(&self) -> usize {
        let Texts { text, entries, .. } = &self.unknown;
        text.len() + entries.len() * size_of::<TextEntry>()
    }

    /// Returns a bound on the indices of names: [`LocalName::index`] is below it for every name
    /// that is known beforehand or has occurred in this document so far.
    pub fn index_bound(&self) -> usize {
        LocalName::KNOWN_COUNT + self.unknown.entries.len()
    }

    /// Returns the unknown name with this packed form if that takes little time: if it was asked
    /// for lately, or there are few.
    #[inline]
    pub(crate) fn find_short(&self, name: Packed) -> Option<LocalName> {
        let entries = &self.unknown.entries;
        let number = match &self.index {
            Some(index) => {
                let number = usize::from(index.cache[short_cache_slot(name)].checked_sub(1)?);
                (entries.get(number)?.packed == name).then_some(number)?
            }
            None => entries.iter().position(|entry| entry.packed == name)?,
        };
        Some(LocalName(LocalName::FIRST_UNKNOWN + number as u32))
    }

    /// Returns the name with this text, compared exactly, and numbers it if it is new.
    pub(crate) fn intern(&mut self, name: &str) -> LocalName {
        let cached = self.index.as_ref().and_then(|index| index.find_in_cache(&self.unknown, name));
        match cached {
            Some(number) => LocalName(LocalName::FIRST_UNKNOWN + number),
            None => self.intern_uncached(name),
        }
    }

    #[inline(never)] // Keeps `intern` short.
    fn intern_uncached(&mut self, name: &str) -> LocalName {
        if self.index.is_none()
            && !self.unknown.entries.is_empty()
            && let Some(number) = self.unknown.find(name)
        {
            return LocalName(LocalName::FIRST_UNKNOWN + number);
        }
        known_name(name).unwrap_or_else(|| self.intern_unfound(name))
    }

    /// Returns the name with this text, which is not known and which
    /// [`find_short`](Self::find_short) does not find, and numbers it if it is new.
    #[inline(never)] // Most names are found.
    pub(crate) fn intern_unfound(&mut self, name: &str) -> LocalName {
        let NameTable { unknown, index } = self;
        let number = match index {
            Some(index) => index.intern(unknown, name),
            None => {
                let number = unknown.push(name, 0);
                if unknown.entries.len() > FEW {
                    *index = Some(Box::new(Index::of(unknown)));
                }
                number
            }
        };
        LocalName(LocalName::FIRST_UNKNOWN + number)
    }
}

impl Index {
    /// Returns the index of texts, few and none of them there twice, and notes their hashes.
    fn of(texts: &mut Texts) -> Self {
        let hasher = RandomState::new();
        let mut numbers = HashIndex::with_capacity(2 * texts.entries.len());
        let mut cache = [0; CACHE_SIZE];
        for number in 0..texts.entries.len() as u32 {
            let text = texts.get(number).unwrap_or_default();
            cache[cache_slot(text.as_bytes())] = number as u16 + 1;
            let hash = hasher.hash_one(text) as u32;
            texts.entries[number as usize].hash = hash;
            numbers.insert_new(hash, number, |other| texts.hash_of(other));
        }
        Index { numbers, hasher, cache }
    }

    fn find(&self, texts: &Texts, name: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(name) as u32;
        self.numbers.find(hash, |number| texts.is(number, name, hash))
    }

    #[inline]
    fn find_in_cache(&self, texts: &Texts, name: &str) -> Option<u32> {
        let number = self.cache[cache_slot(name.as_bytes())].checked_sub(1)?.into();
        (texts.get(number) == Some(name)).then_some(number)
    }

    /// Returns the number of a name, a new one if necessary, and puts it into the cache.
    fn intern(&mut self, texts: &mut Texts, name: &str) -> u32 {
        let Index { numbers, hasher, cache } = self;
        let hash = hasher.hash_one(name) as u32;
        let next = texts.entries.len() as u32;
        let entry = numbers.entry(
            hash,
            |number| texts.is(number, name, hash),
            |number| texts.hash_of(number),
        );
        let number = *entry.or_insert(next).get();
        if number == next {
            texts.push(name, hash);
        }
        cache[cache_slot(name.as_bytes())] = u16::try_from(number + 1).unwrap_or(0);
        number
    }
}

impl Texts {
    /// Returns the text of a number, if a name has that number.
    #[inline]
    fn get(&self, number: u32) -> Option<&str> {
        let end = self.entries.get(number as usize)?.end;
        let start = number.checked_sub(1).map_or(0, |before| self.entries[before as usize].end);
        self.text.get(start as usize..end as usize)
    }

    /// Returns the number of a text, by comparing it with all.
    fn find(&self, text: &str) -> Option<u32> {
        (0..self.entries.len() as u32).find(|&number| self.get(number) == Some(text))
    }

    fn hash_of(&self, number: u32) -> u32 {
        self.entries[number as usize].hash
    }

    /// Returns whether the text of a number is `text`, whose hash is `hash`.
    fn is(&self, number: u32, text: &str, hash: u32) -> bool {
        self.hash_of(number) == hash && self.get(number) == Some(text)
    }

    /// Adds a text, and returns its number.
    fn push(&mut self, text: &str, hash: u32) -> u32 {
        if self.entries.capacity() == 0 {
            self.entries.reserve(2 * FEW);
            self.text.reserve(FEW * USUAL_LENGTH);
        }
        // Parsing cannot exceed this: the names come from at most 2 GiB of source. After edits
        // that bring more than 4 GiB of names, further ones are empty.
        if text.len() <= u32::MAX as usize - self.text.len() {
            self.text.push_str(text);
        }
        let packed = Packed::new(text.as_bytes(), 0, text.len()).filter(|_| !text.contains('\0'));
        let packed = packed.unwrap_or_default();
        self.entries.push(TextEntry { end: self.text.len() as u32, hash, packed });
        self.entries.len() as u32 - 1
    }
}

/// Returns the known name with this text.
fn known_name(name: &str) -> Option<LocalName> {
    match Packed::new(name.as_bytes(), 0, name.len()) {
        Some(packed) => packed.known_name(),
        None => LONG.get(name).copied(),
    }
}

/// Returns the cache slot of a name.
fn cache_slot(name: &[u8]) -> usize {
    match Packed::new(name, 0, name.len()) {
        Some(name) => short_cache_slot(name),
        None => long_cache_slot(name),
    }
}

#[inline]
fn short_cache_slot(name: Packed) -> usize {
    (name.mixed() >> 56) as usize % CACHE_SIZE
}

/// Returns the cache slot of a name that has no packed form: a hash of its length and its last
/// twelve bytes, in which names such as `data-…` differ most.
fn long_cache_slot(name: &[u8]) -> usize {
    let (before, last) = match name.split_last_chunk::<8>() {
        Some((before, last)) => (before, u64::from_le_bytes(*last)),
        None => (&[][..], 0),
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
    use crate::tests::phf_tables;

    #[test]
    fn the_phf_table_has_the_known_names_that_are_not_packed() {
        let known = KNOWN.iter().zip(known::CONSTANTS);
        let table: phf_codegen::Map<'_, &str> = known
            .filter(|(name, _)| Packed::new(name.as_bytes(), 0, name.len()).is_none())
            .map(|(&name, constant)| (name, format!("known::{constant}")))
            .collect();
        phf_tables::assert_is_current("src/names/long.rs", table.build());
    }

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

    /// While there are few names, and when they are cached.
    #[test]
    fn short_names_are_found_by_their_packed_form() {
        let mut names = NameTable::default();
        let packed = |text: &str| Packed::new(text.as_bytes(), 0, text.len()).unwrap();
        assert_eq!(names.find_short(packed("x-a")), None);
        // No tag has such a name, but its packed form is the same.
        names.intern("x-a\0");
        names.intern("x-name-of-more-than-sixteen-bytes");
        for number in 0..3 * FEW {
            let text = format!("x-{number}");
            assert_eq!(names.find_short(packed(&text)), None);
            let name = names.intern(&text);
            assert_eq!(names.find_short(packed(&text)), Some(name));
            assert_eq!(names.get(name), text);
        }
        assert_eq!(names.find_short(packed("x-a")), None);
    }

    #[test]
    fn an_unknown_name_keeps_its_number_when_others_take_its_cache_slot() {
        let mut names = NameTable::default();
        assert_eq!(names.index_bound(), LocalName::KNOWN_COUNT);
        let texts: Vec<String> = (0..1000).map(|i| format!("data-{i}")).collect();
        let numbers: Vec<LocalName> = texts.iter().map(|text| names.intern(text)).collect();
        for (text, number) in texts.iter().zip(&numbers) {
            assert_eq!(names.intern(text), *number);
            assert_eq!(names.find(text), Some(*number));
            assert_eq!(names.get(*number), text);
        }
        assert_eq!(names.find("data-1000"), None);
        let indices: Vec<usize> = numbers.iter().map(|name| name.index()).collect();
        assert!(indices.into_iter().eq(LocalName::KNOWN_COUNT..names.index_bound()));
    }
}
