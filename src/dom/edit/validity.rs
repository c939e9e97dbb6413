//! Which node may stand where.

use crate::names::known;

use super::tree_error::TreeError;
use crate::dom::arena::Tree;
use crate::dom::arena::{NodeData, NodeId};

/// Where something is to be put among the children of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) parent: NodeId,
    /// The child that will stand right behind; `None` for the end.
    pub(super) before: Option<NodeId>,
    /// The child that will be gone.
    pub(super) replaced: Option<NodeId>,
}

impl Tree {
    /// Whether a node, or the children of a document fragment, may be put there. One algorithm for
    /// inserting and for replacing: these differ only in that the child that will be gone does not
    /// count.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity>
    pub(super) fn ensure_pre_insert_validity(
        &self,
        node: NodeId,
        place: Place,
    ) -> Result<(), TreeError> {
        let Place { parent, .. } = place;
        // Step 1.
        match self.node(parent).data {
            NodeData::Document | NodeData::DocumentFragment | NodeData::Element(_) => {}
            _ => return Err(TreeError::NotAParent { parent, node }),
        }
        // Step 2.
        if self.is_host_including_inclusive_ancestor(node, parent) {
            return Err(TreeError::Cycle { parent, node });
        }
        // Step 3: a child is always given as one of its parent.
        let in_document = matches!(self.node(parent).data, NodeData::Document);
        match self.node(node).data {
            // Step 4.
            NodeData::Document => Err(TreeError::DocumentAsChild { parent, node }),
            // Step 5.
            NodeData::Text(_) | NodeData::LongText(_) if in_document => {
                Err(TreeError::TextInDocument { parent, node })
            }
            NodeData::Doctype(_) if !in_document => {
                Err(TreeError::DoctypeOutsideDocument { parent, node })
            }
            // Step 6.
            NodeData::DocumentFragment if in_document => {
                self.ensure_children_fit_document(node, place)
            }
            NodeData::Element(_) if in_document => self.ensure_element_fits_document(node, place),
            NodeData::Doctype(_) => self.ensure_doctype_fits_document(node, place),
            _ => Ok(()),
        }
    }

    /// Step 6 for the children of a fragment, or of an element that they are to replace.
    pub(super) fn ensure_children_fit_document(
        &self,
        node: NodeId,
        place: Place,
    ) -> Result<(), TreeError> {
        let parent = place.parent;
        let mut elements = 0;
        let mut next = self.node(node).first_child;
        while let Some(child) = next {
            match self.node(child).data {
                NodeData::Text(_) | NodeData::LongText(_) => {
                    return Err(TreeError::TextInDocument { parent, node });
                }
                NodeData::Element(_) => elements += 1,
                _ => {}
            }
            next = self.node(child).next_sibling;
        }
        match elements {
            0 => Ok(()),
            1 => self.ensure_element_fits_document(node, place),
            _ => Err(TreeError::SecondElement { parent, node }),
        }
    }

    fn ensure_element_fits_document(&self, node: NodeId, place: Place) -> Result<(), TreeError> {
        let parent = place.parent;
        let has = |after_place, is_wanted| self.has_child(place, after_place, is_wanted);
        if has(false, Self::is_element) || has(true, Self::is_element) {
            return Err(TreeError::SecondElement { parent, node });
        }
        if has(true, Self::is_doctype) {
            return Err(TreeError::ElementBeforeDoctype { parent, node });
        }
        Ok(())
    }

    fn ensure_doctype_fits_document(&self, node: NodeId, place: Place) -> Result<(), TreeError> {
        let parent = place.parent;
        let has = |after_place, is_wanted| self.has_child(place, after_place, is_wanted);
        if has(false, Self::is_doctype) || has(true, Self::is_doctype) {
            return Err(TreeError::SecondDoctype { parent, node });
        }
        if has(false, Self::is_element) {
            return Err(TreeError::DoctypeAfterElement { parent, node });
        }
        Ok(())
    }

    /// Whether before the place, or after it, there is such a child, apart from the one that will
    /// be gone.
    fn has_child(
        &self,
        place: Place,
        after_place: bool,
        is_wanted: fn(&Tree, NodeId) -> bool,
    ) -> bool {
        let mut is_after = false;
        let mut next = self.node(place.parent).first_child;
        while let Some(child) = next {
            is_after |= place.before == Some(child);
            if is_after == after_place && place.replaced != Some(child) && is_wanted(self, child) {
                return true;
            }
            next = self.node(child).next_sibling;
        }
        false
    }

    fn is_element(&self, id: NodeId) -> bool {
        self.element(id).is_some()
    }

    fn is_doctype(&self, id: NodeId) -> bool {
        matches!(self.node(id).data, NodeData::Doctype(_))
    }

    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    pub(super) fn is_host_including_inclusive_ancestor(&self, node: NodeId, of: NodeId) -> bool {
        // Most of what is inserted holds nothing: then a deep tree is built without walking up from
        // each of its nodes.
        if self.node(node).first_child.is_none() && !self.is_html(node, known::TEMPLATE) {
            return node == of;
        }
        let mut next = Some(of);
        while let Some(id) = next.filter(|id| *id != node) {
            next = self.node(id).parent.or_else(|| self.host_of(id));
        }
        next.is_some()
    }
}
