//! Text that scripts write, and its place.

use consomme::driver::{Driver, Step, WriteError};

use super::{at_script, body, driver, finish, options, script, write};

/// "Insert string into the input stream just before the insertion point", and "process string, one
/// code point at a time".
///
/// <https://html.spec.whatwg.org/#document-write-steps>
#[test]
fn a_write_is_parsed_before_it_returns() {
    let mut driver = at_script("<p>a<script></script>c");
    write(&mut driver, "<i>b</i>");
    assert_eq!(body(&mut driver), "<p>a<i>b</i></p>");
    write(&mut driver, "<b>");
    assert_eq!(body(&mut driver), "<p>a<i>b</i><b></b></p>");
    assert_eq!(finish(driver), "<p>a<i>b</i><b>c</b></p>");
}

#[test]
fn text_at_the_end_of_a_write_is_in_the_tree() {
    let mut driver = at_script("a<script></script>d");
    write(&mut driver, "b");
    assert_eq!(body(&mut driver), "ab");
    write(&mut driver, "c");
    assert_eq!(body(&mut driver), "abc");
    assert_eq!(driver.document().body().unwrap().children().count(), 3);
    assert_eq!(finish(driver), "abcd");
}

#[test]
fn a_tag_that_a_write_leaves_open_is_continued_by_the_next_write_and_by_the_stream() {
    let mut driver = at_script("<script></script>oup'>Broth");
    write(&mut driver, "<p tit");
    write(&mut driver, "le='s");
    assert_eq!(body(&mut driver), "");
    assert_eq!(finish(driver), "<p title=\"soup\">Broth</p>");
}

#[test]
fn a_reference_that_a_write_leaves_open_is_continued_by_the_stream() {
    for (written, stream, text) in [
        ("&", "amp;x", "&x"),
        ("&am", "p;x", "&x"),
        ("&amp", ";x", "&x"),
        ("&amp", "x", "&x"),
        ("&noti", "n;x", "∉x"),
        ("&noti", "x", "¬ix"),
        ("&#x4", "1;x", "Ax"),
        ("&#", "x", "&#x"),
    ] {
        let mut driver = at_script(&format!("<p><script></script>{stream}"));
        write(&mut driver, written);
        driver.end_script();
        let document = driver.finish_document();
        let paragraph = document.body().unwrap().first_element_child().unwrap();
        assert_eq!(paragraph.text_content(), text, "{written:?} and {stream:?}");
    }
}

#[test]
fn a_comment_that_a_write_leaves_open_is_continued_by_the_stream() {
    for (written, stream) in
        [("<!", "--x-->"), ("<!-", "-x-->"), ("<!--x-", "->"), ("<!--x--", ">")]
    {
        let mut driver = at_script(&format!("<p><script></script>{stream}y"));
        write(&mut driver, written);
        assert_eq!(finish(driver), "<p><!--x-->y</p>", "{written:?} and {stream:?}");
    }
}

#[test]
fn a_cdata_section_that_a_write_leaves_open_is_continued_by_the_stream() {
    for (written, stream) in [("<![CDA", "TA[a]]>"), ("<![CDATA[", "a]]>"), ("<![CDATA[a]", "]>")] {
        let mut driver = at_script(&format!("<svg><script></script>{stream}b"));
        write(&mut driver, written);
        assert_eq!(finish(driver), "<svg>ab</svg>", "{written:?} and {stream:?}");
    }
}

#[test]
fn the_end_tag_of_a_script_can_be_written_in_pieces() {
    let mut driver = at_script("<script></script>c");
    write(&mut driver, "<script>b</scr");
    let inner = script(driver.write("ipt>").unwrap());
    assert_eq!(inner.nesting_level, 2);
    assert_eq!(driver.document().node(inner.element).text_content(), "b");
}

#[test]
fn the_text_of_a_script_can_come_from_the_stream() {
    let mut driver = at_script("<script>a</script>b</script>c");
    write(&mut driver, "<script>");
    let next = script(driver.end_script());
    assert_eq!(next.nesting_level, 1);
    assert_eq!(driver.document().node(next.element).text_content(), "b");
    assert_eq!(finish(driver), "c");
}

