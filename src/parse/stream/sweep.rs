//! Frees what nobody wants any more.
//!
//! A sweep comes between two tokens, when as much is dead as is alive, so that it takes constant
//! time for each node and each byte of the input on average. What stays:
//!
//! - the elements that the parser holds (open ones, active formatting elements, the `head` and the
//!   `form`) with their ancestors and attributes, but without what is in them;
//! - all that is in an open element that may match, or that waits to be lent;
//! - all that is in an open `select`, because of `selectedcontent`;
//! - the last elements in open ones, if a selector asks for siblings, and the number of those
//!   before; the first `legend` of a `fieldset`; document types.
//!
//! If the stream is rewritten, the source stays from the first start tag of an open match on.
//!
//! These nodes move down in the arena, and their texts to the start of a new source, from which on
//! come the characters that are not parsed. The tree gets another number, so that no old id is
//! mistaken for a new one.

use std::collections::BTreeSet;

use crate::dom::{NodeData, NodeId, NodeIndex, Survivors, Tree};
use crate::names::known;
use crate::settings::Limits;
use crate::steps;
use crate::text::MAX_BYTES;

use super::offsets::Offsets;
use super::{Bound, StreamParser};

/// How many bytes of text are held before the first sweep, and how many nodes. With more text, much
/// of the time goes into new pages of memory.
pub(super) const MIN_HELD: usize = 1 << 18;
pub(super) const MIN_NODES: usize = 1 << 14;

/// By how many nodes a sweep is put off that is not possible before the next token.
const DELAY: usize = 64;

/// How many bytes of text may come at once after a sweep is due.
const RESERVE: usize = 1 << 18;

/// How many bytes of text there is room for from the start, so that the source need not grow, which
/// copies it, before the first sweep, and between two.
pub(super) const CAPACITY: usize = MIN_HELD + (1 << 16);

/// How many bytes a node that is alive counts for, besides its text: its tag is freed, but a
/// document of nodes without text takes memory, too.
const BYTES_PER_NODE: usize = 32;

/// The most bytes of text that can be alive. With what is dead, the source is twice as long, and at
/// most 2 GiB.
const MAX_ALIVE: usize = MAX_BYTES / 2 - MIN_HELD;

impl StreamParser {
    /// Frees what nobody wants, if that is possible before the next token. Stops the parse if the
    /// rest exceeds a limit.
    pub(super) fn sweep(&mut self) {
        let engine = &mut self.driver.engine;
        if !engine.tokenizer.holds_no_text(&engine.input) || !engine.builder.holds_no_text() {
            engine.bound = engine.bound.with_nodes(engine.builder.sink.tree.nodes.len() + DELAY);
            return;
        }
        self.lend();
        steps::count(self.document.tree.nodes.len());
        let survivors = self.survivors();
        for matcher in self.driver.engine.builder.sink.observer.matchers() {
            matcher.before_sweep(&self.document, &survivors);
        }
        self.reclaim();
        self.free_others(survivors);
        self.set_next_sweep();
    }

    /// Returns the nodes that stay. Of each open element, this decides for good whether what is in
    /// it is wanted.
    fn survivors(&mut self) -> Survivors {
        // Those that are matched at start tags ask for siblings, too.
        let matchers = self.driver.engine.builder.sink.observer.matchers();
        let siblings = matchers.map(|matcher| matcher.siblings_before()).max().unwrap_or(0);
        let builder = &self.driver.engine.builder;
        let tree = &self.document.tree;
        let mut survivors = Survivors::none_of(tree);
        let root = tree.root_index();
        survivors.add(tree, root);
        for id in children(tree, root) {
            if matches!(tree.node(id).data, NodeData::Doctype(_)) {
                survivors.add(tree, id);
            }
        }
        builder.held_handles().for_each(|held| survivors.add(tree, held.node_index()));
        let open: Vec<NodeIndex> = builder.open_elements().map(NodeId::node_index).collect();
        for &id in open.iter().chain([&root]) {
            if tree.is_html(id, known::FIELDSET) {
                let mut children = children(tree, id);
                let legend = children.find(|child| tree.is_html(*child, known::LEGEND));
                legend.into_iter().for_each(|legend| survivors.add(tree, legend));
            }
            if siblings > 0 {
                // The last one may be open, and ask for those before it.
                let mut add_last = |parent: NodeIndex| {
                    let before = |child: &NodeIndex| tree.node(*child).previous_sibling;
                    std::iter::successors(tree.node(parent).last_child, before)
                        .filter(|child| tree.element(*child).is_some())
                        .take(siblings + 1)
                        .for_each(|sibling| survivors.add(tree, sibling));
                };
                add_last(id);
                // A form need not be open while what is in it is.
                if let Some(parent) = tree.node(id).parent {
                    add_last(parent);
                }
            }
        }
        for waiting in &self.waiting {
            survivors.add_with_content(tree, waiting.element);
        }
        let mut unwanted = BTreeSet::new();
        for id in open {
            if self.document.tree.is_html(id, known::SELECT) {
                survivors.add_with_content(&self.document.tree, id);
            }
            if survivors.has_content_of(id) && !self.unwanted.contains(&id) {
                continue;
            }
            if !self.unwanted.contains(&id) && self.may_be_match(id) {
                survivors.add_with_content(&self.document.tree, id);
            } else {
                unwanted.insert(id);
            }
        }
        self.unwanted = unwanted;
        survivors
    }

