//! Text that scripts write, and its place.

use consomme::driver::WriteError;

use super::{at_script, script, write};

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
