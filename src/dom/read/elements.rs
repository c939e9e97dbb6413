//! Element-only versions of the traversal methods: `first_element_child` for `first_child`, and so
//! on.

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;
use super::traverse::{Ancestors, Children, Elements, Preceding, TreeOrder};

/// Relatives that are elements.
impl<'a> NodeRef<'a> {
    /// Returns the parent if it is an element.
    ///
    /// <https://dom.spec.whatwg.org/#parent-element>
    #[doc(alias = "parentElement")]
    pub fn parent_element(self) -> Option<ElementRef<'a>> {
        self.parent().and_then(NodeRef::as_element)
    }

    /// Returns the first child that is an element.
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-firstelementchild>
    pub fn first_element_child(self) -> Option<ElementRef<'a>> {
        self.child_elements().next()
    }

    /// Returns the last child that is an element.
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-lastelementchild>
    pub fn last_element_child(self) -> Option<ElementRef<'a>> {
        self.child_elements().next_back()
    }

    /// Returns the nearest sibling after this node that is an element.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<h2>Stock</h2> bones, <p>water");
    /// let h2 = document.root().first_element_child().unwrap();
    /// assert_eq!(h2.next_element_sibling().unwrap().name(), "p");
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-nextelementsibling>
    pub fn next_element_sibling(self) -> Option<ElementRef<'a>> {
        self.following_sibling_elements().next()
    }

    /// Returns the nearest sibling before this node that is an element.
    ///
    /// <https://dom.spec.whatwg.org/#dom-nondocumenttypechildnode-previouselementsibling>
    pub fn previous_element_sibling(self) -> Option<ElementRef<'a>> {
        self.preceding_sibling_elements().next_back()
    }

    /// Returns the children that are elements, in tree order.
    ///
    /// ```
    /// let document = consomme::parse_fragment("tr", "<td>1 <th>2");
    /// let cells: Vec<_> = document.root().child_elements().map(|cell| (cell.name(), cell.text_content())).collect();
    /// assert_eq!(cells, [("td", "1 ".to_owned()), ("th", "2".to_owned())]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-children>
    #[doc(alias = "children")]
    pub fn child_elements(self) -> Elements<Children<'a>> {
        Elements::new(self.children())
    }

    /// Returns the siblings after this node that are elements, in tree order.
    pub fn following_sibling_elements(self) -> Elements<Children<'a>> {
        Elements::new(self.following_siblings())
    }

    /// Returns the siblings before this node that are elements, in tree order.
    pub fn preceding_sibling_elements(self) -> Elements<Children<'a>> {
        Elements::new(self.preceding_siblings())
    }

    /// Returns the ancestors that are elements, from the parent up.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<table><tr><td><b>1</b></table>");
    /// let b = document.root().descendant_elements().last().unwrap();
    /// let names: Vec<_> = b.ancestor_elements().map(|element| element.name()).collect();
    /// assert_eq!(names, ["td", "tr", "tbody", "table"]);
    /// ```
    pub fn ancestor_elements(self) -> Elements<Ancestors<'a>> {
        Elements::new(self.ancestors())
    }

    /// Returns the descendants that are elements, in tree order.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<ul><li>1<li>2</ul>");
    /// let names: Vec<_> = document.root().descendant_elements().map(|element| element.name()).collect();
    /// assert_eq!(names, ["ul", "li", "li"]);
    /// ```
    #[doc(alias = "getElementsByTagName")]
    #[doc(alias = "getAllElements")]
    pub fn descendant_elements(self) -> Elements<TreeOrder<'a>> {
        Elements::new(self.descendants())
    }

    /// Returns the elements among the [`following`](Self::following) nodes.
    ///
    /// ```
    /// let document = consomme::parse_fragment("body", "<h2>Stock</h2> <p>Bones");
    /// let h2 = document.root().first_child().unwrap();
    /// assert_eq!(h2.following_elements().next().unwrap().name(), "p");
    /// ```
    pub fn following_elements(self) -> Elements<TreeOrder<'a>> {
        Elements::new(self.following())
    }

    /// Returns the elements among the [`preceding`](Self::preceding) nodes, the nearest first.
    ///
    /// ```
    /// let document = consomme::parse_fragment("body", "<h2>Stock</h2> <p>Bones");
    /// let text = document.descendants().last().unwrap();
    /// assert_eq!(text.preceding_elements().next().unwrap().name(), "h2");
    /// ```
    pub fn preceding_elements(self) -> Elements<Preceding<'a>> {
        Elements::new(self.preceding())
    }
}
