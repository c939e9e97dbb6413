//! The fuzz targets on the seeds and on what they have found, each file a test of its own.
//!
//! A file of `tests/finds/<target>` made that target fail once; its name says what was wrong. The
//! seeds are those of `fuzz/seeds`, which is not part of the package.

mod targets;

use std::fs;
use std::path::Path;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for &(name, target) in targets::TARGETS {
        for folder in [root.join("fuzz/seeds"), root.join("tests/finds").join(name)] {
            let Ok(files) = fs::read_dir(&folder) else { continue };
            for file in files.flatten() {
                let case = format!("{name} {}", file.file_name().to_string_lossy());
                trials.push(Trial::test(case, move || {
                    target(&fs::read(file.path())?);
                    Ok(())
                }));
            }
        }
    }
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
