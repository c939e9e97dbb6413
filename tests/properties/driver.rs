//! Properties of a parse that its caller drives.

use consomme::driver::{DocumentBuilder, Driver, Step};
use consomme::{Document, Hints, ParseOptions, QuirksMode, Revision};
use consomme_test::config::config;
use consomme_test::encodings::{ENCODINGS, encode, encoding};
use consomme_test::generator;
use consomme_test::soup::soup;
use consomme_test::targets::choices::Choices;
use consomme_test::targets::driver::{account, check};
use consomme_test::targets::scripted_page::{ScriptedPage, running};
use consomme_test::targets::scripted_run::Interference;
use consomme_test::targets::tree::assert_same;
use proptest::prelude::*;

fn options() -> impl Strategy<Value = ParseOptions> {
    (any::<bool>(), any::<bool>()).prop_map(|(snapshot, shadow_roots)| {
        let revision = if snapshot { Revision::Snapshot2024 } else { Revision::Living2026 };
        let options = ParseOptions::new().revision(revision);
        running(&options.declarative_shadow_roots(shadow_roots))
    })
}

/// A page and the constants that its scripts write.
fn page() -> impl Strategy<Value = ScriptedPage> {
    let bytes = prop::collection::vec(any::<u8>(), 0..1000);
    bytes.prop_map(|bytes| ScriptedPage::read(&generator::scripted_page(&bytes)))
}

/// The choices of a driver's caller, step by step.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

/// Steps to the end, feeding these pieces. Whenever an encoding is declared, `answer` answers.
fn step_to_the_end(
    driver: &mut Driver<DocumentBuilder>,
    pieces: &[&[u8]],
    mut answer: impl FnMut(&mut Driver<DocumentBuilder>),
) {
    let mut pieces = pieces.iter();
    loop {
        match driver.step() {
            Step::NeedsInput => match pieces.next() {
                Some(piece) => driver.feed(piece),
                None => driver.end(),
            },
            Step::EncodingDeclared(_) => answer(driver),
            Step::Finished => return,
            step => panic!("{step:?} without scripts"),
        }
    }
}

/// Follows the standard's steps for a declared encoding.
fn change_encoding(driver: &mut Driver<DocumentBuilder>) {
    if !driver.switch_encoding() {
        driver.restart_document();
    }
}

/// Cuts bytes at these lengths in turn.
fn cut<'a>(bytes: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    consomme_test::targets::choices::byte_pieces(bytes, cuts)
}

/// Bytes in any encoding, which may be declared early, late, wrongly or not at all.
fn encoded() -> impl Strategy<Value = Vec<u8>> {
    let name = || prop::sample::select(ENCODINGS);
    let meta = || {
        let declared = name().prop_map(|(name, _)| format!("<meta charset={name}>"));
        prop_oneof![Just(String::new()), declared]
    };
    (name(), meta(), soup(), 0..3_usize, meta(), soup()).prop_map(
        |((name, words), early, before, filler, late, after)| {
            let filler = format!("<!--{}-->", "x".repeat(filler * 600));
            let page = format!("{early}{before}{filler}{late}<p>{words}{after}");
            encode(&page, encoding(name))
        },
    )
}

