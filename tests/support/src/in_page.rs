//! Puts sanitized text into a page, as people do.

use consomme::{Document, NodeRef};

/// Elements that stay in the body of a page wherever they stand, so that content put into them is
/// parsed as with them as the context.
const NAMES: [&str; 10] =
    ["div", "p", "a", "li", "button", "pre", "select", "template", "form", "x-custom"];

/// Returns a page that has a text in an element of HTML, or that it is; `None` if the element
/// cannot be there.
pub fn page_with(name: &str, html: &str) -> Option<String> {
    if name == "html" {
        return Some(format!("<!DOCTYPE html><html>{html}</html>"));
    }
    let is_one = NAMES.contains(&name);
    is_one.then(|| format!("<!DOCTYPE html><body><{name}>{html}</{name}><hr>"))
}

/// Returns whether everything that was put into the `div` of a page is in there.
pub fn is_contained(page: &Document) -> bool {
    let Some(body) = page.body() else { return false };
    let name = |node: NodeRef<'_>| node.as_element().map(|element| element.name().to_owned());
    let names: Vec<_> = body.as_node().children().map(name).collect();
    names == [Some("div".to_owned()), Some("hr".to_owned())]
}
