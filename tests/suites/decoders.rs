//! Decoders against the cases of Web Platform Tests: the bytes as the text of a document whose
//! encoding the transport names.

use std::path::Path;

use consomme::{Hints, encoding, parse_document};
use consomme_test::suite::{Case, Run, Suites, WPT};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "decoders/");
    for (name, path) in run.suite_files(&WPT, "encoding", &["json"]) {
        add_file(&mut run, &format!("decoders/{name}"), &path);
    }
    suites.add("decoders", run, || ());
}

fn add_file(run: &mut Run, file: &str, path: &Path) {
    let value = run.read_json(file, path);
    for (index, case) in value["cases"].as_array().into_iter().flatten().enumerate() {
        let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        let (label, bytes, mut expected) = (text("encoding"), text("bytes"), text("text"));
        // The index of a single-byte encoding has nothing there, so a decoder returns an error.
        if expected.is_empty() {
            "\u{FFFD}".clone_into(&mut expected);
        }
        let input = format!("{label} {bytes}");
        let place = Case { file, line: index + 1, input: &input, variants: &[] };
        run.add(file, &place, move || check(&label, &bytes, &expected));
    }
}

/// Parses the bytes as the content of an element that keeps its text as it is.
fn check(label: &str, hexadecimal: &str, expected: &str) -> Result<(), String> {
    let encoding = encoding::for_label(label).map_err(|error| error.to_string())?;
    let bytes = (0..hexadecimal.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hexadecimal[at..at + 2], 16))
        .collect::<Result<Vec<u8>, _>>()
        .map_err(|error| format!("{hexadecimal}: {error}"))?;
    let document = parse_document(
        [b"<plaintext>", &bytes[..]].concat(),
        &Hints::new().transport_encoding(encoding),
    );
    let actual = document.body().map(|body| body.text_content()).unwrap_or_default();
    // The input stream normalizes newlines.
    let expected = expected.replace("\r\n", "\n").replace('\r', "\n");
    if actual == expected {
        return Ok(());
    }
    Err(format!("{label}, {hexadecimal}\nexpected: {expected:?}\nactual:   {actual:?}"))
}
