//! Microdata.

use std::collections::HashSet;

use consomme::Document;
use consomme_web::{Microdata, PageUrl, PropertyValue};

pub(super) fn check(document: &Document, page: &PageUrl) {
    let microdata = Microdata::new(document, page);
    let order = document.document_order();
    for item in microdata.items().take(50) {
        let mut seen = HashSet::new();
        let mut before = None;
        for property in item.properties() {
            let position = order.position(property.element());
            assert!(before < position, "they are in tree order, each once");
            before = position;
            assert!(!property.names().is_empty());
            if let PropertyValue::Item(inner) = property.value() {
                assert!(inner.element().has_attr("itemscope") && seen.insert(inner.element()));
            }
        }
    }
    if let Some(json) = microdata.to_json_within(1 << 20) {
        assert!(json.starts_with("{\"items\":[") && json.ends_with("]}"));
        assert!(json.bytes().all(|byte| byte >= 0x20), "it is on one line");
        let (open, close) = (json.matches('{').count(), json.matches('}').count());
        let has_braces = document.source().contains(['{', '}', '&']);
        assert!(has_braces || open == close, "{json}");
        assert_eq!(microdata.to_json_within(10), None);
    }
}
