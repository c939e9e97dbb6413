//! How much a tree may hold before its parse is interrupted.

/// The numbers of nodes and of bytes of text that interrupt a parse, and whether that is its end.
/// One comparison before each token answers for both kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    nodes: usize,
    /// In bytes of the source.
    #[cfg(feature = "stream")]
    bytes: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// With more nodes, the rest of the input is dropped.
    Limit,
    /// With more, the parse pauses before the next token, so that its caller can free some.
    #[cfg(feature = "stream")]
    Watermark,
}

impl Bound {
    /// The limit on the nodes of a tree that is kept. Its text has a limit of its own, in the input
    /// stream.
    #[inline(always)] // As a part of `ParseOptions::engine`.
    pub(super) fn limit(nodes: usize) -> Bound {
        Bound {
            nodes,
            #[cfg(feature = "stream")]
            bytes: usize::MAX,
            kind: Kind::Limit,
        }
    }

    /// The watermark of a stream.
    #[cfg(feature = "stream")]
    pub(super) fn watermark(nodes: usize, bytes: usize) -> Bound {
        Bound { nodes, bytes, kind: Kind::Watermark }
    }

    /// The same watermark with another number of nodes.
    #[cfg(feature = "stream")]
    pub(super) fn with_nodes(self, nodes: usize) -> Bound {
        Bound { nodes, ..self }
    }

    /// Whether a tree has more nodes.
    #[inline(always)]
    pub(super) fn is_exceeded_by(self, nodes: usize) -> bool {
        nodes > self.nodes
    }

    /// Whether a tree may have more nodes than this.
    #[inline(always)]
    pub(super) fn is_above(self, nodes: usize) -> bool {
        nodes < self.nodes
    }

    /// Whether a source has more bytes than a watermark allows.
    #[cfg(feature = "stream")]
    pub(super) fn is_exceeded_by_bytes(self, bytes: usize) -> bool {
        bytes > self.bytes
    }

    /// Whether more nodes are a reason to pause, not the end of the parse.
    pub(super) fn is_watermark(self) -> bool {
        self.kind != Kind::Limit
    }
}
