//! The states of DOCTYPEs.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, EndOfFile, NeedsInput};
use crate::parse_error::ParseErrorCode;
use crate::text::Span;

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{Progress, TokenKind, Tokenizer};
use super::token::Doctype;

/// The states of one of the two identifiers, and the errors in them.
pub(super) struct Identifier {
    is_public: bool,
    after_keyword: State,
    before: State,
    /// With quotation marks and with apostrophes.
    quoted: [State; 2],
    missing_whitespace: ParseErrorCode,
    missing: ParseErrorCode,
    missing_quote: ParseErrorCode,
    abrupt: ParseErrorCode,
}

/// The public identifier.
pub(super) static PUBLIC_ID: Identifier = Identifier {
    is_public: true,
    after_keyword: State::AfterDoctypePublicKeyword,
    before: State::BeforeDoctypePublicIdentifier,
    quoted: [
        State::DoctypePublicIdentifierDoubleQuoted,
        State::DoctypePublicIdentifierSingleQuoted,
    ],
    missing_whitespace: ParseErrorCode::MissingWhitespaceAfterDoctypePublicKeyword,
    missing: ParseErrorCode::MissingDoctypePublicIdentifier,
    missing_quote: ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier,
    abrupt: ParseErrorCode::AbruptDoctypePublicIdentifier,
};

