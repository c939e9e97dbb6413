//! A slow tokenizer to compare the crate's own with.
//!
//! It transcribes the standard: one code point at a time, one match arm for each entry, a token for
//! each character, and the whole input from the start. It shares nothing with the crate's tokenizer
//! but the error codes, the revisions, the text modes and the rows of the table of named character
//! references.
//!
//! <https://html.spec.whatwg.org/#tokenization>

mod character_reference;
mod comment;
mod doctype;
mod markup;
mod named_references;
mod script_data;
mod state;
mod tag;
mod text;

use std::collections::VecDeque;

use consomme::tokenizer::TextMode;
use consomme::{ParseErrorCode, Revision};

use state::State;

/// A token with owned texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    Doctype {
        name: Option<String>,
        public_id: Option<String>,
        system_id: Option<String>,
        force_quirks: bool,
    },
    StartTag(Tag),
    EndTag(Tag),
    Comment(String),
    ProcessingInstruction {
        target: String,
        data: String,
    },
    Character(char),
    EndOfFile,
}

/// A start tag or an end tag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tag {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub self_closing: bool,
}

/// The tokenizer and its whole input.
pub struct ReferenceTokenizer {
    revision: Revision,
    /// Whether there is an adjusted current node that is not in the HTML namespace.
    pub cdata_allowed: bool,
    pub state: State,
    /// The tokens that were emitted and not yet returned.
    emitted: VecDeque<Token>,
    ended: bool,
    errors: Vec<(ParseErrorCode, usize)>,

    /// The input stream, newlines normalized.
    input: Vec<char>,
    /// The byte offset of each character, and that of the end.
    offsets: Vec<usize>,
    /// The index of the next input character; that of the current one is one less. EOF counts as
    /// one more character.
    next: usize,
    /// The number of characters that were checked for control characters and noncharacters.
    checked: usize,

    last_start_tag: Option<String>,
    return_state: State,
    temporary_buffer: String,
    character_reference_code: u32,

    tag: Tag,
    is_end_tag: bool,
    /// The current attribute, if there is one: name and value.
    attribute: Option<(String, String)>,
    /// Whether the current attribute was removed from its tag as a duplicate.
    is_attribute_removed: bool,
    comment: String,
    doctype_name: Option<String>,
    public_id: Option<String>,
    system_id: Option<String>,
    force_quirks: bool,
    target: String,
    data: String,
}

/// The tokens; the last one is the end-of-file token.
impl Iterator for ReferenceTokenizer {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while self.emitted.is_empty() && !self.ended {
            self.step();
        }
        self.emitted.pop_front()
    }
}

impl ReferenceTokenizer {
    /// Creates a tokenizer in a text mode, whose input comes after a start tag of that name.
    pub fn new(
        input: &str,
        mode: TextMode,
        last_start_tag: Option<&str>,
        revision: Revision,
    ) -> Self {
        let text = input.replace("\r\n", "\n").replace('\r', "\n");
        let offsets = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        ReferenceTokenizer {
            revision,
            cdata_allowed: false,
            state: mode.into(),
            emitted: VecDeque::new(),
            ended: false,
            errors: Vec::new(),
            input: text.chars().collect(),
            offsets,
            next: 0,
            checked: 0,
            last_start_tag: last_start_tag.map(str::to_owned),
            return_state: State::Data,
            temporary_buffer: String::new(),
            character_reference_code: 0,
            tag: Tag::default(),
            is_end_tag: false,
            attribute: None,
            is_attribute_removed: false,
            comment: String::new(),
            doctype_name: None,
            public_id: None,
            system_id: None,
            force_quirks: false,
            target: String::new(),
            data: String::new(),
        }
    }

    /// Returns the errors so far, each with its byte offset in the normalized input, in the order
    /// of position. At one position, errors of the input stream come first.
    pub fn errors(&self) -> Vec<(ParseErrorCode, usize)> {
        let is_of_input_stream = |code| {
            matches!(
                code,
                ParseErrorCode::ControlCharacterInInputStream
                    | ParseErrorCode::NoncharacterInInputStream
            )
        };
        let mut errors = self.errors.clone();
        errors.sort_by_key(|&(code, offset)| (offset, !is_of_input_stream(code)));
        errors
    }

