//! The arguments of fields.

use consomme::Selector;
use consomme_xpath::XPath;
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_datafusion_err};

use super::row::FieldRow;
use crate::values::Reason;

/// An argument of a function besides the page and the hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// A CSS selector, a literal.
    Selector,
    /// The name of an attribute, a literal.
    AttributeName,
    /// An XPath expression, a literal.
    XPath,
    /// The address of the page, which can be left out.
    Address,
}

/// The literals among the arguments of a call, compiled.
#[derive(Debug, Default)]
pub(crate) struct Literals {
    selector: Option<Selector>,
    attribute: Option<String>,
    xpath: Option<XPath>,
}

impl FieldRow {
    /// Compiles the literals among the arguments other than page and hints. `None` stands for an
    /// argument that differs from row to row.
    ///
    /// # Errors
    ///
    /// If a selector or an expression is not a literal, or is wrong.
    pub(crate) fn compile(&self, arguments: &[Option<&ScalarValue>]) -> Result<Literals> {
        let mut literals = Literals::default();
        for (argument, value) in self.arguments.iter().zip(arguments) {
            let text = |what| match value.and_then(|value| value.try_as_str().flatten()) {
                Some(text) => Ok(text),
                None => Err(self.error(format_args!("the {what} must be a literal text"))),
            };
            match argument {
                Argument::Selector => {
                    let selector = Selector::parse(text("selector")?);
                    literals.selector = Some(selector.map_err(|error| self.error(error))?);
                }
                Argument::AttributeName => {
                    literals.attribute = Some(text("name of the attribute")?.to_owned());
                }
                Argument::XPath => {
                    let xpath = XPath::parse(text("expression")?);
                    literals.xpath = Some(xpath.map_err(|error| self.error(error))?);
                }
                Argument::Address => {}
            }
        }
        Ok(literals)
    }

    fn error(&self, message: impl std::fmt::Display) -> DataFusionError {
        plan_datafusion_err!("html_{}: {message}", self.name)
    }
}

impl Literals {
    /// Returns the selector.
    ///
    /// # Errors
    ///
    /// Never for a field whose row has that argument: a call without it is an error of the plan. The
    /// same holds for the other methods.
    pub(crate) fn selector(&self) -> Result<&Selector, Reason> {
        self.selector.as_ref().ok_or(Reason::Borrowed("the selector is missing"))
    }

    /// Returns the name of the attribute.
    pub(crate) fn attribute(&self) -> Result<&str, Reason> {
        self.attribute.as_deref().ok_or(Reason::Borrowed("the name of the attribute is missing"))
    }

    /// Returns the XPath expression.
    pub(crate) fn xpath(&self) -> Result<&XPath, Reason> {
        self.xpath.as_ref().ok_or(Reason::Borrowed("the expression is missing"))
    }
}
