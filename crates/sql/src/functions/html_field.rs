//! The functions of one field: `html_text`, `html_title` and the others.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field as ArrowField, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use super::arguments;
use super::field::Field;
use crate::options::ConsommeOptions;
use crate::page::{Call, Request, evaluate};

/// The function of a field. Its arguments are the page, the arguments of the field, and hints.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct HtmlField {
    field: Field,
    name: String,
    signature: Signature,
}

impl HtmlField {
    pub(super) fn new(field: Field) -> HtmlField {
        let name = format!("html_{}", field.name());
        // Not immutable: the options of the session decide, too.
        HtmlField { field, name, signature: Signature::user_defined(Volatility::Stable) }
    }
}

impl ScalarUDFImpl for HtmlField {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.field.data_type())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        Call::check(self.field, args.scalar_arguments.get(1..).unwrap_or_default())?;
        Ok(Arc::new(ArrowField::new(&self.name, self.field.data_type(), true)))
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        arguments::field_types(self.field, given)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let options = ConsommeOptions::of(&args.config_options);
        let (rows, are_literals) = arguments::rows(&args.args, args.number_rows);
        let [page, rest @ ..] = args.args.as_slice() else {
            return exec_err!("{} takes a page", self.name);
        };
        let (own, hints) = rest.split_at(rest.len().min(self.field.arguments().len()));
        let call = Call::new(self.field, own, rows)?;
        let arrays = evaluate(&Request {
            pages: &page.to_array(rows)?,
            hints: arguments::hints(hints.first(), rows)?,
            calls: &[call],
            options: &options,
        })?;
        match arrays.into_iter().next() {
            Some(array) => value(array, are_literals),
            None => exec_err!("{}: a call has a value", self.name),
        }
    }
}

/// Returns the result of a function: an array, or the one value of literals.
pub(super) fn value(array: ArrayRef, is_literal: bool) -> Result<ColumnarValue> {
    Ok(match is_literal {
        true => ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?),
        false => ColumnarValue::Array(array),
    })
}
