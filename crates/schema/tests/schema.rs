//! Fields of trees and of pages that are read.

use std::io::{self, Read};
use std::ops::ControlFlow;

use consomme::{Document, Hints, ParseOptions};
use consomme_schema::{Field, PageOptions, Query, Schema, Value};
use serde::Deserialize;

const MENU: &str = "<!DOCTYPE html><html lang=en><head><title>Menu\n of the day</title>\
    <base href=/soups/></head><body><ul>\
    <li class=card id=1><a href=leek>Leek</a> <i>4.50 €</i>\
    <li class='card hot' id=2><a href=miso>Miso</a> <i>3 €</i> <b>hot</b></ul>\
    <time datetime=2026-11-24>today</time>";

fn json(schema: &Schema, document: &Document) -> serde_json::Value {
    let extracted = schema.extract(document);
    assert_eq!(extracted.errors(), []);
    serde_json::to_value(extracted.record()).unwrap()
}

fn cards() -> Field {
    Field::css(".card").all().fields(
        Schema::builder()
            .text("name", "a")
            .field("price", Field::css("i").number())
            .field("hot", Field::css("b").boolean()),
    )
}

#[test]
fn fields_have_types_and_groups() {
    let schema = Schema::builder()
        .text("title", "title")
        .text("lang", "html::attr(lang)")
        .field("date", Field::css("time::attr(datetime)").date())
        .field("names", Field::css("li a").joined(", "))
        .field("cards", cards())
        .field("none", Field::css("video").default_value("–"))
        .build()
        .unwrap();
    assert_eq!(
        json(&schema, &consomme::parse_str(MENU)),
        serde_json::json!({
            "title": "Menu of the day",
            "lang": "en",
            "date": "2026-11-24",
            "names": "Leek, Miso",
            "cards": [
                { "name": "Leek", "price": 4.5, "hot": false },
                { "name": "Miso", "price": 3, "hot": true },
            ],
            "none": "–",
        }),
    );
}

#[test]
fn urls_are_resolved_as_the_page_does() {
    let schema = Schema::builder().field("links", Field::css("a::attr(href)").url().all());
    let schema = schema.build().unwrap();
    let options = PageOptions::new().address("https://example.com/menu");
    let extracted = schema.extract_with(&consomme::parse_str(MENU), &options);
    let links = extracted.record().get("links").unwrap();
    let links: Vec<String> = links.to().unwrap();
    assert_eq!(links, ["https://example.com/soups/leek", "https://example.com/soups/miso"]);
}

#[test]
fn values_become_a_struct_of_the_user() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Card {
        name: String,
        price: Option<f64>,
        hot: bool,
    }
    #[derive(Deserialize, Debug)]
    struct Menu {
        cards: Vec<Card>,
    }
    let schema = Schema::builder().field("cards", cards()).build().unwrap();
    let record = schema.extract(&consomme::parse_str(MENU)).into_result().unwrap();
    let menu: Menu = record.to().unwrap();
    assert_eq!(menu.cards[1], Card { name: "Miso".into(), price: Some(3.0), hot: true });

    #[derive(Deserialize, Debug)]
    struct Wrong {
        #[allow(dead_code)]
        cards: u32,
    }
    let error = record.to::<Wrong>().unwrap_err();
    assert_eq!(error.field(), "cards");
}

#[test]
fn an_error_names_the_field_the_selector_and_the_place() {
    let schema = Schema::builder()
        .field(
            "cards",
            Field::css("li").all().fields(
                Schema::builder()
                    .field("price", Field::css("i").number())
                    .field("unit", Field::css("u").required()),
            ),
        )
        .build()
        .unwrap();
    let page = "<ul><li><i>4</i><u>l</u><li><i>sold\n out</i></ul>";
    let document = ParseOptions::new().positions(true).parse_str(page);
    let extracted = schema.extract(&document);
    let [price, unit] = extracted.errors() else { panic!("{:?}", extracted.errors()) };
    assert_eq!(price.field(), "cards[1].price");
    assert_eq!(price.selector(), "i");
    assert_eq!(price.text(), Some("sold out"));
    assert_eq!(price.offset(), page.find("<i>sold"));
    assert!(price.element().unwrap().ends_with("> i"), "{price}");
    assert_eq!((unit.field(), unit.text()), ("cards[1].unit", None));
    assert_eq!(unit.offset(), page.find("<li><i>sold"));
}

