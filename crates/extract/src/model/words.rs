//! Words with their weights, in a table that takes no time to read.

/// Words with their weights. The compiler places them by hashes, so that a program that reads one
/// page does not read thousands of words first. The words of pages are only looked up, so none makes
/// a look-up longer than the longest run of words is.
pub(super) struct WordTable {
    text: &'static str,
    slots: [Slot; SLOTS],
}

/// A place for a word.
#[derive(Clone, Copy)]
struct Slot {
    /// Where the word is in the text.
    start: u16,
    /// Its length in bytes; 0 if the slot is empty.
    length: u8,
    weight: i8,
}

/// More than twice the words of a table.
const SLOTS: usize = 1 << 13;

impl WordTable {
    /// Places the lines of a text: comments, which begin with `#`, and `-40 share`.
    pub(super) const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        assert!(bytes.len() <= u16::MAX as usize);
        let mut slots = [Slot { start: 0, length: 0, weight: 0 }; SLOTS];
        let mut line = 0;
        while line < bytes.len() {
            let start = after(bytes, line, b' ');
            let end = after(bytes, line, b'\n');
            if bytes[line] != b'#' {
                let length = end - 1 - start;
                assert!(0 < length && length <= u8::MAX as usize);
                let mut slot = slot_of(bytes, start, end - 1);
                while slots[slot].length != 0 {
                    slot = (slot + 1) % SLOTS;
                }
                let weight = weight(bytes, line);
                slots[slot] = Slot { start: start as u16, length: length as u8, weight };
            }
            line = end;
        }
        WordTable { text, slots }
    }

    /// Returns the number of a word, which no other has, and its weight.
    #[inline]
    pub(super) fn get(&self, word: &str) -> Option<(u16, f32)> {
        let mut slot = slot_of(word.as_bytes(), 0, word.len());
        // Most slots are empty.
        loop {
            let Slot { start, length, weight } = self.slots[slot];
            if length == 0 {
                return None;
            }
            let place = usize::from(start)..usize::from(start) + usize::from(length);
            if usize::from(length) == word.len() && &self.text[place] == word {
                return Some((start, f32::from(weight)));
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Returns the number at a place, which a space follows.
const fn weight(bytes: &[u8], start: usize) -> i8 {
    let is_negative = bytes[start] == b'-';
    let mut at = start + is_negative as usize;
    let mut number = 0;
    while bytes[at] != b' ' {
        assert!(bytes[at].is_ascii_digit());
        number = 10 * number + (bytes[at] - b'0') as i8;
        at += 1;
    }
    if is_negative { -number } else { number }
}

/// Returns the place after the next such byte. Each line has one.
const fn after(bytes: &[u8], mut at: usize, byte: u8) -> usize {
    while bytes[at] != byte {
        at += 1;
    }
    at + 1
}

/// Returns the slot for a word by its hash, 32-bit FNV-1a.
const fn slot_of(bytes: &[u8], mut at: usize, end: usize) -> usize {
    let mut hash = 0x811c_9dc5_u32;
    while at < end {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    (hash ^ hash >> 16) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::super::{ATTRIBUTE_WORDS, PHRASE_WORDS, rows};

    #[test]
    fn each_line_of_a_table_is_found() {
        for table in [&ATTRIBUTE_WORDS, &PHRASE_WORDS] {
            assert!(rows(table.text).count() > 1000);
            for row in rows(table.text) {
                let (weight, word) = row.split_once(' ').unwrap();
                let (start, found) = table.get(word).unwrap();
                assert!(table.text[usize::from(start)..].starts_with(word));
                assert_eq!(found, weight.parse::<f32>().unwrap());
                assert_eq!(table.get(&format!("{word}x y")), None);
            }
        }
        assert_eq!(ATTRIBUTE_WORDS.get(""), None);
    }
}
