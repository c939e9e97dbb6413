//! Fields by XPath: the same values as by CSS, and what is refused.

use consomme_schema::{Field, PageOptions, Schema};

const PAGE: &str = "<meta charset=utf-8><h1>Soups <i>today</i></h1><ul><li id=a><b>Leek</b> <a href=/leek>1</a>\
                    <li><b>Miso</b></ul><a rel=next href=/2>Next</a>";

#[test]
fn fields_by_xpath_are_those_by_css() {
    let group =
        |id, name, link| Schema::builder().field("id", id).field("name", name).field("link", link);
    let by_xpath = Schema::builder()
        .field("title", Field::xpath("//h1"))
        .field("own", Field::xpath("//h1/text()"))
        .field("next", Field::xpath("//a[@rel='next']/@href | //link[@rel='next']/@href"))
        .field(
            "soups",
            Field::xpath("//ul/li").all().fields(group(
                Field::xpath("@id"),
                Field::xpath("b"),
                Field::xpath(".//a/@href"),
            )),
        )
        .build()
        .unwrap();
    let by_css = Schema::builder()
        .field("title", Field::css("h1"))
        .field("own", Field::css("h1::text"))
        .field("next", Field::css("a[rel=next]::attr(href), link[rel=next]::attr(href)"))
        .field(
            "soups",
            Field::css("ul > li").all().fields(group(
                Field::css(":scope::attr(id)"),
                Field::css(":scope > b"),
                Field::css("a::attr(href)"),
            )),
        )
        .build()
        .unwrap();
    let document = consomme_schema::consomme::parse_str(PAGE);
    let record = by_xpath.extract(&document).into_result().unwrap();
    assert_eq!(record, by_css.extract(&document).into_result().unwrap());
    assert_eq!(
        serde_json::to_string(&record).unwrap(),
        r#"{"title":"Soups today","own":"Soups","next":"/2","soups":[{"id":"a","name":"Leek","link":"/leek"},{"id":null,"name":"Miso","link":null}]}"#,
    );
}

#[test]
fn a_page_is_read_no_further_than_a_path_takes() {
    let schema = Schema::from_json(r#"{"title": {"xpath": "//h1/i"}}"#).unwrap();
    let page = PAGE.replace("<ul>", "<p>More</p>") + &"<p>x".repeat(100_000);
    let read = schema.read(page.as_bytes(), &PageOptions::new()).unwrap();
    assert!(read.ended_early && read.bytes < 10_000);
    assert_eq!(read.extracted.record().get("title"), Some(&"today".into()));
}

#[test]
fn an_expression_that_is_no_selector_is_a_mistake_with_its_place() {
    let reason = |field| {
        let error = Schema::builder().field("x", field).build().unwrap_err();
        (error.offset(), error.reason().to_owned())
    };
    let (offset, text) = reason(Field::xpath("//a | //b/.."));
    assert_eq!(offset, Some(6));
    assert!(text.ends_with("an axis goes up or back"), "{text}");
    assert_eq!(reason(Field::xpath("//a[")).0, Some(4));
    assert!(reason(Field::xpath(".//a")).1.contains("is in no group"));
    let group = |path: &str| {
        Field::css("li").all().fields(Schema::builder().field("y", Field::xpath(path)))
    };
    assert!(reason(group("//a")).1.contains("`.//` starts at the group"));
    assert!(reason(group("following-sibling::a")).1.contains("leaves the group"));
    let both = Schema::from_json(r#"{"x": {"xpath": "//a", "css": "a"}}"#).unwrap_err();
    assert!(both.to_string().contains("not both"), "{both}");
}
