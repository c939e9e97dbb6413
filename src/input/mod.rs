//! The input stream: newlines normalized, one growing buffer, a cursor.

mod context;

pub(crate) use context::ParseContext;

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::bytes::lanes::{self, WINDOW};
use crate::parse_error::ParseErrorCode;
use crate::settings::Limits;
use crate::steps;

/// The preprocessed input, as far as it has been fed, and what the stages share while it is parsed.
///
/// The buffer is never shortened: it becomes the document's own text, and every span of the
/// document points into it.
///
/// <https://html.spec.whatwg.org/#preprocessing-the-input-stream>
#[derive(Debug)]
pub(crate) struct InputStream {
    /// What the tree builder shares: the buffer is the source of its strings.
    pub(crate) context: ParseContext,
    /// The byte offset in the source of the next input character.
    pub(crate) position: usize,
    /// No more input will come: the end of the buffer is the end of the file.
    pub(crate) is_last: bool,
    /// There is a NUL somewhere in the input so far: nearly never, and looking for one everywhere
    /// takes time.
    pub(crate) has_nulls: bool,
    /// How many bytes of text are taken.
    input_bytes: usize,
    /// The text ended with a carriage return that became a line feed: a line feed right behind
    /// belongs to it.
    skip_line_feed: bool,
}

impl InputStream {
    #[inline(always)]
    pub(crate) fn new(limits: &Limits, errors: bool) -> Self {
        InputStream {
            context: ParseContext::new(limits, errors),
            position: 0,
            is_last: false,
            has_nulls: false,
            input_bytes: limits.input_bytes,
            skip_line_feed: false,
        }
    }

    /// Makes `text` the whole input. It is not copied, unless it has carriage returns or is too
    /// long.
    pub(crate) fn set(&mut self, text: String) {
        if self.takes_as_it_is(text.as_bytes()) {
            self.adopt(text);
        } else {
            self.push(&text);
            self.is_last = true;
        }
    }

    /// Whether a text of these bytes is not to be changed. Takes notice of NULs.
    pub(crate) fn takes_as_it_is(&mut self, bytes: &[u8]) -> bool {
        bytes.len() <= self.input_bytes && self.next_carriage_return(bytes).is_none()
    }

    /// Makes `text`, which is taken as it is, the whole input.
    pub(crate) fn adopt(&mut self, text: String) {
        debug_assert!(self.context.strings.source.is_empty());
        self.context.strings.source = text;
        self.check_characters(0);
        self.is_last = true;
    }

