//! `ADVISORIES.md` names a test for each advisory, and each test of advisories is named.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The files whose tests are all about advisories.
const FILES: [&str; 3] = [
    "crates/sanitizer/tests/advisories.rs",
    "src/tests/advisories.rs",
    "tests/limits/advisories.rs",
];

#[test]
fn each_advisory_names_a_test_and_each_test_an_advisory() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paper = fs::read_to_string(root.join("ADVISORIES.md")).unwrap();
    let code: BTreeSet<&str> = paper.split('`').skip(1).step_by(2).collect();
    let mut tests = BTreeSet::new();
    for file in FILES {
        let text = fs::read_to_string(root.join(file)).unwrap();
        for body in text.split("#[test]\n").skip(1) {
            let (_, rest) = body.split_once("fn ").expect("a test is a function");
            tests.insert(rest.split('(').next().expect("it has a name").to_owned());
        }
        assert!(code.contains(file), "the paper does not name {file}");
    }
    for test in &tests {
        assert!(code.contains(test.as_str()), "no advisory names {test}");
    }
    for row in
        paper.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| advisory"))
    {
        let last = row.trim_end_matches(" |").rsplit(" | ").next().expect("a row has cells");
        let named: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
        let is_explained = last.starts_with("cannot be:");
        assert!(!named.is_empty() || is_explained, "no test and no reason: {row}");
        for name in named {
            assert!(is_explained || tests.contains(name), "{name} is no test: {row}");
        }
    }
}
