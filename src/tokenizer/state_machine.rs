//! The tokenizer itself: its data, its tokens, and the dispatch on its state.

use crate::input::InputStream;
use crate::names::{LocalName, known};
use crate::settings::{Limits, Revision};
use crate::steps;
use crate::text::{Span, TakenText};

use super::doctype::{PUBLIC_ID, SYSTEM_ID};
use super::duplicate_attributes::DuplicateCheck;
use super::script_data::{DOUBLE_ESCAPED, ESCAPED, SCRIPT_DATA, SCRIPT_DATA_ESCAPED};
use super::span_builder::SpanBuilder;
use super::state::State;
use super::text::{RAWTEXT, RCDATA};
use super::text_mode::TextMode;
use super::token::{self, Leaf};

/// The tokenizer: the current state and the token under construction.
#[derive(Clone, Debug)]
pub(crate) struct Tokenizer {
    /// The state in which [`step`](Self::step) resumes. While methods of states call each other it
    /// is stale: it names the state in which the last step ended.
    pub(super) state: State,
    /// The state to return to after a character reference.
    ///
    /// <https://html.spec.whatwg.org/#return-state>
    pub(super) return_state: State,
    /// Decides whether `<?` starts a processing instruction.
    pub(super) revision: Revision,
    /// Whether there is an adjusted current node that is not an HTML element: then `<![CDATA[`
    /// starts a CDATA section.
    pub(super) cdata_allowed: bool,
    /// Whether the end-of-file token was emitted.
    ended: bool,
    /// The byte offset in the source where the token under construction starts.
    pub(super) start: usize,
    /// The text under construction: pending characters, a name, a value or the data of a comment.
    pub(super) pending: SpanBuilder,
    /// The part of `pending` that was in the tail, while it is removed from there.
    pub(super) taken_text: Option<Box<TakenText>>,
    /// The byte offset in the source where the standard's temporary buffer starts. The buffer
    /// itself is not kept: it is the source from there to the current position. It contains the
    /// letters after `</` or `<` in RCDATA, RAWTEXT and script data, a character reference from its
    /// `&` on, or a processing instruction from its `?` on.
    ///
    /// <https://html.spec.whatwg.org/#temporary-buffer>
    pub(super) temporary_buffer_start: usize,
    /// The standard's character reference code. Once above U+10FFFF, it stays there.
    ///
    /// <https://html.spec.whatwg.org/#character-reference-code>
    pub(super) character_reference_code: u32,
    /// The name of the last start tag, which an appropriate end tag has as well.
    pub(super) last_start_tag: LocalName,
    /// The current tag token.
    pub(crate) tag: token::Tag,
    /// Whether the current tag token is an end tag.
    pub(super) is_end_tag: bool,
    /// Whether the attribute under construction was added to the tag. It was not if it is a
    /// duplicate or exceeds the limit.
    pub(super) is_attribute_kept: bool,
    /// The limit on the attributes of a tag.
    pub(super) max_attributes: usize,
    /// Finds duplicates among the attributes of the current tag.
    pub(super) duplicates: DuplicateCheck,
    /// The current DOCTYPE token.
    pub(super) doctype: token::Doctype,
    /// The text of the token to be emitted: characters, or the data of a comment or processing
    /// instruction.
    pub(super) text: Span,
    /// The target of the current processing instruction token.
    pub(super) target: Span,
    /// A buffer in which names are lowercased.
    pub(super) lowercased: String,
}

/// The outcome of the method of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// The current state is set: continue in it.
    Continue,
    /// All available input is used: continue in the current state when there is more.
    Suspend,
    /// A token of this kind is complete.
    Emit(TokenKind),
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Doctype,
    StartTag,
    EndTag,
    Comment,
    ProcessingInstruction,
    Characters,
    NullCharacter,
    EndOfFile,
}

impl Tokenizer {
    /// A tokenizer in the data state.
    #[inline]
    pub(crate) fn new(revision: Revision, limits: &Limits) -> Self {
        Tokenizer {
            state: State::Data,
            return_state: State::Data,
            revision,
            cdata_allowed: false,
            ended: false,
            start: 0,
            pending: SpanBuilder::default(),
            taken_text: None,
            temporary_buffer_start: 0,
            character_reference_code: 0,
            last_start_tag: known::NO_NAME,
            tag: token::Tag::default(),
            is_end_tag: false,
            is_attribute_kept: false,
            max_attributes: limits.attributes_per_element,
            duplicates: DuplicateCheck::default(),
            doctype: token::Doctype::default(),
            text: Span::EMPTY,
            target: Span::EMPTY,
            lowercased: String::new(),
        }
    }

    /// Switches to the state that reads text of this mode. In the middle of a token, the part that
    /// was read becomes text.
    pub(crate) fn set_state(&mut self, mode: TextMode) {
        self.state = mode.into();
    }

