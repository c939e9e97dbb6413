//! The fields that are lists, tables or maps.

use std::collections::HashSet;

use consomme::{Document, ElementRef};
use consomme_web::Spans;
use consomme_xpath::{Evaluator, Value};
use datafusion::arrow::array::{LargeStringBuilder, MapBuilder};

use super::call::Call;
use super::texts::page_url;
use crate::functions::Field;
use crate::options::ConsommeOptions;
use crate::values::{Meter, Records, Tables, Texts, TooLarge, append_tables, append_texts};

/// Adds the hyperlinks of a page: `a` and `area` elements with `href`. With an address, URLs are
/// resolved; otherwise, or if they cannot be, they are as written, without whitespace around them.
pub(super) fn append_links(
    document: &Document,
    address: Option<&str>,
    records: &mut Records,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let base = address.and_then(|address| document.base_url(address));
    let links = document.descendant_elements().filter(|element| {
        (element.is_html("a") || element.is_html("area")) && element.has_attr("href")
    });
    let link = |link: ElementRef<'_>| {
        let href = link.attr("href").unwrap_or_default();
        let url = base.as_ref().and_then(|base| base.join(href));
        let url = url.unwrap_or_else(|| href.trim_ascii().to_owned());
        let text = link.inner_text().trim().to_owned();
        ([Some(url), Some(text), link.attr("rel").map(str::to_owned)], [])
    };
    records.append(links.map(link), meter)
}

/// Adds the URLs of a page, resolved where that is possible.
pub(super) fn append_urls(
    document: &Document,
    address: Option<&str>,
    records: &mut Records,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let page = page_url(document, address);
    let urls = consomme_web::urls(document).map(|used| {
        let url = page.as_ref().and_then(|page| used.resolve(page));
        let url = url.unwrap_or_else(|| used.url.to_owned());
        let kind = used.kind.as_str().to_owned();
        let element = used.element.name().to_owned();
        ([Some(url), Some(kind), Some(element), Some(used.attribute.to_owned())], [])
    });
    records.append(urls, meter)
}

/// Adds the headings of a page.
pub(super) fn append_outline(
    document: &Document,
    records: &mut Records,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let headings = consomme_web::outline(document);
    records.append(headings.map(|one| ([Some(one.text())], [i64::from(one.level)])), meter)
}

/// Adds the parse errors of a page.
pub(super) fn append_errors(
    document: &Document,
    records: &mut Records,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let lines = document.line_index();
    let errors = document.errors().iter().map(|error| {
        let place = lines.line_column(error.offset());
        let offset = i64::try_from(error.offset()).unwrap_or(i64::MAX);
        let texts = [Some(error.code().as_str().to_owned()), Some(error.message(document))];
        (texts, [offset, i64::from(place.line), i64::from(place.column)])
    });
    records.append(errors, meter)
}

/// Adds the tables of a page.
pub(super) fn append_page_tables(
    document: &Document,
    lists: &mut Tables,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    // A row is made before it is counted, so it must not be larger than all that is allowed.
    let max_slots = meter.left() / 16;
    let tables = consomme_web::tables(document).collect::<Vec<_>>();
    let rows = tables
        .iter()
        .map(|table| (table.row_elements().len(), table.rows_within(Spans::Repeated, max_slots)));
    append_tables(lists, rows, meter)
}

/// Adds the texts or the attributes of the elements that a selector matches.
pub(super) fn append_selected(
    document: &Document,
    call: &Call,
    lists: &mut Texts,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let Some(selector) = &call.selector else {
        lists.append_null();
        return Ok(());
    };
    let elements = document.select(selector);
    match &call.attribute {
        Some(name) if call.field == Field::SelectAttr => {
            append_texts(lists, elements.filter_map(|element| element.attr(name)), meter)
        }
        _ => append_texts(lists, elements.map(|element| element.inner_text()), meter),
    }
}

/// Adds the value of an expression: the string-values of its nodes, or its one string, number or
/// boolean as a string.
///
/// # Errors
///
/// If it has none, or one that is too large: the reason.
pub(super) fn append_xpath(
    document: &Document,
    call: &Call,
    options: &ConsommeOptions,
    lists: &mut Texts,
    meter: &mut Meter,
) -> Result<(), String> {
    let Some(xpath) = &call.xpath else {
        lists.append_null();
        return Ok(());
    };
    let mut evaluator = Evaluator::new().max_steps(options.max_xpath_steps);
    let result = match evaluator.evaluate(xpath, document) {
        Ok(Value::Nodes(nodes)) => {
            append_texts(lists, nodes.iter().map(|node| node.string_value()), meter)
        }
        Ok(value) => append_texts(lists, [value.to_text()].into_iter(), meter),
        Err(error) => {
            lists.append_null();
            return Err(error.to_string());
        }
    };
    result.map_err(|error| error.to_string())
}

/// Adds the `meta` elements of a page to a map, whose entry is still open: the name or else the
/// property, in lowercase, and the content. Of several with one name, the first one counts.
pub(super) fn push_meta(
    document: &Document,
    map: &mut MapBuilder<LargeStringBuilder, LargeStringBuilder>,
    meter: &mut Meter,
) -> Result<(), TooLarge> {
    let mut names = HashSet::new();
    for element in document.descendant_elements().filter(|element| element.is_html("meta")) {
        let name = element.attr("name").or_else(|| element.attr("property"));
        let (Some(name), Some(content)) = (name, element.attr("content")) else { continue };
        let name = name.trim_ascii().to_ascii_lowercase();
        if name.is_empty() || names.contains(&name) {
            continue;
        }
        meter.take(&name)?;
        meter.take(content)?;
        map.keys().append_value(&name);
        map.values().append_value(content);
        names.insert(name);
    }
    Ok(())
}
