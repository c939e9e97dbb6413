//! [`Events`]: they are the tokens that a document is parsed from, however the input is cut.

use std::fs;
use std::path::PathBuf;

use consomme::events::Events;
use consomme::tokenizer::Token;
use consomme::{ParseOptions, Revision};
use consomme_test::config::config;
use consomme_test::events::{check, events_of};
use consomme_test::soup::soup;
use consomme_test::suite::{PAGES, files, in_ci};
use proptest::prelude::*;

/// The shared pages, or none if they are missing and nobody insists on them.
fn pages() -> Vec<PathBuf> {
    match PAGES.find("") {
        Ok(directory) => files(&directory, &["html"]).into_iter().map(|(_, path)| path).collect(),
        Err(reason) => {
            assert!(!in_ci(), "{reason}");
            eprintln!("no page was read: {reason}");
            Vec::new()
        }
    }
}

/// The pieces of a text, cut after every `length` characters.
fn pieces(text: &str, length: usize) -> Vec<&str> {
    let mut ends: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(length).collect();
    ends.push(text.len());
    ends.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
}

#[test]
fn the_events_of_a_page_are_the_tokens_of_its_document() {
    for path in pages() {
        let page = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let page = page.strip_prefix('\u{FEFF}').unwrap_or(&page);
        if let Err(error) = check(page, &ParseOptions::new()) {
            panic!("{path:?}: {error}");
        }
    }
}

#[test]
fn the_events_of_a_page_do_not_depend_on_where_it_is_cut() {
    for path in pages().into_iter().step_by(7) {
        let page = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let expected = events_of(Events::new(), [&*page]);
        for length in [100, 3000, 100_000] {
            let actual = events_of(Events::new(), pieces(&page, length));
            assert!(actual == expected, "{path:?} in pieces of {length}");
        }
        for event in expected {
            let written = &page[event.span.start as usize..event.span.end as usize];
            assert_eq!(written.replace("\r\n", "\n").replace('\r', "\n"), event.source);
        }
    }
}

/// Texts are joined: `text` is one event or several.
#[test]
fn text_is_read_as_a_document_reads_it() {
    #[rustfmt::skip]
    let rows: &[(&str, &[&str])] = &[
        ("<script>'<b>'</script><b>", &["<script>", "'<b>'", "</script>", "<b>"]),
        ("<style><b></style>", &["<style>", "<b>", "</style>"]),
        ("<title>&amp;<b></title>", &["<title>", "&amp;<b>", "</title>"]),
        ("<textarea><b></TEXTAREA >", &["<textarea>", "<b>", "</TEXTAREA >"]),
        ("<xmp><b></b></xmp>", &["<xmp>", "<b></b>", "</xmp>"]),
        ("<noscript><b></noscript>", &["<noscript>", "<b>", "</noscript>"]),
        ("<plaintext><b></plaintext>", &["<plaintext>", "<b></plaintext>"]),
        ("<svg><title><b></title><style><b>", &["<svg>", "<title>", "<b>", "</title>", "<style>", "<b>"]),
        ("<svg><script><g></script></svg><script><g>", &["<svg>", "<script>", "<g>", "</script>", "</svg>", "<script>", "<g>"]),
        ("<svg><style/><g></svg>", &["<svg>", "<style/>", "<g>", "</svg>"]),
        ("<svg><foreignObject><style><b></style></foreignObject><style><b>",
            &["<svg>", "<foreignObject>", "<style>", "<b>", "</style>", "</foreignObject>", "<style>", "<b>"]),
        ("<svg><p><style><b>", &["<svg>", "<p>", "<style>", "<b>"]),
        ("<svg></p><style><b>", &["<svg>", "</p>", "<style>", "<b>"]),
        ("<svg/><style><b>", &["<svg/>", "<style>", "<b>"]),
        ("<math><mi><style><b></style>", &["<math>", "<mi>", "<style>", "<b>", "</style>"]),
        ("<math><mi><mglyph><style><b>", &["<math>", "<mi>", "<mglyph>", "<style>", "<b>"]),
        ("<math><annotation-xml encoding=text/html><style><b>", &["<math>", "<annotation-xml encoding=text/html>", "<style>", "<b>"]),
        ("<math><annotation-xml><style><b>", &["<math>", "<annotation-xml>", "<style>", "<b>"]),
        ("<svg><![CDATA[<b>]]></svg><![CDATA[<b>]]>", &["<svg>", "<b>", "</svg>", "<![CDATA[<b>", "]]>"]),
        ("a&amp;b", &["a&amp;b"]),
        ("<!DOCTYPE html><!-- a --><?b c?>", &["<!DOCTYPE html>", "<!-- a -->", "<?b c?>"]),
    ];
    for (html, expected) in rows {
        let all = events_of(Events::new(), [*html]);
        let sources: Vec<&str> = all.iter().map(|event| &*event.source).collect();
        let (end, sources) = sources.split_last().unwrap();
        assert_eq!((sources, *end), (*expected, ""), "{html}");
    }
}

#[test]
fn with_scripting_noscript_has_text() {
    let texts = |events: Events| events_of(events, ["<noscript><b></noscript>"])[1].token.clone();
    assert_eq!(texts(Events::new().scripting(true)), "text <b>");
    assert_eq!(texts(Events::new()), "StartTag(<b>)");
}

#[test]
fn spans_are_those_of_the_input_before_newlines_are_normalized() {
    let html = "a\r\n<b>\r\rc\r\n</b>";
    for length in 1..html.len() {
        let all = events_of(Events::new(), pieces(html, length));
        let spans: Vec<_> = all.iter().map(|event| event.span.clone()).collect();
        assert_eq!(spans, [0..3, 3..6, 6..11, 11..15, 15..15], "{length}");
    }
}

