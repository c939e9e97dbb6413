//! Usual tags, read in one scan: a name, attributes of any form, and `>` or `/>`. Values may have
//! the most common character references; an `&` as in `?a=1&b=2` is none.
//!
//! The states in `tag.rs` and `attribute.rs` define tags. The methods here do what those states do
//! as long as the tag is usual. At anything else, the end of the available input included, they
//! stop before it, in the state that the standard has there, and the tag goes on in that state. A
//! usual tag has no parse errors.

use crate::bytes::scan;
use crate::bytes::windows::{NAME_WINDOW, name_length};
use crate::bytes::words::{leading_letters, word_at};
use crate::input::InputStream;
use crate::names::{LocalName, NameTable, Packed};

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{Progress, Tokenizer};
use super::tag::ends_tag_name;

/// Where and in which state a tag goes on that is not usual from there.
#[derive(Clone, Copy)]
pub(super) struct Odd {
    /// The byte offset in the source of the next input character.
    pub(super) position: usize,
    pub(super) state: State,
}

/// The beginning of a start tag, up to its name.
#[derive(Clone, Copy)]
pub(crate) enum StartTagName {
    /// The tag has only a name, and ends before byte `end`.
    Tag { end: usize },
    /// The name ends before byte `end`, and more follows.
    Name { end: usize },
    /// The name is not usual.
    Odd,
}

/// For the body loop, which keeps the cursor itself. Always inlined there: one of them is called
/// for each tag.
impl Tokenizer {
    /// Returns whether the next token starts at the next input character, in the data state.
    #[inline]
    pub(crate) fn is_between_tokens_in_data(&self, input: &InputStream) -> bool {
        self.state == State::Data && self.is_between_tokens(input)
    }

    /// Reads the name of the start tag whose `<` is at byte `at` of the source, before a letter.
    #[inline(always)]
    pub(crate) fn read_usual_start_tag_name(
        &mut self,
        source: &str,
        names: &mut NameTable,
        at: usize,
    ) -> StartTagName {
        self.create_tag(false);
        let Some((name, end)) = name_at(source, names, at + 1, ends_tag_name) else {
            return StartTagName::Odd;
        };
        self.tag.name = name;
        match source.as_bytes().get(end) {
            Some(b'>') => StartTagName::Tag { end: end + 1 },
            _ => StartTagName::Name { end },
        }
    }

    /// Reads the rest of the start tag at byte `at` after its name, and returns its end. If the tag
    /// is not usual, returns `None`, and the tokenizer goes on in the middle of it.
    #[inline(always)]
    pub(crate) fn read_rest_of_usual_start_tag(
        &mut self,
        input: &mut InputStream,
        at: usize,
        name: StartTagName,
    ) -> Option<usize> {
        let end = match name {
            StartTagName::Tag { end } => end,
            StartTagName::Name { end } => match self.read_usual_attributes(input, end) {
                Ok(end) => end,
                Err(odd) => {
                    self.go_on_in_states(input, at, odd);
                    return None;
                }
            },
            StartTagName::Odd => {
                self.pending = SpanBuilder::at(at + 1);
                self.go_on_in_states(input, at, Odd { position: at + 1, state: State::TagName });
                return None;
            }
        };
        self.tag.start = at as u32;
        self.tag.end = end as u32;
        self.last_start_tag = self.tag.name;
        Some(end)
    }

    /// Makes the states go on with the tag that starts at byte `start`.
    // Never inlined, to keep the body loop short.
    #[inline(never)]
    fn go_on_in_states(&mut self, input: &mut InputStream, start: usize, odd: Odd) {
        self.start = start;
        self.state = odd.state;
        input.advance_to(odd.position);
    }

    /// Reads the end tag whose `</` is at byte `at` of the source. Returns its name and its end;
    /// `None` if it is no usual tag, or no tag.
    #[inline(always)]
    pub(crate) fn read_usual_end_tag(
        source: &str,
        names: &mut NameTable,
        at: usize,
    ) -> Option<(LocalName, usize)> {
        if !source.as_bytes().get(at + 2)?.is_ascii_alphabetic() {
            return None;
        }
        let (name, end) = name_at(source, names, at + 2, |next| next == b'>')?;
        Some((name, end + 1))
    }

    /// Makes the current tag token an end tag without attributes.
    pub(crate) fn set_end_tag(&mut self, name: LocalName, start: usize, end: usize) {
        self.create_tag(true);
        self.tag.name = name;
        self.tag.start = start as u32;
        self.tag.end = end as u32;
    }
}

