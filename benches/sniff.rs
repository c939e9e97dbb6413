//! Measures finding the encoding and decoding, beside the whole parse.
//!
//! Each iteration goes once over every page of a directory that is in UTF-8 and has 1024 bytes or
//! more. `sniff` is the encoding sniffing algorithm, `decode` makes text of the bytes, checked and
//! copied, `sniff_and_decode` is both, and `parse` is all from the bytes to the finished tree. At
//! the end it prints the share of the parse that the first two take: at most a fifth, or the bench
//! fails.

mod support;

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use consomme::encoding;
use consomme::{Hints, parse_document};
use criterion::Criterion;
use encoding_rs::UTF_8;

/// The largest share of the parse, in percent.
const LIMIT: f64 = 20.0;

/// How often each share is measured: the fastest round counts.
const ROUNDS: usize = 15;

fn main() -> ExitCode {
    let pages = utf_8_pages();
    if pages.is_empty() {
        return ExitCode::SUCCESS;
    }

    let mut criterion = Criterion::default().configure_from_args();
    sniffing(&mut criterion, &pages);
    criterion.final_summary();

    // `--test`, `--list` and the like measure nothing.
    let is_measured = env::args().any(|argument| argument == "--bench")
        && !env::args().any(|argument| argument == "--test" || argument == "--list");
    if is_measured && share(&pages) > LIMIT {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The bytes of the pages that are in UTF-8.
fn utf_8_pages() -> Vec<Vec<u8>> {
    let hints = Hints::new();
    let mut pages: Vec<Vec<u8>> = support::pages().into_iter().map(|page| page.bytes).collect();
    pages.retain(|page| {
        page.len() >= 1024 && parse_document(page.as_slice(), &hints).encoding() == Some(UTF_8)
    });
    pages
}

/// The work that is measured on the bytes of a page.
type Part = fn(&[u8]);

fn sniff(page: &[u8]) {
    black_box(encoding::report_from_start(black_box(page), &Hints::new()));
}

fn decode(page: &[u8]) {
    drop(black_box(UTF_8.decode_with_bom_removal(black_box(page)).0.into_owned()));
}

fn sniff_and_decode(page: &[u8]) {
    sniff(page);
    decode(page);
}

fn parse(page: &[u8]) {
    drop(black_box(parse_document(black_box(page), &Hints::new())));
}

/// Every page once per iteration.
fn sniffing(criterion: &mut Criterion, pages: &[Vec<u8>]) {
    let length = pages.iter().map(Vec::len).sum();
    let mut group = support::corpus_group(criterion, "sniff", length);
    let parts: [(&str, Part); 4] = [
        ("sniff", sniff),
        ("decode", decode),
        ("sniff_and_decode", sniff_and_decode),
        ("parse", parse),
    ];
    for (name, part) in parts {
        support::over(&mut group, name, pages, |page| part(page));
    }
    group.finish();
}

/// Measures and prints what percentage of the parse sniffing and decoding take.
fn share(pages: &[Vec<u8>]) -> f64 {
    let fastest = |part: Part| {
        let round = || {
            let start = Instant::now();
            pages.iter().for_each(|page| part(page));
            start.elapsed()
        };
        (0..ROUNDS).map(|_| round()).min().unwrap_or_default()
    };
    let (before, whole) = (fastest(sniff_and_decode), fastest(parse));
    let share = 100.0 * before.as_secs_f64() / whole.as_secs_f64();
    println!(
        "{} pages in UTF-8: sniffing and decoding {before:.1?}, the whole parse {whole:.1?}: {share:.1} % (limit {LIMIT} %)",
        pages.len()
    );
    share
}
