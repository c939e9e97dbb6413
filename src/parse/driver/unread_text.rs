//! Text that the input stream has not been given yet.

use crate::encoding::Decoded;
use crate::input::{InputMark, InputStream};
use crate::parse::pump::{PIECE, piece_length};

/// How much text the input stream is given at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceLength {
    /// [`PIECE`]: no text is pushed back.
    Long,
    /// 4 KiB: a script that writes text pushes the rest of a piece back.
    Short,
}

/// A text that the input stream is given piece by piece, before newlines are normalized.
#[derive(Debug, Default)]
pub(super) struct UnreadText {
    text: String,
    /// The byte offset of the first character that the input stream has not been given.
    next: usize,
    /// The byte offset where the last piece starts, and the end of the input stream before it.
    last_piece: (usize, InputMark),
    /// The byte offset of each U+FFFD that stands for a malformed sequence, in ascending order.
    malformed: Vec<usize>,
}

impl UnreadText {
    pub(super) fn new(text: &str) -> Self {
        UnreadText { text: text.to_owned(), ..UnreadText::default() }
    }

    /// Appends text.
    pub(super) fn push(&mut self, text: &str) {
        // The input stream may be asked for the last piece again, but for nothing before it. If the
        // part before it is longer than the rest, it is dropped, so that moving the rest takes
        // linear time.
        let (start, _) = self.last_piece;
        if self.is_empty() || start > self.text.len() / 2 {
            self.text.drain(..start);
            self.malformed.retain(|&at| at >= start);
            self.malformed.iter_mut().for_each(|at| *at -= start);
            self.next -= start;
            self.last_piece.0 = 0;
        }
        self.text.push_str(text);
    }

    /// Appends a decoded part.
    pub(super) fn push_decoded(&mut self, part: Decoded<'_>) {
        self.push(part.as_str());
        if let Decoded::Malformed = part {
            self.malformed.push(self.text.len() - part.as_str().len());
        }
    }

    /// Drops all text.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.malformed.clear();
        self.next = 0;
        self.last_piece.0 = 0;
    }

    /// Whether the input stream has been given all of it.
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.text.len()
    }

    /// The text that the input stream has not been given.
    pub(super) fn as_str(&self) -> &str {
        &self.text[self.next..]
    }

    /// Gives the next piece to the input stream. Returns the end of the input stream before it.
    pub(super) fn push_piece(&mut self, length: PieceLength, input: &mut InputStream) -> InputMark {
        let rest = self.as_str();
        let length = match length {
            PieceLength::Long => piece_length(rest, PIECE),
            PieceLength::Short => piece_length(rest, 4 * 1024),
        };
        let mark = input.mark();
        let end = self.next + length;
        let mut start = self.next;
        let first = self.malformed.partition_point(|&at| at < start);
        for &at in self.malformed[first..].iter().take_while(|&&at| at < end) {
            input.push(&self.text[start..at]);
            input.push_malformed();
            start = at + Decoded::Malformed.as_str().len();
        }
        input.push(&self.text[start..end]);
        self.last_piece = (self.next, mark);
        self.next = end;
        mark
    }

    /// Takes back the part of the last piece that the tokenizer has not consumed.
    pub(super) fn push_back(&mut self, input: &mut InputStream) {
        let (start, mark) = self.last_piece;
        self.next = start + input.consumed_since(mark);
        input.drop_unread();
        self.last_piece = (self.next, input.mark());
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Limits;

    use super::*;

    /// A text is pushed up to its end after `consumed` bytes of its first piece were consumed and
    /// the rest was taken back.
    #[test]
    fn text_that_is_pushed_back_and_pushed_again_is_the_same() {
        let text = "a\r\nb\rc\n\r\nd";
        let normalized = "a\nb\nc\n\nd";
        for consumed in 0..=normalized.len() {
            let mut input = InputStream::new(&Limits::default(), false);
            let mut unread = UnreadText::new(text);
            unread.push_piece(PieceLength::Short, &mut input);
            input.advance_to(consumed);
            unread.push_back(&mut input);
            unread.push("\n!");
            unread.push_piece(PieceLength::Short, &mut input);
            assert!(unread.is_empty());
            assert_eq!(input.context.strings.source(), format!("{normalized}\n!"), "{consumed}");
        }
    }

    #[test]
    fn only_the_last_piece_is_kept_when_text_is_added() {
        let mut input = InputStream::new(&Limits::default(), false);
        let mut unread = UnreadText::default();
        for _ in 0..100 {
            unread.push("<p>");
            unread.push_piece(PieceLength::Short, &mut input);
            input.advance_to(input.end());
            assert!(unread.text.len() <= 6);
        }
    }

    #[test]
    fn text_that_always_waits_does_not_pile_up() {
        let mut input = InputStream::new(&Limits::default(), false);
        let piece = "x".repeat(4 * 1024);
        let mut unread = UnreadText::new(&piece);
        for _ in 0..100 {
            unread.push(&piece);
            unread.push_piece(PieceLength::Short, &mut input);
            input.advance_to(input.end());
            assert!(!unread.is_empty() && unread.text.len() <= 8 * piece.len());
        }
    }
}
