//! Elements, for reading.

use std::fmt;
use std::iter::FusedIterator;

use crate::dom::arena::{ElementData, NodeId};
use crate::elements::is_reserved_hyphenated_name;
use crate::names::{AttributeNamespace, ElementName, LocalName, Namespace, known};
use crate::tree_sink::QuirksMode;

use super::as_node::{compared_as_node, read_as_node};
use super::attr::Attrs;
use super::document::Document;
use super::node_ref::NodeRef;

/// An element of a document, for reading. It dereferences to [`NodeRef`], so it has all methods of
/// a node, too.
///
/// ```
/// let document = consomme::parse_fragment("body", "<a class='hot new' href=/menu>The <b>menu</b></a>");
/// let a = document.root().first_element_child().unwrap();
/// assert_eq!((a.name(), a.attr("href"), a.has_class("new")), ("a", Some("/menu"), true));
/// assert_eq!(a.first_element_child().unwrap().text_content(), "menu");
/// assert_eq!(a.inner_html(), "The <b>menu</b>");
/// ```
///
/// <https://dom.spec.whatwg.org/#interface-element>
#[derive(Clone, Copy)]
pub struct ElementRef<'a> {
    node: NodeRef<'a>,
    pub(super) data: &'a ElementData,
}

impl<'a> ElementRef<'a> {
    #[inline]
    pub(crate) fn new(node: NodeRef<'a>, data: &'a ElementData) -> Self {
        ElementRef { node, data }
    }

