//! The event handler content attributes.

use super::lists::rows;

/// Returns the event handler content attributes, none of which has a namespace: the standard's,
/// attributes that other specifications add to the same interfaces, and further ones of browsers.
///
/// Deviation (Sanitizer): "an event handler content attribute" is one that the user agent supports.
/// There is none here, so attributes that Chromium, Gecko or WebKit has or had are removed, too,
/// some of them in no specification. This only removes more scripts. Chromium 156 removes 139 of
/// these 211 and no other; `tests/data/sanitizer_lists.txt` has the rest with the reason.
///
/// <https://html.spec.whatwg.org/#event-handler-content-attributes>
pub(super) fn event_handler_content_attributes() -> impl Iterator<Item = &'static str> {
    let sections = ["standard", "other specifications", "browsers"];
    sections.into_iter().flat_map(|section| rows(EVENT_HANDLERS, section).flatten())
}

/// The prefix of the names of event handler content attributes.
pub(super) const EVENT_HANDLER_PREFIX: &str = "on";

/// The attributes, with their sources.
const EVENT_HANDLERS: &str = include_str!("event_handlers.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sanitizer;
    use std::collections::HashSet;

    #[test]
    fn the_names_of_event_handlers_have_the_prefix() {
        let has_prefix = |name: &str| name.starts_with(EVENT_HANDLER_PREFIX);
        assert!(event_handler_content_attributes().all(has_prefix));
    }

    #[test]
    fn no_element_keeps_an_event_handler() {
        for name in event_handler_content_attributes() {
            let html = format!(
                "<p {name}=a()>1<svg {name}=a()><g {name}=a()></g></svg><math {name}=a()></math></p>"
            );
            let expected = "<p>1<svg><g></g></svg><math></math></p>";
            let mut sanitizer = Sanitizer::allow_everything();
            assert_eq!(sanitizer.sanitize_str(&html), expected, "{name}");
            sanitizer.allow_attribute(name);
            assert_eq!(sanitizer.sanitize_str(&html), expected, "{name}");
        }
    }

    #[test]
    fn names_that_no_browser_knows_are_no_event_handlers() {
        let handlers: HashSet<_> = event_handler_content_attributes().collect();
        for name in ["on", "onsoup", "on-click", "onbeforeclick", "onDOMActivate", "ondevicemotion"]
        {
            assert!(!handlers.contains(name), "{name}");
        }
    }
}
