//! Rendered content one event after the other.

use consomme::parse_fragment;
use consomme::rendering::{BoxKind, RenderedEvent, TextOptions};

/// Returns the events as markup: inline boxes as `<b>`, other ones as `{p}`, images as `!img`,
/// texts in quotes.
fn events(html: &str) -> String {
    let document = parse_fragment("body", html);
    let options = TextOptions::new();
    let written = document.rendered(&options).map(|event| match event {
        RenderedEvent::Start { element, kind: BoxKind::Inline, .. } => {
            format!("<{}>", element.name())
        }
        RenderedEvent::End { element, kind: BoxKind::Inline, .. } => {
            format!("</{}>", element.name())
        }
        RenderedEvent::Start { element, .. } => format!("{{{}}}", element.name()),
        RenderedEvent::End { element, .. } => format!("{{/{}}}", element.name()),
        RenderedEvent::Text { text, .. } => format!("{text:?}"),
        RenderedEvent::LineBreak { element, .. } => format!("!{}", element.name()),
        RenderedEvent::Replaced { element, .. } => format!("!{}", element.name()),
        RenderedEvent::CellSeparator => "|".to_owned(),
        RenderedEvent::RowSeparator => "/".to_owned(),
        other => panic!("{other:?}"),
    });
    written.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(events(html), *expected, "{html}");
    }
}

#[test]
fn boxes_nest_and_texts_are_words() {
    check(&[
        ("a b <b>c</b>", "\"a b\" \" \" <b> \"c\" </b>"),
        ("<p>a<p>b", "{p} \"a\" {/p} {p} \"b\" {/p}"),
        ("<ul> <li>a <li><i>b</i> </ul>", "{ul} {li} \"a\" {/li} {li} <i> \"b\" </i> {/li} {/ul}"),
        ("a  b\nc", "\"a\" \" \" \"b\" \" \" \"c\""),
        ("<pre> a\n b</pre>", "{pre} \" a\\n b\" {/pre}"),
        ("a<br> b<hr>", "\"a\" !br \"b\" {hr} {/hr}"),
    ]);
}

#[test]
fn a_space_is_neither_first_nor_last_in_an_inline_box() {
    check(&[
        ("a<b> b </b>c", "\"a\" \" \" <b> \"b\" </b> \" \" \"c\""),
        ("a <i><b> b</b></i> c", "\"a\" \" \" <i> <b> \"b\" </b> </i> \" \" \"c\""),
        ("a<i> <b> </b> b</i>", "\"a\" <i> <b> </b> \" \" \"b\" </i>"),
        ("a <i><img></i> b", "\"a\" \" \" <i> !img </i> \" \" \"b\""),
        ("<i> a</i>", "<i> \"a\" </i>"),
    ]);
}

#[test]
fn boxes_without_content_have_events() {
    check(&[
        ("a<b></b>c", "\"a\" <b> </b> \"c\""),
        ("<p> </p>", "{p} {/p}"),
        ("a <a name=x></a>", "\"a\" <a> </a>"),
        ("<span><p>a</p></span>", "<span> {p} \"a\" {/p} </span>"),
    ]);
}

#[test]
fn what_does_not_show_has_no_events() {
    check(&[
        ("a<script>b</script><!--c--><b hidden>d</b>e", "\"a\" \"e\""),
        ("<slot>a</slot>", "\"a\""),
        ("<svg>a<g><text>b</text></g></svg>", "{svg} {text} \"b\" {/text} {/svg}"),
        ("<select>a<option>b</select>", "{select} {option} \"b\" {/option} {/select}"),
        (
            "<details><summary>a</summary>b</details>",
            "{details} {summary} \"a\" {/summary} {/details}",
        ),
        ("<table><col><tr hidden><td>a</table>", "{table} {tbody} {/tbody} {/table}"),
    ]);
}

#[test]
fn parts_of_tables_have_boxes_and_separators() {
    check(&[(
        "<table><caption>a</caption><tr><td>b<th>c<tr><td>d</table>",
        "{table} {caption} \"a\" {/caption} {tbody} {tr} {td} \"b\" {/td} | {th} \"c\" {/th} {/tr} / \
         {tr} {td} \"d\" {/td} {/tr} {/tbody} {/table}",
    )]);
    let document =
        parse_fragment("body", "<table><tr><td>a</table><p>b<math><mtable></mtable></math>");
    let kinds = document.rendered(&TextOptions::new()).filter_map(|event| match event {
        RenderedEvent::Start { kind, .. } => Some(kind),
        _ => None,
    });
    let expected = [
        BoxKind::Table,
        BoxKind::RowGroup,
        BoxKind::Row,
        BoxKind::Cell,
        BoxKind::Paragraph,
        BoxKind::InlineBlock,
        BoxKind::InlineTable,
    ];
    assert!(kinds.eq(expected));
}

#[test]
fn an_image_is_in_a_line_or_beside_it() {
    let document = parse_fragment("body", "<img><img align=left><button>a</button>");
    let kinds = document.rendered(&TextOptions::new()).filter_map(|event| match event {
        RenderedEvent::Replaced { kind, .. } => Some(kind.is_inline()),
        _ => None,
    });
    assert!(kinds.eq([true, false]));
}

#[test]
fn the_events_of_a_node_are_those_of_its_content() {
    let document = parse_fragment("body", "<div><p>a <b>b</b></p></div><script>c</script>");
    let of = |index: usize| {
        let node = document.descendants().nth(index).unwrap();
        node.rendered(&TextOptions::new()).count()
    };
    // The `div`, the `p`, its text, the `b`, its text; the `script` and its text.
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(of), [7, 5, 1, 1, 1, 0, 0]);
    let flat = document.flat_tree();
    assert!(
        flat.rendered(&document, &TextOptions::new()).eq(document.rendered(&TextOptions::new()))
    );
}

#[test]
fn an_iterator_that_has_ended_stays_at_its_end() {
    let document = parse_fragment("body", "<b>a");
    let mut events = document.rendered(&TextOptions::new());
    assert_eq!(events.by_ref().count(), 3);
    assert_eq!(events.next(), None);
    assert_eq!(events.next(), None);
}

/// `for_each`, `fold` and `count` take another way than `next`.
#[test]
fn a_fold_from_any_place_on_has_the_events_of_the_iterator() {
    let document = parse_fragment(
        "body",
        "a <p>b  c <b> d\n</b><br><pre> e\n f </pre><table><tr><td>g<td>h<tr><td>i</table>\
         <select><option>j</select><img><div><template shadowrootmode=open>k <slot></slot>\
         </template>l</div><ruby>m<rt>n</ruby><details><summary>o</summary>p</details>",
    );
    let flat = document.flat_tree();
    for options in [TextOptions::new(), TextOptions::new().skipped_contents(true)] {
        for events in [document.rendered(&options), flat.rendered(&document, &options)] {
            let expected: Vec<_> = events.clone().collect();
            assert!(expected.len() > 30);
            for taken in 0..=expected.len() {
                let mut events = events.clone();
                let mut found: Vec<_> = events.by_ref().take(taken).collect();
                events.for_each(|event| found.push(event));
                assert_eq!(found, expected, "{taken}");
            }
        }
    }
}
