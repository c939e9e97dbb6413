//! Fields that selectors and expressions find.

use consomme::select::Select;
use consomme_xpath::{Evaluator, Value as XPathValue};

use super::arguments::Argument::{AttributeName, Selector, XPath};
use super::row::{FieldRow, Page, Value};
use crate::values::Reason;

pub(super) static FIELDS: [FieldRow; 5] = [
    FieldRow::new(
        "select",
        &[Selector],
        Value::Texts(|page, texts| {
            let mut elements = select(page)?;
            elements.by_ref().try_for_each(|element| texts.push(&element.inner_text()))?;
            check_whole(&elements)
        }),
    ),
    FieldRow::new(
        "select_attr",
        &[Selector, AttributeName],
        Value::Texts(|page, texts| {
            let name = page.literals.attribute()?;
            let mut elements = select(page)?;
            elements
                .by_ref()
                .filter_map(|element| element.attr(name))
                .try_for_each(|value| texts.push(value))?;
            check_whole(&elements)
        }),
    ),
    FieldRow::new(
        "select_error",
        &[Selector],
        Value::Text(|page| {
            let mut elements = select(page)?;
            elements.by_ref().for_each(drop);
            Ok(check_whole(&elements).err().map(Reason::into_owned))
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

/// Returns the elements that match the selector, as many as the steps of the session allow.
fn select<'a>(page: &Page<'a>) -> Result<Select<'a>, Reason> {
    let elements = page.document.select(page.literals.selector()?);
    Ok(elements.max_steps(page.options.max_selector_steps))
}

/// Returns an error if a walk that has ended has not seen all elements.
fn check_whole(elements: &Select<'_>) -> Result<(), Reason> {
    const TOO_MANY_STEPS: Reason =
        Reason::Borrowed("the selector takes more steps than consomme.max_selector_steps");
    if elements.is_cut() { Err(TOO_MANY_STEPS) } else { Ok(()) }
}

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
