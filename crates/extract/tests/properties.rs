//! Properties over arbitrary markup.

use consomme_extract::consomme::ParseOptions;
use consomme_extract::{Extractor, Focus, PageKind};
use consomme_test::config::config;
use consomme_test::soup::soup;
use proptest::prelude::*;

/// Markup of pages: text, lists, posts and prices.
fn markup() -> impl Strategy<Value = String> {
    let pieces = &[
        "<p>Fry four onions in butter until they are brown, which takes half an hour.",
        "<div class=post>",
        "</div>",
        "<li><a href=x>Soups</a>",
        "<h1>Stock</h1>",
        "<table><tr><td>4",
        "</table>",
        "<pre>stir()\n",
        "<img src=bowl>",
        "<time datetime=2026-01-02>",
        "<b class=author>Ann</b>",
        "<script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"Bowl\"}</script>",
        "<div hidden>",
        "<br>",
        "$4.50 ",
    ][..];
    let piece = prop_oneof![
        8 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => "[ a-z<>&;=\"'/,0-9]{0,6}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn any_document_has_an_extraction_whose_parts_agree(html in prop_oneof![soup(), markup()]) {
        let document = ParseOptions::new().positions(true).parse_str(html.as_str());
        for focus in [Focus::Precision, Focus::Balance, Focus::Recall] {
            let extractor = Extractor::new().focus(focus).kind(PageKind::Forum).min_words(1);
            let content = extractor.extract(&document);
            prop_assert!((0.0..=1.0).contains(&content.confidence()));
            prop_assert_eq!(content.is_empty(), content.blocks().next().is_none());
            for block in content.blocks() {
                prop_assert!((0.0..=1.0).contains(&block.score()));
                prop_assert!(block.source().is_none_or(|source| html.get(source).is_some()));
            }
            let kept = content.to_document();
            prop_assert_eq!(kept.check_invariants(), Ok(()));
            // The words of the blocks are those of the tree that is kept.
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
            let of_blocks: usize = content.blocks().map(|block| letters(block.text())).sum();
            let of_tree = kept.body().map_or(0, |body| letters(&body.text_content()));
            prop_assert_eq!(of_blocks, of_tree);
            let _ = (content.posts(), content.products(), content.facts(), content.substitute());
        }
    }
}
