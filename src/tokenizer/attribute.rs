//! The states of attributes.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::names::{AttributeNamespace, LocalName};
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::text::Span;

use super::token::Attribute;
use super::{Piece, State, Step, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#before-attribute-name-state>
    pub(super) fn before_attribute_name_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(b'>' | b'/') => self.after_attribute_name_state(input),
            Some(b'=') => {
                input.error_at(
                    ParseErrorCode::UnexpectedEqualsSignBeforeAttributeName,
                    input.position,
                );
                self.piece = Piece::at(input.position);
                input.position += 1;
                self.attribute_name_state(input)
            }
            None if !input.is_last => self.wait_in(State::BeforeAttributeName),
            None => self.end_of_file_in_tag(input),
            Some(_) => {
                self.piece = Piece::at(input.position);
                self.attribute_name_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#attribute-name-state>
    pub(super) fn attribute_name_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::name_end(input.bytes(), input.position);
            input.position = end;
            match input.peek() {
                Some(b'=') => {
                    self.finish_attribute_name(input, end);
                    input.position += 1;
                    return self.before_attribute_value_state(input);
                }
                Some(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>') => {
                    self.finish_attribute_name(input, end);
                    return self.switch_to(State::AfterAttributeName);
                }
                Some(0) => self.replace_null(input, end),
                Some(b'"' | b'\'' | b'<') => {
                    input.error_at(ParseErrorCode::UnexpectedCharacterInAttributeName, end);
                    input.position += 1;
                }
                None if !input.is_last => return self.wait_in(State::AttributeName),
                None => {
                    self.finish_attribute_name(input, end);
                    return self.end_of_file_in_tag(input);
                }
                Some(_) => input.position += 1,
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-attribute-name-state>
    pub(super) fn after_attribute_name_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(b'/') => {
                input.position += 1;
                self.self_closing_start_tag_state(input)
            }
            Some(b'=') => {
                input.position += 1;
                self.before_attribute_value_state(input)
            }
            Some(b'>') => {
                input.position += 1;
                self.emit_tag(input)
            }
            None if !input.is_last => self.wait_in(State::AfterAttributeName),
            None => self.end_of_file_in_tag(input),
            Some(_) => {
                self.piece = Piece::at(input.position);
                self.switch_to(State::AttributeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#before-attribute-value-state>
    pub(super) fn before_attribute_value_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(b'"') => {
                input.position += 1;
                self.piece = Piece::at(input.position);
                self.attribute_value_double_quoted_state(input)
            }
            Some(b'\'') => {
                input.position += 1;
                self.piece = Piece::at(input.position);
                self.attribute_value_single_quoted_state(input)
            }
            Some(b'>') => {
                input.error_at(ParseErrorCode::MissingAttributeValue, input.position);
                input.position += 1;
                self.emit_tag(input)
            }
            None if !input.is_last => self.wait_in(State::BeforeAttributeValue),
            _ => {
                self.piece = Piece::at(input.position);
                self.attribute_value_unquoted_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#attribute-value-(double-quoted)-state>
    pub(super) fn attribute_value_double_quoted_state(&mut self, input: &mut InputStream) -> Step {
        self.attribute_value_quoted(input, b'"', State::AttributeValueDoubleQuoted)
    }

    /// <https://html.spec.whatwg.org/#attribute-value-(single-quoted)-state>
    pub(super) fn attribute_value_single_quoted_state(&mut self, input: &mut InputStream) -> Step {
        self.attribute_value_quoted(input, b'\'', State::AttributeValueSingleQuoted)
    }

    /// An attribute value in quotation marks of one kind.
    fn attribute_value_quoted(&mut self, input: &mut InputStream, quote: u8, state: State) -> Step {
        loop {
            let end = runs::quoted_end(input.bytes(), input.has_nulls, input.position, quote);
            input.position = end;
            match input.peek() {
                Some(byte) if byte == quote => {
                    self.finish_attribute_value(input, end);
                    input.position += 1;
                    return self.after_attribute_value_quoted_state(input);
                }
                Some(b'&') if self.common_character_reference(input, end) => {}
                Some(b'&') => return self.start_character_reference(input, end, state),
                Some(_) => self.replace_null(input, end),
                None if !input.is_last => return self.wait_in(state),
                None => return self.end_of_file_in_tag(input),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#attribute-value-(unquoted)-state>
    pub(super) fn attribute_value_unquoted_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::unquoted_end(input.bytes(), input.position);
            input.position = end;
            match input.peek() {
                Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                    self.finish_attribute_value(input, end);
                    input.position += 1;
                    return self.ordinary_attributes(input);
                }
                Some(b'&') => {
                    return self.start_character_reference(
                        input,
                        end,
                        State::AttributeValueUnquoted,
                    );
                }
                Some(b'>') => {
                    self.finish_attribute_value(input, end);
                    input.position += 1;
                    return self.emit_tag(input);
                }
                Some(0) => self.replace_null(input, end),
                Some(b'"' | b'\'' | b'<' | b'=' | b'`') => {
                    input
                        .error_at(ParseErrorCode::UnexpectedCharacterInUnquotedAttributeValue, end);
                    input.position += 1;
                }
                None if !input.is_last => return self.wait_in(State::AttributeValueUnquoted),
                None => return self.end_of_file_in_tag(input),
                Some(_) => input.position += 1,
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-attribute-value-(quoted)-state>
    pub(super) fn after_attribute_value_quoted_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                input.position += 1;
                self.ordinary_attributes(input)
            }
            Some(b'/') => {
                input.position += 1;
                self.self_closing_start_tag_state(input)
            }
            Some(b'>') => {
                input.position += 1;
                self.emit_tag(input)
            }
            None if !input.is_last => self.wait_in(State::AfterAttributeValueQuoted),
            None => self.end_of_file_in_tag(input),
            Some(_) => {
                input.error_at(ParseErrorCode::MissingWhitespaceBetweenAttributes, input.position);
                self.switch_to(State::BeforeAttributeName)
            }
        }
    }

    /// Gives the current tag token an attribute without a value, named by what ends at byte `end`,
    /// unless it has one of that name or as many as it may have.
    fn finish_attribute_name(&mut self, input: &mut InputStream, end: usize) {
        let name = self.finish_name(input, end);
        self.attribute_kept = false;
        if self.duplicates.has(&self.tag.attributes, name) {
            input.error_at(ParseErrorCode::DuplicateAttribute, end);
        } else if self.tag.attributes.len() >= self.most_attributes {
            input.context.limits_hit.attributes_per_element = true;
        } else {
            self.attribute_kept = true;
            let namespace = AttributeNamespace::None;
            self.tag.attributes.push(Attribute { value: Span::EMPTY, name, namespace });
        }
    }

    /// Gives the attribute under construction its value, which ends at byte `end`.
    fn finish_attribute_value(&mut self, input: &mut InputStream, end: usize) {
        let value = self.piece.finish(&mut input.context.strings, end);
        if self.attribute_kept
            && let Some(attribute) = self.tag.attributes.last_mut()
        {
            attribute.value = value;
        }
    }
}

/// Up to how many attributes are compared one by one.
const FEW: usize = 16;

/// Finds out whether a tag has an attribute of some name, in time that does not grow with the
/// number of attributes.
#[derive(Debug, Default)]
pub(super) struct DuplicateCheck {
    /// For each name that was asked about in the current tag the bit of its number: mostly, no two
    /// have the same.
    asked: u64,
    /// For each name by its dense index, the number of the last tag with many attributes that has
    /// one of that name.
    stamps: Vec<u32>,
    /// The number of the last tag with many attributes.
    tag: u32,
    /// How many of the attributes of the current tag have left their stamp.
    stamped: usize,
}

impl DuplicateCheck {
    /// Begins with the attributes of another tag.
    #[inline]
    pub(super) fn start_tag(&mut self) {
        self.asked = 0;
        self.stamped = 0;
    }

    /// Whether one of `attributes`, which are those of the current tag so far, has that name. To be
    /// asked about each of them before it becomes one.
    #[inline(always)]
    pub(super) fn has(&mut self, attributes: &[Attribute], name: LocalName) -> bool {
        let bit = 1 << (name.index() % 64);
        if self.asked & bit == 0 {
            self.asked |= bit;
            return false;
        }
        self.has_among(attributes, name)
    }

    #[inline(never)]
    fn has_among(&mut self, attributes: &[Attribute], name: LocalName) -> bool {
        if attributes.len() <= FEW {
            steps::count(attributes.len());
            return attributes.iter().any(|attribute| attribute.name == name);
        }
        self.has_among_many(attributes, name)
    }

    fn has_among_many(&mut self, attributes: &[Attribute], name: LocalName) -> bool {
        if self.stamped == 0 {
            self.tag = self.tag.wrapping_add(1);
            if self.tag == 0 {
                self.stamps.fill(0);
                self.tag = 1;
            }
        }
        for attribute in attributes.get(self.stamped..).unwrap_or_default() {
            let index = attribute.name.index();
            if index >= self.stamps.len() {
                self.stamps.resize(index + 1, 0);
            }
            self.stamps[index] = self.tag;
            steps::count(1);
        }
        self.stamped = attributes.len();
        self.stamps.get(name.index()) == Some(&self.tag)
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Limits;
    use crate::tokenizer::testing::{Whole, errors, tokens};
    use crate::tokenizer::token::Token;

    /// The number of attributes of the first start tag.
    fn count(whole: &mut Whole) -> usize {
        match whole.next() {
            Some(Token::StartTag(tag)) => tag.attributes.len(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_way_of_writing_a_value() {
        assert_eq!(
            tokens("<a b c = d e='f \"g\"'\nH=\"&lt;\" i=j&amp;k l=m/>"),
            ["<a b=\"\" c=\"d\" e=\"f \\\"g\\\"\" h=\"<\" i=\"j&k\" l=\"m/\">"]
        );
        assert_eq!(tokens("<a @click.once=\"x\" (b)=y>"), ["<a @click.once=\"x\" (b)=\"y\">"]);
    }

    #[test]
    fn a_value_without_references_is_a_span_of_the_source() {
        let mut whole = Whole::new("<a b=\"c\">", &Limits::default());
        let Some(Token::StartTag(tag)) = whole.next() else { panic!() };
        assert_eq!(tag.attributes[0].value.source_range(), Some(6..7));
    }

    #[test]
    fn what_is_odd_in_an_attribute_is_kept_and_an_error() {
        assert_eq!(tokens("<a =b c\"='d'>"), ["<a =b=\"\" c\"=\"d\">"]);
        assert_eq!(errors("<a =b>"), ["unexpected-equals-sign-before-attribute-name 3"]);
        assert_eq!(errors("<a b<c>"), ["unexpected-character-in-attribute-name 4"]);
        assert_eq!(errors("<a b=c`>"), ["unexpected-character-in-unquoted-attribute-value 6"]);
        assert_eq!(errors("<a b=>"), ["missing-attribute-value 5"]);
        assert_eq!(errors("<a b='c'd>"), ["missing-whitespace-between-attributes 8"]);
        assert_eq!(tokens("<a b\0='\0'>"), ["<a b\u{FFFD}=\"\u{FFFD}\">"]);
    }

    #[test]
    fn of_duplicates_the_first_counts() {
        assert_eq!(tokens("<a b=1 B=2 c=3 b=4>"), ["<a b=\"1\" c=\"3\">"]);
        assert_eq!(errors("<a b b>"), ["duplicate-attribute 6"]);
    }

    #[test]
    fn duplicates_are_found_among_many_and_from_tag_to_tag_anew() {
        let many: String = (0..100).map(|i| format!(" x{i} x{}", i / 2)).collect();
        let mut whole = Whole::new(&format!("<a{many}><a{many}><a x1>"), &Limits::default());
        assert_eq!([count(&mut whole), count(&mut whole), count(&mut whole)], [100, 100, 1]);
    }

    #[test]
    fn attributes_past_the_limit_are_dropped() {
        let limits = Limits::default().attributes_per_element(Some(2));
        let mut whole = Whole::new("<a b=1 b=2 c=3><a b=1 c=2 d=3 e=4>", &limits);
        assert_eq!(count(&mut whole), 2);
        assert!(!whole.input.context.limits_hit.attributes_per_element);
        assert_eq!(count(&mut whole), 2);
        assert!(whole.input.context.limits_hit.attributes_per_element);
    }
}
