//! The texts that one script has written and that are not parsed.

use std::collections::VecDeque;

use super::unread_text::UnreadText;

/// A text that a script has written.
#[derive(Debug)]
pub(super) struct WrittenText {
    pub(super) text: UnreadText,
    /// Which call has written it, the first is 0.
    pub(super) number: u32,
}

/// The texts that one script has written, in order. The input stream has been given a part of the
/// first at most.
#[derive(Debug)]
pub(super) struct WrittenTexts {
    pub(super) first: WrittenText,
    /// The texts after the first, joined: a script that is blocked may write many short ones.
    later: String,
    /// The length in bytes of each text after the first, and which call has written it.
    calls: VecDeque<(usize, u32)>,
    /// How many bytes of `later` have been the first text already.
    taken: usize,
}

impl WrittenTexts {
    pub(super) fn new(text: &str, number: u32) -> WrittenTexts {
        WrittenTexts {
            first: WrittenText { text: UnreadText::new(text), number },
            later: String::new(),
            calls: VecDeque::new(),
            taken: 0,
        }
    }

    /// Adds a text after all others.
    pub(super) fn push(&mut self, text: &str, number: u32) {
        // Moving the rest takes linear time, because the part before it is longer.
        if self.taken > self.later.len() / 2 {
            self.later.drain(..self.taken);
            self.taken = 0;
        }
        self.later.push_str(text);
        self.calls.push_back((text.len(), number));
    }

    /// Drops the first text, so that the next is the first. Returns whether there is one.
    pub(super) fn drop_first(&mut self) -> bool {
        let Some((length, number)) = self.calls.pop_front() else { return false };
        let text = UnreadText::new(&self.later[self.taken..self.taken + length]);
        self.first = WrittenText { text, number };
        self.taken += length;
        true
    }

    /// Returns the texts that the input stream has not been given, in order.
    pub(super) fn unread(&self) -> [&str; 2] {
        [self.first.text.as_str(), &self.later[self.taken..]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_in_order_with_their_numbers() {
        let mut texts = WrittenTexts::new("a", 3);
        let mut found = Vec::new();
        for number in 4..40 {
            texts.push(&"é".repeat(number as usize % 3 + 1), number);
            if number % 3 > 0 {
                found.push((texts.first.text.as_str().to_owned(), texts.first.number));
                assert!(texts.drop_first());
            }
        }
        let waiting: usize = texts.calls.iter().map(|(length, _)| length).sum();
        assert_eq!(texts.unread()[1].len(), waiting);
        loop {
            found.push((texts.first.text.as_str().to_owned(), texts.first.number));
            if !texts.drop_first() {
                break;
            }
        }
        let expected = (4..40).map(|number| ("é".repeat(number as usize % 3 + 1), number));
        assert!(found.into_iter().eq(std::iter::once(("a".to_owned(), 3)).chain(expected)));
    }
}
