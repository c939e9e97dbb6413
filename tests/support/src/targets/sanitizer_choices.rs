//! The configurations of sanitizers that an input can choose.

use std::cell::Cell;
use std::rc::Rc;

use consomme::Namespace;
use consomme_sanitizer::{
    AttributeVerdict, ElementVerdict, Policy, RelativeUrls, Sanitizer, SanitizerAttribute,
    SanitizerConfig, SanitizerElementWithAttributes, UrlPolicy,
};

use super::choices::Choices;
use super::sanitizer_beyond::Beyond;
use super::sanitizer_held;
#[cfg(feature = "css")]
use super::sanitizer_pieces::STYLE_PIECES;
use crate::generator::MAX_SECTION;
#[cfg(feature = "css")]
use crate::styles::Kept;

/// A configuration as it is chosen: where it starts from, what modifies it, and a policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    base: Base,
    changes: Vec<Change>,
    policy: Option<PolicyChoices>,
    /// More actions of the policy.
    beyond: Beyond,
    /// Whether the policy holds images back.
    holds_images: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// The built-in safe default.
    Default,
    AllowEverything,
    /// All elements, and all attributes but one.
    WithoutStyle,
    /// All elements, and no attributes but custom data attributes.
    DataAttributes,
}

/// A call of a modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    AllowElement(Element),
    RemoveElement(Element),
    ReplaceElementWithChildren(Element),
    AllowAttribute(&'static str),
    RemoveAttribute(&'static str),
    /// Allows an element that keeps this attribute.
    AllowElementWith(Element, &'static str),
    SetComments(bool),
    SetDataAttributes(bool),
    SetJavascriptUrls(bool),
}

type Element = (Namespace, &'static str);

/// The actions of a policy. It would set again whatever it sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PolicyChoices {
    unwrap_unlisted: bool,
    urls: bool,
    names: bool,
    enforced: bool,
    custom_elements: bool,
    on_element: bool,
    on_attribute: bool,
    /// Keeps `style`, with listed properties. Without the feature `css`, it does nothing.
    styles: bool,
}

/// The properties that stay.
#[cfg(feature = "css")]
const PROPERTIES: [&str; 7] =
    ["background", "background-image", "color", "filter", "width", "--x", "content"];

thread_local! {
    /// The sanitizer that was made last. Making one takes ten times as long as all that an input
    /// checks with it.
    static LAST: Cell<Option<(Configuration, Rc<Sanitizer>)>> = const { Cell::new(None) };
}

impl Configuration {
    /// Chooses a configuration by a section of the choices: the built-in safe default, if that is
    /// empty. That the section has a length of its own lets inputs share a configuration and differ
    /// in everything else.
    pub fn choose(choices: &mut Choices<'_>) -> Configuration {
        let mut choices = choices.section(MAX_SECTION);
        let choices = &mut choices;
        let (base, is_modified) = match choices.number(3) {
            0 => (Base::Default, false),
            1 => (Base::AllowEverything, false),
            2 => (Base::Default, true),
            _ if choices.flag() => (Base::WithoutStyle, true),
            _ => (Base::DataAttributes, true),
        };
        let count = if is_modified { choices.number(12) } else { 0 };
        let mut changes: Vec<_> = (0..count).map(|_| Change::choose(choices)).collect();
        let policy = (choices.number(3) == 1).then(|| PolicyChoices::choose(choices));
        // After all others, so that the bytes before mean what they meant when finds were made.
        let count = if is_modified { choices.number(4) } else { 0 };
        changes.extend((0..count).map(|_| Change::choose_about_data(choices)));
        let beyond = policy.map(|_| Beyond::choose(choices)).unwrap_or_default();
        let holds_images = policy.is_some() && choices.flag();
        Configuration { base, changes, policy, beyond, holds_images }
    }

    /// Returns the actions of the policy beyond names and values.
    pub fn beyond(&self) -> Beyond {
        self.beyond
    }

    /// Adds markup that the policy acts on.
    pub fn add_beyond(&self, choices: &mut Choices<'_>, markup: &mut String) {
        self.beyond.add_markup(choices, markup);
    }

    /// Returns whether the policy holds images back.
    pub fn holds_images(&self) -> bool {
        self.holds_images
    }

    /// Adds markup with images, if the policy holds these back.
    pub fn add_images(&self, choices: &mut Choices<'_>, markup: &mut String) {
        if self.holds_images {
            sanitizer_held::add_markup(choices, markup);
        }
    }

    /// Returns whether the sanitizer has a policy.
    pub fn has_policy(&self) -> bool {
        self.policy.is_some()
    }

    /// Returns a sanitizer with this configuration.
    pub fn sanitizer(self) -> Rc<Sanitizer> {
        let sanitizer = match LAST.take() {
            Some((configuration, sanitizer)) if configuration == self => sanitizer,
            _ => Rc::new(self.make()),
        };
        LAST.set(Some((self, Rc::clone(&sanitizer))));
        sanitizer
    }

    fn make(&self) -> Sanitizer {
        let of = |config| Sanitizer::from_config(config).expect("a valid configuration");
        let none: [&str; 0] = [];
        let mut sanitizer = match self.base {
            Base::Default => Sanitizer::new(),
            Base::AllowEverything => Sanitizer::allow_everything(),
            Base::WithoutStyle => of(SanitizerConfig::new().remove_attributes(["style"])),
            Base::DataAttributes => {
                of(SanitizerConfig::new().attributes(none).data_attributes(true))
            }
        };
        for &change in &self.changes {
            let before = sanitizer.config();
            change.apply(&mut sanitizer);
            check_data_attributes(change, &before, &sanitizer.config());
        }
        // Modifiers leave a canonical and valid configuration.
        assert_eq!(of(sanitizer.config()).config(), sanitizer.config());
        match self.policy {
            Some(policy) => {
                if cfg!(feature = "css") && policy.styles {
                    sanitizer.allow_attribute("style");
                }
                sanitizer.policy(self.beyond.add_to(policy.make(self.holds_images)))
            }
            None => sanitizer,
        }
    }

    /// Adds an element with custom data attributes to markup, if the configuration speaks of these.
    pub fn add_data_attributes(&self, markup: &mut String) {
        let names_data = |change: &Change| match change {
            Change::AllowAttribute(name)
            | Change::RemoveAttribute(name)
            | Change::AllowElementWith(_, name) => name.starts_with("data"),
            Change::SetDataAttributes(_) => true,
            _ => false,
        };
        if self.changes.iter().any(names_data) {
            *markup += "<p data- data-x=1 data-X=2 data--=3 data>";
        }
    }

    /// Adds elements with styles to markup, if the configuration keeps styles with listed
    /// properties.
    #[cfg(feature = "css")]
    pub fn add_styles(&self, choices: &mut Choices<'_>, markup: &mut String) {
        if !self.policy.is_some_and(|policy| policy.styles) {
            return;
        }
        for _ in 0..choices.number(3) {
            *markup += choices.one_of(&["<p style='", "<svg style='", "<mi style='"]);
            *markup += choices.one_of(&["", "background:", "background:url(", "width:"]);
            for _ in 0..choices.number(12) {
                *markup += choices.one_of(STYLE_PIECES);
            }
            *markup += "'>";
        }
    }

    /// Returns what styles are held to, if the configuration lists properties.
    #[cfg(feature = "css")]
    pub fn kept_styles(&self) -> Option<Kept<'static>> {
        let policy = self.policy.filter(|policy| policy.styles)?;
        // Without the rules for URLs of the policy: schemes and hosts by another look at them.
        let url = |url: &str| {
            let url = url.trim_start_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "");
            let url = url.to_ascii_lowercase().replace('\\', "/");
            let is_web = url.starts_with("http://") || url.starts_with("https://");
            // Without a letter before it, a colon is part of a path.
            let has_scheme = url.split_once(':').is_some_and(|(scheme, _)| {
                scheme.starts_with(|c: char| c.is_ascii_lowercase())
                    && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            });
            is_web || !url.starts_with("//") && !has_scheme
        };
        let is_shown: fn(&str) -> bool = |url| !sanitizer_held::is_held_url(url);
        let url = match self.holds_images {
            true => Some(is_shown),
            false => policy.urls.then_some(url as fn(&str) -> bool),
        };
        Some(Kept { properties: &PROPERTIES, url })
    }
}

