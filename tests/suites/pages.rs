//! Real pages: each is parsed, serialized and parsed again, and parsed in pieces.
//!
//! A page whose tree changes on the way through text, as the standard says some trees do, is in
//! `data/roundtrip_exceptions.txt` with the reason. Of a document type, serialization writes the
//! name alone, so those dumps leave the identifiers out.

use std::fs;

use consomme::{Document, Hints, ParseOptions, Parser, parse_document};
use consomme_test::expectations::judge;
use consomme_test::suite::{Case, PAGES, Run, Suites};
use consomme_test::tree_dump::{Doctype, dump};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/roundtrip_exceptions.txt", "pages");
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let case = Case { file: "pages", line: 1, input: &name, variants: &[] };
        run.add_with_reason("pages", &case, move |reason| {
            let bytes = fs::read(&path).map_err(|error| error.to_string())?;
            let document = parse_document(&bytes, &Hints::new());
            document.check_parsed()?;
            check_pieces(&bytes, &document)?;
            judge(reason.as_deref(), check_round_trip(&document))
        });
    }
    suites.add("pages", run, || ());
}

/// The decoded text, fed in pieces of 1,000 characters, gives the same tree as the bytes.
fn check_pieces(bytes: &[u8], document: &Document) -> Result<(), String> {
    let encoding = document.encoding().ok_or("bytes were parsed, yet there is no encoding")?;
    let (text, _, _) = encoding.decode(bytes);
    let mut parser = Parser::new(&ParseOptions::new(), &Hints::new());
    let mut rest = &*text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(1000).map_or(rest.len(), |(offset, _)| offset);
        let (piece, after) = rest.split_at(end);
        parser.feed_str(piece);
        rest = after;
    }
    let expected = dump(document.root(), Doctype::Full);
    let actual = dump(parser.finish().root(), Doctype::Full);
    same("parsed whole, then in pieces", &expected, &actual)
}

/// Parse, serialize, parse: the same tree.
fn check_round_trip(document: &Document) -> Result<(), String> {
    let again = ParseOptions::new().parse_str(document.root().inner_html());
    let expected = dump(document.root(), Doctype::NameOnly);
    let actual = dump(again.root(), Doctype::NameOnly);
    same("parsed, then serialized and parsed", &expected, &actual)
}

/// Compares two dumps; the message shows the lines where they part.
fn same(what: &str, expected: &str, actual: &str) -> Result<(), String> {
    if expected == actual {
        return Ok(());
    }
    let common = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    let part = |dump: &str| -> String {
        let lines = dump.lines().skip(common.saturating_sub(5)).take(15);
        lines.map(|line| line.chars().take(160).collect::<String>() + "\n").collect()
    };
    Err(format!(
        "{what}: the trees part at line {}\nexpected:\n{}actual:\n{}",
        common + 1,
        part(expected),
        part(actual)
    ))
}
