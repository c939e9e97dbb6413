//! Microdata, metadata and headings.

use std::fmt::Write;

use consomme_web::consomme;
use consomme_web::{
    GraphProperty, IconSize, Microdata, PageUrl, PropertyValue, ViewportLength, metadata,
    outline as headings, parse_viewport,
};
use serde_json::{Value, json};

use super::Case;
use super::urls::ADDRESS;

/// The JSON, which is compared with the one that the methods of items make.
pub(super) fn microdata(case: &Case) -> String {
    let document = consomme::parse_str(case.get("html"));
    let page = PageUrl::new(&document, ADDRESS).expect("the address is absolute");
    let microdata = Microdata::new(&document, &page);
    let json = microdata.to_json().expect("it is small");
    let items: Vec<_> = microdata.items().map(|item| object(item, &mut Vec::new())).collect();
    let read: Value = serde_json::from_str(&json).expect("it is valid");
    assert_eq!(read, json!({ "items": items }));
    json
}

/// The object of an item, by the methods of items and properties.
fn object<'a>(
    item: consomme_web::Item<'_, 'a>,
    memory: &mut Vec<consomme::ElementRef<'a>>,
) -> Value {
    memory.push(item.element());
    let mut result = serde_json::Map::new();
    if !item.types().is_empty() {
        result.insert("type".to_owned(), json!(item.types()));
    }
    if let Some(id) = item.id() {
        result.insert("id".to_owned(), json!(id));
    }
    let mut properties = serde_json::Map::new();
    for property in item.properties() {
        let value = match property.value() {
            PropertyValue::Text(text) => json!(text),
            PropertyValue::Item(inner) if memory.contains(&inner.element()) => json!("ERROR"),
            PropertyValue::Item(inner) => object(inner, memory),
            other => panic!("{other:?} is not known here"),
        };
        for name in property.names() {
            let values = properties.entry(name.to_owned()).or_insert_with(|| json!([]));
            values.as_array_mut().expect("it is an array").push(value.clone());
        }
    }
    result.insert("properties".to_owned(), Value::Object(properties));
    memory.pop();
    Value::Object(result)
}

/// A line for each thing that the page says.
pub(super) fn page(case: &Case) -> String {
    let document = consomme::parse_str(case.get("html"));
    let page = PageUrl::new(&document, ADDRESS).expect("the address is absolute");
    let about = metadata(&document, &page);
    let mut out = String::new();
    for (name, value) in [
        ("title", about.title),
        ("description", about.description),
        ("published", about.published),
        ("modified", about.modified),
        ("authors", Some(about.authors.join(" | ")).filter(|names| !names.is_empty())),
        ("site", about.site_name),
        ("language", about.language),
        ("canonical", about.canonical),
        ("manifest", about.manifest),
        ("amp", about.amp),
    ] {
        if let Some(value) = value {
            writeln!(out, "{name} {value}").unwrap();
        }
    }
    for other in about.alternates {
        let details = [other.hreflang, other.media, other.content_type, other.title];
        let details: Vec<_> = details.into_iter().map(Option::unwrap_or_default).collect();
        writeln!(out, "alternate {} {}", other.url, details.join("|")).unwrap();
    }
    for feed in about.feeds {
        let title = feed.title.unwrap_or_default();
        writeln!(out, "feed {:?} {} {title}", feed.kind, feed.url).unwrap();
    }
    for icon in about.icons {
        let size = |size: &IconSize| match size {
            IconSize::Any => "any".to_owned(),
            IconSize::Pixels(width, height) => format!("{width}x{height}"),
            other => panic!("{other:?} is not known here"),
        };
        let sizes: Vec<_> = icon.sizes.iter().map(size).collect();
        writeln!(out, "{} {} {}", icon.rel, icon.url, sizes.join(" ")).unwrap();
    }
    let mut graph = |kind: &str, properties: Vec<GraphProperty>| {
        for property in properties {
            let details = property.details.iter().map(|(name, value)| format!(" [{name} {value}]"));
            let details: String = details.collect();
            writeln!(out, "{kind} {} {}{details}", property.name, property.value).unwrap();
        }
    };
    graph("graph", about.open_graph);
    graph("card", about.twitter);
    for text in about.json_ld {
        writeln!(out, "json-ld {text}").unwrap();
    }
    for robots in about.robots {
        let rules: Vec<_> = robots
            .rules
            .iter()
            .map(|rule| {
                rule.name.clone() + &rule.value.iter().map(|v| format!("={v}")).collect::<String>()
            })
            .collect();
        writeln!(out, "{} {}", robots.agent, rules.join(" ")).unwrap();
    }
    for color in about.theme_colors {
        writeln!(out, "color {} {}", color.color, color.media.unwrap_or_default()).unwrap();
    }
    if let Some(refresh) = about.refresh {
        writeln!(out, "refresh {} {}", refresh.seconds, refresh.url).unwrap();
    }
    if let Some(viewport) = about.viewport {
        writeln!(out, "viewport {}", viewport.properties.len()).unwrap();
    }
    // Without spaces at the ends of lines.
    out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The properties that have a type.
pub(super) fn viewport(input: &str) -> Option<String> {
    let viewport = parse_viewport(input);
    let length = |length: ViewportLength| match length {
        ViewportLength::DeviceWidth => "device-width".to_owned(),
        ViewportLength::DeviceHeight => "device-height".to_owned(),
        ViewportLength::Pixels(pixels) => pixels.to_string(),
        other => panic!("{other:?} is not known here"),
    };
    let scale = |scale: f64| scale.to_string();
    let found = [
        ("width", viewport.width.map(length)),
        ("height", viewport.height.map(length)),
        ("initial", viewport.initial_scale.map(scale)),
        ("minimum", viewport.minimum_scale.map(scale)),
        ("maximum", viewport.maximum_scale.map(scale)),
        ("scalable", viewport.user_scalable.map(|can| can.to_string())),
    ];
    let found = found.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
    Some(found.collect::<Vec<_>>().join(" "))
}

/// A line for each heading: its level, its text, and `*` in an `hgroup`.
pub(super) fn outline(case: &Case) -> String {
    let options = consomme::ParseOptions::new().declarative_shadow_roots(true);
    let document = options.parse_str(case.get("html"));
    let mut found: Vec<_> = headings(&document).collect();
    for host in document.descendant_elements() {
        if let Some(root) = host.shadow_root() {
            found.extend(headings(root.as_node()));
        }
    }
    let line = |heading: consomme_web::Heading<'_>| {
        let group = if heading.group().is_some() { "*" } else { "" };
        format!("{}{group} {}\n", heading.level, heading.text())
    };
    found.into_iter().map(line).collect()
}
