//! Properties over arbitrary markup, tables and texts.

mod checks;
mod support;

use consomme_web::consomme::{self, ParseOptions};
use proptest::prelude::*;

use support::config::config;
use support::soup::soup;

/// Markup with the elements and attributes that the crate looks at.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => "[ a-z<>&;=\"'/,0-9]{0,6}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

const PIECES: &[&str] = &[
    "<form id=f>",
    "</form>",
    "<form action=x method=post>",
    "<form enctype=text/plain action=mailto:a>",
    "<input name=a>",
    "<input name=a type=radio value=1 checked>",
    "<input name=a type=radio value=2>",
    "<input name=b type=checkbox checked>",
    "<input type=image name=i>",
    "<input type=range name=r value=7 step=3>",
    "<input name=c form=f dirname=d>",
    "<input type=file name=u>",
    "<input type=hidden name=_charset_>",
    "<button name=s value=1>",
    "</button>",
    "<button type=reset>",
    "<textarea name=t wrap=hard cols=2>abcde",
    "</textarea>",
    "<select name=o>",
    "<select name=p multiple size=3>",
    "</select>",
    "<option selected>1",
    "<option disabled value=2>",
    "<optgroup disabled>",
    "</optgroup>",
    "<hr>",
    "<fieldset disabled>",
    "</fieldset>",
    "<legend>",
    "</legend>",
    "<datalist>",
    "</datalist>",
    "<div dir=auto>",
    "<p dir=rtl>",
    "<bdi>",
    "<div itemscope>",
    "<p itemprop=a>",
    "<p itemprop='a b' itemscope>",
    "<div id=x itemprop=c>",
    "<div itemscope itemref='x y'>",
    "<div id=y itemprop=d itemscope itemref=x>",
    "</div>",
    "</p>",
    "text",
    "<meta itemprop=a content=x>",
    "<a itemprop=a href=y ping='p q'>",
    "</a>",
    "<time itemprop=a>2026</time>",
    "<base href=/z/>",
    "<link rel=icon href=i>",
    "<link rel=alternate type=application/rss+xml href=r>",
    "<meta http-equiv=refresh content='5;url=x'>",
    "<meta property=og:image content=i>",
    "<meta property=og:image:width content=1>",
    "<img src=i srcset='j 1x, k 2x'>",
    "<svg><a xlink:href=x>",
    "</svg>",
    "<h1>",
    "</h1>",
    "<h3 headingoffset=2>",
    "<section headingoffset=1>",
    "</section>",
    "<hgroup>",
    "<table>",
    "</table>",
];

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
        checks::check(&ParseOptions::new().positions(true).parse_str(html.as_str()));
    }

    #[test]
    fn tables_are_those_that_are_formed_slot_by_slot(html in table()) {
        checks::check(&consomme::parse_str(html.as_str()));
    }

    #[test]
    fn any_text_is_a_srcset_sizes_a_refresh_and_a_viewport(
        text in prop_oneof!["[ab ,()0-9.wxh\\-+e]{0,30}", "[a(){}\\[\\]\"'\\\\/*, 1pxvw\nä-]{0,30}", any::<String>()],
    ) {
        checks::texts::check(&text);
    }
}
