//! Runs the tokenizer suite for the crate's tokenizer and for the reference tokenizer.
//!
//! Every case runs once for each of its initial states and each revision of the standard. Cases
//! about XML violations expect the tokens after "coercing an HTML DOM into an infoset", which
//! [`infoset`] does, and no particular errors.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use consomme::Revision;
use consomme::tokenizer::TextMode;
use serde_json::Value;

use super::json_suite::{self, SuiteError, TokenizerCase};
use super::suite::{self, Case, HTML5LIB, Run, revision_word};
use super::tokens::Outcome;

/// A way to tokenize the input of a case: its name, and its outcome or what went wrong.
pub type Way = (&'static str, Result<Outcome, String>);

/// Tokenizes the input of a case, read from the start in a text mode, in every way to be tested.
pub type Subject = fn(&TokenizerCase, TextMode, Revision) -> Vec<Way>;

/// Adds a trial for every case of the suite and of our own files.
pub fn add_suite(run: &mut Run, subject: Subject) {
    for (name, path) in run.suite_files(&HTML5LIB, "tokenizer", &["test"]) {
        let revisions = [Revision::Living2026, Revision::Snapshot2024];
        add_file(run, &format!("tokenizer/{name}"), &path, &revisions, subject);
    }
    for (name, path) in suite::files(&suite::own_data(""), &["test"]) {
        if name.starts_with("tokenizer") {
            add_file(run, &format!("data/{name}"), &path, &[Revision::Living2026], subject);
        }
    }
}

/// Adds a trial for every case of a file, initial state and revision.
fn add_file(run: &mut Run, file: &str, path: &Path, revisions: &[Revision], subject: Subject) {
    let text = fs::read_to_string(path).map_err(|error| error.to_string());
    let cases = match text.and_then(|text| json_suite::read(&text)) {
        Ok(cases) => cases,
        Err(message) => return run.broken(file, message),
    };
    for case in cases {
        let case = Arc::new(case);
        for state in &case.initial_states {
            let Some((word, mode)) = text_mode(state) else {
                run.broken(file, format!("line {}: unknown state {state}", case.line));
                continue;
            };
            for &revision in revisions {
                let variants = [revision_word(revision), word];
                let place =
                    Case { file, line: case.line, input: &case.written, variants: &variants };
                let case = Arc::clone(&case);
                run.add(file, &place, move || check(&case, &subject(&case, mode, revision)));
            }
        }
    }
}

/// A word for the trial's name, and the text mode that the suite's name of a state means.
fn text_mode(state: &str) -> Option<(&'static str, TextMode)> {
    match state {
        "Data state" => Some(("data", TextMode::Data)),
        "PLAINTEXT state" => Some(("plaintext", TextMode::Plaintext)),
        "RCDATA state" => Some(("rcdata", TextMode::Rcdata)),
        "RAWTEXT state" => Some(("rawtext", TextMode::Rawtext)),
        "Script data state" => Some(("script-data", TextMode::ScriptData)),
        "CDATA section state" => Some(("cdata-section", TextMode::CdataSection)),
        _ => None,
    }
}

/// Compares the outcome of each way with the expected one.
fn check(case: &TokenizerCase, ways: &[Way]) -> Result<(), String> {
    for (way, outcome) in ways {
        let mut actual = outcome.clone()?;
        if case.coerced {
            actual.tokens.iter_mut().for_each(infoset);
        }
        let errors = case.errors.as_ref();
        if actual.tokens != case.output || errors.is_some_and(|errors| actual.errors != *errors) {
            return Err(format!(
                "{}, {way}\ninput: {:?}\nexpected tokens: {}\n  actual tokens: {}\n\
                 expected errors: {}\n  actual errors: {}",
                case.description,
                case.input,
                Value::from(case.output.clone()),
                Value::from(actual.tokens),
                errors.map_or_else(|| "any".to_owned(), |errors| list(errors)),
                list(&actual.errors),
            ));
        }
    }
    Ok(())
}

/// Errors in one line.
fn list(errors: &[SuiteError]) -> String {
    let rows = errors.iter().map(|e| format!("{} at {}:{}", e.code, e.line, e.column));
    rows.collect::<Vec<_>>().join(", ")
}

/// Changes a token as "coercing an HTML DOM into an infoset" asks: no character that XML lacks, no
/// form feed, no two hyphens in a row and none at the end of a comment. (Names that XML lacks do
/// not occur in the cases.)
///
/// <https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset>
fn infoset(token: &mut Value) {
    let is_comment = token[0] == "Comment";
    let Value::String(data) = &mut token[1] else { return };
    let mut coerced = String::new();
    for c in data.chars() {
        if is_comment && c == '-' && coerced.ends_with('-') {
            coerced.push(' ');
        }
        coerced.push(match c {
            '\u{C}' => ' ',
            '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'.. => c,
            _ => '\u{FFFD}',
        });
    }
    if is_comment && coerced.ends_with('-') {
        coerced.push(' ');
    }
    *data = coerced;
}
