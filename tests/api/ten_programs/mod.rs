//! Ten programs as a new user writes them, each with its length and that of the same program in
//! other libraries.

mod crawler;
mod linter;
mod mail_cleaner;
mod own_trees;
mod readability;
mod selectors;
mod stream;
mod tables;
mod templates;
mod threads;

use std::fs;
use std::path::Path;

/// A program and its length in lines of code, without blank lines and comments.
struct Program {
    name: &'static str,
    /// The length of the program here, before its test.
    lines: usize,
    /// The estimated length with scraper, and with html5ever where a tree does not help. `None` if
    /// it cannot be done.
    scraper: Option<usize>,
    /// The estimated length with jsoup. `None` if it cannot be done or was not estimated.
    jsoup: Option<usize>,
}

const fn program(
    name: &'static str,
    lines: usize,
    scraper: Option<usize>,
    jsoup: Option<usize>,
) -> Program {
    Program { name, lines, scraper, jsoup }
}

#[rustfmt::skip]
const PROGRAMS: [Program; 10] = [
    // scraper decodes no bytes and has no rendered text.
    program("crawler",      16, Some(70), Some(25)),
    program("mail_cleaner", 16, Some(75), Some(18)),
    program("tables",       34, Some(48), Some(40)),
    program("linter",       42, None,     Some(60)),
    program("templates",    15, Some(45), Some(15)),
    program("readability",  27, Some(50), Some(45)),
    // html5ever. lol_html takes 25 lines.
    program("stream",       23, Some(35), Some(30)),
    // html5ever. Each of the fifteen methods of a `TreeSink` takes three lines or more, also for
    // nodes that a tree has no use for.
    program("own_trees",   106, Some(80), None),
    program("threads",      26, None,     Some(30)),
    program("selectors",    15, Some(29), None),
];

#[test]
fn the_lengths_of_the_programs_are_those_of_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api/ten_programs");
    for program in PROGRAMS {
        let text = fs::read_to_string(folder.join(program.name).with_extension("rs")).unwrap();
        let code = text.lines().map(str::trim).take_while(|line| *line != "#[test]");
        let lines = code.filter(|line| !line.is_empty() && !line.starts_with("//")).count();
        assert_eq!(lines, program.lines, "{}", program.name);
    }
}

#[test]
fn the_programs_are_no_longer_than_with_jsoup_and_nearly_all_shorter_than_with_scraper() {
    let is_longer =
        |other: Option<usize>, program: &Program| other.is_some_and(|n| program.lines > n);
    let longer = PROGRAMS.iter().filter(|program| is_longer(program.jsoup, program));
    assert_eq!(longer.count(), 0);
    assert_eq!(PROGRAMS.iter().filter(|program| program.jsoup.is_some()).count(), 8);
    let longer = PROGRAMS.iter().filter(|program| is_longer(program.scraper, program));
    assert!(longer.map(|program| program.name).eq(["own_trees"]));
}