/// Text and names that were read are forgotten, and the tokens stay the same.
#[test]
fn forgetting_what_was_read_changes_nothing() {
    let row = |number: usize| {
        format!(
            "<n{number} a{number}=&lt;{number}>{number}\r\n&amp;</n{number}><title>&lt;é</title>"
        )
    };
    let mut events = Events::new();
    let mut start = 0;
    for number in 0..20_000 {
        let row = row(number);
        events.feed_str(&row);
        let mut rest = 0..0;
        let mut texts = String::new();
        while let Some(event) = events.next_event() {
            rest = event.span;
            match event.token {
                Token::StartTag(tag) if tag.name() != "title" => {
                    assert_eq!(tag.name(), format!("n{number}"));
                    let attributes: Vec<_> = tag.attrs().collect();
                    assert_eq!(attributes, [(&*format!("a{number}"), &*format!("<{number}"))]);
                }
                Token::Characters(text) => texts.push_str(text),
                _ => {}
            }
        }
        start += row.len() as u64;
        assert_eq!((rest.end, texts), (start, format!("{number}\n&<é")));
    }
}

/// Which elements are open, and in which insertion mode, decides how the texts here are read.
#[test]
fn where_the_tree_decides_the_events_are_the_tokens_of_the_document() {
    for html in [
        "<frameset><textarea><frame></textarea>",
        "<frameset><noframes><frame></noframes><frame>",
        "<head></head><textarea><b></textarea>",
        "<select><textarea><option></select>",
        "<select><svg><![CDATA[a]]></svg></select><![CDATA[a]]>",
        "<select><input><title><b></title>",
        "<table><svg><td><![CDATA[a]]>",
        "<table><tr><td><svg><tr><![CDATA[a]]>",
        "<p><svg><foreignObject><p></svg><![CDATA[a]]>",
        "<svg><desc><div></svg><![CDATA[a]]></div><![CDATA[b]]>",
        "<b><svg></b><![CDATA[a]]>",
        "<a><svg><foreignObject><a></foreignObject><![CDATA[a]]></svg>",
        "<svg><font><![CDATA[a]]></font><font color=x><![CDATA[a]]>",
        "<math><annotation-xml><svg></annotation-xml><![CDATA[a]]>",
        "<template><frameset><title><b></title></template><title><b>",
        "<plaintext></plaintext><b>",
        "<table><plaintext></table>",
        "<noscript><style><b></style></noscript><style><b>",
        "<head><noscript><title><b></title>",
        "<math><mi></p><![CDATA[a]]></mi><![CDATA[b]]>",
        "</br><svg></br><![CDATA[a]]>",
        "<select><style><b></style><script><b></script><xmp><b></xmp>",
        "<button><svg></button><![CDATA[a]]>",
        "<b a=1><b a=1><b a=1><b a=1></b></b></b><svg></b><![CDATA[a]]>",
    ] {
        for scripting in [false, true] {
            for revision in [Revision::Living2026, Revision::Snapshot2024] {
                let options = ParseOptions::new().scripting(scripting).revision(revision);
                if let Err(error) = check(html, &options) {
                    panic!("{html}, scripting: {scripting}, {revision:?}: {error}");
                }
            }
        }
    }
    // Deeper than the limit on depth.
    let deep = format!("{}{}<![CDATA[a]]>", "<svg>".repeat(2000), "</svg>".repeat(2000));
    check(&deep, &ParseOptions::new()).unwrap();
}

/// Whitespace waits in a table until it is clear where it goes; endless whitespace is forgotten.
#[test]
fn a_long_text_in_a_table_is_read_as_a_document_reads_it() {
    for text in [" ".repeat(200_000), format!("{}x{}", " ".repeat(100_000), " ".repeat(200_000))] {
        let html =
            format!("<b><table><tr>{text}<svg><![CDATA[a]]></svg></table><title><b></title>");
        check(&html, &ParseOptions::new()).unwrap();
        let whole = events_of(Events::new(), [&*html]);
        assert_eq!(events_of(Events::new(), pieces(&html, 5000)), whole);
    }
}

/// Names are forgotten, but not those of open elements.
#[test]
fn elements_with_forgotten_names_stay_open() {
    let many: String =
        (0..20_000).map(|number| format!("<n{number} a{number}=1></n{number}>")).collect();
    let html = format!(
        "<svg><x-y><z><X-y></X-Y>{many}</x-y><![CDATA[a]]></svg><![CDATA[a]]><x-y>{many}<p></x-y>"
    );
    check(&html, &ParseOptions::new()).unwrap();
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn events_do_not_depend_on_where_the_input_is_cut(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "<script>", "</script>", "<!--", "-->", "<svg>", "</svg>", "<title>", "</title>", "&am", "p;", "x",
                "<![CDATA[", "]]>", "\r", "\n", "<p a='", "'>", "é", "\0", "<math>", "<mi>", "<style", "/>", "</p>",
            ]),
            0..30,
        ),
        length in 1_usize..9,
    ) {
        let html = parts.concat();
        let whole = events_of(Events::new(), [&*html]);
        prop_assert_eq!(events_of(Events::new(), pieces(&html, length)), whole);
    }

    #[test]
    fn events_are_the_tokens_of_the_document(text in soup(), scripting in any::<bool>(), new in any::<bool>()) {
        let revision = if new { Revision::Living2026 } else { Revision::Snapshot2024 };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let result = check(text, &ParseOptions::new().scripting(scripting).revision(revision));
        prop_assert!(result.is_ok(), "{}\n{}", text, result.unwrap_err());
    }
}
