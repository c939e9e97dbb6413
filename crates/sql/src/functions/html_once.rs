//! `html_once(page, hints, 'title, links/1', …)`: what the rule of one parse makes of several
//! functions of one page.

use std::sync::Arc;

use datafusion::arrow::array::StructArray;
use datafusion::arrow::datatypes::{DataType, Field as ArrowField, FieldRef, Fields};
use datafusion::common::{Result, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use super::field::Field;
use super::html_field::value;
use super::{HTML_ONCE, arguments};
use crate::options::ConsommeOptions;
use crate::page::{Call, Request, RowHints, evaluate};

/// How many arguments come before those of the fields: page, hints, items.
const BEFORE: usize = 3;

/// A field with the number of its arguments, which follow in the order of the items.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct OnceItem {
    pub(crate) field: Field,
    pub(crate) arguments: usize,
}

impl OnceItem {
    /// Returns the name of the value in the struct. Fields with arguments can occur several times,
    /// so they have their position, too.
    pub(crate) fn name(self, position: usize) -> String {
        match self.arguments {
            0 => self.field.name().to_owned(),
            _ => format!("{}_{position}", self.field.name()),
        }
    }
}

/// Writes items as the function takes them.
pub(crate) fn write_items(items: &[OnceItem]) -> String {
    let one = |item: &OnceItem| match item.arguments {
        0 => item.field.name().to_owned(),
        count => format!("{}/{count}", item.field.name()),
    };
    items.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Reads items.
fn parse_items(text: &str) -> Result<Vec<OnceItem>> {
    let parse = |item: &str| {
        let (name, count) = item.split_once('/').unwrap_or((item, "0"));
        let field = Field::from_name(name)?;
        let arguments = count.parse().ok()?;
        let allowed = field.required_arguments()..=field.arguments().len();
        allowed.contains(&arguments).then_some(OnceItem { field, arguments })
    };
    let read = |item: &str| match parse(item.trim()) {
        Some(item) => Ok(item),
        None => plan_err!("{HTML_ONCE}: wrong item {item:?}"),
    };
    text.split(',').map(read).collect()
}

/// Returns the type of the struct.
fn struct_fields(items: &[OnceItem]) -> Fields {
    let field = |(position, item): (usize, &OnceItem)| {
        ArrowField::new(item.name(position), item.field.data_type(), true)
    };
    items.iter().enumerate().map(field).collect()
}

/// The function `html_once`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct HtmlOnce {
    signature: Signature,
}

impl HtmlOnce {
    pub(super) fn new() -> HtmlOnce {
        // The value does not differ from call to call. But when the optimizer pushes a filter
        // through a projection, it copies expressions that are not volatile, and each copy would
        // parse the page.
        HtmlOnce { signature: Signature::user_defined(Volatility::Volatile) }
    }
}

impl ScalarUDFImpl for HtmlOnce {
    fn name(&self) -> &str {
        HTML_ONCE
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        exec_err!("{HTML_ONCE}: the type depends on the items")
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let literals = args.scalar_arguments;
        let text = arguments::literal(HTML_ONCE, literals.get(2).copied().flatten())?;
        let items = parse_items(text)?;
        let mut rest = literals.get(BEFORE..).unwrap_or_default();
        for item in &items {
            let Some((own, others)) = rest.split_at_checked(item.arguments) else {
                return plan_err!("{HTML_ONCE}: arguments are missing");
            };
            Call::check(item.field, own)?;
            rest = others;
        }
        let record = DataType::Struct(struct_fields(&items));
        Ok(Arc::new(ArrowField::new(HTML_ONCE, record, true)))
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        if given.len() < BEFORE {
            return plan_err!("{HTML_ONCE} takes a page, hints and items");
        }
        let convert = |(index, given): (usize, &DataType)| match index {
            0 => arguments::page_type(HTML_ONCE, given),
            1 => arguments::hints_type(HTML_ONCE, given),
            _ => arguments::text_type(HTML_ONCE, &format!("argument {}", index + 1), given),
        };
        given.iter().enumerate().map(convert).collect()
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let options = ConsommeOptions::of(&args.config_options);
        let (rows, are_literals) = arguments::rows(&args.args, args.number_rows);
        let Some(([page, hints, items], mut rest)) = args.args.split_first_chunk::<BEFORE>() else {
            return exec_err!("{HTML_ONCE} takes a page, hints and items");
        };
        let items = parse_items(arguments::literal_value(HTML_ONCE, Some(items))?)?;
        let mut calls = Vec::new();
        for item in &items {
            let Some((own, others)) = rest.split_at_checked(item.arguments) else {
                return exec_err!("{HTML_ONCE}: arguments are missing");
            };
            calls.push(Call::new(item.field, own, rows)?);
            rest = others;
        }
        let arrays = evaluate(&Request {
            pages: &page.to_array(rows)?,
            hints: RowHints::new(hints, rows)?,
            calls: &calls,
            options: &options,
        })?;
        let record = StructArray::try_new(struct_fields(&items), arrays, None)?;
        value(Arc::new(record), are_literals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_as_they_are_written() {
        let items = [
            OnceItem { field: Field::Title, arguments: 0 },
            OnceItem { field: Field::Links, arguments: 1 },
            OnceItem { field: Field::SelectAttr, arguments: 2 },
        ];
        assert_eq!(write_items(&items), "title, links/1, select_attr/2");
        assert_eq!(parse_items(&write_items(&items)).unwrap(), items);
        assert!(parse_items("select").is_err());
        assert!(parse_items("title/1").is_err());
    }
}
