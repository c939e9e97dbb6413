//! The states of DOCTYPEs.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::parse_error::ParseErrorCode;
use crate::text::Span;

use super::token::Doctype;
use super::{Kind, Piece, State, Step, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#doctype-state>
    pub(super) fn doctype_state(&mut self, input: &mut InputStream) -> Step {
        self.doctype = Doctype::default();
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                input.position += 1;
                self.before_doctype_name_state(input)
            }
            Some(b'>') => self.before_doctype_name_state(input),
            None if !input.is_last => self.wait_in(State::Doctype),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                input.error_at(ParseErrorCode::MissingWhitespaceBeforeDoctypeName, input.position);
                self.before_doctype_name_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#before-doctype-name-state>
    pub(super) fn before_doctype_name_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(b'>') => self.abrupt_doctype(input, ParseErrorCode::MissingDoctypeName),
            None if !input.is_last => self.wait_in(State::BeforeDoctypeName),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                self.piece = Piece::at(input.position);
                self.doctype_name_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#doctype-name-state>
    pub(super) fn doctype_name_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let is_inside = |byte: &u8| !matches!(byte, b'\t' | b'\n' | b'\x0C' | b' ' | b'>' | 0);
            let end = runs::end_of(input.bytes(), input.position, is_inside);
            input.position = end;
            match input.peek() {
                Some(b'>') => {
                    self.finish_doctype_name(input, end);
                    return self.emit_doctype(input);
                }
                Some(0) => self.replace_null(input, end),
                Some(_) => {
                    self.finish_doctype_name(input, end);
                    input.position += 1;
                    return self.after_doctype_name_state(input);
                }
                None if !input.is_last => return self.wait_in(State::DoctypeName),
                None => {
                    self.finish_doctype_name(input, end);
                    return self.end_of_file_in_doctype(input);
                }
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-name-state>
    pub(super) fn after_doctype_name_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        let rest = &input.bytes()[input.position..];
        match rest.first() {
            Some(b'>') => return self.emit_doctype(input),
            None if !input.is_last => return self.wait_in(State::AfterDoctypeName),
            None => return self.end_of_file_in_doctype(input),
            Some(_) => {}
        }
        let keyword = &rest[..rest.len().min(6)];
        if keyword.eq_ignore_ascii_case(b"public") {
            input.position += 6;
            return self.after_doctype_public_keyword_state(input);
        }
        if keyword.eq_ignore_ascii_case(b"system") {
            input.position += 6;
            return self.after_doctype_system_keyword_state(input);
        }
        let undecided = |whole: &[u8]| whole[..keyword.len()].eq_ignore_ascii_case(keyword);
        if !input.is_last && (undecided(b"public") || undecided(b"system")) {
            return self.wait_in(State::AfterDoctypeName);
        }
        self.spoil_doctype(input, ParseErrorCode::InvalidCharacterSequenceAfterDoctypeName)
    }

    /// <https://html.spec.whatwg.org/#after-doctype-public-keyword-state>
    pub(super) fn after_doctype_public_keyword_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                input.position += 1;
                self.before_doctype_public_identifier_state(input)
            }
            Some(quote @ (b'"' | b'\'')) => {
                input.error_at(
                    ParseErrorCode::MissingWhitespaceAfterDoctypePublicKeyword,
                    input.position,
                );
                self.start_public_identifier(input, quote)
            }
            Some(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypePublicIdentifier)
            }
            None if !input.is_last => self.wait_in(State::AfterDoctypePublicKeyword),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                self.spoil_doctype(input, ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#before-doctype-public-identifier-state>
    pub(super) fn before_doctype_public_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(quote @ (b'"' | b'\'')) => self.start_public_identifier(input, quote),
            Some(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypePublicIdentifier)
            }
            None if !input.is_last => self.wait_in(State::BeforeDoctypePublicIdentifier),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                self.spoil_doctype(input, ParseErrorCode::MissingQuoteBeforeDoctypePublicIdentifier)
            }
        }
    }

    /// Consumes the quotation mark before a public identifier.
    fn start_public_identifier(&mut self, input: &mut InputStream, quote: u8) -> Step {
        input.position += 1;
        self.piece = Piece::at(input.position);
        match quote {
            b'"' => self.doctype_public_identifier_double_quoted_state(input),
            _ => self.doctype_public_identifier_single_quoted_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(double-quoted)-state>
    pub(super) fn doctype_public_identifier_double_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        self.doctype_public_identifier(input, b'"', State::DoctypePublicIdentifierDoubleQuoted)
    }

    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(single-quoted)-state>
    pub(super) fn doctype_public_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        self.doctype_public_identifier(input, b'\'', State::DoctypePublicIdentifierSingleQuoted)
    }

    /// A public identifier in quotation marks of one kind.
    fn doctype_public_identifier(
        &mut self,
        input: &mut InputStream,
        quote: u8,
        state: State,
    ) -> Step {
        let Some(end) = self.identifier_end(input, quote) else { return self.wait_in(state) };
        self.doctype.public_id = Some(self.piece.finish(&mut input.context.strings, end));
        match input.peek() {
            Some(b'>') => self.abrupt_doctype(input, ParseErrorCode::AbruptDoctypePublicIdentifier),
            Some(_) => {
                input.position += 1;
                self.after_doctype_public_identifier_state(input)
            }
            None => self.end_of_file_in_doctype(input),
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-public-identifier-state>
    pub(super) fn after_doctype_public_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                input.position += 1;
                self.between_doctype_public_and_system_identifiers_state(input)
            }
            Some(b'>') => self.emit_doctype(input),
            Some(quote @ (b'"' | b'\'')) => {
                let code =
                    ParseErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers;
                input.error_at(code, input.position);
                self.start_system_identifier(input, quote)
            }
            None if !input.is_last => self.wait_in(State::AfterDoctypePublicIdentifier),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                self.spoil_doctype(input, ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#between-doctype-public-and-system-identifiers-state>
    pub(super) fn between_doctype_public_and_system_identifiers_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(b'>') => self.emit_doctype(input),
            Some(quote @ (b'"' | b'\'')) => self.start_system_identifier(input, quote),
            None if !input.is_last => self.wait_in(State::BetweenDoctypePublicAndSystemIdentifiers),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                self.spoil_doctype(input, ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-system-keyword-state>
    pub(super) fn after_doctype_system_keyword_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                input.position += 1;
                self.before_doctype_system_identifier_state(input)
            }
            Some(quote @ (b'"' | b'\'')) => {
                input.error_at(
                    ParseErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword,
                    input.position,
                );
                self.start_system_identifier(input, quote)
            }
            Some(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypeSystemIdentifier)
            }
            None if !input.is_last => self.wait_in(State::AfterDoctypeSystemKeyword),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                self.spoil_doctype(input, ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#before-doctype-system-identifier-state>
    pub(super) fn before_doctype_system_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(quote @ (b'"' | b'\'')) => self.start_system_identifier(input, quote),
            Some(b'>') => {
                self.abrupt_doctype(input, ParseErrorCode::MissingDoctypeSystemIdentifier)
            }
            None if !input.is_last => self.wait_in(State::BeforeDoctypeSystemIdentifier),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                self.spoil_doctype(input, ParseErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier)
            }
        }
    }

    /// Consumes the quotation mark before a system identifier.
    fn start_system_identifier(&mut self, input: &mut InputStream, quote: u8) -> Step {
        input.position += 1;
        self.piece = Piece::at(input.position);
        match quote {
            b'"' => self.doctype_system_identifier_double_quoted_state(input),
            _ => self.doctype_system_identifier_single_quoted_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(double-quoted)-state>
    pub(super) fn doctype_system_identifier_double_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        self.doctype_system_identifier(input, b'"', State::DoctypeSystemIdentifierDoubleQuoted)
    }

    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(single-quoted)-state>
    pub(super) fn doctype_system_identifier_single_quoted_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        self.doctype_system_identifier(input, b'\'', State::DoctypeSystemIdentifierSingleQuoted)
    }

    /// A system identifier in quotation marks of one kind.
    fn doctype_system_identifier(
        &mut self,
        input: &mut InputStream,
        quote: u8,
        state: State,
    ) -> Step {
        let Some(end) = self.identifier_end(input, quote) else { return self.wait_in(state) };
        self.doctype.system_id = Some(self.piece.finish(&mut input.context.strings, end));
        match input.peek() {
            Some(b'>') => self.abrupt_doctype(input, ParseErrorCode::AbruptDoctypeSystemIdentifier),
            Some(_) => {
                input.position += 1;
                self.after_doctype_system_identifier_state(input)
            }
            None => self.end_of_file_in_doctype(input),
        }
    }

    /// <https://html.spec.whatwg.org/#after-doctype-system-identifier-state>
    pub(super) fn after_doctype_system_identifier_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        match input.peek() {
            Some(b'>') => self.emit_doctype(input),
            None if !input.is_last => self.wait_in(State::AfterDoctypeSystemIdentifier),
            None => self.end_of_file_in_doctype(input),
            Some(_) => {
                let code = ParseErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier;
                input.error_at(code, input.position);
                self.bogus_doctype_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#bogus-doctype-state>
    pub(super) fn bogus_doctype_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::byte_or_null(input.bytes(), input.position, b'>');
            input.position = end;
            match input.peek() {
                Some(b'>') => return self.emit_doctype(input),
                Some(_) => {
                    input.error_at(ParseErrorCode::UnexpectedNullCharacter, end);
                    input.position += 1;
                }
                None if !input.is_last => return self.wait_in(State::BogusDoctype),
                None => return self.emit_doctype(input),
            }
        }
    }

    /// Consumes an identifier up to its quotation mark, a `>` or the end of the file, and gives
    /// that end; `None` if more input has to come.
    fn identifier_end(&mut self, input: &mut InputStream, quote: u8) -> Option<usize> {
        loop {
            let end = runs::end_of(input.bytes(), input.position, |&byte| {
                byte != quote && byte != b'>' && byte != 0
            });
            input.position = end;
            match input.peek() {
                Some(0) => self.replace_null(input, end),
                None if !input.is_last => return None,
                _ => return Some(end),
            }
        }
    }

    /// Sets the name of the current DOCTYPE token to what ends at byte `end`, ASCII capitals made
    /// small.
    fn finish_doctype_name(&mut self, input: &mut InputStream, end: usize) {
        let written = self.piece.finish(&mut input.context.strings, end);
        self.doctype.name = Some(self.lowercase(input, written));
    }

    /// The text of a span with ASCII capitals made small.
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

    /// Emits the current DOCTYPE token, which ends at the `>` that comes next or at the end of the
    /// file.
    fn emit_doctype(&mut self, input: &mut InputStream) -> Step {
        self.state = State::Data;
        input.position = (input.position + 1).min(input.end());
        self.doctype.start = self.start as u32;
        self.doctype.end = input.position as u32;
        self.emit(input, Kind::Doctype)
    }

    /// At a `>` before the DOCTYPE is complete.
    fn abrupt_doctype(&mut self, input: &mut InputStream, code: ParseErrorCode) -> Step {
        input.error_at(code, input.position);
        self.doctype.force_quirks = true;
        self.emit_doctype(input)
    }

    /// At a character that makes the rest of the DOCTYPE meaningless.
    fn spoil_doctype(&mut self, input: &mut InputStream, code: ParseErrorCode) -> Step {
        input.error_at(code, input.position);
        self.doctype.force_quirks = true;
        self.bogus_doctype_state(input)
    }

    /// At the end of the file inside a DOCTYPE.
    fn end_of_file_in_doctype(&mut self, input: &mut InputStream) -> Step {
        input.error_at(ParseErrorCode::EofInDoctype, input.position);
        self.doctype.force_quirks = true;
        self.emit_doctype(input)
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::testing::{errors, tokens};

    #[test]
    fn names_and_identifiers() {
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
    fn each_error_has_its_code() {
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
