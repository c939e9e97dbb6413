//! The input stream: newlines normalized, one growing buffer, a cursor.

use fearless_simd::{Simd, dispatch};
use memchr::{memchr, memchr2};

use crate::bytes::windows;
use crate::parse_error::{ErrorLog, ParseErrorCode};
use crate::settings::Limits;
use crate::steps;
use crate::text::SourceText;
#[cfg(feature = "stream")]
use crate::text::{Span, SpanMoves};

use super::ParseContext;
use super::characters::report_disallowed;
use super::newlines::{BLOCK, first_return, length_before_return};

/// The preprocessed input as far as it has been fed, and the tokenizer's position in it.
///
/// The buffer is never shortened from the front, unless a stream sweeps it: it becomes the
/// document's own text, and the spans of the document point into it. All offsets are bytes from the
/// start of that buffer, the *source*.
///
/// The tokenizer advances the cursor; the code that drives the stages feeds the buffer. The tree
/// builder gets neither, only [`InputStream::context`].
///
/// <https://html.spec.whatwg.org/#preprocessing-the-input-stream>
#[derive(Debug)]
pub(crate) struct InputStream {
    /// The part that is shared with the tree builder. The buffer is the source of its strings.
    pub(crate) context: ParseContext,
    /// The byte offset of the next input character.
    position: usize,
    /// Whether no more input will come: then the end of the buffer is the end of the file.
    is_last: bool,
    /// Whether there is a NUL in the input so far. Without one, searches need not look for it.
    has_nulls: bool,
    /// The limit on the length of the buffer, in bytes.
    max_bytes: usize,
    /// Whether the buffer ends with a line feed that was a carriage return: a line feed at the
    /// start of the next piece belongs to the same newline.
    skip_line_feed: bool,
}

/// The end of the input at some time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InputMark {
    /// The length of the buffer, in bytes.
    end: usize,
    /// The number of newlines of two characters before it.
    shortened: usize,
}

/// The move of the source by a sweep: how offsets change.
#[cfg(feature = "stream")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swept {
    /// The new byte offset of the cut.
    pub(crate) new_cut: usize,
    /// How many bytes the cursor is nearer to the start.
    pub(crate) bytes: usize,
}

/// The next input character, as far as states look at it: its first byte, because they only ask for
/// ASCII characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lookahead {
    /// The first byte of the next input character.
    Byte(u8),
    /// All input so far is consumed, and more may come: the tokenizer has to wait.
    NeedsInput,
    /// All input is consumed: the standard's EOF.
    EndOfFile,
}

/// The cursor.
impl InputStream {
    /// The byte offset of the next input character.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The next input character, which is not consumed.
    #[inline]
    pub(crate) fn peek(&self) -> Lookahead {
        match self.bytes().get(self.position) {
            Some(byte) => Lookahead::Byte(*byte),
            None if self.is_last => Lookahead::EndOfFile,
            None => Lookahead::NeedsInput,
        }
    }

    /// Consumes the next input character, which [`peek`](Self::peek) has shown to be ASCII. Also
    /// used to step over one byte of a longer character.
    #[inline]
    pub(crate) fn consume(&mut self) {
        self.consume_bytes(1);
    }

    /// Consumes the next `count` bytes.
    #[inline]
    pub(crate) fn consume_bytes(&mut self, count: usize) {
        self.advance_to(self.position + count);
    }

    /// Consumes all bytes up to byte `position`.
    #[inline]
    pub(crate) fn advance_to(&mut self, position: usize) {
        debug_assert!(self.position <= position, "the cursor advances");
        self.move_to(position);
    }

    /// Moves the cursor to byte `position`, which may be before the current one: the bytes in
    /// between are then read again.
    #[inline]
    pub(crate) fn move_to(&mut self, position: usize) {
        debug_assert!(position <= self.end(), "the cursor stays in the input");
        self.position = position;
    }

