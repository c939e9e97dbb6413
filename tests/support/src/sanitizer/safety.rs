//! Checks that trees of safe methods, and of readers of sanitized text, are safe: independent of
//! the sanitizer's code, for trees of any parser.

use std::sync::LazyLock;

use consomme::Namespace;
use consomme_sanitizer::{
    Sanitizer, SanitizerAttribute, SanitizerConfig, SanitizerElementWithAttributes,
};

/// An element, its names and the values of its attributes. Namespaces are URLs.
#[derive(Debug)]
pub struct Element {
    pub namespace: String,
    pub name: String,
    /// Namespace, local name and value; no namespace is the empty text.
    pub attributes: Vec<(String, String, String)>,
}

/// A sanitizer that is tried.
#[derive(Clone, Debug)]
pub struct Tried {
    pub name: &'static str,
    pub sanitizer: Sanitizer,
    /// The configuration that the safe methods apply with it.
    pub config: SanitizerConfig,
}

impl Tried {
    pub fn new(name: &'static str, sanitizer: Sanitizer) -> Tried {
        let mut safe = sanitizer.clone();
        safe.remove_unsafe();
        Tried { name, sanitizer, config: safe.config() }
    }
}

/// The default; everything, made safe; lists that keep much dangerous content; and one that
/// replaces much with its children.
pub static TRIED: LazyLock<[Tried; 4]> = LazyLock::new(|| {
    [
        Tried::new("default", Sanitizer::new()),
        Tried::new("everything", Sanitizer::allow_everything()),
        Tried::new("wide", wide()),
        Tried::new("unwrapping", unwrapping()),
    ]
});

/// Keeps the elements of the default, and elements that change how content in them or after them is
/// parsed.
fn wide() -> Sanitizer {
    let mut sanitizer = Sanitizer::new();
    let html = "a area base button center dialog fieldset font form frame frameset iframe image img \
                input keygen label legend link listing map marquee meta nobr noembed noframes \
                noscript object optgroup option plaintext rb rtc script select selectedcontent \
                slot style template textarea video x-soup xmp";
    for name in html.split_whitespace() {
        sanitizer.allow_element(name);
    }
    let svg = "animate animateTransform filter feImage image linearGradient mask noscript script set \
               style switch symbol template textarea use xmp";
    for name in svg.split_whitespace() {
        sanitizer.allow_element((Namespace::Svg, name));
    }
    let mathml = "annotation annotation-xml a maction malignmark mglyph script style x-any";
    for name in mathml.split_whitespace() {
        sanitizer.allow_element((Namespace::MathMl, name));
    }
    let attributes = "action attributeName class encoding for form formaction href id name onclick \
                      onerror onload shadowrootmode src srcdoc style to values";
    for name in attributes.split_whitespace() {
        sanitizer.allow_attribute(name);
    }
    let xlink = Some("http://www.w3.org/1999/xlink");
    sanitizer.allow_attribute(SanitizerAttribute::new("href", xlink));
    for target in ["marker", "start", "end", "xml"] {
        sanitizer.allow_processing_instruction(target);
    }
    sanitizer.set_comments(true);
    sanitizer.set_data_attributes(true);
    sanitizer
}

/// Keeps everything but what its safe form removes, and puts the children of many elements in their
/// place.
fn unwrapping() -> Sanitizer {
    let mut sanitizer = Sanitizer::allow_everything();
    let html = "a b button caption colgroup div form h1 i noscript option p select style table tbody \
                td template textarea title tr x-soup xmp";
    for name in html.split_whitespace() {
        sanitizer.replace_element_with_children(name);
    }
    let foreign = [
        (Namespace::Svg, "desc foreignObject g style title"),
        (Namespace::MathMl, "annotation-xml mglyph mi mrow mtext style"),
    ];
    for (namespace, names) in foreign {
        for name in names.split_whitespace() {
            sanitizer.replace_element_with_children((namespace, name));
        }
    }
    sanitizer
}

/// Checks that an element of a sanitized tree runs no script.
///
/// # Errors
///
/// If the element runs a script.
pub fn check_scripts(element: &Element) -> Result<(), String> {
    if runs_script(element) {
        return Err(format!("{element:?} runs a script"));
    }
    for attribute @ (namespace, name, value) in &element.attributes {
        if namespace.is_empty() && is_event_handler(name) {
            return Err(format!("{attribute:?} of {element:?} is an event handler"));
        }
        if navigates(element, namespace, name) && is_javascript_url(value) {
            return Err(format!("{attribute:?} of {element:?} runs a script"));
        }
        if animates_url(element, name, value) {
            return Err(format!("{attribute:?} of {element:?} animates a URL"));
        }
    }
    Ok(())
}

