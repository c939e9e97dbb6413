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

    /// Returns the content to write in an element; `None` if it has no end tag either.
    #[inline]
    fn content(&self, tree: &Tree, element: NodeIndex, name: ElementName) -> Option<Content> {
        let holder = content_of(tree, element, name)?;
        Some(Content { holder, first: tree.node(holder).first_child() })
    }

    /// Called before the contents of a `template`.
    #[inline]
    fn start_template_contents(&mut self) {}

    /// Called after the contents of a `template`, before its end.
    #[inline]
    fn end_template_contents(&mut self) {}

    /// Called after the start of an element. Returns its shadow root, which comes before its
    /// content, if that is written.
    #[inline]
    fn start_shadow_root(&mut self, _host: NodeIndex) -> Result<Option<NodeIndex>, Self::Error> {
        Ok(None)
    }

    /// Called at the end of a shadow root.
    fn end_shadow_root(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// The nodes that are written in an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// The element itself, or the contents of a `template`.
    pub(super) holder: NodeIndex,
    /// The first child of the holder, if it is written.
    pub(super) first: Option<NodeIndex>,
}

/// Visits the descendants of a node, after the node itself unless `inner`.
pub(super) fn walk<V: Visitor>(
    tree: &Tree,
    top: NodeIndex,
    inner: bool,
    visitor: &mut V,
) -> Result<(), V::Error> {
    let name = match &tree.node(top).data() {
        NodeData::Element(element) => element.name(),
        NodeData::Document | NodeData::DocumentFragment => {
            return walk_children(tree, top, visitor);
        }
        _ if inner => return Ok(()),
        _ => return visitor.leaf(top),
    };
    let content = visitor.content(tree, top, name);
    let first = content.and_then(|content| content.first);
    if !inner {
        visitor.start(top, name, first.is_none())?;
    }
    if let Some(root) = visitor.start_shadow_root(top)? {
        walk_children(tree, root, visitor)?;
        visitor.end_shadow_root()?;
    }
    let Some(content) = content else { return Ok(()) };
    if first.is_some() {
        let is_template = content.holder != top;
        if is_template {
            visitor.start_template_contents();
        }
        walk_children(tree, content.holder, visitor)?;
        if is_template {
            visitor.end_template_contents();
        }
    }
    if inner { Ok(()) } else { visitor.end(name) }
}

/// Visits the children of a node and their descendants.
fn walk_children<V: Visitor>(tree: &Tree, top: NodeIndex, visitor: &mut V) -> Result<(), V::Error> {
    let (mut parent, mut next) = (top, tree.node(top).first_child());
    loop {
        let Some(id) = next else {
            if parent == top {
                return Ok(());
            }
            let mut ended = parent;
            if tree.is_fragment(parent) {
                ended = tree.host_of(parent).unwrap_or(parent);
                if tree.shadow_root(parent).is_some() {
                    visitor.end_shadow_root()?;
                    // The content of the host comes after its shadow root.
                    if let Some(Content { holder, first: Some(first) }) = tree
                        .element(ended)
                        .and_then(|element| visitor.content(tree, ended, element.name()))
                    {
                        (parent, next) = (holder, Some(first));
                        continue;
                    }
                } else {
                    visitor.end_template_contents();
                }
            }
            let node = tree.node(ended);
            let (NodeData::Element(element), Some(outer)) = (&node.data(), node.parent()) else {
                debug_assert!(false, "a fragment has a host, and a descendant has a parent");
                return Ok(());
            };
            visitor.end(element.name())?;
            (parent, next) = (outer, node.next_sibling());
            continue;
        };
        let node = tree.node(id);
        next = node.next_sibling();
        let NodeData::Element(element) = &node.data() else {
            visitor.leaf(id)?;
            continue;
        };
        let name = element.name();
        let content = visitor.content(tree, id, name);
        let first = content.and_then(|content| content.first);
        visitor.start(id, name, first.is_none())?;
        if let Some(root) = visitor.start_shadow_root(id)? {
            (parent, next) = (root, tree.node(root).first_child());
            continue;
        }
        match content {
            Some(Content { holder, first: Some(_) }) => {
                if holder != id {
                    visitor.start_template_contents();
                }
                (parent, next) = (holder, first);
            }
            Some(Content { first: None, .. }) => visitor.end(name)?,
            None => {}
        }
    }
}

/// Returns the node whose children are written inside an element: the element itself, or the
/// contents of a `template`; `None` for a void element, which the walk gives no end tag for that
/// reason.
#[inline]
pub(super) fn content_of(tree: &Tree, id: NodeIndex, name: ElementName) -> Option<NodeIndex> {
    if name.is_html(known::TEMPLATE) {
        return Some(tree.contents_of(id));
    }
    (!name.is_void()).then_some(id)
}
