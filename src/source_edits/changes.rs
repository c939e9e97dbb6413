//! Finds the nodes that edits have changed, by comparing the tree with the parsed tree.

use crate::dom::{Node, NodeData, NodeIndex};
use crate::sorting;
use crate::steps;

use super::places::Places;

/// The nodes that edits have changed, in order of index.
#[derive(Default)]
pub(super) struct Changes {
    /// Elements with another name or other attributes; texts, comments and processing instructions
    /// with another text.
    pub(super) data: Vec<NodeIndex>,
    /// Nodes with other children, with the same children in another order, or with a new shadow
    /// root.
    pub(super) holders: Vec<NodeIndex>,
}

impl Changes {
    /// Compares every node that the parser created.
    pub(super) fn of(places: &Places<'_>) -> Changes {
        let mut changes = Changes::default();
        let nodes = places.original.nodes().iter().zip(places.tree.nodes()).enumerate().skip(1);
        for (index, (old, new)) in nodes {
            steps::count(1);
            if old == new && holds_its_data(new) {
                continue;
            }
            let id = NodeIndex::new(index);
            if !has_same_data(places, id, old, new) {
                changes.data.push(id);
            }
            if (old.first_child(), old.last_child()) != (new.first_child(), new.last_child()) {
                changes.holders.push(id);
            }
            let links = |node: &Node| (node.parent(), node.previous_sibling(), node.next_sibling());
            if links(old) != links(new) {
                let is_parsed = |id: &NodeIndex| places.is_parsed(*id);
                changes.holders.extend(old.parent());
                changes.holders.extend(new.parent().filter(is_parsed));
            }
        }
        let roots = places.tree.shadow_roots().into_iter().flat_map(|roots| roots.iter());
        for (root, data) in roots {
            if places.is_parsed(data.host)
                && places.original.shadow_root_of(data.host) != Some(root)
            {
                changes.holders.push(data.host);
            }
        }
        sorting::sort(&mut changes.holders);
        changes.holders.dedup();
        changes
    }

    /// Whether nothing has changed.
    pub(super) fn is_empty(&self) -> bool {
        self.data.is_empty() && self.holders.is_empty()
    }
}

/// Whether the record of a node holds all of its data, or spans of texts that no edit changes.
fn holds_its_data(node: &Node) -> bool {
    !matches!(node.data(), NodeData::LongText(_) | NodeData::ProcessingInstruction(_))
}

/// Whether the data of a node is unchanged.
fn has_same_data(places: &Places<'_>, id: NodeIndex, old: &Node, new: &Node) -> bool {
    if let (Some(a), Some(b)) = (old.element(), new.element()) {
        return places.is_same_element(a, b);
    }
    match (&old.data(), &new.data()) {
        (NodeData::Text(a), NodeData::Text(b)) | (NodeData::Comment(a), NodeData::Comment(b))
            if a == b =>
        {
            true
        }
        (NodeData::Text(_) | NodeData::LongText(_), NodeData::Text(_) | NodeData::LongText(_))
        | (NodeData::Comment(_), NodeData::Comment(_)) => {
            places.original.text(id, places.strings) == places.tree.text(id, places.strings)
        }
        (NodeData::ProcessingInstruction(a), NodeData::ProcessingInstruction(b)) => {
            let old = places.original.instruction_at(*a);
            let new = places.tree.instruction_at(*b);
            old.target == new.target && places.strings.get(old.data) == places.strings.get(new.data)
        }
        // No edit changes the kind of a node, except by discarding it; other kinds have no data
        // that changes.
        (old, new) => std::mem::discriminant(old) == std::mem::discriminant(new),
    }
}
