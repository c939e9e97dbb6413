//! The array of a field.

use datafusion::arrow::array::{
    ArrayBuilder, ArrayRef, LargeStringBuilder, ListBuilder, MapBuilder, MapFieldNames,
    StructBuilder,
};
use datafusion::arrow::datatypes::{DataType, Field as ArrowField, Fields};

use super::row::{Check, FieldRow, Page, Push, Read, Value};
use crate::values::{Deadline, Meter, Reason, Sink, TEXT, TOO_LARGE, TextMap, Texts};

/// The values of a field, one for each row so far, and how the next one is read.
#[derive(Debug)]
pub(crate) enum Values {
    Text(LargeStringBuilder, Read),
    Why(LargeStringBuilder, Check),
    Texts(Texts, Push<LargeStringBuilder>),
    Records(ListBuilder<StructBuilder>, Push<StructBuilder>),
    Map(TextMap, Push<TextMap>),
    Tables(ListBuilder<ListBuilder<Texts>>, Push<ListBuilder<Texts>>),
    Error(LargeStringBuilder),
}

impl FieldRow {
    /// Returns the builder of its array.
    pub(crate) fn values(&self) -> Values {
        let text = LargeStringBuilder::new;
        let texts = || ListBuilder::new(text());
        match self.value {
            Value::Text(read) => Values::Text(text(), read),
            Value::Why(check) => Values::Why(text(), check),
            Value::Texts(push) => Values::Texts(texts(), push),
            Value::Records(texts, numbers, push) => {
                let record = StructBuilder::from_fields(record_fields(texts, numbers), 0);
                Values::Records(ListBuilder::new(record), push)
            }
            Value::Map(push) => {
                // DataFusion's own functions name the parts of a map so.
                let names = MapFieldNames {
                    entry: "entries".to_owned(),
                    key: "key".to_owned(),
                    value: "value".to_owned(),
                };
                Values::Map(MapBuilder::new(Some(names), text(), text()), push)
            }
            Value::Tables(push) => {
                Values::Tables(ListBuilder::new(ListBuilder::new(texts())), push)
            }
            Value::Error => Values::Error(text()),
        }
    }

    /// Returns the type of the value.
    pub(crate) fn data_type(&self) -> DataType {
        self.values().finish().data_type().clone()
    }
}

/// Returns the fields of a struct: first texts, then numbers.
fn record_fields(texts: &[&str], numbers: &[&str]) -> Fields {
    let texts = texts.iter().map(|name| ArrowField::new(*name, TEXT, true));
    let numbers = numbers.iter().map(|name| ArrowField::new(*name, DataType::Int64, true));
    texts.chain(numbers).collect()
}

impl Values {
    /// Adds the value for a page, or null for a row that has none. `error` says why values before
    /// this one are null.
    ///
    /// # Errors
    ///
    /// If the value is null instead: the reason, which is empty without a page.
    pub(crate) fn append(
        &mut self,
        page: Option<&Page<'_>>,
        error: Option<&str>,
    ) -> Result<(), Reason> {
        let max_bytes = page.map_or(0, |page| page.options.max_value_bytes);
        let deadline = page.map_or(Deadline::default(), |page| page.deadline);
        let mut meter = Meter::new(max_bytes, deadline);
        match self {
            Values::Text(builder, read) => {
                let text = in_time(page).and_then(read).and_then(|text| match text {
                    Some(text) if text.len() > max_bytes => Err(TOO_LARGE),
                    text => Ok(text),
                });
                builder.append_option(text.as_ref().ok().and_then(Option::as_deref));
                text.map(drop)
            }
            Values::Why(builder, check) => {
                builder.append_option(page.and_then(|page| check(page).err()));
                Ok(())
            }
            Values::Texts(builder, push) => append_list(builder, &mut meter, page, *push),
            Values::Records(builder, push) => append_list(builder, &mut meter, page, *push),
            Values::Tables(builder, push) => append_list(builder, &mut meter, page, *push),
            Values::Map(builder, push) => {
                let result = fill(&mut Sink::new(builder, &mut meter), page, *push);
                let closed = builder.append(result.is_ok());
                result.and(closed.map_err(|error| error.to_string().into()))
            }
            Values::Error(builder) => {
                builder.append_option(error);
                Ok(())
            }
        }
    }

    /// Returns the array.
    pub(crate) fn finish(&mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match self {
            Values::Text(builder, _) => builder,
            Values::Why(builder, _) => builder,
            Values::Error(builder) => builder,
            Values::Texts(builder, _) => builder,
            Values::Records(builder, _) => builder,
            Values::Map(builder, _) => builder,
            Values::Tables(builder, _) => builder,
        };
        builder.finish()
    }
}

fn append_list<B: ArrayBuilder>(
    builder: &mut ListBuilder<B>,
    meter: &mut Meter,
    page: Option<&Page<'_>>,
    push: Push<B>,
) -> Result<(), Reason> {
    Sink::new(builder, meter).list(|sink| fill(sink, page, push))
}

/// Returns the page, if there is one, and time left for another value.
fn in_time<'p, 'd>(page: Option<&'p Page<'d>>) -> Result<&'p Page<'d>, Reason> {
    let page = page.ok_or_else(Reason::default)?;
    page.deadline.check().map(|()| page)
}

/// Adds the items for a page. Fails without one, so that the value becomes null.
fn fill<B>(sink: &mut Sink<'_, B>, page: Option<&Page<'_>>, push: Push<B>) -> Result<(), Reason> {
    in_time(page).and_then(|page| push(page, sink))
}
