//! How fast a tree becomes HTML, in bytes of the output.
//!
//! `corpus` writes every page of a directory once per iteration: into a `String`, to an `io::Write`, as a `Display`
//! would, and compactly. `pattern` writes made-up trees, each all of one construct, and needs no pages.
//!
//! `CONSOMME_PAGES` names the directory of pages; the default is `../shared/corpus/pages`. Without it, `corpus` is
//! left out.

use std::fmt::{self, Write};
use std::hint::black_box;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use consomme::serialize::{SerializeOptions, WriterOptions};
use consomme::{Document, Hints, ParseOptions, parse_document};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};

/// The trees of the `.html` files of `CONSOMME_PAGES`; none, and a note on standard error, where they cannot be read.
fn pages_or_none() -> Vec<Document> {
    let directory =
        env::var_os("CONSOMME_PAGES").map_or_else(|| PathBuf::from("../shared/corpus/pages"), PathBuf::from);
    let load = || -> io::Result<Vec<Document>> {
        let mut pages = Vec::new();
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "html") {
                pages.push(parse_document(fs::read(path)?, &Hints::new()));
            }
        }
        Ok(pages)
    };
    load().unwrap_or_else(|error| {
        eprintln!("no pages ({}: {error}); set CONSOMME_PAGES", directory.display());
        Vec::new()
    })
}

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
    let pages = pages_or_none();
    if pages.is_empty() {
        return;
    }
    let options = SerializeOptions::new();
    let mut group = criterion.benchmark_group("serialize_corpus");
    group.sampling_mode(SamplingMode::Flat).sample_size(30).measurement_time(Duration::from_secs(5));
    let length = pages.iter().map(|page| page.inner_html().len() as u64).sum();
    group.throughput(Throughput::Bytes(length));
    group.bench_function("string", |bencher| {
        bencher.iter(|| {
            for page in &pages {
                drop(black_box(page.inner_html()));
            }
        });
    });
    group.bench_function("io", |bencher| {
        bencher.iter(|| {
            for page in &pages {
                page.root().serialize_inner(&options).write_to(io::sink()).expect("a sink takes everything");
            }
        });
    });
    group.bench_function("fmt", |bencher| {
        bencher.iter(|| {
            for page in &pages {
                write!(Sink, "{}", page.root().serialize_inner(&options)).expect("a sink takes everything");
            }
        });
    });
    let compact = WriterOptions::new();
    group.bench_function("compact", |bencher| {
        bencher.iter(|| {
            for page in &pages {
                drop(black_box(compact.html(page.root())));
            }
        });
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
        group.bench_with_input(BenchmarkId::from_parameter(name), &document, |bencher, document| {
            bencher.iter(|| drop(black_box(document.inner_html())));
        });
    }
    group.finish();
}

criterion_group!(benches, corpus, pattern);
criterion_main!(benches);
