//! Fields that selectors and expressions find.

use consomme::select::Select;
use consomme_xpath::{Evaluator, Value as XPathValue, XPathErrorKind};

use super::arguments::Argument::{AttributeName, Selector, XPath};
use super::row::{FieldRow, Page, Value};
use crate::values::Reason;

pub(super) static FIELDS: [FieldRow; 5] = [
    FieldRow::new(
        "select",
        &[Selector],
        Value::Texts(|page, texts| {
            let (mut elements, too_many) = select(page)?;
            elements.by_ref().try_for_each(|element| texts.push(&element.inner_text()))?;
            check_whole(&elements, too_many)
        }),
    ),
    FieldRow::new(
        "select_attr",
        &[Selector, AttributeName],
        Value::Texts(|page, texts| {
            let name = page.literals.attribute()?;
            let (mut elements, too_many) = select(page)?;
            elements
                .by_ref()
                .filter_map(|element| element.attr(name))
                .try_for_each(|value| texts.push(value))?;
            check_whole(&elements, too_many)
        }),
    ),
    FieldRow::new(
        "select_error",
        &[Selector],
        Value::Why(|page| {
            let (mut elements, too_many) = select(page)?;
            elements.by_ref().for_each(drop);
            check_whole(&elements, too_many)
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
    FieldRow::new("xpath_error", &[XPath], Value::Why(|page| xpath(page).map(drop))),
];

/// Returns the elements that match the selector, as many as the steps of the session and the time
/// allow, and the reason if these are not enough.
fn select<'a>(page: &Page<'a>) -> Result<(Select<'a>, Reason), Reason> {
    const TOO_MANY_STEPS: Reason =
        Reason::Borrowed("the selector takes more steps than consomme.max_selector_steps");
    page.deadline.check()?;
    let elements = page.document.select(page.literals.selector()?);
    let (steps, too_many) = page.deadline.steps(page.options.max_selector_steps, TOO_MANY_STEPS);
    Ok((elements.max_steps(steps), too_many))
}

/// Returns a reason if a walk that has ended has not seen all elements.
fn check_whole(elements: &Select<'_>, too_many: Reason) -> Result<(), Reason> {
    if elements.is_cut() { Err(too_many) } else { Ok(()) }
}

/// Returns the value of the expression.
///
/// # Errors
///
/// If it has none: the reason.
fn xpath<'a>(page: &Page<'a>) -> Result<XPathValue<'a>, Reason> {
    page.deadline.check()?;
    // Without a limit of time, the evaluator has its own reason.
    let (steps, too_late) = page.deadline.steps(page.options.max_xpath_steps, Reason::default());
    let mut evaluator = Evaluator::new().max_steps(steps);
    let value = evaluator.evaluate(page.literals.xpath()?, page.document);
    value.map_err(|error| match error {
        error if *error.kind() == XPathErrorKind::TooManySteps && !too_late.is_empty() => too_late,
        error => error.to_string().into(),
    })
}