/// Checks that a sanitizer keeps an element of a sanitized tree and its attributes.
///
/// # Errors
///
/// If the configuration removes a part of the element.
pub fn check_kept(element: &Element, config: &SanitizerConfig) -> Result<(), String> {
    let rules = rules_of(element, config)?;
    for attribute @ (namespace, name, _) in &element.attributes {
        if !keeps_attribute(namespace, name, rules, config) {
            return Err(format!("{attribute:?} of {element:?} is to be removed"));
        }
    }
    Ok(())
}

fn runs_script(element: &Element) -> bool {
    let namespace = element.namespace.as_str();
    match element.name.as_str() {
        "script" => namespace != Namespace::MathMl.url(),
        "iframe" | "frame" | "object" | "embed" | "base" => namespace == Namespace::Html.url(),
        "use" => namespace == Namespace::Svg.url(),
        _ => false,
    }
}

/// Whether an attribute counts as an event handler: by its name, so that no list can lack one. The
/// tests also have two that are none.
fn is_event_handler(name: &str) -> bool {
    const OTHERS: [&str; 2] = ["onsoup", "onx"];
    let event = name.strip_prefix("on").unwrap_or_default();
    let is_event = !event.is_empty() && event.bytes().all(|byte| byte.is_ascii_lowercase());
    is_event && !OTHERS.contains(&name)
}

/// Whether a URL in an attribute is followed.
fn navigates(element: &Element, namespace: &str, name: &str) -> bool {
    let is_html = element.namespace == Namespace::Html.url();
    let is_link = matches!(namespace, "" | "http://www.w3.org/1999/xlink") && name == "href";
    match element.name.as_str() {
        "a" | "area" if is_html => namespace.is_empty() && name == "href",
        "form" if is_html => namespace.is_empty() && name == "action",
        "button" | "input" if is_html => namespace.is_empty() && name == "formaction",
        "a" => is_link,
        _ => element.namespace == Namespace::MathMl.url() && is_link,
    }
}

/// Whether a URL has the scheme `javascript`, as the URL parser finds it.
pub fn is_javascript_url(value: &str) -> bool {
    let value: String = value
        .trim_start_matches(|character| character <= ' ')
        .chars()
        .filter(|character| !matches!(character, '\t' | '\n' | '\r'))
        .collect();
    value.get(..11).is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript:"))
}

fn animates_url(element: &Element, name: &str, value: &str) -> bool {
    element.namespace == Namespace::Svg.url()
        && ["animate", "animateTransform", "set"].contains(&element.name.as_str())
        && name == "attributeName"
        && ["href", "xlink:href"].contains(&value)
}

/// Returns the rules for the attributes of an element that stays, if it has some; an error for one
/// that is to be removed.
fn rules_of<'a>(
    element: &Element,
    config: &'a SanitizerConfig,
) -> Result<Option<&'a SanitizerElementWithAttributes>, String> {
    let to_be_removed = || format!("{element:?} is to be removed");
    let is = |name: &str, namespace: Option<&str>| {
        name == element.name && namespace == Some(element.namespace.as_str())
    };
    if let Some(elements) = &config.elements {
        let rules = elements.iter().find(|rule| is(rule.element.name(), rule.element.namespace()));
        return rules.map(Some).ok_or_else(to_be_removed);
    }
    let removed = config.remove_elements.iter().chain(&config.replace_with_children_elements);
    let is_removed = removed.flatten().any(|removed| is(removed.name(), removed.namespace()));
    if is_removed { Err(to_be_removed()) } else { Ok(None) }
}

fn keeps_attribute(
    namespace: &str,
    name: &str,
    rules: Option<&SanitizerElementWithAttributes>,
    config: &SanitizerConfig,
) -> bool {
    let namespace = (!namespace.is_empty()).then_some(namespace);
    let has = |list: &Option<Vec<SanitizerAttribute>>| {
        let mut listed = list.iter().flatten();
        listed.any(|listed| listed.name() == name && listed.namespace() == namespace)
    };
    let (own, own_removed) = match rules {
        Some(rules) => (has(&rules.attributes), has(&rules.remove_attributes)),
        None => (false, false),
    };
    let is_data = namespace.is_none() && name.starts_with("data-");
    let is_listed =
        has(&config.attributes) || own || is_data && config.data_attributes == Some(true);
    let has_list = config.attributes.is_some();
    !own_removed && !has(&config.remove_attributes) && (is_listed || !has_list)
}
