//! The fetches of `link` elements.

use crate::names::known;
use crate::urls::srcset::has_candidates;

use super::element::Element;
use super::fetch::{FetchKind, SpeculativeFetch};
use super::mime_type::{is_css, matches_preload_destination};

/// The keywords of `rel` for which something is fetched, or a connection is made.
///
/// <https://html.spec.whatwg.org/#linkTypes>
const KEYWORDS: &[(&str, FetchKind)] = &[
    ("stylesheet", FetchKind::StyleSheet),
    ("preload", FetchKind::Preload),
    ("modulepreload", FetchKind::ModulePreload),
    ("prefetch", FetchKind::Prefetch),
    ("preconnect", FetchKind::Preconnect),
    ("dns-prefetch", FetchKind::DnsPrefetch),
];

/// Calls `found` with each resource that an HTML `link` element fetches, in the order of the
/// keywords of its `rel`.
///
/// <https://html.spec.whatwg.org/#fetch-and-process-the-linked-resource>
pub(super) fn fetches(element: &Element<'_>, mut found: impl FnMut(SpeculativeFetch)) {
    let Some(rel) = element.get(known::REL) else { return };
    let mut seen = [false; KEYWORDS.len()];
    for token in rel.split_ascii_whitespace() {
        let is_it = |(keyword, _): &(&str, FetchKind)| token.eq_ignore_ascii_case(keyword);
        if let Some(index) = KEYWORDS.iter().position(is_it)
            && !std::mem::replace(&mut seen[index], true)
            && let Some(fetch) = fetch(element, KEYWORDS[index].1)
        {
            found(fetch);
        }
    }
}

/// Returns the fetch of the element for one of its keywords.
fn fetch(element: &Element<'_>, kind: FetchKind) -> Option<SpeculativeFetch> {
    let url = element.get(known::HREF).unwrap_or("");
    let destination = match kind {
        FetchKind::StyleSheet => {
            // "If the UA does not support the given MIME type for the given link relationship, then
            // the UA should not fetch and process the linked resource." The setup steps return
            // false if the attribute `disabled` is set.
            // An empty one names none: browsers fetch the style sheet.
            let mime_type = element.get(known::TYPE).filter(|mime_type| !mime_type.is_empty());
            let is_other = mime_type.is_some_and(|mime_type| !is_css(mime_type));
            if is_other || element.has(known::DISABLED) {
                return None;
            }
            "style"
        }
        FetchKind::Preload => return preload(element, url),
        FetchKind::ModulePreload => module_preload_destination(element)?,
        _ => "",
    };
    // "If el's href attribute's value is the empty string, then return."
    (!url.is_empty()).then(|| element.fetch(kind, destination, url))
}

/// Returns the fetch of a `link` with the keyword `preload`.
///
/// <https://html.spec.whatwg.org/#link-type-preload>
fn preload(element: &Element<'_>, url: &str) -> Option<SpeculativeFetch> {
    /// <https://html.spec.whatwg.org/#preload-destination>
    const DESTINATIONS: &[&str] = &["fetch", "font", "image", "script", "style", "track"];
    let destination = keyword(element.get(known::AS)?, DESTINATIONS)?;
    let mime_type = element.get(known::TYPE).unwrap_or("");
    let has_set =
        destination == "image" && element.get(known::IMAGESRCSET).is_some_and(has_candidates);
    if !matches_preload_destination(mime_type, destination) || url.is_empty() && !has_set {
        return None;
    }
    // To translate the potential destination "fetch" is to return the empty string.
    let destination = if destination == "fetch" { "" } else { destination };
    Some(element.fetch(FetchKind::Preload, destination, url))
}

/// Returns the destination of a `link` with the keyword `modulepreload`, if it is a module preload
/// destination.
///
/// <https://html.spec.whatwg.org/#link-type-modulepreload>
fn module_preload_destination(element: &Element<'_>) -> Option<&'static str> {
    /// <https://html.spec.whatwg.org/#module-preload-destination>
    const DESTINATIONS: &[&str] = &[
        "audioworklet",
        "json",
        "paintworklet",
        "script",
        "serviceworker",
        "sharedworker",
        "style",
        "text",
        "worker",
    ];
    /// The other keywords of the attribute `as`.
    const OTHERS: &[&str] = &["fetch", "font", "image", "track"];
    let value = element.get(known::AS).unwrap_or("");
    // "… or "script" if it is in no state."
    match keyword(value, DESTINATIONS) {
        None if keyword(value, OTHERS).is_some() => None,
        destination => Some(destination.unwrap_or("script")),
    }
}

/// Returns the keyword that a value is, ASCII-case-insensitively.
fn keyword(value: &str, keywords: &[&'static str]) -> Option<&'static str> {
    keywords.iter().copied().find(|keyword| value.eq_ignore_ascii_case(keyword))
}