    /// The whole input so far, consumed or not.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.context.strings.source().as_bytes()
    }

    /// The length of the input so far in bytes.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.context.strings.source().len()
    }

    /// Whether no more input will come.
    #[inline]
    pub(crate) fn is_last(&self) -> bool {
        self.is_last
    }

    /// Whether there may be a NUL in the input.
    #[inline]
    pub(crate) fn has_nulls(&self) -> bool {
        self.has_nulls
    }

    /// Reports an error at the character that starts at byte `at` of the source, or at the end of
    /// the input there.
    #[inline]
    pub(crate) fn error_at(&mut self, code: ParseErrorCode, at: usize) {
        if self.context.errors.is_enabled() {
            let character =
                self.context.strings.source().get(at..).and_then(|rest| rest.chars().next());
            self.context.errors.report(code, at, at + character.map_or(0, char::len_utf8));
        }
    }

    /// Reports an error at the next input character.
    #[inline]
    pub(crate) fn error_here(&mut self, code: ParseErrorCode) {
        self.error_at(code, self.position);
    }
}

/// Feeding.
impl InputStream {
    /// An empty input stream, to which more input may come. With `errors`, parse errors are kept.
    #[inline]
    pub(crate) fn new(limits: &Limits, errors: bool) -> Self {
        InputStream {
            context: ParseContext::new(limits, errors),
            position: 0,
            is_last: false,
            has_nulls: false,
            max_bytes: limits.input_bytes,
            skip_line_feed: false,
        }
    }

    /// Returns a copy with the same text and the same position, to read ahead in. More input may
    /// come. The copy keeps no errors, and it does not map its offsets to the original ones.
    pub(crate) fn copy_to_read_ahead(&self) -> InputStream {
        let ParseContext { strings, limits_hit, token, .. } = &self.context;
        InputStream {
            context: ParseContext {
                strings: strings.copy_of_text(),
                errors: ErrorLog::new(false, 0),
                limits_hit: *limits_hit,
                token: token.clone(),
            },
            position: self.position,
            is_last: false,
            has_nulls: self.has_nulls,
            max_bytes: self.max_bytes,
            skip_line_feed: self.skip_line_feed,
        }
    }

    /// Sets whether the input fed so far is all.
    pub(crate) fn set_last(&mut self, is_last: bool) {
        self.is_last = is_last;
    }

    /// Whether [`push`](Self::push) would append a text of these bytes unchanged: it is within the
    /// limit and has no carriage return. Notes NULs, so a text of these bytes must follow.
    pub(crate) fn takes_as_it_is(&mut self, bytes: &[u8]) -> bool {
        steps::count(bytes.len());
        bytes.len() <= self.max_bytes && first_return(bytes, &mut self.has_nulls).is_none()
    }

    /// Makes `text`, for which [`takes_as_it_is`](Self::takes_as_it_is) holds, the whole input
    /// without copying it.
    pub(crate) fn adopt(&mut self, text: SourceText) {
        debug_assert!(self.context.strings.source().is_empty(), "the input is set once");
        self.context.strings.set_source(text);
        self.check_characters(0);
        self.is_last = true;
    }

    /// As [`adopt`](Self::adopt), with a copy of the text.
    #[inline]
    pub(crate) fn adopt_copy(&mut self, text: &str) {
        self.context.strings.copy_source(text);
        self.check_characters(0);
        self.is_last = true;
    }