#[test]
fn errors_are_counted_after_a_hundred() {
    let schema = Schema::builder().field("n", Field::css("i").number().all()).build().unwrap();
    let extracted = schema.extract(&consomme::parse_str("<i>x</i>".repeat(130)));
    assert_eq!((extracted.errors().len(), extracted.errors_left_out()), (100, 30));
}

#[test]
fn a_mistake_in_a_schema_has_its_place() {
    let build = |field| Schema::builder().field("a", field).build().map(|_| ());
    let error = build(Field::css("ul").fields(Schema::builder().text("b", "li, p:frist")));
    let error = error.unwrap_err();
    assert_eq!((error.field(), error.offset()), ("a.b", Some(5)));
    assert!(error.to_string().starts_with("field `a.b`, selector `li, p:frist`, byte 5: "));
    assert!(build(Field::css(" ")).is_err());
    assert!(build(Field::css("p::text").fields(Schema::builder())).is_err());
    assert!(build(Field::css("p").joined(" ").fields(Schema::builder())).is_err());
    let error = build(Field::css("time").date_format("%H:%M")).unwrap_err();
    assert_eq!(error.reason(), "`%H:%M` is no format of dates: it has no year, month and day");
    let twice = Schema::builder().text("a", "b").text("a", "c").build();
    assert!(twice.unwrap_err().reason().contains("this name"));
}

#[test]
fn groups_nest_as_deep_as_the_limit() {
    let nested = |depth| {
        let mut builder = Schema::builder().text("x", "b");
        for _ in 1..depth {
            builder = Schema::builder().field("g", Field::css("div").fields(builder));
        }
        builder.build()
    };
    assert!(nested(Schema::MAX_DEPTH).is_ok());
    assert!(nested(Schema::MAX_DEPTH + 1).unwrap_err().reason().contains("deep"));
}

/// A reader of a page that goes on for ever.
struct Endless(&'static [u8]);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            buffer.fill(b'x');
            return Ok(buffer.len());
        }
        self.0.read(buffer)
    }
}

fn ends_early(schema: &Schema, start: &'static str) -> bool {
    let page = b"\xef\xbb\xbf".chain(Endless(start.as_bytes())).take(100_000);
    let read = schema.read(page, &PageOptions::new()).unwrap();
    assert!(read.ended_early || read.bytes == 100_000);
    read.ended_early
}

#[test]
fn reading_stops_where_all_fields_are_certain() {
    let schema = Schema::builder().text("title", "title").text("h", "h1").build().unwrap();
    assert!(ends_early(&schema, "<title>a</title><body><h1>b</h1><p>"));
    // The heading is open.
    assert!(!ends_early(&schema, "<title>a</title><body><h1>b"));
    // A missing field may come.
    assert!(!ends_early(&schema, "<title>a</title><p>"));
    // A tag in the table may be inserted before the heading.
    assert!(!ends_early(&schema, "<title>a</title><table><td><h1>b</h1>"));
    // The end tag of the link may move the heading.
    assert!(!ends_early(&schema, "<title>a</title><a><h1>b</h1>"));
    assert!(ends_early(&schema, "<title>a</title><a><h1>b</h1></a><p>"));
}

