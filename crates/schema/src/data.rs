//! Schemas as data: JSON, TOML, or any other format of serde.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::builder::SchemaBuilder;
use crate::error::SchemaError;
use crate::field::{Field, Kind, Take};
use crate::schema::Schema;
use crate::value::Value;

/// The names of the settings of a field.
const SETTINGS: &[&str] = &[
    "css",
    "xpath",
    "type",
    "take",
    "separator",
    "fields",
    "required",
    "default",
    "decimal",
    "format",
];

/// A schema that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaDataError {
    /// The text is not of its format, or is no schema.
    #[error("{message}")]
    #[non_exhaustive]
    Data {
        /// A description with the line and column.
        message: String,
    },
    /// The schema has a mistake.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

impl Schema {
    /// Reads and compiles a schema in JSON: an object with the fields.
    ///
    /// A field is a selector; a list with a selector or a field, which takes all matches; or an
    /// object with these settings:
    ///
    /// | setting | value |
    /// |---|---|
    /// | `css` | the selector |
    /// | `xpath` | an XPath expression in its place (feature `xpath`) |
    /// | `type` | `text` (the default), `raw`, `number`, `boolean`, `url` or `date` |
    /// | `take` | `first` (the default), `all` or `joined` |
    /// | `separator` | the text between joined texts: a space, by default |
    /// | `fields` | the fields of a group |
    /// | `required` | whether a page without a match is an error: `false`, by default |
    /// | `default` | the value of a page without a match |
    /// | `decimal` | the decimal mark of numbers: `.` (the default) or `,` |
    /// | `format` | the format of dates, as `strptime` has it: `%d.%m.%Y` |
    ///
    /// ```
    /// use consomme_schema::Schema;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let schema = Schema::from_json(r#"{
    ///     "title": "h1",
    ///     "links": ["a::attr(href)"],
    ///     "price": { "css": ".price", "type": "number", "required": true }
    /// }"#)?;
    /// let document = consomme::parse_str("<h1>Leek</h1><p class=price>4.50 €</p><a href=/>Menu</a>");
    /// let record = schema.extract(&document).into_result()?;
    /// assert_eq!(
    ///     serde_json::to_string(&record)?,
    ///     r#"{"title":"Leek","links":["/"],"price":4.5}"#,
    /// );
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not JSON, is no schema, or has a mistake.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<Schema, SchemaDataError> {
        let builder: SchemaBuilder = serde_json::from_str(text)
            .map_err(|error| SchemaDataError::Data { message: error.to_string() })?;
        Ok(builder.build()?)
    }

    /// Reads and compiles a schema in TOML, with the same names as in JSON.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, is no schema, or has a mistake.
    #[cfg(feature = "toml")]
    pub fn from_toml(text: &str) -> Result<Schema, SchemaDataError> {
        let builder: SchemaBuilder = toml::from_str(text)
            .map_err(|error| SchemaDataError::Data { message: error.to_string() })?;
        Ok(builder.build()?)
    }
}

/// Reads the fields, in the order in which they are written. [`Schema::from_json`] says how.
impl<'de> Deserialize<'de> for SchemaBuilder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SchemaBuilder, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = SchemaBuilder;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fields with their names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SchemaBuilder, A::Error> {
        let mut builder = SchemaBuilder::new();
        while let Some((name, field)) = map.next_entry::<String, Field>()? {
            builder = builder.field(name, field);
        }
        Ok(builder)
    }
}

/// Reads a field. [`Schema::from_json`] says how.
impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Field, D::Error> {
        deserializer.deserialize_any(OneField)
    }
}

struct OneField;