    /// Reserves capacity for about `bytes` bytes of text.
    #[inline]
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.context.strings.reserve_source(bytes.min(self.max_bytes));
    }

    /// Reserves capacity for a text that is likely to become `bytes` bytes longer. That is a little
    /// more, but not so much that it is given back at the end. Growing in time, not near the end to
    /// twice the length, copies less.
    pub(crate) fn reserve_for_rest(&mut self, bytes: usize) {
        let max_bytes = self.max_bytes;
        self.context.strings.edit_source(|source| {
            let expected = source.len().saturating_add(bytes);
            if expected > source.capacity() {
                let wanted = expected.saturating_add(expected / 32).min(max_bytes);
                source.reserve_exact(wanted.saturating_sub(source.len()));
            }
        });
    }

    /// Removes a byte order mark from the start of `text`, the start of the input, and notes it for
    /// the way back to the original offsets.
    pub(crate) fn drop_byte_order_mark<'a>(&mut self, text: &'a str) -> &'a str {
        let rest = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        self.context.strings.source_map_mut().drop_before_start(text.len() - rest.len());
        rest
    }

    /// Appends a piece of input with its newlines normalized. Input that exceeds the limit on input
    /// bytes is dropped.
    ///
    /// <https://infra.spec.whatwg.org/#normalize-newlines>
    pub(crate) fn push(&mut self, text: &str) {
        steps::count(text.len());
        let mut rest = text;
        loop {
            rest = self.without_second_half(rest);
            if rest.is_empty() || self.context.limits_hit.input_bytes {
                return;
            }
            // Normalized text is no longer, so as much as this fits, and perhaps more after it.
            let room = rest.len().min(self.max_bytes - self.end());
            let (fitting, after) = rest.split_at(character_boundary(rest, room));
            if fitting.is_empty() {
                self.context.limits_hit.input_bytes = true;
                return;
            }
            self.append(fitting);
            rest = after;
        }
    }

    /// Removes a line feed from the start of a text that belongs to the newline before it.
    fn without_second_half<'t>(&mut self, text: &'t str) -> &'t str {
        if text.is_empty() || !std::mem::take(&mut self.skip_line_feed) {
            return text;
        }
        let Some(rest) = text.strip_prefix('\n') else { return text };
        let newline = self.end() - 1;
        self.context.strings.source_map_mut().take_return_back(newline);
        self.context.strings.source_map_mut().shorten(newline);
        rest
    }

    /// Appends a text, for which there is room, with its newlines normalized.
    fn append(&mut self, text: &str) {
        let start = self.end();
        let checked = self.check_up_to_newline(text);
        match first_return(&text.as_bytes()[checked..], &mut self.has_nulls) {
            None => self.context.strings.edit_source(|source| source.push_str(text)),
            Some(found) => {
                let (line, lines) = text.split_at(checked + found);
                self.context.strings.edit_source(|source| source.push_str(line));
                self.append_lines(lines);
            }
        }
        self.check_characters(start + checked);
    }

    /// Appends a text that starts with a carriage return.
    fn append_lines(&mut self, text: &str) {
        dispatch!(windows::half_window_level(), simd => self.append_lines_by(simd, text));
    }

    /// As [`append_lines`](Self::append_lines), with the vector instructions of `simd`.
    // Always inlined, like the functions that it calls, because the instructions are only used
    // where it is inlined.
    #[inline(always)]
    fn append_lines_by<S: Simd>(&mut self, simd: S, text: &str) {
        let bytes = text.as_bytes();
        self.has_nulls = self.has_nulls || memchr(0, bytes).is_some();
        self.skip_line_feed = self.context.strings.edit_source_and_map(|source, map| {
            let mut skips_line_feed = false;
            let mut at = 0;
            while let Some(byte) = bytes.get(at) {
                if *byte == b'\r' {
                    at += 1;
                    let next = bytes.get(at);
                    if next == Some(&b'\n') {
                        // The line feed is appended with the line that it starts.
                        map.shorten(source.len());
                    } else {
                        map.note_return(source.len());
                        source.push('\n');
                        skips_line_feed = next.is_none();
                    }
                }
                at += push_up_to_return(simd, source, &text[at..]);
            }
            skips_line_feed
        });
    }

    /// Appends a U+FFFD for a sequence of bytes that is malformed in the encoding, and reports
    /// that.
    ///
    /// <https://html.spec.whatwg.org/#the-input-byte-stream>
    // Cold because well-formed documents have none.
    #[cold]
    pub(crate) fn push_malformed(&mut self) {
        let start = self.end();
        self.push("\u{FFFD}");
        // The limit on input bytes may have dropped it.
        if self.end() > start {
            let code = ParseErrorCode::MalformedByteSequence;
            self.context.errors.report(code, start, self.end());
        }
    }

    /// Makes `text` the whole input, newlines as they are, and moves the cursor to its start. Spans
    /// of the input before are no longer valid.
    pub(crate) fn restart_with(&mut self, text: &str) {
        self.context.strings.clear_text();
        self.context.strings.edit_source(|source| source.push_str(text));
        self.position = 0;
    }

    /// Drops the input that is consumed, except for its last character, to which a line feed may
    /// belong that comes next, and the texts made of it. Returns how many bytes were dropped,
    /// counted before newlines are normalized. Offsets are smaller from now on.
    pub(crate) fn forget_consumed(&mut self) -> usize {
        let mut end = self.position.saturating_sub(1);
        while !self.context.strings.source().is_char_boundary(end) {
            end -= 1;
        }
        self.position -= end;
        self.context.strings.forget_before(end)
    }

    /// Drops the input before byte `cut`, except for these texts. Returns where the texts went. A
    /// line feed that comes next may belong to the last character that is consumed, so that must
    /// stay: see [`sweep_cut`](Self::sweep_cut). The buffer gets room for at least `min_capacity`
    /// bytes.
    #[cfg(feature = "stream")]
    pub(crate) fn sweep(
        &mut self,
        used: Vec<Span>,
        cut: usize,
        min_capacity: usize,
    ) -> (SpanMoves, Swept) {
        let before = self.position;
        let (moves, new_cut) = self.context.strings.sweep(used, cut, min_capacity);
        self.position = new_cut + (self.position - cut);
        self.context.token = self.position..self.position;
        (moves, Swept { new_cut, bytes: before.saturating_sub(self.position) })
    }

    /// Returns the byte offset of the last consumed character: text before it can be
    /// [swept](Self::sweep).
    #[cfg(feature = "stream")]
    pub(crate) fn sweep_cut(&self) -> usize {
        let mut cut = self.position.saturating_sub(1);
        while !self.context.strings.source().is_char_boundary(cut) {
            cut -= 1;
        }
        cut
    }

    /// Sets the limit on the length of the buffer, in bytes.
    #[cfg(feature = "stream")]
    pub(crate) fn set_max_bytes(&mut self, bytes: usize) {
        self.max_bytes = bytes;
    }

    /// Drops all input that is not consumed, to be pushed again in another encoding.
    pub(crate) fn drop_unread(&mut self) {
        let position = self.position;
        self.context.strings.edit_source(|source| source.truncate(position));
        self.context.strings.source_map_mut().truncate(self.position);
        steps::count(self.context.errors.drop_from(self.position));
        self.skip_line_feed = false;
        self.context.limits_hit.input_bytes = false;
    }

    /// Returns whether the tokenizer has consumed all input that the limit on input bytes allows,
    /// and has asked for more. After a `>`, with which a tag ends, it has not asked.
    pub(crate) fn was_cut_at_position(&self) -> bool {
        self.context.limits_hit.input_bytes
            && self.position == self.end()
            && self.bytes().last() != Some(&b'>')
    }

    /// Returns how far the input is pushed, for [`consumed_since`](Self::consumed_since).
    pub(crate) fn mark(&self) -> InputMark {
        InputMark {
            end: self.end(),
            shortened: self.context.strings.source_map().shortened_count(),
        }
    }

    /// Returns how many bytes of the text that was pushed since a mark are consumed, counted before
    /// newlines are normalized.
    pub(crate) fn consumed_since(&self, mark: InputMark) -> usize {
        debug_assert!(mark.end <= self.position, "what was pushed before the mark is consumed");
        let shortened = self.context.strings.source_map().shortened_before(self.position);
        self.position - mark.end + shortened - mark.shortened
    }

    /// Notes that a script has written the text that was pushed since a mark, by the call of this
    /// number.
    pub(crate) fn note_written_since(&mut self, mark: InputMark, number: u32) {
        let range = mark.end..self.end();
        let map = self.context.strings.source_map_mut();
        map.note_written(range, map.shortened_count() - mark.shortened, number);
    }

    /// The text that is not consumed yet, with its newlines normalized.
    pub(crate) fn unread(&self) -> &str {
        self.context.strings.source().get(self.position..).unwrap_or("")
    }

    /// Reports the control characters and noncharacters of a text that is about to be appended, up
    /// to a block with a carriage return or a NUL. Returns where that block starts, or the length
    /// of the text. Without errors, returns 0.
    ///
    /// A text that passes this check whole, as most pieces do, needs no search for carriage returns
    /// and NULs, which takes half as long.
    fn check_up_to_newline(&mut self, text: &str) -> usize {
        if !self.context.errors.is_enabled() {
            return 0;
        }
        let is_end = |block: &[u8]| memchr2(b'\r', 0, block).is_some();
        report_disallowed(text, 0, self.end(), is_end, &mut self.context.errors)
    }

    /// Reports the control characters and noncharacters from byte `start` of the source on.
    fn check_characters(&mut self, start: usize) {
        let ParseContext { strings, errors, .. } = &mut self.context;
        if errors.is_enabled() {
            report_disallowed(strings.source(), start, start, |_| false, errors);
        }
    }
}