#[test]
fn reading_goes_on_until_the_encoding_is_certain() {
    let schema = Schema::builder().text("title", "title").build().unwrap();
    let is_early = |start: &'static str, options: &PageOptions| {
        schema.read(Endless(start.as_bytes()).take(100_000), options).unwrap().ended_early
    };
    let options = PageOptions::new();
    assert!(!is_early("<title>a</title><p>", &options));
    assert!(!is_early("<meta charset=klingon><title>a</title><p>", &options));
    assert!(is_early("<meta charset=utf-8><title>a</title><p>", &options));
    let by_type =
        "<meta http-equiv=Content-Type content='text/html; charset=utf-8'><title>a</title>";
    assert!(is_early(by_type, &options));
    assert!(is_early("\u{feff}<title>a</title><p>", &options));
    // A default encoding is one that the page may still change.
    assert!(!is_early("<title>a</title><p>", &options.clone().hints(Hints::utf8())));
    let page = "<title>\u{e9}</title>".to_owned() + &" ".repeat(5000) + "<meta charset=cp1252>";
    let read = schema.read(page.as_bytes(), &options.clone().hints(Hints::utf8())).unwrap();
    assert_eq!(read.extracted.record().get("title"), Some(&"\u{c3}\u{a9}".into()));
    let sent = Hints::new().content_type("text/html; charset=iso-8859-2");
    assert!(is_early("<title>a</title><p>", &options.hints(sent)));
    // Even ASCII is not certain: this declaration replaces the whole page by one character.
    let page = "<title>a</title>".to_owned() + &" ".repeat(5000) + "<meta charset=iso-2022-kr>";
    let read = schema.read(page.as_bytes(), &PageOptions::new()).unwrap();
    assert_eq!(read.extracted.record().get("title"), Some(&Value::Missing));
}

#[test]
fn a_frameset_may_take_the_place_of_a_body_without_text() {
    let schema = Schema::builder().text("id", "div::attr(id)").build().unwrap();
    assert!(!ends_early(&schema, "<div id=a></div><!--"));
    assert!(ends_early(&schema, "<div id=a></div><p>x"));
    // Text that another mode reads says nothing about a `frameset`: here, it is whitespace.
    assert!(ends_early(&schema, "<div id=a></div><pre>x"));
    assert!(!ends_early(&schema, "<div id=a></div><title>x</title><!--"));
}

#[test]
fn a_template_may_fill_in_what_a_processing_instruction_marks() {
    let schema = Schema::builder().text("p", "p").build().unwrap();
    assert!(ends_early(&schema, "<p>a</p><p>x"));
    assert!(!ends_early(&schema, "<?marker name=m?><p>a</p><p>x"));
    assert!(!ends_early(&schema, "<p>a<?marker name=m?></p><p>x"));
}

#[test]
fn urls_wait_for_a_base_unless_they_are_absolute() {
    let schema = Schema::builder().field("link", Field::css("a::attr(href)").url());
    let schema = schema.build().unwrap();
    let options = PageOptions::new().address("https://example.com/");
    let is_early = |start: &'static str| {
        let page = b"\xef\xbb\xbf".chain(Endless(start.as_bytes())).take(100_000);
        schema.read(page, &options).unwrap().ended_early
    };
    assert!(!is_early("<p>x<a href=leek></a><p>"));
    assert!(is_early("<p>x<a href=https://example.com/leek></a><p>"));
    assert!(is_early("<base href=/soups/><p>x<a href=leek></a><p>"));
}

#[test]
fn a_schema_says_why_it_needs_the_whole_page() {
    let reason = |field| {
        let schema = Schema::builder().text("title", "title").field("x", field).build().unwrap();
        let whole = schema.ends_early().unwrap_err();
        assert_eq!(whole.field(), "x");
        whole.reason().to_owned()
    };
    assert!(reason(Field::css("p").all()).contains("all matches"));
    assert!(reason(Field::css("p:last-child")).contains("later siblings"));
    assert!(Schema::builder().text("title", "title").build().unwrap().ends_early().is_ok());
}

/// A group is complete, and what is around it is not.
#[test]
fn selectors_in_a_group_may_look_out_of_it() {
    for selector in ["article:only-of-type h1", "body:has(.sold) h1", "article:has(~ .sold) h1"] {
        let group = Schema::builder().text("title", selector);
        let field = Field::css("article").fields(group).first();
        let whole = Schema::builder().field("soup", field).build().unwrap().ends_early();
        assert_eq!(whole.unwrap_err().field(), "soup", "{selector}");
    }
}

