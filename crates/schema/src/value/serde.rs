//! Values as serde's data: written into any format, and read into structs of users.

use std::fmt;
use std::vec;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, IntoDeserializer, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Record, Value};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Missing => serializer.serialize_none(),
            Value::Boolean(boolean) => serializer.serialize_bool(*boolean),
            Value::Integer(integer) => serializer.serialize_i64(*integer),
            Value::Number(number) => serializer.serialize_f64(*number),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(list) => serializer.collect_seq(list),
            Value::Record(record) => record.serialize(serializer),
        }
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Record {
    /// Makes the record a value of a type of yours, by serde.
    ///
    /// # Errors
    ///
    /// If a field that the type asks for is missing, or has another type.
    pub fn to<T: DeserializeOwned>(&self) -> Result<T, ValueError> {
        T::deserialize(Value::Record(self.clone()))
    }
}

impl Value {
    /// Makes the value one of a type of yours, by serde.
    ///
    /// # Errors
    ///
    /// If the type asks for something else.
    pub fn to<T: DeserializeOwned>(&self) -> Result<T, ValueError> {
        T::deserialize(self.clone())
    }
}

/// A value does not fit into the type that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueError {
    /// The names of the fields that lead to the value, the outermost first.
    path: Vec<String>,
    message: String,
}

impl ValueError {
    pub(crate) fn new(message: impl Into<String>) -> ValueError {
        ValueError { path: Vec::new(), message: message.into() }
    }

    /// Puts the name of a field before the path to the value.
    #[must_use]
    pub fn in_field(mut self, name: &str) -> ValueError {
        self.path.insert(0, name.to_owned());
        self
    }

    /// Returns the names of the fields that lead to the value, joined by dots; empty if the format
    /// of the type did not tell.
    pub fn field(&self) -> String {
        self.path.join(".")
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.is_empty() {
            true => f.write_str(&self.message),
            false => write!(f, "field `{}`: {}", self.field(), self.message),
        }
    }
}

impl std::error::Error for ValueError {}

impl de::Error for ValueError {
    fn custom<T: fmt::Display>(message: T) -> ValueError {
        ValueError::new(message.to_string())
    }
}

impl IntoDeserializer<'_, ValueError> for Value {
    type Deserializer = Value;

    fn into_deserializer(self) -> Value {
        self
    }
}

/// The depth of a value is that of its schema, which is limited.
impl<'de> de::Deserializer<'de> for Value {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Value::Missing => visitor.visit_none(),
            Value::Boolean(boolean) => visitor.visit_bool(boolean),
            Value::Integer(integer) => visitor.visit_i64(integer),
            Value::Number(number) => visitor.visit_f64(number),
            Value::Text(text) => visitor.visit_string(text),
            Value::List(list) => {
                let mut items: SeqDeserializer<vec::IntoIter<Value>, ValueError> =
                    SeqDeserializer::new(list.into_iter());
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Value::Record(record) => {
                let fields = record.fields.into_iter();
                let fields = fields.map(|(name, value)| (name.to_string(), Named(name, value)));
                visitor.visit_map(MapDeserializer::new(fields))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            Value::Missing => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_newtype_struct(self)
    }

    /// A text is the name of a variant.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        match self {
            Value::Text(text) => {
                let text: StrDeserializer<'_, ValueError> = text.as_str().into_deserializer();
                text.deserialize_enum(name, variants, visitor)
            }
            other => {
                Err(ValueError::new(format!("a variant of `{name}` is a text, not {other:?}")))
            }
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A value whose errors have the name of its field.
#[derive(Debug)]
struct Named(std::sync::Arc<str>, Value);

impl IntoDeserializer<'_, ValueError> for Named {
    type Deserializer = Named;

    fn into_deserializer(self) -> Named {
        self
    }
}

/// Forwards a method of `Deserializer` to the value.
impl<'de> de::Deserializer<'de> for Named {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        self.1.deserialize_any(visitor).map_err(|error| error.in_field(&self.0))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        self.1.deserialize_option(visitor).map_err(|error| error.in_field(&self.0))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        let value = self.1.deserialize_newtype_struct(name, visitor);
        value.map_err(|error| error.in_field(&self.0))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        let value = self.1.deserialize_enum(name, variants, visitor);
        value.map_err(|error| error.in_field(&self.0))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
