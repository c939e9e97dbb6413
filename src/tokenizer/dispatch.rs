//! The loop that reads tokens, and its dispatch on the current state.

use crate::input::InputStream;
use crate::steps;

use super::doctype::{PUBLIC_ID, SYSTEM_ID};
use super::script_data::{DOUBLE_ESCAPED, ESCAPED, SCRIPT_DATA, SCRIPT_DATA_ESCAPED};
use super::state::State;
use super::state_machine::{Progress, TokenKind, Tokenizer};
use super::text::{RAWTEXT, RCDATA};
use super::token;

impl Tokenizer {
    /// Returns the next token, or `None` when all available input is used or the end-of-file token
    /// was emitted. The bytes that the token takes up are in [`ParseContext::token`].
    ///
    /// After `None`, a text under construction may be at the end of the tail of the input's
    /// strings: [`take_text_out_of_tail`](Self::take_text_out_of_tail) must be called before
    /// something else is appended there.
    ///
    /// [`ParseContext::token`]: crate::input::ParseContext::token
    #[inline]
    pub(crate) fn next(&mut self, input: &mut InputStream) -> Option<token::Token<'_>> {
        let kind = self.advance(input)?;
        Some(self.token(kind))
    }

    /// As [`next`](Self::next), but returns only the kind of the token.
    // Inlined into the loop that drives the stages, with the states of the usual tokens.
    #[inline]
    pub(crate) fn advance(&mut self, input: &mut InputStream) -> Option<TokenKind> {
        loop {
            steps::count(1);
            match self.step(input) {
                Progress::Continue => {}
                Progress::Suspend => return None,
                Progress::Emit(kind) => return Some(kind),
            }
        }
    }

    /// Calls the method of the current state.
    #[inline]
    fn step(&mut self, input: &mut InputStream) -> Progress {
        match self.state {
            State::Data => self.data_state(input),
            State::Rcdata => self.rcdata_state(input),
            State::Rawtext => self.rawtext_state(input),
            State::ScriptData => self.script_data_state(input),
            State::Plaintext => self.plaintext_state(input),
            State::TagOpen => self.tag_open_state(input),
            State::EndTagOpen => self.end_tag_open_state(input),
            State::TagName => self.tag_name_state(input),
            State::RcdataLessThanSign => self.text_less_than_sign_state(input, &RCDATA),
            State::RcdataEndTagOpen => self.text_end_tag_open_state(input, &RCDATA),
            State::RcdataEndTagName => self.text_end_tag_name_state(input, &RCDATA),
            State::RawtextLessThanSign => self.text_less_than_sign_state(input, &RAWTEXT),
            State::RawtextEndTagOpen => self.text_end_tag_open_state(input, &RAWTEXT),
            State::RawtextEndTagName => self.text_end_tag_name_state(input, &RAWTEXT),
            State::ScriptDataLessThanSign => self.script_data_less_than_sign_state(input),
            State::ScriptDataEndTagOpen => self.text_end_tag_open_state(input, &SCRIPT_DATA),
            State::ScriptDataEndTagName => self.text_end_tag_name_state(input, &SCRIPT_DATA),
            State::ScriptDataEscapeStart => self.script_data_escape_start_state(input),
            State::ScriptDataEscapeStartDash => self.script_data_escape_start_dash_state(input),
            State::ScriptDataEscaped => self.script_data_escaped_state(input, &ESCAPED),
            State::ScriptDataEscapedDash => self.script_data_escaped_dash_state(input, &ESCAPED),
            State::ScriptDataEscapedDashDash => {
                self.script_data_escaped_dash_dash_state(input, &ESCAPED)
            }
            State::ScriptDataEscapedLessThanSign => {
                self.script_data_escaped_less_than_sign_state(input)
            }
            State::ScriptDataEscapedEndTagOpen => {
                self.text_end_tag_open_state(input, &SCRIPT_DATA_ESCAPED)
            }
            State::ScriptDataEscapedEndTagName => {
                self.text_end_tag_name_state(input, &SCRIPT_DATA_ESCAPED)
            }
            State::ScriptDataDoubleEscapeStart => {
                self.script_data_double_escape_state(input, &ESCAPED)
            }
            State::ScriptDataDoubleEscaped => {
                self.script_data_escaped_state(input, &DOUBLE_ESCAPED)
            }
            State::ScriptDataDoubleEscapedDash => {
                self.script_data_escaped_dash_state(input, &DOUBLE_ESCAPED)
            }
            State::ScriptDataDoubleEscapedDashDash => {
                self.script_data_escaped_dash_dash_state(input, &DOUBLE_ESCAPED)
            }
            State::ScriptDataDoubleEscapedLessThanSign => {
                self.script_data_double_escaped_less_than_sign_state(input)
            }
            State::ScriptDataDoubleEscapeEnd => {
                self.script_data_double_escape_state(input, &DOUBLE_ESCAPED)
            }
            State::BeforeAttributeName => self.before_attribute_name_state(input),
            State::AttributeName => self.attribute_name_state(input),
            State::AfterAttributeName => self.after_attribute_name_state(input),
            State::BeforeAttributeValue => self.before_attribute_value_state(input),
            State::AttributeValueDoubleQuoted => {
                self.attribute_value_quoted_state(input, b'"', self.state)
            }
            State::AttributeValueSingleQuoted => {
                self.attribute_value_quoted_state(input, b'\'', self.state)
            }
            State::AttributeValueUnquoted => self.attribute_value_unquoted_state(input),
            State::AfterAttributeValueQuoted => self.after_attribute_value_quoted_state(input),
            State::SelfClosingStartTag => self.self_closing_start_tag_state(input),
            State::BogusComment => self.bogus_comment_state(input),
            State::MarkupDeclarationOpen => self.markup_declaration_open_state(input),
            State::CommentStart => self.comment_start_state(input),
            State::CommentStartDash => self.comment_start_dash_state(input),
            State::Comment => self.comment_state(input),
            State::CommentLessThanSign => self.comment_less_than_sign_state(input),
            State::CommentLessThanSignBang => self.comment_less_than_sign_bang_state(input),
            State::CommentLessThanSignBangDash => {
                self.comment_less_than_sign_bang_dash_state(input)
            }
            State::CommentLessThanSignBangDashDash => {
                self.comment_less_than_sign_bang_dash_dash_state(input)
            }
            State::CommentEndDash => self.comment_end_dash_state(input),
            State::CommentEnd => self.comment_end_state(input),
            State::CommentEndBang => self.comment_end_bang_state(input),
            State::Doctype => self.doctype_state(input),
            State::BeforeDoctypeName => self.before_doctype_name_state(input),
            State::DoctypeName => self.doctype_name_state(input),
            State::AfterDoctypeName => self.after_doctype_name_state(input),
            State::AfterDoctypePublicKeyword => self.after_doctype_keyword_state(input, &PUBLIC_ID),
            State::BeforeDoctypePublicIdentifier => {
                self.before_doctype_identifier_state(input, &PUBLIC_ID)
            }
            State::DoctypePublicIdentifierDoubleQuoted => {
                self.doctype_identifier_state(input, &PUBLIC_ID, b'"')
            }
            State::DoctypePublicIdentifierSingleQuoted => {
                self.doctype_identifier_state(input, &PUBLIC_ID, b'\'')
            }
            State::AfterDoctypePublicIdentifier => {
                self.after_doctype_public_identifier_state(input)
            }
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers_state(input)
            }
            State::AfterDoctypeSystemKeyword => self.after_doctype_keyword_state(input, &SYSTEM_ID),
            State::BeforeDoctypeSystemIdentifier => {
                self.before_doctype_identifier_state(input, &SYSTEM_ID)
            }
            State::DoctypeSystemIdentifierDoubleQuoted => {
                self.doctype_identifier_state(input, &SYSTEM_ID, b'"')
            }
            State::DoctypeSystemIdentifierSingleQuoted => {
                self.doctype_identifier_state(input, &SYSTEM_ID, b'\'')
            }
            State::AfterDoctypeSystemIdentifier => {
                self.after_doctype_system_identifier_state(input)
            }
            State::BogusDoctype => self.bogus_doctype_state(input),
            State::CdataSection => self.cdata_section_state(input),
            State::CdataSectionBracket => self.cdata_section_bracket_state(input),
            State::CdataSectionEnd => self.cdata_section_end_state(input),
            State::ProcessingInstructionOpen => self.processing_instruction_open_state(input),
            State::ProcessingInstructionTarget => self.processing_instruction_target_state(input),
            State::AfterProcessingInstructionTarget => {
                self.after_processing_instruction_target_state(input)
            }
            State::ProcessingInstructionData => self.processing_instruction_data_state(input),
            State::ProcessingInstructionQuestionable => {
                self.processing_instruction_questionable_state(input)
            }
            State::CharacterReference => self.character_reference_state(input),
            State::NamedCharacterReference => self.named_character_reference_state(input),
            State::AmbiguousAmpersand => self.ambiguous_ampersand_state(input),
            State::NumericCharacterReference => self.numeric_character_reference_state(input),
            State::HexadecimalCharacterReferenceStart => {
                self.hexadecimal_character_reference_start_state(input)
            }
            State::HexadecimalCharacterReference => {
                self.digits_of_character_reference_state(input, 16, self.state)
            }
            State::DecimalCharacterReference => {
                self.digits_of_character_reference_state(input, 10, self.state)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::testing::{tokens, tokens_in};
    use crate::tokenizer::{TextMode, Tokens};

    /// Inputs that together reach every state.
    const INPUTS: [&str; 12] = [
        "<!DOCTYPE html PUBLIC \"-//a\" 'b' c><html lang=de>",
        "<!doctype a SYSTEM 'b'><!DOCTYPE x public><!DOCTYPE",
        "a &amp; b &notit; &#x41; &#66 &unknown; &#x; & c\0\0d é𝒳",
        "<div CLASS=\"a&lt;b\" id='&copy=1' x-y=z/w data-Z hidden =c/ d=&gt></div >",
        "<!--a--><!-- <!-- b --!><!-->c<!--->d<!---e-f--g--><!--\0-",
        "<!x><!-x></ y><![CDATA[ z ]]><![CDAT]>",
        "<?a b?><?c><?d e ??><?xml f?><? g><?h:i><?j",
        "1 < 2 <3 </ 4 </>5</",
        "<FeComponentTransfer><x-Element a\0b=\"\0\">",
        "<script><!-- <script> </script> --></script>",
        "\r\n\ra\r",
        "<a b='c",
    ];

    #[test]
    fn tokens_do_not_depend_on_how_the_input_is_split() {
        for html in INPUTS {
            for allowed in [false, true] {
                for mode in
                    [TextMode::Data, TextMode::Rcdata, TextMode::ScriptData, TextMode::CdataSection]
                {
                    let set_up = || {
                        let mut tokens = Tokens::new().initial_state(mode).last_start_tag("script");
                        tokens.set_cdata_allowed(allowed);
                        tokens
                    };
                    let whole = tokens_in(set_up(), &[html]);
                    let each: Vec<&str> = html.split_inclusive(|_| true).collect();
                    assert_eq!(tokens_in(set_up(), &each), whole, "{html} {mode:?}");
                    for (at, _) in html.char_indices() {
                        assert_eq!(
                            tokens_in(set_up(), &[&html[..at], &html[at..]]),
                            whole,
                            "{html} {at}"
                        );
                    }
                }
            }
        }
    }

    /// Also in the middle of a token, where the result is unspecified but must not panic.
    #[test]
    fn any_text_mode_may_be_set_at_any_time() {
        let modes = [
            TextMode::Data,
            TextMode::Rcdata,
            TextMode::Rawtext,
            TextMode::ScriptData,
            TextMode::Plaintext,
            TextMode::CdataSection,
        ];
        for html in INPUTS {
            for first in modes {
                for second in modes {
                    for cdata_allowed in [false, true] {
                        let mut tokens = Tokens::new().initial_state(first).collect_errors(true);
                        tokens.set_cdata_allowed(cdata_allowed);
                        for character in html.split_inclusive(|_| true) {
                            tokens.feed_str(character);
                            while tokens.next_token().is_some() {}
                            tokens.set_state(second);
                        }
                        tokens.end();
                        while tokens.next_token().is_some() {}
                    }
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn a_long_token_fed_byte_by_byte_is_one_token() {
        let text = "x".repeat(10_000);
        let html = format!("<!--{text}--><a b=\"{text}\">{text}<{text}>");
        let each: Vec<&str> = html.split_inclusive(|_| true).collect();
        assert_eq!(tokens_in(Tokens::new(), &each), tokens(&html));
    }
}
