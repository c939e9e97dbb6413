//! Watching a document while it is built.

use std::fmt::Debug;
use std::ops::Range;

use crate::dom::{NodeId, NodeIndex, Tree};
use crate::names::ElementName;
use crate::text::Strings;
use crate::tree_sink::ClosedBy;

/// An element or another node under construction, with the tree that it is in.
#[cfg_attr(not(feature = "stream"), expect(dead_code, reason = "only streams watch"))]
#[derive(Clone, Copy, Debug)]
pub struct Observed<'b> {
    pub(crate) element: NodeIndex,
    pub(crate) tree: &'b Tree,
    pub(crate) strings: &'b Strings,
}

/// Watches the elements of a document under construction, and may ask the parser to pause.
///
/// `()` watches nothing: its methods are empty, so a builder without an observer does nothing for
/// it. Nobody outside of the crate can name this trait.
pub trait Observer: Debug {
    /// Whether it is asked where the parser stood before the current token.
    const ASKS_WHERE_TOKENS_ARE: bool = false;

    /// An element was created for the start tag at `source`, in bytes of the source. The range is
    /// empty if the element is implied.
    fn created(&mut self, _observed: Observed<'_>, _name: ElementName, _source: Range<usize>) {}

    /// A processing instruction was created for the current token.
    fn instruction_created(&mut self, _observed: Observed<'_>) {}

    /// The current token has made a copy of a formatting element.
    fn copied(&mut self) {}

    /// The current token closes an element, which leaves the stack next, or is the `body` or the
    /// `html` element and stays there. Only called if the tree builder
    /// [tells of tokens](crate::tree_builder::TreeBuilder::start_to_tell_of_tokens).
    fn closed(&mut self, _observed: Observed<'_>, _by: ClosedBy) {}

    /// The current token has added its attributes to an element: the `html` or `body` element.
    fn attributes_added(&mut self, _observed: Observed<'_>) {}

    /// An element has left the stack of open elements.
    fn popped(&mut self, _observed: Observed<'_>) {}

    /// The next element that is popped leaves the stack of open elements before `_inner`, the
    /// element after it, which may be in it.
    fn popped_before(&mut self, _inner: NodeId) {}

    /// The token at `_source`, in bytes of the source, comes to the tree builder. Only called if
    /// that tells of tokens.
    fn token(&mut self, _source: Range<usize>) {}

    /// Whether the tree has texts. Without them, it takes less memory and time.
    fn keeps_text(&self) -> bool {
        true
    }

    /// Returns high bits, if the parser is to pause before the next token; 0 if it is not. The
    /// builder ORs them into the number of nodes that it compares with the bound.
    /// `parse/bound.rs` has the whole protocol.
    fn pause_bits(&self) -> usize {
        0
    }
}

impl Observer for () {}
