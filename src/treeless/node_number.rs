//! The numbers of nodes.

/// The number of a node. Comments and texts have that of the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NodeNumber(pub(super) u64);

pub(super) const ROOT: NodeNumber = NodeNumber(0);
