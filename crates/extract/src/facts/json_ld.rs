//! The objects of JSON-LD.

use consomme::steps;
use serde_json::{Map, Value};

use super::{Fact, FactPlace, fact};

/// An object of JSON-LD that is at the top, in `@graph`, or the main entity of such a one.
#[derive(Debug)]
pub(super) struct Object(Map<String, Value>);

/// Objects of a page: more are not read.
const MAX_OBJECTS: usize = 1000;

/// Returns the objects of the scripts that are valid JSON. Values that are nested deeper than 128
/// levels are not.
pub(super) fn objects(scripts: &[String]) -> Vec<Object> {
    let mut objects = Vec::new();
    for script in scripts {
        steps::count(script.len());
        let Ok(value) = serde_json::from_str(script) else { continue };
        let mut open: Vec<Value> = vec![value];
        while let Some(value) = open.pop() {
            if objects.len() == MAX_OBJECTS {
                return objects;
            }
            match value {
                Value::Array(values) => open.extend(values.into_iter().rev()),
                Value::Object(mut map) => {
                    for name in ["itemListElement", "item", "hasVariant", "mainEntity", "@graph"] {
                        open.extend(map.remove(name));
                    }
                    objects.push(Object(map));
                }
                _ => {}
            }
        }
    }
    objects
}

impl Object {
    fn has_type(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        match self.0.get("@type") {
            Some(Value::String(name)) => is_wanted(name),
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(is_wanted),
            _ => false,
        }
    }

    pub(super) fn is_article(&self) -> bool {
        self.has_type(|name| name.ends_with("Article") || name.ends_with("Posting"))
    }

    pub(super) fn is_product(&self) -> bool {
        self.has_type(|name| matches!(name, "Product" | "ProductGroup" | "IndividualProduct"))
    }

    /// Returns a text or a number as a text.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        text(self.0.get(name)?)
    }

    pub(super) fn fact(&self, name: &str) -> Option<Fact> {
        fact(&self.text(name)?, FactPlace::JsonLd)
    }

    /// Returns the names of persons or organizations.
    pub(super) fn names(&self, name: &str) -> Vec<String> {
        let one = |value: &Value| match value {
            Value::Object(map) => map.get("name").and_then(text),
            value => text(value),
        };
        let names: Vec<String> = match self.0.get(name) {
            Some(Value::Array(values)) => values.iter().filter_map(one).collect(),
            Some(value) => one(value).into_iter().collect(),
            None => Vec::new(),
        };
        names.into_iter().filter(|name| !name.contains("://")).collect()
    }

    /// Returns an address: a text, or the `url` of an object.
    pub(super) fn address(&self, name: &str) -> Option<Fact> {
        let first = match self.0.get(name)? {
            Value::Array(values) => values.first()?,
            value => value,
        };
        let value = match first {
            Value::Object(map) => map.get("url").or_else(|| map.get("contentUrl")).and_then(text),
            value => text(value),
        };
        fact(&value?, FactPlace::JsonLd)
    }

    /// Returns a text of the first offer.
    pub(super) fn offer(&self, names: &[&str]) -> Option<String> {
        let mut offer = self.0.get("offers")?;
        if let Value::Array(offers) = offer {
            offer = offers.first()?;
        }
        let within = offer.get("priceSpecification");
        let within = within.map(|within| within.get(0).unwrap_or(within));
        let places = [Some(offer), within];
        places
            .into_iter()
            .flatten()
            .find_map(|place| names.iter().find_map(|name| place.get(name).and_then(text)))
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
