//! The feature `serde`: configurations as JSON, as a browser takes and gives them.

use consomme::Namespace;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::json::{Json, Member, Wrong};

use super::builtin::safe_default_configuration;
use super::config::{SanitizerConfig, SanitizerElementWithAttributes};
use super::names::{SanitizerAttribute, SanitizerElement};

/// Writes the members that exist, with every name as a dictionary.
impl Serialize for SanitizerConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        member(&mut map, "elements", &self.elements)?;
        member(&mut map, "removeElements", &self.remove_elements)?;
        member(&mut map, "replaceWithChildrenElements", &self.replace_with_children_elements)?;
        let targets = |list: &Option<Vec<String>>| {
            list.as_ref().map(|list| list.iter().cloned().map(Target).collect::<Vec<_>>())
        };
        member(&mut map, "processingInstructions", &targets(&self.processing_instructions))?;
        let removed = targets(&self.remove_processing_instructions);
        member(&mut map, "removeProcessingInstructions", &removed)?;
        member(&mut map, "attributes", &self.attributes)?;
        member(&mut map, "removeAttributes", &self.remove_attributes)?;
        member(&mut map, "comments", &self.comments)?;
        member(&mut map, "dataAttributes", &self.data_attributes)?;
        member(&mut map, "javascriptURLs", &self.javascript_urls)?;
        map.end()
    }
}

impl Serialize for SanitizerElementWithAttributes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.element.name())?;
        map.serialize_entry("namespace", &self.element.namespace())?;
        member(&mut map, "attributes", &self.attributes)?;
        member(&mut map, "removeAttributes", &self.remove_attributes)?;
        map.end()
    }
}

impl Serialize for SanitizerElement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        name_and_namespace(serializer, self.name(), self.namespace())
    }
}

impl Serialize for SanitizerAttribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        name_and_namespace(serializer, self.name(), self.namespace())
    }
}

/// Writes a member of a dictionary, if it exists.
fn member<M: SerializeMap, T: Serialize>(
    map: &mut M,
    name: &str,
    value: &Option<T>,
) -> Result<(), M::Error> {
    value.as_ref().map_or(Ok(()), |value| map.serialize_entry(name, value))
}

fn name_and_namespace<S: Serializer>(
    serializer: S,
    name: &str,
    namespace: Option<&str>,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("name", name)?;
    map.serialize_entry("namespace", &namespace)?;
    map.end()
}

/// The target of a processing instruction, which is written as a dictionary.
struct Target(String);

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("target", &self.0)?;
        map.end()
    }
}

/// Reads a dictionary as a browser does: unknown members are ignored, a name is a string or a
/// dictionary, other values are converted, `null` is the empty dictionary, and the string
/// `"default"` is the built-in safe default configuration.
///
/// <https://html.spec.whatwg.org/#sanitizerconfig>
impl<'de> Deserialize<'de> for SanitizerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, configuration)
    }
}

impl<'de> Deserialize<'de> for SanitizerElementWithAttributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, element_with_attributes)
    }
}

impl<'de> Deserialize<'de> for SanitizerElement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, element)
    }
}

impl<'de> Deserialize<'de> for SanitizerAttribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, attribute)
    }
}

/// Converts a value, or returns its error.
type Convert<T> = fn(&Member<'_>) -> Result<T, Wrong>;

/// Reads a value, and converts it.
fn read<'de, D: Deserializer<'de>, T>(deserializer: D, convert: Convert<T>) -> Result<T, D::Error> {
    let json = Json::deserialize(deserializer)?;
    convert(&Member::outermost(&json, "")).map_err(D::Error::custom)
}

fn configuration(value: &Member<'_>) -> Result<SanitizerConfig, Wrong> {
    match value.value {
        Json::Null => return Ok(SanitizerConfig::new()),
        Json::Text(preset) if preset == "default" => return Ok(safe_default_configuration()),
        Json::Object(_) => {}
        _ => return Err(value.wrong("a configuration or \"default\" is expected")),
    }
    let removed_targets = list(value, "removeProcessingInstructions", target)?;
    Ok(SanitizerConfig {
        elements: list(value, "elements", element_with_attributes)?,
        remove_elements: list(value, "removeElements", element)?,
        replace_with_children_elements: list(value, "replaceWithChildrenElements", element)?,
        processing_instructions: list(value, "processingInstructions", target)?,
        remove_processing_instructions: removed_targets,
        attributes: list(value, "attributes", attribute)?,
        remove_attributes: list(value, "removeAttributes", attribute)?,
        comments: value.member("comments").map(boolean),
        data_attributes: value.member("dataAttributes").map(boolean),
        javascript_urls: value.member("javascriptURLs").map(boolean),
    })
}

fn element_with_attributes(value: &Member<'_>) -> Result<SanitizerElementWithAttributes, Wrong> {
    Ok(SanitizerElementWithAttributes {
        element: element(value)?,
        attributes: list(value, "attributes", attribute)?,
        remove_attributes: list(value, "removeAttributes", attribute)?,
    })
}

fn element(value: &Member<'_>) -> Result<SanitizerElement, Wrong> {
    let (name, namespace) = name(value, Some(Namespace::Html.url()))?;
    Ok(SanitizerElement::new(name, namespace.as_deref()))
}

fn attribute(value: &Member<'_>) -> Result<SanitizerAttribute, Wrong> {
    let (name, namespace) = name(value, None)?;
    Ok(SanitizerAttribute::new(name, namespace.as_deref()))
}

/// Converts the target of a processing instruction: a text, or a dictionary with a target.
fn target(value: &Member<'_>) -> Result<String, Wrong> {
    text_or_member(value, "target")
}

/// Converts a name and its namespace: a text, in the default namespace, or a dictionary, in which
/// `null` is no namespace.
fn name(value: &Member<'_>, default: Option<&str>) -> Result<(String, Option<String>), Wrong> {
    let namespace = match value.member("namespace") {
        None => default.map(str::to_owned),
        Some(member) if *member.value == Json::Null => None,
        Some(member) => Some(text(&member)?),
    };
    Ok((text_or_member(value, "name")?, namespace))
}

/// Converts a text, or the member of a dictionary.
fn text_or_member(value: &Member<'_>, name: &str) -> Result<String, Wrong> {
    match value.value {
        Json::Object(_) => match value.member(name) {
            Some(member) => text(&member),
            None => Err(value.wrong(format!("{name} is missing"))),
        },
        _ => text(value),
    }
}

/// Converts the items of a list, if there is such a member.
fn list<T>(value: &Member<'_>, name: &str, convert: Convert<T>) -> Result<Option<Vec<T>>, Wrong> {
    let Some(member) = value.member(name) else { return Ok(None) };
    member.list()?.iter().map(convert).collect::<Result<_, _>>().map(Some)
}

/// Converts a simple value to a text.
fn text(value: &Member<'_>) -> Result<String, Wrong> {
    match value.value {
        Json::Text(text) => Ok(text.clone()),
        Json::Flag(flag) => Ok(flag.to_string()),
        Json::Number(number) => Ok(number.to_string()),
        Json::Null | Json::List(_) | Json::Object(_) => Err(value.wrong("a string is expected")),
    }
}

/// Converts a value to a boolean.
///
/// <https://tc39.es/ecma262/#sec-toboolean>
fn boolean(value: Member<'_>) -> bool {
    match value.value {
        Json::Null => false,
        Json::Flag(flag) => *flag,
        Json::Number(number) => *number != 0.0,
        Json::Text(text) => !text.is_empty(),
        Json::List(_) | Json::Object(_) => true,
    }
}
