//! A field with its arguments.

use consomme::Selector;
use consomme_xpath::XPath;
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::ColumnarValue;

use super::columns::TextColumn;
use crate::functions::{Argument, Field};

/// A field with its arguments, compiled.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) field: Field,
    pub(crate) selector: Option<Selector>,
    pub(crate) attribute: Option<String>,
    pub(crate) xpath: Option<XPath>,
    pub(crate) address: Option<TextColumn>,
}

impl Call {
    /// Compiles the arguments of a field, those without page and hints.
    ///
    /// # Errors
    ///
    /// If a selector or an expression is not a literal, or is wrong.
    pub(crate) fn new(field: Field, arguments: &[ColumnarValue], rows: usize) -> Result<Call> {
        let mut call = Call { field, selector: None, attribute: None, xpath: None, address: None };
        for (kind, argument) in field.arguments().iter().zip(arguments) {
            match (kind, argument) {
                (Argument::Address, ColumnarValue::Scalar(value)) => {
                    let text = value.try_as_str().flatten().map(str::to_owned);
                    call.address = Some(TextColumn::Constant(text));
                }
                (Argument::Address, ColumnarValue::Array(_)) => {
                    call.address = Some(TextColumn::new(&argument.to_array(rows)?)?);
                }
                (_, ColumnarValue::Scalar(value)) => call.set_literal(*kind, value)?,
                (_, ColumnarValue::Array(_)) => return not_a_literal(field, *kind),
            }
        }
        Ok(call)
    }

    /// Checks the arguments of a field when a query is planned. `None` stands for one that is no
    /// literal.
    ///
    /// # Errors
    ///
    /// As [`Call::new`].
    pub(crate) fn check(field: Field, arguments: &[Option<&ScalarValue>]) -> Result<()> {
        let mut call = Call { field, selector: None, attribute: None, xpath: None, address: None };
        for (kind, argument) in field.arguments().iter().zip(arguments) {
            match (kind, argument) {
                (Argument::Address, _) => {}
                (_, Some(value)) => call.set_literal(*kind, value)?,
                (_, None) => return not_a_literal(field, *kind),
            }
        }
        Ok(())
    }

    fn set_literal(&mut self, kind: Argument, value: &ScalarValue) -> Result<()> {
        let Some(text) = value.try_as_str().flatten() else {
            return not_a_literal(self.field, kind);
        };
        match kind {
            Argument::Selector => match Selector::parse(text) {
                Ok(selector) => self.selector = Some(selector),
                Err(error) => return plan_err!("html_{}: {error}", self.field.name()),
            },
            Argument::XPath => match XPath::parse(text) {
                Ok(xpath) => self.xpath = Some(xpath),
                Err(error) => return plan_err!("html_{}: {error}", self.field.name()),
            },
            Argument::AttributeName => self.attribute = Some(text.to_owned()),
            Argument::Address => {}
        }
        Ok(())
    }
}

/// Returns the error for an argument that differs from row to row.
fn not_a_literal<T>(field: Field, kind: Argument) -> Result<T> {
    let what = match kind {
        Argument::Selector => "selector",
        Argument::AttributeName => "name of the attribute",
        Argument::XPath => "expression",
        Argument::Address => "address",
    };
    plan_err!("html_{}: the {what} must be a literal text", field.name())
}