impl Change {
    fn choose(choices: &mut Choices<'_>) -> Change {
        match choices.number(5) {
            0 | 1 => Change::AllowElement(element(choices)),
            2 => Change::RemoveElement(element(choices)),
            3 => Change::ReplaceElementWithChildren(element(choices)),
            4 => Change::AllowAttribute(
                choices.one_of(&["id", "onclick", "href", "encoding", "for"]),
            ),
            _ => Change::SetComments(choices.flag()),
        }
    }

    fn apply(self, sanitizer: &mut Sanitizer) {
        match self {
            Change::AllowElement(element) => {
                sanitizer.allow_element(SanitizerElementWithAttributes::new(element))
            }
            Change::RemoveElement(element) => sanitizer.remove_element(element),
            Change::ReplaceElementWithChildren(element) => {
                sanitizer.replace_element_with_children(element)
            }
            Change::AllowAttribute(name) => sanitizer.allow_attribute(attribute(name)),
            Change::RemoveAttribute(name) => sanitizer.remove_attribute(attribute(name)),
            Change::AllowElementWith(element, name) => sanitizer.allow_element(
                SanitizerElementWithAttributes::new(element).attributes([attribute(name)]),
            ),
            Change::SetComments(allow) => sanitizer.set_comments(allow),
            Change::SetDataAttributes(allow) => sanitizer.set_data_attributes(allow),
            Change::SetJavascriptUrls(allow) => sanitizer.set_javascript_urls(allow),
        };
    }

