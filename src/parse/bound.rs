//! How much a tree may hold before its parse is interrupted.
//!
//! # Who can make the parser pause
//!
//! Before each token, the engine compares the number of nodes with the [`Bound`]. That one
//! comparison answers three questions:
//!
//! - Has the tree of a whole parse reached `Limits::nodes`? Then the rest of the input is dropped.
//!   That is no pause: the parse ends.
//! - Has a stream reached its watermark of nodes or of source? With too much source, the bound is
//!   set to 0 nodes. The engine finishes a token that is under construction and returns
//!   `Pause::BySink`, which streams see as `ParsePause::AtWatermark`. The stream sweeps.
//! - Does the observer of a stream want a pause, because the last token has opened or completed an
//!   element that may match? The observer sets high bits (`Observer::pause_bits`). The sink ORs
//!   them into the number that it compares, so that `TreeSink::has_nodes` holds for any bound. The
//!   engine returns `Pause::BySink` at once, which streams see as `ParsePause::ByObserver`. The
//!   stream looks at the elements, and may lend one.
//!
//! A parse also pauses for input, at scripts, for a declared encoding and at errors: see
//! `Pause` in `engine.rs`.

use crate::tree_sink::TreeSink;

/// The numbers of nodes and of bytes of text that interrupt a parse, and whether that is its end.
/// One comparison before each token answers for both kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// The least number of nodes that is too many.
    excess: usize,
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
            excess: excess_over(nodes),
            #[cfg(feature = "stream")]
            bytes: usize::MAX,
            kind: Kind::Limit,
        }
    }

    /// The watermark of a stream.
    #[cfg(feature = "stream")]
    pub(super) fn watermark(nodes: usize, bytes: usize) -> Bound {
        Bound { excess: excess_over(nodes), bytes, kind: Kind::Watermark }
    }

    /// The same watermark with another number of nodes.
    #[cfg(feature = "stream")]
    pub(super) fn with_nodes(self, nodes: usize) -> Bound {
        Bound { excess: excess_over(nodes), ..self }
    }

    /// Whether the tree of a sink has more nodes.
    #[inline(always)]
    pub(super) fn is_exceeded_by(self, sink: &impl TreeSink) -> bool {
        sink.has_nodes(self.excess)
    }

    /// Whether the tree of a sink may have another node.
    #[inline(always)]
    pub(super) fn is_above(self, sink: &impl TreeSink) -> bool {
        !sink.has_nodes(self.excess - 1)
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

/// Returns the least number of nodes that exceeds a bound. A sink that wants a pause has more than
/// any such number.
#[inline(always)] // As a part of `ParseOptions::engine`.
fn excess_over(nodes: usize) -> usize {
    nodes.min(usize::MAX - 2) + 1
}
