//! The builder: its data, and the steps that all of its algorithms share.

use crate::dom::ElementData;
use crate::dom::{NodeId, NodeIndex, Root, Tree, TreeMemory, node_capacity};
use crate::settings::{Limits, LimitsHit};
use crate::steps;

#[cfg(feature = "stream")]
use super::ancestry::Ancestry;
use super::as_parsed::AsParsed;
use super::extras::Extras;
use super::observer::Observer;
use super::positions::PositionRecorder;
use super::selectedcontent::state::Selects;

/// A document under construction: the [`TreeSink`](crate::sink::TreeSink) that makes a
/// [`Document`](crate::Document). A [`Driver`](crate::driver::Driver) has one for each document
/// that it parses; it cannot be created otherwise.
// Data that few documents need is allocated on first use, so that a small fragment does not pay for
// it.
#[derive(Debug)]
pub struct DocumentBuilder<O = ()> {
    /// The parse takes it out at the end, and no method does that, because it would copy the rest.
    pub(crate) tree: Tree,
    /// Watches the building: in a stream, for matches.
    pub(super) observer: O,
    pub(super) limits: Limits,
    /// The limits reached while building; the other stages keep theirs.
    pub(super) limits_hit: LimitsHit,
    /// Records where nodes come from, if [positions](crate::ParseOptions::positions) are asked for.
    pub(super) positions: Option<PositionRecorder>,
    /// The state of the `select` elements, once there is an `option` or a `selectedcontent`.
    pub(super) selects: Option<Box<Selects>>,
    /// Whether unused capacity stays, because the memory is used again.
    pub(super) keeps_capacity: bool,
    /// How many steps searches of the tree have taken so far, for [`Limits::searches`].
    pub(super) search_steps: usize,
    /// Data that few documents need.
    pub(super) extras: Option<Box<Extras>>,
    /// The cached places of deep nodes, if the document is streamed.
    #[cfg(feature = "stream")]
    pub(super) ancestry: Option<Box<Ancestry>>,
}

impl DocumentBuilder {
    /// A builder whose tree has a root and no other nodes, with capacity for an input of about
    /// `expected_tags` tags.
    // Inlined: the builder is constructed in the engine that holds it. Through a call it would be
    // copied, which is measurable for a fragment of 200 bytes.
    #[inline(always)]
    pub(crate) fn new(root: Root, expected_tags: usize, positions: bool, limits: &Limits) -> Self {
        DocumentBuilder::with_observer(root, expected_tags, positions, limits, ())
    }
}

impl<O: Observer> DocumentBuilder<O> {
    /// A builder like that of [`new`](DocumentBuilder::new) whose steps are watched.
    #[inline(always)]
    pub(crate) fn with_observer(
        root: Root,
        expected_tags: usize,
        positions: bool,
        limits: &Limits,
        observer: O,
    ) -> Self {
        // All allocations come first: a struct that exists while a call may unwind is built in a
        // place of its own and copied afterwards.
        let positions =
            positions.then(|| PositionRecorder::with_capacity(node_capacity(expected_tags)));
        DocumentBuilder {
            tree: Tree::new(root, expected_tags),
            observer,
            limits: *limits,
            limits_hit: LimitsHit::default(),
            positions,
            selects: None,
            keeps_capacity: false,
            search_steps: 0,
            extras: None,
            #[cfg(feature = "stream")]
            ancestry: None,
        }
    }

    /// Makes these the buffers of the tree, in which nothing is built yet. About `expected_tags`
    /// tags will come.
    pub(crate) fn use_memory(&mut self, memory: TreeMemory, expected_tags: usize) {
        self.tree.use_memory(memory, expected_tags);
        self.keeps_capacity = true;
    }

    /// Returns the observer.
    #[cfg(feature = "stream")]
    #[inline(always)]
    pub(crate) fn observer(&self) -> &O {
        &self.observer
    }

    /// Returns the observer, for changing.
    #[cfg(feature = "stream")]
    #[inline(always)]
    pub(crate) fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Returns the limits that were reached while building.
    pub(crate) fn limits_hit(&self) -> LimitsHit {
        self.limits_hit
    }

    /// Counts one step of a search of the tree. Returns whether the limit allows it.
    ///
    /// Deviation (Searches): the standard sets no limit.
    pub(super) fn may_search_on(&mut self) -> bool {
        steps::count(1);
        let max = self.limits.searches.saturating_mul(self.tree.nodes().len());
        self.search_steps += 1;
        let may = self.search_steps <= max;
        self.limits_hit.searches |= !may;
        may
    }

    /// Returns the index of the node that a handle stands for, which is of this tree: the tree
    /// builder has no others, and a caller who passes another one is told with debug assertions.
    #[inline(always)] // It is a field of the handle.
    pub(super) fn index(&self, handle: NodeId) -> NodeIndex {
        debug_assert!(handle.index_in(self.tree.number()).is_some(), "the handle is of this tree");
        handle.node_index()
    }

    /// Returns the extras, for adding to them.
    pub(super) fn extras_or_new(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// Returns the state of the `select` elements, for adding to it.
    pub(super) fn selects(&mut self) -> &mut Selects {
        self.selects.get_or_insert_default()
    }

    /// Whether the document was edited, so that cached facts about the tree may be wrong.
    pub(super) fn is_edited(&self) -> bool {
        self.edited().is_some()
    }

    /// Returns the elements as they were before edits, if there were any.
    fn edited(&self) -> Option<&AsParsed> {
        self.extras.as_ref()?.edited.as_ref()
    }

    /// Returns an element as the parser has created it.
    pub(super) fn element_as_parsed(&self, id: NodeIndex) -> Option<&ElementData> {
        let as_parsed = self.edited().and_then(|edited| edited.get(id));
        as_parsed.or_else(|| self.tree.element(id))
    }

    /// Drops the cached facts about the ancestors of an element that gets another parent, and of
    /// its descendants.
    #[inline]
    pub(super) fn forget_ancestors_of(&mut self, id: NodeIndex) {
        if let Some(selects) = &mut self.selects {
            selects.forget_ancestors_of(id);
        }
        #[cfg(feature = "stream")]
        if let Some(ancestry) = &mut self.ancestry {
            ancestry.forget(id);
        }
    }

    /// Drops the cached facts about the ancestors of all descendants of a node whose children get
    /// another parent.
    pub(super) fn forget_ancestors_of_children(&mut self, id: NodeIndex) {
        if !self.caches_ancestors() {
            return;
        }
        let mut next = self.tree.node(id).first_child();
        while let Some(child) = next {
            steps::count(1);
            self.forget_ancestors_of(child);
            next = self.tree.node(child).next_sibling();
        }
    }

    fn caches_ancestors(&self) -> bool {
        #[cfg(feature = "stream")]
        if self.ancestry.is_some() {
            return true;
        }
        self.selects.is_some()
    }

    /// Returns the cache of places, for whoever has the tree. The tree must be as it was when it
    /// was lent.
    #[cfg(feature = "stream")]
    pub(crate) fn ancestry(&mut self) -> &mut Ancestry {
        self.ancestry.get_or_insert_default()
    }

    /// Returns the cache of places, if there is one.
    #[cfg(feature = "stream")]
    pub(crate) fn known_ancestry(&self) -> Option<&Ancestry> {
        self.ancestry.as_deref()
    }
}
