//! Keeps texts apart where patches and the input meet in the output.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::stream::places::LOOK_BEHIND;

/// How a patch meets the text around it in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joint {
    /// The text of the patch, or the text after the removed range, must not continue a reference or
    /// a tag that the text before it begins.
    Markup,
    /// The place has no references, or the text of the patch was made for the text before it.
    Raw,
    /// The patch comes right after a start tag after which the parser drops a line feed, and takes
    /// the place of that line feed.
    LineFeed,
}

/// The end of the output, as far as the next bytes depend on it.
#[derive(Debug, Default)]
pub(super) enum Seam {
    /// Nothing is written, or input was written last.
    #[default]
    Copied,
    /// A patch was written last.
    Patched(Tail),
    /// A patch that takes the place of a line feed was written last. `has_return` tells that its
    /// carriage return is dropped.
    LineFeed { has_return: bool },
}

/// The characters at the end of the output after a patch, as far as the next characters may
/// continue a token that they begin.
#[derive(Debug, Default)]
pub(super) struct Tail {
    /// The ASCII characters; any other character is `0xFF`.
    characters: Vec<u8>,
    /// Whether there are no references and tags.
    is_raw: bool,
}

/// How many bytes an ASCII character has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    Byte,
    Little,
    Big,
}

impl Seam {
    /// Goes on with a part of the input, which is not empty. Returns how many of its first bytes
    /// are not written, and the text that is written instead of them.
    pub(super) fn copy(&mut self, bytes: &[u8], width: Width) -> (usize, String) {
        let next = |index| width.ascii(bytes, index);
        let (characters, instead, after) = match std::mem::take(self) {
            Seam::Copied => return (0, String::new()),
            Seam::Patched(tail) => match next(0).and_then(|next| tail.apart(next)) {
                Some(instead) => (1, instead, Seam::Copied),
                None => (0, String::new(), Seam::Copied),
            },
            Seam::LineFeed { has_return: false } => match [next(0), next(1)] {
                [Some('\r'), Some('\n')] => (2, String::new(), Seam::Copied),
                [Some('\r'), None] => (1, String::new(), Seam::LineFeed { has_return: true }),
                [Some('\r' | '\n'), _] => (1, String::new(), Seam::Copied),
                _ => (0, String::new(), Seam::Copied),
            },
            Seam::LineFeed { has_return: true } => match next(0) {
                Some('\n') => (1, String::new(), Seam::Copied),
                _ => (0, String::new(), Seam::Copied),
            },
        };
        *self = after;
        (characters * width.bytes(), instead)
    }

    /// Goes on with a patch, after these bytes of the input if that was copied. Returns its text as
    /// it is written.
    pub(super) fn patch(
        &mut self,
        mut text: String,
        joint: Joint,
        copied: &[u8],
        width: Width,
    ) -> String {
        let is_raw = joint == Joint::Raw;
        match text.chars().next() {
            // Most patches begin with a space or a quotation mark, whatever is before them.
            Some(first) if !may_go_on(first, is_raw) => {}
            first => {
                let before = std::mem::take(self);
                let Some(first) = first else {
                    *self = match before {
                        Seam::Copied => Seam::Patched(Tail { is_raw, ..Tail::of(copied, width) }),
                        Seam::Patched(tail) => Seam::Patched(Tail { is_raw, ..tail }),
                        Seam::LineFeed { .. } => before,
                    };
                    return text;
                };
                let instead = match before {
                    Seam::Copied => apart(width.ascii_before(copied), is_raw, first),
                    Seam::Patched(tail) => Tail { is_raw, ..tail }.apart(first),
                    Seam::LineFeed { .. } => None,
                };
                if let Some(instead) = instead {
                    text.replace_range(..first.len_utf8(), &instead);
                }
            }
        }
        *self = match joint {
            Joint::LineFeed => Seam::LineFeed { has_return: false },
            Joint::Markup | Joint::Raw => {
                // Only a newline can be unfinished at the end of a patch.
                let characters = if text.ends_with('\r') { vec![b'\r'] } else { Vec::new() };
                Seam::Patched(Tail { characters, is_raw })
            }
        };
        text
    }
}

impl Tail {
    /// Returns the end of some bytes.
    fn of(bytes: &[u8], width: Width) -> Tail {
        let mut characters: Vec<u8> = width.ascii_before(bytes).collect();
        characters.reverse();
        Tail { characters, is_raw: false }
    }

    fn apart(&self, next: char) -> Option<String> {
        apart(self.characters.iter().rev().copied(), self.is_raw, next)
    }
}

/// Returns the text written in place of a character, if that would become part of a newline, a
/// reference or a tag with the characters before it, of which the last one comes first.
fn apart(before: impl Iterator<Item = u8>, is_raw: bool, next: char) -> Option<String> {
    let mut before = before.peekable();
    match before.peek() {
        // Two newlines must not become one. Like a reference, this text stays as it is when the
        // patch is joined again.
        Some(b'\r') => (next == '\n').then(|| "\r\n".to_owned()),
        _ if is_raw => None,
        _ => goes_on(before, next).then(|| format!("&#{};", u32::from(next))),
    }
}

/// Whether a character becomes part of a newline, a reference or a tag with some text before it.
fn may_go_on(next: char, is_raw: bool) -> bool {
    let is_of_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, ';' | '#' | '=');
    next == '\n' || !is_raw && (is_of_token(next) || matches!(next, '/' | '!' | '?'))
}

/// Whether a character becomes part of a reference or a tag with the characters before it, of which
/// the last one comes first.
fn goes_on(before: impl Iterator<Item = u8>, next: char) -> bool {
    let mut before = before.peekable();
    match before.peek() {
        Some(b'<') => next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'),
        _ if next.is_ascii_alphanumeric() || matches!(next, ';' | '#' | '=') => {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
            before.find(|byte| !is_name(byte)) == Some(b'&')
        }
        _ => false,
    }
}

impl Width {
    pub(super) fn of(encoding: &'static Encoding) -> Width {
        match encoding {
            _ if encoding == UTF_16LE => Width::Little,
            _ if encoding == UTF_16BE => Width::Big,
            _ => Width::Byte,
        }
    }

    fn bytes(self) -> usize {
        match self {
            Width::Byte => 1,
            Width::Little | Width::Big => 2,
        }
    }

    /// Returns the character with an index, if that is ASCII.
    fn ascii(self, bytes: &[u8], index: usize) -> Option<char> {
        let at = index * self.bytes();
        let unit = match (self, bytes.get(at..at + self.bytes())?) {
            (Width::Little, &[low, high]) => u16::from_le_bytes([low, high]),
            (Width::Big, &[high, low]) => u16::from_be_bytes([high, low]),
            (_, unit) => u16::from(unit[0]),
        };
        u8::try_from(unit).ok().filter(u8::is_ascii).map(char::from)
    }

    /// Returns the characters at the end of some bytes, as far as the next one may depend on them,
    /// the last one first. Any that is not ASCII is `0xFF`.
    fn ascii_before(self, bytes: &[u8]) -> impl Iterator<Item = u8> {
        let count = bytes.len() / self.bytes();
        let bytes = &bytes[bytes.len() - count * self.bytes()..];
        let at = move |index| self.ascii(bytes, index).map_or(0xFF, |c| c as u8);
        (0..count).rev().take(LOOK_BEHIND).map(at)
    }

    /// Returns ASCII characters as they are written.
    pub(super) fn encoded(self, text: &str) -> Vec<u8> {
        match self {
            Width::Byte => text.as_bytes().to_vec(),
            Width::Little => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Width::Big => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }
}
