//! How fast bytes become a finished tree, drop included.
//!
//! `corpus` parses every page of a directory once per iteration: from `&[u8]`, from `&str` and from an owned
//! `Vec<u8>`, whose copy is made outside the measured time. `page` parses three of the same pages, small,
//! middling and large. `pattern` parses made-up texts, each all of one construct, and needs no pages.
//!
//! `CONSOMME_PAGES` names the directory of pages; the default is `../shared/corpus/pages`. Without it,
//! `corpus` and `page` are left out. For other parsers beside this one, see `benches/compare`.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, io};

use consomme::{Hints, ParseOptions, parse_document};
use criterion::{
    BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};

/// One input file.
struct Page {
    name: String,
    bytes: Vec<u8>,
    /// The bytes as UTF-8; what is malformed became U+FFFD.
    text: String,
}

/// The `.html` files of `directory`, smallest first.
fn load_pages(directory: &Path) -> io::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let bytes = fs::read(&path)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        pages.push(Page { name, bytes, text });
    }
    pages.sort_by(|a, b| (a.bytes.len(), &a.name).cmp(&(b.bytes.len(), &b.name)));
    Ok(pages)
}

/// The pages of `CONSOMME_PAGES`; none, and a note on standard error, where they cannot be read.
fn pages_or_none() -> Vec<Page> {
    let directory =
        env::var_os("CONSOMME_PAGES").map_or_else(|| PathBuf::from("../shared/corpus/pages"), PathBuf::from);
    match load_pages(&directory) {
        Ok(pages) => pages,
        Err(error) => {
            eprintln!("no pages ({}: {error}); set CONSOMME_PAGES", directory.display());
            Vec::new()
        }
    }
}

/// A byte count as criterion wants it.
fn bytes(count: usize) -> Throughput {
    Throughput::Bytes(count as u64)
}

/// Every page once per iteration.
fn corpus(criterion: &mut Criterion) {
    let pages = pages_or_none();
    if pages.is_empty() {
        return;
    }
    let hints = Hints::new();
    let options = ParseOptions::new();
    let mut group = criterion.benchmark_group("corpus");
    group.sampling_mode(SamplingMode::Flat).sample_size(30).measurement_time(Duration::from_secs(10));

    group.throughput(bytes(pages.iter().map(|page| page.bytes.len()).sum()));
    group.bench_function("bytes", |bencher| {
        bencher.iter(|| {
            for page in &pages {
                drop(black_box(parse_document(black_box(page.bytes.as_slice()), &hints)));
            }
        });
    });
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

    group.throughput(bytes(pages.iter().map(|page| page.text.len()).sum()));
    group.bench_function("str", |bencher| {
        bencher.iter(|| {
            for page in &pages {
                drop(black_box(options.parse_str(black_box(page.text.as_str()))));
            }
        });
    });
    group.finish();
}

/// One page per benchmark: those a tenth, half and nine tenths up the sizes.
fn page(criterion: &mut Criterion) {
    let pages = pages_or_none();
    let hints = Hints::new();
    let mut group = criterion.benchmark_group("page");
    for tenths in [1, 5, 9] {
        let Some(page) = pages.get(pages.len() * tenths / 10) else {
            continue;
        };
        group.throughput(bytes(page.bytes.len()));
        group.bench_with_input(BenchmarkId::new("bytes", &page.name), &page.bytes, |bencher, input| {
            bencher.iter(|| drop(black_box(parse_document(black_box(input.as_slice()), &hints))));
        });
    }
    group.finish();
}

/// About 256 KB of one construct over and over.
fn pattern(criterion: &mut Criterion) {
    const LENGTH: usize = 256 * 1024;
    let patterns = [
        ("text", "The broth is clarified with egg whites, then strained through muslin. "),
        ("tags", "<p>a<b>b</b><i>c</i>"),
        ("attributes", "<a href=\"/soup\" class='clear hot' title=broth data-n=1>"),
        ("character_references", "&amp;&lt;&eacute;&#233;&#xE9; "),
        ("table", "<table><tr><td>1<td>2</table>"),
        ("formatting", "<p><b><i>a</b>b</i>"),
        ("comments", "<!-- skim the fat -->"),
    ];
    let options = ParseOptions::new();
    let mut group = criterion.benchmark_group("pattern");
    for (name, pattern) in patterns {
        let text = format!("<!DOCTYPE html><body>{}", pattern.repeat(LENGTH / pattern.len()));
        group.throughput(bytes(text.len()));
        group.bench_with_input(BenchmarkId::from_parameter(name), &text, |bencher, input| {
            bencher.iter(|| drop(black_box(options.parse_str(black_box(input.as_str())))));
        });
    }
    group.finish();
}

criterion_group!(benches, corpus, page, pattern);
criterion_main!(benches);
