//! Fields that the page declares about itself.

use std::collections::HashSet;

use consomme_web::{Metadata, Microdata, metadata};

use super::arguments::Argument::Address;
use super::row::{FieldRow, Page, Value};
use crate::values::{Reason, Sink, TOO_LARGE, TextMap};

pub(super) static FIELDS: [FieldRow; 6] = [
    FieldRow::new("lang", &[], Value::Text(lang)),
    FieldRow::new("description", &[], Value::Text(|page| Ok(about(page)?.description))),
    FieldRow::new("canonical", &[Address], Value::Text(|page| Ok(about(page)?.canonical))),
    FieldRow::new("meta", &[], Value::Map(push_meta)),
    FieldRow::new(
        "metadata",
        &[Address],
        Value::Text(|page| match serde_json::to_string(&about(page)?) {
            Ok(json) => Ok(Some(json)),
            Err(error) => Err(error.to_string().into()),
        }),
    ),
    FieldRow::new(
        "microdata",
        &[Address],
        Value::Text(|page| {
            let microdata = Microdata::new(page.document, &page.url()?);
            let json = microdata.to_json_within(page.options.max_value_bytes);
            json.map(Some).ok_or(TOO_LARGE)
        }),
    ),
];

fn about(page: &Page<'_>) -> Result<Metadata, Reason> {
    Ok(metadata(page.document, &page.url()?))
}

/// Returns the language. Only a page without the attribute `lang` is searched for
/// `<meta http-equiv=content-language>`.
fn lang(page: &Page<'_>) -> Result<Option<String>, Reason> {
    Ok(match page.document.document_element().and_then(|root| root.attr("lang")) {
        Some(tag) => Some(tag.to_owned()).filter(|tag| !tag.is_empty()),
        None => about(page)?.language,
    })
}

/// Adds the `meta` elements: the name or else the property, in lowercase, and the content. Of
/// several with one name, the first one counts.
fn push_meta(page: &Page<'_>, map: &mut Sink<'_, TextMap>) -> Result<(), Reason> {
    let mut names = HashSet::new();
    for element in page.document.descendant_elements().filter(|element| element.is_html("meta")) {
        let name = element.attr("name").or_else(|| element.attr("property"));
        let (Some(name), Some(content)) = (name, element.attr("content")) else { continue };
        let name = name.trim_ascii().to_ascii_lowercase();
        if !name.is_empty() && !names.contains(&name) {
            map.push(&name, content)?;
            names.insert(name);
        }
    }
    Ok(())
}
