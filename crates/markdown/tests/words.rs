//! Nothing is lost: the words of the Markdown, rendered again, are those of the page, in order.
//!
//! `readers::faithful` says where a page and its Markdown differ on purpose.
//!
//! ```text
//! CASES_TIMES=100 cargo test -p consomme-markdown --test words   # 10^5 generated documents
//! ```

mod readers;

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use consomme_markdown::PlainText;
use consomme_markdown::consomme::{Document, Hints, parse_document, parse_str};
use consomme_test::config::config;
use consomme_test::generator;
use consomme_test::soup::{page, soup};
use consomme_test::suite::{self, PAGES};
use proptest::prelude::*;
use readers::{
    READERS_OF_WORDS, difference, faithful, words_of_html, words_of_page, words_of_text,
};

/// Generated documents, times `CASES_TIMES`.
const DOCUMENTS: u32 = 1_000;

/// Pages whose words are known to differ, each with the reason. One that does not differ fails.
const EXCEPTIONS: [(&str, &str); 0] = [];

/// Checks both writers.
fn check(document: &Document) -> Result<(), String> {
    let expected = words_of_page(document);
    let markdown = faithful().to_string(document);
    for (name, render) in READERS_OF_WORDS {
        let found = words_of_html(&render(&markdown));
        if let Some(difference) = difference(&expected, &found) {
            return Err(format!("{name}: {difference}"));
        }
    }
    Ok(())
}

/// Checks that plain text without the lines around cells, marks and numbers has the words of the
/// page.
fn check_text(document: &Document) -> Result<(), String> {
    use consomme_markdown::{Action, LinkText};
    let text = PlainText::new().no_wrap().tables(false).images(false).links(LinkText::None);
    let text = text.decide(|element| match element.name() {
        "blockquote" | "ul" | "ol" | "menu" | "dir" | "hr" | "h1" | "h2" | "rt" | "input" => {
            Action::Unwrap
        }
        _ => Action::Convert,
    });
    match difference(&words_of_page(document), &words_of_text(&text.to_string(document))) {
        Some(difference) => Err(format!("plain text: {difference}")),
        None => Ok(()),
    }
}

fn check_pages(pages: impl Iterator<Item = (String, Vec<u8>)>) {
    let mut wrong = Vec::new();
    for (name, bytes) in pages {
        let document = parse_document(&bytes, &Hints::new());
        let outcome = check(&document).and_then(|()| check_text(&document));
        let reason = EXCEPTIONS.iter().find(|(page, _)| *page == name).map(|(_, reason)| reason);
        match (outcome, reason) {
            (Err(difference), None) => wrong.push(format!("{name}: {difference}")),
            (Ok(()), Some(reason)) => wrong.push(format!("{name} passes; listed as: {reason}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_words_of_each_page_are_those_of_its_markdown() {
    match PAGES.find("") {
        Ok(folder) => {
            let files = suite::files(&folder, &["html"]).into_iter();
            check_pages(files.map(|(name, path)| (name, fs::read(path).expect("it can be read"))));
        }
        Err(reason) => left_out(&reason),
    }
}

#[test]
fn the_words_of_each_page_for_extraction_are_those_of_its_markdown() {
    let folder = std::env::var_os("CONSOMME_EXTRACTION")
        .map_or_else(|| "../shared/extraction".into(), PathBuf::from);
    let folder = repository().join(folder).join("wcxb/html");
    if !folder.is_dir() {
        // The other pages are required, these are more of the same.
        eprintln!("left out: there is no {}: set CONSOMME_EXTRACTION", folder.display());
        return;
    }
    let files = suite::files(&folder, &["gz"]).into_iter();
    check_pages(files.map(|(name, path)| {
        let mut bytes = Vec::new();
        let file = File::open(path).expect("it can be read");
        flate2::read::MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("it is whole");
        (name, bytes)
    }));
}

fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

fn left_out(reason: &str) {
    assert!(!suite::in_ci(), "{reason}");
    eprintln!("left out: {reason}");
}

/// Documents that the vocabulary of the standard makes, for the seeds from 0.
#[test]
fn the_words_of_generated_documents_are_those_of_their_markdown() {
    for seed in 0..u64::from(config(DOCUMENTS).cases) {
        let input = generator::input(seed);
        let expanded = generator::expand("tree", &input);
        // The choices of the target are after the document.
        let end = expanded.iter().position(|byte| *byte == 0xFF).unwrap_or(expanded.len());
        let document = parse_document(&expanded[..end], &Hints::new());
        let outcome = check(&document).and_then(|()| check_text(&document));
        assert_eq!(outcome, Ok(()), "seed {seed}: {}", document.inner_html());
    }
}

proptest! {
    #![proptest_config(config(DOCUMENTS))]

    #[test]
    fn the_words_of_any_markup_are_those_of_its_markdown(html in prop_oneof![soup(), page()]) {
        let document = parse_str(html.as_str());
        let outcome = check(&document).and_then(|()| check_text(&document));
        prop_assert_eq!(outcome, Ok(()), "{}", faithful().to_string(&document));
    }

    /// Texts full of the characters of Markdown, in the elements that it has marks for.
    #[test]
    fn the_words_of_any_text_in_any_marks_are_those_of_its_markdown(
        pieces in prop::collection::vec(piece(), 1..16),
    ) {
        let html = pieces.concat();
        let document = parse_str(html.as_str());
        prop_assert_eq!(check(&document), Ok(()), "{}", faithful().to_string(&document));
    }
}

fn piece() -> impl Strategy<Value = String> {
    let tags = &[
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<s>",
        "</s>",
        "<a href=x>",
        "</a>",
        "<code>",
        "</code>",
        "<br>",
        "<p>",
        "<ul>",
        "</ul>",
        "<ol start=7>",
        "<li>",
        "<blockquote>",
        "</blockquote>",
        "<h1>",
        "<h2>",
        "</h1>",
        "<pre>",
        "</pre>",
        "<hr>",
        "<img src=y alt='[`*'>",
        "<table>",
        "<tr>",
        "<th>",
        "<td>",
        "<td colspan=2>",
        "</table>",
        "<input type=checkbox>",
        "<sup>",
        "</sup>",
    ];
    prop_oneof![
        2 => prop::sample::select(&tags[..]).prop_map(str::to_owned),
        1 => prop::sample::select(&["a", "b ", " ", "。", "「", "é", "&nbsp;", "1. ", "- ", "x", "http://a.b/"][..])
            .prop_map(str::to_owned),
        1 => "[-*_`~#>+=|!\\[\\]():.\\\\&;<^$\"' 1ax]{1,6}".prop_map(|text| text.replace('<', "&lt;")),
    ]
}