#[test]
fn written_plaintext_takes_the_rest_of_the_stream() {
    let mut driver = at_script("<script></script><p>a</plaintext>");
    write(&mut driver, "<plaintext>");
    assert_eq!(finish(driver), "<plaintext><p>a</plaintext></plaintext>");
}

/// Newlines are normalized in the input stream, to which both belong.
///
/// <https://html.spec.whatwg.org/#preprocessing-the-input-stream>
#[test]
fn a_cr_at_the_end_of_a_write_and_an_lf_next_in_the_stream_are_one_newline() {
    let mut driver = at_script("a<script></script>\nb");
    write(&mut driver, "\r");
    assert_eq!(body(&mut driver), "a\n");
    assert_eq!(finish(driver), "a\nb");
}

#[test]
fn a_cr_lf_in_a_write_and_an_lf_next_in_the_stream_are_two_newlines() {
    let mut driver = at_script("a<script></script>\nb");
    write(&mut driver, "\r\n");
    assert_eq!(finish(driver), "a\n\nb");
}

#[test]
fn a_cr_at_the_end_of_a_write_and_a_cr_next_in_the_stream_are_two_newlines() {
    let mut driver = at_script("a<script></script>\r\nb");
    write(&mut driver, "\r");
    assert_eq!(finish(driver), "a\n\nb");
}

#[test]
fn a_cr_at_the_end_of_a_write_and_an_lf_of_the_next_write_are_one_newline() {
    let mut driver = at_script("a<script></script>\nb");
    write(&mut driver, "\r");
    write(&mut driver, "\n");
    assert_eq!(finish(driver), "a\n\nb");
}

#[test]
fn a_cr_of_an_inner_script_and_an_lf_after_it_in_the_outer_write_are_one_newline() {
    let mut driver = at_script("a<script></script>c");
    script(driver.write("<script></script>\nb").unwrap());
    write(&mut driver, "\r");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "a\nb");
    assert_eq!(finish(driver), "a\nbc");
}

#[test]
fn a_cr_before_the_first_write_of_another_script_stays_a_newline_of_its_own() {
    let mut driver = at_script("<script></script>\n<script></script>b");
    write(&mut driver, "a\r");
    script(driver.end_script());
    write(&mut driver, "\n");
    assert_eq!(finish(driver), "a\n\nb");
}

#[test]
fn a_newline_of_the_stream_after_a_written_pre_is_dropped() {
    for newline in ["\n", "\r", "\r\n"] {
        let mut driver = at_script(&format!("<script></script>{newline}a"));
        write(&mut driver, "<pre>");
        assert_eq!(finish(driver), "<pre>a</pre>", "{newline:?}");
    }
}

/// "Pending table character tokens" are inserted at the first token of another kind.
///
/// <https://html.spec.whatwg.org/#parsing-main-intabletext>
#[test]
fn text_written_into_a_table_waits_for_the_next_tag() {
    let mut driver = at_script("<table><script></script>b<tr>");
    write(&mut driver, "a");
    assert_eq!(body(&mut driver), "<table></table>");
    write(&mut driver, "<!---->");
    assert_eq!(body(&mut driver), "a<table><!----></table>");
    assert_eq!(finish(driver), "ab<table><!----><tbody><tr></tr></tbody></table>");
}

#[test]
fn an_empty_write_changes_nothing() {
    let mut driver = at_script("a<script></script>&amp;");
    for _ in 0..3 {
        write(&mut driver, "");
    }
    assert_eq!(finish(driver), "a&amp;");
}

#[test]
fn a_script_may_write_nothing() {
    let mut driver = at_script("a<script></script>b<script></script>c");
    script(driver.end_script());
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "abc");
}

/// "If the insertion point is undefined": in browsers, the write then opens a new document.
#[test]
fn without_a_running_script_there_is_no_insertion_point() {
    let mut driver = driver("a<script></script>b");
    assert_eq!(driver.write("x"), Err(WriteError::NoInsertionPoint));
    script(driver.step());
    driver.end_script();
    assert_eq!(driver.write("x"), Err(WriteError::Finished));
    assert_eq!(finish(driver), "ab");
}

