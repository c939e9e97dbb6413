//! Schemas from types.

use crate::builder::SchemaBuilder;
use crate::error::SchemaError;
use crate::field::Field;
use crate::schema::Schema;
use crate::value::{Record, Value, ValueError};

/// A struct with a field for each field of a schema. `#[derive(Extract)]` implements it: feature
/// `derive`.
pub trait Extract: Sized {
    /// Returns the fields, not yet compiled.
    fn fields() -> SchemaBuilder;

    /// Makes the struct of the values of its schema.
    ///
    /// # Errors
    ///
    /// If a value is missing or has another type.
    fn from_record(record: Record) -> Result<Self, ValueError>;

    /// Compiles the schema of the struct. Keep it, to compile it once.
    ///
    /// # Errors
    ///
    /// If a selector has a mistake.
    fn schema() -> Result<Schema, SchemaError> {
        Self::fields().build()
    }
}

/// A type that a field of a struct with `#[derive(Extract)]` may have: texts, numbers, booleans,
/// values, and `Option` and `Vec` of these; and structs with `#[derive(Extract)]`, as groups.
pub trait FieldValue: Sized {
    /// Adds the demands of the type to a field: how many matches, and of which type.
    fn describe(field: Field) -> Field;

    /// Makes a value of the type.
    ///
    /// # Errors
    ///
    /// If the value is missing or has another type.
    fn from_value(value: Value) -> Result<Self, ValueError>;
}

impl FieldValue for String {
    fn describe(field: Field) -> Field {
        field.required()
    }

    fn from_value(value: Value) -> Result<String, ValueError> {
        match value {
            Value::Text(text) => Ok(text),
            other => Err(expected("a text", &other)),
        }
    }
}

impl FieldValue for bool {
    fn describe(field: Field) -> Field {
        field.boolean()
    }

    fn from_value(value: Value) -> Result<bool, ValueError> {
        match value {
            Value::Boolean(boolean) => Ok(boolean),
            other => Err(expected("a boolean", &other)),
        }
    }
}

impl FieldValue for f64 {
    fn describe(field: Field) -> Field {
        field.number().required()
    }

    fn from_value(value: Value) -> Result<f64, ValueError> {
        match value {
            Value::Number(number) => Ok(number),
            Value::Integer(integer) => Ok(integer as f64),
            other => Err(expected("a number", &other)),
        }
    }
}

impl FieldValue for i64 {
    fn describe(field: Field) -> Field {
        field.number().required()
    }

    fn from_value(value: Value) -> Result<i64, ValueError> {
        match value {
            Value::Integer(integer) => Ok(integer),
            other => Err(expected("a number without a fraction", &other)),
        }
    }
}

impl FieldValue for u64 {
    fn describe(field: Field) -> Field {
        i64::describe(field)
    }

    fn from_value(value: Value) -> Result<u64, ValueError> {
        within(i64::from_value(value)?)
    }
}

impl FieldValue for i32 {
    fn describe(field: Field) -> Field {
        i64::describe(field)
    }

    fn from_value(value: Value) -> Result<i32, ValueError> {
        within(i64::from_value(value)?)
    }
}

impl FieldValue for u32 {
    fn describe(field: Field) -> Field {
        i64::describe(field)
    }

    fn from_value(value: Value) -> Result<u32, ValueError> {
        within(i64::from_value(value)?)
    }
}

impl FieldValue for Value {
    fn describe(field: Field) -> Field {
        field
    }

    fn from_value(value: Value) -> Result<Value, ValueError> {
        Ok(value)
    }
}

impl<T: FieldValue> FieldValue for Option<T> {
    fn describe(field: Field) -> Field {
        T::describe(field).optional()
    }

    fn from_value(value: Value) -> Result<Option<T>, ValueError> {
        match value {
            Value::Missing => Ok(None),
            value => T::from_value(value).map(Some),
        }
    }
}

impl<T: FieldValue> FieldValue for Vec<T> {
    fn describe(field: Field) -> Field {
        T::describe(field).optional().all()
    }

    fn from_value(value: Value) -> Result<Vec<T>, ValueError> {
        match value {
            Value::List(list) => list.into_iter().map(T::from_value).collect(),
            other => Err(expected("a list", &other)),
        }
    }
}

fn within<T: TryFrom<i64>>(integer: i64) -> Result<T, ValueError> {
    T::try_from(integer).map_err(|_| ValueError::new(format!("{integer} is out of its range")))
}

fn expected(what: &str, found: &Value) -> ValueError {
    match found {
        Value::Missing => ValueError::new(format!("it is missing, where {what} is expected")),
        other => ValueError::new(format!("{what} is expected, not {other:?}")),
    }
}

/// For the code that `#[derive(Extract)]` writes.
#[doc(hidden)]
pub mod derived {
    pub use super::{Extract, FieldValue};
    pub use crate::value::{Record, Value, ValueError};
    pub use crate::{Field, SchemaBuilder};

    /// Returns a field that has only a selector so far.
    pub fn of<T: FieldValue>(selector: &str) -> Field {
        T::describe(Field::css(selector))
    }

    /// Returns a field that has only an XPath expression so far.
    #[cfg(feature = "xpath")]
    pub fn of_xpath<T: FieldValue>(expression: &str) -> Field {
        T::describe(Field::xpath(expression))
    }

    /// Returns the record that a value is.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn record(value: Value) -> Result<Record, ValueError> {
        match value {
            Value::Record(record) => Ok(record),
            other => Err(super::expected("a group", &other)),
        }
    }

    /// Takes the value of a field out of a record.
    ///
    /// # Errors
    ///
    /// If it is missing or has another type.
    pub fn take<T: FieldValue>(record: &mut Record, name: &str) -> Result<T, ValueError> {
        T::from_value(record.take(name)).map_err(|error| error.in_field(name))
    }

    /// Takes the value of a field out of a record, by serde.
    ///
    /// # Errors
    ///
    /// If it is missing or has another type.
    pub fn take_by_serde<T: serde::de::DeserializeOwned>(
        record: &mut Record,
        name: &str,
    ) -> Result<T, ValueError> {
        record.take(name).to().map_err(|error| error.in_field(name))
    }
}
