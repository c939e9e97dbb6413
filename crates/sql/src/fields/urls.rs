//! Fields of URLs.

use consomme_web::PageUrl;
use datafusion::arrow::array::StructBuilder;

use super::arguments::Argument::Address;
use super::row::{FieldRow, Page, Value};
use crate::values::{Reason, Sink};

pub(super) static FIELDS: [FieldRow; 2] = [
    FieldRow::new("links", &[Address], Value::Records(&["url", "text", "rel"], &[], push_links)),
    FieldRow::new(
        "urls",
        &[Address],
        Value::Records(&["url", "kind", "element", "attribute"], &[], push_urls),
    ),
];

/// The address of a page whose own is unknown: absolute URLs resolve against it, and relative ones
/// if the page has a `base` element with an absolute URL.
const NO_ADDRESS: &str = "about:blank";

impl Page<'_> {
    /// Returns the URL of the page.
    ///
    /// # Errors
    ///
    /// Never: without a URL, it is `about:blank`.
    pub(super) fn url(&self) -> Result<PageUrl, Reason> {
        let known = self.address.and_then(|address| PageUrl::new(self.document, address));
        let url = known.or_else(|| PageUrl::new(self.document, NO_ADDRESS));
        url.ok_or(Reason::Borrowed("the page has no URL"))
    }
}

/// Adds the hyperlinks: `a` and `area` elements with `href`. With an address, URLs are resolved;
/// otherwise, or if they cannot be, they are as written, without whitespace around them.
fn push_links(page: &Page<'_>, records: &mut Sink<'_, StructBuilder>) -> Result<(), Reason> {
    let base = page.address.and_then(|address| page.document.base_url(address));
    for link in page.document.descendant_elements() {
        if !(link.is_html("a") || link.is_html("area")) {
            continue;
        }
        if let Some(href) = link.attr("href") {
            let url = base.as_ref().and_then(|base| base.join(href));
            let url = url.as_deref().unwrap_or(href.trim_ascii());
            records.push(&[Some(url), Some(link.inner_text().trim()), link.attr("rel")], &[])?;
        }
    }
    Ok(())
}

/// Adds all URLs, resolved where that is possible.
fn push_urls(page: &Page<'_>, records: &mut Sink<'_, StructBuilder>) -> Result<(), Reason> {
    let page_url = page.url()?;
    consomme_web::urls(page.document).try_for_each(|used| {
        let url = used.resolve(&page_url);
        let texts = [
            url.as_deref().unwrap_or(used.url),
            used.kind.as_str(),
            used.element.name(),
            used.attribute,
        ];
        records.push(&texts.map(Some), &[])
    })
}
