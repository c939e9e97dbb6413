//! The images that a policy holds back until the reader asks for them.

use std::fmt;
use std::sync::LazyLock;

use consomme::urls::UrlForm;
use consomme::{Document, ElementRef, NodeRef};

use crate::config::rows;

/// The prefix of the attributes that hold images back.
pub(crate) const HELD_PREFIX: &str = "data-held-";

/// The rest of the name of the attribute that says how a held image tracks.
pub(crate) const HELD_TRACKING: &str = "tracking";

/// The addresses of services that count readers.
static TRACKERS: LazyLock<Trackers> = LazyLock::new(|| {
    let list = include_str!("trackers.txt");
    let paths = rows(list, "paths").flatten().map(|path| format!("/{path}/")).collect();
    Trackers { hosts: rows(list, "hosts").flatten().collect(), paths }
});

struct Trackers {
    hosts: Vec<&'static str>,
    /// Parts of paths, each between two slashes.
    paths: Vec<String>,
}

/// How many elements around an image are asked whether they are hidden.
const MAX_AROUND: usize = 8;

/// The images of a text that are held back, in their order:
/// [`UrlPolicy::hold_images`](crate::UrlPolicy::hold_images) says which.
///
/// A button "show images" takes a script of the page:
///
/// ```js
/// for (const name of ["src", "srcset", "background", "poster", "style"]) {
///     for (const element of mail.querySelectorAll(`[data-held-${name}]`)) {
///         element.setAttribute(name, element.getAttribute(`data-held-${name}`));
///     }
/// }
/// ```
///
/// With `:not([data-held-tracking])`, it leaves out the images that look like trackers.
///
/// ```
/// use consomme_sanitizer::{Preset, SanitizeOptions, Sanitizer, Tracking};
///
/// let mail = "<img src=https://a.example/pot.png width=300><img src=https://a.example/7 width=1 height=1>";
/// let sanitized = SanitizeOptions::new().sanitize(&Sanitizer::preset(Preset::Email), "div", mail);
/// let held = sanitized.held_images();
/// assert_eq!((held.list().len(), held.tracking().count()), (2, 1));
/// assert_eq!(held.list()[1].tracking(), Some(Tracking::Tiny));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct HeldImages {
    list: Vec<HeldImage>,
}

impl HeldImages {
    /// Finds the images that are held back in a sanitized document.
    pub fn of(document: &Document) -> HeldImages {
        let elements = document.root().descendants_with_templates().filter_map(NodeRef::as_element);
        HeldImages { list: elements.filter(|it| has_held(*it)).flat_map(held_by).collect() }
    }

    /// Returns all of them.
    pub fn list(&self) -> &[HeldImage] {
        &self.list
    }

    /// Returns the images that look as if they only tell the sender that the text is read.
    pub fn tracking(&self) -> impl Iterator<Item = &HeldImage> {
        self.list.iter().filter(|image| image.tracking.is_some())
    }
}

/// An image that is held back, or several between which a browser chooses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HeldImage {
    element: String,
    attribute: &'static str,
    urls: Vec<String>,
    tracking: Option<Tracking>,
}

impl HeldImage {
    /// Returns the local name of the element that has it.
    pub fn element(&self) -> &str {
        &self.element
    }

    /// Returns the attribute that it was in: `src`, `srcset`, `background`, `poster` or `style`.
    pub fn attribute(&self) -> &str {
        self.attribute
    }

    /// Returns its addresses: one, or the candidates of `srcset` and the URLs in a style.
    pub fn urls(&self) -> &[String] {
        &self.urls
    }

    /// Returns the sign by which it looks like a tracker, if there is one.
    pub fn tracking(&self) -> Option<Tracking> {
        self.tracking
    }
}

/// Returns whether an element holds something back.
#[inline]
pub(crate) fn has_held(element: ElementRef<'_>) -> bool {
    element.attrs().any(|attribute| attribute.name().starts_with(HELD_PREFIX))
}

/// Returns what an element holds back.
fn held_by(element: ElementRef<'_>) -> Vec<HeldImage> {
    let mut images = Vec::new();
    let held = |name: &str| element.attr(&format!("{HELD_PREFIX}{name}"));
    let tracking = held(HELD_TRACKING).and_then(Tracking::from_code);
    for attribute in ["src", "srcset", "background", "poster", "style"] {
        let Some(value) = held(attribute) else { continue };
        let urls = match attribute {
            "srcset" => UrlForm::Srcset.split(value).map(|(url, _)| url.to_owned()).collect(),
            "style" => urls_of_style(value),
            _ => vec![value.to_owned()],
        };
        let element = element.name().to_owned();
        images.push(HeldImage { element, attribute, urls, tracking });
    }
    images
}

/// Returns the remote URLs of a style that the sanitizer has written: each is a string in quotation
/// marks, where only these and backslashes have one before them.
fn urls_of_style(style: &str) -> Vec<String> {
    let mut urls = Vec::new();
    let mut open: Option<String> = None;
    let mut characters = style.chars();
    while let Some(character) = characters.next() {
        match (character, &mut open) {
            ('"', None) => open = Some(String::new()),
            ('"', Some(_)) => urls.extend(open.take()),
            ('\\', Some(url)) => url.extend(characters.next()),
            (_, Some(url)) => url.push(character),
            (_, None) => {}
        }
    }
    urls.retain(|url| url.contains("://"));
    urls
}

