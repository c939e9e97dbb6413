//! Runs the examples as `tests/examples/*.md` has it, one file per example by its name: commands in
//! `console` blocks with what they print and the exit code. `tests/examples/NAME.in` is the folder
//! in which they run.
//!
//! `TRYCMD=overwrite cargo test --test examples` writes what was printed into the files; look at
//! the difference then.

use std::path::{Path, PathBuf};
use std::process::Command;

use trycmd::TestCases;

/// The features that an example can need, and whether they are on.
const FEATURES: &[(&str, bool)] = &[
    ("detect", cfg!(feature = "detect")),
    ("selectors", cfg!(feature = "selectors")),
    ("serde", cfg!(feature = "serde")),
];

#[test]
fn examples_do_what_is_written() {
    let built = build_examples();
    let sessions = TestCases::new();
    for file in std::fs::read_dir("tests/examples").unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let name = file.file_stem().unwrap().to_str().unwrap();
        let source = Path::new("examples").join(name);
        assert!(source.is_dir() || source.with_extension("rs").is_file(), "{name} is no example");
        let program = built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        // One that needs a feature that is off was not built.
        if program.is_file() {
            sessions.register_bin(name, program.as_path());
            sessions.case(&file);
        }
    }
}

/// Every example is run.
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

/// Builds the examples as this test was built, and gives their folder. `cargo test` has built them
/// already, so that nothing is left to do; `cargo test --test examples` has not.
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
    assert!(status.success(), "the examples can be built");
    profile.join("examples")
}
