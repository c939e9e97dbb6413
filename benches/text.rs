//! How fast a tree gives its text, in bytes of the text.
//!
//! Each goes over every page once per iteration: `text` takes the text of the whole page,
//! `text_of_links` the text of every link on its own.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};

/// Every page once per iteration.
fn corpus(criterion: &mut Criterion) {
    let documents = support::documents();
    if documents.is_empty() {
        return;
    }
    let length = documents.iter().map(|document| document.root().text_content().len()).sum();
    let mut group = support::corpus_group(criterion, "text", length);
    support::over(&mut group, "text_content", &documents, |document| {
        document.root().text_content()
    });
    group.finish();

    let links = |document: &consomme::Document| -> usize {
        let elements = document.descendants().filter_map(|node| node.as_element());
        let links = elements.filter(|element| element.name() == "a");
        links.map(|link| link.text_content().len()).sum()
    };
    let mut group =
        support::corpus_group(criterion, "text_of_links", documents.iter().map(links).sum());
    support::over(&mut group, "text_content", &documents, links);
    group.finish();
}

criterion_group!(benches, corpus);
criterion_main!(benches);
