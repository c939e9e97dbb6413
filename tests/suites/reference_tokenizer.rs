//! The reference tokenizer of these tests against the shared suite, so that it can be trusted.

use consomme::tokenizer::TextMode;
use consomme::{ParseErrorCode, Revision};
use consomme_test::json_suite::{SuiteError, TokenizerCase};
use consomme_test::reference_tokenizer::{ReferenceTokenizer, Tag, Token};
use consomme_test::suite::{Run, Suites};
use consomme_test::tokenizer_suite::{Way, add_suite};
use consomme_test::tokens::{Outcome, normalized_lines, utf16_column};
use serde_json::{Map, Value, json};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "tokenizer/");
    add_suite(&mut run, reference);
    suites.add("reference_tokenizer", run, || ());
}

fn reference(case: &TokenizerCase, mode: TextMode, revision: Revision) -> Vec<Way> {
    let last_start_tag = case.last_start_tag.as_deref();
    let mut tokenizer = ReferenceTokenizer::new(&case.input, mode, last_start_tag, revision);
    let mut tokens = Vec::new();
    for token in tokenizer.by_ref() {
        push(&mut tokens, token);
    }
    let lines = normalized_lines(&case.input);
    let errors = tokenizer.errors().into_iter().map(|error| place(error, &lines)).collect();
    vec![("as the standard says", Ok(Outcome { tokens, errors }))]
}

/// Adds a token in the suite's form, characters joined.
fn push(tokens: &mut Vec<Value>, token: Token) {
    match token {
        Token::Character(c) => {
            match tokens.last_mut().map(|last| (last[0] == "Character", &mut last[1])) {
                Some((true, Value::String(text))) => text.push(c),
                _ => tokens.push(json!(["Character", c.to_string()])),
            }
        }
        Token::StartTag(Tag { name, attributes, self_closing }) => {
            let attributes: Map<String, Value> =
                attributes.into_iter().map(|(name, value)| (name, value.into())).collect();
            tokens.push(match self_closing {
                true => json!(["StartTag", name, attributes, true]),
                false => json!(["StartTag", name, attributes]),
            });
        }
        Token::EndTag(tag) => tokens.push(json!(["EndTag", tag.name])),
        Token::Comment(data) => tokens.push(json!(["Comment", data])),
        Token::ProcessingInstruction { target, data } => {
            tokens.push(json!(["ProcessingInstruction", target, data]));
        }
        Token::Doctype { name, public_id, system_id, force_quirks } => {
            tokens.push(json!(["DOCTYPE", name, public_id, system_id, !force_quirks]));
        }
        Token::EndOfFile => {}
    }
}

/// An error with its byte offset made line and column.
fn place((code, offset): (ParseErrorCode, usize), lines: &[String]) -> SuiteError {
    let mut rest = offset;
    let mut line = 0;
    while rest > lines[line].len() {
        rest -= lines[line].len() + 1;
        line += 1;
    }
    let column = lines[line][..rest].chars().count() as u32 + 1;
    let line = line as u32 + 1;
    let column = utf16_column(lines, line, column);
    SuiteError { code: code.as_str().to_owned(), line: line.into(), column }
}
