//! Serialization against the shared suite, and the standard's serialization against cases of our own.
//!
//! The suite is about an authoring serializer over tokens, which [`TokenWriter`] is. It assumes conforming content and
//! minimizes more than is safe by default, so its options are translated by [`options`]. Where a case has an
//! `xhtml` expectation, this is checked too, as a trial of its own: with every tag, value and quote written.

mod support;

use std::fs;
use std::path::Path;

use consomme::serialize::{Quotes, TokenWriter, WriterOptions};
use serde_json::Value;

use support::suite::{Case, HTML5LIB, Run};

fn main() {
    let mut run = Run::new("expected_failures.txt", "serializer/");
    for (name, path) in run.suite_files(&HTML5LIB, "serializer", &["test"]) {
        add_file(&mut run, &format!("serializer/{name}"), &path);
    }
    run.finish(|| ());
}

/// Adds every case of a file.
fn add_file(run: &mut Run, file: &str, path: &Path) {
    let text = fs::read_to_string(path).map_err(|error| error.to_string());
    let parsed = text.and_then(|text| {
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok((text, value))
    });
    let (text, value) = match parsed {
        Ok(parsed) => parsed,
        Err(message) => return run.broken(file, message),
    };
    let cases = value["tests"].as_array().map_or(&[][..], Vec::as_slice);
    let mut lines = description_lines(&text);
    for case in cases {
        let line = lines.next().unwrap_or(0);
        let description = case["description"].as_str().unwrap_or("");
        for (key, is_xhtml, variants) in [("expected", false, &[][..]), ("xhtml", true, &["xhtml"][..])] {
            if case[key].is_null() {
                continue;
            }
            let place = Case { file, line, input: description, variants };
            let (case, key) = (case.clone(), key.to_owned());
            run.add(file, &place, move || check(&case, &key, is_xhtml));
        }
    }
}

/// The lines on which descriptions stand. Every case has one, and the word is nowhere else.
fn description_lines(text: &str) -> impl Iterator<Item = usize> {
    text.lines().zip(1..).flat_map(|(line, number)| line.matches("\"description\"").map(move |_| number))
}

/// Compares what is written with the outputs that the case accepts.
fn check(case: &Value, key: &str, is_xhtml: bool) -> Result<(), String> {
    let actual = write(&case["input"], options(&case["options"], is_xhtml)).ok_or("not a case")?;
    let accepted = case[key].as_array().ok_or("no list of outputs")?;
    if accepted.iter().any(|output| output == &actual) {
        return Ok(());
    }
    Err(format!("tokens: {}\nexpected: {}\n  actual: {actual:?}", case["input"], case[key]))
}

/// The suite's options, with its defaults, as ours.
///
/// `escape_lt_in_attrs` is missing: `<` in attribute values is always escaped. The attributes of a case are a set to
/// the suite, and its outputs have them in order.
fn options(given: &Value, is_xhtml: bool) -> WriterOptions {
    let flag = |name: &str, default: bool| given[name].as_bool().unwrap_or(default);
    let minimize = flag("minimize_boolean_attributes", true) && !is_xhtml;
    let mut options = WriterOptions::new()
        .assume_conforming(true)
        .sort_attributes(true)
        .omit_optional_tags(flag("omit_optional_tags", true) && !is_xhtml)
        .always_quote(flag("quote_attr_values", false) || is_xhtml)
        .leave_out_empty_values(minimize)
        .leave_out_boolean_values(minimize)
        .trailing_solidus(flag("use_trailing_solidus", false) || is_xhtml)
        .escape_raw_text(flag("escape_rcdata", false) || is_xhtml)
        .collapse_white_space(flag("strip_whitespace", false));
    match given["quote_char"].as_str() {
        Some("'") => options = options.quotes(Quotes::Single),
        Some(_) => options = options.quotes(Quotes::Double),
        None => {}
    }
    match given["encoding"].as_str() {
        Some(label) if flag("inject_meta_charset", false) => options.meta_charset(label),
        _ => options,
    }
}

/// Writes the tokens of a case. `None` if it is not written as cases are.
fn write(tokens: &Value, options: WriterOptions) -> Option<String> {
    let mut writer = TokenWriter::new(String::new(), options);
    for token in tokens.as_array()? {
        let text = |index: usize| token[index].as_str();
        let result = match text(0)? {
            "StartTag" => writer.start_tag(text(2)?, attributes(&token[3])?, false),
            "EmptyTag" => writer.start_tag(text(1)?, attributes(&token[2])?, true),
            "EndTag" => writer.end_tag(text(2)?),
            "Characters" => writer.text(text(1)?),
            "Comment" => writer.comment(text(1)?),
            "Doctype" => writer.doctype(text(1)?, text(2), text(3)),
            _ => return None,
        };
        result.ok()?;
    }
    writer.finish().ok()
}

/// Name and value of each attribute of a token: a list, or an object where there are none.
fn attributes(given: &Value) -> Option<Vec<(&str, &str)>> {
    let attributes = given.as_array().map_or(&[][..], Vec::as_slice);
    attributes
        .iter()
        .map(|attribute| Some((attribute["name"].as_str()?, attribute["value"].as_str()?)))
        .collect()
}
