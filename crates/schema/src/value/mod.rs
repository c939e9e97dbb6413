//! Values: what a field gives, how texts become values, and values as serde's data.
//!
//! - `convert.rs`: from texts to values
//! - `date.rs`: dates and times
//! - `number.rs`: numbers as people write them
//! - `serde.rs`: values written and read by serde

mod convert;
mod date;
mod number;
mod serde;

use std::sync::Arc;

pub(crate) use convert::{Page, convert};
pub(crate) use date::check_format as check_date_format;
pub use serde::ValueError;

/// The value of a field.
///
/// It implements [`Serialize`](::serde::Serialize), so that it becomes JSON or any other format;
/// [`Record::to`] makes it a struct of yours.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Value {
    /// No value: the field is not on the page.
    Missing,
    /// A boolean.
    Boolean(bool),
    /// A number without a fraction.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text; a URL and a date, too.
    Text(String),
    /// The values of a field that takes all matches, in tree order.
    List(Vec<Value>),
    /// The fields of a group.
    Record(Record),
}

impl Value {
    /// Returns the text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether there is no value.
    pub fn is_missing(&self) -> bool {
        *self == Value::Missing
    }
}

/// Named values in the order of their schema.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Record {
    fields: Vec<(Arc<str>, Value)>,
}

impl Record {
    pub(crate) fn new(fields: Vec<(Arc<str>, Value)>) -> Record {
        Record { fields }
    }

    /// Returns the value of a field; `None` if the schema has no field of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| **field == *name).map(|(_, value)| value)
    }

    /// Takes the value of a field out, and leaves [`Value::Missing`] in its place.
    pub fn take(&mut self, name: &str) -> Value {
        let field = self.fields.iter_mut().find(|(field, _)| **field == *name);
        field.map_or(Value::Missing, |(_, value)| std::mem::replace(value, Value::Missing))
    }

    /// Returns the names and values, in the order of the schema.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.fields.iter().map(|(name, value)| (&**name, value))
    }

    /// Whether no field has a value.
    pub fn is_blank(&self) -> bool {
        self.fields.iter().all(|(_, value)| match value {
            Value::Missing => true,
            Value::List(list) => list.is_empty(),
            _ => false,
        })
    }
}
