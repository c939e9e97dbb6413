//! The rules of a parse that its caller drives, one by one. Most are scripts of calls in
//! `tests/data/scripts`; the others need more than calls and their results.
//!
//! - `scripts.rs`: runs these scripts
//! - `writes.rs`: text that scripts write, and its place
//! - `nesting.rs`: scripts in written text, and which scripts run
//! - `growing.rs`: the document between two steps
//! - `odd_edits.rs`: edits of it that no script engine makes
//! - `script_created.rs`: parsers that `document.open` makes
//! - `encodings.rs`: declarations of an encoding, and their answers
//! - `any_calls.rs`: any calls in any order
//! - `direct.rs`: text that is parsed without waiting in between
//! - `speculation.rs`: the fetches of a document
//! - `ends.rs`: the start and the end of a parse, and aborting it

mod any_calls;
mod direct;
mod encodings;
mod ends;
mod growing;
mod nesting;
mod odd_edits;
mod script_created;
mod scripts;
mod speculation;
mod writes;

use consomme::driver::{DocumentBuilder, Driver, PausedScript, Step};
use consomme::{Hints, NodeId, ParseOptions};

type Documents = Driver<DocumentBuilder>;

fn options() -> ParseOptions {
    ParseOptions::new().scripting(true)
}

/// A driver that was fed a whole document.
fn driver(text: &str) -> Documents {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.feed_str(text);
    driver.end();
    driver
}

/// A driver whose first script runs.
fn at_script(text: &str) -> Documents {
    let mut driver = driver(text);
    script(driver.step());
    driver
}

/// The script that the step is about.
#[track_caller]
fn script(step: Step<NodeId>) -> PausedScript<NodeId> {
    match step {
        Step::Script(script) => script,
        step => panic!("{step:?} is not a script"),
    }
}

/// Writes a text without scripts.
#[track_caller]
fn write(driver: &mut Documents, text: &str) {
    assert_eq!(driver.write(text), Ok(Step::NeedsInput), "{text:?}");
}

/// Writes a text with a script, which runs now.
#[track_caller]
fn write_script(driver: &mut Documents, text: &str) -> PausedScript<NodeId> {
    script(driver.write(text).unwrap())
}

/// The HTML of the body as it is now, without the script elements.
fn body(driver: &mut Documents) -> String {
    let document = driver.document();
    without_scripts(document.body().map(|body| body.inner_html()).unwrap_or_default())
}

/// The HTML of the body when the rest is parsed and no other script runs, without the script
/// elements.
#[track_caller]
fn finish(mut driver: Documents) -> String {
    driver.end();
    let mut step = driver.step();
    while driver.nesting_level() > 0 {
        step = driver.end_script();
    }
    assert_eq!(step, Step::Finished);
    let document = driver.finish_document();
    document.check_parsed().unwrap();
    without_scripts(document.body().map(|body| body.inner_html()).unwrap_or_default())
}

fn without_scripts(mut html: String) -> String {
    while let Some(start) = html.find("<script") {
        let end = html[start..].find("</script>").map_or(html.len(), |at| start + at + 9);
        html.replace_range(start..end, "");
    }
    html
}
