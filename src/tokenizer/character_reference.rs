//! The states of character references.
//!
//! What is not a reference stays in the text or value as it stands: "flush code points consumed as
//! a character reference" is nothing to do then. What is one is replaced there.

use crate::bytes::runs;
use crate::input::{InputStream, is_noncharacter};
use crate::parse_error::ParseErrorCode;

use super::named_references::{self, Match};
use super::{State, Step, Tokenizer};

impl Tokenizer {
    /// Goes on with the text or value behind the character reference at byte `at`, where it is one
    /// of the most common.
    #[inline(always)]
    pub(super) fn common_character_reference(
        &mut self,
        input: &mut InputStream,
        at: usize,
    ) -> bool {
        let Some((length, character)) = named_references::most_common(&input.bytes()[at + 1..])
        else {
            return false;
        };
        input.position = at + 1 + length;
        self.piece.replace(&mut input.context.strings, at..input.position, character);
        true
    }

    /// Consumes the `&` at byte `at`, which may start a character reference.
    #[inline(never)]
    pub(super) fn start_character_reference(
        &mut self,
        input: &mut InputStream,
        at: usize,
        return_state: State,
    ) -> Step {
        self.mark = at;
        self.return_state = return_state;
        input.position = at + 1;
        self.character_reference_state(input)
    }

    /// <https://html.spec.whatwg.org/#character-reference-state>
    pub(super) fn character_reference_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => {
                self.named_character_reference_state(input)
            }
            Some(b'#') => {
                input.position += 1;
                self.numeric_character_reference_state(input)
            }
            None if !input.is_last => self.wait_in(State::CharacterReference),
            _ => self.switch_to(self.return_state),
        }
    }

    /// <https://html.spec.whatwg.org/#named-character-reference-state>
    pub(super) fn named_character_reference_state(&mut self, input: &mut InputStream) -> Step {
        let rest = &input.bytes()[input.position..];
        match named_references::longest_match(rest, input.is_last) {
            Match::Undecided => self.wait_in(State::NamedCharacterReference),
            Match::None => self.ambiguous_ampersand_state(input),
            Match::Found { length, characters } => {
                let ends_with_semicolon = rest[length - 1] == b';';
                let next = rest.get(length);
                let goes_on =
                    next.is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'=');
                input.position += length;
                if !ends_with_semicolon {
                    // For historical reasons, as in `?a=b&copy=1`.
                    if goes_on && self.is_in_attribute() {
                        return self.switch_to(self.return_state);
                    }
                    input.error_at(
                        ParseErrorCode::MissingSemicolonAfterCharacterReference,
                        input.position,
                    );
                }
                self.piece.replace(
                    &mut input.context.strings,
                    self.mark..input.position,
                    characters,
                );
                self.switch_to(self.return_state)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#ambiguous-ampersand-state>
    pub(super) fn ambiguous_ampersand_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::end_of(input.bytes(), input.position, u8::is_ascii_alphanumeric);
        match input.peek() {
            Some(b';') => {
                input.error_at(ParseErrorCode::UnknownNamedCharacterReference, input.position);
                self.switch_to(self.return_state)
            }
            None if !input.is_last => self.wait_in(State::AmbiguousAmpersand),
            _ => self.switch_to(self.return_state),
        }
    }

    /// <https://html.spec.whatwg.org/#numeric-character-reference-state>
    pub(super) fn numeric_character_reference_state(&mut self, input: &mut InputStream) -> Step {
        self.character_reference_code = 0;
        match input.peek() {
            Some(b'x' | b'X') => {
                input.position += 1;
                self.hexadecimal_character_reference_start_state(input)
            }
            Some(b'0'..=b'9') => self.decimal_character_reference_state(input),
            None if !input.is_last => self.wait_in(State::NumericCharacterReference),
            _ => self.absence_of_digits(input),
        }
    }

    /// <https://html.spec.whatwg.org/#hexadecimal-character-reference-start-state>
    pub(super) fn hexadecimal_character_reference_start_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            Some(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => {
                self.hexadecimal_character_reference_state(input)
            }
            None if !input.is_last => self.wait_in(State::HexadecimalCharacterReferenceStart),
            _ => self.absence_of_digits(input),
        }
    }

    /// <https://html.spec.whatwg.org/#hexadecimal-character-reference-state>
    pub(super) fn hexadecimal_character_reference_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        self.digits(input, 16, State::HexadecimalCharacterReference)
    }

    /// <https://html.spec.whatwg.org/#decimal-character-reference-state>
    pub(super) fn decimal_character_reference_state(&mut self, input: &mut InputStream) -> Step {
        self.digits(input, 10, State::DecimalCharacterReference)
    }

    /// The digits of a numeric character reference.
    fn digits(&mut self, input: &mut InputStream, radix: u32, state: State) -> Step {
        loop {
            match input.peek() {
                Some(b';') => {
                    input.position += 1;
                    return self.numeric_character_reference_end_state(input);
                }
                None if !input.is_last => return self.wait_in(state),
                next => {
                    let Some(digit) = next.and_then(|byte| char::from(byte).to_digit(radix)) else {
                        input.error_at(
                            ParseErrorCode::MissingSemicolonAfterCharacterReference,
                            input.position,
                        );
                        return self.numeric_character_reference_end_state(input);
                    };
                    let code =
                        self.character_reference_code.saturating_mul(radix).saturating_add(digit);
                    self.character_reference_code = code;
                    input.position += 1;
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/#numeric-character-reference-end-state>
    pub(super) fn numeric_character_reference_end_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
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
                (c1_replacement(c), Some(ParseErrorCode::ControlCharacterReference))
            }
            Some(c) => (c, None),
        };
        if let Some(code) = error {
            // Behind the reference: what follows it may not be there yet.
            input.error(code, input.position, input.position);
        }
        let range = self.mark..input.position;
        self.piece.replace(&mut input.context.strings, range, character.encode_utf8(&mut [0; 4]));
        self.switch_to(self.return_state)
    }

    /// No digit follows `&#` or `&#x`.
    fn absence_of_digits(&mut self, input: &mut InputStream) -> Step {
        input.error_at(ParseErrorCode::AbsenceOfDigitsInNumericCharacterReference, input.position);
        self.switch_to(self.return_state)
    }

    /// <https://html.spec.whatwg.org/#charref-in-attribute>
    fn is_in_attribute(&self) -> bool {
        matches!(
            self.return_state,
            State::AttributeValueDoubleQuoted
                | State::AttributeValueSingleQuoted
                | State::AttributeValueUnquoted
        )
    }
}

