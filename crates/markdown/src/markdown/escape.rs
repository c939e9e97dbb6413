//! Backslashes before characters that Markdown would not take as text.

use crate::bytes::classes;

/// How often characters are in the texts of a block. One that is there once, alone, marks nothing.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Counts {
    stars: u32,
    underscores: u32,
    tildes: u32,
    backticks: u32,
}

impl Counts {
    pub(super) fn add(&mut self, text: &str) {
        // Nine of ten texts have none.
        let bytes = text.as_bytes();
        let has_marks = memchr::memchr3(b'*', b'_', b'~', bytes).is_some();
        if !has_marks && memchr::memchr(b'`', bytes).is_none() {
            return;
        }
        let count = |wanted| text.bytes().filter(|byte| *byte == wanted).count() as u32;
        self.stars += count(b'*');
        self.underscores += count(b'_');
        self.tildes += count(b'~');
        self.backticks += count(b'`');
    }

    /// Counts marks that are written with these characters.
    pub(super) fn add_marks(&mut self) {
        (self.stars, self.underscores, self.tildes) =
            (self.stars + 2, self.underscores + 2, self.tildes + 2);
    }

    pub(super) fn add_code(&mut self) {
        self.backticks += 2;
    }

    pub(super) fn has_one_backtick(&self) -> bool {
        self.backticks == 1
    }
}

/// The place of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) counts: Counts,
    /// Whether the text is in a link or the description of an image.
    pub(super) is_in_link: bool,
    /// Whether any `[` could refer to a definition.
    pub(super) has_definitions: bool,
    /// Whether the text is in a cell of a table.
    pub(super) is_in_cell: bool,
    /// Whether there are formulas between dollar signs.
    pub(super) has_math: bool,
    /// The content after the text.
    pub(super) next: Next,
}

/// The content after a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The end of the block.
    End,
    /// A line break.
    Break,
    /// A bracket: a link or an image.
    Bracket,
    Other,
}

/// The bytes that may need a backslash, but for the colons and dots of addresses.
const MARKS: [u8; 12] = *b"\\`*_[]<&~!|$";

/// The bytes that may need a backslash.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut at = 0;
    while at < MARKS.len() {
        special[MARKS[at] as usize] = true;
        at += 1;
    }
    special[b':' as usize] = true;
    special[b'.' as usize] = true;
    special
};

/// Whether no character of a text may need a backslash.
fn is_plain(text: &str) -> bool {
    const MARK: u8 = 1;
    const COLON: u8 = 2;
    const DOT: u8 = 4;
    let found = classes(text, |b| {
        let is_mark = MARKS.iter().fold(false, |is_mark, mark| is_mark | (b == *mark));
        (u8::from(is_mark) * MARK) | (u8::from(b == b':') * COLON) | (u8::from(b == b'.') * DOT)
    });
    // Nearly all colons and dots are those of sentences.
    found & MARK == 0
        && (found & COLON == 0 || !text.contains("://"))
        && (found & DOT == 0 || !text.contains("www."))
}

/// Appends a text with backslashes.
pub(super) fn push_text(out: &mut String, text: &str, place: &Place) {
    if is_plain(text) {
        return out.push_str(text);
    }
    let bytes = text.as_bytes();
    let mut written = 0;
    let mut at = 0;
    while let Some(offset) = bytes[at..].iter().position(|&byte| SPECIAL[usize::from(byte)]) {
        at += offset;
        out.push_str(&text[written..at]);
        written = at;
        if bytes[at] == b'|' && place.is_in_cell {
            // After a backslash, readers differ about `\|`.
            out.push_str(if out.ends_with('\\') { "&#124;" } else { "\\|" });
            written += 1;
        } else if is_special(out, text, at, place) {
            out.push('\\');
        }
        at += 1;
    }
    out.push_str(&text[written..]);
}

