//! Words with their weights, in a table that takes no time to read.

/// Words with their weights. The compiler places their lines by hashes, so that a program that
/// reads one page does not read thousands of words first. The words of pages are only looked up,
/// so none makes a look-up longer than the longest run of lines is.
pub(super) struct WordTable {
    text: &'static str,
    /// The start of a line in each slot; 0, where a comment is, without one.
    lines: [u16; SLOTS],
}

/// More than twice the words of a table.
const SLOTS: usize = 1 << 13;

impl WordTable {
    /// Places the lines of a text: comments, which begin with `#`, and `-40 share`.
    pub(super) const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        assert!(bytes.len() <= u16::MAX as usize && bytes[0] == b'#');
        let mut lines = [0; SLOTS];
        let mut start = 0;
        while start < bytes.len() {
            let word = after(bytes, start, b' ');
            let end = after(bytes, start, b'\n');
            if bytes[start] != b'#' {
                let mut slot = slot_of(bytes, word, end - 1);
                while lines[slot] != 0 {
                    slot = (slot + 1) % SLOTS;
                }
                lines[slot] = start as u16;
            }
            start = end;
        }
        WordTable { text, lines }
    }

    /// Returns the number of a word, which no other has, and its weight.
    pub(super) fn get(&self, word: &str) -> Option<(u16, f32)> {
        let mut slot = slot_of(word.as_bytes(), 0, word.len());
        // Most slots are empty.
        loop {
            let line = self.lines[slot];
            if line == 0 {
                return None;
            }
            let (weight, rest) = self.text[usize::from(line)..].split_once(' ')?;
            if rest.strip_prefix(word).is_some_and(|rest| rest.starts_with('\n')) {
                return Some((line, f32::from(weight.parse::<i16>().ok()?)));
            }
            slot = (slot + 1) % SLOTS;
        }
    }
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
                let (line, found) = table.get(word).unwrap();
                assert!(table.text[usize::from(line)..].starts_with(row));
                assert_eq!(found, weight.parse::<f32>().unwrap());
                assert_eq!(table.get(&format!("{word}x y")), None);
            }
        }
        assert_eq!(ATTRIBUTE_WORDS.get(""), None);
    }
}
