//! Edits of a growing document that no script engine makes, but any caller can.

use consomme::driver::{Driver, Step};
use consomme::{Document, Hints, NodeId, TreeError};

use super::{at_script, options, write};

/// Documents of two parsers that have parsed nothing have the same text.
#[test]
fn documents_that_are_swapped_before_the_start_end_both_parses() {
    let mut page = Driver::new(&options(), &Hints::new());
    let mut fragment = Driver::for_fragment(&options(), "td");
    std::mem::swap(&mut *page.document(), &mut *fragment.document());
    for mut driver in [page, fragment] {
        assert!(driver.is_aborted());
        driver.feed_str("<p>x<table>y<script></script>");
        assert_eq!(driver.step(), Step::Finished);
        driver.finish_document().check_invariants().unwrap();
    }
}

#[test]
fn a_document_that_is_put_in_the_place_of_one_that_grows_keeps_its_text() {
    for html in ["<p>éééééééééééééééé", "<p>aéééééééééééééééé"] {
        let mut driver = at_script("<p><script></script>b");
        *driver.document() = options().parse_str(html);
        driver.end_script();
        let document = driver.finish_document();
        assert_eq!(document.root().text_content(), html["<p>".len()..]);
    }
}

/// The parser was in the middle of a value, of which it had a part in the text that is gone.
#[test]
fn a_document_that_was_replaced_can_be_edited() {
    let mut driver = at_script("<p><script></script>b");
    write(&mut driver, "<i title='&amp;");
    *driver.document() = options().parse_str("<p title='é&amp;é'>é");
    let body = driver.document().body().unwrap().id();
    driver.document().set_attr(body, "id", "b").unwrap();
    assert_eq!(driver.end_script(), Step::Finished);
    let document = driver.finish_document();
    assert_eq!(
        document.body().unwrap().outer_html(),
        r#"<body id="b"><p title="é&amp;é">é</p></body>"#
    );
}

#[test]
fn a_document_that_is_taken_out_of_the_parser_no_longer_grows() {
    let mut driver = at_script("<p>a<script></script>b");
    let mut document = Document::new();
    std::mem::swap(&mut document, &mut *driver.document());
    let body = document.body().unwrap().id();
    document.discard(body).unwrap();
    document.compact();
    std::mem::swap(&mut document, &mut *driver.document());
    assert_eq!(driver.end_script(), Step::Finished);
    driver.finish_document().check_invariants().unwrap();
}

#[test]
fn a_guard_that_is_never_dropped_ends_the_parse() {
    let mut driver = at_script("<p><b>a&lt;<script></script>b<table>c");
    std::mem::forget(driver.document());
    assert!(driver.is_aborted());
    assert!(driver.write("<i>x").is_err());
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(driver.speculate().count(), 0);
    assert_eq!(driver.document().root().children().count(), 0);
    driver.finish_document().check_invariants().unwrap();
}

/// The texts that are not in the source are recorded, and are lost with the document.
#[test]
fn a_guard_that_is_never_dropped_ends_the_parse_with_positions_too() {
    let mut driver = Driver::new(&options().positions(true), &Hints::new());
    driver.feed_str("<p>a<b>&lt;</b>&gt;<script></script>");
    driver.step();
    std::mem::forget(driver.document());
    driver.finish_document().check_invariants().unwrap();
}

/// Every element that the parser holds is removed, moved, emptied, turned upside down or changed
/// while a script runs. Afterwards come tags that reach for it.
#[test]
fn any_edit_of_an_open_element_leaves_a_sound_tree() {
    const PAGE: &str = "<form><p><b><a><template></template><select><option><selectedcontent>\
        </selectedcontent></select><table><tbody><tr><td>t</td>f<template><b>s<script></script>";
    const REST: [&str; 10] = [
        "x<td>y<i>z",
        "</b>q</table>w",
        "</p></b></a>u<p>v",
        "<option>o<option>p",
        "</template>k",
        "</form><input>",
        "<table><input type=hidden><form>",
        "<html x=1><body y=2>",
        "<frameset>",
        "</body></html><!--c-->x",
    ];
    type Edit = fn(&mut Document, NodeId) -> Result<(), TreeError>;
    let edits: [Edit; 5] = [
        |document, id| document.detach(id),
        |document, id| document.append(document.root().id(), id),
        |document, id| document.set_inner_html(id, "<p>new<table><td>"),
        |document, id| {
            let body = document.body().map_or(id, |body| body.id());
            document.set_inner_html(body, "").and(document.append(id, body))
        },
        |document, id| {
            let text = document.create_text("q")?;
            document.insert_before(id, text).and(document.set_attr(id, "class", "k"))
        },
    ];
    let count = at_script(PAGE).held_handles().count();
    for held in 0..count {
        for edit in edits {
            for rest in REST {
                let mut driver = at_script(PAGE);
                let id = driver.held_handles().nth(held).unwrap();
                let _ = edit(&mut driver.document(), id);
                write(&mut driver, rest);
                driver.end_script();
                assert_eq!(driver.step(), Step::Finished);
                driver.finish_document().check_invariants().unwrap();
            }
        }
    }
}
