//! Encoding detection against the shared suite: bytes without any hint, and the encoding they are
//! parsed in.
//!
//! `chardet/` holds a sample for detection by content, with the answer in its name alone. The
//! standard allows such detection and does not ask for it: without it the sample is an expected
//! failure, with the feature `detect` it passes.
//!
//! The cases in `scripted/` are parsed by a driver, with an engine that runs their scripts.

use std::fs;
use std::path::Path;

use consomme::driver::Driver;
use consomme::encoding;
use consomme::{Document, Hints, ParseOptions, parse_document};
use consomme_test::dat;
use consomme_test::script_engine;
use consomme_test::suite::{self, Case, HTML5LIB, Run, Suites};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "encoding/");
    for (name, path) in run.suite_files(&HTML5LIB, "encoding", &["dat", "txt"]) {
        add_file(&mut run, &format!("encoding/{name}"), &path);
    }
    let own = suite::own_data("encoding");
    if own.is_dir() {
        for (name, path) in suite::files(&own, &["dat"]) {
            add_file(&mut run, &format!("data/encoding/{name}"), &path);
        }
    }
    suites.add("encoding", run, || ());
}

/// Adds every case of a `.dat` file, or the one that a sample is.
fn add_file(run: &mut Run, file: &str, path: &Path) {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return run.broken(file, error.to_string()),
    };
    if file.ends_with(".txt") {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let label = stem.strip_prefix("test_").unwrap_or(&stem).to_owned();
        let (sample, named) = (bytes.clone(), label.clone());
        let place = Case { file, line: 1, input: "", variants: &["by-default"] };
        run.add(file, &place, move || check(&sample, &named, &Hints::new()));
        #[cfg(feature = "detect")]
        {
            let place = Case { file, line: 1, input: "", variants: &["detected"] };
            run.add(file, &place, move || check(&bytes, &label, &Hints::new().detect(true)));
        }
        return;
    }
    for case in dat::cases(&bytes, &["data", "encoding"]) {
        let data = case.body("data").unwrap_or_default().to_vec();
        let label = case.body("encoding").unwrap_or_default();
        let label = String::from_utf8_lossy(label).into_owned();
        let written = String::from_utf8_lossy(&data).into_owned();
        let place = Case { file, line: case.line, input: &written, variants: &[] };
        if file.contains("/scripted/") {
            run.add(file, &place, move || compare(&data, &label, &parse_driven(&data)?));
        } else {
            run.add(file, &place, move || check(&data, &label, &Hints::new()));
        }
    }
}

/// Parses a document whose scripts run.
fn parse_driven(bytes: &[u8]) -> Result<Document, String> {
    let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    driver.feed(bytes);
    script_engine::run(&mut driver, |driver| driver.end())?;
    Ok(driver.finish_document())
}

/// Parses the bytes and checks their encoding.
fn check(bytes: &[u8], label: &str, hints: &Hints) -> Result<(), String> {
    compare(bytes, label, &parse_document(bytes, hints))
}

/// Compares the encoding that the bytes were parsed in with the one that the label names.
fn compare(bytes: &[u8], label: &str, document: &Document) -> Result<(), String> {
    let expected = encoding::for_label(label)
        .map_err(|error| format!("the suite's label {label:?}: {error}"))?
        .name();
    let actual = document.encoding().map(|encoding| encoding.name());
    if actual == Some(expected) {
        return Ok(());
    }
    Err(format!(
        "input: {}\nexpected: {expected}\nactual: {} from {:?}",
        bytes.escape_ascii(),
        actual.unwrap_or("none"),
        document.encoding_source(),
    ))
}
