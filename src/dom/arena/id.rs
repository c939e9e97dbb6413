//! The ids of nodes: [`NodeId`] for callers, [`NodeIndex`] inside.

use std::cell::Cell;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

/// The id of a node of a [`Document`](crate::Document), in 8 bytes: a number for the node, and one
/// for the document.
///
/// An id is valid in its document and its clones as long as they live, whatever happens to the
/// tree; only [`Document::discard`](crate::Document::discard) ends it. It is never given to another
/// node.
///
/// An id of another document is detected. In a build with debug assertions, every method that takes
/// an id panics then and names the place of the call. In any other build, the answer is `None` or
/// [`TreeError::ForeignNode`](crate::TreeError::ForeignNode), and
/// [`Document::node`](crate::Document::node), which has no such answer, panics.
///
/// A clone has the ids of its original. So the id of a node that is created after the cloning, in
/// one of the two, is not detected in the other: there it stands for the node with the same number,
/// or for none. Where both are edited, keep their new ids apart, or copy the nodes into a new
/// document with [`import_node`](crate::Document::import_node) instead of cloning.
///
/// ```
/// let mut document = consomme::parse_fragment("ul", "<li>Bones<li>Salt");
/// let salt = document.root().last_child().unwrap().id();
/// let clone = document.clone();
/// document.detach(salt).unwrap();
/// // The node is there as long as it is not discarded.
/// assert_eq!(document.node(salt).text_content(), "Salt");
/// assert!(document.node(salt).parent().is_none());
/// // In the clone it is where it was.
/// assert!(clone.node(salt).parent().is_some());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId {
    document: DocumentNumber,
    index: NodeIndex,
}

impl NodeId {
    /// Returns the id of the node of that index in the tree with that number.
    #[inline]
    pub(crate) fn new(document: DocumentNumber, index: NodeIndex) -> NodeId {
        NodeId { document, index }
    }

    /// Returns the number of the node, for lists with a value for each node: [`NodeMap`] is one. It
    /// is at least 1 and less than [`Document::index_bound`]. Nodes are numbered in the order in
    /// which they were created. Nodes of different documents have the same numbers.
    ///
    /// [`NodeMap`]: crate::NodeMap
    /// [`Document::index_bound`]: crate::Document::index_bound
    #[inline]
    pub fn index(self) -> usize {
        self.index.to_usize()
    }

    /// Returns the index of the node in the tree with that number, or `None` if the id is of
    /// another one. The only way from ids to indices.
    ///
    /// # Panics
    ///
    /// With debug assertions, if the id is of another tree.
    #[inline]
    #[track_caller]
    pub(crate) fn index_in(self, document: DocumentNumber) -> Option<NodeIndex> {
        debug_assert!(
            self.document == document,
            "the id {self} is of another document: an id is valid in its own document and in the \
             clones of that"
        );
        (self.document == document).then_some(self.index)
    }

    /// Returns the index of the node, of an id that is known to be of its tree.
    #[inline]
    pub(crate) fn node_index(self) -> NodeIndex {
        self.index
    }

    /// Returns the number of the document.
    #[inline]
    pub(crate) fn document(self) -> DocumentNumber {
        self.document
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId({}, document {})", self.index.0, self.document.0)
    }
}

/// Writes the number of the node.
impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index.0.fmt(f)
    }
}

/// The document's number, part of every [`NodeId`]. Clones of a document share it.
///
/// Numbers start again after 2³² of them: only then can an id be taken for one of another document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct DocumentNumber(u32);

impl DocumentNumber {
    /// Returns a number that no other document has.
    #[inline]
    pub(crate) fn next() -> DocumentNumber {
        /// How many numbers a thread takes at once. Taking each from all threads takes as long as
        /// parsing ten bytes, and longer if other threads do so at the same time.
        const BLOCK: u32 = 64;
        /// The first number of the next block.
        static NEXT_BLOCK: AtomicU32 = AtomicU32::new(0);
        thread_local! {
            /// The next number of the thread. The start of a block is one that it does not have
            /// yet.
            static NEXT: Cell<u32> = const { Cell::new(0) };
        }
        let mut number = NEXT.get();
        if number.is_multiple_of(BLOCK) {
            // Relaxed: each block is given out once in any order.
            number = NEXT_BLOCK.fetch_add(BLOCK, Ordering::Relaxed);
        }
        NEXT.set(number.wrapping_add(1));
        DocumentNumber(number)
    }
}

/// The index of a node in the arena of its tree, which is not 0. Code inside the crate uses
/// indices, because they take 4 bytes; [`Tree::resolve`](super::Tree::resolve) converts callers'
/// ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeIndex(NonZeroU32);

impl NodeIndex {
    /// Returns the index as its own type. It is not 0.
    #[inline]
    pub(crate) fn new(index: usize) -> NodeIndex {
        let index = u32::try_from(index).ok().and_then(NonZeroU32::new);
        NodeIndex(index.expect("the limit on nodes keeps indices between 1 and u32::MAX"))
    }

    /// Returns the index for a list.
    #[inline]
    pub(crate) fn to_usize(self) -> usize {
        self.0.get() as usize
    }
}

impl fmt::Debug for NodeIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeIndex({})", self.0)
    }
}

/// Why an id stands for no node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoNode {
    /// It is of another document.
    Foreign,
    /// The node was discarded, or created in a clone.
    Unknown,
}

/// Claims that `.ci/proofs` proves.
#[cfg(test)]
pub(crate) mod claims {
    use super::*;

    /// The index of a node is that of the list.
    #[inline(never)]
    pub(crate) fn indices_are_kept(index: u64, _: u64, _: u64) -> bool {
        if index == 0 || index > u64::from(u32::MAX) {
            return true;
        }
        NodeIndex::new(index as usize).to_usize() as u64 == index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_takes_8_bytes_and_an_index_4() {
        assert_eq!([size_of::<NodeId>(), size_of::<Option<NodeId>>()], [8, 8]);
        assert_eq!([size_of::<NodeIndex>(), size_of::<Option<NodeIndex>>()], [4, 4]);
    }
}
