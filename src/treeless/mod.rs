//! The sink of a tree builder whose tree nobody will see: for [events](crate::events) and for
//! [speculation](crate::speculation).
//!
//! - `mod.rs`: the sink
//! - `node_number.rs`: the numbers that stand for nodes
//! - `outline.rs`: the state kept for events, whose memory must not grow with the input
//! - `mock.rs`: the tree of mock elements that it keeps for speculation
//!
//! The two are variants of one type, not types of their own, because each type of sink is one more
//! copy of the tree builder to compile: a twentieth of a build of this crate. So each call asks
//! here which of the two it is for.

mod mock;
mod node_number;
mod outline;

use std::hash::RandomState;

use crate::text::{Attribute, Span, Strings};
use crate::tree_builder::HeldNode;
use crate::tree_sink::{NewElement, ShadowRootInit, TreeSink};

use mock::MockTree;
use node_number::ROOT;
use outline::Outline;

pub(crate) use mock::{Inserted, Parent};
pub(crate) use node_number::NodeNumber;

/// A sink without texts and comments.
#[derive(Debug)]
pub(crate) enum Treeless {
    /// For events.
    Outline(Outline),
    /// For speculation.
    Mock(MockTree),
}

impl Treeless {
    /// Returns the sink for events.
    pub(crate) fn outline() -> Treeless {
        Treeless::Outline(Outline::new())
    }

    /// Returns the sink for speculation, with a root only. `nodes_before` is the number of nodes
    /// that the document has, which [`Limits::nodes`](crate::Limits::nodes) counts.
    pub(crate) fn mock(nodes_before: usize) -> Treeless {
        Treeless::Mock(MockTree::new(nodes_before))
    }

    /// Whether many attributes are kept, so that some should be [forgotten](Self::keep_only).
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        match self {
            Treeless::Outline(outline) => outline.is_full(),
            Treeless::Mock(_) => false,
        }
    }

    /// Forgets the attributes of all elements but these.
    pub(crate) fn keep_only(&mut self, active: impl Iterator<Item = NodeNumber>) {
        match self {
            Treeless::Outline(outline) => outline.keep_only(active.collect()),
            Treeless::Mock(_) => {}
        }
    }

    /// Adds an element for one that the tree builder holds. Its attributes are not known.
    pub(crate) fn add_held(&mut self, node: HeldNode<NodeNumber>) -> NodeNumber {
        match self {
            Treeless::Outline(outline) => outline.add(),
            Treeless::Mock(tree) => tree.add_held(node),
        }
    }

    /// Returns the element that was inserted since the last call, if it may fetch something.
    pub(crate) fn take_inserted(&mut self) -> Option<Inserted<'_>> {
        match self {
            Treeless::Outline(_) => None,
            Treeless::Mock(tree) => tree.take_inserted(),
        }
    }
}

impl TreeSink for Treeless {
    type Handle = NodeNumber;
    type Output = ();

    fn root(&self) -> NodeNumber {
        ROOT
    }

    fn finish(self, _: Strings) {}

    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> NodeNumber {
        match self {
            Treeless::Outline(outline) => outline.create_element(&element, strings),
            Treeless::Mock(tree) => tree.create_element(&element),
        }
    }

    fn clone_element(&mut self, element: NodeNumber, _: &Strings) -> NodeNumber {
        match self {
            Treeless::Outline(outline) => outline.clone_element(element),
            Treeless::Mock(tree) => tree.clone_element(element),
        }
    }

    fn create_comment(&mut self, _: Span, _: &Strings) -> NodeNumber {
        ROOT
    }

    fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> NodeNumber {
        ROOT
    }

    fn has_same_attributes(&self, a: NodeNumber, b: NodeNumber, strings: &Strings) -> bool {
        match self {
            Treeless::Outline(outline) => outline.has_same_attributes(a, b),
            Treeless::Mock(tree) => tree.has_same_attributes(a, b, strings),
        }
    }

    fn attributes_hash(&self, element: NodeNumber, strings: &Strings, state: &RandomState) -> u64 {
        match self {
            Treeless::Outline(outline) => outline.attributes_hash(element, state),
            Treeless::Mock(tree) => tree.attributes_hash(element, strings, state),
        }
    }

    /// Later start tags `html` and `body` add attributes, none of which fetches anything.
    fn add_missing_attributes(&mut self, _: NodeNumber, _: &[Attribute], _: &Strings) {}

    /// In an outline, every node counts as a child of the root.
    fn parent(&self, node: NodeNumber) -> Option<NodeNumber> {
        match self {
            Treeless::Outline(_) => (node != ROOT).then_some(ROOT),
            Treeless::Mock(tree) => tree.parent(node),
        }
    }

    fn append(&mut self, parent: NodeNumber, child: NodeNumber) {
        match self {
            Treeless::Outline(_) => {}
            Treeless::Mock(tree) => tree.append(parent, child),
        }
    }

    fn insert_before(&mut self, sibling: NodeNumber, child: NodeNumber) {
        match self {
            Treeless::Outline(_) => {}
            Treeless::Mock(tree) => tree.insert_before(sibling, child),
        }
    }

    fn append_text(&mut self, _: NodeNumber, _: Span, _: &mut Strings) {}

    fn insert_text_before(&mut self, _: NodeNumber, _: Span, _: &mut Strings) {}

    fn remove_from_parent(&mut self, node: NodeNumber) {
        match self {
            Treeless::Outline(_) => {}
            Treeless::Mock(tree) => tree.remove_from_parent(node),
        }
    }

    /// Leaves the parents as they are: the tree builder asks only for the parents of tables and of
    /// elements at the depth limit, and there only for one in the same region.
    fn reparent_children(&mut self, _: NodeNumber, _: NodeNumber) {}

    fn node_count(&self) -> usize {
        match self {
            Treeless::Outline(_) => 0,
            Treeless::Mock(tree) => tree.node_count(),
        }
    }

    fn attach_declarative_shadow_root(
        &mut self,
        host: NodeNumber,
        template: NodeNumber,
        _: &ShadowRootInit,
        _: &Strings,
    ) -> bool {
        match self {
            Treeless::Outline(_) => false,
            Treeless::Mock(tree) => tree.attach_shadow_root(host, template),
        }
    }
}
