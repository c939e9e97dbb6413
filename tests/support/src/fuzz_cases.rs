//! The fuzz targets on the seeds, on their finds, and on generated documents.
//!
//! Each file is a trial of its own. A file of `tests/finds/<target>` made that target fail once;
//! its name says the error. The seeds are in `fuzz/seeds`.

use std::fs;
use std::path::Path;

use libtest_mimic::Failed;

use crate::generator;
use crate::suite::{Suites, repository};
use crate::targets::{self, Target};

/// How many generated documents each target checks, in trials of as many as one trial checks.
const DOCUMENTS: u64 = 1_000;
const DOCUMENTS_PER_TRIAL: u64 = 100;

/// Adds the trials of targets.
///
/// # Panics
///
/// If there are no seeds.
pub fn add(suites: &mut Suites, targets: impl IntoIterator<Item = (&'static str, Target)>) {
    let finds = repository().join("tests/finds");
    assert!(finds.is_dir(), "tests/finds is missing");
    for target in targets {
        add_files(suites, target, &finds.join(target.0));
        let seeds = add_files(suites, target, &repository().join("fuzz/seeds"));
        assert!(seeds > 0, "fuzz/seeds has no seeds");
        for group in 0..DOCUMENTS / DOCUMENTS_PER_TRIAL {
            add_generated(suites, target, group);
        }
    }
}

/// Adds a trial for each file of a folder, by name, and returns their number. There may be no such
/// folder.
fn add_files(suites: &mut Suites, target: (&'static str, Target), folder: &Path) -> usize {
    let files = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = files.map(|file| file.expect("a file of the folder").path()).collect();
    paths.sort();
    let number = paths.len();
    for path in paths {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        suites.add_trial(format!("fuzz_cases {} {name}", target.0), move || {
            targets::run(target, &fs::read(path)?);
            Ok(())
        });
    }
    number
}

/// Adds a trial that checks one group of generated documents.
fn add_generated(suites: &mut Suites, target: (&'static str, Target), group: u64) {
    let seeds = group * DOCUMENTS_PER_TRIAL..(group + 1) * DOCUMENTS_PER_TRIAL;
    suites.add_trial(format!("fuzz_cases {} generated {seeds:?}", target.0), move || {
        for seed in seeds {
            let check = || targets::run(target, &generator::generated(target.0, seed));
            if std::panic::catch_unwind(check).is_err() {
                return Err(Failed::from(format!("the document of seed {seed} fails")));
            }
        }
        Ok(())
    });
}
