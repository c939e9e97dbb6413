//! The functions of a page.

use std::sync::Arc;

use datafusion::arrow::array::StructArray;
use datafusion::arrow::datatypes::{DataType, Field as ArrowField, FieldRef, Fields};
use datafusion::common::{Result, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use super::arguments::{hints_type, page_type, text_type};
use super::shape::{Item, Shape};
use super::{rows, text, value};
use crate::options::ConsommeOptions;
use crate::page::{Call, PageBatch, evaluate, scalar};

/// A function of a page: a field's, `html_fields` or `html_once`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct PageFunction {
    shape: Shape,
    name: String,
    signature: Signature,
}

impl PageFunction {
    pub(super) fn new(shape: Shape, name: String) -> PageFunction {
        let volatility = match shape {
            // The value does not differ from call to call. But when the optimizer pushes a filter
            // through a projection, it copies expressions that are not volatile, and each copy
            // would parse the page.
            Shape::ONCE => Volatility::Volatile,
            // Not immutable: the options of the session decide, too.
            Shape::One(_) | Shape::Several { .. } => Volatility::Stable,
        };
        PageFunction { shape, name, signature: Signature::user_defined(volatility) }
    }
}

/// Returns the fields of the struct of items.
fn struct_fields<T>(items: &[(Item, T)]) -> Fields {
    let field = |(position, (item, _)): (usize, &(Item, T))| {
        ArrowField::new(item.name(position), item.field.data_type(), true)
    };
    items.iter().enumerate().map(field).collect()
}

impl ScalarUDFImpl for PageFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        match self.shape {
            Shape::One(field) => Ok(field.data_type()),
            Shape::Several { .. } => exec_err!("{}: the type depends on the names", self.name),
        }
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let literals = args.scalar_arguments;
        let arguments = self.shape.take(&self.name, literals, |value| value.and_then(text))?;
        for (item, own) in &arguments.items {
            item.field.compile(own)?;
        }
        let data_type = match self.shape {
            Shape::One(field) => field.data_type(),
            Shape::Several { .. } => DataType::Struct(struct_fields(&arguments.items)),
        };
        Ok(Arc::new(ArrowField::new(&self.name, data_type, true)))
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let (function, hints) = (&self.name, self.shape.hints());
        let (least, most) = self.shape.counts();
        if !(least..=most).contains(&given.len()) {
            return plan_err!("{function} takes {least} to {most} arguments, not {}", given.len());
        }
        let convert = |(index, given): (usize, &DataType)| match index {
            0 => page_type(function, given),
            _ if index == hints => hints_type(function, given),
            _ => match text_type(given) {
                Some(text) => Ok(text),
                None => plan_err!("{function}: argument {} must be text, not {given}", index + 1),
            },
        };
        given.iter().enumerate().map(convert).collect()
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let (rows, are_literals) = rows(&args.args, args.number_rows);
        let literal = |argument| scalar(argument).and_then(text);
        let arguments = self.shape.take(&self.name, &args.args, literal)?;
        let calls = arguments.items.iter().map(|(item, own)| Call::new(item.field, own, rows));
        let mut arrays = evaluate(&PageBatch {
            pages: arguments.page.to_array(rows)?,
            hints: arguments.hints.map(|hints| hints.to_array(rows)).transpose()?,
            calls: &calls.collect::<Result<Vec<_>>>()?,
            options: &ConsommeOptions::of(&args.config_options),
        })?;
        match self.shape {
            Shape::One(_) => value(arrays.swap_remove(0), are_literals),
            Shape::Several { .. } => {
                let fields = struct_fields(&arguments.items);
                value(Arc::new(StructArray::try_new(fields, arrays, None)?), are_literals)
            }
        }
    }
}
