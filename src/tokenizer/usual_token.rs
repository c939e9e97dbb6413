//! Usual tags and the text before them, read as one token without going through the states.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::text::Span;

use super::state_machine::{TokenKind, Tokenizer};

impl Tokenizer {
    /// Reads the next token if it is a usual tag, or text before a tag or a comment. Otherwise
    /// returns `None`, and the states go on, perhaps in the middle of a tag.
    #[inline]
    pub(crate) fn read_usual_token(&mut self, input: &mut InputStream) -> Option<TokenKind> {
        if !self.is_between_tokens_in_data(input) {
            return None;
        }
        let at = input.position();
        let bytes = input.bytes();
        let (kind, end) = match (bytes.get(at)?, bytes.get(at + 1)) {
            (b'<', Some(b'a'..=b'z' | b'A'..=b'Z')) => {
                let (source, names) = input.context.strings.source_and_names_mut();
                let name = self.read_usual_start_tag_name(source, names, at);
                (TokenKind::StartTag, self.read_rest_of_usual_start_tag(input, at, name)?)
            }
            (b'<', Some(b'/')) => {
                let (source, names) = input.context.strings.source_and_names_mut();
                let (name, end) = Tokenizer::read_usual_end_tag(source, names, at)?;
                self.set_end_tag(name, at, end);
                (TokenKind::EndTag, end)
            }
            (b'<', _) => return None,
            _ => {
                let end = scan::text_end(bytes, at, input.has_nulls());
                if !starts_markup(bytes, end) {
                    return None;
                }
                self.text = Span::of_source(at, end);
                (TokenKind::Characters, end)
            }
        };
        input.context.token = at..end;
        input.advance_to(end);
        self.start_token(input);
        Some(kind)
    }
}

/// Whether a tag or a comment starts at byte `at`.
fn starts_markup(bytes: &[u8], at: usize) -> bool {
    bytes.get(at) == Some(&b'<')
        && match bytes.get(at + 1) {
            Some(b'/') => bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic),
            Some(next) => next.is_ascii_alphabetic() || *next == b'!',
            None => false,
        }
}
