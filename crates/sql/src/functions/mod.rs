//! The scalar functions.
//!
//! - `arguments.rs`: which types arguments may have
//! - `html_part.rs`: fields of a struct, by which the rule of one parse replaces functions
//! - `page_function.rs`: the functions of a page: one for each field, such as `html_text`,
//!   `html_fields`, and `html_once`, which the rule of one parse makes
//! - `shape.rs`: the places of their arguments

mod arguments;
mod html_part;
mod page_function;
mod shape;

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{ColumnarValue, ScalarUDF};

use crate::fields::fields;
use page_function::PageFunction;
pub(crate) use shape::{Item, Shape, write_items};

/// The function of several fields, by their names: `html_fields(page, 'title, links' [, hints])`.
const HTML_FIELDS: &str = "html_fields";

/// The function by which the rule of one parse replaces several functions of one page:
/// `html_once(page, hints, 'title, links/1', …)`, with the arguments of the fields in the order of
/// their names.
const HTML_ONCE: &str = "html_once";

/// Returns all functions: one for each field, such as `html_text`, `html_fields`, and the two that
/// the rule of one parse uses, `html_once` and `html_part`.
///
/// [`register`](crate::register) registers them with a session. A registry of functions, such as an
/// executor's, takes them one by one.
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    let names = fields().map(|field| format!("html_{}", field.name));
    let names = names.chain([HTML_FIELDS.to_owned()]);
    let of_pages = names.filter_map(|name| Some(PageFunction::new(Shape::of(&name)?, name)));
    let of_pages = of_pages.map(ScalarUDF::new_from_impl);
    of_pages.chain([html_once(), html_part()]).map(Arc::new).collect()
}

/// Returns the function `html_once`.
pub(crate) fn html_once() -> ScalarUDF {
    ScalarUDF::new_from_impl(PageFunction::new(Shape::ONCE, HTML_ONCE.to_owned()))
}

/// Returns the function `html_part`.
pub(crate) fn html_part() -> ScalarUDF {
    ScalarUDF::new_from_impl(html_part::HtmlPart::new())
}

/// Reads a literal text. `None` if the value is another one.
fn text(value: &ScalarValue) -> Option<&str> {
    value.try_as_str().flatten()
}

/// Returns how many rows to evaluate, which is one if all arguments are literals, and whether that
/// is so.
fn rows(arguments: &[ColumnarValue], rows: usize) -> (usize, bool) {
    let are_literals = arguments.iter().all(|one| matches!(one, ColumnarValue::Scalar(_)));
    (if are_literals { 1 } else { rows }, are_literals)
}

/// Returns the result of a function: an array, or the one value of literals.
fn value(array: ArrayRef, is_literal: bool) -> Result<ColumnarValue> {
    Ok(match is_literal {
        true => ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?),
        false => ColumnarValue::Array(array),
    })
}
