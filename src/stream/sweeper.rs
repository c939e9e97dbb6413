//! Frees elements that can no longer match.
//!
//! A sweep comes between two tokens, once the nodes or the text have doubled since the last sweep
//! ([`Sweeper::set_next`]), so that it takes constant time for each node and each byte of the input
//! on average. The following survive a sweep:
//!
//! - the elements that the parser holds (open elements, active formatting elements, the `head` and
//!   the `form`) with their ancestors and attributes, but without their content;
//! - the content of each open element that may match, or that waits to be lent;
//! - the content of an open `select`, because of `selectedcontent`;
//! - if a selector asks for siblings: the last child elements of open elements, and the number of
//!   earlier child elements;
//! - the first `legend` of a `fieldset`, and document types.
//!
//! If the stream is rewritten, the source stays from the first start tag of an open match on.
//!
//! Any condition for a sweep must grow with the survivors. Each sweep goes over all of them, so a
//! constant distance between sweeps would take quadratic time where everything survives. Limits are
//! judged in sweeps alone, so a sweep that is skipped skips them.
//!
//! Survivors move down in the arena; their texts are copied to the front of a new source, followed
//! by the input that is not parsed. The tree gets another number, so that no old id is mistaken for
//! a new one.

use std::collections::BTreeSet;

use crate::dom::{NodeData, NodeIndex, Survivors, Tree};
use crate::names::known;
use crate::parse::{PausingParse, ReachedLimit};
use crate::settings::Limits;
use crate::text::MAX_BYTES;

use super::observer::StreamObserver;

/// How many bytes of text, and how many nodes, are held before the first sweep. More text needs
/// memory that the system must first map, which takes longer than the sweeps that it saves.
const MIN_HELD: usize = 1 << 18;
const MIN_NODES: usize = 1 << 14;

/// How many more nodes are parsed before the next try, if a sweep is due where none is possible.
const DELAY: usize = 64;

/// How many bytes of text may come at once after a sweep is due. While a sweep is put off for
/// longer than that, the source reaches its maximum, and the rest of the input is dropped.
const RESERVE: usize = 1 << 18;

/// How many bytes of text there is room for from the start and after each sweep, so that the source
/// need not grow, which copies it, before the next sweep.
pub(super) const CAPACITY: usize = MIN_HELD + (1 << 16);

/// How many bytes a live node counts for, besides its text: its tag is freed, but a document of
/// nodes without text takes memory, too.
const BYTES_PER_NODE: usize = 32;

/// The most bytes of text that can be alive. With dead text, the source is twice as long, and at
/// most 2 GiB.
const MAX_ALIVE: usize = MAX_BYTES / 2 - MIN_HELD;

/// Decides when sweeps are due, and which nodes stay.
#[derive(Debug)]
pub(super) struct Sweeper {
    /// Limits on the live nodes and text, not on the whole input.
    limits: Limits,
    /// Whether a sweep is due as often as possible. Tests ask for it.
    is_eager: bool,
}

impl Sweeper {
    /// Sets when the first sweep of a parse is due.
    pub(super) fn new(limits: &Limits, parse: &mut PausingParse<StreamObserver>) -> Sweeper {
        parse.set_watermark(MIN_NODES, MIN_HELD);
        parse.set_max_source((2 * max_alive(limits)).max(MIN_HELD) + RESERVE);
        Sweeper { limits: *limits, is_eager: false }
    }

    /// Makes sweeps due as often as possible.
    pub(super) fn be_eager(&mut self, parse: &mut PausingParse<StreamObserver>) {
        self.is_eager = true;
        parse.set_watermark(1, 1);
    }

    /// Puts off a sweep that is not possible now.
    pub(super) fn put_off(&self, parse: &mut PausingParse<StreamObserver>) {
        parse.put_off_watermark(DELAY);
    }

    /// Sets when the next sweep is due: once there are more than twice as many nodes as now, or
    /// more source than twice as much as now and [`BYTES_PER_NODE`] for each node.
    pub(super) fn set_next(&self, parse: &mut PausingParse<StreamObserver>) {
        let nodes = parse.tree().nodes().len();
        // A sweep goes over all nodes, so more nodes take more input to pay for it.
        let source = parse.strings().source().len();
        let held = (2 * source + BYTES_PER_NODE * nodes).max(MIN_HELD);
        match self.is_eager {
            true => parse.set_watermark(nodes, 1),
            false => parse.set_watermark((2 * nodes).max(MIN_NODES), held),
        }
    }

