//! Which node may be inserted where.

use crate::dom::arena::{NodeData, NodeIndex, Tree};
use crate::names::known;

use super::tree_error::TreeError;

/// The position among the children of a parent at which something is to be inserted.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildPosition {
    pub(super) parent: NodeIndex,
    /// The child that will be right after it; `None` for the end.
    pub(super) before: Option<NodeIndex>,
    /// The child that it will replace.
    pub(super) replaced: Option<NodeIndex>,
}

impl Tree {
    /// Returns whether a node may be inserted into `parent`, right before its child `before` or at
    /// the end.
    pub(crate) fn can_insert(
        &self,
        node: NodeIndex,
        parent: NodeIndex,
        before: Option<NodeIndex>,
    ) -> bool {
        let position = ChildPosition { parent, before, replaced: None };
        self.ensure_pre_insert_validity(node, position).is_ok()
    }

    /// Checks whether a node, or the children of a document fragment, may be inserted there. It
    /// serves inserting and replacing, which differ only in that the replaced child does not count.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity>
    pub(super) fn ensure_pre_insert_validity(
        &self,
        node: NodeIndex,
        position: ChildPosition,
    ) -> Result<(), TreeError> {
        let ChildPosition { parent, .. } = position;
        // Step 1.
        match self.node(parent).data {
            NodeData::Document | NodeData::DocumentFragment | NodeData::Element(_) => {}
            _ => {
                return Err(TreeError::NotAParent { parent: self.id(parent), node: self.id(node) });
            }
        }
        // Step 2.
        if self.is_host_including_inclusive_ancestor(node, parent) {
            return Err(TreeError::Cycle { parent: self.id(parent), node: self.id(node) });
        }
        // Step 3 always holds: callers give a child of the parent.
        let in_document = matches!(self.node(parent).data, NodeData::Document);
        match self.node(node).data {
            // Step 4.
            NodeData::Document => {
                Err(TreeError::DocumentAsChild { parent: self.id(parent), node: self.id(node) })
            }
            // Step 5.
            NodeData::Text(_) | NodeData::LongText(_) if in_document => {
                Err(TreeError::TextInDocument { parent: self.id(parent), node: self.id(node) })
            }
            NodeData::Doctype(_) if !in_document => Err(TreeError::DoctypeOutsideDocument {
                parent: self.id(parent),
                node: self.id(node),
            }),
            // Step 6.
            NodeData::DocumentFragment if in_document => {
                self.ensure_children_fit_document(node, position)
            }
            NodeData::Element(_) if in_document => {
                self.ensure_element_fits_document(node, position)
            }
            NodeData::Doctype(_) => self.ensure_doctype_fits_document(node, position),
            _ => Ok(()),
        }
    }

    /// Checks step 6 for the children of a fragment, or of an element that they will replace.
    pub(super) fn ensure_children_fit_document(
        &self,
        node: NodeIndex,
        position: ChildPosition,
    ) -> Result<(), TreeError> {
        let parent = position.parent;
        let mut elements = 0;
        let mut next = self.node(node).first_child();
        while let Some(child) = next {
            match self.node(child).data {
                NodeData::Text(_) | NodeData::LongText(_) => {
                    return Err(TreeError::TextInDocument {
                        parent: self.id(parent),
                        node: self.id(node),
                    });
                }
                NodeData::Element(_) => elements += 1,
                _ => {}
            }
            next = self.node(child).next_sibling();
        }
        match elements {
            0 => Ok(()),
            1 => self.ensure_element_fits_document(node, position),
            _ => Err(TreeError::SecondElement { parent: self.id(parent), node: self.id(node) }),
        }
    }

    fn ensure_element_fits_document(
        &self,
        node: NodeIndex,
        position: ChildPosition,
    ) -> Result<(), TreeError> {
        let (parent, node) = (self.id(position.parent), self.id(node));
        let has = |after_position, is_wanted| self.has_child(position, after_position, is_wanted);
        if has(false, Self::is_element) || has(true, Self::is_element) {
            return Err(TreeError::SecondElement { parent, node });
        }
        if has(true, Self::is_doctype) {
            return Err(TreeError::ElementBeforeDoctype { parent, node });
        }
        Ok(())
    }

    fn ensure_doctype_fits_document(
        &self,
        node: NodeIndex,
        position: ChildPosition,
    ) -> Result<(), TreeError> {
        let (parent, node) = (self.id(position.parent), self.id(node));
        let has = |after_position, is_wanted| self.has_child(position, after_position, is_wanted);
        if has(false, Self::is_doctype) || has(true, Self::is_doctype) {
            return Err(TreeError::SecondDoctype { parent, node });
        }
        if has(false, Self::is_element) {
            return Err(TreeError::DoctypeAfterElement { parent, node });
        }
        Ok(())
    }

    /// Returns whether there is such a child before the position, or after it, apart from the
    /// replaced one.
    fn has_child(
        &self,
        position: ChildPosition,
        after_position: bool,
        is_wanted: fn(&Tree, NodeIndex) -> bool,
    ) -> bool {
        let mut is_after = false;
        let mut next = self.node(position.parent).first_child();
        while let Some(child) = next {
            is_after |= position.before == Some(child);
            if is_after == after_position
                && position.replaced != Some(child)
                && is_wanted(self, child)
            {
                return true;
            }
            next = self.node(child).next_sibling();
        }
        false
    }

    fn is_element(&self, id: NodeIndex) -> bool {
        self.element(id).is_some()
    }

    fn is_doctype(&self, id: NodeIndex) -> bool {
        matches!(self.node(id).data, NodeData::Doctype(_))
    }

    /// Returns whether `node` is a host-including inclusive ancestor of `of`.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    pub(crate) fn is_host_including_inclusive_ancestor(
        &self,
        node: NodeIndex,
        of: NodeIndex,
    ) -> bool {
        // Most inserted nodes have no descendants, and then the walk is not needed: building a deep
        // tree takes linear time.
        if self.node(node).first_child().is_none()
            && !self.is_html(node, known::TEMPLATE)
            && self.shadow_root_of(node).is_none()
        {
            return node == of;
        }
        let mut next = Some(of);
        while let Some(id) = next.filter(|id| *id != node) {
            next = self.node(id).parent().or_else(|| self.host_of(id));
        }
        next.is_some()
    }
}
