//! Visits the nodes of a tree in the order in which they are written, without recursion.

use crate::dom::{NodeData, NodeIndex, Tree};
use crate::names::{ElementName, known};

/// Receives every node of a tree in the order in which they are written.
pub(super) trait Visitor {
    /// The error that ends the walk.
    type Error;

    /// Called at the start of an element. `is_empty`: it has no children to be written.
    fn start(
        &mut self,
        element: NodeIndex,
        name: ElementName,
        is_empty: bool,
    ) -> Result<(), Self::Error>;

    /// Called at the end of an element, unless it is void.
    fn end(&mut self, name: ElementName) -> Result<(), Self::Error>;

    /// Called for a node that is neither an element nor a root.
    fn leaf(&mut self, node: NodeIndex) -> Result<(), Self::Error>;
}

/// Visits the descendants of a node, after the node itself unless `inner`. The children of a
/// `template` are those of its contents; the children of a void element are left out.
pub(super) fn walk<V: Visitor>(
    tree: &Tree,
    top: NodeIndex,
    inner: bool,
    visitor: &mut V,
) -> Result<(), V::Error> {
    match &tree.node(top).data {
        NodeData::Element(element) => {
            let holder = content_of(tree, top, element.name());
            if inner {
                return holder.map_or(Ok(()), |holder| walk_children(tree, holder, visitor));
            }
            visitor.start(
                top,
                element.name(),
                holder.is_none_or(|holder| tree.node(holder).first_child.is_none()),
            )?;
            if let Some(holder) = holder {
                walk_children(tree, holder, visitor)?;
                visitor.end(element.name())?;
            }
            Ok(())
        }
        NodeData::Document | NodeData::DocumentFragment => walk_children(tree, top, visitor),
        _ if inner => Ok(()),
        _ => visitor.leaf(top),
    }
}

/// Visits the descendants of a node that is neither a void element nor a `template`.
fn walk_children<V: Visitor>(tree: &Tree, top: NodeIndex, visitor: &mut V) -> Result<(), V::Error> {
    // The templates whose contents are being visited: the contents have no link to their template.
    let mut templates = Vec::new();
    let mut parent = top;
    let mut next = tree.node(top).first_child;
    loop {
        let Some(id) = next else {
            if parent == top {
                return Ok(());
            }
            let ended = match tree.node(parent).data {
                NodeData::DocumentFragment => {
                    debug_assert!(!templates.is_empty(), "contents are entered by their template");
                    templates.pop().unwrap_or(parent)
                }
                _ => parent,
            };
            let node = tree.node(ended);
            if let NodeData::Element(element) = &node.data {
                visitor.end(element.name())?;
            }
            let Some(outer) = node.parent else {
                debug_assert!(false, "a descendant has a parent");
                return Ok(());
            };
            parent = outer;
            next = node.next_sibling;
            continue;
        };
        let node = tree.node(id);
        next = node.next_sibling;
        let NodeData::Element(element) = &node.data else {
            visitor.leaf(id)?;
            continue;
        };
        let holder = content_of(tree, id, element.name());
        let first = holder.and_then(|holder| tree.node(holder).first_child);
        visitor.start(id, element.name(), first.is_none())?;
        match (holder, first) {
            (Some(holder), Some(_)) => {
                if holder != id {
                    templates.push(id);
                }
                parent = holder;
                next = first;
            }
            (Some(_), None) => visitor.end(element.name())?,
            (None, _) => {}
        }
    }
}

/// Returns the node whose children are written inside an element: the element itself, or the
/// contents of a `template`; `None` for a void element.
#[inline]
pub(crate) fn content_of(tree: &Tree, id: NodeIndex, name: ElementName) -> Option<NodeIndex> {
    if name.is_html(known::TEMPLATE) {
        return Some(tree.contents_of(id));
    }
    (!name.is_void()).then_some(id)
}