/// For the states. Never inlined into them, since the body loop leaves few tags to them.
impl Tokenizer {
    /// Continues with a start tag at the first letter of its name.
    #[inline(never)]
    pub(super) fn continue_start_tag(&mut self, input: &mut InputStream) -> Progress {
        let at = input.position();
        let (source, names) = input.context.strings.source_and_names_mut();
        let Some((name, end)) = name_at(source, names, at, ends_tag_name) else {
            return self.tag_name_state(input);
        };
        self.tag.name = name;
        input.advance_to(end);
        self.continue_attributes(input)
    }

    /// Continues with an end tag at the first letter of its name. After the name, nearly all end
    /// tags end.
    #[inline(never)]
    pub(super) fn continue_end_tag(&mut self, input: &mut InputStream) -> Progress {
        let at = input.position();
        let (source, names) = input.context.strings.source_and_names_mut();
        let Some((name, end)) = name_at(source, names, at, |next| next == b'>') else {
            return self.tag_name_state(input);
        };
        self.tag.name = name;
        input.advance_to(end + 1);
        self.emit_tag(input)
    }

    /// Continues with a tag after its name, or after an attribute and the separator.
    #[inline(never)]
    pub(super) fn continue_attributes(&mut self, input: &mut InputStream) -> Progress {
        match self.read_usual_attributes(input, input.position()) {
            Ok(end) => {
                input.advance_to(end);
                self.emit_tag(input)
            }
            Err(odd) => {
                input.advance_to(odd.position);
                self.switch_to(odd.state)
            }
        }
    }
}

/// Returns the name of a tag or attribute that starts at byte `at`, and its end. Returns `None`,
/// which leaves the name to the states, if `is_after` does not hold for the byte after it, or if it
/// has uppercase letters and is not a known name.
// Always inlined into the body loop.
#[inline(always)]
fn name_at(
    source: &str,
    names: &mut NameTable,
    at: usize,
    is_after: impl Fn(u8) -> bool,
) -> Option<(LocalName, usize)> {
    if let Some(found) = known_name_at(source.as_bytes(), at, &is_after) {
        return Some(found);
    }
    let (name, end) = other_tag_name_at(source, names, at)?;
    source.as_bytes().get(end).is_some_and(|next| is_after(*next)).then_some((name, end))
}

/// As [`name_at`], for the names of nearly all tags and most attributes: known names of one to
/// seven letters.
// Always inlined into the body loop.
#[inline(always)]
pub(super) fn known_name_at(
    bytes: &[u8],
    at: usize,
    is_after: impl Fn(u8) -> bool,
) -> Option<(LocalName, usize)> {
    let word = word_at(bytes, at)?;
    let (letters, length) = leading_letters(word)?;
    let name = Packed::short(letters).known_name_at_once()?;
    is_after((word >> (8 * length)) as u8).then_some((name, at + length))
}

#[inline(never)]
fn other_tag_name_at(source: &str, names: &mut NameTable, at: usize) -> Option<(LocalName, usize)> {
    other_name_at(source, names, at)
}

/// As [`name_at`], for any name, with any byte after it that can end a name.
// On 130 real pages, one name in ten comes here. Nearly all are shorter than sixteen bytes and
// lowercase: these are read from one vector.
#[inline(always)]
pub(super) fn other_name_at(
    source: &str,
    names: &mut NameTable,
    at: usize,
) -> Option<(LocalName, usize)> {
    let window = source.as_bytes().get(at..).and_then(|rest| rest.first_chunk());
    if let Some(window) = window
        && let (length @ 1..NAME_WINDOW, false) = name_length(window)
    {
        let end = at + length;
        if !(window[length] == b'=' || ends_tag_name(window[length])) {
            return None;
        }
        let packed = Packed::first_of(window, length);
        let found = packed.known_name().or_else(|| names.find_short(packed));
        return Some((found.unwrap_or_else(|| names.intern_unfound(&source[at..end])), end));
    }
    unusual_name_at(source, names, at)
}

/// As [`other_name_at`], also for long names, capitals and the end of the input.
#[inline(never)] // Rare.
fn unusual_name_at(source: &str, names: &mut NameTable, at: usize) -> Option<(LocalName, usize)> {
    let bytes = source.as_bytes();
    let end = scan::name_end(bytes, at);
    if end == at || !bytes.get(end).is_some_and(|next| *next == b'=' || ends_tag_name(*next)) {
        return None;
    }
    let name = &source[at..end];
    let has_uppercase = if let Some(packed) = Packed::new(bytes, at, end) {
        let lowercase = packed.to_ascii_lowercase();
        if let Some(known) = lowercase.known_name() {
            return Some((known, end));
        }
        lowercase != packed
    } else {
        name.bytes().any(|byte| byte.is_ascii_uppercase())
    };
    (!has_uppercase).then(|| (names.intern(name), end))
}
