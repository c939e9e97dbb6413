//! How fast bytes become a finished tree, drop included.
//!
//! `parse` goes over every page once per iteration: from `&[u8]`, in pieces, with errors, with
//! positions, with both, from `&str`, and from an owned `Vec<u8>`, whose copy is made outside the
//! measured time. `parse_page` parses three of the same pages, small, middling and large.
//! `parse_pattern` parses made-up texts, each all of one construct, and needs no pages. For other
//! parsers beside this one, see `benches/compare`.

mod support;

use std::hint::black_box;

use consomme::{Hints, ParseOptions, Parser, parse_document};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Every page once per iteration.
fn corpus(criterion: &mut Criterion) {
    let pages = support::pages();
    if pages.is_empty() {
        return;
    }
    let hints = Hints::new();
    let options = ParseOptions::new();
    let accounts = [
        ("errors", ParseOptions::new().errors(true)),
        ("positions", ParseOptions::new().positions(true)),
        ("errors_and_positions", ParseOptions::new().errors(true).positions(true)),
    ];
    let length = pages.iter().map(|page| page.bytes.len()).sum();
    let mut group = support::corpus_group(criterion, "parse", length);

    support::over(&mut group, "bytes", &pages, |page| {
        parse_document(page.bytes.as_slice(), &hints)
    });
    for (name, options) in &accounts {
        support::over(&mut group, name, &pages, |page| {
            options.parse_document(page.bytes.as_slice(), &hints)
        });
    }
    support::over(&mut group, "pieces", &pages, |page| {
        let mut parser = Parser::new(&options, &Hints::new());
        page.bytes.chunks(support::PIECE).for_each(|piece| parser.feed(piece));
        parser.finish()
    });
    support::over(&mut group, "str", &pages, |page| options.parse_str(page.text.as_str()));
    group.bench_function("owned_bytes", |bencher| {
        bencher.iter_batched(
            || pages.iter().map(|page| page.bytes.clone()).collect::<Vec<_>>(),
            |inputs| {
                for input in inputs {
                    drop(black_box(parse_document(black_box(input), &hints)));
                }
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// One page per benchmark: the pages a tenth, half and nine tenths up the sizes.
fn page(criterion: &mut Criterion) {
    let pages = support::pages();
    let hints = Hints::new();
    let mut group = criterion.benchmark_group("parse_page");
    for tenths in [1, 5, 9] {
        let Some(page) = pages.get(pages.len() * tenths / 10) else {
            continue;
        };
        group.throughput(Throughput::Bytes(page.bytes.len() as u64));
        group.bench_with_input(
            BenchmarkId::from_parameter(&page.name),
            &page.bytes,
            |bencher, input| {
                bencher
                    .iter(|| drop(black_box(parse_document(black_box(input.as_slice()), &hints))));
            },
        );
    }
    group.finish();
}

/// Made-up texts.
fn pattern(criterion: &mut Criterion) {
    let options = ParseOptions::new();
    support::patterns(criterion, "parse_pattern", &support::MARKUP, |text| options.parse_str(text));
}

criterion_group!(benches, corpus, page, pattern);
criterion_main!(benches);
