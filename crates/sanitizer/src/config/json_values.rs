//! The simple values of JSON, converted as a browser converts the members of its dictionaries.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Reads a text, to which other simple values are converted, or a dictionary.
pub(super) fn text_or_dictionary<'de, D: Deserializer<'de>, T: Deserialize<'de> + From<String>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(TextOrDictionary(PhantomData))
}

struct TextOrDictionary<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + From<String>> Visitor<'de> for TextOrDictionary<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a dictionary")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        Ok(text.to_owned().into())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<T, E> {
        Ok(value.to_string().into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        Ok(value.to_string().into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        Ok(value.to_string().into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        Ok(value.to_string().into())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// A text, to which other simple values are converted.
pub(super) struct Text(pub(crate) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let NoDictionary(text) = text_or_dictionary(deserializer)?;
        Ok(Text(text))
    }
}

/// The dictionary where only a text can be.
struct NoDictionary(String);

impl From<String> for NoDictionary {
    fn from(text: String) -> NoDictionary {
        NoDictionary(text)
    }
}

impl<'de> Deserialize<'de> for NoDictionary {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("a dictionary where a string is expected"))
    }
}

/// A value converted to a boolean.
///
/// <https://tc39.es/ecma262/#sec-toboolean>
pub(super) struct Boolean(pub(crate) bool);

impl<'de> Deserialize<'de> for Boolean {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BooleanVisitor;
        impl<'de> Visitor<'de> for BooleanVisitor {
            type Value = Boolean;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a boolean")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Boolean, E> {
                Ok(Boolean(value))
            }

            fn visit_unit<E: Error>(self) -> Result<Boolean, E> {
                Ok(Boolean(false))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Boolean, E> {
                Ok(Boolean(value != 0))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Boolean, E> {
                Ok(Boolean(value != 0))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Boolean, E> {
                Ok(Boolean(value != 0.0))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<Boolean, E> {
                Ok(Boolean(!value.is_empty()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Boolean, A::Error> {
                IgnoredAny::deserialize(SeqAccessDeserializer::new(seq)).map(|_| Boolean(true))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Boolean, A::Error> {
                IgnoredAny::deserialize(MapAccessDeserializer::new(map)).map(|_| Boolean(true))
            }
        }
        deserializer.deserialize_any(BooleanVisitor)
    }
}
