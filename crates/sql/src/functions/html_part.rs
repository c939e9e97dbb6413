//! `html_part(record, 'title')`: a field of the struct of `html_once`, or `html_part(record,
//! 'title, lang', 'struct')`: a struct of several.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, StructArray};
use datafusion::arrow::datatypes::{DataType, Field as ArrowField, FieldRef, Fields};
use datafusion::common::{Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use super::{rows, text, value};
use crate::page::scalar;

/// The name of the function.
const HTML_PART: &str = "html_part";

/// The function `html_part`. It returns the same as `get_field`, but the optimizer leaves it in its
/// place: it moves `get_field` to the leaves of a plan, and would copy the parse there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct HtmlPart {
    signature: Signature,
}

impl HtmlPart {
    pub(super) fn new() -> HtmlPart {
        // The value does not differ from call to call, as with `html_once`. But physical plans push
        // a filter through a projection if the filter itself is not volatile.
        HtmlPart { signature: Signature::user_defined(Volatility::Volatile) }
    }
}

/// Returns the positions of the fields that a literal names.
fn positions(record: &Fields, names: Option<&ScalarValue>) -> Result<Vec<usize>> {
    let Some(names) = names.and_then(text) else {
        return plan_err!("{HTML_PART}: the names of the fields must be a literal text");
    };
    let find = |name: &str| match record.find(name.trim()) {
        Some((position, _)) => Ok(position),
        None => plan_err!("{HTML_PART}: no field {name:?}"),
    };
    names.split(',').map(find).collect()
}

impl ScalarUDFImpl for HtmlPart {
    fn name(&self) -> &str {
        HTML_PART
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        exec_err!("{HTML_PART}: the type depends on the names")
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let Some(DataType::Struct(fields)) = args.arg_fields.first().map(|field| field.data_type())
        else {
            return plan_err!("{HTML_PART} takes a struct");
        };
        let positions = positions(fields, args.scalar_arguments.get(1).copied().flatten())?;
        let data_type = match (args.arg_fields.len(), positions.as_slice()) {
            (2, &[position]) => fields[position].data_type().clone(),
            _ => DataType::Struct(positions.iter().map(|&at| Arc::clone(&fields[at])).collect()),
        };
        Ok(Arc::new(ArrowField::new(HTML_PART, data_type, true)))
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        match given {
            [DataType::Struct(_), names] | [DataType::Struct(_), names, _] if names.is_string() => {
                Ok(given.to_vec())
            }
            _ => plan_err!("{HTML_PART} takes a struct and names"),
        }
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let (rows, are_literals) = rows(&args.args, args.number_rows);
        let record = args.args.first().map(|record| record.to_array(rows)).transpose()?;
        let Some(record) = record.as_ref().and_then(|record| record.as_struct_opt()) else {
            return exec_err!("{HTML_PART} takes a struct");
        };
        let positions = positions(record.fields(), args.args.get(1).and_then(scalar))?;
        let part: ArrayRef = match (args.args.len(), positions.as_slice()) {
            (2, &[position]) => Arc::clone(record.column(position)),
            _ => {
                let fields = positions.iter().map(|&at| Arc::clone(&record.fields()[at]));
                let columns = positions.iter().map(|&at| Arc::clone(record.column(at)));
                let nulls = record.nulls().cloned();
                Arc::new(StructArray::try_new(fields.collect(), columns.collect(), nulls)?)
            }
        };
        value(part, are_literals)
    }
}
