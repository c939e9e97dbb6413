//! Text to tokens: the tokenizer of the standard, which [`Tokens`] gives on its own, without a
//! tree.
//!
//! <https://html.spec.whatwg.org/#tokenization>

// One method per state; `Tokenizer::next` calls the method of the current state until one of them
// has a token. Three things differ from the letter of the standard, none of them in what comes out:
//
// - A state that loops takes the whole run of characters at once (`runs.rs`).
// - Text is not emitted character by character: it stays a span of the source (`piece.rs`) until
//   something other than text comes. "Emit the current input character" and "append it to the
//   value" are therefore nothing to do.
// - Where the available input ends and more may come, every state stops and goes on later with what
//   it has; nothing is looked at twice, but for a few bytes of lookahead.
//
// Tokens tile the input: each starts where the one before ended, except where the standard drops
// something.
//
// - `state.rs`: the states
// - `token.rs`: the tokens
// - `tokens.rs`: the tokenizer on its own, for users
// - `text.rs`: data, RCDATA, RAWTEXT, PLAINTEXT, and the end tags of the latter
// - `script_data.rs`: script data
// - `tag.rs`, `attribute.rs`: tags
// - `ordinary.rs`: tags as nearly all are, in one go
// - `markup.rs`, `comment.rs`, `doctype.rs`, `processing_instruction.rs`: what starts with `<!` or
//   `<?`
// - `character_reference.rs`, `named_references/`: what starts with `&`; `references.rs`: the same
//   without tokens
// - `piece.rs`, `runs.rs`: texts under construction, and where runs of characters end

mod attribute;
mod character_reference;
mod comment;
mod doctype;
mod markup;
mod named_references;
mod ordinary;
mod piece;
mod processing_instruction;
mod references;
mod script_data;
mod state;
mod tag;
#[cfg(test)]
mod testing;
mod text;
pub(crate) mod token;
mod tokens;

pub(crate) use references::ReferenceDecoder;
pub use state::State;
pub use tokens::{Tag, Token, Tokens};

use crate::input::InputStream;
use crate::names::{LocalName, known};
use crate::settings::Limits;
use crate::settings::Revision;
use crate::steps;
use crate::text::Span;

use attribute::DuplicateCheck;
use piece::Piece;

/// The tokenizer: the current state and the token under construction.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    /// The state to go on in.
    state: State,
    /// The state to return to after a character reference.
    return_state: State,
    /// Decides what `<?` starts.
    revision: Revision,
    /// There is an adjusted current node and it is not an HTML element: `<![CDATA[` starts a CDATA
    /// section.
    cdata_allowed: bool,
    /// The end-of-file token was given.
    ended: bool,
    /// The byte offset in the source where the token under construction starts.
    start: usize,
    /// The text under construction: pending characters, a name, a value, the data of a comment.
    piece: Piece,
    /// The byte offset in the source of the character that made the current lookahead start: the
    /// `&` of a character reference, the `<` of what may be the end tag of a text, the first letter
    /// of what may be `script`, the `?` of what may be a processing instruction.
    mark: usize,
    /// The standard's character reference code; stays above U+10FFFF once it is.
    character_reference_code: u32,
    /// The name that an end tag needs to be appropriate.
    last_start_tag: LocalName,
    /// The current tag token.
    tag: token::Tag,
    /// Whether it is an end tag.
    is_end_tag: bool,
    /// Whether the attribute under construction is one of the tag's: not if it is a duplicate or
    /// one too many.
    attribute_kept: bool,
    /// How many attributes a tag keeps.
    most_attributes: usize,
    /// Finds duplicates among many attributes.
    duplicates: DuplicateCheck,
    /// The current DOCTYPE token.
    doctype: token::Doctype,
    /// The text of the token to be given: characters, or the data of a comment or processing
    /// instruction.
    text: Span,
    /// The target of the current processing instruction token.
    target: Span,
    /// Where a name is lowercased.
    lowercased: String,
}

