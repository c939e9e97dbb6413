//! Tags as nearly all are, in one go: a name, attributes with values in quotation marks, `>`.
//!
//! The states in `tag.rs` and `attribute.rs` say what a tag is. What stands here goes through the
//! ordinary part of one faster, and where it meets anything else, at the end of what is available
//! included, it leaves the input in front of that and goes on in the state that fits. No error can
//! occur in an ordinary part.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::names::{AttributeNamespace, LocalName, NameTable, Packed};
use crate::text::{Span, Strings};

use super::token::Attribute;
use super::{State, Step, Tokenizer};

impl Tokenizer {
    /// Goes on with a start tag at the first letter of its name.
    #[inline(always)]
    pub(super) fn ordinary_start_tag(&mut self, input: &mut InputStream) -> Step {
        let Strings { source, names, .. } = &mut input.context.strings;
        let Some((name, end)) = name_at(source, names, input.position, is_after_tag_name) else {
            return self.tag_name_state(input);
        };
        self.tag.name = name;
        input.position = end;
        self.ordinary_attributes(input)
    }

    /// Goes on with an end tag at the first letter of its name, behind which nearly always it ends.
    #[inline(always)]
    pub(super) fn ordinary_end_tag(&mut self, input: &mut InputStream) -> Step {
        let Strings { source, names, .. } = &mut input.context.strings;
        let Some((name, end)) = name_at(source, names, input.position, |next| next == b'>') else {
            return self.tag_name_state(input);
        };
        self.tag.name = name;
        input.position = end + 1;
        self.emit_tag(input)
    }

    /// Goes on with a tag behind its name, behind an attribute that is separated from what follows,
    /// or in the white space there.
    #[inline(always)]
    pub(super) fn ordinary_attributes(&mut self, input: &mut InputStream) -> Step {
        let Strings { source, names, .. } = &mut input.context.strings;
        let has_nulls = input.has_nulls;
        let bytes = source.as_bytes();
        let mut at = input.position;
        let state = loop {
            at = runs::white_space_end(bytes, at);
            match bytes.get(at) {
                Some(b'>') => {
                    input.position = at + 1;
                    return self.emit_tag(input);
                }
                Some(b'/') if bytes.get(at + 1) == Some(&b'>') => {
                    self.tag.self_closing = true;
                    input.position = at + 2;
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
            let end = runs::quoted_end(bytes, has_nulls, start, quote);
            if bytes.get(end) != Some(&quote)
                || self.duplicates.has(&self.tag.attributes, name)
                || self.tag.attributes.len() >= self.most_attributes
            {
                break State::BeforeAttributeName;
            }
            let namespace = AttributeNamespace::None;
            self.tag.attributes.push(Attribute {
                value: Span::of_source(start, end),
                name,
                namespace,
            });
            at = end + 1;
            if !matches!(bytes.get(at), Some(b'>' | b'/' | b' ' | b'\n' | b'\t' | b'\x0C')) {
                break State::AfterAttributeValueQuoted;
            }
        };
        input.position = at;
        self.switch_to(state)
    }
}

/// Whether a tag name ends in front of that byte.
fn is_after_tag_name(byte: u8) -> bool {
    matches!(byte, b'>' | b'/' | b' ' | b'\n' | b'\t' | b'\x0C')
}

/// The name of a tag or attribute that starts at byte `at`, and where it ends: in front of a byte
/// that `is_after` holds for. `None` if it does not or if more than finding its number is to be
/// done about it.
#[inline(always)]
fn name_at(
    source: &str,
    names: &mut NameTable,
    at: usize,
    is_after: impl Fn(u8) -> bool,
) -> Option<(LocalName, usize)> {
    if let Some(word) = runs::word_at(source.as_bytes(), at)
        && let Some((packed, length)) = runs::letters_in(word)
        && let Some(name) = packed.known_name_at_once()
        && is_after((word >> (8 * length)) as u8)
    {
        return Some((name, at + length));
    }
    let (name, end) = other_name_at(source, names, at)?;
    source.as_bytes().get(end).is_some_and(|next| is_after(*next)).then_some((name, end))
}

/// The same for a name that is not a short known one in small letters, whatever is behind it.
#[inline(never)]
fn other_name_at(source: &str, names: &mut NameTable, at: usize) -> Option<(LocalName, usize)> {
    let bytes = source.as_bytes();
    let end = runs::name_end(bytes, at);
    if end == at
        || !matches!(bytes.get(end), Some(b'=' | b'>' | b'/' | b' ' | b'\n' | b'\t' | b'\x0C'))
    {
        return None;
    }
    let name = &source[at..end];
    let has_capitals = name.bytes().fold(false, |any, byte| any | byte.is_ascii_uppercase());
    if !has_capitals {
        return Some((names.intern(name), end));
    }
    let known = Packed::new(bytes, at, end)?.to_ascii_lowercase().known_name()?;
    Some((known, end))
}
