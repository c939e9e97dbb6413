//! Frees nodes of a stream's tree, which it alone holds, and gives their indices to other nodes. No
//! id of a caller survives it, because the tree gets another number.

use crate::names::known;
use crate::steps;

use super::form_owners::FormOwners;
use super::id::{DocumentNumber, NodeIndex};
use super::node_table::NodeTable;
use super::shadow_roots::{ShadowRoot, ShadowRoots};
use super::tree::Tree;

/// The nodes that stay when others are freed.
#[derive(Clone, Debug)]
pub(crate) struct Survivors {
    /// For each index.
    stays: Vec<Stays>,
}

/// Whether a node stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stays {
    No,
    /// The node stays; its descendants only if they are added, too.
    Alone,
    /// It does, with all that is in it.
    WithContent,
}

/// The new indices of the nodes that have stayed.
#[derive(Debug)]
pub(crate) struct NodeMoves {
    /// For each index before, the number of nodes that stayed up to and including this one: its
    /// new index, if it stayed.
    up_to: Vec<u32>,
    survivors: Survivors,
}

impl Survivors {
    /// Returns an empty set of survivors: only [added](Self::add) nodes stay.
    pub(crate) fn none_of(tree: &Tree) -> Survivors {
        Survivors { stays: vec![Stays::No; tree.nodes.len()] }
    }

    /// Whether a node stays.
    pub(crate) fn has(&self, id: NodeIndex) -> bool {
        self.stays.get(id.to_usize()).is_some_and(|stays| *stays != Stays::No)
    }

    /// Whether a node stays with all that is in it.
    pub(crate) fn has_content_of(&self, id: NodeIndex) -> bool {
        self.stays.get(id.to_usize()) == Some(&Stays::WithContent)
    }

    /// Adds a node, its ancestors and the hosts of these, but nothing else that is in them.
    pub(crate) fn add(&mut self, tree: &Tree, id: NodeIndex) {
        let mut next = Some(id);
        while let Some(id) = next.filter(|id| !self.has(*id)) {
            steps::count(1);
            self.stays[id.to_usize()] = Stays::Alone;
            // The contents of a `template` are the node after it.
            if let Some(contents) = tree.contents_after(id).filter(|id| !self.has(*id)) {
                self.stays[contents.to_usize()] = Stays::Alone;
            }
            next = tree.node(id).parent.or_else(|| tree.host_of(id));
        }
    }

    /// As [`add`](Self::add), with all descendants.
    pub(crate) fn add_with_content(&mut self, tree: &Tree, id: NodeIndex) {
        if !self.has_content_of(id) {
            self.add(tree, id);
            tree.visit_all(id, |_, id| self.stays[id.to_usize()] = Stays::WithContent);
        }
    }
}

impl NodeMoves {
    /// Returns the new index of a node, if it has stayed.
    pub(crate) fn get(&self, id: NodeIndex) -> Option<NodeIndex> {
        self.survivors.has(id).then(|| NodeIndex::new(self.up_to[id.to_usize()] as usize))
    }

    /// Returns the new index of this node, if it stays, or of the last surviving node before it.
    fn last_up_to(&self, id: NodeIndex) -> NodeIndex {
        let index = id.to_usize().min(self.up_to.len() - 1);
        NodeIndex::new((self.up_to[index] as usize).max(1))
    }

    fn map<T>(&self, map: &NodeTable<T>) -> NodeTable<T>
    where
        T: Clone,
    {
        let moved = map.iter().filter_map(|(id, value)| Some((self.get(id)?, value.clone())));
        moved.collect()
    }
}

impl Tree {
    /// Frees all nodes but these, which include the root, and moves these down. Returns their new
    /// indices. Ids from before count as ids of another document. Their positions must not be
    /// recorded.
    pub(crate) fn sweep(&mut self, survivors: Survivors) -> NodeMoves {
        debug_assert!(self.positions.is_none(), "positions are recorded by index");
        debug_assert!(survivors.has(self.root_index()), "the root stays");
        let mut count = 0;
        let count_up_to = |stays: &Stays| {
            count += u32::from(*stays != Stays::No);
            count
        };
        let up_to = survivors.stays.iter().map(count_up_to).collect();
        let moves = NodeMoves { up_to, survivors };
        self.unlink_others(&moves.survivors);
        self.move_down(&moves);
        self.move_rare_data(&moves);
        self.number = DocumentNumber::next();
        self.compact_attributes();
        self.compact_other_data();
        moves
    }