/// The system identifier.
pub(super) static SYSTEM_ID: Identifier = Identifier {
    is_public: false,
    after_keyword: State::AfterDoctypeSystemKeyword,
    before: State::BeforeDoctypeSystemIdentifier,
    quoted: [
        State::DoctypeSystemIdentifierDoubleQuoted,
        State::DoctypeSystemIdentifierSingleQuoted,
    ],
    missing_whitespace: ParseErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword,
    missing: ParseErrorCode::MissingDoctypeSystemIdentifier,
    missing_quote: ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
    abrupt: ParseErrorCode::AbruptDoctypeSystemIdentifier,
};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#doctype-state>
    pub(super) fn doctype_state(&mut self, input: &mut InputStream) -> Progress {
        self.doctype = Doctype::default();
        match input.peek() {
            Byte(byte) if byte.is_ascii_whitespace() => {
                input.consume();
                self.before_doctype_name_state(input)
            }
            Byte(b'>') => self.before_doctype_name_state(input),
            NeedsInput => self.wait_in(State::Doctype),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => {
                input.error_here(ParseErrorCode::MissingWhitespaceBeforeDoctypeName);
                self.before_doctype_name_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#before-doctype-name-state>
    pub(super) fn before_doctype_name_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'>') => self.abrupt_doctype(input, ParseErrorCode::MissingDoctypeName),
            NeedsInput => self.wait_in(State::BeforeDoctypeName),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => {
                self.pending = SpanBuilder::at(input.position());
                self.doctype_name_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#doctype-name-state>
    pub(super) fn doctype_name_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let is_inside = |byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b'>' | 0);
            let end = scan::end_of(input.bytes(), input.position(), is_inside);
            input.advance_to(end);
            match input.peek() {
                Byte(b'>') => {
                    self.finish_doctype_name(input, end);
                    return self.emit_doctype(input);
                }
                Byte(0) => self.replace_nul(input, end),
                Byte(_) => {
                    self.finish_doctype_name(input, end);
                    input.consume();
                    return self.after_doctype_name_state(input);
                }
                NeedsInput => return self.wait_in(State::DoctypeName),
                EndOfFile => {
                    self.finish_doctype_name(input, end);
                    return self.end_of_file_in_doctype(input);
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-name-state>
    pub(super) fn after_doctype_name_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'>') => return self.emit_doctype(input),
            NeedsInput => return self.wait_in(State::AfterDoctypeName),
            EndOfFile => return self.end_of_file_in_doctype(input),
            Byte(_) => {}
        }
        let rest = &input.bytes()[input.position()..];
        let keyword = &rest[..rest.len().min(6)];
        if keyword.eq_ignore_ascii_case(b"public") {
            input.consume_bytes(6);
            return self.after_doctype_keyword_state(input, &PUBLIC_ID);
        }
        if keyword.eq_ignore_ascii_case(b"system") {
            input.consume_bytes(6);
            return self.after_doctype_keyword_state(input, &SYSTEM_ID);
        }
        let undecided = |whole: &[u8]| whole[..keyword.len()].eq_ignore_ascii_case(keyword);
        if !input.is_last() && (undecided(b"public") || undecided(b"system")) {
            return self.wait_in(State::AfterDoctypeName);
        }
        self.ignore_rest_of_doctype(input, ParseErrorCode::InvalidCharacterSequenceAfterDoctypeName)
    }

    /// <https://html.spec.whatwg.org/#after-doctype-public-keyword-state>
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-system-keyword-state>
    pub(super) fn after_doctype_keyword_state(
        &mut self,
        input: &mut InputStream,
        identifier: &'static Identifier,
    ) -> Progress {
        match input.peek() {
            NeedsInput => return self.wait_in(identifier.after_keyword),
            Byte(byte) if byte.is_ascii_whitespace() => input.consume(),
            Byte(b'"' | b'\'') => input.error_here(identifier.missing_whitespace),
            _ => {}
        }
        self.before_doctype_identifier_state(input, identifier)
    }

    /// <https://html.spec.whatwg.org/#before-doctype-public-identifier-state>
    ///
    /// <https://html.spec.whatwg.org/#before-doctype-system-identifier-state>
    pub(super) fn before_doctype_identifier_state(
        &mut self,
        input: &mut InputStream,
        identifier: &'static Identifier,
    ) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(quote @ (b'"' | b'\'')) => self.start_identifier(input, identifier, quote),
            Byte(b'>') => self.abrupt_doctype(input, identifier.missing),
            NeedsInput => self.wait_in(identifier.before),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => self.ignore_rest_of_doctype(input, identifier.missing_quote),
        }
    }

    /// Consumes the quotation mark at the start of an identifier.
    fn start_identifier(
        &mut self,
        input: &mut InputStream,
        identifier: &'static Identifier,
        quote: u8,
    ) -> Progress {
        input.consume();
        self.pending = SpanBuilder::at(input.position());
        self.doctype_identifier_state(input, identifier, quote)
    }

    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(double-quoted)-state>
    ///
    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(single-quoted)-state>
    ///
    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(double-quoted)-state>
    ///
    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(single-quoted)-state>
    pub(super) fn doctype_identifier_state(
        &mut self,
        input: &mut InputStream,
        identifier: &'static Identifier,
        quote: u8,
    ) -> Progress {
        let end = self.consume_identifier(input, quote);
        if input.peek() == NeedsInput {
            let [double_quoted, single_quoted] = identifier.quoted;
            return self.wait_in(if quote == b'"' { double_quoted } else { single_quoted });
        }
        let written = Some(self.pending.finish(&mut input.context.strings, end));
        if identifier.is_public {
            self.doctype.public_id = written;
        } else {
            self.doctype.system_id = written;
        }
        match input.peek() {
            Byte(b'>') => return self.abrupt_doctype(input, identifier.abrupt),
            Byte(_) => input.consume(),
            _ => return self.end_of_file_in_doctype(input),
        }
        if identifier.is_public {
            self.after_doctype_public_identifier_state(input)
        } else {
            self.after_doctype_system_identifier_state(input)
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-public-identifier-state>
    pub(super) fn after_doctype_public_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            NeedsInput => return self.wait_in(State::AfterDoctypePublicIdentifier),
            Byte(byte) if byte.is_ascii_whitespace() => input.consume(),
            Byte(b'"' | b'\'') => input.error_here(
                ParseErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
            ),
            _ => {}
        }
        self.between_doctype_public_and_system_identifiers_state(input)
    }

    /// <https://html.spec.whatwg.org/#between-doctype-public-and-system-identifiers-state>
    pub(super) fn between_doctype_public_and_system_identifiers_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'>') => self.emit_doctype(input),
            NeedsInput => self.wait_in(State::BetweenDoctypePublicAndSystemIdentifiers),
            _ => self.before_doctype_identifier_state(input, &SYSTEM_ID),
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-system-identifier-state>
    pub(super) fn after_doctype_system_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'>') => self.emit_doctype(input),
            NeedsInput => self.wait_in(State::AfterDoctypeSystemIdentifier),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => {
                let code = ParseErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier;
                input.error_here(code);
                self.bogus_doctype_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#bogus-doctype-state>
    pub(super) fn bogus_doctype_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::byte_or_nul(input.bytes(), input.position(), b'>', input.has_nulls());
            input.advance_to(end);
            match input.peek() {
                Byte(b'>') => return self.emit_doctype(input),
                Byte(_) => {
                    input.error_at(ParseErrorCode::UnexpectedNullCharacter, end);
                    input.consume();
                }
                NeedsInput => return self.wait_in(State::BogusDoctype),
                EndOfFile => return self.emit_doctype(input),
            }
        }
    }

    /// Consumes a public or system identifier up to its quotation mark, a `>` or the end of the
    /// available input, and returns that position.
    fn consume_identifier(&mut self, input: &mut InputStream, quote: u8) -> usize {
        loop {
            let end = scan::end_of(input.bytes(), input.position(), |&byte| {
                byte != quote && byte != b'>' && byte != 0
            });
            input.advance_to(end);
            if input.peek() != Byte(0) {
                return end;
            }
            self.replace_nul(input, end);
        }
    }

    /// Finishes the name of the current DOCTYPE token, which ends at byte `end`, and
    /// ASCII-lowercases it.
    fn finish_doctype_name(&mut self, input: &mut InputStream, end: usize) {
        let written = self.pending.finish(&mut input.context.strings, end);
        self.doctype.name = Some(self.lowercase(input, written));
    }

    /// Returns the ASCII-lowercased text of a span.
    fn lowercase(&mut self, input: &mut InputStream, span: Span) -> Span {
        let text = input.context.strings.get(span);
        if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return span;
        }
        self.lowercased.clear();
        self.lowercased.push_str(text);
        self.lowercased.make_ascii_lowercase();
        input.context.strings.push(&self.lowercased)
    }

    /// Consumes the `>` at the current position, unless the file ends there, and emits the current
    /// DOCTYPE token.
    fn emit_doctype(&mut self, input: &mut InputStream) -> Progress {
        self.state = State::Data;
        if input.peek() == Byte(b'>') {
            input.consume();
        }
        self.doctype.start = self.start as u32;
        self.doctype.end = input.position() as u32;
        self.emit(input, TokenKind::Doctype)
    }

    /// At a `>` before the DOCTYPE is complete: reports an error, forces quirks and emits it.
    fn abrupt_doctype(&mut self, input: &mut InputStream, code: ParseErrorCode) -> Progress {
        input.error_here(code);
        self.doctype.force_quirks = true;
        self.emit_doctype(input)
    }

    /// At an unexpected character: reports an error, forces quirks and ignores the rest of the
    /// DOCTYPE.
    fn ignore_rest_of_doctype(
        &mut self,
        input: &mut InputStream,
        code: ParseErrorCode,
    ) -> Progress {
        input.error_here(code);
        self.doctype.force_quirks = true;
        self.bogus_doctype_state(input)
    }

    /// At the end of the file inside a DOCTYPE: reports an error, forces quirks and emits it.
    fn end_of_file_in_doctype(&mut self, input: &mut InputStream) -> Progress {
        input.error_here(ParseErrorCode::EofInDoctype);
        self.doctype.force_quirks = true;
        self.emit_doctype(input)
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::testing::{errors, tokens};

    #[test]
    fn a_doctype_has_a_lowercased_name_and_two_optional_identifiers() {
        for (html, doctype) in [
            ("<!DOCTYPE html>", "\"html\" missing missing"),
            ("<!doctype\nHTML\t>", "\"html\" missing missing"),
            ("<!DOCTYPE html PUBLIC \"-//A//B\" 'c'>", "\"html\" \"-//A//B\" \"c\""),
            ("<!DOCTYPE html public ''>", "\"html\" \"\" missing"),
            ("<!DOCTYPE html SyStEm 'about:x' >", "\"html\" missing \"about:x\""),
            ("<!DOCTYPE a\0B>", "\"a\u{FFFD}b\" missing missing"),
            ("<!DOCTYPE a PUBLIC 'b\0'>", "\"a\" \"b\u{FFFD}\" missing"),
            ("<!DOCTYPE>", "missing missing missing quirks"),
            ("<!DOCTYPE a b>", "\"a\" missing missing quirks"),
            ("<!DOCTYPE a PUBLIC b>", "\"a\" missing missing quirks"),
            ("<!DOCTYPE a PUBLIC 'b>", "\"a\" \"b\" missing quirks"),
            ("<!DOCTYPE a SYSTEM 'b' c>", "\"a\" missing \"b\""),
            ("<!DOCTYPE a SYSTEM", "\"a\" missing missing quirks"),
        ] {
            assert_eq!(tokens(html), [format!("<!DOCTYPE {doctype}>")], "{html}");
        }
    }

    #[test]
    fn each_error_has_its_code_and_position() {
        for (html, error) in [
            ("<!DOCTYPEa>", "missing-whitespace-before-doctype-name 9"),
            ("<!DOCTYPE >", "missing-doctype-name 10"),
            ("<!DOCTYPE a b>", "invalid-character-sequence-after-doctype-name 12"),
            ("<!DOCTYPE a PUBLIC>", "missing-doctype-public-identifier 18"),
            ("<!DOCTYPE a PUBLIC b>", "missing-quote-before-doctype-public-identifier 19"),
            ("<!DOCTYPE a PUBLIC''>", "missing-whitespace-after-doctype-public-keyword 18"),
            ("<!DOCTYPE a PUBLIC 'b>", "abrupt-doctype-public-identifier 21"),
            (
                "<!DOCTYPE a PUBLIC 'b''c'>",
                "missing-whitespace-between-doctype-public-and-system-identifiers 22",
            ),
            ("<!DOCTYPE a PUBLIC 'b' c>", "missing-quote-before-doctype-system-identifier 23"),
            ("<!DOCTYPE a SYSTEM>", "missing-doctype-system-identifier 18"),
            ("<!DOCTYPE a SYSTEM b>", "missing-quote-before-doctype-system-identifier 19"),
            ("<!DOCTYPE a SYSTEM''>", "missing-whitespace-after-doctype-system-keyword 18"),
            ("<!DOCTYPE a SYSTEM 'b>", "abrupt-doctype-system-identifier 21"),
            (
                "<!DOCTYPE a SYSTEM 'b' c>",
                "unexpected-character-after-doctype-system-identifier 23",
            ),
            ("<!DOCTYPE a SYSTEM 'b'", "eof-in-doctype 22"),
        ] {
            assert_eq!(errors(html), [error], "{html}");
        }
    }
}
