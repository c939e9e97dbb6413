//! Plain tags, read in one scan: a name, attributes of any form, and `>` or `/>`. Values may have
//! the most common character references; an `&` as in `?a=1&b=2` is none.
//!
//! The states in `tag.rs` and `attribute.rs` define what a tag is. The methods here do what those
//! states do as long as the tag is plain. At anything else, the end of the available input
//! included, they stop before it, in the state that the standard has there, and the tag goes
//! on in that state. A plain tag has no parse errors.

use crate::bytes::scan;
use crate::bytes::words::{leading_letters, word_at};
use crate::input::InputStream;
use crate::names::{LocalName, NameTable, Packed};
use crate::text::{Span, Strings};

use super::attribute::parameter_name_end;
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
        let Strings { source, names, .. } = &mut input.context.strings;
        let Some((name, name_end)) = name_at(source, names, at + 1, ends_tag_name) else {
            self.pending = SpanBuilder::at(at + 1);
            self.go_on_in_states(input, at, Odd { position: at + 1, state: State::TagName });
            return None;
        };
        self.tag.name = name;
        match self.read_plain_attributes(input, name_end) {
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
        match self.read_plain_attributes(input, input.position()) {
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
    // Always inlined into its two callers, of which one is the body loop. It has the form that
    // nearly all attributes have: one space, a name of letters and a value in quotes.
    #[inline(always)]
    fn read_plain_attributes(
        &mut self,
        input: &mut InputStream,
        mut at: usize,
    ) -> Result<usize, Odd> {
        let has_nulls = input.has_nulls();
        match input.bytes().get(at) {
            Some(b'>') => return Ok(at + 1),
            Some(b' ') => at += 1,
            _ => {}
        }
        loop {
            let (name, opening) = match known_name_at(input.bytes(), at, |next| next == b'=') {
                Some((name, equals)) if is_quote(input.bytes().get(equals + 1)) => {
                    (name, equals + 1)
                }
                _ => match self.read_other_attributes(input, at)? {
                    Next::End(end) => return Ok(end),
                    Next::Quoted { start, name, opening } => {
                        at = start;
                        (name, opening)
                    }
                },
            };
            let bytes = input.bytes();
            let (quote, start) = (bytes[opening], opening + 1);
            let mut end = scan::quoted_value_end(bytes, start, quote, has_nulls);
            let is_plain = bytes.get(end) == Some(&quote);
            if !self.add_attribute(name, Span::of_source(start, end)) {
                return Err(Odd { position: at, state: State::BeforeAttributeName });
            }
            if !is_plain {
                end = self.read_rest_of_value(input, start, end)?;
            }
            at = end + 1;
            match input.bytes().get(at) {
                Some(b'>') => return Ok(at + 1),
                Some(b' ') => at += 1,
                Some(next) if ends_tag_name(*next) => {}
                _ => return Err(Odd { position: at, state: State::AfterAttributeValueQuoted }),
            }
        }
    }

    /// Adds an attribute to the current tag, unless it has one of that name, or as many as the
    /// limit allows. Returns whether it did.
    #[inline(always)]
    fn add_attribute(&mut self, name: LocalName, value: Span) -> bool {
        let is_added = !self.duplicates.has(&self.tag.attributes, name)
            && self.tag.attributes.len() < self.max_attributes;
        if is_added {
            self.tag.attributes.push(Attribute { value, name: name.into() });
        }
        is_added
    }

    /// Reads the attributes from byte `at` on that have another form: names with other characters
    /// than letters, no value, a value without quotes, more whitespace. Returns at the end of the
    /// tag or at the first value in quotes.
    // Never inlined, to keep the body loop short. On 130 real pages, one attribute in five comes
    // here, nearly all for their names.
    #[inline(never)]
    fn read_other_attributes(
        &mut self,
        input: &mut InputStream,
        mut at: usize,
    ) -> Result<Next, Odd> {
        let Strings { source, names, .. } = &mut input.context.strings;
        let bytes = source.as_bytes();
        loop {
            at = scan::whitespace_end(bytes, at);
            match bytes.get(at) {
                Some(b'>') => return Ok(Next::End(at + 1)),
                Some(b'/') if bytes.get(at + 1) == Some(&b'>') => {
                    self.tag.self_closing = true;
                    return Ok(Next::End(at + 2));
                }
                _ => {}
            }
            let before_name = Odd { position: at, state: State::BeforeAttributeName };
            let (name, name_end) = other_name_at(source, names, at).ok_or(before_name)?;
            let start = name_end + 1;
            let (value, end) = if bytes.get(name_end) != Some(&b'=') {
                // An `=` may follow after whitespace.
                match bytes.get(scan::whitespace_end(bytes, name_end)) {
                    Some(b'=') | None => return Err(before_name),
                    Some(_) => (Span::EMPTY, name_end),
                }
            } else if is_quote(bytes.get(start)) {
                return Ok(Next::Quoted { start: at, name, opening: start });
            } else {
                let end = plain_unquoted_value_end(bytes, start).ok_or(before_name)?;
                (Span::of_source(start, end), end)
            };
            if !self.add_attribute(name, value) {
                return Err(before_name);
            }
            at = end;
        }
    }

    /// Reads the value of the last attribute, which starts at byte `start` after a quote, from byte
    /// `at` on, where something other than its end is. Returns its end if it has no character
    /// references but the most common ones.
    // Never inlined, to keep the body loop short.
    #[inline(never)]
    fn read_rest_of_value(
        &mut self,
        input: &mut InputStream,
        start: usize,
        at: usize,
    ) -> Result<usize, Odd> {
        let quote = input.bytes()[start - 1];
        self.is_attribute_kept = true;
        self.pending = SpanBuilder::at(start);
        let mut end = at;
        loop {
            match input.bytes().get(end) {
                Some(byte) if *byte == quote => {
                    self.finish_attribute_value(input, end);
                    return Ok(end);
                }
                Some(b'&') => {
                    if self.common_character_reference(input, end) {
                        end = input.position();
                    } else if let Some(equals) = parameter_name_end(input.bytes(), end) {
                        end = equals;
                    } else {
                        break;
                    }
                }
                _ => break,
            }
            end = scan::quoted_value_end(input.bytes(), end, quote, input.has_nulls());
        }
        let state = match quote {
            b'"' => State::AttributeValueDoubleQuoted,
            _ => State::AttributeValueSingleQuoted,
        };
        Err(Odd { position: end, state })
    }
}

/// What comes after attributes that are not of the usual form.
enum Next {
    /// The tag ends before this byte.
    End(usize),
    /// An attribute that starts at byte `start` and has a value in quotes.
    Quoted {
        start: usize,
        name: LocalName,
        /// The byte of the quote before the value.
        opening: usize,
    },
}

fn is_quote(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'"' | b'\''))
}

