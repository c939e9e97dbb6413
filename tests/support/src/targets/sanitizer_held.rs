//! Images that a policy holds back: markup with such images, and what a tree must have of them.

use consomme::{Document, ElementRef, Namespace, NodeRef};
use consomme_sanitizer::{HeldImages, Sanitizer};

use super::choices::Choices;
use super::tree::{assert_same, dump};
use crate::source_check::all_nodes;

/// The scheme of the images that are held back.
pub const HELD_SCHEME: &str = "http";

/// The attributes that a page sets when its reader asks for the images, but for `style`: markup can
/// bring a held style that is not the one beside it with images.
const SHOWN: [&str; 4] = ["src", "srcset", "background", "poster"];

/// Elements with images, or with attributes on which the use of others depends.
pub const ELEMENTS: &[&str] = &["img", "link", "meta", "table", "video", "p", "a", "input", "base"];

/// Attributes that hold URLs, on which others depend, or that hold images back.
pub const NAMES: &[&str] = &[
    "src",
    "srcset",
    "background",
    "poster",
    "href",
    "content",
    "http-equiv",
    "rel",
    "style",
    "data-held-src",
    "data-held-srcset",
    "data-held-style",
    "data-held-tracking",
    "type",
];

/// Values for any of these attributes.
pub const VALUES: &[&str] = &[
    "http://a.example/x",
    "//x.example/",
    "x",
    "x 2x, http://a.example/ 1x",
    "5;url=http://x/",
    "refresh",
    "stylesheet",
    "icon",
    "color:red;background:url(http://x/)",
    "tiny",
    "image",
    "cid:a",
    "data:image/png,a",
    "'http://x/' 1x",
];

/// Adds elements with images to markup.
pub fn add_markup(choices: &mut Choices<'_>, markup: &mut String) {
    for _ in 0..=choices.number(3) {
        *markup += choices.one_of(&["<", "<svg><image></image></svg><", "<template><", "<svg><"]);
        *markup += choices.one_of(ELEMENTS);
        for _ in 0..choices.number(4) {
            let (name, value) = (choices.one_of(NAMES), choices.one_of(VALUES));
            *markup += &format!(" {name}=\"{value}\"");
        }
        *markup += ">";
    }
}

/// Returns whether a URL is one of an image that is held back, or of one whose scheme is that of
/// the page around it, which nobody knows.
pub fn is_held_url(url: &str) -> bool {
    let url = url.trim_start_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "");
    let url = url.to_ascii_lowercase().replace('\\', "/");
    url.starts_with("http:") || url.starts_with("//")
}

/// Checks a sanitized tree: no element shows an image that is held back, and each image that is
/// listed as held back is one.
pub fn check(tree: &Document, html: &str) {
    for element in all_nodes(tree).into_iter().filter_map(NodeRef::as_element) {
        for attribute in element.attrs().filter(|it| shows_image(element, it.name())) {
            let value = attribute.value();
            let is_held = match attribute.name() {
                "srcset" => value.split_ascii_whitespace().any(is_held_url),
                _ => is_held_url(value),
            };
            assert!(!is_held, "{attribute:?} in {html:?}");
        }
    }
    for image in HeldImages::of(tree).list() {
        assert!(image.urls().iter().any(|url| is_held_url(url)), "{image:?} in {html:?}");
    }
}

/// Whether a browser fetches an image, audio or video for an attribute.
fn shows_image(element: ElementRef<'_>, attribute: &str) -> bool {
    let is_of = |names: &[&str]| names.contains(&element.name());
    match (element.namespace(), attribute) {
        (Namespace::Html, "src") => is_of(&["img", "audio", "video", "source", "track", "input"]),
        (Namespace::Html, "srcset") => is_of(&["img", "source"]),
        (Namespace::Html, "poster") => is_of(&["video"]),
        (Namespace::Html, "background") => is_of(&["body", "table", "td", "th", "tr"]),
        (Namespace::Svg, "href") => is_of(&["image", "feImage"]),
        _ => false,
    }
}

/// Checks that the images of a sanitized tree can be shown and held back again: what a page sets
/// when its reader asks for them is as the sanitizer would have held it back. `data-held-tracking`
/// does not count, since the markup can bring held images without it.
pub fn check_shown(tree: &Document, sanitizer: &Sanitizer) {
    let mut shown = tree.clone();
    for element in all_nodes(tree).into_iter().filter_map(NodeRef::as_element) {
        for name in SHOWN {
            // The markup can bring one beside the other.
            let held = element.attr(&format!("data-held-{name}"));
            if let Some(value) = held.filter(|_| !element.has_attr(name)) {
                shown.set_attr(element.id(), name, value).expect("an attribute of HTML");
            }
        }
    }
    sanitizer.sanitize(&mut shown);
    let mut expected = tree.clone();
    for document in [&mut shown, &mut expected] {
        let nodes = all_nodes(document);
        let elements = nodes.into_iter().filter_map(NodeRef::as_element);
        let ids: Vec<_> = elements.map(ElementRef::id).collect();
        for id in ids {
            document.remove_attr(id, "data-held-tracking").expect("an element");
        }
    }
    assert_same(&dump(&expected), &dump(&shown), "shown and held back again");
}