/// Returns the last boundary between two characters up to byte `at` of a text.
fn character_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Appends the bytes of a text before the first carriage return, up to about a [`BLOCK`] of them.
/// Returns how many.
#[inline(always)]
fn push_up_to_return<S: Simd>(simd: S, source: &mut String, text: &str) -> usize {
    let mut length = length_before_return(simd, text.as_bytes());
    if let Some(block) = text.get(..BLOCK) {
        // A copy whose length is the same for all lines takes no call and no mispredicted branch.
        let end = source.len() + length;
        source.push_str(block);
        source.truncate(end);
    } else {
        length = character_boundary(text, length);
        source.push_str(&text[..length]);
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalized(pieces: &[&str]) -> String {
        let mut input = InputStream::new(&Limits::default(), false);
        for piece in pieces {
            input.push(piece);
        }
        input.context.strings.source().to_owned()
    }

    #[test]
    fn every_kind_of_newline_becomes_a_line_feed() {
        assert_eq!(normalized(&["a\r\nb\rc\nd\r\r\ne\n\r"]), "a\nb\nc\nd\n\ne\n\n");
    }

    /// Lines are copied in blocks: the lengths go around the ends of one and two, where a character
    /// of several bytes may be.
    #[test]
    fn lines_of_every_length_are_normalized() {
        for length in 0..2 * BLOCK + 3 {
            for (end, newline) in [("", "\r\n"), ("", "\r"), ("é", "\r\n"), ("\u{1F372}", "\r\r\n")]
            {
                let line = format!("{}{end}", "x".repeat(length));
                let text = [line.as_str(), &line, "", "b", &line].join(newline);
                let expected = text.replace("\r\n", "\n").replace('\r', "\n");
                assert_eq!(normalized(&[&text]), expected, "{length} {newline:?}");
                let limits = Limits::default().input_bytes(Some(length + 1));
                let mut input = InputStream::new(&limits, false);
                input.push(&text);
                let kept = input.context.strings.source();
                assert!(expected.starts_with(kept) && kept.len() + 3 > length, "{length}");
            }
        }
    }

    #[test]
    fn a_nul_is_noted_wherever_it_stands() {
        for text in ["\0", "a\r\n\0", "\0\r\n", "\r\0\r", "a\r\nb\r\nc\0"] {
            let mut input = InputStream::new(&Limits::default(), false);
            input.push(text);
            assert!(input.has_nulls(), "{text:?}");
        }
    }

    #[test]
    fn a_newline_may_be_split_between_pieces() {
        assert_eq!(normalized(&["a\r", "\nb"]), "a\nb");
        assert_eq!(normalized(&["a\r", "", "\nb"]), "a\nb");
        assert_eq!(normalized(&["a\r", "b\n"]), "a\nb\n");
        assert_eq!(normalized(&["\r", "\r", "\n", "\n"]), "\n\n\n");
    }

    #[test]
    fn original_offsets_lead_to_the_same_character_however_the_input_is_split() {
        let text = "a\r\nb\rc\nd\r\r\ne\n\r\n";
        for cut in 0..=text.len() {
            let mut input = InputStream::new(&Limits::default(), false);
            input.push(&text[..cut]);
            input.push(&text[cut..]);
            let strings = &input.context.strings;
            let (source, map) = (strings.source(), strings.source_map());
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
            (input.context.strings.source(), input.context.strings.original_offset(2)),
            ("\na", 3)
        );
    }

    #[test]
    fn input_past_the_limit_is_dropped_from_a_character_boundary_on() {
        let mut input = InputStream::new(&Limits::default().input_bytes(Some(4)), false);
        input.push("abcé");
        input.push("d");
        assert_eq!(input.context.strings.source(), "abc");
        assert!(input.context.limits_hit.input_bytes);
    }

    #[test]
    fn at_the_end_of_the_input_the_tokenizer_waits_unless_it_is_the_last() {
        let mut input = InputStream::new(&Limits::default(), false);
        assert_eq!(input.peek(), Lookahead::NeedsInput);
        input.push("a");
        assert_eq!(input.peek(), Lookahead::Byte(b'a'));
        input.consume();
        assert_eq!(input.peek(), Lookahead::NeedsInput);
        input.set_last(true);
        assert_eq!(input.peek(), Lookahead::EndOfFile);
    }

    #[test]
    fn disallowed_characters_are_reported_when_they_are_pushed() {
        let mut input = InputStream::new(&Limits::default(), true);
        input.push("a\u{1}");
        input.push("\u{FDD0}");
        let found: Vec<_> =
            input.context.errors.as_slice().iter().map(|error| error.span()).collect();
        assert_eq!(found, [1..2, 2..5]);
    }
}
