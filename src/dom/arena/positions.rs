//! Where nodes stand in the source and why they are there, noted while the tree is built.

use crate::tree_sink::Reason;

use super::node::NodeId;

/// Stands for an offset that is not known.
pub(crate) const UNKNOWN_OFFSET: u32 = u32::MAX;

/// How a node came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// Nothing is known of it: the parser did not make it.
    Unknown,
    /// The parser made it for a token.
    Token,
    /// It is a copy of another node.
    Copied(Reason),
}

/// What is known of a node. Offsets are those of bytes of the source. What can be told by reading a
/// tag once more is not kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodePosition {
    /// Where it starts: the start tag of an element, which for a copy is that of the first element,
    /// or the token that implies it; the first piece of a text; any other node.
    pub(crate) start: u32,
    /// Where the token starts that closed an element; the end of any other node.
    pub(crate) end: u32,
    pub(crate) cause: Cause,
    /// It is an element without a start tag.
    pub(crate) is_implied: bool,
    /// Why it is not where the source has it.
    pub(crate) moved: Option<Reason>,
}

impl NodePosition {
    pub(crate) const UNKNOWN: NodePosition = NodePosition {
        start: UNKNOWN_OFFSET,
        end: UNKNOWN_OFFSET,
        cause: Cause::Unknown,
        is_implied: false,
        moved: None,
    };

    /// Where it starts. See the field.
    pub(crate) fn start(&self) -> usize {
        self.start as usize
    }

    /// Where it ends, or for an element, where the token starts that closed it, if one did.
    pub(crate) fn end(&self) -> Option<usize> {
        (self.end != UNKNOWN_OFFSET).then_some(self.end as usize)
    }
}

/// What is known of the nodes of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    /// By the index of the node, as far as nodes are known.
    places: Vec<NodePosition>,
    /// The implied elements, with where the tokens end that imply them, in the order of the nodes.
    pub(crate) implied: Vec<(NodeId, u32)>,
    /// The start tags of `html` and `body` that came later and whose attributes were added, with
    /// the element.
    pub(crate) later_tags: Vec<(NodeId, u32)>,
}

impl Positions {
    /// With room for that many nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        let places = Vec::with_capacity(nodes);
        Positions { places, implied: Vec::new(), later_tags: Vec::new() }
    }

    /// What is known of a node.
    pub(crate) fn get(&self, id: NodeId) -> Option<&NodePosition> {
        self.places.get(id.index())
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut NodePosition> {
        self.places.get_mut(id.index())
    }

    /// Where the token ends that implies an element.
    pub(crate) fn implied_by_end(&self, id: NodeId) -> Option<usize> {
        let index = self.implied.binary_search_by_key(&id, |(element, _)| *element).ok()?;
        Some(self.implied[index].1 as usize)
    }

    /// Of the later start tags whose attributes were added to any element, from the one at that
    /// index on, the first that is for this element: where it starts, and the index behind it.
    pub(crate) fn later_tag_of(&self, id: NodeId, index: usize) -> Option<(usize, usize)> {
        let found = self.later_tags[index..].iter().position(|(element, _)| *element == id)?;
        Some((self.later_tags[index + found].1 as usize, index + found + 1))
    }

    #[inline]
    pub(crate) fn set(&mut self, id: NodeId, place: NodePosition) {
        if id.index() != self.places.len() {
            // As seldom: it is not the next node.
            self.fill_up_to(id);
        }
        match self.places.get_mut(id.index()) {
            Some(known) => *known = place,
            None => self.places.push(place),
        }
    }

    /// Has the nodes before one be unknown, as far as they are not known.
    #[cold]
    fn fill_up_to(&mut self, id: NodeId) {
        if id.index() > self.places.len() {
            self.places.resize(id.index(), NodePosition::UNKNOWN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a document costs with positions depends on it.
    #[test]
    fn places_are_small() {
        assert_eq!(size_of::<NodePosition>(), 12);
    }
}
