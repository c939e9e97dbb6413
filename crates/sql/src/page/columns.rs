//! Arguments as columns of pages and texts.

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};

/// A page as it comes: bytes, whose encoding is to be found, or text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input<'a> {
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl Input<'_> {
    /// Returns the length in bytes.
    pub(super) fn len(self) -> usize {
        match self {
            Input::Bytes(bytes) => bytes.len(),
            Input::Text(text) => text.len(),
        }
    }
}

/// Returns the page of each row of an array.
///
/// # Errors
///
/// If it is neither of bytes nor of text, which the signatures of the functions don't let through.
pub(super) fn pages(array: &ArrayRef) -> Result<Vec<Option<Input<'_>>>> {
    fn inputs<'a>(pages: impl Iterator<Item = Option<&'a [u8]>>) -> Vec<Option<Input<'a>>> {
        pages.map(|page| page.map(Input::Bytes)).collect()
    }
    Ok(match array.data_type() {
        DataType::Binary => inputs(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => inputs(array.as_binary::<i64>().iter()),
        DataType::BinaryView => inputs(array.as_binary_view().iter()),
        _ => texts(array)?.into_iter().map(|page| page.map(Input::Text)).collect(),
    })
}

/// Returns the text of each row of an array.
///
/// # Errors
///
/// If it is not of text, which the signatures of the functions don't let through.
pub(super) fn texts(array: &ArrayRef) -> Result<Vec<Option<&str>>> {
    match array.data_type() {
        DataType::Utf8 => Ok(array.as_string::<i32>().iter().collect()),
        DataType::LargeUtf8 => Ok(array.as_string::<i64>().iter().collect()),
        DataType::Utf8View => Ok(array.as_string_view().iter().collect()),
        DataType::Null => Ok(vec![None; array.len()]),
        other => exec_err!("expected bytes or text, not {other}"),
    }
}
