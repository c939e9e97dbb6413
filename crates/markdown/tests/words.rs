//! Nothing is lost: the words of the Markdown, rendered again, are those of the page, in order.

mod readers;

use std::fs;
use std::io::Read;
use std::path::Path;

use consomme_markdown::consomme::{Document, Hints, parse_document, parse_str};
use consomme_test::generator;
use consomme_test::suite::{self, PAGES};

use consomme_test::config::config;
use consomme_test::soup::{page, soup};
use proptest::prelude::*;
use readers::{READERS, difference, faithful, words_of_html, words_of_page};

fn check(document: &Document) -> Result<(), String> {
    let markdown = faithful().to_string(document);
    let expected = words_of_page(document);
    for (name, render) in READERS {
        let found = words_of_html(&render(&markdown));
        if let Some(difference) = difference(&expected, &found) {
            return Err(format!("{name}: {difference}"));
        }
    }
    Ok(())
}

#[test]
fn x() {
    let html = std::env::var("HTML").unwrap_or_default();
    let document = parse_str(html.as_str());
    println!("{}", faithful().to_string(&document));
    println!("{:?}", check(&document));
}

#[test]
fn pages_keep_their_words() {
    let folder = PAGES.find("").unwrap();
    let mut bad = 0;
    for (name, path) in suite::files(&folder, &["html"]) {
        let document = parse_document(&*fs::read(path).unwrap(), &Hints::new());
        if let Err(e) = check(&document) {
            bad += 1;
            println!("{name}: {e}");
        }
    }
    let folder = Path::new("../../../shared/extraction/wcxb/html");
    for (name, path) in suite::files(folder, &["gz"]) {
        let mut bytes = Vec::new();
        flate2::read::MultiGzDecoder::new(fs::File::open(path).unwrap())
            .read_to_end(&mut bytes)
            .unwrap();
        let document = parse_document(&*bytes, &Hints::new());
        if let Err(e) = check(&document) {
            bad += 1;
            println!("{name}: {e}");
        }
    }
    println!("bad {bad}");
}

#[test]
fn generated() {
    let from: u64 = std::env::var("FROM").map_or(0, |n| n.parse().unwrap());
    let count: u64 = std::env::var("COUNT").map_or(1000, |n| n.parse().unwrap());
    let mut bad = 0;
    for seed in from..from + count {
        let input = generator::input(seed);
        let expanded = generator::expand("tree", &input);
        let end = expanded.iter().position(|b| *b == 0xFF).unwrap_or(expanded.len());
        let document = parse_document(&expanded[..end], &Hints::new());
        if let Err(e) = check(&document) {
            bad += 1;
            if bad < 20 {
                println!("SEED {seed}: {e}");
                println!(
                    "HTML {}\nMD {:?}",
                    document.inner_html(),
                    faithful().to_string(&document)
                );
            }
        }
    }
    println!("SEED bad {bad}");
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_markup_keeps_its_words(html in prop_oneof![soup(), page()]) {
        let document = parse_str(html.as_str());
        prop_assert_eq!(check(&document), Ok(()), "{}", faithful().to_string(&document));
    }
}
