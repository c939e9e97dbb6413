//! The states of character references.
//!
//! A reference is replaced in the text or value under construction. Characters that turn out to be
//! no reference are part of it already, so "flush code points consumed as a character reference"
//! needs no code.

use encoding_rs::WINDOWS_1252;

use crate::bytes::scan;
use crate::input::Lookahead::{Byte, NeedsInput};
use crate::input::{InputStream, is_noncharacter};
use crate::parse_error::ParseErrorCode;

use super::named_references::{self, NameMatch};
use super::state::State;
use super::state_machine::{Progress, Tokenizer};

impl Tokenizer {
    /// Replaces the character reference at byte `at` if it is one of the most common, and returns
    /// whether it is.
    // Inlined into the loops over text and values: as a call it costs 0.4 % of all instructions.
    #[inline(always)]
    pub(super) fn common_character_reference(
        &mut self,
        input: &mut InputStream,
        at: usize,
    ) -> bool {
        let after_ampersand = &input.bytes()[at + 1..];
        let Some((length, character)) = named_references::most_common(after_ampersand) else {
            return false;
        };
        let end = at + 1 + length;
        input.advance_to(end);
        self.pending.replace_by(&mut input.context.strings, at..end, character);
        true
    }

    /// Consumes the `&` at byte `at`, which may start a character reference.
    pub(super) fn start_character_reference(
        &mut self,
        input: &mut InputStream,
        at: usize,
        return_state: State,
    ) -> Progress {
        self.temporary_buffer_start = at;
        self.return_state = return_state;
        input.advance_to(at + 1);
        self.character_reference_state(input)
    }

    /// <https://html.spec.whatwg.org/#character-reference-state>
    pub(super) fn character_reference_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => {
                self.named_character_reference_state(input)
            }
            Byte(b'#') => {
                input.consume();
                self.numeric_character_reference_state(input)
            }
            NeedsInput => self.wait_in(State::CharacterReference),
            _ => self.switch_to(self.return_state),
        }
    }

    /// <https://html.spec.whatwg.org/#named-character-reference-state>
    pub(super) fn named_character_reference_state(&mut self, input: &mut InputStream) -> Progress {
        let rest = &input.bytes()[input.position()..];
        match named_references::longest_match(rest, input.is_last()) {
            NameMatch::Undecided => self.wait_in(State::NamedCharacterReference),
            NameMatch::NoName => self.ambiguous_ampersand_state(input),
            NameMatch::Name { length, characters } => {
                let ends_with_semicolon = rest[length - 1] == b';';
                let next = rest.get(length);
                let continues =
                    next.is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'=');
                input.consume_bytes(length);
                if !ends_with_semicolon {
                    // For historical reasons, as in `?a=b&copy=1`.
                    if continues && self.is_in_attribute() {
                        return self.switch_to(self.return_state);
                    }
                    input.error_here(ParseErrorCode::MissingSemicolonAfterCharacterReference);
                }
                let range = self.temporary_buffer_start..input.position();
                self.pending.replace(&mut input.context.strings, range, characters);
                self.switch_to(self.return_state)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#ambiguous-ampersand-state>
    pub(super) fn ambiguous_ampersand_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::end_of(input.bytes(), input.position(), u8::is_ascii_alphanumeric));
        match input.peek() {
            Byte(b';') => {
                input.error_here(ParseErrorCode::UnknownNamedCharacterReference);
                self.switch_to(self.return_state)
            }
            NeedsInput => self.wait_in(State::AmbiguousAmpersand),
            _ => self.switch_to(self.return_state),
        }
    }

    /// <https://html.spec.whatwg.org/#numeric-character-reference-state>
    pub(super) fn numeric_character_reference_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        self.character_reference_code = 0;
        match input.peek() {
            Byte(b'x' | b'X') => {
                input.consume();
                self.hexadecimal_character_reference_start_state(input)
            }
            Byte(b'0'..=b'9') => self.digits_of_character_reference_state(
                input,
                10,
                State::DecimalCharacterReference,
            ),
            NeedsInput => self.wait_in(State::NumericCharacterReference),
            _ => self.absence_of_digits(input),
        }
    }

    /// <https://html.spec.whatwg.org/#hexadecimal-character-reference-start-state>
    pub(super) fn hexadecimal_character_reference_start_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => self
                .digits_of_character_reference_state(
                    input,
                    16,
                    State::HexadecimalCharacterReference,
                ),
            NeedsInput => self.wait_in(State::HexadecimalCharacterReferenceStart),
            _ => self.absence_of_digits(input),
        }
    }

    /// <https://html.spec.whatwg.org/#hexadecimal-character-reference-state>
    ///
    /// <https://html.spec.whatwg.org/#decimal-character-reference-state>
    pub(super) fn digits_of_character_reference_state(
        &mut self,
        input: &mut InputStream,
        radix: u32,
        state: State,
    ) -> Progress {
        while let Byte(byte) = input.peek()
            && let Some(digit) = char::from(byte).to_digit(radix)
        {
            let code = self.character_reference_code.saturating_mul(radix).saturating_add(digit);
            self.character_reference_code = code;
            input.consume();
        }
        match input.peek() {
            Byte(b';') => input.consume(),
            NeedsInput => return self.wait_in(state),
            _ => input.error_here(ParseErrorCode::MissingSemicolonAfterCharacterReference),
        }
        self.numeric_character_reference_end_state(input)
    }

    /// <https://html.spec.whatwg.org/#numeric-character-reference-end-state>
    pub(super) fn numeric_character_reference_end_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        let code = self.character_reference_code;
        let (character, error) = match char::from_u32(code) {
            None if code > 0x10FFFF => {
                ('\u{FFFD}', Some(ParseErrorCode::CharacterReferenceOutsideUnicodeRange))
            }
            None => ('\u{FFFD}', Some(ParseErrorCode::SurrogateCharacterReference)),
            Some('\0') => ('\u{FFFD}', Some(ParseErrorCode::NullCharacterReference)),
            Some(c) if is_noncharacter(c) => {
                (c, Some(ParseErrorCode::NoncharacterCharacterReference))
            }
            Some(c @ ('\t' | '\n' | '\x0C')) => (c, None),
            Some(c) if c.is_control() => {
                (control_replacement(c), Some(ParseErrorCode::ControlCharacterReference))
            }
            Some(c) => (c, None),
        };
        if let Some(code) = error {
            // An empty range after the reference: the next input character may not be there yet.
            input.context.error(code, input.position(), input.position());
        }
        let range = self.temporary_buffer_start..input.position();
        self.pending.replace_by(&mut input.context.strings, range, character);
        self.switch_to(self.return_state)
    }

    /// Reports that no digit follows `&#` or `&#x`, which stays text.
    fn absence_of_digits(&mut self, input: &mut InputStream) -> Progress {
        input.error_here(ParseErrorCode::AbsenceOfDigitsInNumericCharacterReference);
        self.switch_to(self.return_state)
    }

    /// Whether the return state is one of an attribute value.
    ///
    /// <https://html.spec.whatwg.org/#charref-in-attribute>
    pub(super) fn is_in_attribute(&self) -> bool {
        matches!(
            self.return_state,
            State::AttributeValueDoubleQuoted
                | State::AttributeValueSingleQuoted
                | State::AttributeValueUnquoted
        )
    }
}