/// What a numeric reference to a control character stands for: those from U+0080 to U+009F are what
/// windows-1252 has there, if it has anything.
fn c1_replacement(control: char) -> char {
    match control {
        '\u{80}' => '\u{20AC}',
        '\u{82}' => '\u{201A}',
        '\u{83}' => '\u{192}',
        '\u{84}' => '\u{201E}',
        '\u{85}' => '\u{2026}',
        '\u{86}' => '\u{2020}',
        '\u{87}' => '\u{2021}',
        '\u{88}' => '\u{2C6}',
        '\u{89}' => '\u{2030}',
        '\u{8A}' => '\u{160}',
        '\u{8B}' => '\u{2039}',
        '\u{8C}' => '\u{152}',
        '\u{8E}' => '\u{17D}',
        '\u{91}' => '\u{2018}',
        '\u{92}' => '\u{2019}',
        '\u{93}' => '\u{201C}',
        '\u{94}' => '\u{201D}',
        '\u{95}' => '\u{2022}',
        '\u{96}' => '\u{2013}',
        '\u{97}' => '\u{2014}',
        '\u{98}' => '\u{2DC}',
        '\u{99}' => '\u{2122}',
        '\u{9A}' => '\u{161}',
        '\u{9B}' => '\u{203A}',
        '\u{9C}' => '\u{153}',
        '\u{9E}' => '\u{17E}',
        '\u{9F}' => '\u{178}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{errors, tokens, tokens_in};

    fn text(html: &str) -> String {
        format!("{html:?}")
    }

    #[test]
    fn named_references_in_text() {
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
    fn in_attributes_what_looks_like_a_parameter_is_left_alone() {
        let html = "<a b=\"?a=1&copy=2&copy2&copy;&copy,\" c=&lt&lt;>";
        assert_eq!(tokens(html), ["<a b=\"?a=1&copy=2&copy2©©,\" c=\"<<\">"]);
        assert_eq!(errors("<a b='&copy='>"), [""; 0]);
    }

    #[test]
    fn numeric_references() {
        for (html, expected) in [
            ("&#65;&#x42;&#X43;&#068", "ABCD"),
            ("&#x1F600;", "\u{1F600}"),
            ("&#128;&#x81;&#x9f;", "\u{20AC}\u{81}\u{178}"),
            ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#; &#x; &#xg", "&#; &#x; &#xg"),
        ] {
            assert_eq!(tokens(html), [text(expected)], "{html}");
        }
    }

    #[test]
    fn each_error_of_numeric_references_has_its_code() {
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
    fn a_reference_may_be_cut_anywhere() {
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
