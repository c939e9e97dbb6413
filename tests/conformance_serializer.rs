//! Serialization against the shared suite, and the standard's serialization against cases of our own.
//!
//! The suite is about an authoring serializer over tokens, which [`TokenWriter`] is. It assumes conforming content and
//! minimizes more than is safe by default, so its options are translated by [`options`]. Where a case has an
//! `xhtml` expectation, this is checked too, as a trial of its own: with every tag, value and quote written.

mod support;

use std::fs;
use std::path::Path;

use consomme::serialize::{Quotes, SerializeOptions, TokenWriter, WriterOptions};
use consomme::tokenizer::{State, Token, Tokens};
use consomme::{Document, ParseOptions, Revision};
use serde_json::Value;

use support::suite::{self, Case, HTML5LIB, HTML5LIB_2024, PAGES, Run, revision_word};
use support::tree_case::{self, TreeCase};
use support::tree_dump::{Doctype, dump};

fn main() {
    let mut run = Run::new("expected_failures.txt", "serializer/");
    for (name, path) in run.suite_files(&HTML5LIB, "serializer", &["test"]) {
        add_file(&mut run, &format!("serializer/{name}"), &path);
    }
    for (name, path) in run.suite_files(&HTML5LIB, "tree-construction", &["dat"]) {
        add_trees(&mut run, &format!("serializer/trees/{name}"), &path, Revision::Living2026);
    }
    for (name, path) in run.suite_files(&HTML5LIB_2024, "tree-construction", &["dat"]) {
        add_trees(&mut run, &format!("serializer/trees-2024/{name}"), &path, Revision::Snapshot2024);
    }
    for (name, path) in suite::files(&suite::own_data(""), &["dat"]) {
        add_trees(&mut run, &format!("data/{name}"), &path, Revision::Living2026);
    }
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let place = Case { file: &format!("pages/{name}"), line: 1, input: "", variants: &["compact"] };
        run.add("pages", &place, move || {
            let bytes = fs::read(&path).map_err(|error| error.to_string())?;
            let parse = |text: &str| ParseOptions::new().parse_str(text);
            check_compact(&String::from_utf8_lossy(&bytes), parse, false).map(|_| ())
        });
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

/// Adds the inputs of a file as trees that are written and parsed again: one trial a case.
fn add_trees(run: &mut Run, file: &str, path: &Path, revision: Revision) {
    let bytes = fs::read(path).map_err(|error| error.to_string());
    let cases = match bytes.and_then(|bytes| tree_case::read(&bytes)) {
        Ok(cases) => cases,
        Err(message) => return run.broken(file, message),
    };
    for case in cases {
        let revision = case.revision.unwrap_or(revision);
        let input = case.data.clone();
        let variants = [revision_word(revision), "compact"];
        let place = Case { file, line: case.line, input: &input, variants: &variants };
        run.add("trees", &place, move || check_tree(&case, revision));
    }
}

/// Checks that a case's tree, and its tokens, come back from compact HTML.
fn check_tree(case: &TreeCase, revision: Revision) -> Result<(), String> {
    let scripting = case.scripting.unwrap_or(false);
    let options = ParseOptions::new().revision(revision).scripting(scripting);
    let parse = |text: &str| match &case.context {
        Some(context) => options.parse_fragment(context.context(), text),
        None => options.parse_str(text),
    };
    check_compact(&case.data, parse, scripting)?;
    check_tokens(&case.data, parse, revision)
}

/// What is written of a tree with all tags and quotes, and comes back as the same tree, must do so without some of
/// them. What comes back from the standard's serialization must come back from both.
fn check_compact(input: &str, parse: impl Fn(&str) -> Document, scripting: bool) -> Result<(), String> {
    let document = parse(input);
    let compact = WriterOptions::new().scripting(scripting);
    let complete = compact.clone().omit_optional_tags(false).always_quote(true);
    let standard = SerializeOptions::new().scripting(scripting);

    let standard = parse(&standard.inner_html(document.root()));
    let is_stable = dump(standard.root(), Doctype::NameOnly) == dump(document.root(), Doctype::NameOnly);
    let expected = dump(document.root(), Doctype::Full);
    for (options, can_differ) in [(complete, !is_stable), (compact, false)] {
        let html = options.html(document.root());
        let actual = dump(parse(&html).root(), Doctype::Full);
        if actual != expected {
            if can_differ {
                return Ok(());
            }
            return Err(format!(
                "input: {input:?}\nwritten: {html:?}\nexpected:\n{expected}\nactual:\n{actual}"
            ));
        }
    }
    Ok(())
}

/// Tokens that are written without optional tags must parse to the same tree as with them.
fn check_tokens(input: &str, parse: impl Fn(&str) -> Document, revision: Revision) -> Result<(), String> {
    let compact = rewrite(input, WriterOptions::new(), revision);
    let complete = rewrite(input, WriterOptions::new().omit_optional_tags(false), revision);
    let expected = dump(parse(&complete).root(), Doctype::Full);
    let actual = dump(parse(&compact).root(), Doctype::Full);
    if actual == expected {
        return Ok(());
    }
    Err(format!(
        "input: {input:?}\nwritten: {complete:?}\ncompact: {compact:?}\nexpected:\n{expected}\nactual:\n{actual}"
    ))
}

/// Writes the tokens of an input, with the states that start tags of HTML lead to.
fn rewrite(input: &str, options: WriterOptions, revision: Revision) -> String {
    let mut tokens = Tokens::new().revision(revision);
    tokens.feed(input);
    tokens.finish();
    let mut writer = TokenWriter::new(String::new(), options);
    while let Some(token) = tokens.next() {
        let state = match &token {
            Token::StartTag(tag) => state_after(tag.name()),
            _ => None,
        };
        writer.token(&token).expect("a string takes everything");
        if let Some(state) = state {
            tokens.set_state(state);
        }
    }
    writer.finish().expect("a string takes everything")
}

/// The state in which the content of an HTML element is tokenized, unless it is the data state.
fn state_after(name: &str) -> Option<State> {
    match name {
        "title" | "textarea" => Some(State::Rcdata),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(State::Rawtext),
        "script" => Some(State::ScriptData),
        "plaintext" => Some(State::Plaintext),
        _ => None,
    }
}