/// The character that a numeric reference to a control character stands for: for U+0080 to U+009F,
/// the one that windows-1252 has at that byte, if any; otherwise itself.
fn control_replacement(control: char) -> char {
    let mut decoded = [0; 2];
    let mut decoder = WINDOWS_1252.new_decoder_without_bom_handling();
    // Control characters are below U+00A0, and windows-1252 has none outside the first plane.
    let _ = decoder.decode_to_utf16(&[control as u8], &mut decoded, true);
    char::from_u32(decoded[0].into()).unwrap_or(control)
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{errors, tokens, tokens_in};

    fn text(html: &str) -> String {
        format!("{html:?}")
    }

    #[test]
    fn the_longest_known_name_is_replaced_in_text() {
        for (html, expected) in [
            ("&amp;&quot;&lt;&gt;&nbsp;", "&\"<>\u{A0}"),
            ("&copy;&copy&copying", "©©©ing"),
            ("&notin;&notit;&not", "∉¬it;¬"),
            ("&NotEqualTilde;", "\u{2242}\u{338}"),
            ("&CounterClockwiseContourIntegral;", "∳"),
            ("&amp &am; &unknown; & &; &&", "& &am; &unknown; & &; &&"),
        ] {
            assert_eq!(tokens(html), [text(expected)], "{html}");
        }
        assert_eq!(errors("&ampx"), ["missing-semicolon-after-character-reference 4"]);
        assert_eq!(errors("&unknown; &unknown"), ["unknown-named-character-reference 8"]);
    }

    #[test]
    fn in_attributes_a_name_without_semicolon_before_an_equals_sign_or_alphanumeric_is_text() {
        let html = "<a b=\"?a=1&copy=2&copy2&copy;&copy,\" c=&lt&lt;>";
        assert_eq!(tokens(html), ["<a b=\"?a=1&copy=2&copy2©©,\" c=\"<<\">"]);
        assert_eq!(errors("<a b='&copy='>"), [""; 0]);
    }

    #[test]
    fn numeric_references_stand_for_their_code_point_or_its_replacement() {
        for (html, expected) in [
            ("&#65;&#x42;&#X43;&#068", "ABCD"),
            ("&#x1F600;", "\u{1F600}"),
            ("&#128;&#x81;&#x9f;&#1;&#127;", "\u{20AC}\u{81}\u{178}\u{1}\u{7F}"),
            ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#; &#x; &#xg", "&#; &#x; &#xg"),
        ] {
            assert_eq!(tokens(html), [text(expected)], "{html}");
        }
    }

    #[test]
    fn each_error_of_numeric_references_has_its_code_and_position() {
        for (html, error) in [
            ("&#x;", "absence-of-digits-in-numeric-character-reference 3"),
            ("&#65 ", "missing-semicolon-after-character-reference 4"),
            ("&#0;", "null-character-reference 4"),
            ("&#x110000;", "character-reference-outside-unicode-range 10"),
            ("&#xDFFF;", "surrogate-character-reference 8"),
            ("&#xFFFF;", "noncharacter-character-reference 8"),
            ("&#13;", "control-character-reference 5"),
            ("&#x80;", "control-character-reference 6"),
        ] {
            assert_eq!(errors(html), [error], "{html}");
        }
        assert_eq!(errors("&#9;&#10;&#12;"), [""; 0]);
    }

    #[test]
    fn a_reference_may_be_split_between_pieces_anywhere() {
        for html in ["a&notin;b", "a&noti", "&#x41;b", "&#65", "&unknown;", "a&", "&ampb"] {
            let whole = tokens(html);
            for (at, _) in html.char_indices() {
                assert_eq!(
                    tokens_in(Tokens::new(), &[&html[..at], &html[at..]]),
                    whole,
                    "{html} {at}"
                );
            }
        }
    }
}
