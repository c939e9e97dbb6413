//! Finding the parts of a tag in the source by scanning it once more, so that parsing need not
//! record them.

use memchr::memchr;

use crate::steps;

/// Scans a tag that the tokenizer has accepted before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagScanner<'a> {
    /// The source from the start of the tag on.
    text: &'a str,
    name: (usize, usize),
    position: usize,
    /// Where the last attribute ends; without one, the name.
    last_end: usize,
}

/// The parts of an attribute, as byte offsets from the start of the tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttributeRanges {
    /// The end of the attribute before it, or of the name of the tag.
    pub(crate) last_end: usize,
    pub(crate) name: (usize, usize),
    /// The value, without quotation marks.
    pub(crate) value: Option<(usize, usize)>,
    /// The end of the attribute, quotation marks included.
    pub(crate) end: usize,
}

impl<'a> TagScanner<'a> {
    /// Returns a scanner for the start tag at the start of `text`.
    pub(crate) fn of_start_tag(text: &'a str) -> Self {
        TagScanner::with_name_at(text, "<".len())
    }

    /// Returns a scanner for the end tag at the start of `text`.
    pub(crate) fn of_end_tag(text: &'a str) -> Self {
        TagScanner::with_name_at(text, "</".len())
    }

    fn with_name_at(text: &'a str, start: usize) -> Self {
        let mut scanner =
            TagScanner { text, name: (start, start), position: start, last_end: start };
        scanner.skip_to(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
        scanner.name.1 = scanner.position;
        scanner.last_end = scanner.position;
        scanner
    }

    /// Returns the name as written.
    pub(crate) fn name(&self) -> &'a str {
        self.text.get(self.name.0..self.name.1).unwrap_or("")
    }

    /// Returns the length of the tag, from `<` to `>`.
    pub(crate) fn length(mut self) -> usize {
        // Nearly all end tags end right after their name.
        if self.peek() != Some(b'>') {
            while self.next_attribute().is_some() {}
        }
        self.text.len().min(self.position + ">".len())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn skip_to(&mut self, is_end: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.position..).unwrap_or_default();
        let start = self.position;
        self.position += rest.iter().position(|&byte| is_end(byte)).unwrap_or(rest.len());
        steps::count(1 + self.position - start);
    }

    /// Returns the next attribute.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-name-state>
    pub(crate) fn next_attribute(&mut self) -> Option<AttributeRanges> {
        self.skip_to(|byte| !byte.is_ascii_whitespace() && byte != b'/');
        let start = self.position;
        if matches!(self.peek()?, b'>') {
            return None;
        }
        // A leading `=` is part of the name.
        self.position += 1;
        self.skip_to(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'='));
        let name = (start, self.position);
        let mut end = self.position;
        self.skip_to(|byte| !byte.is_ascii_whitespace());
        let mut value = None;
        if self.peek() == Some(b'=') {
            self.position += 1;
            end = self.position;
            self.skip_to(|byte| !byte.is_ascii_whitespace());
            value = self.value();
            if value.is_some() {
                end = self.position;
            }
        }
        let last_end = std::mem::replace(&mut self.last_end, end);
        Some(AttributeRanges { last_end, name, value, end })
    }

    /// Scans the value at the current position.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-value-state>
    fn value(&mut self) -> Option<(usize, usize)> {
        let first = self.peek().filter(|&byte| byte != b'>')?;
        if matches!(first, b'"' | b'\'') {
            self.position += 1;
            let start = self.position;
            let rest = self.text.as_bytes().get(start..).unwrap_or_default();
            let end = start + memchr(first, rest).unwrap_or(rest.len());
            self.position = self.text.len().min(end + 1);
            return Some((start, end));
        }
        let start = self.position;
        self.skip_to(|byte| byte.is_ascii_whitespace() || byte == b'>');
        Some((start, self.position))
    }
}

/// Returns whether a name as written in a tag is `name`, compared ASCII case-insensitively. U+0000
/// in the source is U+FFFD in a name.
pub(crate) fn is_same_name(written: &str, name: &str) -> bool {
    // U+FFFD takes three bytes, so names with the same length have no U+0000 between them.
    if written.len() >= name.len() {
        return written.eq_ignore_ascii_case(name);
    }
    written.contains('\0') && written.chars().map(folded).eq(name.chars().map(folded))
}

/// Returns one spelling for all names that [`is_same_name`] takes for the same.
pub(crate) fn folded_name(name: &str) -> String {
    name.chars().map(folded).collect()
}

/// Returns the character that the tokenizer puts in a name for this one.
fn folded(c: char) -> char {
    if c == '\0' { char::REPLACEMENT_CHARACTER } else { c.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(tag: &str) -> Vec<String> {
        let mut scanner = TagScanner::of_start_tag(tag);
        let mut parts = vec![scanner.name().to_owned()];
        while let Some(attribute) = scanner.next_attribute() {
            let text = |(start, end): (usize, usize)| &tag[start..end];
            let value = attribute.value.map(text);
            let (name, whole) = (text(attribute.name), text((attribute.name.0, attribute.end)));
            parts.push(format!("{name} {value:?} {whole}"));
        }
        parts
    }

    /// The cases take unusual transitions between the states of the tokenizer.
    #[test]
    fn the_parts_are_those_that_the_tokenizer_finds() {
        assert_eq!(parts("<a>"), ["a"]);
        assert_eq!(parts("<a/>"), ["a"]);
        assert_eq!(parts("<a b = 'c>' d>"), ["a", "b Some(\"c>\") b = 'c>'", "d None d"]);
        assert_eq!(parts("<a b=c/d e/>"), ["a", "b Some(\"c/d\") b=c/d", "e None e"]);
        assert_eq!(parts("<a =b=c>"), ["a", "=b Some(\"c\") =b=c"]);
        assert_eq!(parts("<a/=b>"), ["a", "=b None =b"]);
        assert_eq!(parts("<a b/=c>"), ["a", "b None b", "=c None =c"]);
        assert_eq!(parts("<a b=\"\"c=''>"), ["a", "b Some(\"\") b=\"\"", "c Some(\"\") c=''"]);
        assert_eq!(parts("<a b= >"), ["a", "b None b="]);
        assert_eq!(parts("<a b==>"), ["a", "b Some(\"=\") b=="]);
        assert_eq!(parts("<a \"b\">"), ["a", "\"b\" None \"b\""]);
        assert_eq!(TagScanner::of_start_tag("<a b='>' / >c>").length(), 12);
        assert_eq!(TagScanner::of_end_tag("</a b>c>").length(), 6);
    }

    #[test]
    fn a_truncated_tag_is_scanned_to_its_end() {
        for cut in ["", "<", "<a", "<a b", "<a b=", "<a b='", "<a b='c"] {
            parts(cut);
            assert_eq!(TagScanner::of_start_tag(cut).length(), cut.len());
        }
    }

    #[test]
    fn names_are_compared_ascii_case_insensitively() {
        assert!(is_same_name("VIEWbox", "viewBox") && is_same_name("a\0", "A\u{FFFD}"));
        assert!(!is_same_name("É", "é"));
    }
}
