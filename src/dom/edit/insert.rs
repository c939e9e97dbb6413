//! Inserting, moving and removing nodes.
//!
//! <https://dom.spec.whatwg.org/#mutation-algorithms>

use crate::dom::arena::{NodeData, NodeId, NodeIndex};
use crate::dom::read::Document;

use super::tree_error::TreeError;
use super::validity::ChildPosition;

/// Methods that insert, move and remove nodes.
///
/// A node that has a parent is removed from it first. Inserting a document fragment moves its
/// children and leaves it empty. No id becomes invalid. An id that this document does not have is
/// an error: [`UnknownNode`](TreeError::UnknownNode), or [`ForeignNode`](TreeError::ForeignNode)
/// for one of another document, for which a build with debug assertions panics: see [`NodeId`].
///
/// The content of a `template` is not among its children. To insert something there, use the id of
/// its [`template_contents`](crate::ElementRef::template_contents) as the parent.
impl Document {
    /// Inserts a node after the last child of `parent`.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<b>Clear</b><p>Broth: ");
    /// let [b, p] = [document.root().first_child(), document.root().last_child()].map(|node| node.unwrap().id());
    /// document.append(p, b)?;
    /// assert_eq!(document.inner_html(), "<p>Broth: <b>Clear</b></p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The rules of the DOM: see [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-append>
    #[doc(alias = "appendChild")]
    #[track_caller]
    pub fn append(&mut self, parent: NodeId, node: NodeId) -> Result<(), TreeError> {
        let parent = self.known(parent)?;
        self.pre_insert(self.known(node)?, parent, None)
    }

    /// Inserts a node before the first child of `parent`.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_document(b"<p>Broth", &Default::default());
    /// let body = document.body().unwrap().id();
    /// let banner = document.create_element("header")?;
    /// document.prepend(body, banner)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<header></header><p>Broth</p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The rules of the DOM: see [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-prepend>
    #[doc(alias = "prependChild")]
    #[track_caller]
    pub fn prepend(&mut self, parent: NodeId, node: NodeId) -> Result<(), TreeError> {
        let parent = self.known(parent)?;
        let first = self.tree.node(parent).first_child();
        self.pre_insert(self.known(node)?, parent, first)
    }

    /// Inserts a node right before `sibling`.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<p>Salt");
    /// let salt = document.root().first_child().unwrap().first_child().unwrap().id();
    /// let text = document.create_text("Water, ")?;
    /// document.insert_before(salt, text)?;
    /// assert_eq!(document.inner_html(), "<p>Water, Salt</p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoParent`](TreeError::NoParent) if `sibling` has none; the rules of the DOM: see
    /// [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#dom-childnode-before>
    #[doc(alias = "insertBefore")]
    #[track_caller]
    pub fn insert_before(&mut self, sibling: NodeId, node: NodeId) -> Result<(), TreeError> {
        let (sibling, parent) = self.known_child(sibling)?;
        self.pre_insert(self.known(node)?, parent, Some(sibling))
    }

    /// Inserts a node right after `sibling`.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("ol", "<li>Bones<li>Salt");
    /// let bones = document.root().first_child().unwrap().id();
    /// let li = document.create_element("li")?;
    /// document.insert_after(bones, li)?;
    /// document.set_text(li, "Water")?;
    /// assert_eq!(document.inner_html(), "<li>Bones</li><li>Water</li><li>Salt</li>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoParent`](TreeError::NoParent) if `sibling` has none; the rules of the DOM: see
    /// [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#dom-childnode-after>
    #[track_caller]
    pub fn insert_after(&mut self, sibling: NodeId, node: NodeId) -> Result<(), TreeError> {
        let (sibling, parent) = self.known_child(sibling)?;
        let next = self.tree.node(sibling).next_sibling();
        self.pre_insert(self.known(node)?, parent, next)
    }

