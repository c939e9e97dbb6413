//! How fast a tree is copied, and how fast it is dropped, in bytes of the pages it was parsed from.

mod support;

use std::hint::black_box;

use consomme::Document;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// Every page once per iteration.
fn corpus(criterion: &mut Criterion) {
    let length = support::pages().iter().map(|page| page.bytes.len()).sum();
    let documents = support::documents();
    if documents.is_empty() {
        return;
    }
    let mut group = support::corpus_group(criterion, "clone", length);
    support::over(&mut group, "clone_and_drop", &documents, Document::clone);
    group.bench_function("drop", |bencher| {
        bencher.iter_batched(
            || documents.clone(),
            |clones| drop(black_box(clones)),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, corpus);
criterion_main!(benches);
