//! DOCTYPEs.

use consomme::ParseErrorCode;

use super::state::State;
use super::{ReferenceTokenizer, Token};

impl ReferenceTokenizer {
    pub(super) fn step_in_doctype(&mut self) {
        match self.state {
            // <https://html.spec.whatwg.org/#doctype-state>
            State::Doctype => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => self.state = State::BeforeDoctypeName,
                Some('>') => self.reconsume_in(State::BeforeDoctypeName),
                None => {
                    self.create_doctype(None);
                    self.end_of_file_in_doctype();
                }
                Some(_) => {
                    self.error(ParseErrorCode::MissingWhitespaceBeforeDoctypeName);
                    self.reconsume_in(State::BeforeDoctypeName);
                }
            },
            // <https://html.spec.whatwg.org/#before-doctype-name-state>
            State::BeforeDoctypeName => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some(c @ 'A'..='Z') => {
                    self.create_doctype(Some(c.to_ascii_lowercase()));
                    self.state = State::DoctypeName;
                }
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.create_doctype(Some('\u{FFFD}'));
                    self.state = State::DoctypeName;
                }
                Some('>') => {
                    self.error(ParseErrorCode::MissingDoctypeName);
                    self.create_doctype(None);
                    self.force_quirks = true;
                    self.emit_doctype();
                }
                None => {
                    self.create_doctype(None);
                    self.end_of_file_in_doctype();
                }
                Some(c) => {
                    self.create_doctype(Some(c));
                    self.state = State::DoctypeName;
                }
            },
            // <https://html.spec.whatwg.org/#doctype-name-state>
            State::DoctypeName => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => self.state = State::AfterDoctypeName,
                Some('>') => self.emit_doctype(),
                Some(c @ 'A'..='Z') => append(&mut self.doctype_name, c.to_ascii_lowercase()),
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    append(&mut self.doctype_name, '\u{FFFD}');
                }
                None => self.end_of_file_in_doctype(),
                Some(c) => append(&mut self.doctype_name, c),
            },
            // <https://html.spec.whatwg.org/#after-doctype-name-state>
            State::AfterDoctypeName => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some('>') => self.emit_doctype(),
                None => self.end_of_file_in_doctype(),
                Some(_) if self.is_next(self.next - 1, "PUBLIC") => {
                    self.next += "UBLIC".len();
                    self.state = State::AfterDoctypePublicKeyword;
                }
                Some(_) if self.is_next(self.next - 1, "SYSTEM") => {
                    self.next += "YSTEM".len();
                    self.state = State::AfterDoctypeSystemKeyword;
                }
                Some(_) => {
                    self.bogus_doctype(ParseErrorCode::InvalidCharacterSequenceAfterDoctypeName);
                }
            },
            // <https://html.spec.whatwg.org/#after-doctype-public-keyword-state>
            State::AfterDoctypePublicKeyword => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {
                    self.state = State::BeforeDoctypePublicIdentifier;
                }
                Some(quote @ ('"' | '\'')) => {
                    self.error(ParseErrorCode::MissingWhitespaceAfterDoctypePublicKeyword);
                    self.start_public_identifier(quote);
                }
                Some('>') => self.abrupt_doctype(ParseErrorCode::MissingDoctypePublicIdentifier),
                None => self.end_of_file_in_doctype(),
                Some(_) => {
                    self.bogus_doctype(ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier);
                }
            },
            // <https://html.spec.whatwg.org/#before-doctype-public-identifier-state>
            State::BeforeDoctypePublicIdentifier => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some(quote @ ('"' | '\'')) => self.start_public_identifier(quote),
                Some('>') => self.abrupt_doctype(ParseErrorCode::MissingDoctypePublicIdentifier),
                None => self.end_of_file_in_doctype(),
                Some(_) => {
                    self.bogus_doctype(ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier);
                }
            },
            // <https://html.spec.whatwg.org/#doctype-public-identifier-(double-quoted)-state>
            State::DoctypePublicIdentifierDoubleQuoted => match self.consume() {
                Some('"') => self.state = State::AfterDoctypePublicIdentifier,
                c => self.step_in_public_identifier(c),
            },
            // <https://html.spec.whatwg.org/#doctype-public-identifier-(single-quoted)-state>
            State::DoctypePublicIdentifierSingleQuoted => match self.consume() {
                Some('\'') => self.state = State::AfterDoctypePublicIdentifier,
                c => self.step_in_public_identifier(c),
            },
            // <https://html.spec.whatwg.org/#after-doctype-public-identifier-state>
            State::AfterDoctypePublicIdentifier => {
                match self.consume() {
                    Some('\t' | '\n' | '\x0C' | ' ') => {
                        self.state = State::BetweenDoctypePublicAndSystemIdentifiers;
                    }
                    Some('>') => self.emit_doctype(),
                    Some(quote @ ('"' | '\'')) => {
                        self.error(ParseErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                        self.start_system_identifier(quote);
                    }
                    None => self.end_of_file_in_doctype(),
                    Some(_) => self
                        .bogus_doctype(ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier),
                }
            }
            // <https://html.spec.whatwg.org/#between-doctype-public-and-system-identifiers-state>
            State::BetweenDoctypePublicAndSystemIdentifiers => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some('>') => self.emit_doctype(),
                Some(quote @ ('"' | '\'')) => self.start_system_identifier(quote),
                None => self.end_of_file_in_doctype(),
                Some(_) => {
                    self.bogus_doctype(ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                }
            },
            // <https://html.spec.whatwg.org/#after-doctype-system-keyword-state>
            State::AfterDoctypeSystemKeyword => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {
                    self.state = State::BeforeDoctypeSystemIdentifier;
                }
                Some(quote @ ('"' | '\'')) => {
                    self.error(ParseErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword);
                    self.start_system_identifier(quote);
                }
                Some('>') => self.abrupt_doctype(ParseErrorCode::MissingDoctypeSystemIdentifier),
                None => self.end_of_file_in_doctype(),
                Some(_) => {
                    self.bogus_doctype(ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                }
            },
            // <https://html.spec.whatwg.org/#before-doctype-system-identifier-state>
            State::BeforeDoctypeSystemIdentifier => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some(quote @ ('"' | '\'')) => self.start_system_identifier(quote),
                Some('>') => self.abrupt_doctype(ParseErrorCode::MissingDoctypeSystemIdentifier),
                None => self.end_of_file_in_doctype(),
                Some(_) => {
                    self.bogus_doctype(ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                }
            },
            // <https://html.spec.whatwg.org/#doctype-system-identifier-(double-quoted)-state>
            State::DoctypeSystemIdentifierDoubleQuoted => match self.consume() {
                Some('"') => self.state = State::AfterDoctypeSystemIdentifier,
                c => self.step_in_system_identifier(c),
            },
            // <https://html.spec.whatwg.org/#doctype-system-identifier-(single-quoted)-state>
            State::DoctypeSystemIdentifierSingleQuoted => match self.consume() {
                Some('\'') => self.state = State::AfterDoctypeSystemIdentifier,
                c => self.step_in_system_identifier(c),
            },
            // <https://html.spec.whatwg.org/#after-doctype-system-identifier-state>
            State::AfterDoctypeSystemIdentifier => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some('>') => self.emit_doctype(),
                None => self.end_of_file_in_doctype(),
                Some(_) => {
                    self.error(ParseErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier);
                    self.reconsume_in(State::BogusDoctype);
                }
            },
            // <https://html.spec.whatwg.org/#bogus-doctype-state>
            State::BogusDoctype => match self.consume() {
                Some('>') => self.emit_doctype(),
                Some('\0') => self.error(ParseErrorCode::UnexpectedNullCharacter),
                None => {
                    self.emit_doctype();
                    self.emit_end_of_file();
                }
                Some(_) => {}
            },
            state => unreachable!("{state:?}"),
        }
    }

    /// Creates a DOCTYPE token, whose name starts with that character or is missing.
    fn create_doctype(&mut self, name: Option<char>) {
        self.doctype_name = name.map(String::from);
        self.public_id = None;
        self.system_id = None;
        self.force_quirks = false;
    }

    /// Switches to the data state and emits the current DOCTYPE token.
    fn emit_doctype(&mut self) {
        self.state = State::Data;
        let token = Token::Doctype {
            name: self.doctype_name.take(),
            public_id: self.public_id.take(),
            system_id: self.system_id.take(),
            force_quirks: self.force_quirks,
        };
        self.emit(token);
    }

    fn end_of_file_in_doctype(&mut self) {
        self.error(ParseErrorCode::EofInDoctype);
        self.force_quirks = true;
        self.emit_doctype();
        self.emit_end_of_file();
    }

    /// The current input character is a `>` where it must not be.
    fn abrupt_doctype(&mut self, code: ParseErrorCode) {
        self.error(code);
        self.force_quirks = true;
        self.emit_doctype();
    }

    /// The current input character makes all the rest of the DOCTYPE meaningless.
    fn bogus_doctype(&mut self, code: ParseErrorCode) {
        self.error(code);
        self.force_quirks = true;
        self.reconsume_in(State::BogusDoctype);
    }

    fn start_public_identifier(&mut self, quote: char) {
        self.public_id = Some(String::new());
        self.state = match quote {
            '"' => State::DoctypePublicIdentifierDoubleQuoted,
            _ => State::DoctypePublicIdentifierSingleQuoted,
        };
    }

    fn start_system_identifier(&mut self, quote: char) {
        self.system_id = Some(String::new());
        self.state = match quote {
            '"' => State::DoctypeSystemIdentifierDoubleQuoted,
            _ => State::DoctypeSystemIdentifierSingleQuoted,
        };
    }

    /// The steps that the two states of public identifiers share.
    fn step_in_public_identifier(&mut self, c: Option<char>) {
        match c {
            Some('\0') => {
                self.error(ParseErrorCode::UnexpectedNullCharacter);
                append(&mut self.public_id, '\u{FFFD}');
            }
            Some('>') => self.abrupt_doctype(ParseErrorCode::AbruptDoctypePublicIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(c) => append(&mut self.public_id, c),
        }
    }

    /// The steps that the two states of system identifiers share.
    fn step_in_system_identifier(&mut self, c: Option<char>) {
        match c {
            Some('\0') => {
                self.error(ParseErrorCode::UnexpectedNullCharacter);
                append(&mut self.system_id, '\u{FFFD}');
            }
            Some('>') => self.abrupt_doctype(ParseErrorCode::AbruptDoctypeSystemIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(c) => append(&mut self.system_id, c),
        }
    }
}

/// Appends to a text that is not missing.
fn append(text: &mut Option<String>, c: char) {
    text.get_or_insert_default().push(c);
}
