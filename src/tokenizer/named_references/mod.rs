//! Finds named character references.
//!
//! <https://html.spec.whatwg.org/#named-character-references>
//!
//! - `table.rs`: the names and characters, in order
//! - `packed.rs`: the same in the form in which a program has them

mod packed;
mod table;

use packed::{ROWS, Row};

/// The result of matching the text after an `&` against the names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameMatch {
    /// A name: the longest that the text starts with.
    Name {
        /// The length of the name in bytes, with the `;` if it has one.
        length: usize,
        /// The characters that it stands for.
        characters: &'static str,
    },
    /// No name.
    NoName,
    /// More input may complete a name, or a longer one.
    Undecided,
}

/// The length of the longest names in bytes.
const LONGEST: usize = 32;

/// The length in bytes of the longest names that are known without a `;`.
const LONGEST_WITHOUT_SEMICOLON: usize = 6;

/// The length of the shortest names in bytes.
const SHORTEST: usize = 2;

/// Finds the longest name that `text` starts with. With `is_last`, nothing follows `text`.
pub(super) fn longest_match(text: &[u8], is_last: bool) -> NameMatch {
    let window = &text[..text.len().min(LONGEST)];
    let letters = window.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if window.get(letters) == Some(&b';') {
        // No name continues after a semicolon, so if this is a name, it is the longest.
        if let Some((_, characters)) = find(&window[..letters]) {
            return NameMatch::Name { length: letters + 1, characters };
        }
    }
    if letters == text.len() && !is_last && is_start_of_name(text) {
        return NameMatch::Undecided;
    }
    for length in (SHORTEST..=letters.min(LONGEST_WITHOUT_SEMICOLON)).rev() {
        if let Some((false, characters)) = find(&window[..length]) {
            return NameMatch::Name { length, characters };
        }
    }
    NameMatch::NoName
}

/// Returns the length in bytes of the name that `text` starts with, and the characters it stands
/// for, if it is one of the five that make up more than nine tenths of the references on real
/// pages.
#[inline]
pub(super) fn most_common(text: &[u8]) -> Option<(usize, char)> {
    Some(match text {
        [b'a', b'm', b'p', b';', ..] => (4, '&'),
        [b'q', b'u', b'o', b't', b';', ..] => (5, '"'),
        [b'l', b't', b';', ..] => (3, '<'),
        [b'g', b't', b';', ..] => (3, '>'),
        [b'n', b'b', b's', b'p', b';', ..] => (5, '\u{A0}'),
        _ => return None,
    })
}

/// Returns whether a name, given without the `;`, needs it, and the characters that the name stands
/// for; `None` if it is no name.
fn find(name: &[u8]) -> Option<(bool, &'static str)> {
    let rows = with_initial(*name.first()?);
    let index = rows.binary_search_by(|row| row.name().cmp(name)).ok()?;
    let row = rows[index];
    Some((row.needs_semicolon, row.characters()))
}

/// Whether more letters, digits or a `;` after `text` may make a longer name.
fn is_start_of_name(text: &[u8]) -> bool {
    let Some(&initial) = text.first() else { return true };
    let rows = with_initial(initial);
    let index = rows.partition_point(|row| row.name() < text);
    rows.get(index).is_some_and(|row| row.name().starts_with(text))
}

/// Returns the rows of the names that start with `initial`.
fn with_initial(initial: u8) -> &'static [Row] {
    if !initial.is_ascii_alphabetic() {
        return &[];
    }
    let letter = (initial - b'A') as usize;
    &ROWS[INITIALS[letter] as usize..INITIALS[letter + 1] as usize]
}

/// For each character from `A` to one after `z`, the index of the first row whose name starts with
/// it or with a later one.
static INITIALS: [u16; 59] = initials();

const fn initials() -> [u16; 59] {
    let mut initials = [0; 59];
    let mut letter = 0;
    let mut row = 0;
    while letter < initials.len() {
        while row < ROWS.len() && ((ROWS[row].initial() - b'A') as usize) < letter {
            row += 1;
        }
        initials[letter] = row as u16;
        letter += 1;
    }
    initials
}

#[cfg(test)]
mod tests {
    use super::table::NAMED_REFERENCES;
    use super::*;

    fn found(name: &str, characters: &'static str) -> NameMatch {
        NameMatch::Name { length: name.len(), characters }
    }

    /// Every name, as written after the `&`.
    fn names() -> impl Iterator<Item = (String, &'static str)> {
        NAMED_REFERENCES.iter().flat_map(|&(name, characters)| {
            let with_semicolon = (!name.ends_with(';')).then(|| format!("{name};"));
            [name.to_owned()].into_iter().chain(with_semicolon).map(move |name| (name, characters))
        })
    }

    #[test]
    fn the_table_is_sorted_and_the_lengths_of_its_names_are_within_the_bounds() {
        assert!(
            NAMED_REFERENCES.map(|(name, _)| name.trim_end_matches(';')).is_sorted_by(|a, b| a < b)
        );
        assert_eq!(NAMED_REFERENCES.len(), 2125);
        assert_eq!(names().count(), 2231);
        assert_eq!(names().map(|(name, _)| name.len()).max(), Some(LONGEST));
        for (name, characters) in names() {
            let shortest = SHORTEST + usize::from(name.ends_with(';'));
            assert!(name.len() >= shortest, "{name}");
            assert!(name.ends_with(';') || name.len() <= LONGEST_WITHOUT_SEMICOLON, "{name}");
            assert!(matches!(characters.chars().count(), 1 | 2), "{name}");
        }
    }

    #[test]
    fn every_name_is_found() {
        for (name, characters) in names() {
            assert_eq!(longest_match(name.as_bytes(), true), found(&name, characters), "{name}");
            assert_eq!(
                longest_match(format!("{name} ;").as_bytes(), false),
                found(&name, characters),
                "{name}"
            );
        }
    }

    #[test]
    fn a_match_waits_only_while_a_longer_one_is_possible() {
        for (name, characters) in names() {
            for length in 1..name.len() {
                assert_eq!(
                    longest_match(&name.as_bytes()[..length], false),
                    NameMatch::Undecided,
                    "{name} {length}"
                );
            }
            let may_grow = !name.ends_with(';');
            let expected = if may_grow { NameMatch::Undecided } else { found(&name, characters) };
            assert_eq!(longest_match(name.as_bytes(), false), expected, "{name}");
        }
        assert_eq!(longest_match(b"ampx", false), found("amp", "&"));
        assert_eq!(longest_match(b"qqq", false), NameMatch::NoName);
        assert_eq!(longest_match(b"9", false), NameMatch::NoName);
    }

    #[test]
    fn the_longest_name_is_found() {
        assert_eq!(longest_match(b"notit;", true), found("not", "¬"));
        assert_eq!(longest_match(b"notin;", true), found("notin;", "∉"));
        assert_eq!(longest_match(b"notin", true), found("not", "¬"));
        assert_eq!(longest_match(b"AMPLE;", true), found("AMP", "&"));
        assert_eq!(longest_match(b"Amp;", true), NameMatch::NoName);
        assert_eq!(longest_match(b"", true), NameMatch::NoName);
    }
}
