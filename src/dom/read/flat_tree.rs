//! The flat tree: shadow trees in the place of the children of their hosts, with the slots filled.

use std::collections::HashMap;
use std::fmt;
use std::iter::FusedIterator;

use crate::dom::arena::{NodeData, NodeIndex, ShadowRoot};
use crate::names::known;
use crate::tree_sink::SlotAssignment;

use super::document::Document;
use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

/// The flat tree of a document, from [`Document::flat_tree`]: the tree that a browser displays. A
/// shadow host has the children of its shadow root, and the children of a slot are the nodes that
/// are assigned to it, or its own children if there are none.
///
/// ```
/// use consomme::ParseOptions;
///
/// let html = "<soup-bowl>\
///     <template shadowrootmode=open><b><slot name=kind>Any</slot></b> <slot></slot></template>\
///     broth<i slot=kind>Clear</i></soup-bowl>";
/// let options = ParseOptions::new().declarative_shadow_roots(true);
/// let document = options.parse_fragment("body", html);
/// let flat = document.flat_tree();
/// let names: Vec<_> = flat
///     .descendants(document.root())
///     .filter_map(|node| node.as_element().map(|element| element.name()))
///     .collect();
/// assert_eq!(names, ["soup-bowl", "b", "slot", "i", "slot"]);
/// assert_eq!(flat.inner_text(document.root()), "Clear broth");
/// assert_eq!(document.inner_text(), "brothClear");
/// ```
///
/// <https://drafts.csswg.org/css-scoping/#flattening>
#[derive(Clone)]
pub struct FlatTree<'a> {
    document: &'a Document,
    /// The nodes that are assigned to a slot, for each slot that has any.
    assigned: HashMap<NodeIndex, Vec<NodeIndex>>,
    /// The slot of each assigned node, and the node's index among the slot's assigned nodes.
    slots: HashMap<NodeIndex, (NodeIndex, usize)>,
}

/// The flat tree: shadow trees with their slots filled.
impl Document {
    /// Returns the flat tree. Finds the slot of each child of a shadow host, in time linear in the
    /// size of the shadow trees and the number of these children.
    pub fn flat_tree(&self) -> FlatTree<'_> {
        FlatTree::new(self)
    }
}

impl<'a> FlatTree<'a> {
    fn new(document: &'a Document) -> Self {
        let mut flat = FlatTree { document, assigned: HashMap::new(), slots: HashMap::new() };
        if let Some(roots) = document.tree.shadow_roots() {
            for (root, data) in roots.iter() {
                flat.assign_slottables(root, data);
            }
        }
        flat
    }

    /// <https://dom.spec.whatwg.org/#assign-slotables-for-a-tree>
    fn assign_slottables(&mut self, root: NodeIndex, data: &ShadowRoot) {
        // Only a script assigns manually.
        if data.init.slot_assignment == SlotAssignment::Manual {
            return;
        }
        let root = NodeRef::new(self.document, root);
        let mut slots: HashMap<&str, NodeIndex> = HashMap::new();
        for slot in root.descendant_elements().filter(|element| element.is_html_named(known::SLOT))
        {
            slots.entry(slot_name(slot)).or_insert(slot.index());
        }
        for node in NodeRef::new(self.document, data.host).children() {
            let slot = slottable_name(node).and_then(|name| slots.get(name));
            if let Some(&slot) = slot {
                let assigned = self.assigned.entry(slot).or_default();
                self.slots.insert(node.index(), (slot, assigned.len()));
                assigned.push(node.index());
            }
        }
    }

