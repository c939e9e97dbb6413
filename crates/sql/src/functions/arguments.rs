//! Which types arguments may have.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::ColumnarValue;

use super::field::Field;
use crate::page::{HINTS, RowHints};

/// Returns the type that a page is read in.
///
/// # Errors
///
/// If it is neither bytes nor text.
pub(super) fn page_type(function: &str, given: &DataType) -> Result<DataType> {
    match given {
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View => Ok(given.clone()),
        DataType::FixedSizeBinary(_) => Ok(DataType::Binary),
        DataType::Null => Ok(DataType::Utf8),
        DataType::Dictionary(_, values) => page_type(function, values),
        other => plan_err!("{function}: a page is bytes or text, not {other}"),
    }
}

/// Returns the type that a text is read in.
///
/// # Errors
///
/// If it is no text.
pub(super) fn text_type(function: &str, what: &str, given: &DataType) -> Result<DataType> {
    match given {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(given.clone()),
        DataType::Null => Ok(DataType::Utf8),
        DataType::Dictionary(_, values) => text_type(function, what, values),
        other => plan_err!("{function}: the {what} must be text, not {other}"),
    }
}

/// Returns the type that hints are read in: the content type as text, or a struct of hints.
///
/// # Errors
///
/// If it is neither, or a field of the struct is no hint.
pub(super) fn hints_type(function: &str, given: &DataType) -> Result<DataType> {
    let DataType::Struct(fields) = given else {
        return text_type(function, "content type", given);
    };
    for field in fields {
        let is_text = field.data_type().is_string() || field.data_type().is_null();
        if !HINTS.contains(&field.name().as_str()) || !is_text {
            return plan_err!(
                "{function}: {} is no hint; these are texts: {}",
                field.name(),
                HINTS.join(", ")
            );
        }
    }
    Ok(given.clone())
}

/// Returns the types of all arguments of a function of one field: the page, the arguments of the
/// field, the hints.
///
/// # Errors
///
/// If there are too few or too many, or one has the wrong type.
pub(super) fn field_types(field: Field, given: &[DataType]) -> Result<Vec<DataType>> {
    let function = format!("html_{}", field.name());
    let arguments = field.arguments().len();
    let (least, most) = (1 + field.required_arguments(), 2 + arguments);
    if !(least..=most).contains(&given.len()) {
        return plan_err!("{function} takes {least} to {most} arguments, not {}", given.len());
    }
    let convert = |(index, given): (usize, &DataType)| match index {
        0 => page_type(&function, given),
        _ if index <= arguments => text_type(&function, &format!("argument {}", index + 1), given),
        _ => hints_type(&function, given),
    };
    given.iter().enumerate().map(convert).collect()
}

/// Reads the hints of an argument that may be missing.
pub(super) fn hints(argument: Option<&ColumnarValue>, rows: usize) -> Result<RowHints> {
    argument.map_or_else(|| Ok(RowHints::none()), |argument| RowHints::new(argument, rows))
}

/// Returns a literal text of an argument.
///
/// # Errors
///
/// If it is another value.
pub(super) fn literal<'a>(function: &str, value: Option<&'a ScalarValue>) -> Result<&'a str> {
    match value.and_then(|value| value.try_as_str().flatten()) {
        Some(text) => Ok(text),
        None => plan_err!("{function}: the names of the fields must be a literal text"),
    }
}

/// Returns a literal text of an argument at run time.
///
/// # Errors
///
/// If it is another value.
pub(super) fn literal_value<'a>(
    function: &str,
    argument: Option<&'a ColumnarValue>,
) -> Result<&'a str> {
    match argument {
        Some(ColumnarValue::Scalar(value)) => literal(function, Some(value)),
        Some(ColumnarValue::Array(_)) | None => literal(function, None),
    }
}

/// Returns how many rows to evaluate, which is one if all arguments are literals, and whether that
/// is so.
pub(super) fn rows(arguments: &[ColumnarValue], rows: usize) -> (usize, bool) {
    let are_literals = arguments.iter().all(|one| matches!(one, ColumnarValue::Scalar(_)));
    (if are_literals { 1 } else { rows }, are_literals)
}
