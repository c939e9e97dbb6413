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
            return self.after_doctype_public_keyword_state(input);
        }
        if keyword.eq_ignore_ascii_case(b"system") {
            input.consume_bytes(6);
            return self.after_doctype_system_keyword_state(input);
        }
        let undecided = |whole: &[u8]| whole[..keyword.len()].eq_ignore_ascii_case(keyword);
        if !input.is_last() && (undecided(b"public") || undecided(b"system")) {
            return self.wait_in(State::AfterDoctypeName);
        }
        self.ignore_rest_of_doctype(input, ParseErrorCode::InvalidCharacterSequenceAfterDoctypeName)
    }

    /// <https://html.spec.whatwg.org/#after-doctype-public-keyword-state>
    pub(super) fn after_doctype_public_keyword_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(byte) if byte.is_ascii_whitespace() => {
                input.consume();
                self.before_doctype_public_identifier_state(input)
            }
            Byte(quote @ (b'"' | b'\'')) => {
                input.error_here(ParseErrorCode::MissingWhitespaceAfterDoctypePublicKeyword);
                self.start_public_identifier(input, quote)
            }
            Byte(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypePublicIdentifier)
            }
            NeedsInput => self.wait_in(State::AfterDoctypePublicKeyword),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => self.ignore_rest_of_doctype(
                input,
                ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier,
            ),
        }
    }

    /// <https://html.spec.whatwg.org/#before-doctype-public-identifier-state>
    pub(super) fn before_doctype_public_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(quote @ (b'"' | b'\'')) => self.start_public_identifier(input, quote),
            Byte(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypePublicIdentifier)
            }
            NeedsInput => self.wait_in(State::BeforeDoctypePublicIdentifier),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => self.ignore_rest_of_doctype(
                input,
                ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier,
            ),
        }
    }

    /// Consumes the quotation mark at the start of a public identifier.
    fn start_public_identifier(&mut self, input: &mut InputStream, quote: u8) -> Progress {
        input.consume();
        self.pending = SpanBuilder::at(input.position());
        match quote {
            b'"' => self.doctype_public_identifier_double_quoted_state(input),
            _ => self.doctype_public_identifier_single_quoted_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(double-quoted)-state>
    pub(super) fn doctype_public_identifier_double_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        self.doctype_public_identifier(input, b'"', State::DoctypePublicIdentifierDoubleQuoted)
    }

    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(single-quoted)-state>
    pub(super) fn doctype_public_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        self.doctype_public_identifier(input, b'\'', State::DoctypePublicIdentifierSingleQuoted)
    }

    /// The DOCTYPE public identifier (double-quoted) state and the (single-quoted) one.
    fn doctype_public_identifier(
        &mut self,
        input: &mut InputStream,
        quote: u8,
        state: State,
    ) -> Progress {
        let end = self.consume_identifier(input, quote);
        if input.peek() == NeedsInput {
            return self.wait_in(state);
        }
        self.doctype.public_id = Some(self.pending.finish(&mut input.context.strings, end));
        match input.peek() {
            Byte(b'>') => self.abrupt_doctype(input, ParseErrorCode::AbruptDoctypePublicIdentifier),
            Byte(_) => {
                input.consume();
                self.after_doctype_public_identifier_state(input)
            }
            _ => self.end_of_file_in_doctype(input),
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-public-identifier-state>
    pub(super) fn after_doctype_public_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(byte) if byte.is_ascii_whitespace() => {
                input.consume();
                self.between_doctype_public_and_system_identifiers_state(input)
            }
            Byte(b'>') => self.emit_doctype(input),
            Byte(quote @ (b'"' | b'\'')) => {
                let code =
                    ParseErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers;
                input.error_here(code);
                self.start_system_identifier(input, quote)
            }
            NeedsInput => self.wait_in(State::AfterDoctypePublicIdentifier),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => self.ignore_rest_of_doctype(
                input,
                ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
            ),
        }
    }

    /// <https://html.spec.whatwg.org/#between-doctype-public-and-system-identifiers-state>
    pub(super) fn between_doctype_public_and_system_identifiers_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(b'>') => self.emit_doctype(input),
            Byte(quote @ (b'"' | b'\'')) => self.start_system_identifier(input, quote),
            NeedsInput => self.wait_in(State::BetweenDoctypePublicAndSystemIdentifiers),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => self.ignore_rest_of_doctype(
                input,
                ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
            ),
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-system-keyword-state>
    pub(super) fn after_doctype_system_keyword_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(byte) if byte.is_ascii_whitespace() => {
                input.consume();
                self.before_doctype_system_identifier_state(input)
            }
            Byte(quote @ (b'"' | b'\'')) => {
                input.error_here(ParseErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword);
                self.start_system_identifier(input, quote)
            }
            Byte(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypeSystemIdentifier)
            }
            NeedsInput => self.wait_in(State::AfterDoctypeSystemKeyword),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => self.ignore_rest_of_doctype(
                input,
                ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
            ),
        }
    }

    /// <https://html.spec.whatwg.org/#before-doctype-system-identifier-state>
    pub(super) fn before_doctype_system_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        match input.peek() {
            Byte(quote @ (b'"' | b'\'')) => self.start_system_identifier(input, quote),
            Byte(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypeSystemIdentifier)
            }
            NeedsInput => self.wait_in(State::BeforeDoctypeSystemIdentifier),
            EndOfFile => self.end_of_file_in_doctype(input),
            Byte(_) => self.ignore_rest_of_doctype(
                input,
                ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
            ),
        }
    }

    /// Consumes the quotation mark at the start of a system identifier.
    fn start_system_identifier(&mut self, input: &mut InputStream, quote: u8) -> Progress {
        input.consume();
        self.pending = SpanBuilder::at(input.position());
        match quote {
            b'"' => self.doctype_system_identifier_double_quoted_state(input),
            _ => self.doctype_system_identifier_single_quoted_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(double-quoted)-state>
    pub(super) fn doctype_system_identifier_double_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        self.doctype_system_identifier(input, b'"', State::DoctypeSystemIdentifierDoubleQuoted)
    }

    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(single-quoted)-state>
    pub(super) fn doctype_system_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        self.doctype_system_identifier(input, b'\'', State::DoctypeSystemIdentifierSingleQuoted)
    }

    /// The DOCTYPE system identifier (double-quoted) state and the (single-quoted) one.
    fn doctype_system_identifier(
        &mut self,
        input: &mut InputStream,
        quote: u8,
        state: State,
    ) -> Progress {
        let end = self.consume_identifier(input, quote);
        if input.peek() == NeedsInput {
            return self.wait_in(state);
        }
        self.doctype.system_id = Some(self.pending.finish(&mut input.context.strings, end));
        match input.peek() {
            Byte(b'>') => self.abrupt_doctype(input, ParseErrorCode::AbruptDoctypeSystemIdentifier),
            Byte(_) => {
                input.consume();
                self.after_doctype_system_identifier_state(input)
            }
            _ => self.end_of_file_in_doctype(input),
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