    /// Returns the document.
    pub fn document(&self) -> &'a Document {
        self.document
    }

    fn at(&self, id: Option<NodeIndex>) -> Option<NodeRef<'a>> {
        Some(NodeRef::new(self.document, id?))
    }

    /// Returns the nodes that are assigned to a slot, without fallback content, in tree order.
    ///
    /// <https://dom.spec.whatwg.org/#slot-assigned-nodes>
    pub fn assigned_nodes(
        &self,
        slot: ElementRef<'a>,
    ) -> impl DoubleEndedIterator<Item = NodeRef<'a>> + ExactSizeIterator + use<'_, 'a> {
        let assigned = self.assigned.get(&slot.index()).map_or(&[][..], Vec::as_slice);
        assigned.iter().map(|&id| NodeRef::new(self.document, id))
    }

    /// Returns the slot that a node is assigned to.
    ///
    /// <https://dom.spec.whatwg.org/#slotable-assigned-slot>
    pub fn assigned_slot(&self, node: impl Into<NodeRef<'a>>) -> Option<ElementRef<'a>> {
        let (slot, _) = self.slots.get(&node.into().index())?;
        NodeRef::new(self.document, *slot).as_element()
    }

    /// Returns the parent of a node. The root has none, nor has a child of a shadow host without a
    /// slot, nor has the fallback content of a slot that is filled.
    pub fn parent(&self, node: impl Into<NodeRef<'a>>) -> Option<NodeRef<'a>> {
        let node = node.into();
        if let Some(&(slot, _)) = self.slots.get(&node.index()) {
            return self.at(Some(slot));
        }
        let parent = node.parent()?;
        if let Some(root) = parent.as_shadow_root() {
            return Some(root.host().as_node());
        }
        let is_replaced = self.document.tree.shadow_root_of(parent.index()).is_some()
            || self.assigned.contains_key(&parent.index());
        (!is_replaced).then_some(parent)
    }

    /// Returns the children of a node.
    pub fn children(&self, node: impl Into<NodeRef<'a>>) -> FlatChildren<'_, 'a> {
        FlatChildren { flat: self, next: self.at(self.first_child(node.into().index())) }
    }

    /// Returns all nodes below a node in order.
    pub fn descendants(&self, node: impl Into<NodeRef<'a>>) -> FlatDescendants<'_, 'a> {
        let top = node.into();
        // A shadow root has the same descendants as its host, and they lead up to the host.
        let top = self.top(top);
        FlatDescendants { flat: self, top, next: self.at(self.first_child(top)) }
    }

    /// The node that stands for a node in the flat tree: for a shadow root, its host.
    pub(crate) fn top(&self, node: NodeRef<'a>) -> NodeIndex {
        node.as_shadow_root().map_or(node.index(), |root| root.host().index())
    }

    /// The first child of a node.
    pub(crate) fn first_child(&self, id: NodeIndex) -> Option<NodeIndex> {
        let tree = &self.document.tree;
        if let Some(assigned) = self.assigned.get(&id) {
            return assigned.first().copied();
        }
        tree.node(tree.shadow_root_of(id).unwrap_or(id)).first_child()
    }

    /// The next sibling of a node that is in the flat tree.
    pub(crate) fn next_sibling(&self, id: NodeIndex) -> Option<NodeIndex> {
        match self.slots.get(&id) {
            Some((slot, index)) => self.assigned.get(slot)?.get(index + 1).copied(),
            None => self.document.tree.node(id).next_sibling(),
        }
    }

    /// The parent, in the flat tree, of a node that is in the flat tree. For other nodes, the
    /// parent in the tree of the document, or the host if that parent is a shadow root.
    pub(crate) fn parent_id(&self, id: NodeIndex) -> Option<NodeIndex> {
        if let Some(&(slot, _)) = self.slots.get(&id) {
            return Some(slot);
        }
        let parent = self.document.tree.node(id).parent()?;
        Some(self.document.tree.shadow_root(parent).map_or(parent, |root| root.host))
    }
}

/// Prints the number of assigned nodes.
impl fmt::Debug for FlatTree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatTree").field("assigned", &self.slots.len()).finish_non_exhaustive()
    }
}

/// The children of a node in the flat tree, from [`FlatTree::children`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct FlatChildren<'f, 'a> {
    flat: &'f FlatTree<'a>,
    next: Option<NodeRef<'a>>,
}

impl<'a> Iterator for FlatChildren<'_, 'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let node = self.next?;
        self.next = self.flat.at(self.flat.next_sibling(node.index()));
        Some(node)
    }
}

impl FusedIterator for FlatChildren<'_, '_> {}

/// The nodes below a node in the flat tree, from [`FlatTree::descendants`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct FlatDescendants<'f, 'a> {
    flat: &'f FlatTree<'a>,
    top: NodeIndex,
    next: Option<NodeRef<'a>>,
}

impl<'a> Iterator for FlatDescendants<'_, 'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let node = self.next?;
        let mut id = node.index();
        let mut next = self.flat.first_child(id);
        while next.is_none() && id != self.top {
            next = self.flat.next_sibling(id);
            let Some(parent) = self.flat.parent_id(id) else { break };
            id = parent;
        }
        self.next = self.flat.at(next);
        Some(node)
    }
}

impl FusedIterator for FlatDescendants<'_, '_> {}

/// Slots.
impl<'a> NodeRef<'a> {
    /// Returns the slot that the node is assigned to: an element or a text whose parent is a shadow
    /// host. The shadow root may be open or closed. Searches the shadow tree; for many nodes,
    /// [`FlatTree::assigned_slot`] is faster.
    ///
    /// ```
    /// let html = "<p><template shadowrootmode=open><slot name=a></slot></template><b slot=a>x</b>y";
    /// let options = consomme::ParseOptions::new().declarative_shadow_roots(true);
    /// let document = options.parse_fragment("body", html);
    /// let p = document.root().first_child().unwrap();
    /// let slots: Vec<_> = p.children().map(|node| node.assigned_slot().map(|slot| slot.attr("name"))).collect();
    /// assert_eq!(slots, [Some(Some("a")), None]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#find-a-slot>
    pub fn assigned_slot(self) -> Option<ElementRef<'a>> {
        let root = self.parent_element()?.shadow_root()?;
        let name = slottable_name(self)?;
        if root.slot_assignment() == SlotAssignment::Manual {
            return None;
        }
        let mut slots = root.descendant_elements().filter(|slot| slot.is_html_named(known::SLOT));
        slots.find(|slot| slot_name(*slot) == name)
    }
}

/// The name of a slot.
///
/// <https://dom.spec.whatwg.org/#slot-name>
fn slot_name(slot: ElementRef<'_>) -> &str {
    slot.attr("name").unwrap_or("")
}

/// The name of an element or a text as a slottable; `None` for any other node.
///
/// <https://dom.spec.whatwg.org/#slotable-name>
fn slottable_name(node: NodeRef<'_>) -> Option<&str> {
    match node.document.tree.node(node.index).data {
        NodeData::Text(_) | NodeData::LongText(_) => Some(""),
        NodeData::Element(_) => Some(node.as_element()?.attr("slot").unwrap_or("")),
        _ => None,
    }
}
