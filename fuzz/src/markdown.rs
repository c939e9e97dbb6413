//! Markdown and plain text are the same in whichever way they are written, their blocks are in
//! order and lie in the output and in the source, and options do not change that.

use std::ops::Range;

use consomme::{Document, ParseOptions};
use consomme_markdown::{Converted, Markdown, PlainText};
use consomme_test::targets::choices::{Choices, split_text};

pub(crate) fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let document = ParseOptions::new().positions(true).parse_str(text);
    let markdown = markdown(&mut choices);
    let converted = markdown.convert(&document);
    check(&document, &converted);
    assert_eq!(markdown.to_string(&document), converted.text);
    let mut pieces = String::new();
    markdown.write(&document, &mut pieces).expect("a string takes all");
    assert_eq!(pieces, converted.text);
    // Markdown is markup again, which is converted like any other.
    let _ = markdown.to_string(&consomme::parse_str(converted.text));

    let plain = match choices.number(40) {
        0 => PlainText::new().no_wrap(),
        columns => PlainText::new().width(columns),
    };
    let plain = plain.tables(!choices.flag()).images(!choices.flag());
    let converted = plain.convert(&document);
    check(&document, &converted);
    let mut bytes = Vec::new();
    plain.write_io(&document, &mut bytes).expect("a vector takes all");
    assert_eq!(String::from_utf8(bytes).expect("it is UTF-8"), converted.text);
}

fn markdown(choices: &mut Choices<'_>) -> Markdown {
    Markdown::new()
        .heading_shift(choices.number(8) as i8)
        .autolinks(!choices.flag())
        .tables(!choices.flag())
        .layout_tables(!choices.flag())
        .footnotes(!choices.flag())
        .task_lists(!choices.flag())
        .strikethrough(!choices.flag())
        .html(!choices.flag())
        .merge_nested(!choices.flag())
        .skipped_contents(choices.flag())
        .max_nesting(1 + choices.number(60))
        .max_table_slots(1 + choices.number(200))
}

fn check(document: &Document, converted: &Converted) {
    let mut end = 0;
    for block in &converted.blocks {
        let Range { start, end: next } = block.output.clone();
        assert!(end <= start && converted.text.get(start..next).is_some(), "{block:?}");
        end = next;
        if let Some(source) = &block.source {
            assert!(document.source().get(source.clone()).is_some(), "{block:?}");
        }
    }
}
