//! The order in which a tree is written, without recursion.

use crate::dom::{NodeData, NodeId, Tree};
use crate::names::{ElementName, known};

use super::elements::Handling;

/// Is told of every node in the order in which it is written.
pub(super) trait Visitor {
    /// What can go wrong.
    type Error;

    /// An element begins. `is_empty`: nothing comes before its end.
    fn start(
        &mut self,
        element: NodeId,
        name: ElementName,
        is_empty: bool,
    ) -> Result<(), Self::Error>;

    /// An element ends. Not called for void elements.
    fn end(&mut self, name: ElementName) -> Result<(), Self::Error>;

    /// A node that is neither an element nor a root.
    fn leaf(&mut self, node: NodeId) -> Result<(), Self::Error>;
}

/// Visits what is below a node, or with `inner` false the node and what is below it. The children
/// of a `template` are those of its contents; void elements have none.
pub(super) fn walk<V: Visitor>(
    tree: &Tree,
    top: NodeId,
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

/// Visits what is below a node that is neither void nor a `template`.
fn walk_children<V: Visitor>(tree: &Tree, top: NodeId, visitor: &mut V) -> Result<(), V::Error> {
    // The templates whose contents are being visited: these have no parent link to come back by.
    let mut templates = Vec::new();
    let mut parent = top;
    let mut next = tree.node(top).first_child;
    loop {
        let Some(id) = next else {
            if parent == top {
                return Ok(());
            }
            let ended = match tree.node(parent).data {
                NodeData::DocumentFragment => templates.pop().unwrap_or(parent),
                _ => parent,
            };
            let node = tree.node(ended);
            if let NodeData::Element(element) = &node.data {
                visitor.end(element.name())?;
            }
            let Some(outer) = node.parent else { return Ok(()) };
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

/// The node whose children are the content of an element: for a `template` its contents; `None` for
/// a void element.
#[inline]
pub(super) fn content_of(tree: &Tree, id: NodeId, name: ElementName) -> Option<NodeId> {
    if name.is_html(known::TEMPLATE) {
        return Some(tree.contents_of(id));
    }
    (Handling::of(name) != Handling::Void).then_some(id)
}
