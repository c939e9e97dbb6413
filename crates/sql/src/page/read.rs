//! What a field is of a parsed page.

use datafusion::common::Result;

use super::call::Call;
use super::evaluate::Page;
use super::lists;
use super::texts;
use crate::functions::Field;
use crate::options::ConsommeOptions;
use crate::values::{Meter, TooLarge, Values};

/// Adds the value of a field for a row. A value that cannot be had is null, and the page says why.
///
/// # Errors
///
/// Never: keys and values of a map are added together.
pub(super) fn append(
    page: &mut Page,
    call: &Call,
    row: usize,
    options: &ConsommeOptions,
    values: &mut Values,
) -> Result<()> {
    let mut meter = Meter::new(options.max_value_bytes);
    let address = call.address.as_ref().and_then(|column| column.get(row));
    let document = &page.document;
    let result = match values {
        Values::Text(builder) => {
            let text = match call.field {
                Field::Error => Ok(page.error.clone()),
                _ => texts::text(document, call, address, options),
            };
            match text.and_then(|text| within(text, &meter)) {
                Ok(text) => {
                    builder.append_option(text);
                    Ok(())
                }
                Err(reason) => {
                    builder.append_null();
                    Err(reason)
                }
            }
        }
        Values::Texts(builder) => match call.field {
            Field::XPath => lists::append_xpath(document, call, options, builder, &mut meter),
            _ => lists::append_selected(document, call, builder, &mut meter).map_err(reason),
        },
        Values::Records(builder) => match call.field {
            Field::Links => lists::append_links(document, address, builder, &mut meter),
            Field::Urls => lists::append_urls(document, address, builder, &mut meter),
            Field::Outline => lists::append_outline(document, builder, &mut meter),
            _ => lists::append_errors(document, builder, &mut meter),
        }
        .map_err(reason),
        Values::Map(builder) => {
            let result = lists::push_meta(document, builder, &mut meter);
            builder.append(result.is_ok())?;
            result.map_err(reason)
        }
        Values::Tables(builder) => {
            lists::append_page_tables(document, builder, &mut meter).map_err(reason)
        }
    };
    if let Err(reason) = result {
        page.note(call.field.name(), reason);
    }
    Ok(())
}

/// Returns a text if it is not too large.
fn within(text: Option<String>, meter: &Meter) -> Result<Option<String>, String> {
    match text {
        Some(text) if text.len() > meter.left() => Err(reason(TooLarge)),
        other => Ok(other),
    }
}

/// Returns why a value is null.
fn reason(failure: TooLarge) -> String {
    failure.to_string()
}