    /// Stops the parse if the nodes and texts that a sweep has left exceed a limit.
    pub(super) fn judge_limits(&self, parse: &mut PausingParse<StreamObserver>) {
        let counts: usize = parse.observer_mut().matchers().map(|matcher| matcher.bytes()).sum();
        let (tree, strings) = (parse.tree(), parse.strings());
        let nodes = tree.nodes().len();
        let texts = strings.text_bytes() + tree.long_text_bytes() + strings.names().text_bytes();
        let bytes = texts + counts + BYTES_PER_NODE * nodes;
        if bytes > max_alive(&self.limits) {
            parse.stop_at(ReachedLimit::InputBytes);
        } else if nodes - 1 > self.limits.nodes {
            parse.stop_at(ReachedLimit::Nodes);
        }
    }
}

/// Returns how many bytes of text and nodes may be alive.
fn max_alive(limits: &Limits) -> usize {
    limits.input_bytes.min(MAX_ALIVE)
}

/// Returns the nodes that survive a sweep whatever may match. The tree is lent.
pub(super) fn needed_by_parser(parse: &mut PausingParse<StreamObserver>, tree: &Tree) -> Survivors {
    // Selectors that are matched at start tags ask for siblings, too.
    let matchers = parse.observer_mut().matchers();
    let siblings = matchers.map(|matcher| matcher.siblings_before()).max().unwrap_or(0);
    let mut survivors = Survivors::none_of(tree);
    let root = tree.root_index();
    survivors.add(tree, root);
    for id in children(tree, root) {
        if matches!(tree.node(id).data(), NodeData::Doctype(_)) {
            survivors.add(tree, id);
        }
    }
    parse.held_nodes().for_each(|held| survivors.add(tree, held));
    for id in parse.open_elements().chain([root]) {
        if tree.is_html(id, known::FIELDSET) {
            let mut children = children(tree, id);
            let legend = children.find(|child| tree.is_html(*child, known::LEGEND));
            legend.into_iter().for_each(|legend| survivors.add(tree, legend));
        }
        if siblings > 0 {
            // The last child may be open itself, and ask for the siblings before it.
            add_last_elements(&mut survivors, tree, id, siblings + 1);
            // A `form` may be closed while an element in it is open, so look at the parent, too.
            if let Some(parent) = tree.node(id).parent() {
                add_last_elements(&mut survivors, tree, parent, siblings + 1);
            }
        }
    }
    survivors
}

/// Adds the content of each open element that is wanted. Returns the open elements whose content
/// may be freed. `may_match` is asked once for each element that is not decided.
pub(super) fn add_wanted_content(
    survivors: &mut Survivors,
    tree: &Tree,
    open: Vec<NodeIndex>,
    is_unwanted: impl Fn(NodeIndex) -> bool,
    mut may_match: impl FnMut(NodeIndex) -> bool,
) -> BTreeSet<NodeIndex> {
    let mut unwanted = BTreeSet::new();
    for id in open {
        if tree.is_html(id, known::SELECT) {
            survivors.add_with_content(tree, id);
        }
        if survivors.has_content_of(id) && !is_unwanted(id) {
            continue;
        }
        if !is_unwanted(id) && may_match(id) {
            survivors.add_with_content(tree, id);
        } else {
            unwanted.insert(id);
        }
    }
    unwanted
}

/// Adds the last `count` child elements of a node.
fn add_last_elements(survivors: &mut Survivors, tree: &Tree, parent: NodeIndex, count: usize) {
    let before = |child: &NodeIndex| tree.node(*child).previous_sibling();
    std::iter::successors(tree.node(parent).last_child(), before)
        .filter(|child| tree.element(*child).is_some())
        .take(count)
        .for_each(|sibling| survivors.add(tree, sibling));
}

/// Returns the children of a node.
fn children(tree: &Tree, id: NodeIndex) -> impl Iterator<Item = NodeIndex> {
    std::iter::successors(tree.node(id).first_child(), |child| tree.node(*child).next_sibling())
}
