//! Tests the shapes of serialized values, with the feature `serde`.

#![cfg(feature = "serde")]

use consomme_web::{Form, PageUrl, UrlKind, consomme, metadata};
use serde_json::json;

#[test]
fn kinds_of_urls_are_their_names() {
    for kind in [UrlKind::StyleSheet, UrlKind::Hyperlink, UrlKind::FormAction, UrlKind::Ping] {
        assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.as_str()));
    }
}

#[test]
fn metadata_is_an_object_of_its_fields() {
    let html = "<title>T</title><link rel=icon href=i sizes='any 16x8'><meta name=theme-color content=red>
        <meta name=viewport content='width=device-width,initial-scale=2'><meta http-equiv=refresh content=3>";
    let document = consomme::parse_str(html);
    let page = PageUrl::new(&document, "https://example.com/").unwrap();
    let value = serde_json::to_value(metadata(&document, &page)).unwrap();
    assert_eq!(value["title"], "T");
    assert_eq!(value["icons"][0]["sizes"], json!(["any", { "pixels": [16, 8] }]));
    assert_eq!(value["theme_colors"], json!([{ "color": "red", "media": null }]));
    assert_eq!(value["viewport"]["width"], "device_width");
    assert_eq!(value["refresh"], json!({ "seconds": 3, "url": "https://example.com/" }));
}

#[test]
fn requests_are_objects() {
    let document = consomme::parse_str("<form method=post action=/s><input name=a value=1></form>");
    let page = PageUrl::new(&document, "https://example.com/").unwrap();
    let form = document.descendant_elements().find_map(Form::new).unwrap();
    let value = serde_json::to_value(form.submission(&page, None).unwrap()).unwrap();
    assert_eq!(value["method"], "POST");
    assert_eq!(value["body"]["content_type"], "application/x-www-form-urlencoded");
    let entries = serde_json::to_value(form.entries(None)).unwrap();
    assert_eq!(entries, json!([{ "name": "a", "value": { "text": "1" } }]));
}
