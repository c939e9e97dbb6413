//! Properties of any page and any schema: the values are those of selecting in the whole tree, by
//! one selector after the other, however much of the page is read.

use std::ops::ControlFlow;

use consomme::{Document, ElementRef, Hints, NodeRef, ParseOptions};
use consomme_schema::{Field, PageOptions, Query, Record, Schema, SchemaBuilder, Value};
use consomme_test::soup;
use proptest::prelude::*;
use proptest::sample::select;

/// Selectors without pseudo-elements, of which a stream refuses the last ones.
const SELECTORS: [&str; 29] = [
    "p",
    "b",
    "a",
    "li",
    "td",
    "div",
    "title",
    "h1",
    "*",
    "head",
    "body",
    "p b",
    "div > *",
    "p + p",
    "[class]",
    "#a",
    "li:first-child",
    "p:nth-child(2)",
    ":has(> b)",
    "p:empty",
    "table b",
    "select, option",
    "svg *",
    "p *",
    "p:last-child",
    "p ~ b",
    ":scope *",
    ":scope > *",
    ":scope",
];
const OUTPUTS: [&str; 5] = ["", "::text", "::attr(class)", "::attr(id)", "::html"];

/// How a field of the oracle is described, beside its `Field`.
#[derive(Clone, Debug)]
struct Described {
    parts: Vec<(String, String)>,
    take: u8,
    is_raw: bool,
    group: Vec<Described>,
}

fn described(depth: u32) -> impl Strategy<Value = Described> {
    let part = (select(&SELECTORS[..]), select(&OUTPUTS[..]))
        .prop_map(|(selector, output)| (selector.to_owned(), output.to_owned()));
    let leaf = (prop::collection::vec(part, 1..3), 0..3_u8, any::<bool>()).prop_map(
        |(parts, take, is_raw)| {
            // The commas of a selector would share an output.
            let is_list = |(selector, _): &(String, String)| selector.contains(", ");
            let parts = match parts.iter().any(is_list) {
                true => vec![("option".to_owned(), String::new())],
                false => parts,
            };
            Described { parts, take, is_raw, group: Vec::new() }
        },
    );
    leaf.prop_recursive(depth, 8, 3, |inner| {
        (select(&SELECTORS[..]), 0..2_u8, prop::collection::vec(inner, 1..3)).prop_map(
            |(selector, take, group)| Described {
                parts: vec![(selector.to_owned(), String::new())],
                take,
                is_raw: false,
                group,
            },
        )
    })
}

fn builder(fields: &[Described]) -> SchemaBuilder {
    let mut builder = Schema::builder();
    for (index, described) in fields.iter().enumerate() {
        let parts: Vec<String> =
            described.parts.iter().map(|(selector, output)| selector.clone() + output).collect();
        let mut field = Field::css(parts.join(", "));
        field = match described.take {
            0 => field.first(),
            1 => field.all(),
            _ => field.joined("|"),
        };
        if described.is_raw {
            field = field.raw();
        }
        if !described.group.is_empty() {
            field = field.fields(self::builder(&described.group));
        }
        builder = builder.field(index.to_string(), field);
    }
    builder
}

/// Returns the values as selecting one part after the other finds them.
fn oracle(scope: NodeRef<'_>, fields: &[Described]) -> Vec<Value> {
    fields.iter().map(|field| oracle_value(scope, field)).collect()
}

