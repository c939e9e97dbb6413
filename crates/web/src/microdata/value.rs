//! The values of properties.

use consomme::ElementRef;

use super::item::Item;
use crate::page_url::PageUrl;

/// The value of a property.
///
/// <https://html.spec.whatwg.org/#concept-property-value>
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PropertyValue<'m, 'a> {
    /// An item.
    Item(Item<'m, 'a>),
    /// A text. Of elements that have a URL, such as `a` and `img`, it is the resolved URL, empty if
    /// there is no valid one.
    Text(String),
}

/// Returns the value of a property that is no item.
pub(super) fn text(element: ElementRef<'_>, page: &PageUrl) -> String {
    let attribute = |name| element.attr(name).unwrap_or("").to_owned();
    let url = |name| element.attr(name).and_then(|url| page.join(url)).unwrap_or_default();
    match element.name() {
        "meta" => attribute("content"),
        "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => url("src"),
        "a" | "area" | "link" => url("href"),
        "object" => url("data"),
        "data" | "meter" => attribute("value"),
        // "The datetime value of a time element is the value of the element's datetime content
        // attribute, if it has one, otherwise the child text content of the time element."
        "time" => match element.attr("datetime") {
            Some(datetime) => datetime.to_owned(),
            None => element.children().filter_map(|child| child.as_text()).collect(),
        },
        _ => element.text_content(),
    }
}