/// `base` of SVG is no base, and the whitespace of `http-equiv` counts.
#[test]
fn other_elements_than_the_parser_looks_for_decide_nothing() {
    let schema = Schema::builder().field("url", Field::css("a::attr(href)").url()).build().unwrap();
    let options = PageOptions::new().hints(Hints::utf8()).address("https://a.example/");
    let page = format!(
        "<p>x</p><svg><base href=/svg/></base></svg><a href=x>1</a>{}<base href=/real/>",
        "<p>x".repeat(10_000)
    );
    let read = schema.read(page.as_bytes(), &options).unwrap();
    assert_eq!(read.extracted.record().get("url"), Some(&"https://a.example/real/x".into()));
    let text = Schema::builder().text("title", "title").build().unwrap();
    let page = format!(
        "<title>é</title>{}<meta http-equiv=' content-type ' content='text/html; charset=cp1252'>\
         <p>x</p>{}<meta charset=utf-8>",
        " ".repeat(1100),
        "<p>x".repeat(1000)
    );
    let read = text.read(page.as_bytes(), &PageOptions::new()).unwrap();
    assert_eq!(read.extracted.record().get("title"), Some(&"é".into()));
}

#[test]
fn a_late_declaration_of_the_encoding_is_followed() {
    let page = b"<title>\xe9</title>".iter().chain(&[b' '; 5000]).copied();
    let page: Vec<u8> = page.chain(*b"<meta charset=iso-8859-2><h1>\xea</h1><p>x").collect();
    let schema = Schema::builder().text("h", "h1").build().unwrap();
    let read = schema.read(&page[..], &PageOptions::new()).unwrap();
    let whole = schema.extract(&consomme::parse_document(&page[..], &Hints::new()));
    assert_eq!(read.extracted.record(), whole.record());
    assert_eq!(whole.record().get("h"), Some(&"ę".into()));
}

#[test]
fn an_endless_document_gives_records_until_the_function_breaks() {
    let schema = Schema::builder()
        .field("link", Field::css("a::attr(href)").url())
        .text("id", ":scope::attr(id)")
        .build()
        .unwrap();
    let options = PageOptions::new().address("https://example.com/");
    let mut records = Vec::new();
    let page = Endless(MENU.as_bytes());
    let summary = schema.each("li").unwrap().read(page, &options, |extracted| {
        records.push(extracted.into_record());
        ControlFlow::Break(())
    });
    assert!(summary.unwrap().bytes < 100_000);
    assert_eq!(records[0].get("link"), Some(&"https://example.com/soups/leek".into()));
    assert_eq!(records[0].get("id"), Some(&"1".into()));
    assert!(schema.each("li:last-child").is_err());
}

#[test]
fn a_reader_that_fails_fails_the_page() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("cut"))
        }
    }
    let schema = Schema::builder().text("title", "title").build().unwrap();
    assert!(schema.read(Broken, &PageOptions::new()).is_err());
}

#[test]
fn a_blank_record_has_no_value() {
    let schema = Schema::builder().text("a", "h6").field("b", Field::css("u").all());
    let record = schema.build().unwrap().extract(&consomme::parse_str(MENU)).into_record();
    assert!(record.is_blank());
    assert_eq!(record.get("a"), Some(&Value::Missing));
}

#[test]
fn a_query_gives_the_same_texts_of_a_tree_and_of_a_stream() {
    let query = Query::parse("li b, li::attr(id), a::html").unwrap();
    let mut of_tree = Vec::new();
    let document = consomme::parse_str(MENU);
    query.each_in(&document, |text, _| of_tree.push(text.to_owned()));
    assert_eq!(of_tree.len(), 5);
    let mut of_stream = Vec::new();
    let summary = query.streamed().unwrap().read(MENU.as_bytes(), &PageOptions::new(), |text| {
        of_stream.push(text.to_owned());
        ControlFlow::Continue(())
    });
    assert_eq!(summary.unwrap().bytes, MENU.len() as u64);
    of_tree.sort();
    of_stream.sort();
    assert_eq!(of_tree, of_stream);
    assert!(Query::parse("p:last-child").unwrap().streamed().is_err());
    assert_eq!(Query::parse("a, b:frist").unwrap_err().offset(), Some(4));
}