impl<'de> Visitor<'de> for OneField {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a selector, a list with a field, or the settings of a field")
    }

    fn visit_str<E: de::Error>(self, selector: &str) -> Result<Field, E> {
        Ok(Field::css(selector))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Field, A::Error> {
        let field: Option<Field> = seq.next_element()?;
        let field = field.ok_or_else(|| de::Error::invalid_length(0, &"a list with one field"))?;
        match seq.next_element::<IgnoredAny>()? {
            None => Ok(field.all()),
            Some(_) => Err(de::Error::invalid_length(2, &"a list with one field")),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Field, A::Error> {
        let mut settings = Settings::default();
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "css" => settings.css = Some(map.next_value()?),
                "xpath" => settings.xpath = Some(map.next_value()?),
                "type" => settings.kind = map.next_value()?,
                "take" => settings.take = map.next_value()?,
                "separator" => settings.separator = Some(map.next_value()?),
                "fields" => settings.fields = Some(map.next_value()?),
                "required" => settings.required = map.next_value()?,
                "default" => settings.default = Some(map.next_value()?),
                "decimal" => settings.decimal = Some(map.next_value()?),
                "format" => settings.format = Some(map.next_value()?),
                _ => return Err(de::Error::unknown_field(&name, SETTINGS)),
            }
        }
        settings.into_field()
    }
}

/// The settings of a field, as they are written.
#[derive(Default)]
struct Settings {
    css: Option<String>,
    xpath: Option<String>,
    kind: String,
    take: String,
    separator: Option<String>,
    fields: Option<SchemaBuilder>,
    required: bool,
    default: Option<Value>,
    decimal: Option<char>,
    format: Option<String>,
}

impl Settings {
    fn into_field<E: de::Error>(self) -> Result<Field, E> {
        let unknown =
            |text: &str, names: &'static [&'static str]| Err(E::unknown_variant(text, names));
        let kind = match (self.kind.as_str(), self.decimal, self.format) {
            ("" | "text", None, None) => Kind::Text,
            ("raw", None, None) => Kind::Raw,
            ("boolean", None, None) => Kind::Boolean,
            ("url", None, None) => Kind::Url,
            ("number", decimal @ (None | Some('.' | ',')), None) => {
                Kind::Number { decimal: decimal.unwrap_or('.') }
            }
            ("date", None, format) => Kind::Date { format },
            (_, Some(_), _) => return Err(E::custom("`decimal` is `.` or `,`, of a number")),
            (_, _, Some(_)) => return Err(E::custom("`format` is the format of a date")),
            (other, None, None) => {
                return unknown(other, &["text", "raw", "number", "boolean", "url", "date"]);
            }
        };
        let take = match (self.take.as_str(), self.separator) {
            ("" | "first", None) => Take::First,
            ("all", None) => Take::All,
            ("joined", separator) => Take::Joined(separator.unwrap_or_else(|| " ".to_owned())),
            (_, Some(_)) => return Err(E::custom("`separator` is for `take = \"joined\"`")),
            (other, None) => return unknown(other, &["first", "all", "joined"]),
        };
        Ok(Field {
            kind,
            take,
            group: self.fields,
            is_required: self.required,
            default: self.default,
            ..selected(self.css, self.xpath)?
        })
    }
}

/// Returns a field with a selector.
fn selected<E: de::Error>(css: Option<String>, xpath: Option<String>) -> Result<Field, E> {
    match (css, xpath) {
        (Some(_), Some(_)) => Err(E::custom("a field has `css` or `xpath`, not both")),
        #[cfg(feature = "xpath")]
        (None, Some(expression)) => Ok(Field::xpath(expression)),
        #[cfg(not(feature = "xpath"))]
        (None, Some(_)) => Err(E::custom("`xpath` needs the feature `xpath` of consomme-schema")),
        (css, None) => Ok(Field::css(css.unwrap_or_default())),
    }
}

/// Reads a default.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a boolean or a list of these")
    }

    fn visit_bool<E: de::Error>(self, boolean: bool) -> Result<Value, E> {
        Ok(Value::Boolean(boolean))
    }

    fn visit_i64<E: de::Error>(self, integer: i64) -> Result<Value, E> {
        Ok(Value::Integer(integer))
    }

    fn visit_u64<E: de::Error>(self, integer: u64) -> Result<Value, E> {
        Ok(i64::try_from(integer).map_or(Value::Number(integer as f64), Value::Integer))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Missing)
    }

    // The formats limit how deep lists are nested.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element()? {
            list.push(value);
        }
        Ok(Value::List(list))
    }
}