    /// Makes the links of the survivors lead to survivors only.
    fn unlink_others(&mut self, survivors: &Survivors) {
        for index in 1..self.nodes.len() {
            let id = NodeIndex::new(index);
            if !survivors.has(id) {
                continue;
            }
            let mut next = self.node_mut(id).first_child.take();
            let mut last = None;
            while let Some(child) = next {
                steps::count(1);
                next = self.node(child).next_sibling;
                if !survivors.has(child) {
                    continue;
                }
                let node = self.node_mut(child);
                (node.previous_sibling, node.next_sibling) = (last, None);
                match last {
                    Some(last) => self.node_mut(last).next_sibling = Some(child),
                    None => self.node_mut(id).first_child = Some(child),
                }
                last = Some(child);
            }
            self.node_mut(id).last_child = last;
        }
    }

    fn move_down(&mut self, moves: &NodeMoves) {
        let mut length = 1;
        for index in 1..self.nodes.len() {
            if !moves.survivors.has(NodeIndex::new(index)) {
                continue;
            }
            steps::count(1);
            let mut node = self.nodes[index].clone();
            let moved = |link: Option<NodeIndex>| link.and_then(|id| moves.get(id));
            node.parent = moved(node.parent);
            node.first_child = moved(node.first_child);
            node.last_child = moved(node.last_child);
            node.previous_sibling = moved(node.previous_sibling);
            node.next_sibling = moved(node.next_sibling);
            self.nodes[length] = node;
            length += 1;
        }
        self.nodes.truncate(length);
    }

    fn move_rare_data(&mut self, moves: &NodeMoves) {
        let Some(rare) = self.rare_data() else { return };
        rare.attribute_capacities.clear();
        rare.discarded.clear();
        rare.text_maps = moves.map(&rare.text_maps);
        if let Some(roots) = rare.shadow_roots.take() {
            let moved = |(root, data): (NodeIndex, &ShadowRoot)| {
                Some((moves.get(root)?, ShadowRoot { host: moves.get(data.host)?, ..*data }))
            };
            let by_root: NodeTable<_> = roots.iter().filter_map(moved).collect();
            let by_host = by_root.iter().map(|(root, data)| (data.host, root)).collect();
            rare.shadow_roots = (!by_root.is_empty()).then_some(ShadowRoots { by_root, by_host });
        }
        if let Some(owners) = rare.form_owners.take() {
            rare.form_owners = owners.swept(moves);
        }
    }
}

impl FormOwners {
    /// Returns the associations between nodes that have stayed, if there are any.
    fn swept(&self, moves: &NodeMoves) -> Option<FormOwners> {
        let moved = |(control, form)| Some((moves.get(control)?, moves.get(form)?));
        let by_control: NodeTable<_> = self.iter().filter_map(moved).collect();
        let last = |(id, last): (NodeIndex, NodeIndex)| {
            let id = moves.get(id)?;
            // A control that is created later is later than this.
            Some((id, moves.last_up_to(last).max(id)))
        };
        let moved = self.moves().filter_map(last).collect();
        (!by_control.is_empty()).then(|| FormOwners::new(by_control, moved))
    }
}

impl Tree {
    /// Returns the contents of a node that is an HTML `template`.
    fn contents_after(&self, id: NodeIndex) -> Option<NodeIndex> {
        let is_template = self.is_html(id, known::TEMPLATE);
        is_template.then(|| self.contents_of(id))
    }

    /// Returns how many bytes the texts take that are no spans.
    pub(crate) fn long_text_bytes(&self) -> usize {
        self.long_texts.iter().map(String::len).sum()
    }
}