/// Whether the character at an offset needs a backslash. `out` ends with the text before it.
fn is_special(out: &str, text: &str, at: usize, place: &Place) -> bool {
    let rest = &text[at + 1..];
    let next = rest.bytes().next();
    match text.as_bytes()[at] {
        b'\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        b'`' => place.counts.backticks > 1,
        b'*' => place.counts.stars > 1 && !is_between_spaces(text, at, out, place),
        b'_' => place.counts.underscores > 1 && !is_in_word(text, at, out, place),
        b'~' => place.counts.tildes > 1 && !is_between_spaces(text, at, out, place),
        b'[' => place.is_in_link || place.has_definitions || next == Some(b'^'),
        b']' => {
            place.is_in_link
                || matches!(next, Some(b'(' | b'[' | b':'))
                || next.is_none() && place.next == Next::Bracket
        }
        b'<' => next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, b'/' | b'!' | b'?')),
        b'&' => is_reference(rest),
        b'!' => next.is_none() && place.next == Next::Bracket,
        b':' => rest.starts_with("//") && has_special(rest, place),
        b'.' => text[..at].ends_with("www") && has_special(rest, place),
        b'$' => place.has_math,
        _ => false,
    }
}

/// Whether the run of a character at an offset has whitespace on both sides, where it marks
/// nothing.
fn is_between_spaces(text: &str, at: usize, out: &str, place: &Place) -> bool {
    let (before, after) = around(text, at, out, place);
    before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace)
}

/// Whether the run of underscores at an offset is in a word, or has whitespace on both sides.
fn is_in_word(text: &str, at: usize, out: &str, place: &Place) -> bool {
    let (before, after) = around(text, at, out, place);
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    is_letter(before) && is_letter(after)
        || before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace)
}

/// Returns the characters before and after the run of a character at an offset; a bracket for what
/// is not known.
fn around(text: &str, at: usize, out: &str, place: &Place) -> (Option<char>, Option<char>) {
    let character = char::from(text.as_bytes()[at]);
    // At most a few characters of one kind are looked at, so that long runs take linear time.
    const MAX_RUN: usize = 16;
    let is_other = |c: &char| *c != character;
    let before = text[..at].chars().rev().take(MAX_RUN).find(is_other);
    let has_before = before.is_some() || at > MAX_RUN;
    let before = match before {
        None if has_before => Some('['),
        None => out[..out.len() - at.min(out.len())].chars().next_back(),
        before => before,
    };
    let rest = &text[at + 1..];
    let after = rest.chars().take(MAX_RUN).find(is_other);
    let after = match after {
        None if rest.len() < MAX_RUN && place.next == Next::End => None,
        None => Some('['),
        after => after,
    };
    (before, after)
}

/// Whether the text after a `&` makes a character reference.
pub(super) fn is_reference(rest: &str) -> bool {
    let name = rest.as_bytes();
    let digits = usize::from(name.first() == Some(&b'#'));
    let length =
        name[digits..].iter().take(34).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    length > 0 && name.get(digits + length) == Some(&b';')
}

/// Whether an address that readers make a link has characters with a backslash, which they would
/// take as a part of it.
fn has_special(rest: &str, place: &Place) -> bool {
    let address = rest.bytes().take(2048).take_while(|byte| !byte.is_ascii_whitespace());
    let mut before = b'/';
    // A mark right after the address would be a part of it, too.
    let is_before_mark = !place.is_in_link
        && !matches!(place.next, Next::End | Next::Break)
        && rest.len() < 2048
        && !rest.bytes().any(|c| c.is_ascii_whitespace());
    let mut is_special = is_before_mark;
    for byte in address {
        is_special |= matches!(byte, b'*' | b'~' | b'`' | b'\\' | b'[' | b']' | b'|' | b'<');
        is_special |=
            byte == b'&' || byte == b'$' || byte == b'_' && !before.is_ascii_alphanumeric();
        is_special |= before == b'_' && !byte.is_ascii_alphanumeric();
        before = byte;
    }
    is_special || before == b'_'
}

/// Returns where a line of a paragraph needs a backslash, so that it does not begin another block.
pub(super) fn block_start(line: &str, is_first: bool) -> Option<usize> {
    let bytes = line.as_bytes();
    let is_end = |at: usize| bytes.get(at).is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    let is_only = |allowed: &[u8]| bytes.iter().all(|byte| allowed.contains(byte));
    match bytes.first()? {
        b'>' => Some(0),
        b'#' => {
            let length = bytes.iter().take_while(|byte| **byte == b'#').count();
            (length <= 6 && is_end(length)).then_some(0)
        }
        b'-' | b'+' | b'*' if is_end(1) => Some(0),
        b'=' if !is_first => is_only(b"= \t").then_some(0),
        b'-' | b':' | b'|' if is_only(b"-:| \t") && line.contains('-') => Some(0),
        b'*' => is_only(b"* \t").then_some(0),
        b'_' => is_only(b"_ \t").then_some(0),
        b'[' if is_first => {
            let is_task = matches!(bytes.get(1), Some(b' ' | b'x' | b'X'));
            (is_task && bytes.get(2) == Some(&b']')).then_some(0)
        }
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_marker = matches!(bytes.get(digits), Some(b'.' | b')'));
            (digits <= 9 && is_marker && is_end(digits + 1)).then_some(digits)
        }
        _ => None,
    }
}
