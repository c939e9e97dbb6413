//! The tokenizer, fed in pieces, returns the tokens and errors of the reference tokenizer.

use consomme::tokenizer::{self, TextMode, Tokens};
use consomme::{ParseErrorCode, Revision};

use super::choices::{pieces, split_text};
use crate::reference_tokenizer::{ReferenceTokenizer, Tag, Token};

/// All text modes.
pub const TEXT_MODES: [TextMode; 6] = [
    TextMode::Data,
    TextMode::Rcdata,
    TextMode::Rawtext,
    TextMode::ScriptData,
    TextMode::Plaintext,
    TextMode::CdataSection,
];

/// Names of the start tag before the input.
pub const LAST_START_TAGS: [Option<&str>; 5] =
    [None, Some("title"), Some("style"), Some("script"), Some("a")];

/// A text and how it is tokenized.
#[derive(Clone, Debug)]
pub struct Input {
    pub text: String,
    /// Lengths of the pieces in characters, in turn.
    pub cuts: Vec<usize>,
    pub revision: Revision,
    pub mode: TextMode,
    pub last_start_tag: Option<&'static str>,
    pub cdata_allowed: bool,
    /// Whether tags change the text mode, as a tree builder has it.
    pub tags_change_mode: bool,
}

impl Input {
    pub fn decode(data: &[u8]) -> Self {
        let (text, mut choices) = split_text(data);
        Input {
            text,
            cuts: choices.cuts(),
            revision: choices.revision(),
            mode: choices.one_of(&TEXT_MODES),
            last_start_tag: choices.one_of(&LAST_START_TAGS),
            cdata_allowed: choices.flag(),
            tags_change_mode: !choices.flag(),
        }
    }
}

/// Tokens, and errors with their byte offsets.
type Outcome = (Vec<Token>, Vec<(ParseErrorCode, usize)>);

pub fn run(data: &[u8]) {
    check(&Input::decode(data));
}

pub fn check(input: &Input) {
    let (expected_tokens, expected_errors) = expected(input);
    let (tokens, errors) = actual(input);
    assert_eq!(tokens, expected_tokens, "tokens of {input:?}");
    assert_eq!(errors, expected_errors, "errors of {input:?}");
}

fn expected(input: &Input) -> Outcome {
    let mut reference =
        ReferenceTokenizer::new(&input.text, input.mode, input.last_start_tag, input.revision);
    reference.cdata_allowed = input.cdata_allowed;
    let mut tokens = Vec::new();
    while let Some(token) = reference.next() {
        if input.tags_change_mode {
            match effect(&token) {
                Some(Effect::Mode(mode)) => reference.state = mode.into(),
                Some(Effect::CdataAllowed(allowed)) => reference.cdata_allowed = allowed,
                None => {}
            }
        }
        tokens.push(token);
    }
    (tokens, reference.errors())
}

fn actual(input: &Input) -> Outcome {
    let mut tokenizer =
        Tokens::new().initial_state(input.mode).revision(input.revision).collect_errors(true);
    if let Some(name) = input.last_start_tag {
        tokenizer = tokenizer.last_start_tag(name);
    }
    tokenizer.set_cdata_allowed(input.cdata_allowed);
    let mut tokens = Vec::new();
    for piece in pieces(&input.text, &input.cuts) {
        tokenizer.feed_str(piece);
        take(&mut tokenizer, &mut tokens, input);
    }
    tokenizer.end();
    take(&mut tokenizer, &mut tokens, input);
    let errors = tokenizer.errors().iter().map(|error| (error.code(), error.offset())).collect();
    (tokens, errors)
}

/// Takes all tokens that are available.
fn take(tokenizer: &mut Tokens, tokens: &mut Vec<Token>, input: &Input) {
    while let Some(token) = tokenizer.next_token() {
        let first_new = tokens.len();
        push(tokens, token);
        if input.tags_change_mode {
            match effect(&tokens[first_new]) {
                Some(Effect::Mode(mode)) => tokenizer.set_state(mode),
                Some(Effect::CdataAllowed(allowed)) => tokenizer.set_cdata_allowed(allowed),
                None => {}
            }
        }
    }
}

/// Adds a token; a text is added as its characters.
fn push(tokens: &mut Vec<Token>, token: tokenizer::Token<'_>) {
    let tag = |tag: tokenizer::Tag<'_>| Tag {
        name: tag.name().to_owned(),
        attributes: tag.attrs().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        self_closing: tag.self_closing(),
    };
    match token {
        tokenizer::Token::Doctype { name, public_id, system_id, force_quirks } => {
            tokens.push(Token::Doctype {
                name: name.map(str::to_owned),
                public_id: public_id.map(str::to_owned),
                system_id: system_id.map(str::to_owned),
                force_quirks,
            });
        }
        tokenizer::Token::StartTag(start_tag) => tokens.push(Token::StartTag(tag(start_tag))),
        tokenizer::Token::EndTag(end_tag) => tokens.push(Token::EndTag(tag(end_tag))),
        tokenizer::Token::Comment(data) => tokens.push(Token::Comment(data.to_owned())),
        tokenizer::Token::ProcessingInstruction { target, data } => {
            tokens.push(Token::ProcessingInstruction {
                target: target.to_owned(),
                data: data.to_owned(),
            });
        }
        tokenizer::Token::Characters(text) => {
            assert!(!text.is_empty(), "a token without characters");
            tokens.extend(text.chars().map(Token::Character));
        }
        tokenizer::Token::EndOfFile => tokens.push(Token::EndOfFile),
        other => panic!("{other:?} is of a kind that the reference does not know"),
    }
}

/// The setting that a tree builder makes in the tokenizer after a tag.
enum Effect {
    Mode(TextMode),
    CdataAllowed(bool),
}

fn effect(token: &Token) -> Option<Effect> {
    match token {
        Token::StartTag(tag) => match tag.name.as_str() {
            "title" | "textarea" => Some(Effect::Mode(TextMode::Rcdata)),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                Some(Effect::Mode(TextMode::Rawtext))
            }
            "script" => Some(Effect::Mode(TextMode::ScriptData)),
            "plaintext" => Some(Effect::Mode(TextMode::Plaintext)),
            "svg" | "math" => Some(Effect::CdataAllowed(true)),
            _ => None,
        },
        Token::EndTag(tag) if matches!(tag.name.as_str(), "svg" | "math") => {
            Some(Effect::CdataAllowed(false))
        }
        _ => None,
    }
}