    /// Chooses a change of the attributes that are custom data attributes, or nearly.
    fn choose_about_data(choices: &mut Choices<'_>) -> Change {
        match choices.number(4) {
            0 => Change::SetDataAttributes(choices.flag()),
            1 => Change::AllowAttribute(choices.one_of(&DATA_NAMES)),
            2 => Change::RemoveAttribute(choices.one_of(&DATA_NAMES)),
            3 => Change::AllowElementWith(element(choices), choices.one_of(&DATA_NAMES)),
            _ => Change::SetJavascriptUrls(choices.flag()),
        }
    }
}

/// Checks the lists of attributes after a change by the standard's words for custom data
/// attributes: these, and no others, are kept by `dataAttributes` and so are not listed beside it.
///
/// <https://html.spec.whatwg.org/#sanitizer-set-data-attributes>
fn check_data_attributes(change: Change, before: &SanitizerConfig, after: &SanitizerConfig) {
    let keeps_data = after.data_attributes == Some(true);
    let is_kept_as_data = |listed: &SanitizerAttribute| keeps_data && is_custom_data(listed);
    let Some(listed) = &after.attributes else { return };
    let own = after.elements.iter().flatten().filter_map(|element| element.attributes.as_ref());
    for attribute in listed.iter().chain(own.flatten()) {
        assert!(!is_kept_as_data(attribute), "{attribute:?} after {change:?}");
    }
    match change {
        Change::AllowAttribute(name) => {
            let new = attribute(name);
            assert_eq!(listed.contains(&new), !is_kept_as_data(&new), "{change:?} of {before:?}");
        }
        Change::SetDataAttributes(_) => {
            let rest = before.attributes.iter().flatten();
            let rest = rest.filter(|listed| !is_kept_as_data(listed));
            assert!(rest.eq(listed), "{change:?} of {before:?} makes {after:?}");
        }
        Change::AllowElementWith(element, name) => {
            let new = attribute(name);
            let mut elements = after.elements.iter().flatten();
            let Some(element) = elements.find(|kept| kept.element == element.into()) else {
                return;
            };
            let is_own = element.attributes.iter().flatten().any(|own| *own == new);
            let is_kept_anyway = is_kept_as_data(&new) || listed.contains(&new);
            assert_eq!(is_own, !is_kept_anyway, "{change:?} of {before:?}");
        }
        _ => {}
    }
}

/// "A custom data attribute is an attribute in no namespace whose name starts with the string
/// "data-", has at least one character after the hyphen, is a valid attribute local name, and
/// contains no ASCII upper alphas."
///
/// <https://html.spec.whatwg.org/#custom-data-attribute>
fn is_custom_data(attribute: &SanitizerAttribute) -> bool {
    attribute.namespace().is_none() && ["data-x", "data--"].contains(&attribute.name())
}

