//! The sanitizer: the shared data of the tests for browsers, and payloads of our own.
//!
//! - `dat.rs`: reads the `.dat` files
//! - `trees.rs`: markup, a configuration, and the tree that remains
//! - `values.rs`: configurations and modifiers, by what `get()` gives, and a few expressions
//! - `payloads.rs`: reads the payloads of `payloads/`
//! - `payload_cases.rs`: the result of each payload, and that it is safe
//! - `preset_cases.rs`: that no preset lets a payload through
//! - `safety.rs`: checks of safety, for trees of any parser; the sanitizers that are tried
//!
//! Each case that goes beyond the standard of 2026-08-21 is in the list of expected failures, with
//! the sentence that says otherwise.

mod dat;
mod payload_cases;
mod preset_cases;
mod trees;
mod values;

use std::path::Path;

use consomme_test::suite::{Run, SANITIZER};
use serde_json::Value;

fn main() {
    let mut run = Run::new("tests/data/expected_failures.txt", "sanitizer/");
    for (name, path) in run.suite_files(&SANITIZER, "", &["dat"]) {
        trees::add_dat(&mut run, &name, &path);
    }
    for (name, path) in run.suite_files(&SANITIZER, "", &["json"]) {
        match name.as_str() {
            "sanitizer-basic-filtering.json" | "sanitizer-javascript-url.json" => {
                trees::add_json(&mut run, &name, &path);
            }
            "sanitizer-svg-animate.json" => trees::add_animations(&mut run, &name, &path),
            "sanitizer-boolean-defaults.json" | "sanitizer-names.json" => {
                values::add_expressions(&mut run, &name, &path);
            }
            "sanitizer-config.json" | "sanitizer-modifiers.json" => {
                values::add_configurations(&mut run, &name, &path);
            }
            _ => run.broken(&name, "no test knows this file".to_owned()),
        }
    }
    payload_cases::add(&mut run);
    preset_cases::add(&mut run);
    run.finish(|| ());
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
