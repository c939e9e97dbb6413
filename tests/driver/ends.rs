//! The start and the end of a parse, and aborting it.

use consomme::driver::{Driver, Step};
use consomme::{Hints, Limits, ParseOptions, QuirksMode};

use super::{at_script, body, driver, finish, options, script, write};

#[test]
fn a_parse_is_finished_once_its_input_is_closed() {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.feed_str("a");
    assert_eq!(driver.step(), Step::NeedsInput);
    assert_eq!(driver.step(), Step::NeedsInput);
    assert!(!driver.is_finished());
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    assert!(driver.is_finished() && !driver.is_aborted());
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(finish(driver), "a");
}

#[test]
fn what_is_fed_after_the_end_is_ignored() {
    let mut driver = driver("a");
    driver.feed_str("b");
    assert_eq!(driver.step(), Step::Finished);
    driver.feed_str("c");
    driver.feed(b"d");
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(finish(driver), "a");
}

#[test]
fn an_empty_input_makes_an_empty_document() {
    let mut driver = driver("");
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(driver.finish_document().inner_html(), "<html><head></head><body></body></html>");
}

#[test]
fn a_byte_order_mark_at_the_start_of_a_text_is_dropped() {
    let mut driver = driver("\u{FEFF}\u{FEFF}a<script></script>");
    script(driver.step());
    write(&mut driver, "\u{FEFF}");
    assert_eq!(finish(driver), "\u{FEFF}a\u{FEFF}");
}

/// <https://html.spec.whatwg.org/#abort-a-parser>
#[test]
fn an_aborted_parse_keeps_the_tree_so_far() {
    let mut driver = at_script("<p>a<b>b<script></script>c");
    driver.abort();
    assert!(driver.is_finished() && driver.is_aborted());
    assert_eq!(driver.open_elements().count(), 0);
    assert_eq!(driver.nesting_level(), 0);
    assert_eq!(driver.unparsed().count(), 0);
    assert_eq!(finish(driver), "<p>a<b>b</b></p>");
}

/// "Pop all the nodes off the stack of open elements", and nothing else: the markers of a template
/// that is open stay, which the end of the input removes.
///
/// <https://html.spec.whatwg.org/#abort-a-parser>
#[test]
fn an_aborted_parse_keeps_the_markers_of_an_open_template() {
    let page = "<p><?start name='m'>a<?end></p><template for=m>b";
    let mut aborted = Driver::new(&options(), &Hints::new());
    aborted.feed_str(page);
    assert_eq!(aborted.step(), Step::NeedsInput);
    let before = body(&mut aborted);
    assert!(before.contains("<?start") && before.contains(">b<?end"), "{before}");
    aborted.abort();
    assert_eq!(body(&mut aborted), before);
    assert_eq!(finish(driver(page)), "<p>b</p>");
}

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
fn an_abort_while_the_tokenizer_waits_for_more_of_several_writes_drops_them() {
    for pieces in [&["&a", "m"][..], &["<!", "-"], &["<!DOC", "TY", "P"], &["\r\n&a", "m"]] {
        let mut driver = at_script("a<script></script>\r\nb");
        for piece in pieces {
            write(&mut driver, piece);
        }
        driver.abort();
        driver.finish_document().check_parsed().unwrap();
    }
}

#[test]
fn a_parse_that_never_started_can_be_finished() {
    let document = Driver::new(&options(), &Hints::new()).finish_document();
    document.check_parsed().unwrap();
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.feed_str("<p>a");
    driver.abort();
    driver.abort();
    assert_eq!(driver.step(), Step::Finished);
    driver.finish_document().check_parsed().unwrap();
}

/// "Stop parsing at the first parse error", as the standard allows.
///
/// <https://html.spec.whatwg.org/#parse-errors>
#[test]
fn a_strict_parse_ends_at_the_first_error() {
    let mut strict = driver("<!DOCTYPE html><p>a</b>b<p>c");
    strict.abort_at_first_error();
    assert_eq!(strict.step(), Step::Finished);
    assert!(strict.is_aborted());
    assert_eq!(strict.errors().len(), 1);
    assert_eq!(body(&mut strict), "<p>a</p>");

    let mut right = driver("<!DOCTYPE html><title>x</title><p>a<p>b</p>");
    right.abort_at_first_error();
    assert_eq!(right.step(), Step::Finished);
    assert!(!right.is_aborted());
    assert_eq!(finish(right), "<p>a</p><p>b</p>");
}