/// By what a held image looks like one that only tells its sender that the text is read. It is a
/// guess: any remote image does that, and a tracker can look like any image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Tracking {
    /// It is one pixel wide and high at most, or has no width or no height.
    Tiny,
    /// It is not rendered, or cannot be seen: by `hidden`, or by a style of its own or of an
    /// element around it.
    Hidden,
    /// Its address looks like one of a service that counts readers.
    KnownAddress,
}

impl Tracking {
    /// Returns the code, which does not change: `tiny`, `hidden` or `known-address`. It is the value
    /// of `data-held-tracking`.
    pub fn code(self) -> &'static str {
        match self {
            Tracking::Tiny => "tiny",
            Tracking::Hidden => "hidden",
            Tracking::KnownAddress => "known-address",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Tracking> {
        let all = [Tracking::Tiny, Tracking::Hidden, Tracking::KnownAddress];
        all.into_iter().find(|tracking| tracking.code() == code)
    }

    /// Returns by what an image of the source looks like a tracker.
    pub(crate) fn of(element: ElementRef<'_>, url: &str) -> Option<Tracking> {
        let (width, height) = (size(element, "width"), size(element, "height"));
        let is_tiny = match (width, height) {
            (Some(width), Some(height)) => width <= 1.0 && height <= 1.0 || width * height == 0.0,
            (Some(one), None) | (None, Some(one)) => one == 0.0,
            (None, None) => false,
        };
        if is_tiny && element.is_html("img") {
            return Some(Tracking::Tiny);
        }
        let around = element.as_node().ancestors().filter_map(NodeRef::as_element);
        if is_hidden(element) || around.take(MAX_AROUND).any(is_hidden) {
            return Some(Tracking::Hidden);
        }
        is_known(url).then_some(Tracking::KnownAddress)
    }
}

/// The code.
impl fmt::Display for Tracking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Returns the size of an image in pixels, by its style or its attribute.
fn size(element: ElementRef<'_>, name: &str) -> Option<f32> {
    let of_style = element.attr("style").and_then(|style| {
        declared(style, name).or_else(|| declared(style, &format!("max-{name}")))
    });
    let value = of_style.as_deref().or_else(|| element.attr(name))?.trim();
    let end = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
    let (number, unit) = value.split_at(end);
    matches!(unit, "" | "px" | "pt").then(|| number.parse().ok())?
}

fn is_hidden(element: ElementRef<'_>) -> bool {
    if element.has_attr("hidden") {
        return true;
    }
    let Some(style) = element.attr("style") else { return false };
    let is = |name: &str, values: &[&str]| {
        declared(style, name).is_some_and(|value| values.contains(&&*value))
    };
    is("display", &["none"])
        || is("visibility", &["hidden", "collapse"])
        || is("opacity", &["0", "0.0", "0%"])
        || is("mso-hide", &["all"])
}

/// Returns the last value of a property in a style, lowercased. The style is not parsed as CSS: this
/// is for a guess only.
fn declared(style: &str, property: &str) -> Option<String> {
    let mut declarations = style.split(';').filter_map(|it| it.split_once(':'));
    let (_, value) = declarations.rfind(|(name, _)| name.trim().eq_ignore_ascii_case(property))?;
    let value = value.trim().to_ascii_lowercase();
    Some(value.trim_end_matches("!important").trim_end().to_owned())
}

/// Returns whether an address looks like one of a service that counts readers.
fn is_known(url: &str) -> bool {
    let lowercased = url.to_ascii_lowercase();
    let Some((_, rest)) = lowercased.split_once("://") else { return false };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let is_below = |known: &str| {
        host.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let path = format!("/{path}/");
    TRACKERS.hosts.iter().any(|host| is_below(host))
        || TRACKERS.paths.iter().any(|known| path.contains(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tracking(html: &str) -> Option<Tracking> {
        let document = consomme::parse_fragment("div", html);
        let mut images = document.descendant_elements().filter(|it| it.is_html("img"));
        let image = images.next().expect("an image");
        Tracking::of(image, image.attr("src").unwrap_or_default())
    }

    #[test]
    fn images_that_look_like_trackers_are_told_by_their_size_their_style_or_their_address() {
        for (html, expected) in [
            ("<img src=https://a/ width=1 height=1>", Some(Tracking::Tiny)),
            ("<img src=https://a/ width=0>", Some(Tracking::Tiny)),
            (
                "<img src=https://a/ style='WIDTH: 1px !important; height:1px'>",
                Some(Tracking::Tiny),
            ),
            ("<img src=https://a/ width=600 height=1>", None),
            ("<img src=https://a/ width=100% height=1>", None),
            ("<img src=https://a/ style='display:none'>", Some(Tracking::Hidden)),
            ("<div style='opacity: 0'><p><img src=https://a/></div>", Some(Tracking::Hidden)),
            ("<img hidden src=https://a/>", Some(Tracking::Hidden)),
            ("<img src=https://u1.ct.a.example/WF/open?upn=x>", Some(Tracking::KnownAddress)),
            ("<img src=https://a.pstmrk.it/x>", Some(Tracking::KnownAddress)),
            ("<img src=https://a.example/opened/track-suits.png>", None),
            ("<img src=https://notpstmrk.it/x>", None),
            ("<img src=https://a.example/pot.png width=300 height=200>", None),
        ] {
            assert_eq!(tracking(html), expected, "{html}");
        }
    }

    #[test]
    fn the_codes_are_told_apart() {
        for tracking in [Tracking::Tiny, Tracking::Hidden, Tracking::KnownAddress] {
            assert_eq!(Tracking::from_code(tracking.code()), Some(tracking));
        }
        assert_eq!(Tracking::from_code("big"), None);
    }
}
