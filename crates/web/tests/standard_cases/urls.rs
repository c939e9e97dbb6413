//! The URLs of a page.

use consomme_web::{PageUrl, parse_refresh, urls as urls_of};

use super::Case;

/// The address of the pages.
pub(super) const ADDRESS: &str = "https://example.com/a/b?c#d";

pub(super) fn refresh(input: &str) -> Option<String> {
    let refresh = parse_refresh(input)?;
    let url = refresh.url.map_or(String::new(), |url| format!(" <{url}>"));
    Some(format!("{}{url}", refresh.seconds))
}

/// A line for each URL: its kind, element and attribute, and the resolved URL.
pub(super) fn urls(case: &Case) -> String {
    let document = consomme_web::consomme::parse_str(case.get("html"));
    let page = PageUrl::new(&document, ADDRESS).expect("the address is absolute");
    let line = |used: consomme_web::FoundUrl<'_>| {
        let url = used.resolve(&page).unwrap_or_else(|| "-".to_owned());
        format!("{} {}@{} {url}\n", used.kind, used.element.name(), used.attribute)
    };
    urls_of(&document).map(line).collect()
}
