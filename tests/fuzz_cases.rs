//! The fuzz targets on the seeds, on what they have found, and on generated documents.
//!
//! Each file is a trial of its own. A file of `tests/finds/<target>` made that target fail once;
//! its name says what was wrong. The seeds are those of `fuzz/seeds`, which is not part of the
//! package.

use std::fs;
use std::path::Path;

use consomme_test::generator;
use consomme_test::targets::{self, Target};
use libtest_mimic::{Arguments, Failed, Trial};

/// How many generated documents each target checks, in trials of as many as one trial checks.
const DOCUMENTS: u64 = 1_000;
const DOCUMENTS_PER_TRIAL: u64 = 100;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for &target in targets::TARGETS {
        trials.extend(files(target, &root.join("tests/finds").join(target.0)));
        let seeds = files(target, &root.join("fuzz/seeds"));
        assert!(!seeds.is_empty(), "fuzz/seeds has no seeds");
        trials.extend(seeds);
        trials.extend((0..DOCUMENTS / DOCUMENTS_PER_TRIAL).map(|group| generated(target, group)));
    }
    assert!(root.join("tests/finds").is_dir(), "tests/finds is missing");
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A trial for each file of a folder; none if there is no such folder.
fn files(target: (&'static str, Target), folder: &Path) -> Vec<Trial> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let trial = |file: fs::DirEntry| {
        let case = format!("{} {}", target.0, file.file_name().to_string_lossy());
        Trial::test(case, move || {
            targets::run(target, &fs::read(file.path())?);
            Ok(())
        })
    };
    files.map(|file| trial(file.expect("a file of the folder"))).collect()
}

/// A trial that checks one group of generated documents.
fn generated(target: (&'static str, Target), group: u64) -> Trial {
    let seeds = group * DOCUMENTS_PER_TRIAL..(group + 1) * DOCUMENTS_PER_TRIAL;
    Trial::test(format!("{} generated {seeds:?}", target.0), move || {
        for seed in seeds {
            let check = || targets::run(target, &generator::generated(target.0, seed));
            if std::panic::catch_unwind(check).is_err() {
                return Err(Failed::from(format!("the document of seed {seed} fails")));
            }
        }
        Ok(())
    })
}
