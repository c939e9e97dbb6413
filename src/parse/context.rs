//! The element that a fragment is parsed for.

use std::borrow::Cow;

use crate::dom::ElementRef;
use crate::input::InputStream;
use crate::names::{AttributeNamespace, ElementName, Namespace, known};
use crate::tokenizer::token::Attribute;
use crate::tree_sink::QuirksMode;

/// The element that a fragment is parsed for: it decides what the fragment's tags mean.
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
#[derive(Clone, Debug)]
pub struct Context<'a> {
    namespace: Namespace,
    name: Cow<'a, str>,
    attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    pub(super) quirks_mode: QuirksMode,
    in_form: bool,
}

impl<'a> Context<'a> {
    /// An element by namespace and local name, such as `(Namespace::Svg, "foreignObject")`, without
    /// attributes, in a document that is not in quirks mode.
    pub fn new(namespace: Namespace, local_name: impl Into<Cow<'a, str>>) -> Self {
        Context {
            namespace,
            name: local_name.into(),
            attributes: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            in_form: false,
        }
    }

    /// An HTML element by its local name. ASCII capitals are made small: `tr` and `TR` are the
    /// same.
    pub fn html(local_name: impl Into<Cow<'a, str>>) -> Self {
        let mut name = local_name.into();
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            name.to_mut().make_ascii_lowercase();
        }
        Context::new(Namespace::Html, name)
    }

    /// With that attribute. Only `encoding` of MathML's `annotation-xml` makes a difference.
    #[must_use]
    pub fn attribute(
        mut self,
        name: impl Into<Cow<'a, str>>,
        value: impl Into<Cow<'a, str>>,
    ) -> Self {
        self.attributes.push((name.into(), value.into()));
        self
    }

    /// In a document of that mode: in quirks mode a `table` does not close a `p`.
    #[must_use]
    pub fn quirks_mode(mut self, mode: QuirksMode) -> Self {
        self.quirks_mode = mode;
        self
    }

    /// Whether the element stands in a `form`; one that is a `form` counts anyway. A `form` start
    /// tag in the fragment is ignored then.
    #[must_use]
    pub fn in_form(mut self, in_form: bool) -> Self {
        self.in_form = in_form;
        self
    }

    /// Whether the element is a `form` or stands in one.
    pub(super) fn has_form(&self) -> bool {
        self.in_form || (self.namespace == Namespace::Html && self.name == "form")
    }

    /// Its name in the document of the fragment.
    pub(super) fn name(&self, input: &mut InputStream) -> ElementName {
        ElementName {
            namespace: self.namespace,
            local: input.context.strings.names.intern(&self.name),
        }
    }

    /// Its attributes in the document of the fragment.
    pub(super) fn attributes(&self, input: &mut InputStream) -> Vec<Attribute> {
        let strings = &mut input.context.strings;
        let mut attribute = |name: &str, value: &str| {
            let (name, value) = (strings.names.intern(name), strings.push(value));
            Attribute { value, name, namespace: AttributeNamespace::None }
        };
        self.attributes.iter().map(|(name, value)| attribute(name, value)).collect()
    }
}

/// An HTML element of that local name: [`Context::html`].
impl<'a> From<&'a str> for Context<'a> {
    fn from(local_name: &'a str) -> Self {
        Context::html(local_name)
    }
}

/// An HTML element of that local name: [`Context::html`].
impl From<String> for Context<'_> {
    fn from(local_name: String) -> Self {
        Context::html(local_name)
    }
}

/// An element of a document: its attributes, the document's mode, and the form that it is in count
/// too.
impl<'a> From<ElementRef<'a>> for Context<'a> {
    fn from(element: ElementRef<'a>) -> Self {
        let inclusive_ancestors = std::iter::once(element.as_node()).chain(element.ancestors());
        let attributes = element.attrs().filter(|attribute| attribute.namespace().is_none());
        Context {
            namespace: element.namespace(),
            name: element.name().into(),
            attributes: attributes
                .map(|attribute| (attribute.name().into(), attribute.value().into()))
                .collect(),
            quirks_mode: element.document().quirks_mode(),
            in_form: inclusive_ancestors
                .filter_map(|node| node.as_element())
                .any(|element| element.is_html(known::FORM)),
        }
    }
}
