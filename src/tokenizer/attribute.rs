//! The states of attributes.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, EndOfFile, NeedsInput};
use crate::parse_error::ParseErrorCode;
use crate::text::Span;

use super::named_references;
use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{Progress, Tokenizer};
use super::tag::ends_tag_name;
use super::token::Attribute;

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#before-attribute-name-state>
    pub(super) fn before_attribute_name_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'>' | b'/') => self.after_attribute_name_state(input),
            Byte(b'=') => {
                input.error_here(ParseErrorCode::UnexpectedEqualsSignBeforeAttributeName);
                self.pending = SpanBuilder::at(input.position());
                input.consume();
                self.attribute_name_state(input)
            }
            NeedsInput => self.wait_in(State::BeforeAttributeName),
            EndOfFile => self.end_of_file_in_tag(input),
            Byte(_) => {
                self.pending = SpanBuilder::at(input.position());
                self.attribute_name_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#attribute-name-state>
    pub(super) fn attribute_name_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::name_end(input.bytes(), input.position());
            input.advance_to(end);
            match input.peek() {
                Byte(b'=') => {
                    self.finish_attribute_name(input, end);
                    input.consume();
                    return self.before_attribute_value_state(input);
                }
                Byte(byte) if ends_tag_name(byte) => {
                    self.finish_attribute_name(input, end);
                    return self.switch_to(State::AfterAttributeName);
                }
                Byte(0) => self.replace_nul(input, end),
                Byte(b'"' | b'\'' | b'<') => {
                    input.error_at(ParseErrorCode::UnexpectedCharacterInAttributeName, end);
                    input.consume();
                }
                NeedsInput => return self.wait_in(State::AttributeName),
                EndOfFile => {
                    self.finish_attribute_name(input, end);
                    return self.end_of_file_in_tag(input);
                }
                Byte(_) => input.consume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-attribute-name-state>
    pub(super) fn after_attribute_name_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'/') => {
                input.consume();
                self.self_closing_start_tag_state(input)
            }
            Byte(b'=') => {
                input.consume();
                self.before_attribute_value_state(input)
            }
            Byte(b'>') => {
                input.consume();
                self.emit_tag(input)
            }
            NeedsInput => self.wait_in(State::AfterAttributeName),
            EndOfFile => self.end_of_file_in_tag(input),
            Byte(_) => {
                self.pending = SpanBuilder::at(input.position());
                self.switch_to(State::AttributeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#before-attribute-value-state>
    pub(super) fn before_attribute_value_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'"') => {
                input.consume();
                self.pending = SpanBuilder::at(input.position());
                self.attribute_value_quoted_state(input, b'"', State::AttributeValueDoubleQuoted)
            }
            Byte(b'\'') => {
                input.consume();
                self.pending = SpanBuilder::at(input.position());
                self.attribute_value_quoted_state(input, b'\'', State::AttributeValueSingleQuoted)
            }
            Byte(b'>') => {
                input.error_here(ParseErrorCode::MissingAttributeValue);
                input.consume();
                self.emit_tag(input)
            }
            NeedsInput => self.wait_in(State::BeforeAttributeValue),
            _ => {
                self.pending = SpanBuilder::at(input.position());
                self.attribute_value_unquoted_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#attribute-value-(double-quoted)-state>
    ///
    /// <https://html.spec.whatwg.org/#attribute-value-(single-quoted)-state>
    pub(super) fn attribute_value_quoted_state(
        &mut self,
        input: &mut InputStream,
        quote: u8,
        state: State,
    ) -> Progress {
        loop {
            let end =
                scan::quoted_value_end(input.bytes(), input.position(), quote, input.has_nulls());
            input.advance_to(end);
            match input.peek() {
                Byte(byte) if byte == quote => {
                    self.finish_attribute_value(input, end);
                    input.consume();
                    return self.after_attribute_value_quoted_state(input);
                }
                Byte(b'&') if self.common_character_reference(input, end) => {}
                Byte(b'&') => match parameter_name_end(input.bytes(), end) {
                    Some(equals) => input.advance_to(equals),
                    None => return self.start_character_reference(input, end, state),
                },
                Byte(_) => self.replace_nul(input, end),
                NeedsInput => return self.wait_in(state),
                EndOfFile => return self.end_of_file_in_tag(input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#attribute-value-(unquoted)-state>
    pub(super) fn attribute_value_unquoted_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::unquoted_value_end(input.bytes(), input.position());
            input.advance_to(end);
            match input.peek() {
                Byte(byte) if byte.is_ascii_whitespace() => {
                    self.finish_attribute_value(input, end);
                    input.consume();
                    return self.continue_attributes(input);
                }
                Byte(b'&') => {
                    return self.start_character_reference(
                        input,
                        end,
                        State::AttributeValueUnquoted,
                    );
                }
                Byte(b'>') => {
                    self.finish_attribute_value(input, end);
                    input.consume();
                    return self.emit_tag(input);
                }
                Byte(0) => self.replace_nul(input, end),
                Byte(b'"' | b'\'' | b'<' | b'=' | b'`') => {
                    input
                        .error_at(ParseErrorCode::UnexpectedCharacterInUnquotedAttributeValue, end);
                    input.consume();
                }
                NeedsInput => return self.wait_in(State::AttributeValueUnquoted),
                EndOfFile => return self.end_of_file_in_tag(input),
                Byte(_) => input.consume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-attribute-value-(quoted)-state>
    pub(super) fn after_attribute_value_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(byte) if byte.is_ascii_whitespace() => {
                input.consume();
                self.continue_attributes(input)
            }
            Byte(b'/') => {
                input.consume();
                self.self_closing_start_tag_state(input)
            }
            Byte(b'>') => {
                input.consume();
                self.emit_tag(input)
            }
            NeedsInput => self.wait_in(State::AfterAttributeValueQuoted),
            EndOfFile => self.end_of_file_in_tag(input),
            Byte(_) => {
                input.error_here(ParseErrorCode::MissingWhitespaceBetweenAttributes);
                self.switch_to(State::BeforeAttributeName)
            }
        }
    }

    /// Finishes the attribute name under construction, which ends at byte `end`, and adds an
    /// attribute without a value to the current tag token: unless it has an attribute of this name,
    /// or as many as the limit allows.
    fn finish_attribute_name(&mut self, input: &mut InputStream, end: usize) {
        let name = self.finish_name(input, end);
        self.is_attribute_kept = false;
        if self.duplicates.has(&self.tag.attributes, name) {
            self.tag.had_duplicate_attributes = true;
            input.error_at(ParseErrorCode::DuplicateAttribute, end);
        } else if self.tag.attributes.len() >= self.max_attributes {
            input.context.limits_hit.attributes_per_element = true;
        } else {
            self.is_attribute_kept = true;
            self.tag.attributes.push(Attribute { value: Span::EMPTY, name: name.into() });
        }
    }

    /// Finishes the attribute value under construction, which ends at byte `end`.
    pub(super) fn finish_attribute_value(&mut self, input: &mut InputStream, end: usize) {
        let value = self.pending.finish(&mut input.context.strings, end);
        if self.is_attribute_kept
            && let Some(attribute) = self.tag.attributes.last_mut()
        {
            attribute.value = value;
        }
    }
}

/// Returns the index of the `=` in a text such as `&b=`, whose `&` is at byte `at`. In the value of
/// an attribute, such as `?a=1&b=2`, it has no character reference: "if the character reference was
/// consumed as part of an attribute, and the last character matched is not a U+003B SEMICOLON
/// character (;), and the next input character is either a U+003D EQUALS SIGN character (=) or an
/// ASCII alphanumeric, then, for historical reasons, flush code points consumed as a character
/// reference". Where no name matches, the ambiguous ampersand state has no error either.
///
/// <https://html.spec.whatwg.org/#named-character-reference-state>
// Decided here, it needs no search among the 2,231 names, which would take up to six.
pub(super) fn parameter_name_end(bytes: &[u8], at: usize) -> Option<usize> {
    let after_ampersand = bytes.get(at..)?.strip_prefix(b"&")?;
    if named_references::most_common(after_ampersand).is_some() {
        return None;
    }
    let end = scan::end_of(bytes, at + 1, u8::is_ascii_alphanumeric);
    (bytes.get(end) == Some(&b'=')).then_some(end)
}

#[cfg(test)]
mod tests {
    use crate::settings::Limits;
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{WholeInput, errors, tokens, tokens_in};
    use crate::tokenizer::token::Token;

    /// Returns the number of attributes of the next start tag.
    fn count(whole: &mut WholeInput) -> usize {
        match whole.next() {
            Some(Token::StartTag(tag)) => tag.attributes.len(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_may_be_missing_unquoted_or_quoted() {
        assert_eq!(
            tokens("<a b c = d e='f \"g\"'\nH=\"&lt;\" i=j&amp;k l=m/>"),
            ["<a b=\"\" c=\"d\" e=\"f \\\"g\\\"\" h=\"<\" i=\"j&k\" l=\"m/\">"]
        );
        assert_eq!(tokens("<a @click.once=\"x\" (b)=y>"), ["<a @click.once=\"x\" (b)=\"y\">"]);
    }

    #[test]
    fn a_value_is_the_same_wherever_its_tag_is_split() {
        for value in ["?a=1&b=2&copy=3&c", "&amp=1&amp;b=2&quot;", "&=&#38;=&x;=&&lt=", "\0&a=b\0"]
        {
            let html = format!("<a b=\"{value}\" c='{value}' d>");
            let whole = tokens(&html);
            for at in 0..=html.len() {
                assert_eq!(
                    tokens_in(Tokens::new(), &[&html[..at], &html[at..]]),
                    whole,
                    "{html} {at}"
                );
            }
        }
        assert_eq!(tokens("<a b='&amp=1&amp;b=2&copy=3&copy'>"), ["<a b=\"&amp=1&b=2&copy=3©\">"]);
    }

    #[test]
    fn a_value_without_references_is_a_span_of_the_source() {
        let mut whole = WholeInput::new("<a b=\"c\">", &Limits::default());
        let Some(Token::StartTag(tag)) = whole.next() else { panic!() };
        assert_eq!(tag.attributes[0].value.source_range(), Some(6..7));
    }

    #[test]
    fn unexpected_characters_in_attributes_are_kept_and_are_errors() {
        assert_eq!(tokens("<a =b c\"='d'>"), ["<a =b=\"\" c\"=\"d\">"]);
        assert_eq!(errors("<a =b>"), ["unexpected-equals-sign-before-attribute-name 3"]);
        assert_eq!(errors("<a b<c>"), ["unexpected-character-in-attribute-name 4"]);
        assert_eq!(errors("<a b=c`>"), ["unexpected-character-in-unquoted-attribute-value 6"]);
        assert_eq!(errors("<a b=>"), ["missing-attribute-value 5"]);
        assert_eq!(errors("<a b='c'd>"), ["missing-whitespace-between-attributes 8"]);
        assert_eq!(tokens("<a b\0='\0'>"), ["<a b\u{FFFD}=\"\u{FFFD}\">"]);
    }

    #[test]
    fn of_duplicate_attributes_the_first_is_kept() {
        assert_eq!(tokens("<a b=1 B=2 c=3 b=4>"), ["<a b=\"1\" c=\"3\">"]);
        assert_eq!(errors("<a b b>"), ["duplicate-attribute 6"]);
    }

    #[test]
    fn duplicates_are_found_among_many_attributes_and_not_across_tags() {
        let many: String = (0..100).map(|i| format!(" x{i} x{}", i / 2)).collect();
        let mut whole = WholeInput::new(&format!("<a{many}><a{many}><a x1>"), &Limits::default());
        assert_eq!([count(&mut whole), count(&mut whole), count(&mut whole)], [100, 100, 1]);
    }

    #[test]
    fn attributes_past_the_limit_are_dropped() {
        let limits = Limits::default().attributes_per_element(Some(2));
        let mut whole = WholeInput::new("<a b=1 b=2 c=3><a b=1 c=2 d=3 e=4>", &limits);
        assert_eq!(count(&mut whole), 2);
        assert!(!whole.input.context.limits_hit.attributes_per_element);
        assert_eq!(count(&mut whole), 2);
        assert!(whole.input.context.limits_hit.attributes_per_element);
    }
}