    /// Removes a node, with its descendants, from its parent. It keeps its id and can be inserted
    /// elsewhere, or be [discarded](Document::discard). Nothing happens to a node without a parent.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_document(b"<p>Broth<script>stir()</script>", &Default::default());
    /// let scripts: Vec<_> = document.descendant_elements().filter(|e| e.name() == "script").map(|e| e.id()).collect();
    /// for script in scripts {
    ///     document.detach(script)?;
    /// }
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Broth</p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode).
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-remove>
    #[doc(alias = "remove")]
    #[doc(alias = "removeChild")]
    #[doc(alias = "extract")]
    #[doc(alias = "decompose")]
    #[track_caller]
    pub fn detach(&mut self, node: NodeId) -> Result<(), TreeError> {
        let node = self.known(node)?;
        self.tree.detach(node);
        Ok(())
    }

    /// Removes all children from a node. Each keeps its id and can be inserted elsewhere.
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode).
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-replacechildren>
    #[doc(alias = "empty")]
    #[doc(alias = "clear")]
    #[track_caller]
    pub fn remove_children(&mut self, node: NodeId) -> Result<(), TreeError> {
        let node = self.known(node)?;
        self.tree.remove_children(node);
        Ok(())
    }

    /// Replaces a node with another, `new`. Afterwards the node has no parent.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("p", "Serve with <blink>bread</blink>.");
    /// let blink = document.root().first_element_child().unwrap().id();
    /// let text = document.create_text("soup")?;
    /// document.replace_with(blink, text)?;
    /// assert_eq!(document.inner_html(), "Serve with soup.");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoParent`](TreeError::NoParent) if the node has none; the rules of the DOM: see
    /// [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-replace>
    #[doc(alias = "replaceWith")]
    #[doc(alias = "replaceChild")]
    #[track_caller]
    pub fn replace_with(&mut self, node: NodeId, new: NodeId) -> Result<(), TreeError> {
        let (old, parent) = self.known_child(node)?;
        let new = self.known(new)?;
        let before = self.tree.node(old).next_sibling();
        let position = ChildPosition { parent, before, replaced: Some(old) };
        self.tree.ensure_pre_insert_validity(new, position)?;
        let before = self.reference_child(new, before);
        self.tree.detach(old);
        self.insert(new, parent, before);
        Ok(())
    }

    /// Puts the element `wrapper` in the place of a node, and the node into it, after the children
    /// that it has.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("body", "<table><tr><td>1</table>");
    /// let table = document.root().first_child().unwrap().id();
    /// let scroller = document.create_element("div")?;
    /// document.wrap_in(table, scroller)?;
    /// let names: Vec<_> = document.descendant_elements().map(|element| element.name()).collect();
    /// assert_eq!(names, ["div", "table", "tbody", "tr", "td"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAnElement`](TreeError::NotAnElement) if `wrapper` is not an element;
    /// [`NoParent`](TreeError::NoParent) if the node has none; the rules of the DOM: see
    /// [`TreeError`].
    #[doc(alias = "wrap")]
    #[track_caller]
    pub fn wrap_in(&mut self, node: NodeId, wrapper: NodeId) -> Result<(), TreeError> {
        let ids = (node, wrapper);
        let (node, parent) = self.known_child(node)?;
        let (wrapper, _) = self.known_element(wrapper)?;
        if node == wrapper {
            return Err(TreeError::Cycle { parent: ids.1, node: ids.0 });
        }
        if let NodeData::Doctype(_) = self.tree.node(node).data {
            return Err(TreeError::DoctypeOutsideDocument { parent: ids.1, node: ids.0 });
        }
        let before = self.tree.node(node).next_sibling();
        // The wrapper takes the position of the node first. From then on it is not a descendant of
        // the node, so inserting the node into it is always valid.
        self.tree.ensure_pre_insert_validity(
            wrapper,
            ChildPosition { parent, before, replaced: Some(node) },
        )?;
        let before = self.reference_child(wrapper, before);
        self.tree.detach(node);
        self.insert(wrapper, parent, before);
        self.insert(node, wrapper, None);
        Ok(())
    }

    /// Replaces an element by its children. Afterwards the element has neither children nor a
    /// parent.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("p", "A <font color=red>very <b>clear</b></font> broth");
    /// let font = document.root().first_element_child().unwrap().id();
    /// document.unwrap_element(font)?;
    /// assert_eq!(document.inner_html(), "A very <b>clear</b> broth");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAnElement`](TreeError::NotAnElement); [`NoParent`](TreeError::NoParent); if the element
    /// is a child of a document, the rules of the DOM for its children.
    #[doc(alias = "unwrap")]
    #[track_caller]
    pub fn unwrap_element(&mut self, element: NodeId) -> Result<(), TreeError> {
        self.known_element(element)?;
        let (element, parent) = self.known_child(element)?;
        if let NodeData::Document = self.tree.node(parent).data {
            let before = self.tree.node(element).next_sibling();
            let position = ChildPosition { parent, before, replaced: Some(element) };
            self.tree.ensure_children_fit_document(element, position)?;
        }
        self.tree.move_children_before(element, parent, Some(element));
        self.tree.detach(element);
        Ok(())
    }

    /// Returns the node that an id stands for, and its parent, which it must have.
    #[track_caller]
    pub(crate) fn known_child(&self, node: NodeId) -> Result<(NodeIndex, NodeIndex), TreeError> {
        let index = self.known(node)?;
        Ok((index, self.tree.node(index).parent().ok_or(TreeError::NoParent { node })?))
    }

    /// Inserts a node right before a child of `parent`, or at the end, if it is valid there.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-pre-insert>
    fn pre_insert(
        &mut self,
        node: NodeIndex,
        parent: NodeIndex,
        before: Option<NodeIndex>,
    ) -> Result<(), TreeError> {
        self.tree
            .ensure_pre_insert_validity(node, ChildPosition { parent, before, replaced: None })?;
        let before = self.reference_child(node, before);
        self.insert(node, parent, before);
        Ok(())
    }

    /// Returns the child to insert a node before once the node was removed from its old parent.
    fn reference_child(&self, node: NodeIndex, before: Option<NodeIndex>) -> Option<NodeIndex> {
        if before == Some(node) { self.tree.node(node).next_sibling() } else { before }
    }

    /// Inserts a node, or the children of a document fragment.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-insert>
    fn insert(&mut self, node: NodeIndex, parent: NodeIndex, before: Option<NodeIndex>) {
        if let NodeData::DocumentFragment = self.tree.node(node).data {
            return self.tree.move_children_before(node, parent, before);
        }
        self.tree.detach(node);
        match before {
            Some(sibling) => self.tree.insert_child_before(sibling, node),
            None => self.tree.append_child(parent, node),
        }
    }
}
