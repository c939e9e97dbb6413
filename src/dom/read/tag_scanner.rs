//! Reading a tag of the source once more, for where its parts stand.

/// The parts of a tag, which the tokenizer has read before.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagScanner<'a> {
    /// A text that starts with the tag.
    text: &'a str,
    name: (usize, usize),
    position: usize,
}

/// Where the parts of an attribute stand, as byte offsets from the start of the tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeRanges {
    pub(super) name: (usize, usize),
    /// The value, without quotation marks.
    pub(super) value: Option<(usize, usize)>,
    /// Where it ends, quotation marks included.
    pub(super) end: usize,
}

impl<'a> TagScanner<'a> {
    /// Of the start tag that a text starts with.
    pub(super) fn of_start_tag(text: &'a str) -> Self {
        TagScanner::behind(text, "<".len())
    }

    /// Of the end tag that a text starts with, if it does.
    pub(super) fn of_end_tag(text: &'a str) -> Option<Self> {
        text.starts_with("</").then(|| TagScanner::behind(text, "</".len()))
    }

    fn behind(text: &'a str, start: usize) -> Self {
        let mut scanner = TagScanner { text, name: (start, start), position: start };
        scanner.skip_to(|byte| is_white_space(byte) || matches!(byte, b'/' | b'>'));
        scanner.name.1 = scanner.position;
        scanner
    }

    /// The name, as written.
    pub(super) fn name(&self) -> &'a str {
        self.text.get(self.name.0..self.name.1).unwrap_or("")
    }

    /// Whether the tag is of an element of that name.
    pub(super) fn has_name(&self, name: &str) -> bool {
        is_written_so(self.name(), name)
    }

    /// The length of the tag, from the `<` to the `>`.
    pub(super) fn length(mut self) -> usize {
        while self.next_attribute().is_some() {}
        self.text.len().min(self.position + ">".len())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn skip_to(&mut self, is_end: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.position..).unwrap_or_default();
        self.position += rest.iter().position(|&byte| is_end(byte)).unwrap_or(rest.len());
    }

    /// The next attribute.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-name-state>
    pub(super) fn next_attribute(&mut self) -> Option<AttributeRanges> {
        self.skip_to(|byte| !is_white_space(byte) && byte != b'/');
        let start = self.position;
        if matches!(self.peek()?, b'>') {
            return None;
        }
        // A `=` that comes first is part of the name.
        self.position += 1;
        self.skip_to(|byte| is_white_space(byte) || matches!(byte, b'/' | b'>' | b'='));
        let name = (start, self.position);
        let mut end = self.position;
        self.skip_to(|byte| !is_white_space(byte));
        let mut value = None;
        if self.peek() == Some(b'=') {
            self.position += 1;
            end = self.position;
            self.skip_to(|byte| !is_white_space(byte));
            value = self.value();
            if value.is_some() {
                end = self.position;
            }
        }
        Some(AttributeRanges { name, value, end })
    }

    /// The value that starts here.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-value-state>
    fn value(&mut self) -> Option<(usize, usize)> {
        let first = self.peek().filter(|&byte| byte != b'>')?;
        if matches!(first, b'"' | b'\'') {
            self.position += 1;
            let start = self.position;
            self.skip_to(|byte| byte == first);
            let end = self.position;
            self.position = self.text.len().min(end + 1);
            return Some((start, end));
        }
        let start = self.position;
        self.skip_to(|byte| is_white_space(byte) || byte == b'>');
        Some((start, self.position))
    }
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b' ')
}

/// Whether what is `written` in a tag is that name, in whatever case. U+FFFD in a name stands for
/// U+0000.
pub(super) fn is_written_so(written: &str, name: &str) -> bool {
    let fold =
        |c: char| if c == '\0' { char::REPLACEMENT_CHARACTER } else { c.to_ascii_lowercase() };
    written.chars().map(fold).eq(name.chars().map(fold))
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

    /// The cases are those in which the states of the tokenizer take turns in an unusual way.
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
        assert_eq!(TagScanner::of_end_tag("</a b>c>").unwrap().length(), 6);
    }

    #[test]
    fn a_tag_that_is_cut_off_is_read_to_its_end() {
        for cut in ["", "<", "<a", "<a b", "<a b=", "<a b='", "<a b='c"] {
            parts(cut);
            assert_eq!(TagScanner::of_start_tag(cut).length(), cut.len());
        }
    }

    #[test]
    fn a_name_is_one_in_whatever_case() {
        assert!(is_written_so("VIEWbox", "viewBox") && is_written_so("a\0", "A\u{FFFD}"));
        assert!(!is_written_so("É", "é"));
    }
}
