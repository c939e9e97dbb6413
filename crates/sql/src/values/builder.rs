//! A builder for each type of values.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, LargeStringBuilder, ListBuilder, MapBuilder, MapFieldNames,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;

use super::lists::{Records, Tables, Texts};
use crate::functions::Field;

/// The values of a field, one for each row so far.
#[derive(Debug)]
pub(crate) enum Values {
    Text(LargeStringBuilder),
    Texts(Texts),
    Records(Records),
    Map(MapBuilder<LargeStringBuilder, LargeStringBuilder>),
    Tables(Tables),
}

impl Values {
    /// Creates the builder for a field.
    pub(crate) fn new(field: Field) -> Values {
        let texts = || ListBuilder::new(LargeStringBuilder::new());
        match field.data_type() {
            DataType::Map(..) => {
                let names = MapFieldNames {
                    entry: "entries".to_owned(),
                    key: "key".to_owned(),
                    value: "value".to_owned(),
                };
                let texts = (LargeStringBuilder::new(), LargeStringBuilder::new());
                Values::Map(MapBuilder::new(Some(names), texts.0, texts.1))
            }
            DataType::List(item) => match item.data_type() {
                DataType::Struct(fields) => Values::Records(Records::new(fields.clone())),
                DataType::List(_) => Values::Tables(ListBuilder::new(ListBuilder::new(texts()))),
                _ => Values::Texts(texts()),
            },
            _ => Values::Text(LargeStringBuilder::new()),
        }
    }

    /// Adds a null.
    ///
    /// # Errors
    ///
    /// Never: keys and values of a map are added together.
    pub(crate) fn append_null(&mut self) -> Result<()> {
        match self {
            Values::Text(builder) => builder.append_null(),
            Values::Texts(builder) => builder.append_null(),
            Values::Records(builder) => builder.append_null(),
            Values::Map(builder) => builder.append(false)?,
            Values::Tables(builder) => builder.append_null(),
        }
        Ok(())
    }

    /// Returns the array.
    ///
    /// # Errors
    ///
    /// Never: the columns of a record have the same length.
    pub(crate) fn finish(self) -> Result<ArrayRef> {
        Ok(match self {
            Values::Text(mut builder) => Arc::new(builder.finish()),
            Values::Texts(mut builder) => Arc::new(builder.finish()),
            Values::Records(builder) => builder.finish()?,
            Values::Map(mut builder) => Arc::new(builder.finish()),
            Values::Tables(mut builder) => Arc::new(builder.finish()),
        })
    }
}
