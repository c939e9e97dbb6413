//! Names that callbacks and policies give elements and attributes, as the parser would read them:
//! no rule knows a name that is written in another way.

use consomme::sink::{ElementName, NameTable, known_names as known};
use consomme::{AttributeNamespace, ElementRef, Namespace};

/// Returns the qualified name, the namespace and the local name of an attribute of an element in
/// that namespace, as the parser makes them.
pub(crate) fn attribute_name(
    element: Namespace,
    name: &str,
) -> (Box<str>, AttributeNamespace, Box<str>) {
    let lowercased = name.to_ascii_lowercase();
    let parsed = parsed_attribute(element, &lowercased);
    let (namespace, local) =
        parsed.unwrap_or_else(|| (AttributeNamespace::None, lowercased.as_str().into()));
    let qualified = match namespace {
        AttributeNamespace::None => Box::clone(&local),
        _ => lowercased.into(),
    };
    (qualified, namespace, local)
}

/// Returns the namespace and local name that the parser gives an attribute of an element in that
/// namespace, if it knows the lowercased name.
fn parsed_attribute(
    element: Namespace,
    lowercased: &str,
) -> Option<(AttributeNamespace, Box<str>)> {
    NameTable::default().find(lowercased)?;
    let parsed = consomme::parse_fragment("div", format!("<{} {lowercased}>", tag_of(element)));
    let attribute = parsed.root().first_element_child()?.attrs().next()?;
    Some((attribute.namespace(), attribute.name().into()))
}

/// Returns the name that an element gets when it is renamed; `None` if it cannot have that name
/// with the content that it has. Elements with content must take elements under any name. Those of
/// SVG and MathML must have no elements in them, because names decide how these are parsed.
pub(super) fn renamed(element: ElementRef<'_>, name: &str) -> Option<String> {
    let has_elements = element.as_node().first_element_child().is_some();
    let has_children = element.as_node().has_children();
    // With another first character, a tag is text.
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    if element.namespace() == Namespace::Html {
        let name = name.to_ascii_lowercase();
        let known = NameTable::default().find(&name).map(ElementName::html);
        let takes_any = known.is_none_or(takes_elements);
        return (takes_any || !has_children).then_some(name);
    }
    let is_outermost = matches!(element.name(), "svg" | "math");
    if is_outermost || has_elements || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let html = format!("<{}><{name}>", tag_of(element.namespace()));
    let parsed = consomme::parse_fragment("div", html);
    let inner = parsed.root().first_element_child()?.as_node().first_element_child()?;
    (inner.namespace() == element.namespace()).then(|| inner.name().to_owned())
}

/// Returns the outermost element of a namespace, which an attribute is read on.
fn tag_of(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::MathMl => "math",
        Namespace::Svg => "svg",
        _ => "p",
    }
}

/// Returns whether elements can be in an element that has this name.
pub(super) fn takes_elements(name: ElementName) -> bool {
    let is_text = name.is_raw_text(true) || matches!(name.local, known::TITLE | known::TEXTAREA);
    !(name.is_void() || name.is_html(known::TEMPLATE) || is_text)
}

/// Returns whether the content of an element of SVG or MathML is, or may be, HTML.
pub(super) fn is_integration_point(element: ElementRef<'_>) -> bool {
    match element.namespace() {
        Namespace::Svg => matches!(element.name(), "foreignObject" | "desc" | "title"),
        Namespace::MathMl => {
            matches!(element.name(), "mi" | "mo" | "mn" | "ms" | "mtext" | "annotation-xml")
        }
        _ => false,
    }
}