proptest! {
    #![proptest_config(config(600))]

    /// "Insert string into the input stream just before the insertion point": after the end tag of
    /// the script that writes it. So the tree, its positions and errors are the same as for the
    /// page with each constant there.
    ///
    /// The standard does not differ anywhere, because the tokenizer keeps its state at the end of a
    /// write ("stopping when the tokenizer reaches the insertion point"), and newlines are found in
    /// the whole stream. But not all that looks like a script is one: no script of a comment runs,
    /// so [`ScriptedPage::spliced`] asks the tree of the text before it.
    #[test]
    fn a_page_whose_scripts_write_constants_is_the_page_with_them(
        page in page(),
        options in options(),
        choices in choices(),
    ) {
        let choices = &mut Choices::new(&choices);
        check(&page, &options, None, Interference::default(), choices);
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_parse_that_is_aborted_anywhere_leaves_a_sound_tree(
        page in page(),
        options in options(),
        choices in choices(),
    ) {
        let interference = Interference { edits: false, aborts: true };
        check(&page, &options, None, interference, &mut Choices::new(&choices));
    }

    #[test]
    fn a_document_that_is_edited_while_it_grows_is_sound(
        page in page(),
        options in options(),
        choices in choices(),
    ) {
        let interference = Interference { edits: true, aborts: true };
        check(&page, &options, None, interference, &mut Choices::new(&choices));
    }

    #[test]
    fn bytes_that_are_cut_anywhere_make_the_document_of_the_whole(
        bytes in encoded(),
        cuts in prop::collection::vec(1_usize..700, 1..4),
    ) {
        let options = ParseOptions::new().errors(true).positions(true);
        let mut driver = Driver::new(&options, &Hints::new());
        step_to_the_end(&mut driver, &cut(&bytes, &cuts), change_encoding);
        let driven = driver.finish_document();
        let whole = options.parse_document(&bytes, &Hints::new());
        assert_same(&account(&whole), &account(&driven), "by a driver");
        prop_assert_eq!(whole.encoding_report(), driven.encoding_report());
    }

    #[test]
    fn declared_encodings_can_be_answered_in_any_way(
        bytes in encoded(),
        cuts in prop::collection::vec(1_usize..700, 1..4),
        choices in choices(),
    ) {
        let mut choices = Choices::new(&choices);
        let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
        step_to_the_end(&mut driver, &cut(&bytes, &cuts), |driver| match choices.number(3) {
            0 => driver.ignore_encoding(),
            1 => driver.restart_document(),
            2 => drop(driver.switch_encoding()),
            _ => {}
        });
        let document = driver.finish_document();
        document.check_parsed().unwrap();
        prop_assert!(document.encoding().is_some());
    }

    #[test]
    fn a_strict_parse_ends_at_the_first_error_or_makes_the_same_document(
        start in prop::sample::select(vec!["", "<!DOCTYPE html>", "<!DOCTYPE html><title>a</title><p>"]),
        text in soup(),
        cuts in prop::collection::vec(1_usize..30, 1..4),
        records in any::<bool>(),
    ) {
        let text = format!("{start}{text}");
        let whole = ParseOptions::new().errors(true).parse_str(&*text);
        let first = |document: &Document| {
            document.errors().iter().map(|e| (e.code().as_str(), e.span().start)).collect::<Vec<_>>()
        };
        let utf_8 = Hints::new().content_type("text/html; charset=utf-8");
        for way in ["text", "pieces", "bytes", "pieces of bytes", "parse_str"] {
            let options = ParseOptions::new().errors(records);
            let mut driver = Driver::new(&options, &utf_8);
            driver.abort_at_first_error();
            match way {
                "text" => driver.feed_str(&text),
                "bytes" => driver.feed(text.as_bytes()),
                "parse_str" => drop(driver.parse_str(&text)),
                "pieces" => for piece in consomme_test::targets::choices::pieces(&text, &cuts) {
                    driver.feed_str(piece);
                    driver.step();
                },
                _ => for piece in cut(text.as_bytes(), &cuts) {
                    driver.feed(piece);
                    driver.step();
                },
            }
            driver.end();
            prop_assert_eq!(driver.step(), Step::Finished);
            let is_aborted = driver.is_aborted();
            let document = driver.finish_document();
            document.check_parsed().unwrap();
            prop_assert_eq!(&first(&whole)[..whole.errors().len().min(1)], &first(&document)[..], "{}", way);
            prop_assert_eq!(is_aborted, !whole.errors().is_empty(), "{}", way);
            if !is_aborted {
                assert_same(&account(&whole), &account(&document), "not aborted");
            }
        }
    }

    #[test]
    fn plain_text_is_the_text_of_one_element(text in any::<String>(), cuts in prop::collection::vec(1_usize..9, 1..4)) {
        let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
        driver.start_plain_text();
        for piece in consomme_test::targets::choices::pieces(&text, &cuts) {
            driver.feed_str(piece);
            driver.step();
        }
        driver.end();
        prop_assert_eq!(driver.step(), Step::Finished);
        let document = driver.finish_document();
        document.check_parsed().unwrap();
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let text = text.replace("\r\n", "\n").replace(['\r'], "\n").replace('\0', "\u{FFFD}");
        prop_assert_eq!(document.body().unwrap().text_content(), text);
    }

    #[test]
    fn a_fixed_mode_stays(text in soup(), mode in prop::sample::select(MODES)) {
        let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
        driver.fix_quirks_mode(mode);
        driver.feed_str(&text);
        driver.end();
        prop_assert_eq!(driver.step(), Step::Finished);
        let document: Document = driver.finish_document();
        document.check_parsed().unwrap();
        prop_assert_eq!(document.quirks_mode(), mode);
    }
}

const MODES: &[QuirksMode] = &[QuirksMode::NoQuirks, QuirksMode::LimitedQuirks, QuirksMode::Quirks];
