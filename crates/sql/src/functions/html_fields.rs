//! `html_fields(page, 'title, links' [, hints])`: several fields of a page, by their names.

use std::sync::Arc;

use datafusion::arrow::array::StructArray;
use datafusion::arrow::datatypes::{DataType, Field as ArrowField, FieldRef, Fields};
use datafusion::common::{Result, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use super::field::Field;
use super::html_field::value;
use super::{HTML_FIELDS, arguments};
use crate::options::ConsommeOptions;
use crate::page::{Call, Request, evaluate};

/// The function `html_fields`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct HtmlFields {
    signature: Signature,
}

impl HtmlFields {
    pub(super) fn new() -> HtmlFields {
        HtmlFields { signature: Signature::user_defined(Volatility::Stable) }
    }
}

/// Reads names of fields that commas separate.
///
/// # Errors
///
/// If one is no field, takes arguments that cannot be left out, or stands there twice.
pub(crate) fn parse_names(names: &str) -> Result<Vec<Field>> {
    let mut fields = Vec::new();
    for name in names.split(',').map(str::trim) {
        match Field::from_name(name) {
            Some(field) if field.required_arguments() > 0 => {
                return plan_err!("{HTML_FIELDS}: {name} takes arguments: call html_{name}");
            }
            Some(field) if fields.contains(&field) => {
                return plan_err!("{HTML_FIELDS}: {name} stands there twice");
            }
            Some(field) => fields.push(field),
            None => {
                let known = Field::ALL.iter().filter(|field| field.required_arguments() == 0);
                let known: Vec<_> = known.map(|field| field.name()).collect();
                return plan_err!(
                    "{HTML_FIELDS}: no field {name:?}; there are {}",
                    known.join(", ")
                );
            }
        }
    }
    Ok(fields)
}

/// Returns the type of the struct of so many fields.
fn struct_fields(fields: &[Field]) -> Fields {
    fields.iter().map(|field| ArrowField::new(field.name(), field.data_type(), true)).collect()
}

impl ScalarUDFImpl for HtmlFields {
    fn name(&self) -> &str {
        HTML_FIELDS
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        exec_err!("{HTML_FIELDS}: the type depends on the names")
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let names =
            arguments::literal(HTML_FIELDS, args.scalar_arguments.get(1).copied().flatten())?;
        let fields = struct_fields(&parse_names(names)?);
        Ok(Arc::new(ArrowField::new(HTML_FIELDS, DataType::Struct(fields), true)))
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let [page, names, hints @ ..] = given else {
            return plan_err!("{HTML_FIELDS} takes a page and names of fields");
        };
        let mut types = vec![
            arguments::page_type(HTML_FIELDS, page)?,
            arguments::text_type(HTML_FIELDS, "list of fields", names)?,
        ];
        match hints {
            [] => {}
            [hints] => types.push(arguments::hints_type(HTML_FIELDS, hints)?),
            _ => return plan_err!("{HTML_FIELDS} takes 2 or 3 arguments, not {}", given.len()),
        }
        Ok(types)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let options = ConsommeOptions::of(&args.config_options);
        let (rows, are_literals) = arguments::rows(&args.args, args.number_rows);
        let Some(page) = args.args.first() else {
            return exec_err!("{HTML_FIELDS} takes a page");
        };
        let fields = parse_names(arguments::literal_value(HTML_FIELDS, args.args.get(1))?)?;
        let calls = fields.iter().map(|&field| Call::new(field, &[], rows));
        let arrays = evaluate(&Request {
            pages: &page.to_array(rows)?,
            hints: arguments::hints(args.args.get(2), rows)?,
            calls: &calls.collect::<Result<Vec<_>>>()?,
            options: &options,
        })?;
        let record = StructArray::try_new(struct_fields(&fields), arrays, None)?;
        value(Arc::new(record), are_literals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_separated_by_commas() {
        assert_eq!(parse_names(" title,links ").unwrap(), [Field::Title, Field::Links]);
    }

    #[test]
    fn wrong_names_are_told() {
        for (names, message) in [
            ("title, titel", "no field \"titel\""),
            ("title,title", "title stands there twice"),
            ("select", "select takes arguments"),
            ("", "no field \"\""),
        ] {
            let error = parse_names(names).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
