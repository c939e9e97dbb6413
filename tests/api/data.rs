//! The shapes of the values that can be serialized, with the feature `serde`.

use consomme::encoding::{self, Confidence, EncodingSource, MediaTypeKind, XmlRules};
use consomme::positions::Reason;
use consomme::shadow::{ShadowRootInit, ShadowRootMode, SlotAssignment};
use consomme::speculation::{FetchKind, Speculation};
use consomme::{
    Document, Hints, Limits, Namespace, ParseErrorCode, ParseOptions, QuirksMode, Revision,
};
use serde::Serialize;
use serde_json::{Value, json, to_value};

/// The JSON of each value.
fn values<T: Serialize>(all: &[T]) -> Vec<Value> {
    all.iter().map(|value| to_value(value).unwrap()).collect()
}

#[test]
fn errors_are_codes_with_offsets_in_the_source() {
    let document =
        ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\r\n<p>x</b>\r\n&amp");
    assert_eq!(
        to_value(document.errors()).unwrap(),
        json!([
            { "code": "unexpected-end-tag", "start": 20, "end": 24 },
            { "code": "missing-semicolon-after-character-reference", "start": 29, "end": 29 },
        ])
    );
    for code in ParseErrorCode::ALL {
        assert_eq!(to_value(code).unwrap(), code.as_str());
    }
}

#[test]
fn places_are_lines_and_columns_and_ranges_are_both_kinds_of_offsets() {
    let document = ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\r\n𝒳<p>x</b>");
    let span = document.source_span(document.errors()[0].span());
    assert_eq!(
        to_value(span.line_column()).unwrap(),
        json!({ "line": 2, "column": 6, "utf16_column": 7 })
    );
    assert_eq!(
        to_value(span).unwrap(),
        json!({ "start": 25, "end": 29, "source_start": 24, "source_end": 28 })
    );
}

#[test]
fn limits_are_numbers_or_null_and_those_reached_are_bools() {
    let limits = Limits::unlimited().depth(Some(10)).nodes(Some(1000)).input_bytes(Some(9999));
    assert_eq!(
        to_value(limits).unwrap(),
        json!({
            "depth": 10,
            "nodes": 1000,
            "copies": null,
            "attributes_per_element": 0xFF_FFFF,
            "input_bytes": 9999,
            "errors": null,
            "searches": 64,
        })
    );
    let document = ParseOptions::new().limits(limits).parse_str("<div>".repeat(20));
    assert_eq!(
        to_value(document.limits_hit()).unwrap(),
        json!({
            "depth": true,
            "nodes": false,
            "copies": false,
            "attributes_per_element": false,
            "input_bytes": false,
            "errors": false,
            "searches": false,
            "steps": false,
        })
    );
}

#[test]
fn enums_are_names_in_lowercase() {
    use Namespace::{Html, MathMl, Svg};
    assert_eq!(values(&[Html, MathMl, Svg]), ["html", "mathml", "svg"]);
    let modes = [QuirksMode::NoQuirks, QuirksMode::LimitedQuirks, QuirksMode::Quirks];
    assert_eq!(values(&modes), ["no-quirks", "limited-quirks", "quirks"]);
    let document = ParseOptions::new().parse_str("<!DOCTYPE html><!--c--><?d e?><p>x");
    let mut kinds = values(&document.root().children().map(|node| node.kind()).collect::<Vec<_>>());
    kinds.extend(values(&[document.root().kind(), Document::new_fragment().root().kind()]));
    kinds.push(
        to_value(document.body().unwrap().descendants().next_back().unwrap().kind()).unwrap(),
    );
    assert_eq!(
        kinds,
        [
            "doctype",
            "comment",
            "processing-instruction",
            "element",
            "document",
            "document-fragment",
            "text"
        ]
    );
    assert_eq!(
        values(&[Revision::Living2026, Revision::Snapshot2024]),
        ["living-2026", "snapshot-2024"]
    );
    assert_eq!(values(&[XmlRules::Rfc7303, XmlRules::Rfc3023]), ["rfc7303", "rfc3023"]);
    assert_eq!(to_value(Reason::FosterParenting).unwrap(), "foster-parenting");
    assert_eq!(to_value(EncodingSource::LateMeta).unwrap(), "late-meta");
    assert_eq!(to_value(Confidence::Tentative).unwrap(), "tentative");
    assert_eq!(to_value(MediaTypeKind::TextXml).unwrap(), "text-xml");
    assert_eq!(values(&[SlotAssignment::Named, SlotAssignment::Manual]), ["named", "manual"]);
    let fetches = [
        FetchKind::Script,
        FetchKind::ModuleScript,
        FetchKind::StyleSheet,
        FetchKind::Preload,
        FetchKind::ModulePreload,
        FetchKind::Prefetch,
        FetchKind::Preconnect,
        FetchKind::DnsPrefetch,
        FetchKind::Image,
        FetchKind::VideoPoster,
    ];
    assert_eq!(
        values(&fetches),
        [
            "script",
            "module-script",
            "style-sheet",
            "preload",
            "module-preload",
            "prefetch",
            "preconnect",
            "dns-prefetch",
            "image",
            "video-poster"
        ]
    );
}

#[test]
fn a_shadow_root_is_its_fields() {
    assert_eq!(
        to_value(ShadowRootInit::new(ShadowRootMode::Closed)).unwrap(),
        json!({
            "mode": "closed",
            "delegates_focus": false,
            "clonable": false,
            "serializable": false,
            "slot_assignment": "named",
            "keeps_custom_element_registry_null": false,
        })
    );
}

#[test]
fn what_a_page_will_fetch_is_its_fields_with_a_map_of_attributes() {
    let html = "<meta name=referrer content=origin><base href=/soups/>\
                <picture><source srcset='a 2x'><img src=b.png loading=lazy srcset='c 300w'></picture>";
    let found: Vec<_> = Speculation::new(&ParseOptions::new(), html).collect();
    assert_eq!(
        to_value(&found).unwrap(),
        json!([
            { "referrer": "origin" },
            { "fetch": {
                "kind": "image",
                "destination": "image",
                "url": "b.png",
                "base": "/soups/",
                "attributes": { "loading": "lazy", "srcset": "c 300w" },
                "sources": [{ "srcset": "a 2x", "sizes": null, "media": null, "type": null }],
            } },
        ])
    );
    let consomme::speculation::Speculated::Fetch(image) = &found[1] else { panic!("the image") };
    assert_eq!(values(&image.candidates()), [json!({ "url": "c", "width": 300, "density": null })]);
}

#[test]
fn an_encoding_report_has_every_field() {
    let report = encoding::report(b"<meta charset=utf-7><p>\xFF", &Hints::new());
    assert_eq!(
        to_value(&report).unwrap(),
        json!({
            "encoding": "windows-1252",
            "source": "default",
            "confidence": "tentative",
            "restarted": false,
            "switched_on_the_fly": false,
            "unknown": false,
            "media_type": null,
            "malformed_sequences": 0,
            "first_malformed": null,
            "candidates": [
                {
                    "source": "meta",
                    "label": "utf-7",
                    "start": 14,
                    "end": 19,
                    "declared_encoding": null,
                    "encoding": null,
                    "verdict": "unsupported",
                    "unsupported": "UTF-7"
                },
                {
                    "source": "default",
                    "label": "windows-1252",
                    "start": null,
                    "end": null,
                    "declared_encoding": "windows-1252",
                    "encoding": "windows-1252",
                    "verdict": "chosen",
                    "unsupported": null
                }
            ]
        })
    );
}
