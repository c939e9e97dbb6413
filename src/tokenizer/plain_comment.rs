//! Plain comments, read in one scan: `<!--`, text without parse errors, and `-->`.
//!
//! The states in `comment.rs` define what a comment is. The method here reads a comment as a whole
//! or not at all: one that is not plain, or whose end is not available yet, is read by the states,
//! from its start.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::text::Span;

use super::state_machine::Tokenizer;

impl Tokenizer {
    /// Reads the comment whose `<!` is at byte `at`, and returns its data and its end; `None` if it
    /// is no plain comment.
    pub(crate) fn read_plain_comment(input: &InputStream, at: usize) -> Option<(Span, usize)> {
        let bytes = input.bytes();
        if input.has_nulls() || !bytes[at..].starts_with(b"<!--") {
            return None;
        }
        let start = at + "<!--".len();
        if matches!(bytes.get(start)?, b'>' | b'-') {
            // Here, `>` and `->` end a comment, too.
            return None;
        }
        let mut from = start;
        loop {
            let hyphen = scan::byte_or_nul(bytes, from, b'-', false);
            match (bytes.get(hyphen + 1)?, bytes.get(hyphen + 2)?) {
                (b'-', b'>') => return Some((Span::of_source(start, hyphen), hyphen + 3)),
                (b'-', b'!') => return None,
                // `<!--` is a parse error in a comment.
                (b'-', _) if bytes[..hyphen].ends_with(b"<!") => return None,
                _ => from = hyphen + 1,
            }
        }
    }
}
