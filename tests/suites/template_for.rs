//! `<template for>` against the rows of Web Platform Tests: fragments with three contexts and a
//! document, each fed whole and in pieces.

use std::path::Path;

use consomme::{Document, Hints, ParseOptions, Parser};
use consomme_test::suite::{Case, Run, Suites, WPT};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "template-for/");
    for (name, path) in run.suite_files(&WPT, "template-for", &["json"]) {
        add_file(&mut run, &format!("template-for/{name}"), &path);
    }
    suites.add("template-for", run, || ());
}

fn add_file(run: &mut Run, file: &str, path: &Path) {
    let rows = run.read_json(file, path);
    for (index, row) in rows.as_array().into_iter().flatten().enumerate() {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let patch = text("patch");
        let html = format!("<div>{}</div>{patch}", text("placeholder"));
        let tail = if row["tail"] == true { &*patch } else { "" };
        let expected = format!("<div>{}</div>{tail}", text("expected"));
        let place = Case { file, line: index + 2, input: &html, variants: &[] };
        let html = html.clone();
        run.add(file, &place, move || check(&html, &expected));
    }
}

fn check(html: &str, expected: &str) -> Result<(), String> {
    let options = ParseOptions::new();
    for context in ["div", "template", "body"] {
        for pieces in [1, 2, 4, html.len()] {
            let document = in_pieces(Parser::for_fragment(&options, context), html, pieces);
            let way = format!("{context} in {pieces} pieces");
            compare(&way, &document.root().inner_html(), expected)?;
        }
    }
    for pieces in [1, 2, 4, html.len()] {
        let document = in_pieces(Parser::new(&options, &Hints::new()), html, pieces);
        let body = document.body().map(|body| body.inner_html()).unwrap_or_default();
        compare(&format!("a document in {pieces} pieces"), &body, expected)?;
    }
    Ok(())
}

/// Feeds a text in so many pieces of about the same length.
fn in_pieces(mut parser: Parser, html: &str, pieces: usize) -> Document {
    let length = html.len().div_ceil(pieces).max(1);
    let mut rest = html;
    while !rest.is_empty() {
        let end = (length..rest.len()).find(|&end| rest.is_char_boundary(end));
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        parser.feed_str(piece);
        rest = after;
    }
    parser.finish()
}

fn compare(way: &str, actual: &str, expected: &str) -> Result<(), String> {
    if actual == expected {
        return Ok(());
    }
    Err(format!("{way}\nexpected: {expected}\nactual:   {actual}"))
}
