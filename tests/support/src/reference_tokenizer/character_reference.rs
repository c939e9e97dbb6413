//! Character references.

use consomme::ParseErrorCode;

use super::state::State;
use super::{ReferenceTokenizer, Token, is_noncharacter, named_references};

impl ReferenceTokenizer {
    pub(super) fn step_in_character_reference(&mut self) {
        match self.state {
            // <https://html.spec.whatwg.org/#character-reference-state>
            State::CharacterReference => {
                self.temporary_buffer = "&".to_owned();
                match self.consume() {
                    Some('a'..='z' | 'A'..='Z' | '0'..='9') => {
                        self.reconsume_in(State::NamedCharacterReference);
                    }
                    Some('#') => {
                        self.temporary_buffer.push('#');
                        self.state = State::NumericCharacterReference;
                    }
                    _ => {
                        self.flush_code_points_consumed_as_character_reference();
                        self.reconsume_in(self.return_state);
                    }
                }
            }
            // <https://html.spec.whatwg.org/#named-character-reference-state>
            State::NamedCharacterReference => self.step_in_named_character_reference(),
            // <https://html.spec.whatwg.org/#ambiguous-ampersand-state>
            State::AmbiguousAmpersand => match self.consume() {
                Some(c @ ('a'..='z' | 'A'..='Z' | '0'..='9')) => {
                    if self.is_in_attribute() {
                        self.append_to_value(c);
                    } else {
                        self.emit(Token::Character(c));
                    }
                }
                Some(';') => {
                    self.error(ParseErrorCode::UnknownNamedCharacterReference);
                    self.reconsume_in(self.return_state);
                }
                _ => self.reconsume_in(self.return_state),
            },
            // <https://html.spec.whatwg.org/#numeric-character-reference-state>
            State::NumericCharacterReference => {
                self.character_reference_code = 0;
                match self.consume() {
                    Some(c @ ('x' | 'X')) => {
                        self.temporary_buffer.push(c);
                        self.state = State::HexadecimalCharacterReferenceStart;
                    }
                    Some('0'..='9') => self.reconsume_in(State::DecimalCharacterReference),
                    _ => {
                        self.error(ParseErrorCode::AbsenceOfDigitsInNumericCharacterReference);
                        self.flush_code_points_consumed_as_character_reference();
                        self.reconsume_in(self.return_state);
                    }
                }
            }
            // <https://html.spec.whatwg.org/#hexadecimal-character-reference-start-state>
            State::HexadecimalCharacterReferenceStart => match self.consume() {
                Some('0'..='9' | 'a'..='f' | 'A'..='F') => {
                    self.reconsume_in(State::HexadecimalCharacterReference);
                }
                _ => {
                    self.error(ParseErrorCode::AbsenceOfDigitsInNumericCharacterReference);
                    self.flush_code_points_consumed_as_character_reference();
                    self.reconsume_in(self.return_state);
                }
            },
            // <https://html.spec.whatwg.org/#hexadecimal-character-reference-state>
            State::HexadecimalCharacterReference => match self.consume() {
                Some(c @ '0'..='9') => self.add_digit(16, u32::from(c) - 0x30),
                Some(c @ 'A'..='F') => self.add_digit(16, u32::from(c) - 0x37),
                Some(c @ 'a'..='f') => self.add_digit(16, u32::from(c) - 0x57),
                Some(';') => self.state = State::NumericCharacterReferenceEnd,
                _ => {
                    self.error(ParseErrorCode::MissingSemicolonAfterCharacterReference);
                    self.reconsume_in(State::NumericCharacterReferenceEnd);
                }
            },
            // <https://html.spec.whatwg.org/#decimal-character-reference-state>
            State::DecimalCharacterReference => match self.consume() {
                Some(c @ '0'..='9') => self.add_digit(10, u32::from(c) - 0x30),
                Some(';') => self.state = State::NumericCharacterReferenceEnd,
                _ => {
                    self.error(ParseErrorCode::MissingSemicolonAfterCharacterReference);
                    self.reconsume_in(State::NumericCharacterReferenceEnd);
                }
            },
            // <https://html.spec.whatwg.org/#numeric-character-reference-end-state>
            State::NumericCharacterReferenceEnd => {
                let c = self.referenced_character();
                self.temporary_buffer = c.to_string();
                self.flush_code_points_consumed_as_character_reference();
                self.state = self.return_state;
            }
            state => unreachable!("{state:?}"),
        }
    }

