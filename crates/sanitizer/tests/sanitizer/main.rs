//! The sanitizer: the shared data of the tests for browsers, and payloads of our own.
//!
//! - `dat.rs`: reads the `.dat` files
//! - `trees.rs`: markup, a configuration, and the tree that remains
//! - `values.rs`: configurations and modifiers, by what `get()` gives, and a few expressions
//! - `payloads.rs`: reads the payloads of `payloads/`
//! - `payload_cases.rs`: the result of each payload, and that it is safe
//! - `preset_cases.rs`: that no preset lets a payload through
//! - `surroundings.rs`: that sanitized text stays where it was put, whatever is around
//! - `safety.rs`: checks of safety, for trees of any parser; the sanitizers that are tried
//!
//! Each case that says otherwise than the standard is in the list of expected failures, with
//! the sentence that it contradicts.

mod dat;
mod payload_cases;
mod preset_cases;
mod surroundings;
mod trees;
mod values;

use std::path::Path;

use consomme_test::suite::{Run, Suites, WPT};
use serde_json::Value;

fn main() {
    let mut suites = Suites::default();
    let mut run = Run::new("tests/data/expected_failures.txt", "sanitizer-api");
    for folder in ["sanitizer-api", "sanitizer-api-2"] {
        for (name, path) in run.suite_files(&WPT, folder, &["dat", "json"]) {
            add_file(&mut run, &format!("{folder}/{name}"), &name, &path);
        }
    }
    suites.add("wpt", run, || ());
    let mut run = Run::new("tests/data/expected_failures.txt", "own payloads");
    payload_cases::add(&mut run);
    preset_cases::add(&mut run);
    surroundings::add(&mut run);
    suites.add("payloads", run, || ());
    suites.add_conformance("sanitizer", &[("wpt", "Sanitizer API, by `consomme-sanitizer`")], true);
    suites.run();
}

/// Adds the cases of a file of the suite, by its name.
fn add_file(run: &mut Run, file: &str, name: &str, path: &Path) {
    match name {
        "sanitizer-basic-filtering.json"
        | "sanitizer-javascript-url.json"
        | "sethtml-noscript.json" => trees::add_json(run, file, path),
        "sanitizer-duplicate-html-body.json" => trees::add_documents(run, file, path),
        "sanitizer-svg-animate.json" => trees::add_animations(run, file, path),
        "sanitizer-boolean-defaults.json" | "sanitizer-names.json" => {
            values::add_expressions(run, file, path);
        }
        "sanitizer-config.json" | "sanitizer-modifiers.json" => {
            values::add_configurations(run, file, path);
        }
        name if name.ends_with(".dat") => trees::add_dat(run, file, name, path),
        _ => run.broken(file, "no test knows this file".to_owned()),
    }
}

/// Reads the rows of a JSON file, each with its line. There is one on each line.
fn rows(path: &Path) -> Vec<(usize, Value)> {
    let text = std::fs::read_to_string(path).expect("a file of the suite");
    let lines = text.lines().enumerate().filter(|(_, line)| line.starts_with('{'));
    let row = |line: &str| serde_json::from_str(line.trim_end_matches(',')).expect("a row");
    lines.map(|(index, line)| (index + 1, row(line))).collect()
}

/// Whether a value stands for JavaScript's `undefined`.
fn is_undefined(value: &Value) -> bool {
    value["$js"] == "undefined"
}

/// Returns the configuration of a row; `None` if it passes none.
fn configuration(row: &Value) -> Option<Value> {
    let mut config = row.get("config").filter(|config| !is_undefined(config))?.clone();
    if let Some(members) = config.as_object_mut() {
        members.retain(|_, value| !is_undefined(value));
    }
    Some(config)
}
