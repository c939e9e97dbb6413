//! The states of character references, for a text that is not being tokenized.

use std::ops::Range;

use crate::bytes::runs;
use crate::input::InputStream;
use crate::settings::Limits;
use crate::settings::Revision;

use super::piece::Piece;
use super::{State, Tokenizer};

/// Decodes character references, one at a time.
pub(crate) struct ReferenceDecoder {
    tokenizer: Tokenizer,
    /// What may be the reference at hand, and nothing else.
    input: InputStream,
    return_state: State,
}

impl ReferenceDecoder {
    /// Decodes as in an attribute value in quotes, or as in text.
    pub(crate) fn new(in_attribute: bool) -> Self {
        let limits = Limits::unlimited();
        let mut input = InputStream::new(&limits, false);
        input.is_last = true;
        let return_state =
            if in_attribute { State::AttributeValueDoubleQuoted } else { State::Data };
        ReferenceDecoder {
            tokenizer: Tokenizer::new(Revision::default(), &limits),
            input,
            return_state,
        }
    }

    /// The first character reference in `text` from byte `from` on: where it stands, and the
    /// characters that it stands for.
    ///
    /// <https://html.spec.whatwg.org/#character-reference-state>
    pub(crate) fn next(&mut self, text: &str, mut from: usize) -> Option<(Range<usize>, &str)> {
        let bytes = text.as_bytes();
        let (range, characters) = loop {
            let start = from + memchr::memchr(b'&', &bytes[from..])?;
            let window = &text[start..end_of_window(text, start)];
            let strings = &mut self.input.context.strings;
            strings.clear_text();
            strings.source.push_str(window);
            self.tokenizer.piece = Piece::at(0);
            self.tokenizer.start_character_reference(&mut self.input, 0, self.return_state);
            from = start + self.input.position;
            if self.tokenizer.piece.start_in_source().is_none() {
                let end = self.input.position;
                break (
                    start..from,
                    self.tokenizer.piece.finish(&mut self.input.context.strings, end),
                );
            }
        };
        Some((range, self.input.context.strings.get(characters)))
    }
}

/// How much of the text the states look at for the `&` at a byte: digits or letters, and the
/// character behind them.
fn end_of_window(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let first = start + 1 + usize::from(bytes.get(start + 1) == Some(&b'#'));
    let end = runs::end_of(bytes, first, u8::is_ascii_alphanumeric);
    end + text[end..].chars().next().map_or(0, char::len_utf8)
}