    /// Whether an open element may turn out to be a match.
    fn may_be_match(&mut self, id: NodeIndex) -> bool {
        if self.rewrites {
            return self.held_index(id).is_some();
        }
        let matcher = &mut self.driver.engine.builder.sink.observer.matcher;
        matcher.find(&self.document, id, true, &mut self.found);
        !self.found.is_empty() && self.is_in_document(id)
    }

    /// Frees all nodes but these and all text but theirs.
    fn free_others(&mut self, survivors: Survivors) {
        let (base, origin) = (self.base, self.origin);
        let engine = &mut self.driver.engine;
        let moves = engine.builder.sink.sweep(survivors);
        engine.builder.sink.observer.matchers().for_each(|matcher| matcher.after_sweep(&moves));
        let tree = &mut engine.builder.sink.tree;
        let mut used = Vec::new();
        tree.for_each_span(|span| used.push(*span));
        let cut = engine.input.sweep_cut();
        let cut = self.held.first().map_or(cut, |held| cut.min(held.tag.start));
        let strings = &engine.input.context.strings;
        self.base = Offsets { strings, base, origin }.of(cut);
        let (spans, swept) = engine.input.sweep(used, cut, CAPACITY);
        self.origin = swept.new_cut;
        for held in &mut self.held {
            let moved = |at: usize| at - cut + swept.new_cut;
            held.tag = moved(held.tag.start)..moved(held.tag.end);
            held.element = moves.get(held.element).unwrap_or(held.element);
        }
        if let Some(end) = self.head_end.as_mut().filter(|end| end.in_source >= cut) {
            end.in_source = end.in_source - cut + swept.new_cut;
        }
        tree.for_each_span(|span| *span = spans.moved(*span));
        engine.tokenizer.start_token(&engine.input);
        let (number, root) = (tree.number, tree.id(tree.root_index()));
        if let Some(starts) = &mut engine.builder.sink.observer.starts {
            // No start tag that comes later has closed them.
            starts.popped.clear();
            self.left_open.clear();
        }
        for held in engine.builder.held_handles_mut() {
            // A gap on the stack holds what is gone.
            *held = moves.get(held.node_index()).map_or(root, |id| NodeId::new(number, id));
        }
        engine.builder.source_was_swept(swept.bytes);
        let moved = |id: NodeIndex| moves.get(id).unwrap_or(root.node_index());
        for waiting in &mut self.waiting {
            waiting.element = moved(waiting.element);
            waiting.until = waiting.until.map(moved);
        }
        self.set_awaited();
        self.below_templates.clear();
        self.unwanted = self.unwanted.iter().filter_map(|id| moves.get(*id)).collect();
        let starts = self.starts.iter();
        self.starts = starts.filter_map(|(id, at)| Some((moves.get(*id)?, *at))).collect();
    }

    /// Sets when the next sweep is due: when there is twice as much as now. Stops the parse if
    /// there is too much already.
    fn set_next_sweep(&mut self) {
        let max_alive = max_alive(&self.limits);
        let engine = &mut self.driver.engine;
        let counts: usize =
            engine.builder.sink.observer.matchers().map(|matcher| matcher.bytes()).sum();
        let tree = &engine.builder.sink.tree;
        let strings = &engine.input.context.strings;
        let nodes = tree.nodes.len();
        let texts = strings.text_bytes() + tree.long_text_bytes() + strings.names.text_bytes();
        let bytes = texts + counts + BYTES_PER_NODE * nodes;
        let source = strings.source().len();
        // A sweep goes over all nodes, so more nodes take more input to pay for it.
        let held = (2 * source + BYTES_PER_NODE * nodes).max(MIN_HELD);
        engine.bound = match self.sweeps_often {
            true => Bound::watermark(nodes, 1),
            false => Bound::watermark((2 * nodes).max(MIN_NODES), held),
        };
        if bytes > max_alive {
            engine.stop_at_byte_limit();
        } else if nodes - 1 > self.limits.nodes {
            engine.stop_at_node_limit();
        }
    }
}

/// Returns how many bytes of text and nodes may be alive.
fn max_alive(limits: &Limits) -> usize {
    limits.input_bytes.min(MAX_ALIVE)
}

/// Returns how long the source may get, with what is dead.
pub(super) fn max_source(limits: &Limits) -> usize {
    (2 * max_alive(limits)).max(MIN_HELD) + RESERVE
}

/// Returns the children of a node.
fn children(tree: &Tree, id: NodeIndex) -> impl Iterator<Item = NodeIndex> {
    std::iter::successors(tree.node(id).first_child, |child| tree.node(*child).next_sibling)
}
