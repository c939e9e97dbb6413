//! The values of a schema are those that one selector after the other finds, and reading no more of
//! a page than it takes gives the same.

use consomme::{ElementRef, Hints, NodeRef, parse_document};
use consomme_schema::{Field, PageOptions, Schema, Value};
use consomme_test::targets::choices::{Choices, split_text};

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
    }
}

fn field(choices: &mut Choices<'_>) -> (&'static str, Part, bool) {
    (choices.one_of(SELECTORS), choices.one_of(Part::EACH), !choices.flag())
}

/// Whether a tag may add attributes to an `html` or `body` element that was read before. Reading
/// does not wait for that.
fn adds_attributes(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("<html") || text.contains("<body")
}
