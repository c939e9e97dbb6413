//! The event handler content attributes.

/// The event handler content attributes, none of which has a namespace: those of the three tables
/// of the standard, then those that other specifications add to the same interfaces, then those
/// that browsers have besides.
///
/// Deviation: "an event handler content attribute" is one that the user agent supports. There is
/// none here, so those that Chromium, Gecko or WebKit has or had are removed, too, some of them in
/// no specification. They only take away what would run a script.
///
/// Not in the lists are handlers that have no content attribute anywhere: those of `window` alone
/// (`ondevicemotion`, `onappinstalled`) and of objects that are no elements.
///
/// <https://html.spec.whatwg.org/#event-handler-content-attributes>
pub(super) fn event_handler_content_attributes() -> impl Iterator<Item = &'static str> {
    let lists = [EVENT_HANDLERS, OTHER_EVENT_HANDLERS, BROWSER_EVENT_HANDLERS];
    lists.into_iter().flatten().copied()
}

/// The event handlers of HTML elements, `body` and `frameset` included.
///
/// <https://html.spec.whatwg.org/#event-handlers-on-elements,-document-objects,-and-window-objects>
const EVENT_HANDLERS: &[&str] = &[
    // Supported by all HTML elements, as content attributes.
    "onabort",
    "onauxclick",
    "onbeforeinput",
    "onbeforematch",
    "onbeforetoggle",
    "oncancel",
    "oncanplay",
    "oncanplaythrough",
    "onchange",
    "onclick",
    "onclose",
    "oncommand",
    "oncontextlost",
    "oncontextmenu",
    "oncontextrestored",
    "oncopy",
    "oncuechange",
    "oncut",
    "ondblclick",
    "ondrag",
    "ondragend",
    "ondragenter",
    "ondragleave",
    "ondragover",
    "ondragstart",
    "ondrop",
    "ondurationchange",
    "onemptied",
    "onended",
    "onformdata",
    "oninput",
    "oninvalid",
    "onkeydown",
    "onkeypress",
    "onkeyup",
    "onloadeddata",
    "onloadedmetadata",
    "onloadstart",
    "onmousedown",
    "onmouseenter",
    "onmouseleave",
    "onmousemove",
    "onmouseout",
    "onmouseover",
    "onmouseup",
    "onpaste",
    "onpause",
    "onplay",
    "onplaying",
    "onprogress",
    "onratechange",
    "onreset",
    "onscrollend",
    "onsecuritypolicyviolation",
    "onseeked",
    "onseeking",
    "onselect",
    "onslotchange",
    "onstalled",
    "onsubmit",
    "onsuspend",
    "ontimeupdate",
    "ontoggle",
    "onvolumechange",
    "onwaiting",
    "onwebkitanimationend",
    "onwebkitanimationiteration",
    "onwebkitanimationstart",
    "onwebkittransitionend",
    "onwheel",
    // Supported by all HTML elements; those of `body` and `frameset` are the window's.
    "onblur",
    "onerror",
    "onfocus",
    "onload",
    "onresize",
    "onscroll",
    // Supported by `body` and `frameset`.
    "onafterprint",
    "onbeforeprint",
    "onbeforeunload",
    "onhashchange",
    "onlanguagechange",
    "onmessage",
    "onmessageerror",
    "onoffline",
    "ononline",
    "onpagehide",
    "onpagereveal",
    "onpageshow",
    "onpageswap",
    "onpopstate",
    "onrejectionhandled",
    "onstorage",
    "onunhandledrejection",
    "onunload",
];

/// The event handlers that other specifications add to elements, each group under the name of its
/// specification.
const OTHER_EVENT_HANDLERS: &[&str] = &[
    // Pointer Events. <https://w3c.github.io/pointerevents/>
    "ongotpointercapture",
    "onlostpointercapture",
    "onpointercancel",
    "onpointerdown",
    "onpointerenter",
    "onpointerleave",
    "onpointermove",
    "onpointerout",
    "onpointerover",
    "onpointerrawupdate",
    "onpointerup",
    // CSS Animations Level 1. <https://drafts.csswg.org/css-animations-1/>
    "onanimationcancel",
    "onanimationend",
    "onanimationiteration",
    "onanimationstart",
    // CSS Transitions Level 1. <https://drafts.csswg.org/css-transitions-1/>
    "ontransitioncancel",
    "ontransitionend",
    "ontransitionrun",
    "ontransitionstart",
    // CSS Scroll Snap Level 2. <https://drafts.csswg.org/css-scroll-snap-2/>
    "onscrollsnapchange",
    "onscrollsnapchanging",
    // Touch Events Level 2. <https://w3c.github.io/touch-events/>
    "ontouchcancel",
    "ontouchend",
    "ontouchmove",
    "ontouchstart",
    // Selection API. <https://w3c.github.io/selection-api/>
    "onselectionchange",
    "onselectstart",
    // SVG Animations Level 2, of animation elements. <https://svgwg.org/specs/animations/>
    "onbegin",
    "onend",
    "onrepeat",
    // SVG 1.1, gone from SVG 2. <https://www.w3.org/TR/SVG11/interact.html>
    "onactivate",
    "onfocusin",
    "onfocusout",
    "onzoom",
    // Gamepad, of `body` and `frameset`. <https://w3c.github.io/gamepad/>
    "ongamepadconnected",
    "ongamepaddisconnected",
    // Compatibility Standard, of `body`. <https://compat.spec.whatwg.org/>
    "onorientationchange",
    // Portals, of `body` and `frameset`. <https://wicg.github.io/portals/>
    "onportalactivate",
    // WebXR DOM Overlays Module. <https://immersive-web.github.io/dom-overlays/>
    "onbeforexrselect",
    // HTML, before they were removed: of all elements, of forms and their controls, of `menu`, of
    // `table`, and of `marquee`.
    "onautocomplete",
    "onautocompleteerror",
    "ondragexit",
    "onformchange",
    "onforminput",
    "onloadend",
    "onmousewheel",
    "onshow",
    "onsort",
    "onbounce",
    "onfinish",
    "onstart",
];

