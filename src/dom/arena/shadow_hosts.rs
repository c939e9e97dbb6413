//! Which elements have which shadow roots: the operations of the tree on the table of shadow roots.

use super::id::NodeIndex;
use super::node::NodeData;
use super::rare_data::RareData;
use super::shadow_roots::ShadowRoot;
use super::tree::Tree;

impl Tree {
    /// Returns the shadow root of an element, if it is a shadow host.
    #[inline]
    pub(crate) fn shadow_root_of(&self, host: NodeIndex) -> Option<NodeIndex> {
        self.shadow_roots()?.by_host.get(host).copied()
    }

    /// Returns the data of a shadow root; `None` for any other node.
    #[inline]
    pub(crate) fn shadow_root(&self, root: NodeIndex) -> Option<&ShadowRoot> {
        self.shadow_roots()?.by_root.get(root)
    }

    /// Returns the data of a shadow root, for changing; `None` for any other node.
    pub(crate) fn shadow_root_mut(&mut self, root: NodeIndex) -> Option<&mut ShadowRoot> {
        self.rare_data()?.shadow_roots.as_mut()?.by_root.get_mut(root)
    }

    /// Makes a document fragment the shadow root of an element, which has none.
    pub(crate) fn attach_shadow_root(&mut self, root: NodeIndex, data: ShadowRoot) {
        debug_assert!(self.is_fragment(root), "a shadow root is a document fragment");
        let roots = self.rare_data_or_new().shadow_roots.get_or_insert_default();
        let before = roots.by_host.insert(data.host, root);
        debug_assert!(before.is_none(), "an element has one shadow root");
        roots.by_root.insert(root, data);
    }

    /// Makes an empty shadow root for an element, which has none.
    pub(crate) fn create_shadow_root(&mut self, data: ShadowRoot) -> NodeIndex {
        let root = self.create(NodeData::DocumentFragment);
        self.attach_shadow_root(root, data);
        root
    }

    /// Gives `copy` a copy, without children, of the shadow root of `host`, if that is clonable.
    /// Returns both roots.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    pub(crate) fn clone_shadow_root(
        &mut self,
        host: NodeIndex,
        copy: NodeIndex,
    ) -> Option<(NodeIndex, NodeIndex)> {
        let root = self.shadow_root_of(host)?;
        let data = *self.shadow_root(root)?;
        data.init
            .clonable
            .then(|| (root, self.create_shadow_root(ShadowRoot { host: copy, ..data })))
    }

    /// Forgets that a node is a shadow root.
    pub(crate) fn forget_shadow_root(&mut self, root: NodeIndex) {
        if let Some(RareData { shadow_roots: Some(roots), .. }) = self.rare_data()
            && let Some(data) = roots.by_root.remove(root)
        {
            roots.by_host.remove(data.host);
        }
    }

    /// Checks that the table and the tree agree.
    pub(super) fn check_shadow_roots(&self) -> Result<(), String> {
        let Some(roots) = self.shadow_roots() else { return Ok(()) };
        if roots.by_root.len() != roots.by_host.len() {
            return Err("shadow roots and hosts differ in number".to_owned());
        }
        for (root, data) in roots.iter() {
            if !self.has(root) || !self.is_fragment(root) {
                return Err(format!("{root:?} is a shadow root and no fragment of the tree"));
            }
            if root == self.root_index() {
                return Err("the root of the tree is a shadow root".to_owned());
            }
            if !self.has(data.host) || self.element(data.host).is_none() {
                return Err(format!(
                    "{root:?} is the shadow root of something other than an element"
                ));
            }
            if roots.by_host.get(data.host) != Some(&root) {
                return Err(format!("{:?} has another shadow root than {root:?}", data.host));
            }
        }
        Ok(())
    }
}
