//! The search for the processing instructions that mark a place for `<template for>`.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::dom::{Instruction, NodeData, NodeId, instruction_attributes};
use crate::names::NameTable;
use crate::steps;
use crate::text::Strings;

use super::DocumentBuilder;

/// The processing instructions of a tree that can mark a place.
///
/// Usually there is one of a name. What is in an element is newer than it is, but for elements that
/// are noted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markers {
    /// All made since the last search.
    new: Vec<NodeId>,
    /// Each `<?marker>` and `<?start>` before, by the value of its attribute `name`.
    by_name: HashMap<String, Named>,
    /// The elements in which there are older ones, and maybe others.
    adopters: HashSet<NodeId>,
}

/// Those of one name, in order of id.
#[derive(Clone, Debug, Default)]
struct Named {
    /// Those that are children of the document or the document element.
    outer: VecDeque<NodeId>,
    /// All others.
    inner: VecDeque<NodeId>,
    /// How many of `inner` from the first on are not in that scope, for the last scope that was
    /// asked about.
    known_outside: Option<(NodeId, usize)>,
}

impl DocumentBuilder {
    /// Notes a processing instruction just made.
    pub(super) fn note_instruction(&mut self, id: NodeId) {
        self.markers.get_or_insert_default().new.push(id);
    }

    /// Notes that a node was given a child, which may be older.
    #[inline]
    pub(super) fn note_child(&mut self, parent: NodeId, child: NodeId) {
        if self.markers.is_some() {
            self.note_child_among_markers(parent, child);
        }
    }

    #[inline(never)]
    fn note_child_among_markers(&mut self, parent: NodeId, child: NodeId) {
        if let Some(markers) = &mut self.markers
            && (child < parent || markers.adopters.contains(&child))
        {
            markers.adopters.insert(parent);
        }
    }

    /// <https://html.spec.whatwg.org/#find-markers>
    pub(crate) fn find_markers_in(
        &mut self,
        scope: NodeId,
        name: &str,
        strings: &Strings,
    ) -> Option<(NodeId, Option<NodeId>)> {
        // They are taken out while they are searched.
        let mut markers = self.markers.take()?;
        self.index_new_markers(&mut markers, strings);
        let found = self.first_of_name(&mut markers, scope, name);
        self.markers = Some(markers);
        let found = found?;
        let is_marker = self.target(found, &strings.names) == Some("marker");
        let end = if is_marker { Some(found) } else { self.matching_end(found, &strings.names) };
        Some((found, end))
    }

    /// Enters the processing instructions made since the last search by their names.
    fn index_new_markers(&self, markers: &mut Markers, strings: &Strings) {
        for id in markers.new.drain(..) {
            if let Some(&Instruction { target, data }) = self.tree.instruction(id)
                && matches!(strings.name(target), "marker" | "start")
            {
                let attributes = instruction_attributes(strings.get(data)).unwrap_or_default();
                if let Some((_, name)) = attributes.into_iter().find(|(name, _)| *name == "name") {
                    let is_outer =
                        self.tree.node(id).parent.is_some_and(|parent| self.is_outermost(parent));
                    let named = markers.by_name.entry(name.into_owned()).or_default();
                    if is_outer { &mut named.outer } else { &mut named.inner }.push_back(id);
                }
            }
        }
    }

    /// Whether a node is the document or the document element.
    fn is_outermost(&self, id: NodeId) -> bool {
        let root = self.tree.root_id();
        id == root
            || (self.tree.node(id).parent == Some(root)
                && matches!(self.tree.node(root).data, NodeData::Document))
    }

    /// The first of those of a name in tree order among the descendants of `scope`.
    fn first_of_name(
        &mut self,
        markers: &mut Markers,
        scope: NodeId,
        name: &str,
    ) -> Option<NodeId> {
        let named = markers.by_name.get_mut(name)?;
        let outer = if self.is_outermost(scope) {
            self.first_inside(&mut named.outer, 0, scope)?.0
        } else {
            None
        };
        let mut start = 0;
        if !markers.adopters.contains(&scope) {
            start = named.inner.partition_point(|&id| id < scope);
        }
        if let Some((known, count)) = named.known_outside
            && known == scope
        {
            start = start.max(count.min(named.inner.len()));
        }
        let (inner, count) = self.first_inside(&mut named.inner, start, scope)?;
        named.known_outside = Some((scope, count));
        match (outer, inner) {
            (None, None) => None,
            (None, Some(only)) if named.inner.back() == Some(&only) => Some(only),
            (Some(only), None) if named.outer.back() == Some(&only) => Some(only),
            // There may be several.
            _ => self.first_in_tree_order(named, scope),
        }
    }

    /// The first of these nodes by id from that index on that is inside the scope, and its index.
    /// Drops those on the way that are not in the tree any more. `None` if the search is given up.
    fn first_inside(
        &mut self,
        nodes: &mut VecDeque<NodeId>,
        mut index: usize,
        scope: NodeId,
    ) -> Option<(Option<NodeId>, usize)> {
        while let Some(&id) = nodes.get(index) {
            match self.place_of(id, scope)? {
                Place::Inside => return Some((Some(id), index)),
                Place::Outside => index += 1,
                Place::Removed => {
                    nodes.remove(index);
                }
            }
        }
        Some((None, index))
    }

    /// Where a node stands. `None` if the search is given up.
    fn place_of(&mut self, id: NodeId, scope: NodeId) -> Option<Place> {
        let mut top = id;
        while let Some(parent) = self.tree.node(top).parent {
            if !self.may_search_on() {
                return None;
            }
            if parent == scope {
                return Some(Place::Inside);
            }
            top = parent;
        }
        let is_root =
            matches!(self.tree.node(top).data, NodeData::Document | NodeData::DocumentFragment);
        Some(if is_root { Place::Outside } else { Place::Removed })
    }

    /// The first of several nodes in tree order among the descendants of `scope`.
    fn first_in_tree_order(&mut self, named: &Named, scope: NodeId) -> Option<NodeId> {
        let mut next = self.tree.following_in(scope, scope);
        let is_named = |id: &NodeId| {
            named.inner.binary_search(id).is_ok() || named.outer.binary_search(id).is_ok()
        };
        while let Some(id) = next.filter(|id| !is_named(id)) {
            if !self.may_search_on() {
                return None;
            }
            next = self.tree.following_in(scope, id);
        }
        next
    }

    /// The `<?end>` among the siblings after a `<?start>` that belongs to it.
    fn matching_end(&self, start: NodeId, names: &NameTable) -> Option<NodeId> {
        // What is looked at here is taken out of the tree next: it is never looked at again.
        let mut level = 0_usize;
        let mut next = self.tree.node(start).next_sibling;
        while let Some(id) = next {
            steps::count(1);
            match self.target(id, names) {
                Some("start") => level += 1,
                Some("end") if level == 0 => return Some(id),
                Some("end") => level -= 1,
                _ => {}
            }
            next = self.tree.node(id).next_sibling;
        }
        None
    }

    /// The target of a processing instruction.
    fn target<'a>(&self, id: NodeId, names: &'a NameTable) -> Option<&'a str> {
        Some(names.get(self.tree.instruction(id)?.target))
    }
}

/// Where a node stands.
enum Place {
    /// Below the scope of a search.
    Inside,
    /// Elsewhere in the tree.
    Outside,
    /// Nowhere in it.
    Removed,
}
