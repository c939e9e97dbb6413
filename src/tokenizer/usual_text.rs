//! The texts of `script`, `style`, `title` and similar elements, each read with its end tag in one
//! scan.
//!
//! The states in `text.rs` and `script_data.rs` define where such a text ends. The method here does
//! what they do as long as the text is usual: without NULs, references in RCDATA, and `<!` in
//! script data, and with an end tag without attributes. At anything else, the end of the available
//! input included, it stops in front of it, and the text goes on in its state.

use crate::bytes::scan;
use crate::input::InputStream;

use super::state::State;
use super::state_machine::Tokenizer;

/// Where a text and the end tag after it end.
pub(crate) struct UsualText {
    /// The byte offset in the source of the end tag's `<`.
    pub(crate) end: usize,
    /// The byte offset in the source after the end tag's `>`.
    pub(crate) tag_end: usize,
}

impl Tokenizer {
    /// Reads the text at the start of the next token, if its element contains only text, and the
    /// appropriate end tag after it. If this is not usual, returns `None`, and the tokenizer goes
    /// on in the middle of it.
    pub(crate) fn read_usual_text(&mut self, input: &mut InputStream) -> Option<UsualText> {
        if !matches!(self.state, State::ScriptData | State::Rawtext | State::Rcdata)
            || !self.is_between_tokens(input)
        {
            return None;
        }
        let (bytes, has_nulls) = (input.bytes(), input.has_nulls());
        let name = input.context.strings.name(self.last_start_tag).as_bytes();
        let mut from = input.position();
        let odd = loop {
            let at = match self.state {
                State::Rcdata => scan::text_end(bytes, from, has_nulls),
                _ => scan::byte_or_nul(bytes, from, b'<', has_nulls),
            };
            match (bytes.get(at), bytes.get(at + 1)) {
                (Some(b'<'), Some(b'/')) => match end_tag_at(bytes, at, name) {
                    EndTag::Usual { end: tag_end } => return Some(UsualText { end: at, tag_end }),
                    EndTag::Unusual => break at,
                    EndTag::Other => from = at + 2,
                },
                // This may be `<!--`.
                (Some(b'<'), Some(b'!')) if self.state == State::ScriptData => break at,
                (Some(b'<'), Some(_)) => from = at + 1,
                _ => break at,
            }
        };
        input.advance_to(odd);
        None
    }

    /// Makes the current tag token the end tag of a text, and switches to the data state.
    pub(crate) fn end_text(&mut self, text: &UsualText) {
        self.set_end_tag(self.last_start_tag, text.end, text.tag_end);
        self.state = State::Data;
    }
}

/// The kinds of `</` in a text.
enum EndTag {
    /// The appropriate end tag, which ends before byte `end`.
    Usual { end: usize },
    /// Perhaps the appropriate end tag, but not a usual one.
    Unusual,
    /// Text.
    Other,
}

/// Returns the kind of the `</` at byte `at`, in a text that ends with an end tag of this name.
fn end_tag_at(bytes: &[u8], at: usize, name: &[u8]) -> EndTag {
    let start = at + "</".len();
    let end = start + name.len();
    // Nearly all names are in lowercase. To compare bytes takes a fifth of the instructions that it
    // takes to compare letters.
    let is_name = |found: &[u8]| found == name || found.eq_ignore_ascii_case(name);
    match (bytes.get(start..end), bytes.get(end)) {
        // Before the first start tag, the name is empty, and no end tag is appropriate.
        (Some(found), _) if name.is_empty() || !is_name(found) => EndTag::Other,
        (Some(found), Some(b'>')) => {
            let is_letters = found.iter().all(u8::is_ascii_alphabetic);
            debug_assert!(is_letters, "the states accept only letters in the name");
            EndTag::Usual { end: end + 1 }
        }
        _ => EndTag::Unusual,
    }
}