fn oracle_value(scope: NodeRef<'_>, field: &Described) -> Value {
    let mut found: Vec<(ElementRef<'_>, &str)> = Vec::new();
    for (selector, output) in &field.parts {
        // `p *::text` is about the `p`, too.
        let around = selector.strip_suffix(" *").filter(|around| !around.ends_with('>'));
        let around = around.filter(|_| !output.is_empty());
        for selector in around.into_iter().chain([selector.as_str()]) {
            let own = scope.as_element().filter(|_| selector == ":scope");
            for element in own.into_iter().chain(scope.select(selector).unwrap()) {
                if !found.contains(&(element, output.as_str())) {
                    found.push((element, output));
                }
            }
        }
    }
    // Elements in tree order; the parts of one element in the order of the selector.
    found.sort_by(|(a, _), (b, _)| a.as_node().compare_position(*b).unwrap());
    if !field.group.is_empty() {
        let mut records =
            found.iter().map(|(element, _)| Value::List(oracle(element.as_node(), &field.group)));
        return match field.take {
            0 => records.next().unwrap_or(Value::Missing),
            _ => Value::List(records.collect()),
        };
    }
    let texts = found.iter().flat_map(|(element, output)| texts(*element, output, field.is_raw));
    let mut values = texts.map(|text| match field.is_raw {
        true => text,
        false => text.split_whitespace().collect::<Vec<_>>().join(" "),
    });
    match field.take {
        0 => values.next().map_or(Value::Missing, Value::Text),
        1 => Value::List(values.map(Value::Text).collect()),
        _ => {
            let values: Vec<String> = values.collect();
            if values.is_empty() { Value::Missing } else { Value::Text(values.join("|")) }
        }
    }
}

fn texts(element: ElementRef<'_>, output: &str, is_raw: bool) -> Vec<String> {
    match output {
        "" => vec![element.text_content()],
        "::html" => vec![element.outer_html()],
        "::text" => {
            let texts = element.children().filter_map(NodeRef::as_text);
            let texts = texts.filter(|text| is_raw || !text.trim().is_empty());
            texts.map(str::to_owned).collect()
        }
        "::attr(class)" => element.attr("class").map(str::to_owned).into_iter().collect(),
        _ => element.attr("id").map(str::to_owned).into_iter().collect(),
    }
}

/// Returns the values of a record without names, as the oracle has them.
fn values(record: &Record) -> Vec<Value> {
    record.iter().map(|(_, value)| without_names(value)).collect()
}

fn without_names(value: &Value) -> Value {
    match value {
        Value::Record(record) => Value::List(values(record)),
        Value::List(list) => Value::List(list.iter().map(without_names).collect()),
        value => value.clone(),
    }
}

/// Pages without the one thing that changes what was read long before: attributes of a second
/// `html` or `body` start tag.
fn page() -> impl Strategy<Value = String> {
    (soup::page(), soup::page()).prop_map(|(first, second)| {
        let mut page = first + &second;
        for name in ["html", "body", "HTML", "BODY"] {
            for end in [" ", "\t", "\n", "/", "\u{c}"] {
                page = page.replace(&format!("<{name}{end}"), &format!("<{name}><p{end}"));
            }
        }
        page
    })
}

/// Tags that move or hide what was read before, and content that they can move.
const MOVING: [&str; 44] = [
    "<p>",
    "</p>",
    "<p class=a>",
    "<b>",
    "</b>",
    "<b class=a>",
    "<i>",
    "</i>",
    "<a id=a>",
    "</a>",
    "<div>",
    "</div>",
    "<div id=a>",
    "<h1>",
    "</h1>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "</tr>",
    "<caption>",
    "<li>",
    "</li>",
    "<ul>",
    "</ul>",
    "x",
    "y ",
    " ",
    "<br>",
    "<title>x</title>",
    "</head>",
    "<body>",
    "<frameset>",
    "<option>",
    "<select>",
    "</select>",
    "<button><selectedcontent></selectedcontent></button>",
    "<?marker name=m?>",
    "<template for=m>",
    "</template>",
    "<template>",
    "<svg>",
    "</svg>",
];

fn moving_page() -> impl Strategy<Value = String> {
    let start = select(&["<!DOCTYPE html><body>", "<!DOCTYPE html>", "", "<p>x"][..]);
    let pieces = prop::collection::vec(select(&MOVING[..]), 0..40);
    (start, pieces).prop_map(|(start, pieces)| start.to_owned() + &pieces.concat())
}

/// Selectors of elements in pages whose elements stay where they are.
const NESTED: [&str; 12] = [
    "div",
    "section",
    "#a",
    ".a",
    "*",
    "body *",
    "div > div",
    "section div",
    "div + div",
    "section:first-child",
    "div:nth-child(2)",
    ":has(> section)",
];

/// Pages of elements that are nested as their tags are, but for end tags that are missing.
fn nested_page() -> impl Strategy<Value = String> {
    let pieces = [
        "<div>",
        "<div id=a>",
        "<div class=a>",
        "</div>",
        "</div>",
        "<section>",
        "<section class=a>",
        "</section>",
        "</section>",
        "x",
        " é",
        "<!--x-->",
    ];
    let pieces = prop::collection::vec(select(pieces.to_vec()), 0..40);
    pieces.prop_map(|pieces| "<!DOCTYPE html><body>".to_owned() + &pieces.concat())
}

/// Schemas of one field that can end early, mostly.
fn one_field() -> impl Strategy<Value = Described> {
    let selectors = &[
        "p",
        "b",
        "i",
        "a",
        "div",
        "h1",
        "li",
        "td",
        "title",
        "*",
        "p > b",
        "p *",
        "div b",
        "b + i",
        "p:first-child",
        ".a",
        "#a",
        ":has(> b)",
        "option",
        "head",
        "b:nth-child(2)",
    ];
    let part = (select(&selectors[..]), select(&OUTPUTS[..]));
    part.prop_map(|(selector, output)| Described {
        parts: vec![(selector.to_owned(), output.to_owned())],
        take: 0,
        is_raw: true,
        group: Vec::new(),
    })
}

fn parse(page: &str) -> Document {
    ParseOptions::new().parse_document(page.as_bytes(), &Hints::new())
}

/// Returns a page after a byte order mark, which makes the encoding certain, and a comment. Nothing
/// is parsed before the encoding is decided, by the first 1024 bytes.
fn after_comment(page: &str) -> String {
    format!("\u{feff}<!--{}-->{page}", " ".repeat(1024))
}

/// Asserts that reading a page gives the values of the whole tree.
fn assert_reads_as_whole(
    page: &str,
    fields: &[Described],
    look_every: usize,
) -> Result<(), TestCaseError> {
    let schema = builder(fields).build().unwrap();
    let page = after_comment(page);
    let read = schema.read(page.as_bytes(), &PageOptions::new().look_every(look_every)).unwrap();
    let whole = schema.extract(&parse(&page));
    let place = read.bytes;
    prop_assert_eq!(read.extracted.record(), whole.record(), "{} of {}", place, page.len());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn one_walk_finds_what_one_selector_after_the_other_finds(
        page in soup::page(),
        fields in prop::collection::vec(described(3), 1..6),
    ) {
        let schema = builder(&fields).build().unwrap();
        let document = parse(&page);
        let extracted = schema.extract(&document);
        prop_assert_eq!(extracted.errors(), &[]);
        prop_assert_eq!(values(extracted.record()), oracle(document.root(), &fields));
    }

    #[test]
    fn reading_a_page_gives_the_values_of_the_whole_tree(
        page in page(),
        fields in prop::collection::vec(described(2), 1..3),
        look_every in 1..40_usize,
    ) {
        // Fields that only the whole page decides are tried above.
        let fields: Vec<Described> =
            fields.into_iter().map(|field| Described { take: 0, ..field }).collect();
        assert_reads_as_whole(&page, &fields, look_every)?;
    }

    #[test]
    fn reading_does_not_stop_before_a_tag_that_moves_what_was_read(
        page in moving_page(),
        field in one_field(),
        look_every in 1..8_usize,
    ) {
        assert_reads_as_whole(&page, &[field], look_every)?;
    }

    #[test]
    fn a_document_without_end_gives_each_element_that_a_stream_lends(
        page in soup::page(),
        selector in select(&["p", "li", "b", "div"][..]),
        fields in prop::collection::vec(described(1), 1..3),
    ) {
        let schema = builder(&fields).build().unwrap();
        let mut found = Vec::new();
        schema.each(selector).unwrap().read(page.as_bytes(), &PageOptions::new(), |extracted| {
            found.push(extracted.into_record());
            ControlFlow::Continue(())
        }).unwrap();
        let selectors = consomme::stream::StreamSelectors::new(&[selector]).unwrap();
        let mut expected = Vec::new();
        consomme::stream::select_from(page.as_bytes(), &Hints::new(), &selectors, |element| {
            expected.push(schema.extract(element.as_node()).into_record());
            ControlFlow::Continue(())
        }).unwrap();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_first_text_is_that_of_the_whole_page_if_a_stream_finds_it(
        page in nested_page(),
        parts in prop::collection::vec((select(&NESTED[..]), select(&OUTPUTS[..])), 1..3),
        stream_after in 1100..1200_usize,
        look_every in 1..40_usize,
    ) {
        let parts: Vec<String> = parts.iter().map(|(part, output)| format!("{part}{output}")).collect();
        let query = Query::parse(&parts.join(", ")).unwrap();
        let page = after_comment(&page);
        let mut whole = None;
        query.each_in(&parse(&page), |text, _| {
            whole.get_or_insert_with(|| text.to_owned());
        });
        let options = PageOptions::new().look_every(look_every).stream_after(stream_after);
        prop_assert_eq!(query.read_first(page.as_bytes(), &options).unwrap(), whole);
    }

    #[test]
    fn no_selector_text_panics_and_a_mistake_is_in_it(text in "[a-c:>, ()'\"\\\\\\[\\]/*é]{0,12}(::text|::attr\\(x\\)|::html)?") {
        match Schema::builder().text("a", text.clone()).build() {
            Ok(schema) => _ = schema.extract(&parse("<a b=c><b>c")),
            Err(error) => {
                prop_assert_eq!(error.selector(), &text);
                let offset = error.offset().unwrap_or(0);
                prop_assert!(text.is_char_boundary(offset), "{}", error);
            }
        }
    }
}
