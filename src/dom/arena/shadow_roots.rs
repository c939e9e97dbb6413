//! The table of shadow roots. It is apart from the nodes, so that nodes stay small and a tree
//! without shadow roots pays nothing for them.

use crate::tree_sink::ShadowRootInit;

use super::id::NodeIndex;
use super::node_table::NodeTable;

/// The shadow roots of a tree. As a node, a shadow root is a document fragment without a parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShadowRoots {
    pub(super) by_root: NodeTable<ShadowRoot>,
    /// The shadow root of each host.
    pub(super) by_host: NodeTable<NodeIndex>,
}

/// A shadow root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowRoot {
    pub(crate) host: NodeIndex,
    pub(crate) init: ShadowRootInit,
    /// Whether the parser attached it.
    ///
    /// <https://dom.spec.whatwg.org/#shadowroot-declarative>
    pub(crate) is_declarative: bool,
}

impl ShadowRoots {
    /// Returns all shadow roots in order of id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeIndex, &ShadowRoot)> {
        self.by_root.iter()
    }
}