    /// Takes one step in the current state. Each family of states has a file.
    fn step(&mut self) {
        match self.state {
            State::Data
            | State::Rcdata
            | State::Rawtext
            | State::ScriptData
            | State::Plaintext
            | State::RcdataLessThanSign
            | State::RcdataEndTagOpen
            | State::RcdataEndTagName
            | State::RawtextLessThanSign
            | State::RawtextEndTagOpen
            | State::RawtextEndTagName
            | State::CdataSection
            | State::CdataSectionBracket
            | State::CdataSectionEnd => self.step_in_text(),
            State::ScriptDataLessThanSign
            | State::ScriptDataEndTagOpen
            | State::ScriptDataEndTagName
            | State::ScriptDataEscapeStart
            | State::ScriptDataEscapeStartDash
            | State::ScriptDataEscaped
            | State::ScriptDataEscapedDash
            | State::ScriptDataEscapedDashDash
            | State::ScriptDataEscapedLessThanSign
            | State::ScriptDataEscapedEndTagOpen
            | State::ScriptDataEscapedEndTagName
            | State::ScriptDataDoubleEscapeStart
            | State::ScriptDataDoubleEscaped
            | State::ScriptDataDoubleEscapedDash
            | State::ScriptDataDoubleEscapedDashDash
            | State::ScriptDataDoubleEscapedLessThanSign
            | State::ScriptDataDoubleEscapeEnd => self.step_in_script_data(),
            State::TagOpen
            | State::EndTagOpen
            | State::TagName
            | State::BeforeAttributeName
            | State::AttributeName
            | State::AfterAttributeName
            | State::BeforeAttributeValue
            | State::AttributeValueDoubleQuoted
            | State::AttributeValueSingleQuoted
            | State::AttributeValueUnquoted
            | State::AfterAttributeValueQuoted
            | State::SelfClosingStartTag => self.step_in_tag(),
            State::BogusComment
            | State::MarkupDeclarationOpen
            | State::ProcessingInstructionOpen
            | State::ProcessingInstructionTarget
            | State::AfterProcessingInstructionTarget
            | State::ProcessingInstructionData
            | State::ProcessingInstructionQuestionable => self.step_in_markup(),
            State::CommentStart
            | State::CommentStartDash
            | State::Comment
            | State::CommentLessThanSign
            | State::CommentLessThanSignBang
            | State::CommentLessThanSignBangDash
            | State::CommentLessThanSignBangDashDash
            | State::CommentEndDash
            | State::CommentEnd
            | State::CommentEndBang => self.step_in_comment(),
            State::Doctype
            | State::BeforeDoctypeName
            | State::DoctypeName
            | State::AfterDoctypeName
            | State::AfterDoctypePublicKeyword
            | State::BeforeDoctypePublicIdentifier
            | State::DoctypePublicIdentifierDoubleQuoted
            | State::DoctypePublicIdentifierSingleQuoted
            | State::AfterDoctypePublicIdentifier
            | State::BetweenDoctypePublicAndSystemIdentifiers
            | State::AfterDoctypeSystemKeyword
            | State::BeforeDoctypeSystemIdentifier
            | State::DoctypeSystemIdentifierDoubleQuoted
            | State::DoctypeSystemIdentifierSingleQuoted
            | State::AfterDoctypeSystemIdentifier
            | State::BogusDoctype => self.step_in_doctype(),
            State::CharacterReference
            | State::NamedCharacterReference
            | State::AmbiguousAmpersand
            | State::NumericCharacterReference
            | State::HexadecimalCharacterReferenceStart
            | State::HexadecimalCharacterReference
            | State::DecimalCharacterReference
            | State::NumericCharacterReferenceEnd => self.step_in_character_reference(),
        }
    }

    /// Consumes and returns the next input character; `None` is EOF.
    fn consume(&mut self) -> Option<char> {
        let c = self.input.get(self.next).copied();
        self.next += 1;
        if self.next > self.checked {
            self.checked = self.next;
            match c {
                Some(c) if is_noncharacter(c) => {
                    self.error(ParseErrorCode::NoncharacterInInputStream);
                }
                Some('\t' | '\n' | '\x0C' | ' ' | '\0') | None => {}
                Some('\0'..='\x1F' | '\x7F'..='\u{9F}') => {
                    self.error(ParseErrorCode::ControlCharacterInInputStream);
                }
                Some(_) => {}
            }
        }
        c
    }

    /// Whether the input from index `from` on starts with `characters`, ASCII case-insensitively.
    fn is_next(&self, from: usize, characters: &str) -> bool {
        let mut there = self.input[from..].iter();
        characters.chars().all(|c| there.next().is_some_and(|there| there.eq_ignore_ascii_case(&c)))
    }

    /// Reports an error at the current input character.
    fn error(&mut self, code: ParseErrorCode) {
        let current = (self.next - 1).min(self.input.len());
        self.errors.push((code, self.offsets[current]));
    }

    /// Reports an error at the next input character, which is not consumed.
    fn error_at_next(&mut self, code: ParseErrorCode) {
        self.errors.push((code, self.offsets[self.next]));
    }

    /// Reconsumes the current input character in a state.
    fn reconsume_in(&mut self, state: State) {
        self.next -= 1;
        self.state = state;
    }

    fn emit(&mut self, token: Token) {
        self.emitted.push_back(token);
    }

    /// Emits a character token for each of the characters.
    fn emit_characters(&mut self, characters: &str) {
        self.emitted.extend(characters.chars().map(Token::Character));
    }

    fn emit_end_of_file(&mut self) {
        self.ended = true;
        self.emit(Token::EndOfFile);
    }

    fn emit_comment(&mut self) {
        let data = std::mem::take(&mut self.comment);
        self.emit(Token::Comment(data));
    }
}

/// <https://infra.spec.whatwg.org/#noncharacter>
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) % 0x10000 >= 0xFFFE
}
