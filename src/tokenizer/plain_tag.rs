//! Plain tags, read in one scan: a name, attributes `name="value"` without references, and `>` or
//! `/>`. An `&` as in `?a=1&b=2` is no reference.
//!
//! The states in `tag.rs` and `attribute.rs` define what a tag is. The methods here do what those
//! states do as long as the tag is plain. At anything else, the end of the available input
//! included, they stop in front of it, in the state that the standard has there, and the tag goes
//! on in that state. A plain tag has no parse errors.

use crate::bytes::scan;
use crate::bytes::words::{leading_letters, word_at};
use crate::input::InputStream;
use crate::names::{AttributeNamespace, LocalName, NameTable, Packed};
use crate::text::{Span, Strings};

use super::attribute::plain_value_end;
use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{Progress, Tokenizer};
use super::tag::ends_tag_name;
use super::token::Attribute;

/// Where and in which state a tag goes on that is not plain from there.
#[derive(Clone, Copy)]
struct Odd {
    /// The byte offset in the source of the next input character.
    position: usize,
    state: State,
}

/// For the body loop, which keeps the cursor itself. Always inlined there: one of them is called
/// for each tag.
impl Tokenizer {
    /// Returns whether the next token starts at the next input character, in the data state.
    #[inline]
    pub(crate) fn is_between_tokens_in_data(&self, input: &InputStream) -> bool {
        self.state == State::Data && self.is_between_tokens(input)
    }

    /// Reads the start tag whose `<` is at byte `at`, before a letter, and returns its end. If the
    /// tag is not plain, returns `None`, and the tokenizer goes on in the middle of it.
    #[inline(always)]
    pub(crate) fn read_plain_start_tag(
        &mut self,
        input: &mut InputStream,
        at: usize,
    ) -> Option<usize> {
        self.create_tag(false);
        let has_nulls = input.has_nulls();
        let Strings { source, names, .. } = &mut input.context.strings;
        let Some((name, name_end)) = name_at(source, names, at + 1, ends_tag_name) else {
            self.pending = SpanBuilder::at(at + 1);
            self.go_on_in_states(input, at, Odd { position: at + 1, state: State::TagName });
            return None;
        };
        self.tag.name = name;
        match self.read_plain_attributes(source, names, name_end, has_nulls) {
            Ok(end) => {
                self.tag.start = at as u32;
                self.tag.end = end as u32;
                self.last_start_tag = name;
                Some(end)
            }
            Err(odd) => {
                self.go_on_in_states(input, at, odd);
                None
            }
        }
    }

    /// Makes the states go on with the tag that starts at byte `start`.
    // Never inlined, to keep the body loop short.
    #[inline(never)]
    fn go_on_in_states(&mut self, input: &mut InputStream, start: usize, odd: Odd) {
        self.start = start;
        self.state = odd.state;
        input.advance_to(odd.position);
    }

