//! Questions that more than one part of the crate asks about an element or a node.

#[cfg(feature = "selectors")]
use crate::dom::arena::NodeIndex;
use crate::names::{AttributeNamespace, Namespace, known};

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

impl ElementRef<'_> {
    /// Whether an enumerated attribute has one of these keywords.
    ///
    /// <https://html.spec.whatwg.org/#enumerated-attribute>
    pub(crate) fn has_keyword(self, attribute: &str, keywords: &[&str]) -> bool {
        let value = self.attr(attribute).unwrap_or_default();
        keywords.iter().any(|keyword| value.eq_ignore_ascii_case(keyword))
    }

    /// Whether the element is a hyperlink.
    ///
    /// <https://html.spec.whatwg.org/#selector-any-link>
    pub(crate) fn is_hyperlink(self) -> bool {
        match self.namespace() {
            Namespace::Html => {
                (self.is_html_named(known::A) || self.is_html_named(known::AREA))
                    && self.has_attr("href")
            }
            // <https://svgwg.org/svg2-draft/linking.html#AElementHrefAttribute>
            Namespace::Svg => {
                self.name() == "a"
                    && (self.attr_ns(AttributeNamespace::None, "href").is_some()
                        || self.attr_ns(AttributeNamespace::XLink, "href").is_some())
            }
            Namespace::MathMl => false,
        }
    }
}

impl<'a> NodeRef<'a> {
    /// Returns the first element with that id among the descendants of the node.
    ///
    /// <https://dom.spec.whatwg.org/#concept-id>
    pub(crate) fn first_with_id(self, id: &str) -> Option<ElementRef<'a>> {
        self.descendant_elements().find(|element| !id.is_empty() && element.id_attr() == Some(id))
    }

    /// Returns the descendants of the node in tree order. Unlike
    /// [`descendants`](Self::descendants), which can be walked from the end too, this takes
    /// constant time to create, however deep the tree is.
    #[cfg(feature = "selectors")]
    pub(crate) fn below(self) -> impl Iterator<Item = NodeRef<'a>> {
        let document = self.document();
        let next = move |id: NodeIndex| document.tree.following_in(self.index(), id);
        std::iter::successors(next(self.index()), move |id| next(*id))
            .map(|index| NodeRef::new(document, index))
    }
}
