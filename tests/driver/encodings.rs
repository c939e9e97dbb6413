//! Declarations of an encoding, and their answers.

use consomme::driver::{Driver, Step};
use consomme::{Hints, NodeId, ParseOptions};
use encoding_rs::{WINDOWS_1251, WINDOWS_1252};

use super::{Documents, options, script, write};

/// A page that declares windows-1251 after what sniffing sees; `between` is before the
/// declaration, and "борщ" after it.
fn late(between: &[u8]) -> Vec<u8> {
    let mut page = format!("<!--{}-->", "x".repeat(2000)).into_bytes();
    page.extend(between);
    page.extend(b"<meta charset=windows-1251><p>\xE1\xEE\xF0\xF9");
    page
}

/// A driver that was fed these bytes.
fn bytes(page: &[u8], hints: &Hints) -> Documents {
    let mut driver = Driver::new(&options(), hints);
    driver.feed(page);
    driver.end();
    driver
}

fn text(driver: Documents) -> String {
    driver.finish_document().body().unwrap().text_content()
}

#[track_caller]
fn can_switch(step: Step<NodeId>) -> bool {
    let Step::EncodingDeclared(declared) = step else { panic!("{step:?}") };
    assert_eq!((declared.used, declared.declared), (WINDOWS_1252, WINDOWS_1251));
    declared.can_switch
}

/// <https://html.spec.whatwg.org/#change-the-encoding>, step 5
#[test]
fn an_encoding_that_reads_the_same_so_far_can_be_switched_to() {
    let mut driver = bytes(&late(b""), &Hints::new());
    assert!(can_switch(driver.step()));
    assert_eq!(driver.encoding(), Some(WINDOWS_1252));
    assert!(driver.switch_encoding());
    assert_eq!(driver.encoding(), Some(WINDOWS_1251));
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(text(driver), "борщ");
}

/// <https://html.spec.whatwg.org/#change-the-encoding>, step 6
#[test]
fn an_encoding_that_reads_otherwise_takes_a_restart() {
    let page = late(b"<title>\xE1</title>");
    let mut driver = bytes(&page, &Hints::new());
    assert!(!can_switch(driver.step()));
    assert!(!driver.switch_encoding());
    assert!(!can_switch(driver.step()), "the question is still there");
    assert_eq!(driver.document().title().as_deref(), Some("á"));
    driver.restart_document();
    assert_eq!(driver.step(), Step::Finished);
    let document = driver.finish_document();
    assert_eq!(document.title().as_deref(), Some("б"));
    assert_eq!(document.body().unwrap().text_content(), "борщ");
}

#[test]
fn a_declaration_can_be_ignored() {
    for between in [&b""[..], b"<title>\xE1</title>"] {
        let mut driver = bytes(&late(between), &Hints::new());
        can_switch(driver.step());
        driver.ignore_encoding();
        assert_eq!(driver.step(), Step::Finished);
        assert_eq!(driver.encoding(), Some(WINDOWS_1252));
        assert_eq!(text(driver), "áîðù");
    }
}

#[test]
fn a_declaration_that_was_ignored_is_the_last() {
    let mut page = late(b"");
    page.extend(b"<meta charset=koi8-r>\xC1");
    let mut driver = bytes(&page, &Hints::new());
    can_switch(driver.step());
    driver.ignore_encoding();
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(text(driver), "áîðùÁ");
}

#[test]
fn a_declaration_that_nobody_answers_is_reported_again() {
    let mut driver = bytes(&late(b"<p>a"), &Hints::new());
    let declared = driver.step();
    can_switch(declared);
    assert_eq!(driver.step(), declared);
    driver.feed(b"more");
    assert_eq!(driver.step(), declared);
    assert_eq!(driver.document().body().unwrap().text_content(), "a");
    assert_eq!(text(driver), "a", "a parse that is not answered ends there");
}

#[test]
fn answers_to_no_question_change_nothing() {
    let mut driver = bytes(b"<p>\xE1", &Hints::new());
    assert!(!driver.switch_encoding());
    driver.ignore_encoding();
    assert_eq!(driver.step(), Step::Finished);
    assert!(!driver.switch_encoding());
    assert_eq!(text(driver), "á");
}

#[test]
fn a_certain_encoding_is_not_declared_late() {
    let hints = Hints::new().content_type("text/html; charset=windows-1252");
    let mut driver = bytes(&late(b""), &hints);
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(text(driver), "áîðù");
}

#[test]
fn a_declaration_of_the_encoding_in_use_asks_nothing() {
    let hints = Hints::new().default_encoding(WINDOWS_1251);
    let mut driver = bytes(&late(b"<title>\xE1</title>"), &hints);
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(text(driver), "борщ");
}

