//! The states of character references for a text that is not tokenized.

use std::ops::Range;

use crate::bytes::scan;
use crate::input::InputStream;
use crate::settings::{Limits, Revision};

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::Tokenizer;

/// Decodes the character references of a text, one at a time.
pub(crate) struct ReferenceDecoder {
    tokenizer: Tokenizer,
    /// The possible reference that is being decoded, and nothing else of the text.
    input: InputStream,
    return_state: State,
}

impl ReferenceDecoder {
    /// Decodes as in a quoted attribute value or as in text.
    pub(crate) fn new(in_attribute: bool) -> Self {
        let limits = Limits::unlimited();
        let mut input = InputStream::new(&limits, false);
        input.set_last(true);
        let return_state =
            if in_attribute { State::AttributeValueDoubleQuoted } else { State::Data };
        ReferenceDecoder {
            tokenizer: Tokenizer::new(Revision::default(), &limits),
            input,
            return_state,
        }
    }

    /// Returns the byte range of the first character reference in `text` from byte `from` on, and
    /// the characters that it stands for.
    ///
    /// <https://html.spec.whatwg.org/#character-reference-state>
    pub(crate) fn next(&mut self, text: &str, mut from: usize) -> Option<(Range<usize>, &str)> {
        let bytes = text.as_bytes();
        let (range, characters) = loop {
            let start = from + memchr::memchr(b'&', &bytes[from..])?;
            self.input.restart_with(&text[start..end_of_lookahead(text, start)]);
            self.tokenizer.pending = SpanBuilder::at(0);
            self.tokenizer.start_character_reference(&mut self.input, 0, self.return_state);
            let length = self.input.position();
            from = start + length;
            let pending = &mut self.tokenizer.pending;
            if pending.start_in_source().is_none() {
                // Something was replaced, so this is a reference.
                break (start..from, pending.finish(&mut self.input.context.strings, length));
            }
        };
        Some((range, self.input.context.strings.get(characters)))
    }
}

/// Returns the end of the text that the states look at for the `&` at byte `start`: the letters and
/// digits after it, and one character more.
fn end_of_lookahead(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let first = start + 1 + usize::from(bytes.get(start + 1) == Some(&b'#'));
    let end = scan::end_of(bytes, first, u8::is_ascii_alphanumeric);
    end + text[end..].chars().next().map_or(0, char::len_utf8)
}
