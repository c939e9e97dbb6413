//! Usual comments, read in one scan: `<!--`, text without parse errors, and `-->`.
//!
//! The states in `comment.rs` define comments. The method here does what they do as long as the
//! comment is usual. At anything else, the end of the available input included, it stops in front
//! of it, in the state that the standard has there, so that no byte is looked for twice.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::text::Span;

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::Tokenizer;

impl Tokenizer {
    /// Reads the comment whose `<!` is at byte `at`, and returns its data and its end. If it is no
    /// usual comment, returns `None`, and the tokenizer goes on at its start, or in its text.
    pub(crate) fn read_usual_comment(
        &mut self,
        input: &mut InputStream,
        at: usize,
    ) -> Option<(Span, usize)> {
        let bytes = input.bytes();
        let start = at + "<!--".len();
        // At the start of a comment, `>` and `->` end it, too.
        let is_comment = bytes[at..].starts_with(b"<!--")
            && !matches!(bytes.get(start), None | Some(b'>' | b'-'));
        if input.has_nulls() || !is_comment {
            input.advance_to(at);
            self.start_token(input);
            return None;
        }
        let mut from = start;
        let odd = loop {
            let hyphen = scan::byte_or_nul(bytes, from, b'-', false);
            if bytes[start..hyphen].ends_with(b"<!") {
                // `<!--` is a parse error in a comment.
                break hyphen - 2;
            }
            match (bytes.get(hyphen + 1), bytes.get(hyphen + 2)) {
                (Some(b'-'), Some(b'>')) => {
                    return Some((Span::of_source(start, hyphen), hyphen + 3));
                }
                (Some(b'-'), None | Some(b'!')) => break hyphen,
                (Some(_), _) => from = hyphen + 1,
                (None, _) if bytes[start..hyphen].ends_with(b"<") => break hyphen - 1,
                (None, _) => break hyphen,
            }
        };
        self.start = at;
        self.pending = SpanBuilder::at(start);
        self.state = State::Comment;
        input.advance_to(odd);
        None
    }
}
