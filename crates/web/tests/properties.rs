//! Properties over arbitrary markup, tables and texts.

use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::web::{self, pieces};
use consomme_web::consomme::{self, ParseOptions};
use proptest::prelude::*;

/// Markup with the elements and attributes that the crate looks at.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(pieces::PIECES).prop_map(str::to_owned),
        1 => "[ a-z<>&;=\"'/,0-9]{0,6}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A table: rows, groups and cells in any order.
fn table() -> impl Strategy<Value = String> {
    let span = prop_oneof![4 => Just(""), 1 => Just("2"), 1 => Just("3"), 1 => Just("0"), 1 => Just("7"), 1 => Just("x")];
    let scope = prop::sample::select(&["", "", "", "row", "col", "rowgroup", "colgroup"][..]);
    let headers = prop::sample::select(&["", "", "", "headers=a", "headers='b c'"][..]);
    let id = prop::sample::select(&["", "", "a", "b", "c"][..]);
    let cell = (any::<bool>(), span.clone(), span.clone(), scope, headers, id, "[a-z ]{0,3}").prop_map(
        |(is_header, columns, rows, scope, headers, id, text)| {
            let name = if is_header { "th" } else { "td" };
            format!("<{name} colspan='{columns}' rowspan='{rows}' scope='{scope}' {headers} id='{id}'>{text}</{name}>")
        },
    );
    let piece = prop_oneof![
        12 => cell,
        5 => Just("<tr>".to_owned()),
        1 => prop::sample::select(&["<tbody>", "<thead>", "<tfoot>"][..]).prop_map(str::to_owned),
    ];
    let columns = prop::sample::select(
        &["", "<colgroup span=2>", "<colgroup><col><col span=2></colgroup><colgroup>"][..],
    );
    (columns, prop::collection::vec(piece, 0..40))
        .prop_map(|(columns, pieces)| format!("<table>{columns}<tr>{}</table>", pieces.concat()))
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn any_document_has_sound_urls_tables_forms_and_items(html in prop_oneof![soup(), markup()]) {
        web::check(&ParseOptions::new().positions(true).parse_str(html.as_str()));
    }

    #[test]
    fn tables_are_those_that_are_formed_slot_by_slot(html in table()) {
        web::check(&consomme::parse_str(html.as_str()));
    }

    #[test]
    fn any_text_is_a_srcset_sizes_a_refresh_and_a_viewport(
        text in prop_oneof!["[ab ,()0-9.wxh\\-+e]{0,30}", "[a(){}\\[\\]\"'\\\\/*, 1pxvw\nä-]{0,30}", any::<String>()],
    ) {
        web::texts::check(&text);
    }
}
