//! Runs the commands in `tests/examples/NAME.md`, one file per example, and compares their output
//! and their exit codes. `tests/examples/NAME.in` is the folder in which they run.
//!
//! `TRYCMD=overwrite cargo test --test examples` writes the actual output into the files. Check the
//! difference before you commit it.

use std::path::{Path, PathBuf};
use std::process::Command;

use trycmd::TestCases;

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
        sessions.register_bin(name, program.as_path());
        sessions.case(&file);
    }
}

#[test]
fn every_example_has_a_session() {
    for entry in std::fs::read_dir("examples").unwrap().map(|entry| entry.unwrap()) {
        let path = entry.path();
        if path.join("main.rs").is_file() || path.extension().is_some_and(|e| e == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(
                Path::new("tests/examples").join(format!("{name}.md")).is_file(),
                "{name} has no session"
            );
        }
    }
}

/// Returns the paths of the programs.
fn examples() -> Vec<PathBuf> {
    let built = build_examples();
    let names = std::fs::read_dir("tests/examples").unwrap().map(|entry| entry.unwrap().path());
    names
        .filter(|file| file.extension().is_some_and(|extension| extension == "md"))
        .map(|file| {
            let name = file.file_stem().unwrap().to_str().unwrap();
            built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
        })
        .collect()
}

#[test]
fn every_example_prints_its_usage() {
    for program in examples() {
        let output = Command::new(&program).arg("--help").output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && printed.contains("sage"), "{program:?}: {output:?}");
    }
}

/// The exit code of a panic is 101.
#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_no_panic() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let missing = OsStr::from_bytes(b"missing \xFF.html");
    for program in examples() {
        for before in [&[][..], &["https://example.com/"], &["p"]] {
            let output = Command::new(&program).args(before).arg(missing).output().unwrap();
            let is_failure = matches!(output.status.code(), Some(1 | 2));
            let is_one_argument_enough = before.is_empty() || !output.status.success();
            let is_fragment = program.ends_with("fragment");
            assert!(
                is_failure && is_one_argument_enough || is_fragment && !before.is_empty(),
                "{program:?} {before:?}: {output:?}"
            );
        }
    }
}

/// `example … | head` ends when `head` does.
#[test]
fn a_closed_pipe_is_no_failure() {
    use std::io::Write;
    use std::process::Stdio;

    let html = "<a href=/x title=x>Broth</a><p>".repeat(3_000);
    for program in examples() {
        let arguments: &[&str] = match program.file_stem().unwrap().to_str().unwrap() {
            "extract_links" | "links" | "metadata" => &["https://example.com/", "-"],
            "select" | "stream" => &["a", "-"],
            "xpath" => &["//a", "-"],
            "patch" => &["a", "title=y", "-"],
            "fragment" => &[&html],
            "proxy" => &["--demo"],
            // They read no standard input.
            "crawl_archive" | "extract_folder" => continue,
            _ => &["-"],
        };
        let mut child = Command::new(&program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        // An example that reads no standard input may have closed it.
        let _ = child.stdin.take().unwrap().write_all(html.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert!(
            matches!(output.status.code(), Some(0 | 1)) && output.stderr.is_empty(),
            "{program:?}: {output:?}"
        );
    }
}

/// Builds the examples, with all their features and with the profile of this test, and returns
/// their folder. `CONSOMME_EXAMPLES` names a folder that has all of them already.
fn build_examples() -> PathBuf {
    if let Some(folder) = std::env::var_os("CONSOMME_EXAMPLES") {
        return folder.into();
    }
    // target/PROFILE/deps/this
    let this = std::env::current_exe().unwrap();
    let profile = this.ancestors().nth(2).unwrap();
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args("build --quiet --package consomme-examples --examples --all-features".split(' '))
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
