//! The attributes of usual tags.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::names::LocalName;
use crate::text::Span;

use super::attribute::parameter_name_end;
use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::Tokenizer;
use super::tag::ends_tag_name;
use super::token::Attribute;
use super::usual_tag::{Odd, known_name_at, other_name_at};

impl Tokenizer {
    /// Reads the attributes from byte `at` on, and the end of the tag. Returns where that is, or
    /// where the tag is no longer usual.
    // Always inlined into its two callers, of which one is the body loop. It has the form that
    // nearly all attributes have: one space, a name of letters and a value in quotes.
    #[inline(always)]
    pub(super) fn read_usual_attributes(
        &mut self,
        input: &mut InputStream,
        mut at: usize,
    ) -> Result<usize, Odd> {
        let has_nulls = input.has_nulls();
        let mut bytes = input.bytes();
        match bytes.get(at) {
            Some(b'>') => return Ok(at + 1),
            Some(b' ') => at += 1,
            _ => {}
        }
        loop {
            let (name, start) = match known_name_at(bytes, at, |next| next == b'=') {
                Some((name, equals)) if bytes.get(equals + 1) == Some(&b'"') => (name, equals + 2),
                _ => match self.read_other_attributes(input, at)? {
                    AfterAttribute::End(end) => return Ok(end),
                    AfterAttribute::Quoted(before, name, start) => {
                        at = before;
                        bytes = input.bytes();
                        (name, start)
                    }
                },
            };
            let mut end = scan::quoted_value_end(bytes, start, b'"', has_nulls);
            let is_usual = bytes.get(end) == Some(&b'"');
            if !self.add_attribute(name, Span::of_source(start, end)) {
                return Err(Odd { position: at, state: State::BeforeAttributeName });
            }
            if !is_usual {
                end = self.read_rest_of_value(input, start, end)?;
                bytes = input.bytes();
            }
            at = end + 1;
            match bytes.get(at) {
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
    /// than letters, single quotes, no quotes, no value, more whitespace. Returns at the end of the
    /// tag or at the first value in double quotes.
    // Never inlined, to keep the body loop short. On 130 real pages, one attribute in five comes
    // here, nearly all for their names.
    #[inline(never)]
    fn read_other_attributes(
        &mut self,
        input: &mut InputStream,
        mut at: usize,
    ) -> Result<AfterAttribute, Odd> {
        loop {
            let (source, names) = input.context.strings.source_and_names_mut();
            let bytes = source.as_bytes();
            at = scan::whitespace_end(bytes, at);
            match bytes.get(at) {
                Some(b'>') => return Ok(AfterAttribute::End(at + 1)),
                Some(b'/') if bytes.get(at + 1) == Some(&b'>') => {
                    self.tag.self_closing = true;
                    return Ok(AfterAttribute::End(at + 2));
                }
                _ => {}
            }
            let before_name = Odd { position: at, state: State::BeforeAttributeName };
            let (name, name_end) = other_name_at(source, names, at).ok_or(before_name)?;
            let (start, end) = match (bytes.get(name_end), bytes.get(name_end + 1)) {
                (Some(b'='), Some(b'"')) => {
                    return Ok(AfterAttribute::Quoted(at, name, name_end + 2));
                }
                (Some(b'='), Some(b'\'')) => {
                    at = self.read_single_quoted(input, before_name, name, name_end + 2)?;
                    continue;
                }
                (Some(b'='), _) => {
                    let start = name_end + 1;
                    (start, usual_unquoted_value_end(bytes, start).ok_or(before_name)?)
                }
                // No value, unless an `=` follows after whitespace.
                _ => match bytes.get(scan::whitespace_end(bytes, name_end)) {
                    Some(b'=') | None => return Err(before_name),
                    Some(_) => (name_end, name_end),
                },
            };
            if !self.add_attribute(name, Span::of_source(start, end)) {
                return Err(before_name);
            }
            at = end;
        }
    }

    /// Reads an attribute whose value, in single quotes, starts at byte `start`. Returns the byte
    /// after it.
    #[inline(never)] // Rare.
    fn read_single_quoted(
        &mut self,
        input: &mut InputStream,
        before_name: Odd,
        name: LocalName,
        start: usize,
    ) -> Result<usize, Odd> {
        let mut end = scan::quoted_value_end(input.bytes(), start, b'\'', input.has_nulls());
        if !self.add_attribute(name, Span::of_source(start, end)) {
            return Err(before_name);
        }
        if input.bytes().get(end) != Some(&b'\'') {
            end = self.read_rest_of_value(input, start, end)?;
        }
        let after = end + 1;
        match input.bytes().get(after) {
            Some(next) if ends_tag_name(*next) => Ok(after),
            _ => Err(Odd { position: after, state: State::AfterAttributeValueQuoted }),
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

/// The next step after an attribute that does not have the usual form.
enum AfterAttribute {
    /// The tag ends before this byte.
    End(usize),
    /// An attribute with a value in double quotes: the byte where it starts, its name, and the byte
    /// where the value starts.
    Quoted(usize, LocalName, usize),
}

/// Returns the end of an unquoted value that starts at byte `start`, if it has no character
/// references and no errors.
fn usual_unquoted_value_end(bytes: &[u8], start: usize) -> Option<usize> {
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
            "data-is-fourteen=x",
            "data-is-fifteen=x",
            "data-is-sixteen-=x",
            "data-is-longer-than-that=x",
            "data-Capital=x data-capital=y",
            "accept-charset=x",
            "viewBox=x",
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