/// The end of the input is an input of its own: the error of the last tag, text or comment aborts
/// before it, and its own errors abort as well.
#[test]
fn a_strict_parse_ends_at_an_error_at_the_end_of_the_input() {
    let rows = [
        ("<!DOCTYPE html><a b b>", "duplicate-attribute", "<a b=\"\"></a>"),
        ("x", "missing-doctype", "x"),
        ("<!DOCTYPE html>x&#0;y", "null-character-reference", "x\u{FFFD}y"),
        ("<!DOCTYPE html><p>a</b>", "unexpected-end-tag", "<p>a</p>"),
        ("<!DOCTYPE html><p>a<b>", "unclosed-element-at-eof", "<p>a<b></b></p>"),
        ("<!DOCTYPE html><p>a<b c c", "duplicate-attribute", "<p>a</p>"),
        ("<!DOCTYPE html><p>a<!--b", "eof-in-comment", "<p>a<!--b--></p>"),
        ("<a b b>", "missing-doctype", "<a b=\"\"></a>"),
        ("<!DOCTYPE html><table>a\u{1}<td>", "foster-parented-content", "<table></table>"),
    ];
    for (page, code, html) in rows {
        let mut strict = driver(page);
        strict.abort_at_first_error();
        assert_eq!(strict.step(), Step::Finished, "{page}");
        assert!(strict.is_finished() && strict.is_aborted(), "{page}");
        assert_eq!(strict.open_elements().count(), 0, "{page}");
        let document = strict.finish_document();
        document.check_parsed().unwrap();
        let codes: Vec<_> = document.errors().iter().map(|error| error.code().as_str()).collect();
        assert_eq!(codes, [code], "{page}");
        assert_eq!(document.body().map(|body| body.inner_html()).as_deref(), Some(html), "{page}");
    }
}

/// Where the tag is cut makes no difference: the tree builder may find an error before the one that
/// the tokenizer has found.
#[test]
fn a_strict_parse_waits_for_the_end_of_the_tag_with_the_error() {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.abort_at_first_error();
    driver.feed_str("<a b b c=\"");
    assert_eq!(driver.step(), Step::NeedsInput);
    driver.feed_str("\">d");
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(driver.errors()[0].code().as_str(), "missing-doctype");
    assert_eq!(body(&mut driver), "<a b=\"\" c=\"\"></a>");
}

#[test]
fn a_strict_parse_that_starts_again_stays_strict() {
    let filler = "x".repeat(1100);
    let page =
        format!("<!DOCTYPE html><!--{filler}--><title>\u{e1}</title><meta charset=koi8-r></b>c");
    let bytes: Vec<u8> = page.chars().map(|c| c as u8).collect();
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.abort_at_first_error();
    driver.feed(&bytes);
    driver.end();
    assert!(matches!(driver.step(), Step::EncodingDeclared(_)));
    driver.restart_document();
    assert_eq!(driver.step(), Step::Finished);
    assert!(driver.is_aborted());
    assert_eq!(driver.finish_document().errors()[0].code().as_str(), "unexpected-end-tag");
}

#[test]
fn a_strict_parse_ends_at_an_error_in_a_write() {
    let mut driver = driver("<!DOCTYPE html><script></script>c");
    driver.abort_at_first_error();
    script(driver.step());
    write(&mut driver, "<p>a");
    assert_eq!(driver.write("</b>b"), Ok(Step::Finished));
    assert!(driver.is_aborted());
    assert!(driver.write("c").is_err());
    assert_eq!(body(&mut driver), "<p>a</p>");
}

/// Text is parsed when the step ends, and so are its errors.
#[test]
fn a_strict_parse_ends_at_an_error_about_text() {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.abort_at_first_error();
    driver.feed_str("a");
    assert_eq!(driver.step(), Step::Finished);
    assert!(driver.is_aborted());
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

/// <https://html.spec.whatwg.org/#read-text>
#[test]
fn plain_text_is_the_text_of_a_pre() {
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    driver.start_plain_text();
    for piece in ["\n<p>&amp;", "</pre>", "<script>\r", "\nx"] {
        driver.feed_str(piece);
        assert_eq!(driver.step(), Step::NeedsInput);
    }
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    let document = driver.finish_document();
    document.check_parsed().unwrap();
    let pre = document.body().unwrap().first_element_child().unwrap();
    assert_eq!((pre.name(), pre.text_content().as_str()), ("pre", "\n<p>&amp;</pre><script>\nx"));
}

#[test]
fn plain_text_starts_only_at_the_start_of_a_document() {
    for page in ["<p>a<script></script>b", "<p a='&amp;"] {
        let mut driver = driver(page);
        driver.step();
        driver.start_plain_text();
        driver.end_script();
        assert!(!finish(driver).contains("<pre>"));
    }
    let mut aborted = driver("a");
    aborted.abort();
    aborted.start_plain_text();
    assert_eq!(aborted.finish_document().root().children().count(), 0);

    let mut fragment = Driver::for_fragment(&options(), "textarea");
    fragment.start_plain_text();
    fragment.feed_str("<p>a");
    fragment.step();
    assert_eq!(fragment.finish_document().inner_html(), "&lt;p&gt;a");

    let mut twice = driver("<p>a");
    twice.start_plain_text();
    twice.start_plain_text();
    assert_eq!(finish(twice), "<pre>&lt;p&gt;a</pre>");
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
