//! Declarations of an encoding, and their answers.

use consomme::driver::{Driver, Step};
use consomme::{Hints, ParseOptions};
use encoding_rs::{WINDOWS_1251, WINDOWS_1252};

use super::{Documents, options};

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
