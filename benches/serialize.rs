//! How fast a tree becomes HTML, in bytes of the output.
//!
//! `serialize` writes every page once per iteration: into a `String`, to an `io::Write`, as a
//! `Display` would, and minified. `serialize_pattern` writes made-up trees, each all of one
//! construct, and needs no pages.

mod support;

use std::fmt::{self, Write};
use std::hint::black_box;
use std::io;

use consomme::ParseOptions;
use consomme::serialize::{MinifyOptions, SerializeOptions};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Takes text and drops it.
struct Sink;

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        black_box(text);
        Ok(())
    }
}

/// Every page once per iteration.
fn corpus(criterion: &mut Criterion) {
    let documents = support::documents();
    if documents.is_empty() {
        return;
    }
    let options = SerializeOptions::new();
    let minified = MinifyOptions::new();
    let length = documents.iter().map(|document| document.inner_html().len()).sum();
    let mut group = support::corpus_group(criterion, "serialize", length);
    support::over(&mut group, "string", &documents, |document| document.inner_html());
    support::over(&mut group, "io", &documents, |document| {
        document.serialize(&options).write_to(io::sink())
    });
    support::over(&mut group, "fmt", &documents, |document| {
        write!(Sink, "{}", document.serialize(&options))
    });
    support::over(&mut group, "minified", &documents, |document| {
        document.serialize(&minified).to_string()
    });
    group.finish();
}

/// About 256 KB of one construct over and over.
fn pattern(criterion: &mut Criterion) {
    const LENGTH: usize = 256 * 1024;
    let patterns = [
        ("text", "The broth is clarified with egg whites, then strained through muslin. "),
        ("tags", "<p>a<b>b</b><i>c</i></p>"),
        ("attributes", "<a href=\"/soup\" class=\"clear hot\" title=\"broth\" data-n=\"1\"></a>"),
        ("escapes", "&amp;&lt;&nbsp;&gt; "),
        ("not_ascii", "Für das Süppchen: 清湯, бульон. "),
        ("nested", "<div>"),
    ];
    let mut group = criterion.benchmark_group("serialize_pattern");
    for (name, pattern) in patterns {
        let document = ParseOptions::new().parse_str(pattern.repeat(LENGTH / pattern.len()));
        group.throughput(Throughput::Bytes(document.inner_html().len() as u64));
        group.bench_with_input(
            BenchmarkId::from_parameter(name),
            &document,
            |bencher, document| {
                bencher.iter(|| drop(black_box(document.inner_html())));
            },
        );
    }
    group.finish();
}

criterion_group!(benches, corpus, pattern);
criterion_main!(benches);