/// What the method of a state has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// Go on in the current state.
    Continue,
    /// All that is available is used: go on when there is more.
    Suspend,
    /// A token of this kind is complete.
    Emit(Kind),
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
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
    #[inline(always)]
    pub(crate) fn new(revision: Revision, limits: &Limits) -> Self {
        Tokenizer {
            state: State::Data,
            return_state: State::Data,
            revision,
            cdata_allowed: false,
            ended: false,
            start: 0,
            piece: Piece::default(),
            mark: 0,
            character_reference_code: 0,
            last_start_tag: known::NO_NAME,
            tag: token::Tag::default(),
            is_end_tag: false,
            attribute_kept: false,
            most_attributes: limits.attributes_per_element,
            duplicates: DuplicateCheck::default(),
            doctype: token::Doctype::default(),
            text: Span::EMPTY,
            target: Span::EMPTY,
            lowercased: String::new(),
        }
    }

    /// Switches to another state, between two tokens.
    pub(crate) fn set_state(&mut self, state: State) {
        self.state = state;
        self.mark = self.start;
    }

    /// Whether there is an adjusted current node and it is not an HTML element, which gives
    /// `<![CDATA[` a meaning.
    #[inline]
    pub(crate) fn set_cdata_allowed(&mut self, allowed: bool) {
        self.cdata_allowed = allowed;
    }

    /// Sets the name that an end tag needs to be appropriate, until the next start tag.
    pub(crate) fn set_last_start_tag(&mut self, name: LocalName) {
        self.last_start_tag = name;
    }

    /// The next token, or `None` when all available input is used or the end-of-file token was
    /// given.
    ///
    /// Where it starts stands in [`InputStream::token_start`]; it ends at the position of the
    /// input.
    ///
    /// While `None` is answered, a text under construction may stand at the end of the tail of the
    /// input's strings: nothing else may be put there until the next token.
    // Always inlined: a token that is returned through memory costs more than all else here.
    #[inline(always)]
    pub(crate) fn next(&mut self, input: &mut InputStream) -> Option<token::Token<'_>> {
        loop {
            steps::count(1);
            match self.step(input) {
                Step::Continue => {}
                Step::Suspend => return None,
                Step::Emit(kind) => return Some(self.token(kind)),
            }
        }
    }

    /// The token of that kind.
    #[inline(always)]
    fn token(&mut self, kind: Kind) -> token::Token<'_> {
        match kind {
            Kind::Doctype => token::Token::Doctype(&self.doctype),
            Kind::StartTag => token::Token::StartTag(&mut self.tag),
            Kind::EndTag => token::Token::EndTag(&self.tag),
            Kind::Comment => token::Token::Comment(self.text),
            Kind::ProcessingInstruction => {
                token::Token::ProcessingInstruction { target: self.target, data: self.text }
            }
            Kind::Characters => token::Token::Characters(self.text),
            Kind::NullCharacter => token::Token::NullCharacter(self.text),
            Kind::EndOfFile => token::Token::EndOfFile,
        }
    }

    /// Goes on in another state, at the next input character.
    #[inline]
    fn switch_to(&mut self, state: State) -> Step {
        self.state = state;
        Step::Continue
    }

    /// Stops until there is more input, then goes on in that state.
    #[inline]
    fn wait_in(&mut self, state: State) -> Step {
        self.state = state;
        Step::Suspend
    }

    /// Completes a token of that kind, which ends where the input now stands.
    #[inline(always)]
    fn emit(&mut self, input: &mut InputStream, kind: Kind) -> Step {
        input.context.token.start = self.start;
        self.start = input.position;
        self.piece = Piece::at(input.position);
        Step::Emit(kind)
    }

    /// Emits the pending characters up to byte `end`, at which the input is to go on.
    #[inline]
    fn emit_characters(&mut self, input: &mut InputStream, end: usize) -> Step {
        input.position = end;
        self.text = self.piece.finish(&mut input.context.strings, end);
        self.emit(input, Kind::Characters)
    }

    /// At the end of the file: emits the pending characters if there are any, and the end-of-file
    /// token after them.
    fn emit_end_of_file(&mut self, input: &mut InputStream) -> Step {
        self.state = State::Data;
        if !self.piece.is_empty(input.position) {
            return self.emit_characters(input, input.position);
        }
        if self.ended {
            return Step::Suspend;
        }
        self.ended = true;
        self.start = input.position;
        self.emit(input, Kind::EndOfFile)
    }

    /// At the end of the file, in a token that is dropped: emits the end-of-file token.
    fn drop_token_at_end_of_file(&mut self, input: &mut InputStream) -> Step {
        self.piece = Piece::at(input.position);
        self.emit_end_of_file(input)
    }

    /// Calls the method of the current state. Between two tokens that is almost always the data
    /// state, whose method calls those of the others as long as they follow in the usual order;
    /// their `inline(always)` makes one function of this path.
    #[inline(always)]
    fn step(&mut self, input: &mut InputStream) -> Step {
        if self.state == State::Data {
            self.data_state(input)
        } else {
            self.step_in_other_state(input)
        }
    }

    /// Calls the method of the current state, whichever it is.
    #[inline(never)]
    fn step_in_other_state(&mut self, input: &mut InputStream) -> Step {
        match self.state {
            State::Data => self.data_state(input),
            State::Rcdata => self.rcdata_state(input),
            State::Rawtext => self.rawtext_state(input),
            State::ScriptData => self.script_data_state(input),
            State::Plaintext => self.plaintext_state(input),
            State::TagOpen => self.tag_open_state(input),
            State::EndTagOpen => self.end_tag_open_state(input),
            State::TagName => self.tag_name_state(input),
            State::RcdataLessThanSign => self.rcdata_less_than_sign_state(input),
            State::RcdataEndTagOpen => self.rcdata_end_tag_open_state(input),
            State::RcdataEndTagName => self.rcdata_end_tag_name_state(input),
            State::RawtextLessThanSign => self.rawtext_less_than_sign_state(input),
            State::RawtextEndTagOpen => self.rawtext_end_tag_open_state(input),
            State::RawtextEndTagName => self.rawtext_end_tag_name_state(input),
            State::ScriptDataLessThanSign => self.script_data_less_than_sign_state(input),
            State::ScriptDataEndTagOpen => self.script_data_end_tag_open_state(input),
            State::ScriptDataEndTagName => self.script_data_end_tag_name_state(input),
            State::ScriptDataEscapeStart => self.script_data_escape_start_state(input),
            State::ScriptDataEscapeStartDash => self.script_data_escape_start_dash_state(input),
            State::ScriptDataEscaped => self.script_data_escaped_state(input),
            State::ScriptDataEscapedDash => self.script_data_escaped_dash_state(input),
            State::ScriptDataEscapedDashDash => self.script_data_escaped_dash_dash_state(input),
            State::ScriptDataEscapedLessThanSign => {
                self.script_data_escaped_less_than_sign_state(input)
            }
            State::ScriptDataEscapedEndTagOpen => {
                self.script_data_escaped_end_tag_open_state(input)
            }
            State::ScriptDataEscapedEndTagName => {
                self.script_data_escaped_end_tag_name_state(input)
            }
            State::ScriptDataDoubleEscapeStart => self.script_data_double_escape_start_state(input),
            State::ScriptDataDoubleEscaped => self.script_data_double_escaped_state(input),
            State::ScriptDataDoubleEscapedDash => self.script_data_double_escaped_dash_state(input),
            State::ScriptDataDoubleEscapedDashDash => {
                self.script_data_double_escaped_dash_dash_state(input)
            }
            State::ScriptDataDoubleEscapedLessThanSign => {
                self.script_data_double_escaped_less_than_sign_state(input)
            }
            State::ScriptDataDoubleEscapeEnd => self.script_data_double_escape_end_state(input),
            State::BeforeAttributeName => self.before_attribute_name_state(input),
            State::AttributeName => self.attribute_name_state(input),
            State::AfterAttributeName => self.after_attribute_name_state(input),
            State::BeforeAttributeValue => self.before_attribute_value_state(input),
            State::AttributeValueDoubleQuoted => self.attribute_value_double_quoted_state(input),
            State::AttributeValueSingleQuoted => self.attribute_value_single_quoted_state(input),
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
            State::AfterDoctypePublicKeyword => self.after_doctype_public_keyword_state(input),
            State::BeforeDoctypePublicIdentifier => {
                self.before_doctype_public_identifier_state(input)
            }
            State::DoctypePublicIdentifierDoubleQuoted => {
                self.doctype_public_identifier_double_quoted_state(input)
            }
            State::DoctypePublicIdentifierSingleQuoted => {
                self.doctype_public_identifier_single_quoted_state(input)
            }
            State::AfterDoctypePublicIdentifier => {
                self.after_doctype_public_identifier_state(input)
            }
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers_state(input)
            }
            State::AfterDoctypeSystemKeyword => self.after_doctype_system_keyword_state(input),
            State::BeforeDoctypeSystemIdentifier => {
                self.before_doctype_system_identifier_state(input)
            }
            State::DoctypeSystemIdentifierDoubleQuoted => {
                self.doctype_system_identifier_double_quoted_state(input)
            }
            State::DoctypeSystemIdentifierSingleQuoted => {
                self.doctype_system_identifier_single_quoted_state(input)
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
                self.hexadecimal_character_reference_state(input)
            }
            State::DecimalCharacterReference => self.decimal_character_reference_state(input),
            State::NumericCharacterReferenceEnd => {
                self.numeric_character_reference_end_state(input)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{tokens, tokens_in};
    use super::*;

    /// Something of every state.
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
    fn where_the_input_is_cut_makes_no_difference() {
        for html in INPUTS {
            for allowed in [false, true] {
                for state in [State::Data, State::Rcdata, State::ScriptData, State::CdataSection] {
                    let set_up = || {
                        let mut tokens =
                            Tokens::new().initial_state(state).last_start_tag("script");
                        tokens.set_cdata_allowed(allowed);
                        tokens
                    };
                    let whole = tokens_in(set_up(), &[html]);
                    let each: Vec<&str> = html.split_inclusive(|_| true).collect();
                    assert_eq!(tokens_in(set_up(), &each), whole, "{html} {state:?}");
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

    #[test]
    fn any_state_may_be_set_at_any_time() {
        let states = [
            State::RcdataEndTagName,
            State::AttributeName,
            State::AttributeValueDoubleQuoted,
            State::AfterAttributeName,
            State::SelfClosingStartTag,
            State::CommentEnd,
            State::CommentEndBang,
            State::DoctypePublicIdentifierSingleQuoted,
            State::CdataSectionEnd,
            State::ProcessingInstructionTarget,
            State::ProcessingInstructionQuestionable,
            State::ScriptDataDoubleEscapeEnd,
            State::NamedCharacterReference,
            State::NumericCharacterReferenceEnd,
        ];
        for html in INPUTS {
            for first in states {
                for second in states {
                    let mut tokens = Tokens::new().initial_state(first);
                    for character in html.split_inclusive(|_| true) {
                        tokens.feed(character);
                        while tokens.next().is_some() {}
                        tokens.set_state(second);
                    }
                    tokens.finish();
                    while tokens.next().is_some() {}
                }
            }
        }
    }

    #[test]
    fn a_long_token_in_single_bytes_is_one_token() {
        let text = "x".repeat(10_000);
        let html = format!("<!--{text}--><a b=\"{text}\">{text}<{text}>");
        let each: Vec<&str> = html.split_inclusive(|_| true).collect();
        assert_eq!(tokens_in(Tokens::new(), &each), tokens(&html));
    }
}
