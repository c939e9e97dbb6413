//! Parsers that `document.open` makes: the insertion point is the end of the input while no script
//! runs.
//!
//! <https://html.spec.whatwg.org/#document-open-steps>

use consomme::ParseOptions;
use consomme::driver::{Driver, Step, WriteError};

use super::{Documents, body, finish, options, script, write, write_script};

fn opened() -> Documents {
    Driver::script_created(&options())
}

#[test]
fn text_is_parsed_by_the_call_that_writes_it() {
    let mut driver = opened();
    write(&mut driver, "<p>a");
    assert_eq!(body(&mut driver), "<p>a</p>");
    write(&mut driver, "<b tit");
    write(&mut driver, "le=x>b");
    assert_eq!(body(&mut driver), "<p>a<b title=\"x\">b</b></p>");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(driver.write("c"), Err(WriteError::Finished));
    assert_eq!(finish(driver), "<p>a<b title=\"x\">b</b></p>");
}

/// All cuts of a page that writes text and scripts make the same tree as the page in one call.
#[test]
fn where_the_text_is_cut_makes_no_difference() {
    let page =
        "<!DOCTYPE html><title>a&amp;b</title>\r\n<table>x<tr><td>é<script>1</script>c</table>\r";
    let parse = |pieces: &[&str]| {
        let mut driver = opened();
        for piece in pieces {
            let mut step = driver.write(piece).unwrap();
            while let Step::Script(_) = step {
                assert_eq!(driver.write("<i>w"), Ok(Step::NeedsInput));
                step = driver.end_script();
            }
        }
        driver.end();
        assert_eq!(driver.step(), Step::Finished);
        let document = driver.finish_document();
        document.check_parsed().unwrap();
        document.inner_html()
    };
    let whole = parse(&[page]);
    assert!(whole.contains("<i>w"), "{whole}");
    for (at, _) in page.char_indices() {
        assert_eq!(parse(&[&page[..at], &page[at..]]), whole, "{at}");
    }
}

#[test]
fn a_script_writes_before_the_text_that_comes_after_it() {
    let mut driver = opened();
    let first = write_script(&mut driver, "a<script></script>d");
    assert_eq!(first.nesting_level, 1);
    let inner = write_script(&mut driver, "<script></script>c");
    assert_eq!(inner.nesting_level, 2);
    write(&mut driver, "b");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "abc");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "abcd");
    write(&mut driver, "e");
    assert_eq!(finish(driver), "abcde");
}

/// The explicit "EOF" character is after the insertion point: what is written while a script blocks
/// the parser still comes before it.
#[test]
fn a_write_after_the_end_comes_before_it_while_a_script_blocks() {
    let mut driver = opened();
    write_script(&mut driver, "a<script src=x></script>c");
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    driver.end();
    assert_eq!(driver.step(), Step::Blocked);
    assert_eq!(driver.write("d"), Ok(Step::Blocked));
    script(driver.unblock());
    write(&mut driver, "b");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "abcd");
}

/// The text does not come from a decoder, which would drop it.
#[test]
fn a_byte_order_mark_is_a_character() {
    let mut driver = opened();
    write(&mut driver, "\u{FEFF}a");
    assert_eq!(finish(driver), "\u{FEFF}a");
}

#[test]
fn writes_that_would_replace_other_documents_are_none_here() {
    let mut driver = opened();
    driver.ignore_destructive_writes(true);
    write(&mut driver, "a");
    let mut aborted = opened();
    aborted.abort();
    assert_eq!(aborted.write("a"), Err(WriteError::Aborted));
    assert_eq!(finish(driver), "a");
}

#[test]
fn other_parsers_have_no_insertion_point_while_no_script_runs() {
    let mut driver = Driver::new(&ParseOptions::new(), &consomme::Hints::new());
    assert_eq!(driver.write("a"), Err(WriteError::NoInsertionPoint));
}
