//! Any document has main content, whose parts agree: its blocks lie in the source, and their words
//! are those of the tree that is kept.

use consomme::ParseOptions;
use consomme_extract::{Extractor, Focus, PageKind};
use consomme_test::targets::choices::split_text;

pub(crate) fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let document = ParseOptions::new().positions(true).parse_str(text);
    let mut extractor = Extractor::new()
        .focus(choices.one_of(&[Focus::Balance, Focus::Precision, Focus::Recall]))
        .min_words(choices.number(8));
    if choices.flag() {
        extractor = extractor.kind(choices.one_of(PageKind::ALL));
    }
    let content = extractor.extract(&document);
    assert!((0.0..=1.0).contains(&content.confidence()));
    assert_eq!(content.is_empty(), content.blocks().next().is_none());
    for block in content.blocks() {
        assert!((0.0..=1.0).contains(&block.score()));
        let source = block.source();
        assert!(source.is_none_or(|source| document.source().get(source).is_some()));
    }
    let kept = content.to_document();
    assert_eq!(kept.check_invariants(), Ok(()));
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let of_blocks: usize = content.blocks().map(|block| letters(block.text())).sum();
    assert_eq!(of_blocks, kept.body().map_or(0, |body| letters(&body.text_content())));
    let _ = (content.posts(), content.products(), content.facts(), content.substitute());
}
