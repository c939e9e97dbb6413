//! Values of JSON, read with the path of each.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A value of JSON; the members of an object are in their order.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Json {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn text(text: impl AsRef<str>) -> Json {
        Json::Text(text.as_ref().to_owned())
    }

    pub(crate) fn texts(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Json {
        Json::List(texts.into_iter().map(Json::text).collect())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        Ok(Json::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Flag(flag) => serializer.serialize_bool(*flag),
            Json::Number(number) => serializer.serialize_f64(*number),
            Json::Text(text) => serializer.serialize_str(text),
            Json::List(list) => serializer.collect_seq(list),
            Json::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

/// The error of a value, and its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    path: String,
    message: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.is_empty() {
            true => f.write_str(&self.message),
            false => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

/// A value with its path: `urls.hosts.media[0]`.
#[derive(Clone, Debug)]
pub(crate) struct Member<'a> {
    pub(crate) value: &'a Json,
    path: String,
}

impl<'a> Member<'a> {
    /// Returns the outermost value, whose path is that of a member, or empty.
    pub(crate) fn outermost(value: &'a Json, path: &str) -> Member<'a> {
        Member { value, path: path.to_owned() }
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn wrong(&self, message: impl Into<String>) -> Wrong {
        Wrong { path: self.path.clone(), message: message.into() }
    }

    pub(crate) fn text(&self) -> Result<&'a str, Wrong> {
        match self.value {
            Json::Text(text) => Ok(text),
            _ => Err(self.wrong("a string is expected")),
        }
    }

    pub(crate) fn flag(&self) -> Result<bool, Wrong> {
        match self.value {
            Json::Flag(flag) => Ok(*flag),
            _ => Err(self.wrong("true or false is expected")),
        }
    }

    #[cfg(feature = "css")]
    pub(crate) fn number(&self) -> Result<f64, Wrong> {
        match self.value {
            Json::Number(number) => Ok(*number),
            _ => Err(self.wrong("a number is expected")),
        }
    }

    pub(crate) fn list(&self) -> Result<Vec<Member<'a>>, Wrong> {
        let Json::List(list) = self.value else { return Err(self.wrong("a list is expected")) };
        let member = |(index, value)| Member { value, path: format!("{}[{index}]", self.path) };
        Ok(list.iter().enumerate().map(member).collect())
    }

    pub(crate) fn texts(&self) -> Result<Vec<&'a str>, Wrong> {
        self.list()?.iter().map(Member::text).collect()
    }

    /// Returns the members of an object with their names.
    pub(crate) fn members(&self) -> Result<Vec<(&'a str, Member<'a>)>, Wrong> {
        let Json::Object(members) = self.value else {
            return Err(self.wrong("an object is expected"));
        };
        let mut names = HashSet::new();
        if let Some((name, _)) = members.iter().find(|(name, _)| !names.insert(name.as_str())) {
            return Err(self.wrong(format!("{name} is there twice")));
        }
        let member = |(name, value): &'a (String, Json)| (name.as_str(), self.at(name, value));
        Ok(members.iter().map(member).collect())
    }

    /// Returns the member of that name, if this is an object that has one: the last one, as browsers
    /// read JSON.
    pub(crate) fn member(&self, name: &str) -> Option<Member<'a>> {
        let Json::Object(members) = self.value else { return None };
        let (_, value) = members.iter().rfind(|(other, _)| other == name)?;
        Some(self.at(name, value))
    }

    fn at(&self, name: &str, value: &'a Json) -> Member<'a> {
        let dot = if self.path.is_empty() { "" } else { "." };
        Member { value, path: format!("{}{dot}{name}", self.path) }
    }

    /// Returns what the text stands for.
    pub(crate) fn one_of<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, Wrong> {
        let text = self.text()?;
        let found = choices.iter().find(|(name, _)| *name == text);
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
            self.wrong(format!("one of {} is expected", names.join(", ")))
        })
    }

    pub(crate) fn unknown(&self) -> Wrong {
        self.wrong("there is no such member")
    }
}
