//! Fields that selectors and expressions find.

use consomme_xpath::{Evaluator, Value as XPathValue};

use super::arguments::Argument::{AttributeName, Selector, XPath};
use super::row::{FieldRow, Page, Value};
use crate::values::Reason;

pub(super) static FIELDS: [FieldRow; 4] = [
    FieldRow::new(
        "select",
        &[Selector],
        Value::Texts(|page, texts| {
            let mut elements = page.document.select(page.literals.selector()?);
            elements.try_for_each(|element| texts.push(&element.inner_text()))
        }),
    ),
    FieldRow::new(
        "select_attr",
        &[Selector, AttributeName],
        Value::Texts(|page, texts| {
            let name = page.literals.attribute()?;
            let elements = page.document.select(page.literals.selector()?);
            elements
                .filter_map(|element| element.attr(name))
                .try_for_each(|value| texts.push(value))
        }),
    ),
    FieldRow::new(
        "xpath",
        &[XPath],
        // The string-values of the nodes, or the one string, number or boolean as a string.
        Value::Texts(|page, texts| match xpath(page)? {
            XPathValue::Nodes(nodes) => {
                nodes.iter().try_for_each(|node| texts.push(&node.string_value()))
            }
            value => texts.push(&value.to_text()),
        }),
    ),
    FieldRow::new(
        "xpath_error",
        &[XPath],
        Value::Text(|page| Ok(xpath(page).err().map(Reason::into_owned))),
    ),
];

/// Returns the value of the expression.
///
/// # Errors
///
/// If it has none: the reason.
fn xpath<'a>(page: &Page<'a>) -> Result<XPathValue<'a>, Reason> {
    let mut evaluator = Evaluator::new().max_steps(page.options.max_xpath_steps);
    let value = evaluator.evaluate(page.literals.xpath()?, page.document);
    value.map_err(|error| error.to_string().into())
}
