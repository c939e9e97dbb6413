//! Which types arguments may have.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, plan_err};

use crate::page::HINTS;

/// Returns the type that a page is read in.
///
/// # Errors
///
/// If it is neither bytes nor text.
pub(super) fn page_type(function: &str, given: &DataType) -> Result<DataType> {
    match given {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => Ok(given.clone()),
        DataType::FixedSizeBinary(_) => Ok(DataType::Binary),
        DataType::Dictionary(_, values) => page_type(function, values),
        _ => match text_type(given) {
            Some(text) => Ok(text),
            None => plan_err!("{function}: a page is bytes or text, not {given}"),
        },
    }
}

/// Returns the type that a text is read in. `None` if it is no text.
pub(super) fn text_type(given: &DataType) -> Option<DataType> {
    match given {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Some(given.clone()),
        DataType::Null => Some(DataType::Utf8),
        DataType::Dictionary(_, values) => text_type(values),
        _ => None,
    }
}

/// Returns the type that hints are read in: the content type as text, or a struct of hints.
///
/// # Errors
///
/// If the type is neither, or a field of the struct is no hint.
pub(super) fn hints_type(function: &str, given: &DataType) -> Result<DataType> {
    let DataType::Struct(fields) = given else {
        return match text_type(given) {
            Some(text) => Ok(text),
            None => plan_err!("{function}: the content type must be text, not {given}"),
        };
    };
    let names = HINTS.map(|(name, _)| name);
    for field in fields {
        let is_text = field.data_type().is_string() || field.data_type().is_null();
        if !names.contains(&field.name().as_str()) || !is_text {
            return plan_err!(
                "{function}: {} is no hint; these are texts: {}",
                field.name(),
                names.join(", ")
            );
        }
    }
    Ok(given.clone())
}
