//! Takes the items of a list or a map.
//!
//! A list that becomes too large is closed as null. Its values stay in the array, where nothing
//! refers to them.

use datafusion::arrow::array::{
    ArrayBuilder, Int64Builder, LargeStringBuilder, ListBuilder, MapBuilder, StructBuilder,
};

use super::meter::{Meter, Reason, TOO_LARGE};

/// How many items the lists of an array have at most in total, because their offsets have 32 bits.
const MAX_ITEMS: usize = i32::MAX as usize;

/// Lists of texts.
pub(crate) type Texts = ListBuilder<LargeStringBuilder>;

/// Maps from text to text.
pub(crate) type TextMap = MapBuilder<LargeStringBuilder, LargeStringBuilder>;

/// Takes the items of one value for the builder of all of them, and counts their bytes.
///
/// All its methods return [`TOO_LARGE`] as soon as an item is one too many, and fail as soon as there
/// is no time left.
#[derive(Debug)]
pub(crate) struct Sink<'a, B> {
    builder: &'a mut B,
    meter: &'a mut Meter,
}

impl<'a, B: ArrayBuilder> Sink<'a, B> {
    pub(crate) fn new(builder: &'a mut B, meter: &'a mut Meter) -> Sink<'a, B> {
        Sink { builder, meter }
    }

    /// Returns how many more empty texts have room.
    pub(crate) fn texts_left(&self) -> usize {
        self.meter.texts_left()
    }

    /// Counts a text that the next item has.
    pub(crate) fn count(&mut self, text: &str) -> Result<(), Reason> {
        if self.builder.len() >= MAX_ITEMS {
            return Err(TOO_LARGE);
        }
        self.meter.take(text)
    }
}

impl Sink<'_, LargeStringBuilder> {
    /// Adds a text.
    pub(crate) fn push(&mut self, text: &str) -> Result<(), Reason> {
        self.count(text)?;
        self.builder.append_value(text);
        Ok(())
    }
}

impl<B: ArrayBuilder> Sink<'_, ListBuilder<B>> {
    /// Adds a list, which is null if a function that fills it fails.
    pub(crate) fn list(
        &mut self,
        fill: impl FnOnce(&mut Sink<'_, B>) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let result = fill(&mut Sink { builder: self.builder.values(), meter: self.meter });
        self.builder.append(result.is_ok());
        result
    }
}

impl Sink<'_, StructBuilder> {
    /// Adds a struct: its texts, of which some may be missing, then its numbers.
    pub(crate) fn push(&mut self, texts: &[Option<&str>], numbers: &[i64]) -> Result<(), Reason> {
        for text in texts {
            self.count(text.unwrap_or(""))?;
        }
        for (column, text) in texts.iter().enumerate() {
            if let Some(builder) = self.builder.field_builder::<LargeStringBuilder>(column) {
                builder.append_option(*text);
            }
        }
        for (column, number) in (texts.len()..).zip(numbers) {
            if let Some(builder) = self.builder.field_builder::<Int64Builder>(column) {
                builder.append_value(*number);
            }
        }
        self.builder.append(true);
        debug_assert!(
            self.builder.field_builders().iter().all(|column| column.len() == self.builder.len()),
            "each field adds structs of its own type"
        );
        Ok(())
    }
}

impl Sink<'_, TextMap> {
    /// Adds an entry.
    pub(crate) fn push(&mut self, key: &str, value: &str) -> Result<(), Reason> {
        self.meter.take(key)?;
        self.meter.take(value)?;
        let (keys, values) = self.builder.entries();
        keys.append_value(key);
        values.append_value(value);
        Ok(())
    }
}
