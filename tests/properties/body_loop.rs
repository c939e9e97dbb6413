//! The body loop changes nothing: on the cases of the tree construction suites, on the pages, and
//! on soups. The fuzz target `body_loop` has the seeds, the generated documents and the pieces.

use std::fs;
use std::path::{Path, PathBuf};

use consomme::ParseOptions;
use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::suite::{Location, PAGES, WPT, files, in_ci, own_data};
use consomme_test::targets::body_loop::check_text;
use consomme_test::tree_case;
use proptest::prelude::*;

/// Returns a folder of the shared data; `None` if it is not there, which fails in CI.
fn shared(location: &Location, part: &str) -> Option<PathBuf> {
    match location.find(part) {
        Ok(folder) => Some(folder),
        Err(message) if in_ci() => panic!("{message}"),
        Err(_) => None,
    }
}

fn check_cases(folder: &Path) {
    for (name, path) in files(folder, &["dat"]) {
        let cases = tree_case::read(&fs::read(path).unwrap());
        for case in cases.unwrap_or_else(|error| panic!("{name}: {error}")) {
            let options = ParseOptions::new()
                .scripting(case.scripting.unwrap_or_default())
                .declarative_shadow_roots(case.shadow_roots);
            check_text(&case.data, &options);
        }
    }
}

#[test]
fn the_cases_of_the_suites_are_the_same_without_the_body_loop() {
    check_cases(&own_data(""));
    if let Some(folder) = shared(&WPT, "html-syntax-parsing") {
        check_cases(&folder);
    }
}

#[test]
fn pages_are_the_same_without_the_body_loop_with_either_newline() {
    let Some(folder) = shared(&PAGES, "") else { return };
    for (_, path) in files(&folder, &["html"]) {
        let page = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        check_text(&page, &ParseOptions::new());
        check_text(&page.replace('\n', "\r\n"), &ParseOptions::new());
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn soups_are_the_same_without_the_body_loop(text in soup()) {
        check_text(&text, &ParseOptions::new());
    }
}
