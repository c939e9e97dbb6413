//! The scalar functions.
//!
//! - `arguments.rs`: which types arguments may have
//! - `field.rs`: what the functions find in a page: names, arguments, types
//! - `html_field.rs`: `html_text`, `html_title` and the others: one field of a page
//! - `html_fields.rs`: several fields, by their names
//! - `html_once.rs`: several fields with their arguments: what the rule of one parse makes
//! - `html_part.rs`: fields of a struct: what the rule puts in the place of each function

mod arguments;
mod field;
mod html_field;
mod html_fields;
mod html_once;
mod html_part;

use std::sync::Arc;

use datafusion::logical_expr::ScalarUDF;

pub(crate) use field::{Argument, Field, TEXT};
pub(crate) use html_fields::parse_names;
pub(crate) use html_once::{OnceItem, write_items};

/// The name of [`html_fields::HtmlFields`].
pub(crate) const HTML_FIELDS: &str = "html_fields";

/// The name of [`html_once::HtmlOnce`].
pub(crate) const HTML_ONCE: &str = "html_once";

/// The name of [`html_part::HtmlPart`].
pub(crate) const HTML_PART: &str = "html_part";

/// Returns all functions: `html_text` and the others of one field, `html_fields`, and the two that
/// the rule of one parse uses, `html_once` and `html_part`.
///
/// [`register`](crate::register) registers them with a session. A registry of functions, such as
/// that of an executor, takes them one by one.
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    let field = |field| ScalarUDF::new_from_impl(html_field::HtmlField::new(field));
    let fields = Field::ALL.into_iter().map(field);
    let others =
        [ScalarUDF::new_from_impl(html_fields::HtmlFields::new()), html_once(), html_part()];
    fields.chain(others).map(Arc::new).collect()
}

/// Returns the function `html_once`.
pub(crate) fn html_once() -> ScalarUDF {
    ScalarUDF::new_from_impl(html_once::HtmlOnce::new())
}

/// Returns the function `html_part`.
pub(crate) fn html_part() -> ScalarUDF {
    ScalarUDF::new_from_impl(html_part::HtmlPart::new())
}
