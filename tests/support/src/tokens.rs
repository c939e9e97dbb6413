//! The tokenizer's output in the form of the shared suite.
//!
//! Columns of the suite count UTF-16 code units, the crate's count code points; they are converted
//! here.

use consomme::Revision;
use consomme::tokenizer::{Tag, TextMode, Token, Tokens};
use serde_json::{Map, Value, json};

use super::json_suite::SuiteError;

/// The result of tokenizing, in the suite's form.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub tokens: Vec<Value>,
    pub errors: Vec<SuiteError>,
}

/// Tokenizes the pieces of an input, collecting errors. The message says what no input should lead
/// to.
pub fn tokenize(
    pieces: &[&str],
    mode: TextMode,
    last_start_tag: Option<&str>,
    revision: Revision,
) -> Result<Outcome, String> {
    let mut tokens = Tokens::new().initial_state(mode).revision(revision).collect_errors(true);
    if let Some(name) = last_start_tag {
        tokens = tokens.last_start_tag(name);
    }
    let mut collected = Collected::default();
    for piece in pieces {
        tokens.feed_str(piece);
        while let Some(token) = tokens.next_token() {
            collected.push(token)?;
        }
    }
    tokens.end();
    while let Some(token) = tokens.next_token() {
        collected.push(token)?;
    }
    if !collected.ended {
        return Err("no end-of-file token".to_owned());
    }
    let lines = normalized_lines(&pieces.concat());
    let errors = tokens.errors().iter().map(|error| {
        let position = tokens.line_column(error.offset());
        SuiteError {
            code: error.code().as_str().to_owned(),
            line: position.line.into(),
            column: utf16_column(&lines, position.line, position.column),
        }
    });
    Ok(Outcome { errors: errors.collect(), tokens: collected.tokens })
}

/// The tokens so far, adjacent characters joined.
#[derive(Default)]
struct Collected {
    tokens: Vec<Value>,
    ended: bool,
}

impl Collected {
    fn push(&mut self, token: Token<'_>) -> Result<(), String> {
        if self.ended {
            return Err("a token after the end-of-file token".to_owned());
        }
        match token {
            Token::Characters(text) => self.push_characters(text),
            Token::StartTag(tag) => self.tokens.push(start_tag(&tag)?),
            Token::EndTag(tag) => self.tokens.push(json!(["EndTag", tag.name()])),
            Token::Comment(data) => self.tokens.push(json!(["Comment", data])),
            Token::ProcessingInstruction { target, data } => {
                self.tokens.push(json!(["ProcessingInstruction", target, data]));
            }
            Token::Doctype { name, public_id, system_id, force_quirks } => {
                self.tokens.push(json!(["DOCTYPE", name, public_id, system_id, !force_quirks]));
            }
            Token::EndOfFile => self.ended = true,
            #[allow(unreachable_patterns)] // The enum may be open to further kinds.
            _ => return Err("a token of an unknown kind".to_owned()),
        }
        Ok(())
    }

    fn push_characters(&mut self, text: &str) {
        if let Some(last) = self.tokens.last_mut()
            && last[0] == "Character"
            && let Value::String(before) = &mut last[1]
        {
            before.push_str(text);
        } else {
            self.tokens.push(json!(["Character", text]));
        }
    }
}

/// A start tag, with `true` as a fourth part where it is self-closing.
fn start_tag(tag: &Tag<'_>) -> Result<Value, String> {
    let mut attributes = Map::new();
    for (name, value) in tag.attrs() {
        if attributes.insert(name.to_owned(), value.into()).is_some() {
            return Err(format!("attribute {name:?} twice in one token"));
        }
    }
    Ok(if tag.self_closing() {
        json!(["StartTag", tag.name(), attributes, true])
    } else {
        json!(["StartTag", tag.name(), attributes])
    })
}

/// The lines of the input after newline normalization.
pub fn normalized_lines(input: &str) -> Vec<String> {
    let normalized = input.replace("\r\n", "\n").replace('\r', "\n");
    normalized.split('\n').map(str::to_owned).collect()
}

/// A column in code points as a column in UTF-16 code units. The newline and the end of the input
/// each take one.
pub fn utf16_column(lines: &[String], line: u32, column: u32) -> u64 {
    let text = lines.get((line as usize).wrapping_sub(1)).map_or("", String::as_str);
    let wide = text
        .chars()
        .take((column as usize).saturating_sub(1))
        .filter(|c| c.len_utf16() == 2)
        .count();
    u64::from(column) + wide as u64
}