/// <https://html.spec.whatwg.org/#ignore-destructive-writes-counter>
#[test]
fn destructive_writes_are_ignored_on_request() {
    let mut driver = driver("a<script></script>b");
    driver.ignore_destructive_writes(true);
    assert_eq!(driver.write("x"), Err(WriteError::DestructiveWriteIgnored));
    script(driver.step());
    write(&mut driver, "x");
    driver.end_script();
    assert_eq!(driver.write("x"), Err(WriteError::DestructiveWriteIgnored));
    assert_eq!(finish(driver), "axb");
}

/// "If document's active parser was aborted is true, then return."
#[test]
fn an_aborted_parser_takes_no_writes() {
    let mut driver = at_script("a<script></script>b");
    driver.abort();
    assert_eq!(driver.write("x"), Err(WriteError::Aborted));
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(body(&mut driver), "a");
}

#[test]
fn what_is_fed_while_a_script_runs_comes_after_what_it_writes() {
    let mut driver = Driver::new(&options(), &consomme::Hints::new());
    driver.feed_str("a<script></script>");
    script(driver.step());
    driver.feed_str("c");
    write(&mut driver, "b");
    driver.feed_str("d");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "abcd");
}

#[test]
fn what_is_not_parsed_yet_can_be_seen() {
    let mut driver = at_script("a<script></script>d<p>e");
    let unparsed = |driver: &mut super::Documents| driver.unparsed().collect::<String>();
    assert_eq!(unparsed(&mut driver), "d<p>e");
    script(driver.write("<script></script>c").unwrap());
    write(&mut driver, "b");
    assert_eq!(unparsed(&mut driver), "cd<p>e");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(unparsed(&mut driver), "d<p>e");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(unparsed(&mut driver), "");
}

/// The offsets of characters of the input in the source and in the input, and the parts of the
/// source that were written.
#[test]
fn written_text_is_known_and_does_not_move_the_offsets_of_the_input() {
    let mut driver = at_script("<p>\r\n<script></script>\r\nd");
    write(&mut driver, "a\r");
    write(&mut driver, "\nb");
    script(driver.write("<script></script>c").unwrap());
    write(&mut driver, "é");
    driver.end_script();
    driver.end_script();
    let strings = driver.strings();
    let source = strings.source();
    assert_eq!(source, "<p>\n<script></script>a\nb<script></script>éc\nd");
    let written: Vec<_> =
        strings.written_ranges().map(|(range, call)| (&source[range], call)).collect();
    assert_eq!(written, [("a\n", 0), ("b", 1), ("<script></script>", 2), ("é", 3), ("c", 2)]);
    let original = |text: &str| strings.original_offset(source.find(text).unwrap());
    assert_eq!((original("<p>"), original("\n"), original("<script>")), (0, 3, 5));
    // The input goes on at byte 22 after all that was written.
    assert_eq!(["a", "\nb", "b", "é", "c\n", "\nd"].map(original), [22; 6]);
    assert_eq!((original("d"), strings.original_offset(source.len())), (24, 25));
}

#[test]
fn a_newline_of_two_writes_counts_once() {
    let mut driver = at_script("<script></script>b");
    write(&mut driver, "a\r");
    write(&mut driver, "\n");
    driver.end_script();
    let strings = driver.strings();
    assert_eq!(strings.source(), "<script></script>a\nb");
    assert_eq!([17, 18, 19, 20].map(|at| strings.original_offset(at)), [17, 17, 17, 18]);
}

#[test]
fn the_errors_of_writes_say_why_nothing_is_written() {
    for (error, word) in [
        (WriteError::NoInsertionPoint, "insertion point"),
        (WriteError::DestructiveWriteIgnored, "replace the document"),
        (WriteError::Aborted, "aborted"),
        (WriteError::Finished, "ended"),
    ] {
        assert!(error.to_string().contains(word), "{error}");
    }
}