    /// Makes room for about that many bytes of text.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.context.strings.source.reserve(bytes.min(self.input_bytes));
    }

    /// The text, with which the input starts, without the byte order mark that it may have.
    pub(crate) fn without_byte_order_mark<'a>(&mut self, text: Cow<'a, str>) -> Cow<'a, str> {
        let start = text.len() - self.drop_byte_order_mark(&text).len();
        match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[start..]),
            Cow::Owned(mut text) => {
                text.drain(..start);
                Cow::Owned(text)
            }
        }
    }

    /// The same for a text that is borrowed.
    pub(crate) fn drop_byte_order_mark<'a>(&mut self, text: &'a str) -> &'a str {
        let rest = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        self.context.strings.map.drop_before_start(text.len() - rest.len());
        rest
    }

    /// Appends a piece of input, newlines normalized. What exceeds the limit of input bytes is not
    /// taken.
    ///
    /// <https://infra.spec.whatwg.org/#normalize-newlines>
    pub(crate) fn push(&mut self, text: &str) {
        steps::count(text.len());
        let first_new = self.context.strings.source.len();
        let mut rest = match text.strip_prefix('\n') {
            Some(after) if self.skip_line_feed => {
                self.note_shortened_newline();
                after
            }
            _ => text,
        };
        if !text.is_empty() {
            self.skip_line_feed = false;
        }
        while let Some(at) = self.next_carriage_return(rest.as_bytes()) {
            self.append(&rest[..at]);
            self.append("\n");
            rest = &rest[at + 1..];
            match rest.strip_prefix('\n') {
                Some(after) => {
                    self.note_shortened_newline();
                    rest = after;
                }
                None => self.skip_line_feed = rest.is_empty(),
            }
        }
        self.append(rest);
        self.check_characters(first_new);
    }

    /// Where the first carriage return is. Takes notice of NULs.
    fn next_carriage_return(&mut self, bytes: &[u8]) -> Option<usize> {
        if !self.has_nulls {
            let found = memchr2(b'\r', 0, bytes)?;
            if bytes[found] == b'\r' {
                return Some(found);
            }
            self.has_nulls = true;
        }
        memchr(b'\r', bytes)
    }

    /// Appends normalized text, as much as the limit of input bytes has room for. After that,
    /// nothing is taken.
    fn append(&mut self, text: &str) {
        let room = self.input_bytes - self.context.strings.source.len();
        if text.len() <= room && !self.context.limits_hit.input_bytes {
            self.context.strings.source.push_str(text);
        } else if !self.context.limits_hit.input_bytes {
            self.context.limits_hit.input_bytes = true;
            let mut end = room;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            self.context.strings.source.push_str(&text[..end]);
        }
    }

    /// Notes that the line feed at the end of the source, if it is taken, stands for two
    /// characters.
    fn note_shortened_newline(&mut self) {
        if !self.context.limits_hit.input_bytes {
            self.context.strings.map.shorten(self.context.strings.source.len() - 1);
        }
    }

    /// Drops what is not read yet, to be pushed again in another encoding.
    pub(crate) fn drop_unread(&mut self) {
        self.context.strings.source.truncate(self.position);
        self.context.strings.map.truncate(self.position);
        self.context.errors.drop_from(self.position);
        self.skip_line_feed = false;
        self.context.limits_hit.input_bytes = false;
    }

    /// Reports the characters from byte `start` on that must not stand in the input stream.
    fn check_characters(&mut self, start: usize) {
        if !self.context.errors.is_enabled() {
            return;
        }
        let source = &self.context.strings.source;
        let mut at = start;
        for block in source.as_bytes()[start..].chunks(WINDOW) {
            if may_have_disallowed(block) {
                for (offset, _) in
                    block.iter().enumerate().filter(|(_, byte)| may_start_disallowed(**byte))
                {
                    let at = at + offset;
                    // What may start such a character is no later byte of another.
                    if let Some(c) = source[at..].chars().next()
                        && let Some(code) = disallowed(c)
                    {
                        self.context.errors.report(code, at, at + c.len_utf8());
                    }
                }
            }
            at += block.len();
        }
    }

    /// All input so far, read or not.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.context.strings.source.as_bytes()
    }

    /// The byte offset of the end of the input so far.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.context.strings.source.len()
    }

    /// The next input byte, or `None` at the end of what is there.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes().get(self.position).copied()
    }

    /// Reports an error from byte `start` to byte `end` of the source.
    #[inline]
    pub(crate) fn error(&mut self, code: ParseErrorCode, start: usize, end: usize) {
        if self.context.errors.is_enabled() {
            self.context.errors.report(code, start, end);
        }
    }

    /// Reports an error at the character that stands at byte `at` of the source, or at the end of
    /// the input there.
    #[inline]
    pub(crate) fn error_at(&mut self, code: ParseErrorCode, at: usize) {
        if self.context.errors.is_enabled() {
            let character =
                self.context.strings.source.get(at..).and_then(|rest| rest.chars().next());
            self.context.errors.report(code, at, at + character.map_or(0, char::len_utf8));
        }
    }
}

/// Whether one of these bytes may start a character that must not stand in the input stream. Made
/// so that the compiler looks at many bytes at a time, and at those of ASCII most cheaply.
fn may_have_disallowed(block: &[u8]) -> bool {
    let Some(block) = block.first_chunk() else { return true };
    !lanes::is_plain(block)
        && block.iter().fold(false, |found, &byte| found | may_start_disallowed(byte))
}

/// Whether a control character other than white space and NUL starts with this byte, or else a
/// noncharacter may.
#[inline(always)]
fn may_start_disallowed(byte: u8) -> bool {
    let is_white_space = (byte.wrapping_sub(b'\t') <= b'\r' - b'\t') & (byte != 0x0B);
    let is_control = (byte.wrapping_sub(1) < 0x1F) & !is_white_space;
    is_control | (byte == 0x7F) | (byte == 0xC2) | (byte >= 0xEF)
}

/// The error that a character in the input stream is.
fn disallowed(c: char) -> Option<ParseErrorCode> {
    if is_noncharacter(c) {
        Some(ParseErrorCode::NoncharacterInInputStream)
    } else if c.is_control() && !matches!(c, '\0' | '\t' | '\n' | '\x0C' | '\r') {
        Some(ParseErrorCode::ControlCharacterInInputStream)
    } else {
        None
    }
}

