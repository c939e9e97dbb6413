//! The table of named character references in a form without pointers.
//!
//! As pairs of `&str`, the table takes 68 KB, and a program that is loaded at any address has 102
//! KB of relocations for it, which are applied when it starts. Packed, both are 33 KB.

use super::table::NAMED_REFERENCES;

/// Where the name of a row and its characters are in the text of all rows.
#[derive(Clone, Copy)]
pub(super) struct Row {
    start: u16,
    /// The length of the name in bytes, without a `;`.
    name: u8,
    /// The length of the characters, which come after the name, in bytes of UTF-8.
    characters: u8,
    /// Whether the name needs a `;`.
    pub(super) needs_semicolon: bool,
}

impl Row {
    const NONE: Row = Row { start: 0, name: 0, characters: 0, needs_semicolon: false };

    /// Returns the letters and digits of the name.
    #[inline(always)]
    pub(super) fn name(self) -> &'static [u8] {
        let start = usize::from(self.start);
        &BYTES[start..start + usize::from(self.name)]
    }

    /// Returns the first letter of the name.
    pub(super) const fn initial(self) -> u8 {
        BYTES[self.start as usize]
    }

    /// Returns the characters that the name stands for.
    pub(super) fn characters(self) -> &'static str {
        let start = usize::from(self.start) + usize::from(self.name);
        &TEXT[start..start + usize::from(self.characters)]
    }
}

/// The rows, in the order of the table.
pub(super) static ROWS: [Row; NAMED_REFERENCES.len()] = rows();

/// The names and characters of all rows, one after the other.
static TEXT: &str = match str::from_utf8(&BYTES) {
    Ok(text) => text,
    Err(_) => panic!("the table is UTF-8"),
};

static BYTES: [u8; LENGTH] = bytes();

/// The length of the text of all rows.
const LENGTH: usize = {
    let (mut length, mut row) = (0, 0);
    while row < NAMED_REFERENCES.len() {
        let (name, _, characters) = parts(row);
        length += name.len() + characters.len();
        row += 1;
    }
    assert!(length <= u16::MAX as usize);
    length
};

/// Returns the parts of a row of the table: the letters and digits of the name, whether it needs a
/// `;`, and the characters.
const fn parts(row: usize) -> (&'static [u8], bool, &'static [u8]) {
    let (name, characters) = NAMED_REFERENCES[row];
    match name.as_bytes() {
        [letters @ .., b';'] => (letters, true, characters.as_bytes()),
        letters => (letters, false, characters.as_bytes()),
    }
}

const fn rows() -> [Row; NAMED_REFERENCES.len()] {
    let mut rows = [Row::NONE; NAMED_REFERENCES.len()];
    let (mut start, mut row) = (0, 0);
    while row < rows.len() {
        let (name, needs_semicolon, characters) = parts(row);
        let (name, characters) = (name.len() as u8, characters.len() as u8);
        rows[row] = Row { start, name, characters, needs_semicolon };
        start += name as u16 + characters as u16;
        row += 1;
    }
    rows
}

const fn bytes() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    let (mut at, mut row) = (0, 0);
    while row < NAMED_REFERENCES.len() {
        let (name, _, characters) = parts(row);
        let (_, rest) = bytes.split_at_mut(at);
        let (into_name, rest) = rest.split_at_mut(name.len());
        let (into_characters, _) = rest.split_at_mut(characters.len());
        into_name.copy_from_slice(name);
        into_characters.copy_from_slice(characters);
        at += name.len() + characters.len();
        row += 1;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_rows_are_those_of_the_table() {
        for (row, (name, characters)) in ROWS.iter().zip(NAMED_REFERENCES) {
            let semicolon = if row.needs_semicolon { ";" } else { "" };
            assert_eq!(format!("{}{semicolon}", str::from_utf8(row.name()).unwrap()), name);
            assert_eq!(row.characters(), characters);
        }
    }
}