/// Returns an attribute with exactly that name, whether a tag can have it or not.
fn attribute(name: &str) -> SanitizerAttribute {
    SanitizerAttribute::new(name, None)
}

fn element(choices: &mut Choices<'_>) -> Element {
    match choices.flag() {
        false => (Namespace::Html, choices.one_of(&NAMES)),
        true => choices.one_of(&FOREIGN),
    }
}

impl PolicyChoices {
    fn choose(choices: &mut Choices<'_>) -> PolicyChoices {
        PolicyChoices {
            unwrap_unlisted: choices.flag(),
            urls: choices.flag(),
            names: choices.flag(),
            enforced: choices.flag(),
            custom_elements: choices.flag(),
            on_element: choices.flag(),
            on_attribute: choices.flag(),
            styles: choices.flag(),
        }
    }

    fn make(self, holds_images: bool) -> Policy {
        let mut policy = Policy::new().unwrap_unlisted(self.unwrap_unlisted);
        if self.urls || holds_images {
            let relative = match self.urls {
                true => RelativeUrls::KeepOnHost,
                false => RelativeUrls::Keep,
            };
            let held = holds_images.then_some(sanitizer_held::HELD_SCHEME);
            policy = policy.urls(UrlPolicy::new().relative(relative).hold_images(held));
        }
        if self.names {
            policy = policy.id_prefix("u-").classes("p", ["a*"]);
        }
        if self.enforced {
            policy =
                policy.enforce_attribute("a", "rel", "x").enforce_attribute("p", "onclick", "x");
        }
        if self.custom_elements {
            policy = policy.custom_elements(|name| name.len() < 5);
        }
        if self.on_element {
            policy = policy.on_element(|element| match element.name() {
                "b" | "svg" | "form" | "mtext" => ElementVerdict::Unwrap,
                "i" | "g" => ElementVerdict::Remove,
                _ => ElementVerdict::Keep,
            });
        }
        if self.on_attribute {
            policy = policy.on_attribute(|_, attribute| match attribute.name() {
                "title" => AttributeVerdict::Set("javascript:x".to_owned()),
                "href" => AttributeVerdict::Set("https://example.com/".to_owned()),
                "style" => AttributeVerdict::Remove,
                _ => AttributeVerdict::Keep,
            });
        }
        #[cfg(feature = "css")]
        if self.styles {
            let listed = PROPERTIES.into_iter().chain(["behavior", "-moz-binding"]);
            policy = policy.style_properties(listed);
        }
        policy
    }
}

/// Names that the rules of the parser tell from others.
const NAMES: [&str; 40] = [
    "a",
    "b",
    "nobr",
    "p",
    "div",
    "h1",
    "h2",
    "ul",
    "li",
    "dl",
    "dd",
    "dt",
    "table",
    "caption",
    "colgroup",
    "col",
    "tbody",
    "tr",
    "td",
    "th",
    "select",
    "option",
    "optgroup",
    "form",
    "button",
    "input",
    "textarea",
    "title",
    "style",
    "xmp",
    "noscript",
    "noembed",
    "plaintext",
    "template",
    "ruby",
    "rt",
    "rtc",
    "marquee",
    "x-a",
    "image",
];

/// Names of custom data attributes, which [`is_custom_data`] has, too, and names that begin so.
const DATA_NAMES: [&str; 6] = ["data-", "data-x", "data-X", "data-a b", "data--", "data"];

/// Names of foreign elements.
const FOREIGN: [(Namespace, &str); 10] = [
    (Namespace::Svg, "svg"),
    (Namespace::Svg, "foreignObject"),
    (Namespace::Svg, "desc"),
    (Namespace::Svg, "title"),
    (Namespace::Svg, "style"),
    (Namespace::MathMl, "math"),
    (Namespace::MathMl, "mi"),
    (Namespace::MathMl, "mtext"),
    (Namespace::MathMl, "mglyph"),
    (Namespace::MathMl, "annotation-xml"),
];