/// Returns the end of an unquoted value that starts at byte `start`, if it has no character
/// references and no errors.
fn plain_unquoted_value_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at = scan::unquoted_value_end(bytes, at);
        match bytes.get(at)? {
            b'>' => break,
            byte if byte.is_ascii_whitespace() => break,
            b'&' | 0 | b'"' | b'\'' | b'<' | b'=' | b'`' => return None,
            _ => at += 1,
        }
    }
    (at > start).then_some(at)
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

/// Does what [`name_at`] does for the names that nearly all tags and most attributes have: known
/// ones of one to seven letters.
// Always inlined into the body loop.
#[inline(always)]
fn known_name_at(
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

/// Does what [`name_at`] does for any name, with any byte after it that can end a name.
// On 130 real pages, one name in ten comes here.
#[inline(always)]
fn other_name_at(source: &str, names: &mut NameTable, at: usize) -> Option<(LocalName, usize)> {
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

#[cfg(test)]
mod tests {
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{errors, errors_in, tokens, tokens_in};

    /// A tag that is split is left to the states.
    #[test]
    fn attributes_of_any_form_are_the_same_wherever_their_tag_is_split() {
        let rest = " a b>";
        for attribute in [
            "h='x'",
            "h=x",
            "h",
            "h=",
            "h =x",
            "h= x",
            "h = 'x'",
            "h/",
            "h=x/",
            "h='x'/",
            "h='x'/i",
            "h='x'i",
            "H=x",
            "X-h",
            "x-h",
            "data-h=?a=1",
            "h=a&b",
            "h=a&amp;b",
            "h='a&amp;&lt;'",
            "h='&#38;'",
            "h='a&amp;&copy'",
            "h=\"'\"",
            "h=a\"b",
            "h=`",
            "h=%41#?!",
            "h=<",
            "=h",
            "\"",
            "h1='x'",
            "aria-label=\"x\"",
            "disabled",
            "disabled=''",
            "a=1 A=2",
            "a a",
            "\nh=x\n\ni='x'\t",
            "/",
            "/ h",
        ] {
            let html = format!("<p {attribute}{rest}<p {attribute}>");
            let whole = (tokens(&html), errors(&html));
            for at in 0..=html.len() {
                let parts = [&html[..at], &html[at..]];
                let split = (tokens_in(Tokens::new(), &parts), errors_in(Tokens::new(), &parts));
                assert_eq!(split, whole, "{html} {at}");
            }
        }
    }

    #[test]
    fn attributes_without_quotes_or_values_are_no_errors() {
        assert_eq!(tokens("<a b c=d\n e>"), ["<a b=\"\" c=\"d\" e=\"\">"]);
        assert_eq!(errors("<a b c=d\n e><a b=?c%20#d/>"), [""; 0]);
    }

    #[test]
    fn common_references_in_values_are_replaced() {
        assert_eq!(
            tokens("<a b='?c&amp;d&lt;' e='&amp;&gt;&#33;' f='&amp;g=1&h=2'>"),
            ["<a b=\"?c&d<\" e=\"&>!\" f=\"&g=1&h=2\">"]
        );
    }
}