    /// Returns the element as a node.
    #[inline]
    pub fn as_node(self) -> NodeRef<'a> {
        self.node
    }

    /// Returns the id of the node, as [`NodeRef::id`] does: here, so that `.map(ElementRef::id)`
    /// finds it. For the attribute, see [`id_attr`](Self::id_attr).
    #[inline]
    pub fn id(self) -> NodeId {
        self.node.id()
    }

    /// Returns the text of all text nodes below, as [`NodeRef::text_content`] does: here, so that
    /// `.map(ElementRef::text_content)` finds it.
    ///
    /// ```
    /// use consomme::ElementRef;
    ///
    /// let document = consomme::parse_fragment("ul", "<li>Bones<li>Salt");
    /// let texts: Vec<String> = document.descendant_elements().map(ElementRef::text_content).collect();
    /// assert_eq!(texts, ["Bones", "Salt"]);
    /// ```
    pub fn text_content(self) -> String {
        self.node.text_content()
    }

    /// Returns the local name, spelled as in the tree: `div`, `foreignObject`.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-local-name>
    #[doc(alias = "localName")]
    #[doc(alias = "tagName")]
    pub fn name(self) -> &'a str {
        self.node.document.strings.name(self.data.name().local)
    }

    /// Returns the namespace.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-namespace>
    #[inline]
    pub fn namespace(self) -> Namespace {
        self.data.name().namespace
    }

    /// Returns whether this is an HTML element with that name, which is compared exactly: `a`, not
    /// `A`. SVG has elements with the names of HTML elements, too: `a`, `script`, `style`, `title`.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<a>1</a><svg><a>2</a></svg>");
    /// let links = document.descendant_elements().filter(|element| element.is_html("a"));
    /// assert_eq!(links.map(|link| link.text_content()).collect::<Vec<_>>(), ["1"]);
    /// ```
    pub fn is_html(self, name: &str) -> bool {
        self.namespace() == Namespace::Html && self.name() == name
    }

    /// Returns the value of the first attribute with that qualified name: `href`, or with the
    /// prefix of its namespace, `xlink:href`. For an HTML element, the name is ASCII-lowercased
    /// first; for any other, it is compared exactly: `viewBox`.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<a HREF=/menu><svg viewbox='0 0 9 9' xlink:href=#x>");
    /// let a = document.root().first_element_child().unwrap();
    /// assert_eq!((a.attr("href"), a.attr("Href"), a.attr("title")), (Some("/menu"), Some("/menu"), None));
    /// let svg = a.first_element_child().unwrap();
    /// assert_eq!((svg.attr("viewBox"), svg.attr("viewbox")), (Some("0 0 9 9"), None));
    /// assert_eq!((svg.attr("xlink:href"), svg.attr("href")), (Some("#x"), None));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-getattribute>
    #[doc(alias = "getAttribute")]
    #[doc(alias = "get_attribute")]
    pub fn attr(self, name: &str) -> Option<&'a str> {
        let Document { tree, strings, .. } = self.node.document;
        Some(strings.get(tree.value_by_qualified_name(self.data, name, strings)?))
    }

    /// Returns whether the element has an attribute with that qualified name, whatever its value:
    /// see [`attr`](Self::attr).
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<input disabled>");
    /// let input = document.root().first_element_child().unwrap();
    /// assert!(input.has_attr("disabled") && !input.has_attr("required"));
    /// assert_eq!(input.attr("disabled"), Some(""));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-hasattribute>
    #[doc(alias = "hasAttribute")]
    pub fn has_attr(self, name: &str) -> bool {
        self.attr(name).is_some()
    }

    /// Returns the value of the attribute with that namespace and local name, compared exactly.
    ///
    /// ```
    /// use consomme::AttributeNamespace;
    ///
    /// let document = consomme::parse_fragment("div", "<svg xlink:href=#a href=#b>");
    /// let svg = document.root().first_element_child().unwrap();
    /// assert_eq!(svg.attr_ns(AttributeNamespace::XLink, "href"), Some("#a"));
    /// assert_eq!(svg.attr_ns(AttributeNamespace::None, "href"), Some("#b"));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-namespace>
    pub fn attr_ns(self, namespace: AttributeNamespace, local_name: &str) -> Option<&'a str> {
        let Document { tree, strings, .. } = self.node.document;
        let index =
            tree.position_by_local_name(self.data, namespace, strings.names().find(local_name)?)?;
        Some(strings.get(tree.attributes_of(self.data)[index].value))
    }

    /// Returns the value of the attribute `id`. (The method [`id`](NodeRef::id) returns something
    /// else: the number of the node in this document.)
    ///
    /// <https://dom.spec.whatwg.org/#concept-id>
    pub fn id_attr(self) -> Option<&'a str> {
        Some(
            self.node
                .document
                .strings
                .get(self.node.document.tree.attribute(self.node.index, known::ID)?),
        )
    }

    /// Returns the classes: the words of the attribute `class`, in order, duplicates included.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p class='lead  big'>");
    /// let p = document.root().first_element_child().unwrap();
    /// assert_eq!(p.classes().collect::<Vec<_>>(), ["lead", "big"]);
    /// assert!(p.has_class("big") && !p.has_class("Big"));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-class>
    #[doc(alias = "classList")]
    #[doc(alias = "classNames")]
    pub fn classes(self) -> Classes<'a> {
        let value = self.node.document.tree.attribute(self.node.index, known::CLASS);
        let value = value.map_or("", |value| self.node.document.strings.get(value));
        Classes { words: value.split_ascii_whitespace() }
    }

    /// Returns whether the element has a class. In a document in quirks mode, classes are compared
    /// ASCII case-insensitively.
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-getelementsbyclassname>
    #[doc(alias = "hasClass")]
    pub fn has_class(self, class: &str) -> bool {
        match self.node.document.quirks_mode() {
            QuirksMode::Quirks => self.classes().any(|other| other.eq_ignore_ascii_case(class)),
            QuirksMode::NoQuirks | QuirksMode::LimitedQuirks => {
                self.classes().any(|other| other == class)
            }
        }
    }

    /// Returns the attributes: first the source's in its order, then added ones.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<input type=text required>");
    /// let input = document.root().first_element_child().unwrap();
    /// let attributes: Vec<_> = input.attrs().map(|attribute| (attribute.name(), attribute.value())).collect();
    /// assert_eq!(attributes, [("type", "text"), ("required", "")]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attribute>
    #[inline]
    pub fn attrs(self) -> Attrs<'a> {
        Attrs::new(self.node.document, self.data)
    }

    /// Returns the template contents of an HTML `template`, a document fragment. `None` for any
    /// other element.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<template><p>Later</template>");
    /// let template = document.root().first_element_child().unwrap();
    /// assert!(template.first_child().is_none());
    /// assert_eq!(template.template_contents().unwrap().text_content(), "Later");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#template-contents>
    #[doc(alias = "content")]
    #[inline]
    pub fn template_contents(self) -> Option<NodeRef<'a>> {
        let is_template = self.is_html_named(known::TEMPLATE);
        is_template.then(|| {
            let document = self.node.document;
            NodeRef::new(document, document.tree.contents_of(self.node.index))
        })
    }

    /// Returns the namespace and local name as numbers, for tables over names. [`Document::names`]
    /// has the texts.
    ///
    /// ```
    /// use consomme::sink::{ElementName, known_names};
    ///
    /// let document = consomme::parse_fragment("div", "<p>");
    /// let p = document.root().first_element_child().unwrap();
    /// assert_eq!(p.element_name(), ElementName::html(known_names::P));
    /// ```
    #[inline]
    pub fn element_name(self) -> ElementName {
        self.data.name()
    }

    /// Returns whether this is an HTML element with a hyphen in its name that is none of the names
    /// of SVG and MathML: only a custom element has such a name. Not every such name is valid.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<soup-bowl></soup-bowl><font-face></font-face>");
    /// let found: Vec<_> = document.descendant_elements().map(|e| e.has_custom_name()).collect();
    /// assert_eq!(found, [true, false]);
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#valid-custom-element-name>
    pub fn has_custom_name(self) -> bool {
        let name = self.name();
        let is_html = self.namespace() == Namespace::Html;
        is_html && name.contains('-') && !is_reserved_hyphenated_name(name)
    }

    /// Returns whether this is an HTML element of that name.
    pub(crate) fn is_html_named(self, name: LocalName) -> bool {
        self.data.name().is_html(name)
    }
}

compared_as_node!(ElementRef);
read_as_node!(ElementRef);

/// Writes the start tag.
impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name())?;
        for attribute in self.attrs() {
            write!(f, " {attribute:?}")?;
        }
        f.write_str(">")
    }
}

/// The classes of an element, from [`ElementRef::classes`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Classes<'a> {
    words: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Iterator for Classes<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }
}

impl DoubleEndedIterator for Classes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.words.next_back()
    }
}

impl FusedIterator for Classes<'_> {}
