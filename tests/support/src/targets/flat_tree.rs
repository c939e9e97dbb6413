//! The flat tree of any document, parsed or edited, has each node once, where the standard's words
//! for slots put it; without a shadow root, it is the tree.

use std::collections::HashSet;

use consomme::shadow::FlatTree;
use consomme::{Document, NodeId, NodeRef, ParseOptions};

use super::choices::split_text;
use super::edit::edit_some;
use crate::source_check::all_nodes;

/// Pieces of hosts, shadow trees and what their slots take.
const PIECES: &[&str] = &[
    "<div><template shadowrootmode=open>",
    "<p slot=a><template shadowrootmode=closed>",
    "</template>",
    "<slot>",
    "<slot name=a>",
    "<slot name=a slot=b>fallback",
    "<slot name=b>",
    "</slot>",
    "<i slot=a>",
    "</i>",
    "<b slot=b>x</b>",
    "text",
    "<!--c-->",
    "<svg><slot name=a></svg>",
    "<template><slot></template>",
    "</div>",
];

pub fn run(data: &[u8]) {
    let (mut text, mut choices) = split_text(data);
    let count = choices.number(24);
    let pieces: String = (0..count).map(|_| choices.one_of(PIECES)).collect();
    text.insert_str(0, &pieces);
    let options = ParseOptions::new().declarative_shadow_roots(true);
    let mut document = match choices.flag() {
        false => options.parse_str(text),
        true => options.parse_fragment(choices.context(), text),
    };
    check(&document);
    if !choices.is_empty() {
        edit_some(&mut document, &mut choices);
        check(&document);
    }
}

fn check(document: &Document) {
    let flat = document.flat_tree();
    for node in all_nodes(document) {
        let expected = children(node);
        let actual: Vec<_> = flat.children(node).map(NodeRef::id).collect();
        assert_eq!(actual, expected, "children of {node:?} in {document:?}");
        for child in flat.children(node) {
            let parent = flat.parent(child).map(NodeRef::id);
            // A shadow root has the children of its host.
            let expected =
                node.as_shadow_root().map_or(node.id(), |root| root.host().as_node().id());
            assert_eq!(parent, Some(expected), "parent of {child:?} in {document:?}");
        }
        let slot = node.assigned_slot();
        assert_eq!(flat.assigned_slot(node), slot, "slot of {node:?} in {document:?}");
        if let Some(slot) = slot {
            assert!(flat.assigned_nodes(slot).any(|assigned| assigned == node));
        }
        check_descendants(&flat, node);
    }
    let root = document.root();
    if !all_nodes(document).into_iter().any(|node| node.as_shadow_root().is_some()) {
        assert!(flat.descendants(root).eq(root.descendants()), "{document:?}");
        assert_eq!(flat.inner_text(root), document.inner_text(), "{document:?}");
    }
}

/// The children of a node in the flat tree, found with a search for each slot.
///
/// <https://drafts.csswg.org/css-scoping/#flattening>
fn children(node: NodeRef<'_>) -> Vec<NodeId> {
    let ids = |node: NodeRef<'_>| node.children().map(NodeRef::id).collect();
    let Some(element) = node.as_element() else { return ids(node) };
    if let Some(root) = element.shadow_root() {
        return ids(root.as_node());
    }
    let host = node.root().as_shadow_root().map(|root| root.host().as_node());
    let slottables = host.into_iter().flat_map(NodeRef::children);
    let assigned = slottables.filter(|child| child.assigned_slot() == Some(element));
    let assigned: Vec<_> = assigned.map(NodeRef::id).collect();
    if assigned.is_empty() { ids(node) } else { assigned }
}

/// Checks that the nodes below a node come in the order of the children, each once.
fn check_descendants<'a>(flat: &FlatTree<'a>, top: NodeRef<'a>) {
    let mut order = Vec::new();
    let mut waiting: Vec<_> = flat.children(top).collect();
    waiting.reverse();
    while let Some(node) = waiting.pop() {
        order.push(node);
        let rest = waiting.len();
        waiting.extend(flat.children(node));
        waiting[rest..].reverse();
    }
    assert!(flat.descendants(top).eq(order.iter().copied()), "below {top:?}");
    let ids: HashSet<_> = order.iter().map(|node| node.id()).collect();
    assert_eq!(ids.len(), order.len(), "a node is twice below {top:?}");
}