/// <https://infra.spec.whatwg.org/#noncharacter>
pub(crate) fn is_noncharacter(c: char) -> bool {
    matches!(c as u32, 0xFDD0..=0xFDEF) || c as u32 & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Strings;

    fn normalized(pieces: &[&str]) -> String {
        let mut input = InputStream::new(&Limits::default(), false);
        for piece in pieces {
            input.push(piece);
        }
        input.context.strings.source
    }

    #[test]
    fn every_kind_of_newline_becomes_a_line_feed() {
        assert_eq!(normalized(&["a\r\nb\rc\nd\r\r\ne\n\r"]), "a\nb\nc\nd\n\ne\n\n");
    }

    #[test]
    fn a_newline_may_be_cut_anywhere() {
        assert_eq!(normalized(&["a\r", "\nb"]), "a\nb");
        assert_eq!(normalized(&["a\r", "", "\nb"]), "a\nb");
        assert_eq!(normalized(&["a\r", "b\n"]), "a\nb\n");
        assert_eq!(normalized(&["\r", "\r", "\n", "\n"]), "\n\n\n");
    }

    /// What comes out must not depend on where the input is cut, the way back to the text as it
    /// came included.
    #[test]
    fn the_way_back_leads_to_the_character_that_stood_there() {
        let text = "a\r\nb\rc\nd\r\r\ne\n\r\n";
        for cut in 0..=text.len() {
            let mut input = InputStream::new(&Limits::default(), false);
            input.push(&text[..cut]);
            input.push(&text[cut..]);
            let Strings { source, map, .. } = &input.context.strings;
            for (at, c) in source.char_indices() {
                let found = text[map.original(at)..].chars().next();
                assert!(found == Some(c) || (c == '\n' && found == Some('\r')), "{cut} {at}");
            }
            assert_eq!(map.original(source.len()), text.len());
        }
    }

    #[test]
    fn newlines_past_the_limit_are_not_counted() {
        let mut input = InputStream::new(&Limits::default().input_bytes(Some(2)), false);
        input.push("\r\na\r\n\r\n");
        assert_eq!(
            (input.context.strings.source.as_str(), input.context.strings.map.original(2)),
            ("\na", 3)
        );
    }

    #[test]
    fn input_past_the_limit_is_not_taken_and_the_cut_falls_between_characters() {
        let mut input = InputStream::new(&Limits::default().input_bytes(Some(4)), false);
        input.push("abcé");
        input.push("d");
        assert_eq!(input.context.strings.source, "abc");
        assert!(input.context.limits_hit.input_bytes);
    }

    /// Bytes are sorted out before characters are looked at: none may be lost.
    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn every_character_that_is_an_error_is_found_wherever_it_stands() {
        for c in '\0'..='\u{10FFFF}' {
            let code = disallowed(c);
            let mut text = "x".repeat(WINDOW * 2 + 7);
            let at = c as usize % text.len();
            text.insert(at, c);
            if code.is_some() || c < '\u{3000}' {
                let mut input = InputStream::new(&Limits::default(), true);
                input.push(&text);
                let found: Vec<_> =
                    input.context.errors.as_slice().iter().map(|e| (e.code(), e.span())).collect();
                let expected: Vec<_> =
                    code.map(|code| (code, at..at + c.len_utf8())).into_iter().collect();
                assert_eq!(found, expected, "{c:?}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn every_character_is_judged_as_the_standard_says() {
        for c in '\0'..=char::MAX {
            let must_not_stand = is_noncharacter(c) || c.is_control();
            let white_space_or_null = matches!(c, '\0' | '\t' | '\n' | '\x0C' | '\r');
            assert_eq!(disallowed(c).is_some(), must_not_stand && !white_space_or_null, "{c:?}");
            let first = c.encode_utf8(&mut [0; 4]).as_bytes()[0];
            assert!(disallowed(c).is_none() || may_start_disallowed(first), "{c:?}");
        }
    }

    #[test]
    fn control_characters_and_noncharacters_are_errors_where_they_stand() {
        let mut input = InputStream::new(&Limits::default(), true);
        input.push("a\u{1}\0\t\u{FDD0}");
        input.context.errors.finish();
        let found: Vec<_> =
            input.context.errors.as_slice().iter().map(|e| (e.code().as_str(), e.span())).collect();
        assert_eq!(
            found,
            [("control-character-in-input-stream", 1..2), ("noncharacter-in-input-stream", 4..7)]
        );
    }
}
