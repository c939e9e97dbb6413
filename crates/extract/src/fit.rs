//! Shows the features of a page to `fit/fit.py`.

use consomme::Document;
use serde_json::{Value, json};

use crate::features::{Facts, Whole, attribute_words};
use crate::page::Page;

/// Returns the names of the features of blocks.
pub fn names() -> Vec<&'static str> {
    let document = consomme::parse_str("<p>Soup");
    let page = Page::new(&document);
    Facts::new(&document, &page).names()
}

/// Returns the features of all blocks of a page, one block after the other.
pub fn features(document: &Document) -> Vec<f32> {
    let page = Page::new(document);
    let facts = Facts::new(document, &page);
    let mut features = Vec::new();
    for at in 0..page.blocks.len() {
        facts.put_blocks(at..at + 1, &mut features);
    }
    features
}

/// Returns the boxes with the words of their attributes, the texts of the blocks, and what tells
/// the kind of the page.
pub fn outline(document: &Document) -> Value {
    let page = Page::new(document);
    let facts = Facts::new(document, &page);
    let boxes = page.boxes.iter().map(|page_box| {
        let mut words = Vec::new();
        if let Some(element) = page_box.element {
            attribute_words(element, |word| words.push(word.to_owned()));
        }
        json!([page_box.parent, "", page_box.blocks.start, page_box.blocks.end, words])
    });
    let blocks = page.blocks.iter().enumerate();
    let blocks = blocks.map(|(at, block)| json!([block.inner, block.outer, page.text(at)]));
    let mut words = Vec::new();
    Whole::kind_words(document, &page, |word| words.push(word.to_owned()));
    json!({
        "boxes": boxes.collect::<Vec<_>>(),
        "blocks": blocks.collect::<Vec<_>>(),
        "words": words,
        "numbers": facts.whole.kind_numbers(),
    })
}
