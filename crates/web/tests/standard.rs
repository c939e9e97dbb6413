//! The cases of `tests/data`, written from the standard's text: one trial for each.

mod standard_cases;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.format.get_or_insert(libtest_mimic::FormatSetting::Terse);
    let trials: Vec<Trial> = standard_cases::all();
    libtest_mimic::run(&arguments, trials).exit();
}
