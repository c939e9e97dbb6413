//! The fetches of `script` elements.

use crate::names::{Namespace, known};

use super::element::Element;
use super::fetch::{FetchKind, SpeculativeFetch};
use super::mime_type::is_javascript_essence;

/// Returns the fetch of a `script` element of HTML or SVG, if scripting is enabled.
///
/// <https://html.spec.whatwg.org/#prepare-the-script-element>
pub(super) fn fetch(element: &Element<'_>, namespace: Namespace) -> Option<SpeculativeFetch> {
    let is_html = namespace == Namespace::Html;
    let url = if is_html { element.get(known::SRC) } else { element.svg_href() };
    // "If src is the empty string, then … return."
    let url = url.filter(|url| !url.is_empty())?;
    let kind = kind(element, is_html)?;
    if kind == FetchKind::Script && is_html {
        // "If el has a nomodule content attribute and its type is "classic", then return."
        if element.has(known::NOMODULE) || is_for_another_event(element) {
            return None;
        }
    }
    Some(element.fetch(kind, "script", url))
}

/// Returns the kind of a script by "the script block's type string". External import maps and
/// speculation rules are not fetched, nor are data blocks.
fn kind(element: &Element<'_>, is_html: bool) -> Option<FetchKind> {
    let language = element.get(known::LANGUAGE).filter(|_| is_html);
    let is_javascript = match (element.get(known::TYPE), language) {
        (Some(""), _) | (None, None | Some("")) => true,
        (Some(type_string), _) => {
            let type_string = type_string.trim_matches(|c: char| c.is_ascii_whitespace());
            if type_string.eq_ignore_ascii_case("module") {
                return Some(FetchKind::ModuleScript);
            }
            is_javascript_essence(type_string)
        }
        (None, Some(language)) => is_javascript_essence(&format!("text/{language}")),
    };
    is_javascript.then_some(FetchKind::Script)
}

/// Whether the attributes `event` and `for` say that the script is run at another event than the
/// `load` of the window: such scripts are not run at all.
fn is_for_another_event(element: &Element<'_>) -> bool {
    let trimmed = |name| {
        let value = element.get(name)?;
        Some(value.trim_matches(|c: char| c.is_ascii_whitespace()))
    };
    let (Some(event), Some(target)) = (trimmed(known::EVENT), trimmed(known::FOR)) else {
        return false;
    };
    let is_load = ["onload", "onload()"].iter().any(|load| event.eq_ignore_ascii_case(load));
    !is_load || !target.eq_ignore_ascii_case("window")
}