    /// Reads the end tag whose `</` is at byte `at`, and returns its name and its end; `None` if it
    /// is no plain tag, or no tag.
    #[inline(always)]
    pub(crate) fn read_plain_end_tag(
        input: &mut InputStream,
        at: usize,
    ) -> Option<(LocalName, usize)> {
        let Strings { source, names, .. } = &mut input.context.strings;
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

/// For the states. Never inlined into them: they are for what the body loop leaves.
impl Tokenizer {
    /// Continues with a start tag at the first letter of its name.
    #[inline(never)]
    pub(super) fn continue_start_tag(&mut self, input: &mut InputStream) -> Progress {
        let at = input.position();
        let Strings { source, names, .. } = &mut input.context.strings;
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
        let Strings { source, names, .. } = &mut input.context.strings;
        let Some((name, end)) = name_at(source, names, at, |next| next == b'>') else {
            return self.tag_name_state(input);
        };
        self.tag.name = name;
        input.advance_to(end + 1);
        self.emit_tag(input)
    }

    /// Continues with a tag after its name, or after an attribute and what separates it from the
    /// next.
    #[inline(never)]
    pub(super) fn continue_attributes(&mut self, input: &mut InputStream) -> Progress {
        let (at, has_nulls) = (input.position(), input.has_nulls());
        let Strings { source, names, .. } = &mut input.context.strings;
        match self.read_plain_attributes(source, names, at, has_nulls) {
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

    /// Reads the attributes from byte `at` on, and the end of the tag. Returns where that is, or
    /// where the tag is no longer plain.
    // Always inlined into its two callers, of which one is the body loop.
    #[inline(always)]
    fn read_plain_attributes(
        &mut self,
        source: &str,
        names: &mut NameTable,
        mut at: usize,
        has_nulls: bool,
    ) -> Result<usize, Odd> {
        let bytes = source.as_bytes();
        loop {
            at = scan::whitespace_end(bytes, at);
            match bytes.get(at) {
                Some(b'>') => return Ok(at + 1),
                Some(b'/') if bytes.get(at + 1) == Some(&b'>') => {
                    self.tag.self_closing = true;
                    return Ok(at + 2);
                }
                _ => {}
            }
            let before_name = Odd { position: at, state: State::BeforeAttributeName };
            let Some((name, equals)) = name_at(source, names, at, |next| next == b'=') else {
                return Err(before_name);
            };
            let Some(&quote @ (b'"' | b'\'')) = bytes.get(equals + 1) else {
                return Err(before_name);
            };
            let start = equals + 2;
            let end = plain_value_end(bytes, start, quote, has_nulls);
            if self.duplicates.has(&self.tag.attributes, name)
                || self.tag.attributes.len() >= self.max_attributes
            {
                return Err(before_name);
            }
            self.tag.attributes.push(Attribute {
                value: Span::of_source(start, end),
                name,
                namespace: AttributeNamespace::None,
            });
            if bytes.get(end) != Some(&quote) {
                return Err(self.odd_value(start, end, quote));
            }
            at = end + 1;
            if !bytes.get(at).is_some_and(|next| ends_tag_name(*next)) {
                return Err(Odd { position: at, state: State::AfterAttributeValueQuoted });
            }
        }
    }

    /// Leaves the value of the last attribute, which starts at byte `start` and is plain up to byte
    /// `end`, to its state.
    // Never inlined, to keep the body loop short.
    #[inline(never)]
    fn odd_value(&mut self, start: usize, end: usize, quote: u8) -> Odd {
        self.is_attribute_kept = true;
        self.pending = SpanBuilder::at(start);
        let state = match quote {
            b'"' => State::AttributeValueDoubleQuoted,
            _ => State::AttributeValueSingleQuoted,
        };
        Odd { position: end, state }
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
    if let Some(word) = word_at(source.as_bytes(), at)
        && let Some((letters, length)) = leading_letters(word)
        && let Some(name) = Packed::short(letters).known_name_at_once()
        && is_after((word >> (8 * length)) as u8)
    {
        return Some((name, at + length));
    }
    let (name, end) = other_name_at(source, names, at)?;
    source.as_bytes().get(end).is_some_and(|next| is_after(*next)).then_some((name, end))
}

/// Does what [`name_at`] does for any name, with any byte after it that can end a name.
// On 130 real pages, one name in ten comes here.
fn other_name_at(source: &str, names: &mut NameTable, at: usize) -> Option<(LocalName, usize)> {
    let bytes = source.as_bytes();
    let end = scan::name_end(bytes, at);
    if end == at || !bytes.get(end).is_some_and(|next| *next == b'=' || ends_tag_name(*next)) {
        return None;
    }
    let name = &source[at..end];
    let has_uppercase = name.bytes().fold(false, |any, byte| any | byte.is_ascii_uppercase());
    if !has_uppercase {
        return Some((names.intern(name), end));
    }
    let known = Packed::new(bytes, at, end)?.to_ascii_lowercase().known_name()?;
    Some((known, end))
}