#[test]
fn text_and_fragments_declare_no_encoding() {
    let page = late(b"<p>");
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.feed_str(&String::from_utf8_lossy(&page));
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    let mut driver = Driver::for_fragment(&options(), "div");
    driver.feed(&page);
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
}

#[test]
fn a_script_can_write_the_declaration() {
    let mut driver = bytes(b"<!DOCTYPE html><script></script><p>\xE1\xEE\xF0\xF9", &Hints::new());
    script(driver.step());
    let step = driver.write("<meta charset=windows-1251>a").unwrap();
    assert!(can_switch(step));
    assert!(driver.switch_encoding());
    assert_eq!(driver.step(), Step::NeedsInput, "the write is not parsed to its end yet");
    write(&mut driver, "b");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(text(driver), "abборщ");
}

#[test]
fn a_restart_ends_the_scripts_that_run() {
    let mut driver = bytes(b"\xE1<script></script><p>\xE1", &Hints::new());
    script(driver.step());
    let step = driver.write("<meta charset=windows-1251>a").unwrap();
    assert!(!can_switch(step));
    driver.restart_document();
    assert_eq!(driver.nesting_level(), 0);
    script(driver.step());
    write(&mut driver, "x");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(text(driver), "бxб");
}

#[test]
fn the_first_bytes_are_waited_for_until_the_caller_has_waited_long_enough() {
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    driver.feed(b"<p>a");
    assert_eq!(driver.step(), Step::NeedsInput);
    assert_eq!(driver.encoding(), None);
    driver.start_now();
    assert_eq!(driver.step(), Step::NeedsInput);
    assert_eq!(driver.encoding(), Some(WINDOWS_1252));
    assert_eq!(driver.document().body().unwrap().text_content(), "a");
    driver.feed(b"\xE1");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(text(driver), "aá");
}

#[test]
fn hints_that_take_the_whole_input_do_with_the_bytes_there_are_if_parsing_starts_now() {
    let hints = Hints::new().content_type("text/html; charset=utf-8").distrust(true);
    let mut driver = Driver::new(&ParseOptions::new(), &hints);
    driver.feed(&[b'a'; 2000]);
    driver.feed(b"\xE1");
    assert_eq!(driver.step(), Step::NeedsInput);
    assert_eq!(driver.encoding(), None);
    driver.start_now();
    driver.step();
    assert_eq!(driver.encoding(), Some(WINDOWS_1252));
}

#[test]
fn without_bytes_there_is_nothing_to_start() {
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    for _ in 0..2 {
        driver.start_now();
        driver.step();
        assert_eq!(driver.encoding(), None);
        driver.feed(b"");
    }
    driver.feed(b"<meta charset=windows-1251>");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(driver.encoding(), Some(WINDOWS_1251));
}

#[test]
fn parsing_starts_when_the_awaited_bytes_are_there() {
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    driver.feed(&[b'a'; 1023]);
    driver.step();
    assert_eq!(driver.encoding(), None);
    driver.feed(b"a");
    driver.step();
    assert_eq!(driver.encoding(), Some(WINDOWS_1252));
}

#[test]
fn the_report_says_what_was_decided() {
    let mut driver = bytes(&late(b""), &Hints::new());
    driver.step();
    assert!(driver.switch_encoding());
    driver.step();
    let document = driver.finish_document();
    assert_eq!(document.encoding(), Some(WINDOWS_1251));
    assert_eq!(document.encoding_source(), Some(consomme::encoding::EncodingSource::LateMeta));
}

/// The rest of a character that the input cuts is known when the input is closed, although all
/// bytes were decoded before.
#[test]
fn a_character_that_is_cut_at_the_end_is_malformed() {
    for length in [0, 5_000, 40_000] {
        for looks_ahead in [false, true] {
            let mut page = b"<p><script></script>".to_vec();
            page.resize(page.len() + length, b'x');
            page.push(0xC3);
            let hints = Hints::new().content_type("text/html; charset=utf-8");
            let mut driver = Driver::new(&options(), &hints);
            driver.feed(&page);
            driver.start_now();
            assert!(matches!(driver.step(), Step::Script(_)));
            if looks_ahead {
                assert_eq!(driver.unparsed().map(str::len).sum::<usize>(), length);
            }
            driver.end();
            if looks_ahead {
                assert_eq!(
                    driver.unparsed().map(str::len).sum::<usize>(),
                    length + "\u{FFFD}".len()
                );
            }
            driver.end_script();
            assert_eq!(driver.step(), Step::Finished);
            assert!(text(driver).ends_with('\u{FFFD}'), "{length} {looks_ahead}");
        }
    }
}
