//! What keeping the source costs, and writing it back: parsing with positions and with the option
//! `lossless` as well, comparing the trees of an unedited document, applying patches beside a copy
//! of the text, and finding the patches for one attribute.

mod support;

use std::hint::black_box;

use consomme::{Document, Hints, ParseOptions};
use criterion::{Criterion, criterion_group, criterion_main};

/// Every page once per iteration.
fn corpus(criterion: &mut Criterion) {
    let pages = support::pages();
    if pages.is_empty() {
        return;
    }
    let length = pages.iter().map(|page| page.bytes.len()).sum();
    let mut group = support::corpus_group(criterion, "source_edits", length);
    let positions = ParseOptions::new().positions(true);
    let lossless = ParseOptions::new().lossless(true);
    let parse = |options: &ParseOptions, bytes: &[u8]| options.parse_document(bytes, &Hints::new());
    support::over(&mut group, "parse_with_positions", &pages, |page| {
        parse(&positions, &page.bytes)
    });
    support::over(&mut group, "parse_lossless", &pages, |page| parse(&lossless, &page.bytes));
    let mut documents: Vec<Document> =
        pages.iter().map(|page| parse(&lossless, &page.bytes)).collect();
    support::over(&mut group, "compare_unedited", &documents, |document| {
        document.source_edits().map(|edits| edits.patches().len())
    });
    for document in &mut documents {
        if let Some(body) = document.body().map(|body| body.id()) {
            document.set_attr(body, "data-edited", "yes").expect("an element has attributes");
        }
    }
    support::over(&mut group, "patch_one_attribute", &documents, |document| {
        document.source_edits().map(|edits| edits.patches().len())
    });
    let edits: Vec<_> = documents.iter().filter_map(Document::source_edits).collect();
    support::over(&mut group, "apply", &edits, |edits| edits.apply());
    support::over(&mut group, "copy_text", &pages, |page| black_box(page.text.clone()));
    group.finish();
}

criterion_group!(benches, corpus);
criterion_main!(benches);
