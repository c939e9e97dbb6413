//! Line numbers of tokens.

use std::collections::VecDeque;

use memchr::memchr2_iter;

/// Counts the lines of the source up to the current token.
#[derive(Default)]
pub(super) struct Lines {
    /// The byte offsets in the source of the newlines after the current token.
    ahead: VecDeque<usize>,
    /// How many newlines are before them.
    passed: u64,
    /// The length of the source so far, in bytes.
    length: usize,
    /// Whether the input so far ends with a carriage return.
    is_after_return: bool,
}

impl Lines {
    /// Adds a piece of the input. In the source, a carriage return, with a line feed after it or
    /// not, is a line feed.
    pub(super) fn add(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut copied = 0;
        for at in memchr2_iter(b'\r', b'\n', bytes) {
            let is_second = match at.checked_sub(1) {
                Some(before) => bytes[before] == b'\r',
                None => self.is_after_return,
            };
            self.length += at - copied;
            copied = at + 1;
            if bytes[at] == b'\r' || !is_second {
                self.ahead.push_back(self.length);
                self.length += 1;
            }
        }
        self.length += bytes.len() - copied;
        self.is_after_return = match bytes.last() {
            Some(last) => *last == b'\r',
            None => self.is_after_return,
        };
    }

    /// Returns the number of the line in which a token ends, from 1 on, unless it is the line of
    /// the token before.
    pub(super) fn line_of_token(&mut self, end: usize) -> Option<u64> {
        let before = self.passed;
        while self.ahead.front().is_some_and(|&newline| newline < end) {
            self.ahead.pop_front();
            self.passed += 1;
        }
        (self.passed != before).then_some(self.passed + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newlines_count_once_however_the_text_is_cut() {
        let text = "a\r\nb\rc\n\r\r\n\nd";
        for cut in 0..=text.len() {
            let mut lines = Lines::default();
            lines.add(&text[..cut]);
            lines.add("");
            lines.add(&text[cut..]);
            // The source is "a\nb\nc\n\n\n\nd".
            assert_eq!(lines.length, 10);
            assert!(lines.ahead.iter().eq(&[1, 3, 5, 6, 7, 8]), "cut at {cut}");
        }
    }

    #[test]
    fn a_line_is_reported_when_it_changes() {
        let mut lines = Lines::default();
        lines.add("a\nb\nc");
        let reported = [1, 2, 3, 4, 5].map(|end| lines.line_of_token(end));
        assert_eq!(reported, [None, Some(2), None, Some(3), None]);
    }
}
