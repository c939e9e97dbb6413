//! The parent of each node, for which html5ever's trait has no method.

/// The parents of nodes, by the numbers of the nodes.
///
/// A node does not refer to its parent but to a *family*: the children of one node. So all children
/// of a node move to another in one step, however many there are.
#[derive(Default)]
pub(super) struct Parents {
    nodes: Vec<Node>,
    families: Vec<Family>,
}

/// The families that a node has to do with.
#[derive(Clone, Copy)]
struct Node {
    /// The family that the node is in, or [`NONE`].
    member_of: u32,
    /// The family of its children, or [`NONE`] until it has had one.
    children: u32,
}

/// The parent of the members of a family.
#[derive(Clone, Copy)]
enum Family {
    /// The children of the node with this number.
    Of(u32),
    /// Children of the same node as the members of another family.
    JoinedTo(u32),
}

/// No family.
const NONE: u32 = u32::MAX;

impl Parents {
    /// Adds a node without a parent. Its number is the number of nodes before it.
    #[inline]
    pub(super) fn add(&mut self) {
        self.nodes.push(Node { member_of: NONE, children: NONE });
    }

    /// Returns the parent of a node.
    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        let mut family = self.nodes[node as usize].member_of;
        loop {
            match self.families.get(family as usize)? {
                Family::Of(parent) => return Some(*parent),
                Family::JoinedTo(other) => family = *other,
            }
        }
    }

    /// Makes `parent` the parent of `child`.
    #[inline]
    pub(super) fn set(&mut self, child: u32, parent: u32) {
        let mut family = self.nodes[parent as usize].children;
        if family == NONE {
            family = self.found(parent);
        }
        self.nodes[child as usize].member_of = family;
    }

    /// Makes a node a sibling of another.
    pub(super) fn set_sibling(&mut self, node: u32, sibling: u32) {
        self.nodes[node as usize].member_of = self.nodes[sibling as usize].member_of;
    }

    /// Leaves a node without a parent.
    pub(super) fn clear(&mut self, node: u32) {
        self.nodes[node as usize].member_of = NONE;
    }

    /// Makes the children of `from` children of `to`.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        let moved = std::mem::replace(&mut self.nodes[from as usize].children, NONE);
        let there = self.nodes[to as usize].children;
        if moved == NONE {
            return;
        }
        // The adoption agency moves children into an element that it has just made.
        self.families[moved as usize] = if there == NONE {
            self.nodes[to as usize].children = moved;
            Family::Of(to)
        } else {
            Family::JoinedTo(there)
        };
    }

    /// Makes the family of the children of a node.
    fn found(&mut self, parent: u32) -> u32 {
        let family = self.families.len() as u32;
        self.families.push(Family::Of(parent));
        self.nodes[parent as usize].children = family;
        family
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five nodes: 1 and 2 are children of 0, 4 is one of 3.
    fn five() -> Parents {
        let mut parents = Parents::default();
        (0..5).for_each(|_| parents.add());
        parents.set(1, 0);
        parents.set_sibling(2, 1);
        parents.set(4, 3);
        parents
    }

    fn all(parents: &Parents) -> Vec<Option<u32>> {
        (0..5).map(|node| parents.parent(node)).collect()
    }

    #[test]
    fn a_sibling_has_the_same_parent() {
        assert_eq!(all(&five()), [None, Some(0), Some(0), None, Some(3)]);
    }

    #[test]
    fn a_removed_node_has_no_parent_and_its_siblings_keep_theirs() {
        let mut parents = five();
        parents.clear(1);
        assert_eq!(all(&parents), [None, None, Some(0), None, Some(3)]);
    }

    #[test]
    fn children_move_to_a_node_without_children() {
        let mut parents = five();
        parents.clear(4);
        parents.move_children(0, 4);
        assert_eq!(all(&parents), [None, Some(4), Some(4), None, None]);
        parents.set(3, 0);
        assert_eq!(parents.parent(3), Some(0));
    }

    #[test]
    fn children_move_to_a_node_with_children() {
        let mut parents = five();
        parents.move_children(0, 3);
        assert_eq!(all(&parents), [None, Some(3), Some(3), None, Some(3)]);
        parents.move_children(3, 0);
        assert_eq!(all(&parents), [None, Some(0), Some(0), None, Some(0)]);
    }
}
