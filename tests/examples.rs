//! Runs the commands in `tests/examples/NAME.md`, one file per example, and compares what they
//! print and their exit codes. `tests/examples/NAME.in` is the folder in which they run.
//!
//! `TRYCMD=overwrite cargo test --test examples` writes the actual output into the files. Check the
//! difference before you commit it.

use std::path::{Path, PathBuf};
use std::process::Command;

use trycmd::TestCases;

/// The features that examples need, and whether they are enabled.
const FEATURES: &[(&str, bool)] = &[
    ("detect", cfg!(feature = "detect")),
    ("selectors", cfg!(feature = "selectors")),
    ("serde", cfg!(feature = "serde")),
];

#[test]
fn examples_print_what_their_sessions_show() {
    let built = build_examples();
    let sessions = TestCases::new();
    for file in std::fs::read_dir("tests/examples").unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let name = file.file_stem().unwrap().to_str().unwrap();
        let source = Path::new("examples").join(name);
        assert!(
            source.is_dir() || source.with_extension("rs").is_file(),
            "{name} is not an example"
        );
        let program = built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        // An example that needs a disabled feature was not built.
        if program.is_file() {
            sessions.register_bin(name, program.as_path());
            sessions.case(&file);
        }
    }
}

#[test]
fn every_example_has_a_session() {
    for entry in std::fs::read_dir("examples").unwrap().map(|entry| entry.unwrap()) {
        let path = entry.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(
                Path::new("tests/examples").join(format!("{name}.md")).is_file(),
                "{name} has no session"
            );
        }
    }
}

/// Builds the examples with the profile and features of this test, and returns their folder. After
/// `cargo test`, they are built already; after `cargo test --test examples`, they are not.
fn build_examples() -> PathBuf {
    // target/PROFILE/deps/this
    let this = std::env::current_exe().unwrap();
    let profile = this.ancestors().nth(2).unwrap();
    let features: Vec<&str> =
        FEATURES.iter().filter(|feature| feature.1).map(|feature| feature.0).collect();
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--examples", "--features", &features.join(",")])
        .args(match profile.file_name().unwrap().to_str().unwrap() {
            "debug" => vec![],
            "release" => vec!["--release"],
            other => vec!["--profile", other],
        })
        .arg("--target-dir")
        .arg(profile.parent().unwrap())
        .status()
        .unwrap();
    assert!(status.success(), "building the examples failed");
    profile.join("examples")
}
