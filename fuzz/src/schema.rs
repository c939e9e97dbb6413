//! The values of a schema are those that one selector after the other finds, also if the schema is
//! JSON, and as data; reading no more of a page than it takes gives the same.

use consomme::{Document, ElementRef, Hints, NodeRef, parse_document};
use consomme_schema::{Field, FieldValue, PageOptions, Query, Record, Schema, Value};
use consomme_test::targets::choices::{Choices, split_text};
use serde_json::{Map, Value as Json, json};

const SELECTORS: &[&str] = &[
    "p",
    "b",
    "a",
    "div",
    "title",
    "h1",
    "*",
    "head",
    "li",
    "td",
    "option",
    "p b",
    "div > *",
    "p + p",
    "p ~ b",
    "[class]",
    "#a",
    ".a",
    "li:first-child",
    "p:nth-child(2)",
    ":has(> b)",
    "p:empty",
    "table b",
    "svg a",
    "p:last-child",
    "body b",
];

/// The part of an element that a field takes.
#[derive(Clone, Copy)]
enum Part {
    All,
    Texts,
    Class,
    Html,
}

impl Part {
    const EACH: &[Part] = &[Part::All, Part::Texts, Part::Class, Part::Html];

    fn written(self) -> &'static str {
        match self {
            Part::All => "",
            Part::Texts => "::text",
            Part::Class => "::attr(class)",
            Part::Html => "::html",
        }
    }

    fn of(self, element: ElementRef<'_>) -> Vec<String> {
        match self {
            Part::All => vec![element.text_content()],
            Part::Texts => {
                element.children().filter_map(NodeRef::as_text).map(str::to_owned).collect()
            }
            Part::Class => element.attr("class").map(str::to_owned).into_iter().collect(),
            Part::Html => vec![element.outer_html()],
        }
    }
}

pub(crate) fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let fields: Vec<_> = (0..1 + choices.number(3)).map(|_| field(&mut choices)).collect();
    let builder = fields.iter().enumerate().fold(Schema::builder(), |builder, (index, field)| {
        let (selector, part, is_single) = field;
        let field = Field::css(format!("{selector}{}", part.written())).raw();
        builder.field(index.to_string(), if *is_single { field.first() } else { field.all() })
    });
    let schema = builder.build().expect("the selectors are valid");
    // A byte order mark makes the encoding certain. Nothing is parsed before 1,024 bytes.
    let page = format!("\u{feff}<!--{}-->{text}", " ".repeat(1024));
    let document = parse_document(page.as_bytes(), &Hints::new());
    let whole = schema.extract(&document).into_record();
    for ((selector, part, is_single), (_, value)) in fields.iter().zip(whole.iter()) {
        let elements = document.select(selector).expect("the selector is valid");
        let mut texts = elements.flat_map(|element| part.of(element)).map(Value::Text);
        let expected = match is_single {
            true => texts.next().unwrap_or(Value::Missing),
            false => Value::List(texts.collect()),
        };
        assert_eq!(*value, expected, "{selector}{} in {text:?}", part.written());
    }
    if !adds_attributes(&text) {
        let options = PageOptions::new().look_every(1 + choices.number(64));
        let read = schema.read(page.as_bytes(), &options).expect("it is in memory");
        let place = read.bytes;
        assert_eq!(read.extracted.into_record(), whole, "{place} bytes of {text:?}");
        check_first(&fields[0], &whole, &page, &mut choices);
    }
    check_data(&fields, &document, &whole);
    // Any text is a schema, or an error.
    let _ = Schema::from_json(&text);
}

/// The first text of a page, of which no more is read than that takes, is the first of a field, also
/// where the page goes on as a stream.
fn check_first(field: &ChosenField, whole: &Record, page: &str, choices: &mut Choices<'_>) {
    let (selector, part, _) = field;
    let expected = match whole.get("0") {
        Some(Value::List(texts)) => texts.first().unwrap_or(&Value::Missing),
        first => first.unwrap_or(&Value::Missing),
    };
    let query = Query::parse(&format!("{selector}{}", part.written())).expect("it is valid");
    let options = PageOptions::new().look_every(1 + choices.number(64));
    for options in [options.clone(), options.stream_after(1 + choices.number(2048))] {
        let first = query.read_first(page.as_bytes(), &options).expect("it is in memory");
        let first = first.map_or(Value::Missing, Value::Text);
        assert_eq!(first, *expected, "{selector}{} in {page:?}", part.written());
    }
}

/// A schema that is read from JSON gives these values. As JSON and as types of Rust, they have the
/// same texts.
fn check_data(fields: &[ChosenField], document: &Document, whole: &Record) {
    let field = |(selector, part, is_single): &ChosenField| {
        let take = if *is_single { "first" } else { "all" };
        json!({ "css": format!("{selector}{}", part.written()), "type": "raw", "take": take })
    };
    let names = (0..fields.len()).map(|index| index.to_string());
    let written: Map<String, Json> = names.zip(fields.iter().map(field)).collect();
    let schema = Schema::from_json(&Json::Object(written).to_string()).expect("it is a schema");
    assert_eq!(schema.extract(document).into_record(), *whole);
    let data = serde_json::to_value(whole).expect("texts and lists are JSON");
    assert_eq!(whole.to::<Json>().expect("any value is JSON"), data);
    for ((_, _, is_single), (name, value)) in fields.iter().zip(whole.iter()) {
        let typed = match is_single {
            true => Option::<String>::from_value(value.clone()).map(|text| json!(text)),
            false => Vec::<String>::from_value(value.clone()).map(|texts| json!(texts)),
        };
        assert_eq!(typed.expect("the values are texts"), data[name]);
    }
}

/// A selector, what is taken of its matches, and whether of the first one only.
type ChosenField = (&'static str, Part, bool);

fn field(choices: &mut Choices<'_>) -> ChosenField {
    (choices.one_of(SELECTORS), choices.one_of(Part::EACH), !choices.flag())
}

/// Whether a tag may add attributes to an `html` or `body` element that was read before. Reading
/// does not wait for that.
fn adds_attributes(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("<html") || text.contains("<body")
}
