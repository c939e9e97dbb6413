//! Which characters an encoding has.
//!
//! A character counts only if its bytes are decoded to it again. The encoders of the Encoding
//! Standard also write a few characters as similar ones: Shift_JIS has `¥` as the byte of `\`.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

/// The number of bytes of a text that are encoded at once to see whether the encoding has them all.
const CHUNK: usize = 256;

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    /// Characters that the encoding has.
    Kept(&'a str),
    /// A character that it doesn't have, with its offset in the text.
    Missing { character: char, offset: usize },
}

/// Returns the parts of a text, in its order.
pub(crate) fn parts<'a>(encoding: &'static Encoding, text: &'a str) -> Parts<'a> {
    let is_all_kept = encoding == UTF_8 || (text.is_ascii() && encoding != ISO_2022_JP);
    Parts { encoding, text, offset: 0, is_all_kept, mixed_until: 0 }
}

/// The parts of a text, from [`parts`].
pub(crate) struct Parts<'a> {
    encoding: &'static Encoding,
    text: &'a str,
    offset: usize,
    is_all_kept: bool,
    /// The end of a chunk that has missing characters.
    mixed_until: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let start = self.offset;
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        if self.is_all_kept {
            self.offset = self.text.len();
            return Some(Part::Kept(rest));
        }
        if start == self.mixed_until {
            let end = (start + CHUNK).min(self.text.len());
            let end = (end..).find(|&end| self.text.is_char_boundary(end))?;
            if is_kept(self.encoding, &self.text[start..end]) {
                (self.offset, self.mixed_until) = (end, end);
                return Some(Part::Kept(&self.text[start..end]));
            }
            self.mixed_until = end;
        }
        if is_missing(self.encoding, first) {
            self.offset += first.len_utf8();
            return Some(Part::Missing { character: first, offset: start });
        }
        let mixed = &self.text[start..self.mixed_until];
        let length = mixed.find(|c| is_missing(self.encoding, c)).unwrap_or(mixed.len());
        self.offset += length;
        Some(Part::Kept(&mixed[..length]))
    }
}

/// Returns the first character of a text that the encoding doesn't have, and its offset.
pub(super) fn find_missing(encoding: &'static Encoding, text: &str) -> Option<(char, usize)> {
    parts(encoding, text).find_map(|part| match part {
        Part::Missing { character, offset } => Some((character, offset)),
        Part::Kept(_) => None,
    })
}

/// Whether the encoding doesn't have a character.
fn is_missing(encoding: &'static Encoding, c: char) -> bool {
    if c.is_ascii() && encoding != ISO_2022_JP {
        return false;
    }
    !is_kept(encoding, c.encode_utf8(&mut [0; 4]))
}

/// Whether a text is the same when it is encoded and decoded.
fn is_kept(encoding: &'static Encoding, text: &str) -> bool {
    let (bytes, _, is_unmappable) = encoding.encode(text);
    !is_unmappable && encoding.decode_without_bom_handling(&bytes).0 == text
}

/// Whether the bytes of a character at the start of the output would be taken for a byte order mark
/// or for the first byte of one. Only such characters are not ASCII.
///
/// <https://encoding.spec.whatwg.org/#bom-sniff>
pub(super) fn is_like_byte_order_mark(encoding: &'static Encoding, c: char) -> bool {
    let bytes = encoding.encode(c.encode_utf8(&mut [0; 4])).0.first().copied();
    if encoding == UTF_8 { c == '\u{FEFF}' } else { matches!(bytes, Some(0xEF | 0xFE | 0xFF)) }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, GB18030, SHIFT_JIS, WINDOWS_1252};

    use super::*;

    #[test]
    fn a_character_that_is_written_as_a_similar_one_is_missing() {
        for (encoding, text, missing) in [
            (SHIFT_JIS, "ス\u{A5}", Some(3)),
            (SHIFT_JIS, "\u{203E}", Some(0)),
            (EUC_JP, "~\\\u{A5}", Some(2)),
            (ISO_2022_JP, "\u{A5}\u{203E}", None),
            (ISO_2022_JP, "\u{FF71}", Some(0)),
            (SHIFT_JIS, "\u{FF71}", None),
            (GB18030, "\u{1F372}\u{E5E5}", Some(4)),
            (BIG5, "湯€", None),
            (WINDOWS_1252, "é€борщ", Some(5)),
            (UTF_8, "é€борщ", None),
        ] {
            let found = find_missing(encoding, text).map(|(_, offset)| offset);
            assert_eq!(found, missing, "{} {text:?}", encoding.name());
        }
    }

    #[test]
    fn the_characters_that_switch_the_state_of_iso_2022_jp_are_missing() {
        assert_eq!(find_missing(ISO_2022_JP, "ab\u{1B}(B"), Some(('\u{1B}', 2)));
        assert_eq!(find_missing(ISO_2022_JP, "\u{E}"), Some(('\u{E}', 0)));
        assert_eq!(find_missing(SHIFT_JIS, "\u{1B}\u{E}"), None);
    }

    #[test]
    fn the_parts_of_a_text_are_the_text_wherever_it_is_cut() {
        for length in 250..262 {
            for tail in ["é", "й", "éйé", "ййй", ""] {
                let text = "x".repeat(length) + tail + "é" + &"xй".repeat(300) + tail;
                let mut joined = String::new();
                for part in parts(WINDOWS_1252, &text) {
                    match part {
                        Part::Kept(kept) => {
                            assert!(!kept.is_empty() && !kept.contains('й'));
                            joined.push_str(kept);
                        }
                        Part::Missing { character, offset } => {
                            assert_eq!((character, offset), ('й', joined.len()));
                            joined.push(character);
                        }
                    }
                }
                assert_eq!(joined, text);
            }
        }
    }
}
