//! Schemas from JSON and TOML.

use consomme_schema::{Schema, SchemaDataError};

const JSON: &str = r#"{
    "title": "h1",
    "links": ["a::attr(href)"],
    "price": { "css": ".price", "type": "number", "decimal": ",", "required": true },
    "date": { "css": "time", "type": "date", "format": "%d.%m.%Y" },
    "cards": [{ "css": "li", "fields": { "name": "b", "text": { "css": "p", "take": "joined" } } }],
    "unit": { "css": ".unit", "default": "bowl" }
}"#;

const TOML: &str = r#"
title = "h1"
links = ["a::attr(href)"]
price = { css = ".price", type = "number", decimal = ",", required = true }
date = { css = "time", type = "date", format = "%d.%m.%Y" }

[cards]
css = "li"
take = "all"
[cards.fields]
name = "b"
text = { css = "p", take = "joined", separator = " " }

[unit]
css = ".unit"
default = "bowl"
"#;

const PAGE: &str = "<h1>Menu</h1><b class=price>1.234,50</b><time>24.11.2026</time><a href=x>y</a>\
    <ul><li><b>Leek</b><p>a<p>b</ul>";

const VALUES: &str = r#"{"title":"Menu","links":["x"],"price":1234.5,"date":"2026-11-24","cards":[{"name":"Leek","text":"a b"}],"unit":"bowl"}"#;

#[test]
fn json_and_toml_describe_the_same_schema_in_their_order() {
    for schema in [Schema::from_json(JSON).unwrap(), Schema::from_toml(TOML).unwrap()] {
        let record = schema.extract(&consomme::parse_str(PAGE)).into_result().unwrap();
        assert_eq!(serde_json::to_string(&record).unwrap(), VALUES);
    }
}

#[test]
fn mistakes_in_data_have_their_line() {
    let message = |text: &str| match Schema::from_json(text).unwrap_err() {
        SchemaDataError::Data { message, .. } => message,
        other => panic!("{other}"),
    };
    assert!(message("{").contains("line 1"));
    assert!(message(r#"{"a": {"csss": "b"}}"#).contains("unknown field `csss`"));
    assert!(message(r#"{"a": {"css": "b", "type": "nmber"}}"#).contains("nmber"));
    assert!(message(r#"{"a": {"css": "b", "take": "some"}}"#).contains("some"));
    assert!(message(r#"{"a": ["b", "c"]}"#).contains("one field"));
    assert!(message(r#"{"a": []}"#).contains("one field"));
    assert!(message(r#"{"a": {"css": "b", "decimal": ","}}"#).contains("decimal"));
    assert!(message(r#"{"a": {"css": "b", "format": ","}}"#).contains("format"));
    assert!(message(r#"{"a": {"css": "b", "separator": ","}}"#).contains("separator"));
    assert!(message(r#"{"a": 3}"#).contains("selector"));
    assert!(Schema::from_toml("a = ").unwrap_err().to_string().contains("line 1"));
    let error = Schema::from_json(r#"{"a": {"css": "b:frist"}}"#).unwrap_err();
    assert!(matches!(error, SchemaDataError::Schema(error) if error.offset() == Some(1)));
}