    fn step_in_named_character_reference(&mut self) {
        let mut candidate = String::new();
        let mut longest = None;
        for &c in
            self.input[self.next..].iter().take_while(|&&c| c.is_ascii_alphanumeric() || c == ';')
        {
            candidate.push(c);
            if let Some(characters) = named_references::characters(&candidate) {
                longest = Some((candidate.clone(), characters));
            }
            if c == ';' {
                break;
            }
        }
        let Some((name, characters)) = longest else {
            self.flush_code_points_consumed_as_character_reference();
            self.state = State::AmbiguousAmpersand;
            return;
        };
        self.next += name.len();
        self.temporary_buffer.push_str(&name);
        let next = self.input.get(self.next);
        let goes_on = next.is_some_and(|&c| c == '=' || c.is_ascii_alphanumeric());
        if self.is_in_attribute() && !name.ends_with(';') && goes_on {
            self.flush_code_points_consumed_as_character_reference();
            self.state = self.return_state;
            return;
        }
        if !name.ends_with(';') {
            self.error_at_next(ParseErrorCode::MissingSemicolonAfterCharacterReference);
        }
        self.temporary_buffer = characters.to_owned();
        self.flush_code_points_consumed_as_character_reference();
        self.state = self.return_state;
    }

    /// Once the code is above all code points, it stays there.
    fn add_digit(&mut self, base: u32, digit: u32) {
        let code = self.character_reference_code;
        self.character_reference_code = code.saturating_mul(base).saturating_add(digit);
    }

    /// Returns the character of the character reference code.
    fn referenced_character(&mut self) -> char {
        let code = self.character_reference_code;
        match code {
            0 => {
                self.error_at_next(ParseErrorCode::NullCharacterReference);
                '\u{FFFD}'
            }
            0x110000.. => {
                self.error_at_next(ParseErrorCode::CharacterReferenceOutsideUnicodeRange);
                '\u{FFFD}'
            }
            0xD800..=0xDFFF => {
                self.error_at_next(ParseErrorCode::SurrogateCharacterReference);
                '\u{FFFD}'
            }
            0x0D | 0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F..=0x9F => {
                self.error_at_next(ParseErrorCode::ControlCharacterReference);
                overridden(code)
            }
            _ => {
                let c = char::from_u32(code).expect("neither too large nor a surrogate");
                if is_noncharacter(c) {
                    self.error_at_next(ParseErrorCode::NoncharacterCharacterReference);
                }
                c
            }
        }
    }

    /// <https://html.spec.whatwg.org/#flush-code-points-consumed-as-a-character-reference>
    fn flush_code_points_consumed_as_character_reference(&mut self) {
        let buffer = self.temporary_buffer.clone();
        if self.is_in_attribute() {
            buffer.chars().for_each(|c| self.append_to_value(c));
        } else {
            self.emit_characters(&buffer);
        }
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

/// Returns the character for the code of a control character.
///
/// <https://html.spec.whatwg.org/#numeric-character-reference-end-state>
fn overridden(code: u32) -> char {
    let row = OVERRIDES.iter().find(|&&(number, _)| number == code);
    row.map(|&(_, c)| c).or(char::from_u32(code)).expect("a control character")
}

const OVERRIDES: [(u32, char); 27] = [
    (0x80, '\u{20AC}'),
    (0x82, '\u{201A}'),
    (0x83, '\u{0192}'),
    (0x84, '\u{201E}'),
    (0x85, '\u{2026}'),
    (0x86, '\u{2020}'),
    (0x87, '\u{2021}'),
    (0x88, '\u{02C6}'),
    (0x89, '\u{2030}'),
    (0x8A, '\u{0160}'),
    (0x8B, '\u{2039}'),
    (0x8C, '\u{0152}'),
    (0x8E, '\u{017D}'),
    (0x91, '\u{2018}'),
    (0x92, '\u{2019}'),
    (0x93, '\u{201C}'),
    (0x94, '\u{201D}'),
    (0x95, '\u{2022}'),
    (0x96, '\u{2013}'),
    (0x97, '\u{2014}'),
    (0x98, '\u{02DC}'),
    (0x99, '\u{2122}'),
    (0x9A, '\u{0161}'),
    (0x9B, '\u{203A}'),
    (0x9C, '\u{0153}'),
    (0x9E, '\u{017E}'),
    (0x9F, '\u{0178}'),
];
