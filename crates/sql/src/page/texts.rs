//! The fields that are one text.

use std::sync::LazyLock;

use consomme::Document;
use consomme::sanitizer::{SanitizeOptions, Sanitizer};
use consomme_web::{Metadata, Microdata, PageUrl, metadata};
use consomme_xpath::Evaluator;

use super::call::Call;
use crate::functions::Field;
use crate::options::ConsommeOptions;
use crate::values::TooLarge;

/// The address of a page whose own is unknown: absolute URLs resolve against it, and relative ones
/// if the page has a `base` element with an absolute URL.
const NO_ADDRESS: &str = "about:blank";

/// The sanitizer of all pages. Compiling its configuration takes longer than sanitizing most pages.
static SANITIZER: LazyLock<Sanitizer> = LazyLock::new(Sanitizer::new);

/// Returns the address of a page. `None` never happens, but the type of `NO_ADDRESS` doesn't say
/// so.
pub(super) fn page_url(document: &Document, address: Option<&str>) -> Option<PageUrl> {
    let known = address.and_then(|address| PageUrl::new(document, address));
    known.or_else(|| PageUrl::new(document, NO_ADDRESS))
}

/// Returns a field that is one text. `None` if the page has none.
///
/// # Errors
///
/// If it cannot be had: the reason.
pub(super) fn text(
    document: &Document,
    call: &Call,
    address: Option<&str>,
    options: &ConsommeOptions,
) -> Result<Option<String>, String> {
    Ok(match call.field {
        Field::Text => Some(document.inner_text()),
        Field::Title => document.title(),
        Field::Lang => lang(document),
        Field::Description => about(document, address).and_then(|about| about.description),
        Field::Canonical => about(document, address).and_then(|about| about.canonical),
        Field::Encoding => document.encoding().map(|encoding| encoding.name().to_owned()),
        Field::EncodingSource => document.encoding_source().map(|s| s.as_str().to_owned()),
        Field::Metadata => match about(document, address) {
            Some(about) => Some(serde_json::to_string(&about).map_err(|error| error.to_string())?),
            None => None,
        },
        Field::Microdata => microdata(document, address, options.max_value_bytes)?,
        Field::Sanitize => Some(sanitized(document, options)?),
        Field::XPathError => xpath_error(document, call, options),
        // The others are lists and maps, which `lists.rs` reads, and the error, which the page has.
        Field::Links
        | Field::Urls
        | Field::Meta
        | Field::Tables
        | Field::Outline
        | Field::Select
        | Field::SelectAttr
        | Field::XPath
        | Field::Errors
        | Field::Error => None,
    })
}

/// Returns what the page says about itself.
fn about(document: &Document, address: Option<&str>) -> Option<Metadata> {
    Some(metadata(document, &page_url(document, address)?))
}

/// Returns the language of the page. Only a page without the attribute `lang` is searched for
/// `<meta http-equiv=content-language>`.
fn lang(document: &Document) -> Option<String> {
    match document.document_element().and_then(|root| root.attr("lang")) {
        Some(tag) => Some(tag.to_owned()).filter(|tag| !tag.is_empty()),
        None => about(document, None)?.language,
    }
}

/// Returns the microdata of a page in JSON.
fn microdata(
    document: &Document,
    address: Option<&str>,
    max_bytes: usize,
) -> Result<Option<String>, String> {
    let Some(page) = page_url(document, address) else { return Ok(None) };
    let json = Microdata::new(document, &page).to_json_within(max_bytes);
    json.map(Some).ok_or_else(|| TooLarge.to_string())
}

/// Returns the source of the page, sanitized for a `div`.
fn sanitized(document: &Document, options: &ConsommeOptions) -> Result<String, String> {
    let sanitized = SanitizeOptions::new()
        .limits(options.parse_options(false).get_limits())
        .max_output(Some(options.max_value_bytes))
        .sanitize(&SANITIZER, "div", document.source());
    match sanitized.is_too_long() {
        true => Err(TooLarge.to_string()),
        false => Ok(sanitized.into_html()),
    }
}

/// Returns why an expression has no value for this page. `None` if it has one.
fn xpath_error(document: &Document, call: &Call, options: &ConsommeOptions) -> Option<String> {
    let mut evaluator = Evaluator::new().max_steps(options.max_xpath_steps);
    let result = evaluator.evaluate(call.xpath.as_ref()?, document);
    result.err().map(|error| error.to_string())
}