#[test]
fn a_query_reads_no_further_than_its_first_text() {
    let first = |selector: &str, page: &'static str| {
        let page = b"\xef\xbb\xbf".chain(Endless(page.as_bytes())).take(100_000);
        Query::parse(selector).unwrap().read_first(page, &PageOptions::new()).unwrap()
    };
    // The one around comes first, and the one without the attribute does not count.
    let page = "<div><div id=a><div id=b></div></div></div><p> x <b>y</b></p><p>";
    assert_eq!(first("div::attr(id)", page).as_deref(), Some("a"));
    assert_eq!(first("p", page).as_deref(), Some(" x y"));
    assert_eq!(first("p::text, b", page).as_deref(), Some(" x "));
    assert_eq!(first("video", page), None);
}

/// The elements before the first match are not in memory then, but decide all the same.
#[test]
fn a_long_page_without_a_match_is_read_on_as_a_stream() {
    let first = |selector: &str, end: &'static str| {
        let start =
            "\u{feff}<!DOCTYPE html><body><p class=x>y</p>".to_owned() + &"z".repeat(1 << 20);
        let page = io::Cursor::new(start).chain(Endless(end.as_bytes())).take(1_200_000);
        Query::parse(selector).unwrap().read_first(page, &PageOptions::new()).unwrap()
    };
    let page = "<div><div id=a><div id=b>1</div>2</div></div><i>3<b></b></i><i><b>4</b></i>";
    // The one around comes first.
    assert_eq!(first("div::attr(id)", page).as_deref(), Some("a"));
    assert_eq!(first("div", page).as_deref(), Some("12"));
    assert_eq!(
        first("div div::html", page).as_deref(),
        Some("<div id=\"a\"><div id=\"b\">1</div>2</div>")
    );
    assert_eq!(first("div div div::text", page).as_deref(), Some("1"));
    // The one around has no text of its own.
    assert_eq!(first("b::text", page).as_deref(), Some("4"));
    assert_eq!(first("i::text, b::text", page).as_deref(), Some("3"));
    // A start tag is enough, and its element never ends.
    assert_eq!(first("u::attr(id)", "<u id=c>").as_deref(), Some("c"));
    assert_eq!(first("u", "<u>5").map(|text| text.len() > 100_000), Some(true));
    assert_eq!(first("video", page), None);
    assert_eq!(first("p + div::attr(id)", "<p></p><div id=d>").as_deref(), Some("d"));
    // These need the whole page, as before.
    assert_eq!(first("div:nth-child(2)", page).as_deref(), Some("12"));
    assert_eq!(first("div:has(#b)", page).as_deref(), Some("12"));
    assert_eq!(first("video, div::attr(id)", page).as_deref(), Some("a"));
}

/// The encoding that the start of a page has decided is that of the stream.
#[test]
fn a_long_page_keeps_its_encoding() {
    let first = |page: Vec<u8>| {
        Query::parse("u").unwrap().read_first(&page[..], &PageOptions::new()).unwrap()
    };
    let filler = "z".repeat(1 << 20);
    let latin = [b"<meta charset=iso-8859-2>", filler.as_bytes(), b"<u>\xb1</u>"].concat();
    assert_eq!(first(latin).as_deref(), Some("\u{105}"));
    let late = format!("<!--{}--><meta charset=utf-8>{filler}<u>\u{105}</u>", "z".repeat(2000));
    assert_eq!(first(late.into_bytes()).as_deref(), Some("\u{105}"));
    let wide = format!("\u{feff}<p>{filler}<u>\u{105}</u>");
    let wide = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(first(wide).as_deref(), Some("\u{105}"));
}
