//! Fast path for plain tags: a name, attributes `name="value"` without references, and `>` or `/>`.
//! An `&` as in `?a=1&b=2` is no reference.
//!
//! The states in `tag.rs` and `attribute.rs` define what a tag is. The methods here do what those
//! states do, in one loop, as long as the tag is plain. At anything else, the end of the available
//! input included, they leave the cursor in front of it and continue in the state that the standard
//! has there. A plain tag has no parse errors.

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

impl Tokenizer {
    /// Continues with a start tag at the first letter of its name.
    #[inline]
    pub(super) fn fast_start_tag(&mut self, input: &mut InputStream) -> Progress {
        let at = input.position();
        let Strings { source, names, .. } = &mut input.context.strings;
        let Some((name, end)) = name_at(source, names, at, ends_tag_name) else {
            return self.tag_name_state(input);
        };
        self.tag.name = name;
        input.advance_to(end);
        self.fast_attributes(input)
    }

    /// Continues with an end tag at the first letter of its name. After the name, nearly all end
    /// tags end.
    #[inline]
    pub(super) fn fast_end_tag(&mut self, input: &mut InputStream) -> Progress {
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
    #[inline]
    pub(super) fn fast_attributes(&mut self, input: &mut InputStream) -> Progress {
        let (mut at, has_nulls) = (input.position(), input.has_nulls());
        let Strings { source, names, .. } = &mut input.context.strings;
        let bytes = source.as_bytes();
        let state = loop {
            at = scan::whitespace_end(bytes, at);
            match bytes.get(at) {
                Some(b'>') => {
                    input.advance_to(at + 1);
                    return self.emit_tag(input);
                }
                Some(b'/') if bytes.get(at + 1) == Some(&b'>') => {
                    self.tag.self_closing = true;
                    input.advance_to(at + 2);
                    return self.emit_tag(input);
                }
                _ => {}
            }
            let Some((name, equals)) = name_at(source, names, at, |next| next == b'=') else {
                break State::BeforeAttributeName;
            };
            let Some(&quote @ (b'"' | b'\'')) = bytes.get(equals + 1) else {
                break State::BeforeAttributeName;
            };
            let start = equals + 2;
            let end = plain_value_end(bytes, start, quote, has_nulls);
            if self.duplicates.has(&self.tag.attributes, name)
                || self.tag.attributes.len() >= self.max_attributes
            {
                break State::BeforeAttributeName;
            }
            self.tag.attributes.push(Attribute {
                value: Span::of_source(start, end),
                name,
                namespace: AttributeNamespace::None,
            });
            if bytes.get(end) != Some(&quote) {
                // The state continues with the value where it is no longer plain.
                self.is_attribute_kept = true;
                self.pending = SpanBuilder::at(start);
                at = end;
                break match quote {
                    b'"' => State::AttributeValueDoubleQuoted,
                    _ => State::AttributeValueSingleQuoted,
                };
            }
            at = end + 1;
            if !bytes.get(at).is_some_and(|next| ends_tag_name(*next)) {
                break State::AfterAttributeValueQuoted;
            }
        };
        input.advance_to(at);
        self.switch_to(state)
    }
}

/// Returns the name of a tag or attribute that starts at byte `at`, and its end. Returns `None`,
/// which leaves the name to the states, if `is_after` does not hold for the byte after it, or if it
/// has uppercase letters and is not a known name.
#[inline]
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
