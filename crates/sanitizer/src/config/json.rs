//! The feature `serde`: configurations as JSON, as a browser takes and gives them.

use std::fmt;

use consomme::Namespace;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::builtin::safe_default_configuration;
use super::config::{SanitizerConfig, SanitizerElementWithAttributes};
use super::json_values::{Boolean, Text, text_or_dictionary};
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

/// Reads a dictionary as a browser does: unknown members are ignored, a name is a string or a
/// dictionary, other values are converted, `null` is the empty dictionary, and the string
/// `"default"` is the built-in safe default configuration.
///
/// <https://html.spec.whatwg.org/#sanitizerconfig>
impl<'de> Deserialize<'de> for SanitizerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ConfigVisitor)
    }
}

struct ConfigVisitor;

impl<'de> Visitor<'de> for ConfigVisitor {
    type Value = SanitizerConfig;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sanitizer configuration, or \"default\"")
    }

    fn visit_unit<E: Error>(self) -> Result<SanitizerConfig, E> {
        Ok(SanitizerConfig::new())
    }

    fn visit_str<E: Error>(self, preset: &str) -> Result<SanitizerConfig, E> {
        match preset {
            "default" => Ok(safe_default_configuration()),
            _ => Err(E::unknown_variant(preset, &["default"])),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SanitizerConfig, A::Error> {
        let mut config = SanitizerConfig::new();
        while let Some(Text(member)) = map.next_key()? {
            match &*member {
                "elements" => config.elements = Some(map.next_value()?),
                "removeElements" => config.remove_elements = Some(map.next_value()?),
                "replaceWithChildrenElements" => {
                    config.replace_with_children_elements = Some(map.next_value()?);
                }
                "processingInstructions" => {
                    config.processing_instructions = Some(targets(map.next_value()?));
                }
                "removeProcessingInstructions" => {
                    config.remove_processing_instructions = Some(targets(map.next_value()?));
                }
                "attributes" => config.attributes = Some(map.next_value()?),
                "removeAttributes" => config.remove_attributes = Some(map.next_value()?),
                "comments" => config.comments = Some(map.next_value::<Boolean>()?.0),
                "dataAttributes" => config.data_attributes = Some(map.next_value::<Boolean>()?.0),
                "javascriptURLs" => config.javascript_urls = Some(map.next_value::<Boolean>()?.0),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(config)
    }
}

fn targets(targets: Vec<Target>) -> Vec<String> {
    targets.into_iter().map(|Target(target)| target).collect()
}

impl<'de> Deserialize<'de> for SanitizerElementWithAttributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Name { name, namespace, attributes, remove_attributes } =
            text_or_dictionary(deserializer)?;
        let element = namespace.of(name, Some(Namespace::Html.url()), SanitizerElement::new);
        Ok(SanitizerElementWithAttributes { element, attributes, remove_attributes })
    }
}

impl<'de> Deserialize<'de> for SanitizerElement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Name { name, namespace, .. } = text_or_dictionary(deserializer)?;
        Ok(namespace.of(name, Some(Namespace::Html.url()), Self::new))
    }
}

impl<'de> Deserialize<'de> for SanitizerAttribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Name { name, namespace, .. } = text_or_dictionary(deserializer)?;
        Ok(namespace.of(name, None, Self::new))
    }
}

/// A name as it was written: a text, or a dictionary with a name.
struct Name {
    name: String,
    namespace: NamespaceMember,
    attributes: Option<Vec<SanitizerAttribute>>,
    remove_attributes: Option<Vec<SanitizerAttribute>>,
}

/// The member `namespace` of a dictionary.
enum NamespaceMember {
    Missing,
    /// `null` is no namespace.
    Given(Option<String>),
}

impl NamespaceMember {
    /// Makes a name in this namespace, exactly as it is written. Without the member, it is in the
    /// default namespace.
    fn of<T>(self, name: String, default: Option<&str>, new: fn(String, Option<&str>) -> T) -> T {
        match self {
            NamespaceMember::Given(namespace) => new(name, namespace.as_deref()),
            NamespaceMember::Missing => new(name, default),
        }
    }
}

impl From<String> for Name {
    fn from(name: String) -> Name {
        Name {
            name,
            namespace: NamespaceMember::Missing,
            attributes: None,
            remove_attributes: None,
        }
    }
}

impl<'de> Deserialize<'de> for Name {
    /// Reads the dictionary. The attributes of elements are read for every name; where no name has
    /// any, they are unknown members, which a browser ignores.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a dictionary with a name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Name, A::Error> {
                let mut found: Option<String> = None;
                let mut rest = Name::from(String::new());
                while let Some(Text(member)) = map.next_key()? {
                    match &*member {
                        "name" => found = Some(map.next_value::<Text>()?.0),
                        "namespace" => {
                            let namespace = map.next_value::<Option<Text>>()?;
                            let namespace = namespace.map(|Text(namespace)| namespace);
                            rest.namespace = NamespaceMember::Given(namespace);
                        }
                        "attributes" => rest.attributes = Some(map.next_value()?),
                        "removeAttributes" => rest.remove_attributes = Some(map.next_value()?),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                let name = found.ok_or_else(|| A::Error::missing_field("name"))?;
                Ok(Name { name, ..rest })
            }
        }
        deserializer.deserialize_map(NameVisitor)
    }
}

/// The target of a processing instruction: a text, or a dictionary with a target.
struct Target(String);

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("target", &self.0)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TargetOf(target) = text_or_dictionary(deserializer)?;
        Ok(Target(target))
    }
}

/// The dictionary with a target.
struct TargetOf(String);

impl From<String> for TargetOf {
    fn from(target: String) -> TargetOf {
        TargetOf(target)
    }
}

impl<'de> Deserialize<'de> for TargetOf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TargetVisitor;
        impl<'de> Visitor<'de> for TargetVisitor {
            type Value = TargetOf;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a dictionary with a target")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TargetOf, A::Error> {
                let mut target = None;
                while let Some(Text(member)) = map.next_key()? {
                    if member == "target" {
                        target = Some(map.next_value::<Text>()?.0);
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                target.map(TargetOf).ok_or_else(|| A::Error::missing_field("target"))
            }
        }
        deserializer.deserialize_map(TargetVisitor)
    }
}
