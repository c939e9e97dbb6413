//! The context element of a fragment.

use std::borrow::Cow;

use crate::dom::{ContextElement, ElementRef};
use crate::names::{AttributeNamespace, ElementName, Namespace, known};
use crate::steps;
use crate::text::{Attribute, Strings};
use crate::tree_sink::QuirksMode;

/// The context element of a fragment: the fragment is parsed as its content. The element itself is
/// not part of the result.
///
/// ```
/// use consomme::{Context, Namespace, parse_fragment, parse_str};
///
/// assert_eq!(parse_fragment("tr", "<td>1").inner_html(), "<td>1</td>");
///
/// let svg = Context::new(Namespace::Svg, "svg");
/// let circle = parse_fragment(svg, "<circle/>");
/// assert_eq!(circle.root().first_element_child().unwrap().namespace(), Namespace::Svg);
///
/// let page = parse_str("<form><p id=here></form>");
/// let nested = parse_fragment(page.element_by_id("here").unwrap(), "<form>A form in a form");
/// assert_eq!(nested.inner_html(), "A form in a form");
/// ```
///
/// <https://html.spec.whatwg.org/#parsing-html-fragments>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Context<'a> {
    namespace: Namespace,
    name: Cow<'a, str>,
    attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    pub(super) quirks_mode: QuirksMode,
    in_form: bool,
}

impl<'a> Context<'a> {
    /// Returns a context element with that namespace and local name, such as `(Namespace::Svg,
    /// "foreignObject")`. It has no attributes, and its document is not in quirks mode.
    pub fn new(namespace: Namespace, local_name: impl Into<Cow<'a, str>>) -> Self {
        Context {
            namespace,
            name: local_name.into(),
            attributes: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            in_form: false,
        }
    }

    /// Returns an HTML element with that local name, which is ASCII-lowercased.
    pub fn html(local_name: impl Into<Cow<'a, str>>) -> Self {
        let mut name = local_name.into();
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            name.to_mut().make_ascii_lowercase();
        }
        Context::new(Namespace::Html, name)
    }

    /// Adds an attribute. Only the `encoding` attribute of MathML's `annotation-xml` has an effect.
    #[must_use]
    pub fn attr(mut self, name: impl Into<Cow<'a, str>>, value: impl Into<Cow<'a, str>>) -> Self {
        self.attributes.push((name.into(), value.into()));
        self
    }

    /// Sets the mode of the element's document: in quirks mode, a `table` start tag does not close
    /// a `p` element.
    #[must_use]
    pub fn quirks_mode(mut self, mode: QuirksMode) -> Self {
        self.quirks_mode = mode;
        self
    }

    /// Sets whether an ancestor of the element is a `form`. If so, or if the element itself is one,
    /// a `form` start tag in the fragment is ignored.
    #[must_use]
    pub fn in_form(mut self, in_form: bool) -> Self {
        self.in_form = in_form;
        self
    }

    /// Returns the namespace of the element.
    pub fn namespace(&self) -> Namespace {
        self.namespace
    }

    /// Returns the local name of the element.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the element or an ancestor is a `form`.
    pub fn has_form(&self) -> bool {
        self.in_form || (self.namespace == Namespace::Html && self.name == "form")
    }

    /// Returns the element as a document keeps it.
    pub(super) fn to_kept(&self) -> ContextElement {
        let attributes = self.attributes.iter();
        ContextElement {
            namespace: self.namespace,
            name: self.name.to_string(),
            attributes: attributes
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            quirks_mode: self.quirks_mode,
            in_form: self.in_form,
        }
    }

    /// Interns the name of the element.
    pub(super) fn intern_name(&self, strings: &mut Strings) -> ElementName {
        ElementName { namespace: self.namespace, local: strings.names_mut().intern(&self.name) }
    }

    /// Interns the attributes of the element.
    #[inline] // Most contexts have none.
    pub(super) fn intern_attributes(&self, strings: &mut Strings) -> Vec<Attribute> {
        let mut attribute = |name: &str, value: &str| {
            let (name, value) = (strings.names_mut().intern(name), strings.push(value));
            Attribute { value, name: name.into() }
        };
        self.attributes.iter().map(|(name, value)| attribute(name, value)).collect()
    }
}

