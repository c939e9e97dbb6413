//! Schemas before they are compiled.

use crate::error::SchemaError;
use crate::field::Field;
use crate::schema::Schema;

/// The fields of a schema that is not compiled yet.
#[derive(Clone, PartialEq, Debug, Default)]
#[must_use]
pub struct SchemaBuilder {
    pub(crate) fields: Vec<(String, Field)>,
}

impl SchemaBuilder {
    /// Creates a schema without fields.
    pub fn new() -> SchemaBuilder {
        SchemaBuilder::default()
    }

    /// Adds a field.
    pub fn field(mut self, name: impl Into<String>, field: Field) -> SchemaBuilder {
        self.fields.push((name.into(), field));
        self
    }

    /// Adds a text: the first one that a selector gives.
    pub fn text(self, name: impl Into<String>, selector: impl Into<String>) -> SchemaBuilder {
        self.field(name, Field::css(selector))
    }

    /// Compiles the schema.
    ///
    /// # Errors
    ///
    /// If a selector is none, a field has no selector, two fields of a group have one name, a group
    /// is joined, or groups are nested more than [`Schema::MAX_DEPTH`] deep.
    pub fn build(self) -> Result<Schema, SchemaError> {
        Schema::compile(self)
    }
}
