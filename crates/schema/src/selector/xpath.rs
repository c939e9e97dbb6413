//! XPath expressions that are selectors.

use consomme::Selector;
use consomme_xpath::{CssPath, CssTarget, XPathOptions};

use super::{Mistake, Output, Part};

/// Parses the XPath expression of a field.
pub(crate) fn parse_xpath(text: &str, is_in_group: bool) -> Result<Vec<Part>, Mistake> {
    let path = XPathOptions::new().any_namespace(true).parse(text).map_err(|error| {
        let offset = error.range().start;
        let message = error.to_string();
        // The error of the schema says the place, too.
        let reason = message.strip_suffix(&format!(" at byte {offset} of `{text}`"));
        Mistake { offset, reason: reason.unwrap_or(&message).to_owned() }
    })?;
    let paths = path
        .to_css()
        .map_err(|error| Mistake { offset: error.range().start, reason: error.to_string() })?;
    let parts = paths.into_iter().map(|path| part(path, is_in_group));
    parts.collect::<Result<_, String>>().map_err(|reason| Mistake { offset: 0, reason })
}

fn part(path: CssPath, is_in_group: bool) -> Result<Part, String> {
    match (path.is_absolute, is_in_group) {
        (true, true) => {
            return Err("the path starts at the page; `.//` starts at the group".to_owned());
        }
        (false, false) => {
            return Err(
                "the path is relative, and the field is in no group; `//` starts at the page"
                    .to_owned(),
            );
        }
        _ => {}
    }
    let text = path.selector;
    if text.starts_with(":scope +") || text.starts_with(":scope ~") {
        return Err("the path leaves the group".to_owned());
    }
    let output = match path.target {
        CssTarget::Texts => Output::Texts,
        CssTarget::Attribute(name) => Output::Attribute(name),
        _ => Output::TextContent,
    };
    let selector = Selector::parse(&text).map_err(|error| error.to_string())?;
    Ok(Part { selector, output, text })
}