/// Returns the context element that a document keeps.
impl<'a> From<&'a ContextElement> for Context<'a> {
    fn from(kept: &'a ContextElement) -> Self {
        let attributes = kept.attributes.iter();
        Context {
            namespace: kept.namespace,
            name: kept.name.as_str().into(),
            attributes: attributes
                .map(|(name, value)| (name.as_str().into(), value.as_str().into()))
                .collect(),
            quirks_mode: kept.quirks_mode,
            in_form: kept.in_form,
        }
    }
}

/// Returns an HTML element with that local name: [`Context::html`].
///
/// # Panics
///
/// With debug assertions, if no tag can have that name: the context comes first, then the HTML.
impl<'a> From<&'a str> for Context<'a> {
    fn from(local_name: &'a str) -> Self {
        debug_assert!(
            is_name_of_tag(local_name),
            "{local_name:?} is no element to parse a fragment in: the context comes first, then \
             the HTML, as in parse_fragment(\"tr\", \"<td>1\")"
        );
        Context::html(local_name)
    }
}

/// Whether a tag can have that name.
///
/// <https://html.spec.whatwg.org/#tag-name-state>
fn is_name_of_tag(name: &str) -> bool {
    let ends_name = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | 0);
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.bytes().any(ends_name)
}

/// Returns an HTML element with that local name: [`Context::html`].
impl From<String> for Context<'_> {
    fn from(local_name: String) -> Self {
        debug_assert!(is_name_of_tag(&local_name), "{local_name:?} is no element: as for a `&str`");
        Context::html(local_name)
    }
}

/// Returns an HTML element with that local name: [`Context::html`].
impl<'a> From<&'a String> for Context<'a> {
    fn from(local_name: &'a String) -> Self {
        Context::from(local_name.as_str())
    }
}

/// Returns an element of a document as a context, with its attributes without a namespace, the mode
/// of its document, and whether it is in a `form`.
impl<'a> From<ElementRef<'a>> for Context<'a> {
    fn from(element: ElementRef<'a>) -> Self {
        let mut inclusive_ancestors = std::iter::once(element)
            .chain(element.ancestor_elements())
            .inspect(|_| steps::count(1));
        let in_form = inclusive_ancestors.any(|element| element.is_html_named(known::FORM));
        Context::of_element(element, in_form)
    }
}

impl<'a> Context<'a> {
    /// Returns an element of a document as a context. `in_form` tells that it is a `form`, or in
    /// one.
    pub(crate) fn of_element(element: ElementRef<'a>, in_form: bool) -> Self {
        let attributes =
            element.attrs().filter(|attribute| attribute.namespace() == AttributeNamespace::None);
        Context {
            namespace: element.namespace(),
            name: element.name().into(),
            attributes: attributes
                .map(|attribute| (attribute.name().into(), attribute.value().into()))
                .collect(),
            quirks_mode: element.document().quirks_mode(),
            in_form,
        }
    }
}

/// Returns an element of a document as a context, as by value.
impl<'a> From<&ElementRef<'a>> for Context<'a> {
    fn from(element: &ElementRef<'a>) -> Self {
        Context::from(*element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The HTML where the name of an element belongs, as in a call with swapped arguments.
    #[test]
    fn html_is_no_name_of_a_tag() {
        for html in ["<td>1<td>2", "a b", "", "text.\n", "1", "&amp;", "\u{e9}"] {
            assert!(!is_name_of_tag(html), "{html:?}");
        }
        for name in ["tr", "TR", "x-soup", "a<b", "h1", "x\u{e9}"] {
            assert!(is_name_of_tag(name), "{name:?}");
        }
    }
}