    /// Sets whether there is an adjusted current node that is not an HTML element, which gives
    /// `<![CDATA[` a meaning.
    #[inline]
    pub(crate) fn set_cdata_allowed(&mut self, allowed: bool) {
        self.cdata_allowed = allowed;
    }

    /// Sets the name that an appropriate end tag has, until the next start tag.
    pub(crate) fn set_last_start_tag(&mut self, name: LocalName) {
        self.last_start_tag = name;
    }

    /// Sets the revision of the standard to follow.
    pub(crate) fn set_revision(&mut self, revision: Revision) {
        self.revision = revision;
    }

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

    /// Returns the name that an appropriate end tag has.
    pub(crate) fn last_start_tag(&self) -> LocalName {
        self.last_start_tag
    }

    /// Returns whether nothing of the next token is read yet.
    pub(crate) fn is_between_tokens(&self, input: &InputStream) -> bool {
        self.start == input.position() && self.pending.is_empty(self.start)
    }

    /// Whether it refers to no consumed text: nothing of the next token is read yet, and the
    /// temporary buffer, which is a part of that text, is not in use.
    #[cfg(feature = "stream")]
    pub(crate) fn holds_no_text(&self, input: &InputStream) -> bool {
        let uses_buffer = matches!(
            self.state,
            State::ScriptDataDoubleEscapeStart | State::ScriptDataDoubleEscapeEnd
        );
        self.is_between_tokens(input) && !uses_buffer
    }

    /// The complete token of this kind.
    #[inline]
    pub(crate) fn token(&mut self, kind: TokenKind) -> token::Token<'_> {
        match kind {
            TokenKind::Doctype => token::Token::Doctype(&self.doctype),
            TokenKind::StartTag => token::Token::StartTag(&mut self.tag),
            TokenKind::EndTag => token::Token::EndTag(&self.tag),
            TokenKind::Comment => token::Token::Leaf(Leaf::Comment(self.text)),
            TokenKind::ProcessingInstruction => token::Token::Leaf(Leaf::ProcessingInstruction {
                target: self.target,
                data: self.text,
            }),
            TokenKind::Characters => token::Token::Characters(self.text),
            TokenKind::NullCharacter => token::Token::NullCharacter(self.text),
            TokenKind::EndOfFile => token::Token::EndOfFile,
        }
    }

    /// Continues in another state, at the next input character.
    #[inline]
    pub(super) fn switch_to(&mut self, state: State) -> Progress {
        self.state = state;
        Progress::Continue
    }

    /// Suspends until there is more input, to continue in `state`.
    #[inline]
    pub(super) fn wait_in(&mut self, state: State) -> Progress {
        self.state = state;
        Progress::Suspend
    }

    /// Completes a token, which ends at the current position.
    #[inline]
    pub(super) fn emit(&mut self, input: &mut InputStream, kind: TokenKind) -> Progress {
        input.context.token = self.start..input.position();
        self.start_token(input);
        Progress::Emit(kind)
    }

    /// Starts the next token at the current position, without pending characters.
    #[inline]
    pub(crate) fn start_token(&mut self, input: &InputStream) {
        self.start_token_at(input.position());
    }

    /// Starts the next token at byte `at`, without pending characters.
    #[inline]
    pub(crate) fn start_token_at(&mut self, at: usize) {
        self.start = at;
        self.pending = SpanBuilder::at(at);
    }

    /// Emits the pending characters up to byte `end`, and continues there.
    #[inline]
    pub(super) fn emit_characters(&mut self, input: &mut InputStream, end: usize) -> Progress {
        input.move_to(end);
        self.text = self.pending.finish(&mut input.context.strings, end);
        self.emit(input, TokenKind::Characters)
    }

    /// At the end of the file: emits the pending characters if there are any, and the end-of-file
    /// token after them.
    pub(super) fn emit_end_of_file(&mut self, input: &mut InputStream) -> Progress {
        self.state = State::Data;
        if !self.pending.is_empty(input.position()) {
            return self.emit_characters(input, input.position());
        }
        if self.ended {
            return Progress::Suspend;
        }
        self.ended = true;
        self.start = input.position();
        self.emit(input, TokenKind::EndOfFile)
    }

    /// At the end of the file inside a token that the standard drops: emits the end-of-file token.
    pub(super) fn drop_token_at_end_of_file(&mut self, input: &mut InputStream) -> Progress {
        self.pending = SpanBuilder::at(input.position());
        self.emit_end_of_file(input)
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
    fn a_long_token_fed_byte_by_byte_is_one_token() {
        let text = "x".repeat(10_000);
        let html = format!("<!--{text}--><a b=\"{text}\">{text}<{text}>");
        let each: Vec<&str> = html.split_inclusive(|_| true).collect();
        assert_eq!(tokens_in(Tokens::new(), &each), tokens(&html));
    }
}
