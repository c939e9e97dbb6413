//! Shared by the benches: the pages, and made-up texts that are all of one construct.
//!
//! `CONSOMME_PAGES` names the directory of pages; the default is `../shared/corpus/pages`. Without
//! it, benches of pages are left out.

#![allow(dead_code, reason = "no bench uses everything")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, io};

use consomme::{Document, Hints, parse_document};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};

/// How many bytes a made-up text has, about.
const LENGTH: usize = 256 * 1024;

/// How many bytes a piece has where input comes in pieces.
pub(crate) const PIECE: usize = 8 * 1024;

/// One input file.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The bytes as UTF-8, with U+FFFD for malformed sequences.
    pub(crate) text: String,
}

/// The `.html` files of `CONSOMME_PAGES`, smallest first; none, and a note on standard error, where
/// they cannot be read.
pub(crate) fn pages() -> Vec<Page> {
    let directory = env::var_os("CONSOMME_PAGES")
        .map_or_else(|| PathBuf::from("../shared/corpus/pages"), PathBuf::from);
    read_pages(&directory).unwrap_or_else(|error| {
        eprintln!("no pages ({}: {error}); set CONSOMME_PAGES", directory.display());
        Vec::new()
    })
}

fn read_pages(directory: &Path) -> io::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let bytes = fs::read(&path)?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            pages.push(Page { name, bytes, text });
        }
    }
    pages.sort_by(|a, b| (a.bytes.len(), &a.name).cmp(&(b.bytes.len(), &b.name)));
    Ok(pages)
}

/// The pages, parsed.
pub(crate) fn documents() -> Vec<Document> {
    pages().into_iter().map(|page| parse_document(page.bytes, &Hints::new())).collect()
}

/// A group whose iterations go over all pages, `bytes` long together.
pub(crate) fn corpus_group<'c>(
    criterion: &'c mut Criterion,
    name: &str,
    bytes: usize,
) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sampling_mode(SamplingMode::Flat)
        .sample_size(30)
        .measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Bytes(bytes as u64));
    group
}

/// Measures `run` on every item, once per iteration. Its result is dropped within the measured
/// time.
pub(crate) fn over<T, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    items: &[T],
    run: impl Fn(&T) -> R,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for item in items {
                drop(black_box(run(black_box(item))));
            }
        });
    });
}

/// Measures `run` on each made-up text: `pattern` over and over, after a doctype and a `body` tag.
pub(crate) fn patterns<R>(
    criterion: &mut Criterion,
    name: &str,
    patterns: &[(&str, &str)],
    run: impl Fn(&str) -> R,
) {
    let mut group = criterion.benchmark_group(name);
    for (name, pattern) in patterns {
        let text = format!("<!DOCTYPE html><body>{}", pattern.repeat(LENGTH / pattern.len()));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(name), &text, |bencher, text| {
            bencher.iter(|| drop(black_box(run(black_box(text)))));
        });
    }
    group.finish();
}

/// Texts for the tokenizer and the tree builder.
pub(crate) const MARKUP: [(&str, &str); 7] = [
    ("text", "The broth is clarified with egg whites, then strained through muslin. "),
    ("tags", "<p>a<b>b</b><i>c</i>"),
    ("attributes", "<a href=\"/soup\" class='clear hot' title=broth data-n=1>"),
    ("character_references", "&amp;&lt;&eacute;&#233;&#xE9; "),
    ("table", "<table><tr><td>1<td>2</table>"),
    ("formatting", "<p><b><i>a</b>b</i>"),
    ("comments", "<!-- skim the fat -->"),
];
