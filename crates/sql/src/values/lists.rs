//! Lists of texts, records and rows of tables.
//!
//! A list that becomes too large is closed as null. What was added to it stays in the array, where
//! nothing refers to it.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayBuilder, ArrayRef, Int64Builder, LargeStringBuilder, ListArray, ListBuilder, StructArray,
};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field as ArrowField, Fields};
use datafusion::common::Result as DataFusionResult;

use super::meter::{Meter, TooLarge};

/// How many items the lists of an array have at most in total, because their offsets have 32 bits.
const MAX_ITEMS: usize = i32::MAX as usize;

/// Lists of texts.
pub(crate) type Texts = ListBuilder<LargeStringBuilder>;

/// The tables of each page: rows of texts.
pub(crate) type Tables = ListBuilder<ListBuilder<Texts>>;

/// Adds a list of texts.
///
/// # Errors
///
/// If it is too large; then it is null.
pub(crate) fn append_texts<T: AsRef<str>>(
    lists: &mut Texts,
    texts: impl Iterator<Item = T>,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let result = push_texts(lists.values(), texts, meter);
    lists.append(result.is_ok());
    result
}

fn push_texts<T: AsRef<str>>(
    values: &mut LargeStringBuilder,
    mut texts: impl Iterator<Item = T>,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    texts.try_for_each(|text| {
        if values.len() >= MAX_ITEMS {
            return Err(TooLarge);
        }
        meter.take(text.as_ref())?;
        values.append_value(text.as_ref());
        Ok(())
    })
}

/// Adds the tables of a page, each with the number of its rows.
///
/// # Errors
///
/// If they are too large, or if a table ends before its last row; then they are null.
pub(crate) fn append_tables<R, T>(
    lists: &mut Tables,
    mut tables: impl Iterator<Item = (usize, R)>,
    meter: &mut Meter,
) -> Result<(), TooLarge>
where
    R: Iterator<Item = T>,
    T: IntoIterator<Item: AsRef<str>>,
{
    let result = tables.try_for_each(|(rows, table)| push_rows(lists.values(), rows, table, meter));
    lists.append(result.is_ok());
    result
}

/// Adds the rows of a table.
fn push_rows<T: IntoIterator<Item: AsRef<str>>>(
    tables: &mut ListBuilder<Texts>,
    mut rows_left: usize,
    mut rows: impl Iterator<Item = T>,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let result = rows.try_for_each(|row| {
        rows_left = rows_left.saturating_sub(1);
        // An empty row takes memory, too.
        meter.take("")?;
        append_texts(tables.values(), row.into_iter(), meter)
    });
    let result = result.and(if rows_left == 0 { Ok(()) } else { Err(TooLarge) });
    tables.append(result.is_ok());
    result
}

/// Lists of structs with fields of text and of numbers.
#[derive(Debug)]
pub(crate) struct Records {
    fields: Fields,
    texts: Vec<LargeStringBuilder>,
    numbers: Vec<Int64Builder>,
    /// How many structs there are.
    len: usize,
    lengths: Vec<usize>,
    are_valid: Vec<bool>,
}

impl Records {
    /// Creates a builder. The fields of text come first, and each struct has them all.
    pub(crate) fn new(fields: Fields) -> Records {
        let are_texts = |field: &&Arc<ArrowField>| field.data_type() != &DataType::Int64;
        let texts = fields.iter().filter(are_texts).count();
        Records {
            texts: (0..texts).map(|_| LargeStringBuilder::new()).collect(),
            numbers: (texts..fields.len()).map(|_| Int64Builder::new()).collect(),
            fields,
            len: 0,
            lengths: Vec::new(),
            are_valid: Vec::new(),
        }
    }

    /// Adds a list of structs: their texts, of which some may be missing, and their numbers.
    ///
    /// # Errors
    ///
    /// If it is too large; then it is null.
    pub(crate) fn append<T: AsRef<str>, const TEXTS: usize, const NUMBERS: usize>(
        &mut self,
        mut records: impl Iterator<Item = ([Option<T>; TEXTS], [i64; NUMBERS])>,
        meter: &mut Meter,
    ) -> Result<(), TooLarge> {
        let before = self.len;
        let result = records.try_for_each(|(texts, numbers)| self.push(&texts, numbers, meter));
        self.lengths.push(self.len - before);
        self.are_valid.push(result.is_ok());
        result
    }

    /// Adds a null instead of a list.
    pub(crate) fn append_null(&mut self) {
        self.lengths.push(0);
        self.are_valid.push(false);
    }

    fn push<T: AsRef<str>, const TEXTS: usize, const NUMBERS: usize>(
        &mut self,
        texts: &[Option<T>; TEXTS],
        numbers: [i64; NUMBERS],
        meter: &mut Meter,
    ) -> Result<(), TooLarge> {
        debug_assert_eq!(
            (TEXTS, NUMBERS),
            (self.texts.len(), self.numbers.len()),
            "each field adds records of its own type"
        );
        if self.len >= MAX_ITEMS {
            return Err(TooLarge);
        }
        for text in texts {
            meter.take(text.as_ref().map_or("", AsRef::as_ref))?;
        }
        for (builder, text) in self.texts.iter_mut().zip(texts) {
            builder.append_option(text.as_ref());
        }
        for (builder, number) in self.numbers.iter_mut().zip(numbers) {
            builder.append_value(number);
        }
        self.len += 1;
        Ok(())
    }

    /// Returns the array.
    ///
    /// # Errors
    ///
    /// Never: the columns have the same length.
    pub(crate) fn finish(mut self) -> DataFusionResult<ArrayRef> {
        let texts = self.texts.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef);
        let numbers = self.numbers.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef);
        let columns = texts.chain(numbers).collect();
        let records = StructArray::try_new(self.fields.clone(), columns, None)?;
        let item = ArrowField::new_list_field(DataType::Struct(self.fields), true);
        Ok(Arc::new(ListArray::try_new(
            Arc::new(item),
            OffsetBuffer::from_lengths(self.lengths),
            Arc::new(records),
            Some(NullBuffer::from(self.are_valid)),
        )?))
    }
}
