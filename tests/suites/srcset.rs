//! The `srcset` attribute against the rows of Web Platform Tests: the image that a window of
//! density 1 takes.

use std::path::Path;

use consomme::urls::ImageCandidate;
use consomme_test::suite::{Case, Run, Suites, WPT};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "srcset/");
    for (name, path) in run.suite_files(&WPT, "srcset", &["json"]) {
        add_file(&mut run, &format!("srcset/{name}"), &path);
    }
    suites.add("srcset", run, || ());
}

fn add_file(run: &mut Run, file: &str, path: &Path) {
    let rows = run.read_json(file, path);
    for (index, row) in rows.as_array().into_iter().flatten().enumerate() {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let (srcset, expected) = (text("srcset"), text("expected"));
        let place = Case { file, line: index + 2, input: &srcset, variants: &[] };
        let srcset = srcset.clone();
        run.add(file, &place, move || check(&srcset, &expected));
    }
}

/// In each row the first candidate is the one that is taken.
fn check(srcset: &str, expected: &str) -> Result<(), String> {
    let actual = ImageCandidate::parse_srcset(srcset).next().map_or("", |candidate| candidate.url);
    if actual == expected {
        return Ok(());
    }
    Err(format!("{srcset:?}\nexpected: {expected:?}\nactual:   {actual:?}"))
}
