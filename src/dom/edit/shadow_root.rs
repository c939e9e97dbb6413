//! Attaching shadow roots.

use crate::elements::may_host_shadow_root;
use crate::names::ElementName;
use crate::tree_sink::ShadowRootInit;

use super::tree_error::TreeError;
use crate::dom::arena::{NodeId, NodeIndex, ShadowRoot};
use crate::dom::read::Document;

/// Edits: shadow roots.
impl Document {
    /// Attaches an empty shadow root to an element and returns its id, with which it can be filled
    /// like any parent.
    ///
    /// If the parser attached a shadow root of the same mode to the element, the first call empties
    /// that one and returns it, as in a browser. It keeps the properties that it was created with.
    ///
    /// ```
    /// use consomme::serialize::SerializeOptions;
    /// use consomme::shadow::{ShadowRootInit, ShadowRootMode};
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("body", "<soup-bowl>Broth</soup-bowl>");
    /// let host = document.root().first_child().unwrap().id();
    /// let shadow = document.attach_shadow(host, ShadowRootInit::new(ShadowRootMode::Open))?;
    /// document.set_inner_html(shadow, "<b><slot></slot></b>")?;
    /// let options = SerializeOptions::new().shadow_roots([shadow]);
    /// assert_eq!(
    ///     document.serialize(&options).to_string(),
    ///     "<soup-bowl><template shadowrootmode=\"open\"><b><slot></slot></b></template>Broth</soup-bowl>"
    /// );
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidShadowHost`](TreeError::InvalidShadowHost) for an element that can't have a shadow
    /// root, [`SecondShadowRoot`](TreeError::SecondShadowRoot) for one that has one,
    /// [`NotAnElement`](TreeError::NotAnElement), [`UnknownNode`](TreeError::UnknownNode),
    /// [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    #[track_caller]
    pub fn attach_shadow(
        &mut self,
        host: NodeId,
        init: ShadowRootInit,
    ) -> Result<NodeId, TreeError> {
        // Steps 1 and 2: the namespace and the name.
        let (index, element) = self.known_element(host)?;
        if !self.may_host_shadow_root(element.name()) {
            return Err(TreeError::InvalidShadowHost { node: host });
        }
        // Step 3 is about custom element definitions, of which there are none. Step 4: a shadow
        // host; a shadow root that the parser attached is emptied instead.
        if let Some(root) = self.tree.shadow_root_of(index) {
            self.reset_declarative_shadow_root(root, init)?;
            return Ok(self.tree.id(root));
        }
        // Steps 5 to 13.
        self.ensure_capacity_for_nodes(1)?;
        let data = ShadowRoot { host: index, init, is_declarative: false };
        let root = self.tree.create_shadow_root(data);
        Ok(self.tree.id(root))
    }

    /// Step 4 of attaching a shadow root, for an element that has this one.
    fn reset_declarative_shadow_root(
        &mut self,
        root: NodeIndex,
        init: ShadowRootInit,
    ) -> Result<(), TreeError> {
        let Some(data) = self.tree.shadow_root_mut(root) else {
            debug_assert!(false, "the shadow root of an element is in the table");
            return Err(TreeError::UnknownNode { node: self.tree.id(root) });
        };
        if !data.is_declarative || data.init.mode != init.mode {
            let host = data.host;
            return Err(TreeError::SecondShadowRoot { node: self.tree.id(host) });
        }
        data.is_declarative = false;
        self.tree.remove_children(root);
        Ok(())
    }

    /// Whether an element of this name can have a shadow root.
    pub(super) fn may_host_shadow_root(&self, name: ElementName) -> bool {
        let loose = self.revision.has_loose_custom_element_names();
        may_host_shadow_root(name, self.strings.name(name.local), loose)
    }
}
