//! Scripts that the parser waits for.

use consomme::Hints;
use consomme::driver::{Driver, Step};

use super::{at_script, body, driver, finish, options, script, write, write_script};

/// <https://html.spec.whatwg.org/#pending-parsing-blocking-script>
#[test]
fn a_script_that_blocks_stops_the_parser_until_it_runs() {
    let mut driver = at_script("a<script src=x></script>c");
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.nesting_level(), 0);
    assert_eq!(driver.step(), Step::Blocked);
    assert_eq!(body(&mut driver), "a");
    driver.unblock();
    assert_eq!(driver.nesting_level(), 1);
    write(&mut driver, "b");
    assert_eq!(body(&mut driver), "ab");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "abc");
}

#[test]
fn what_is_fed_while_a_script_blocks_waits() {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.feed_str("a<script src=x></script>c");
    script(driver.step());
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    driver.feed_str("<p>d");
    driver.end();
    assert_eq!(driver.step(), Step::Blocked);
    assert_eq!(driver.unparsed().collect::<String>(), "c<p>d");
    assert_eq!(body(&mut driver), "a");
    driver.unblock();
    write(&mut driver, "b");
    assert_eq!(finish(driver), "abc<p>d</p>");
}

#[test]
fn there_is_no_insertion_point_while_a_script_blocks() {
    let mut driver = at_script("<script src=x></script>");
    driver.block();
    driver.end_script();
    assert!(driver.write("x").is_err());
}

/// "If there is no pending parsing-blocking script, have the HTML parser process string": otherwise
/// the text waits in the input stream.
///
/// <https://html.spec.whatwg.org/#document-write-steps>
#[test]
fn a_script_around_one_that_blocks_only_queues_what_it_writes() {
    let mut driver = at_script("<script></script>d");
    write_script(&mut driver, "<script src=x></script>b");
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.nesting_level(), 1);
    assert_eq!(driver.write("c"), Ok(Step::Blocked));
    assert_eq!(body(&mut driver), "");
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.unparsed().collect::<String>(), "bcd");
    // "Let the insertion point be just before the next input character."
    driver.unblock();
    write(&mut driver, "a");
    assert_eq!(body(&mut driver), "a");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "abcd");
}

#[test]
fn a_script_three_levels_deep_can_block() {
    let mut driver = at_script("<script></script>g");
    write_script(&mut driver, "<script></script>e");
    write_script(&mut driver, "<script src=x></script>c");
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.write("d"), Ok(Step::Blocked));
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.write("f"), Ok(Step::Blocked));
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.nesting_level(), 0);
    driver.unblock();
    write(&mut driver, "ab");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "abcdefg");
}

#[test]
fn a_script_that_was_pending_can_write_a_script_that_blocks() {
    let mut driver = at_script("<script src=x></script>e");
    driver.block();
    driver.end_script();
    driver.unblock();
    let inner = write_script(&mut driver, "a<script src=y></script>d");
    assert_eq!(inner.nesting_level, 2);
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.end_script(), Step::Blocked);
    driver.unblock();
    write(&mut driver, "b");
    write(&mut driver, "c");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "abcde");
}

#[test]
fn a_cr_of_a_script_that_was_pending_and_an_lf_of_the_stream_are_one_newline() {
    let mut driver = at_script("<script src=x></script>\nb");
    driver.block();
    driver.end_script();
    driver.unblock();
    write(&mut driver, "a\r");
    assert_eq!(finish(driver), "a\nb");
}

#[test]
fn a_parse_that_is_blocked_can_be_aborted() {
    let mut driver = at_script("<p>a<script src=x></script>b");
    driver.block();
    driver.end_script();
    driver.abort();
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(body(&mut driver), "<p>a</p>");
    let mut driver = driver_blocked();
    driver.end();
    assert_eq!(driver.finish_document().body().unwrap().text_content(), "a");
}

fn driver_blocked() -> super::Documents {
    let mut driver = driver("a<script src=x></script>b");
    script(driver.step());
    driver.block();
    driver.end_script();
    driver
}
