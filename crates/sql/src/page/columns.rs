//! Arguments as columns of pages and texts.

use datafusion::arrow::array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};

/// A page as it comes: bytes, whose encoding is to be found, or text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl Input<'_> {
    /// Returns the length in bytes.
    pub(crate) fn len(self) -> usize {
        match self {
            Input::Bytes(bytes) => bytes.len(),
            Input::Text(text) => text.len(),
        }
    }
}

/// A column of pages.
#[derive(Clone, Debug)]
pub(crate) enum PageColumn {
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
    Text(TextColumn),
}

impl PageColumn {
    /// Takes an array of bytes or text.
    ///
    /// # Errors
    ///
    /// If it is of another type, which the signatures of the functions don't let through.
    pub(crate) fn new(array: &ArrayRef) -> Result<PageColumn> {
        let any = array.as_any();
        Ok(if let Some(array) = any.downcast_ref::<BinaryArray>() {
            PageColumn::Binary(array.clone())
        } else if let Some(array) = any.downcast_ref::<LargeBinaryArray>() {
            PageColumn::LargeBinary(array.clone())
        } else if let Some(array) = any.downcast_ref::<BinaryViewArray>() {
            PageColumn::BinaryView(array.clone())
        } else {
            PageColumn::Text(TextColumn::new(array)?)
        })
    }

    /// Returns the page of a row. `None` if it is null.
    pub(crate) fn get(&self, row: usize) -> Option<Input<'_>> {
        match self {
            PageColumn::Binary(array) => {
                array.is_valid(row).then(|| Input::Bytes(array.value(row)))
            }
            PageColumn::LargeBinary(array) => {
                array.is_valid(row).then(|| Input::Bytes(array.value(row)))
            }
            PageColumn::BinaryView(array) => {
                array.is_valid(row).then(|| Input::Bytes(array.value(row)))
            }
            PageColumn::Text(column) => column.get(row).map(Input::Text),
        }
    }
}

/// A column of texts.
#[derive(Clone, Debug)]
pub(crate) enum TextColumn {
    Utf8(StringArray),
    LargeUtf8(LargeStringArray),
    Utf8View(StringViewArray),
    /// One text or null for all rows.
    Constant(Option<String>),
}

impl TextColumn {
    /// Takes an array of texts or nulls.
    ///
    /// # Errors
    ///
    /// If it is of another type, which the signatures of the functions don't let through.
    pub(crate) fn new(array: &ArrayRef) -> Result<TextColumn> {
        let any = array.as_any();
        if let Some(array) = any.downcast_ref::<StringArray>() {
            return Ok(TextColumn::Utf8(array.clone()));
        }
        if let Some(array) = any.downcast_ref::<LargeStringArray>() {
            return Ok(TextColumn::LargeUtf8(array.clone()));
        }
        if let Some(array) = any.downcast_ref::<StringViewArray>() {
            return Ok(TextColumn::Utf8View(array.clone()));
        }
        match array.data_type() {
            DataType::Null => Ok(TextColumn::Constant(None)),
            other => exec_err!("expected bytes or text, not {other}"),
        }
    }

    /// Returns the text of a row. `None` if it is null.
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        match self {
            TextColumn::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            TextColumn::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row)),
            TextColumn::Utf8View(array) => array.is_valid(row).then(|| array.value(row)),
            TextColumn::Constant(text) => text.as_deref(),
        }
    }
}
