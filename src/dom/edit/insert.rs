//! Putting nodes somewhere, and taking them away.
//!
//! <https://dom.spec.whatwg.org/#mutation-algorithms>

use super::tree_error::TreeError;
use super::validity::Place;
use crate::dom::arena::{NodeData, NodeId};
use crate::dom::read::Document;

/// Putting nodes somewhere. A node that stands elsewhere is taken away from there first; of a
/// document fragment, its children are put there in its stead, and it is empty afterwards. No id is
/// ever invalidated.
///
/// An id of another document is refused, if this one has no such id; else it stands for whatever
/// node has it here. None of these panics.
///
/// The content of a `template` is not its children: to put something there, take the id of
/// [`template_contents`](crate::ElementRef::template_contents) as the parent.
impl Document {
    /// Puts a node behind the last child of `parent`.
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
    /// What the DOM refuses: see [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-append>
    pub fn append(&mut self, parent: NodeId, node: NodeId) -> Result<(), TreeError> {
        self.known(parent)?;
        self.pre_insert(node, parent, None)
    }

    /// Puts a node before the first child of `parent`.
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
    /// What the DOM refuses: see [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-prepend>
    pub fn prepend(&mut self, parent: NodeId, node: NodeId) -> Result<(), TreeError> {
        let first = self.tree.node(self.known(parent)?).first_child;
        self.pre_insert(node, parent, first)
    }

    /// Puts a node right before `sibling`.
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
    /// [`NoParent`](TreeError::NoParent), if `sibling` has none; what the DOM refuses: see
    /// [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#dom-childnode-before>
    pub fn insert_before(&mut self, sibling: NodeId, node: NodeId) -> Result<(), TreeError> {
        let parent = self.parent_of(sibling)?;
        self.pre_insert(node, parent, Some(sibling))
    }

    /// Puts a node right behind `sibling`.
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
    /// [`NoParent`](TreeError::NoParent), if `sibling` has none; what the DOM refuses: see
    /// [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#dom-childnode-after>
    pub fn insert_after(&mut self, sibling: NodeId, node: NodeId) -> Result<(), TreeError> {
        let parent = self.parent_of(sibling)?;
        let next = self.tree.node(sibling).next_sibling;
        self.pre_insert(node, parent, next)
    }

    /// Takes a node, with all that is below it, out of its parent. It can be put elsewhere, or be
    /// [discarded](Document::discard). A node without a parent is left as it is.
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
    pub fn detach(&mut self, node: NodeId) -> Result<(), TreeError> {
        let node = self.known(node)?;
        self.tree.detach(node);
        Ok(())
    }

    /// Takes all children out of a node; each can be put elsewhere.
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode).
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-replacechildren>
    pub fn remove_children(&mut self, node: NodeId) -> Result<(), TreeError> {
        let node = self.known(node)?;
        self.tree.remove_children(node);
        Ok(())
    }

    /// Puts `new` in the place of `old`, which has no parent afterwards.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("p", "Serve with <blink>bread</blink>.");
    /// let blink = document.root().first_element_child().unwrap().id();
    /// let text = document.create_text("soup")?;
    /// document.replace(blink, text)?;
    /// assert_eq!(document.inner_html(), "Serve with soup.");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoParent`](TreeError::NoParent), if `old` has none; what the DOM refuses: see
    /// [`TreeError`].
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-replace>
    pub fn replace(&mut self, old: NodeId, new: NodeId) -> Result<(), TreeError> {
        let parent = self.parent_of(old)?;
        self.known(new)?;
        let before = self.tree.node(old).next_sibling;
        let place = Place { parent, before, replaced: Some(old) };
        self.tree.ensure_pre_insert_validity(new, place)?;
        let before = self.reference_child(new, before);
        self.tree.detach(old);
        self.insert(new, parent, before);
        Ok(())
    }

    /// Puts `wrapper`, an element, in the place of a node, and the node behind the last child of
    /// `wrapper`.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("body", "<table><tr><td>1</table>");
    /// let table = document.root().first_child().unwrap().id();
    /// let scroller = document.create_element("div")?;
    /// document.wrap(table, scroller)?;
    /// let names: Vec<_> = document.descendant_elements().map(|element| element.name()).collect();
    /// assert_eq!(names, ["div", "table", "tbody", "tr", "td"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAnElement`](TreeError::NotAnElement), if `wrapper` is none;
    /// [`NoParent`](TreeError::NoParent), if the node has none; what the DOM refuses: see
    /// [`TreeError`].
    pub fn wrap(&mut self, node: NodeId, wrapper: NodeId) -> Result<(), TreeError> {
        let parent = self.parent_of(node)?;
        self.known_element(wrapper)?;
        if node == wrapper {
            return Err(TreeError::Cycle { parent: wrapper, node });
        }
        if let NodeData::Doctype(_) = self.tree.node(node).data {
            return Err(TreeError::DoctypeOutsideDocument { parent: wrapper, node });
        }
        let before = self.tree.node(node).next_sibling;
        // Once the wrapper has taken the node's place, it is not below it any more, and takes it as
        // it takes any node.
        self.tree
            .ensure_pre_insert_validity(wrapper, Place { parent, before, replaced: Some(node) })?;
        let before = self.reference_child(wrapper, before);
        self.tree.detach(node);
        self.insert(wrapper, parent, before);
        self.insert(node, wrapper, None);
        Ok(())
    }

    /// Puts the children of an element in its place. The element has neither children nor a parent
    /// afterwards.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("p", "A <font color=red>very <b>clear</b></font> broth");
    /// let font = document.root().first_element_child().unwrap().id();
    /// document.unwrap(font)?;
    /// assert_eq!(document.inner_html(), "A very <b>clear</b> broth");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAnElement`](TreeError::NotAnElement); [`NoParent`](TreeError::NoParent); of the rules
    /// of the DOM, those for a document, if the element is its child.
    pub fn unwrap(&mut self, element: NodeId) -> Result<(), TreeError> {
        self.known_element(element)?;
        let parent = self.parent_of(element)?;
        if let NodeData::Document = self.tree.node(parent).data {
            let before = self.tree.node(element).next_sibling;
            let place = Place { parent, before, replaced: Some(element) };
            self.tree.ensure_children_fit_document(element, place)?;
        }
        self.tree.move_children_before(element, parent, Some(element));
        self.tree.detach(element);
        Ok(())
    }

    /// The parent of a node that must have one.
    pub(crate) fn parent_of(&self, node: NodeId) -> Result<NodeId, TreeError> {
        self.tree.node(self.known(node)?).parent.ok_or(TreeError::NoParent { node })
    }

    /// Puts a node before a child, or behind the last one, if it may stand there.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-pre-insert>
    fn pre_insert(
        &mut self,
        node: NodeId,
        parent: NodeId,
        before: Option<NodeId>,
    ) -> Result<(), TreeError> {
        self.known(node)?;
        self.tree.ensure_pre_insert_validity(node, Place { parent, before, replaced: None })?;
        let before = self.reference_child(node, before);
        self.insert(node, parent, before);
        Ok(())
    }

    /// The child before which a node is to be put once it is taken away from where it stands.
    fn reference_child(&self, node: NodeId, before: Option<NodeId>) -> Option<NodeId> {
        if before == Some(node) { self.tree.node(node).next_sibling } else { before }
    }

    /// <https://dom.spec.whatwg.org/#concept-node-insert>
    fn insert(&mut self, node: NodeId, parent: NodeId, before: Option<NodeId>) {
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
