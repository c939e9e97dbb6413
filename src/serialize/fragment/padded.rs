//! Padded texts: known names with the markup around them, `<p`, `</p>` and ` href="`.
//!
//! A text of constant length is copied by a move, any other by a call. With these tables, a start
//! tag takes one such move and one for each attribute name, an end tag takes one. Writing
//! brackets and names one by one takes 6 % more instructions for the 130 pages.

use crate::names::LocalName;
use crate::names::known::{HTML_COUNT, KNOWN, KNOWN_COUNT};

/// The length in bytes of a padded text.
const PADDED: usize = 16;

/// A text and spaces after it.
#[derive(Clone, Copy)]
pub(super) struct Padded {
    /// `PADDED` bytes, or empty if the text does not fit.
    window: &'static str,
    /// The length of the text in bytes.
    length: usize,
}

impl Padded {
    const NONE: Padded = Padded { window: "", length: 0 };

    /// Returns the window, of constant length, and the length of the text at its start.
    #[inline(always)]
    fn get(self) -> Option<(&'static str, usize)> {
        Some((self.window.get(..PADDED)?, self.length))
    }
}

/// Returns `<` and the name, for the name of an HTML element.
#[inline]
pub(super) fn start_of_tag(name: LocalName) -> Option<(&'static str, usize)> {
    STARTS.get(name.index())?.get()
}

/// Returns the end tag, for the name of an HTML element.
#[inline]
pub(super) fn end_tag(name: LocalName) -> Option<(&'static str, usize)> {
    END_TAGS.get(name.index())?.get()
}

/// Returns a space, the name, `=` and a quote, for a known name.
#[inline]
pub(super) fn start_of_attribute(name: LocalName) -> Option<(&'static str, usize)> {
    ATTRIBUTES.get(name.index())?.get()
}

static STARTS: [Padded; HTML_COUNT] = all(&START_BYTES, "<", "");
static START_BYTES: [[u8; PADDED]; HTML_COUNT] = all_bytes("<", "");

static END_TAGS: [Padded; HTML_COUNT] = all(&END_TAG_BYTES, "</", ">");
static END_TAG_BYTES: [[u8; PADDED]; HTML_COUNT] = all_bytes("</", ">");

static ATTRIBUTES: [Padded; KNOWN_COUNT] = all(&ATTRIBUTE_BYTES, " ", "=\"");
static ATTRIBUTE_BYTES: [[u8; PADDED]; KNOWN_COUNT] = all_bytes(" ", "=\"");

/// Returns the name of a number, if it fits between these texts.
const fn fitting(number: usize, before: &str, after: &str) -> &'static str {
    match KNOWN[number] {
        name if before.len() + name.len() + after.len() <= PADDED => name,
        _ => "",
    }
}

const fn all_bytes<const N: usize>(before: &str, after: &str) -> [[u8; PADDED]; N] {
    let mut all = [[b' '; PADDED]; N];
    let mut number = 0;
    while number < N {
        let parts = [before, fitting(number, before, after), after];
        let (mut part, mut at) = (0, 0);
        while part < parts.len() {
            let bytes = parts[part].as_bytes();
            let mut i = 0;
            while i < bytes.len() {
                all[number][at] = bytes[i];
                i += 1;
                at += 1;
            }
            part += 1;
        }
        number += 1;
    }
    all
}

const fn all<const N: usize>(
    bytes: &'static [[u8; PADDED]; N],
    before: &str,
    after: &str,
) -> [Padded; N] {
    let mut all = [Padded::NONE; N];
    let mut number = 0;
    while number < N {
        let name = fitting(number, before, after);
        if let Ok(window) = str::from_utf8(&bytes[number])
            && !name.is_empty()
        {
            all[number] = Padded { window, length: before.len() + name.len() + after.len() };
        }
        number += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::NameTable;

    #[test]
    fn each_known_name_is_written_as_it_is_or_left_out_for_its_length() {
        let names = NameTable::default();
        for text in &KNOWN[1..] {
            let name = names.find(text).unwrap();
            let html = |found: Option<(&str, usize)>| {
                found.map(|(window, length)| window[..length].to_owned())
            };
            let fits = |length: usize| text.len() + length <= PADDED;
            let is_html = name.index() < HTML_COUNT;
            assert_eq!(html(start_of_tag(name)), (is_html && fits(1)).then(|| format!("<{text}")));
            assert_eq!(html(end_tag(name)), (is_html && fits(3)).then(|| format!("</{text}>")));
            assert_eq!(html(start_of_attribute(name)), fits(3).then(|| format!(" {text}=\"")));
        }
        let blockquote = names.find("blockquote").unwrap();
        assert_eq!(end_tag(blockquote), Some(("</blockquote>   ", 13)));
    }
}
