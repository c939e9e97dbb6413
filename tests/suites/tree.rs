//! Tree construction against the shared suites and this crate's own `.dat` files.
//!
//! Web Platform Tests run with the living standard, html5lib's of September 2024 with the snapshot.
//! Every case runs for scripting on and off unless it says which. It is parsed whole, whole with
//! errors collected, one code point at a time, and by a driver, whole and one code point at a time:
//! one tree, and but for the last way one list of errors with positions. The cases in `scripted/`
//! and `scripted_*` are parsed by a driver alone, with an engine that runs their scripts. The
//! suite's error counts are compared for information only, since the standard leaves the number of
//! tree construction errors open.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use consomme::driver::{DocumentBuilder, Driver};
use consomme::{Document, Hints, ParseOptions, Parser, Revision};
use consomme_test::script_engine;
use consomme_test::suite::{self, Run, Suites, TREES, revision_word};
use consomme_test::tree_case::TreeCase;
use consomme_test::tree_dump::{Doctype, dump};

/// Trials that passed so far, and how many of them had as many errors as the suite counts.
static PASSED: AtomicUsize = AtomicUsize::new(0);
static SAME_COUNT: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "tree-construction/");
    for (location, folder, revision) in TREES {
        for (name, path) in run.suite_files(&location, folder, &["dat"]) {
            let group = match name.split_once('/') {
                Some((part, _)) => format!("tree-construction/{part}"),
                None => "tree-construction".to_owned(),
            };
            let group = format!("{group} {}", revision_word(revision));
            add_file(&mut run, &group, &format!("tree-construction/{name}"), &path, revision);
        }
    }
    for (name, path) in suite::files(&suite::own_data(""), &["dat"]) {
        // Files in directories are for other tests.
        if !name.contains('/') {
            let file = format!("data/{name}");
            add_file(&mut run, &file, &file, &path, Revision::Living2026);
        }
    }
    suites.add("tree", run, || {
        let (passed, same) = (PASSED.load(Ordering::Relaxed), SAME_COUNT.load(Ordering::Relaxed));
        eprintln!(
            "for information: {same} of {passed} trees have as many errors as the suite counts"
        );
    });
}

/// Adds every case of a file: those with scripts are parsed by a driver alone.
fn add_file(run: &mut Run, group: &str, file: &str, path: &Path, revision: Revision) {
    let check = if file.contains("/scripted") { check_driven } else { check };
    run.add_trees(group, file, path, revision, check);
}

/// Returns the options for a case.
fn options(case: &TreeCase, revision: Revision, scripting: bool) -> ParseOptions {
    let options = ParseOptions::new().revision(revision).scripting(scripting);
    options.declarative_shadow_roots(case.shadow_roots)
}

/// Parses the case in every way and compares each with the expected tree.
fn check(case: &TreeCase, revision: Revision, scripting: bool) -> Result<(), String> {
    let options = &options(case, revision, scripting);
    let with_errors = options.clone().errors(true);
    let whole = parse_whole(case, options);
    compare(case, "whole", &whole)?;
    if whole.recorded_errors().is_some() {
        return Err("errors that nobody asked for".to_owned());
    }
    let collected = parse_whole(case, &with_errors);
    compare(case, "whole, with errors", &collected)?;
    let pieces = parse_in_pieces(case, &with_errors);
    compare(case, "one code point at a time", &pieces)?;
    let (expected, actual) = (errors(&collected), errors(&pieces));
    if expected != actual {
        return Err(format!(
            "input: {:?}\nerrors, fed whole:\n{expected}\nerrors, fed one code point at a time:\n{actual}",
            case.data
        ));
    }
    if whole.quirks_mode() != pieces.quirks_mode() {
        return Err(format!("input: {:?}\nquirks mode depends on the pieces", case.data));
    }
    let driven = parse_driven(case, &with_errors)?;
    for (way, document) in &driven {
        compare(case, way, document)?;
    }
    // Each step of a driver ends a run of text, and with it an error about that run.
    let actual = errors(&driven[0].1);
    if expected != actual {
        return Err(format!(
            "input: {:?}\nerrors, fed whole:\n{expected}\nerrors, by a driver:\n{actual}",
            case.data
        ));
    }
    PASSED.fetch_add(1, Ordering::Relaxed);
    let same_count = collected.errors().len() == case.errors;
    SAME_COUNT.fetch_add(usize::from(same_count), Ordering::Relaxed);
    Ok(())
}

/// Parses a case whose scripts run, and compares each way with the expected tree.
fn check_driven(case: &TreeCase, revision: Revision, scripting: bool) -> Result<(), String> {
    for (way, document) in parse_driven(case, &options(case, revision, scripting))? {
        compare(case, way, &document)?;
    }
    PASSED.fetch_add(1, Ordering::Relaxed);
    SAME_COUNT.fetch_add(usize::from(case.errors == 0), Ordering::Relaxed);
    Ok(())
}

/// Parses the case by a driver, whole and one code point at a time. The scripts run that the
/// [engine](script_engine) knows.
fn parse_driven(
    case: &TreeCase,
    options: &ParseOptions,
) -> Result<[(&'static str, Document); 2], String> {
    let driver = || match &case.context {
        Some(element) => Driver::for_fragment(options, element.context()),
        None => Driver::new(options, &Hints::new()),
    };
    let failed = |message| format!("input: {:?}\n{message}", case.data);

    let mut whole = driver();
    whole.feed_str(&case.data);
    whole.end();
    script_engine::run(&mut whole, |driver| driver.end()).map_err(failed)?;

    let mut cut = driver();
    let mut pieces = case.data.split_inclusive(|_| true);
    let feed = |driver: &mut Driver<DocumentBuilder>| match pieces.next() {
        Some(piece) => driver.feed_str(piece),
        None => driver.end(),
    };
    script_engine::run(&mut cut, feed).map_err(failed)?;

    Ok([
        ("whole, by a driver", whole.finish_document()),
        ("one code point at a time, by a driver", cut.finish_document()),
    ])
}

fn parse_whole(case: &TreeCase, options: &ParseOptions) -> Document {
    match &case.context {
        Some(element) => options.parse_fragment(element.context(), case.data.as_str()),
        None => options.parse_str(case.data.as_str()),
    }
}

fn parse_in_pieces(case: &TreeCase, options: &ParseOptions) -> Document {
    let mut parser: Parser = match &case.context {
        Some(element) => Parser::for_fragment(options, element.context()),
        None => Parser::new(options, &Hints::new()),
    };
    for piece in case.data.split_inclusive(|_| true) {
        parser.feed_str(piece);
    }
    parser.finish()
}

/// Compares a tree with the expected dump, once it is sound.
fn compare(case: &TreeCase, way: &str, document: &Document) -> Result<(), String> {
    document
        .check_parsed()
        .map_err(|error| format!("fed {way}\ninput: {:?}\n{error}", case.data))?;
    let actual = dump(document.root(), Doctype::Full);
    if actual == case.document {
        return Ok(());
    }
    Err(format!(
        "fed {way}\ninput: {:?}\nexpected:\n{}\nactual:\n{actual}",
        case.data, case.document
    ))
}

/// Errors with their positions, one a line.
fn errors(document: &Document) -> String {
    let rows = document.errors().iter().map(|error| {
        let position = document.line_column(error.offset());
        let (line, column) = (position.line, position.column);
        format!("{} at {:?}, {line}:{column}", error.code().as_str(), error.span())
    });
    rows.collect::<Vec<_>>().join("\n")
}