/// The event handlers that a specification defines as IDL attributes only, or none does, and of
/// which browsers have content attributes. Each is in one of the lists of names of the engines, of
/// today or before:
///
/// - Chromium: `html_attribute_names.json5` and `svg_attribute_names.json5` in
///   <https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/>
/// - Gecko: <https://github.com/mozilla-firefox/firefox/blob/main/dom/events/EventNameList.h>,
///   without the names for XUL, and those with capitals, which the parser makes of no attribute;
/// - WebKit: <https://github.com/WebKit/WebKit/blob/main/Source/WebCore/html/HTMLAttributeNames.in>
const BROWSER_EVENT_HANDLERS: &[&str] = &[
    // Fullscreen API, with the prefixes it had: WebKit; with the prefix `moz` and without, Gecko.
    // <https://fullscreen.spec.whatwg.org/>
    "onfullscreenchange",
    "onfullscreenerror",
    "onmozfullscreenchange",
    "onmozfullscreenerror",
    "onwebkitbeginfullscreen",
    "onwebkitendfullscreen",
    "onwebkitfullscreenchange",
    "onwebkitfullscreenerror",
    // Pointer Lock: Gecko. <https://w3c.github.io/pointerlock/>
    "onmozpointerlockchange",
    "onmozpointerlockerror",
    "onpointerlockchange",
    "onpointerlockerror",
    // Encrypted Media Extensions: Gecko; with the prefix they had, WebKit, and so Media Source
    // Extensions. <https://w3c.github.io/encrypted-media/> <https://w3c.github.io/media-source/>
    "onencrypted",
    "onwaitingforkey",
    "onwebkitkeyadded",
    "onwebkitkeyerror",
    "onwebkitkeymessage",
    "onwebkitneedkey",
    "onwebkitsourceclose",
    "onwebkitsourceended",
    "onwebkitsourceopen",
    // CSS Containment: all three. <https://drafts.csswg.org/css-contain-2/>
    "oncontentvisibilityautostatechange",
    // Of Chromium: clipboard, search fields, windows and overscrolling; forms that are filled in;
    // the first name of `onpointerrawupdate`; invisible content; the elements that ask for a
    // permission, a stream or an installation.
    "onactivateinvisible",
    "onautofill",
    "onbeforecopy",
    "onbeforecut",
    "onbeforefilter",
    "onbeforepaste",
    "ondismiss",
    "oninstallresult",
    "onlocation",
    "onmove",
    "onoverscroll",
    "onpointerrawmove",
    "onpromptaction",
    "onpromptdismiss",
    "onresolve",
    "onsearch",
    "onstream",
    "ontimezonechange",
    "onvalidationstatuschange",
    // Of Gecko; the last two are the document's, but their attributes made functions of every
    // element until 2025.
    "onafterscriptexecute",
    "onbeforescriptexecute",
    "onmouselongtap",
    "onreadystatechange",
    "onvisibilitychange",
    // Of WebKit.
    "onbeforeload",
    "ondevicechange",
    "ongesturechange",
    "ongestureend",
    "ongesturestart",
    "onimmersivechange",
    "onimmersiveerror",
    "ontouchforcechange",
    "onwebkitcurrentplaybacktargetiswirelesschanged",
    "onwebkitmouseforcechanged",
    "onwebkitmouseforcedown",
    "onwebkitmouseforceup",
    "onwebkitmouseforcewillbegin",
    "onwebkitplaybacktargetavailabilitychanged",
    "onwebkitpresentationmodechanged",
    "onwebkitspeechchange",
    "onwebkitwillrevealbottom",
    "onwebkitwillrevealleft",
    "onwebkitwillrevealright",
    "onwebkitwillrevealtop",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sanitizer::Sanitizer;
    use std::collections::HashSet;

    #[test]
    fn the_lists_are_complete_and_without_duplicates() {
        assert_eq!(EVENT_HANDLERS.len(), 70 + 6 + 18);
        let (of_specifications, of_browsers) = (11 + 4 + 4 + 2 + 4 + 2 + 3 + 4 + 5 + 12, 66);
        assert_eq!(OTHER_EVENT_HANDLERS.len(), of_specifications);
        assert_eq!(BROWSER_EVENT_HANDLERS.len(), of_browsers);
        let handlers: HashSet<_> = event_handler_content_attributes().collect();
        assert_eq!(handlers.len(), EVENT_HANDLERS.len() + of_specifications + of_browsers);
        for name in handlers {
            let is_event = name.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(name.starts_with("on") && name.len() > 4 && is_event, "{name}");
        }
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
