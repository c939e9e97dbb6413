//! The start and the end of a parse, and aborting it.

use consomme::driver::{Driver, Step};
use consomme::{Hints, Limits, QuirksMode};

use super::{body, driver, options, script};

#[test]
fn a_parse_that_is_not_finished_is_aborted() {
    let page = "<!DOCTYPE html><table>a<tr><td><b>b<select><option>c<svg><title>d<!--e--><p>&amp;f";
    for end in 0..=page.len() {
        let mut driver = Driver::new(&options(), &Hints::new());
        driver.feed_str(&page[..end]);
        driver.step();
        let document = driver.finish_document();
        document.check_parsed().unwrap_or_else(|error| panic!("{:?}: {error}", &page[..end]));
    }
}

#[test]
fn a_parse_that_becomes_strict_ends_at_an_error_that_is_there() {
    let mut driver = Driver::new(&options().errors(true), &Hints::new());
    driver.feed_str("<p>a</b>");
    assert_eq!(driver.step(), Step::NeedsInput);
    driver.abort_at_first_error();
    driver.feed_str("c");
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(body(&mut driver), "<p>a</p>");
}

#[test]
fn a_strict_parse_that_reaches_a_limit_ends_the_scripts_that_run() {
    let limits = Limits::default().nodes(Some(10));
    let mut driver = Driver::new(&options().limits(limits), &Hints::new());
    driver.abort_at_first_error();
    driver.feed_str("<!DOCTYPE html><p>a<script></script>b");
    script(driver.step());
    assert_eq!(driver.write(&"<i></i>".repeat(20)), Ok(Step::Finished));
    assert_eq!((driver.nesting_level(), driver.step()), (0, Step::Finished));
}

/// <https://dom.spec.whatwg.org/#parser-cannot-change-the-mode>
#[test]
fn the_mode_of_a_document_can_be_fixed() {
    for mode in [QuirksMode::NoQuirks, QuirksMode::LimitedQuirks, QuirksMode::Quirks] {
        for page in ["<p>a<table>", "<!DOCTYPE html><p>a<table>"] {
            let mut driver = driver(page);
            driver.fix_quirks_mode(mode);
            assert_eq!(driver.step(), Step::Finished);
            let document = driver.finish_document();
            assert_eq!(document.quirks_mode(), mode);
            let is_inside = document.body().unwrap().inner_html().ends_with("</table></p>");
            assert_eq!(is_inside, mode == QuirksMode::Quirks, "{page} in {mode:?}");
        }
    }
}

#[test]
fn a_limit_ends_a_parse_and_the_scripts_that_run() {
    let limits = Limits::default().nodes(Some(10));
    let mut driver = Driver::new(&options().limits(limits), &Hints::new());
    driver.feed_str("<p>a<script></script>b");
    script(driver.step());
    assert_eq!(driver.write(&"<i>".repeat(20)), Ok(Step::Finished));
    assert!(driver.limits_hit().nodes);
    assert_eq!(driver.nesting_level(), 0);
    assert!(driver.write("x").is_err());
    assert_eq!(driver.end_script(), Step::Finished);
    let document = driver.finish_document();
    document.check_parsed().unwrap();
    assert!(document.limits_hit().nodes);
}

#[test]
fn written_text_counts_as_input() {
    let limits = Limits::default().input_bytes(Some(40));
    let mut driver = Driver::new(&options().limits(limits), &Hints::new());
    driver.feed_str("<p>a<script></script>c");
    script(driver.step());
    for _ in 0..10 {
        let _ = driver.write("bbbbb");
    }
    driver.end_script();
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    let document = driver.finish_document();
    document.check_parsed().unwrap();
    assert!(document.limits_hit().input_bytes);
    assert!(document.source().len() <= 40, "{:?}", document.source());
}

/// The parser looks up its pointers among the open elements, of which none are left.
#[test]
fn a_finished_parse_whose_form_is_open_fetches_nothing_more() {
    let mut driver = Driver::for_fragment(&options(), "div");
    driver.parse_str("<form><p>a");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(driver.speculate().count(), 0);
}
