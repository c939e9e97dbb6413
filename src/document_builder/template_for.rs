//! Finding the processing instructions between which `<template for>` puts its content.
//!
//! The standard searches the descendants of an element for each such template. Here, markers are
//! indexed by name as they are created, so that a search looks only at the markers of its name.

use std::borrow::Cow;
use std::collections::VecDeque;

use crate::dom::{Instruction, NodeData, NodeIndex, instruction_attributes};
use crate::names::NameTable;
use crate::steps;
use crate::text::Strings;

use super::builder::DocumentBuilder;
use super::markers::{Markers, MarkersOfName};
use super::observer::Observer;

impl<O: Observer> DocumentBuilder<O> {
    /// Notes a processing instruction that was just created.
    pub(super) fn note_instruction(&mut self, id: NodeIndex) {
        if self.is_edited() {
            // The index would not have the markers of edits.
            return;
        }
        self.extras_or_new().markers.get_or_insert_default().new.push(id);
    }

    /// Finds the markers of a name among the descendants of `scope`: see
    /// [`TreeSink::find_markers`](crate::sink::TreeSink::find_markers).
    ///
    /// <https://html.spec.whatwg.org/#find-markers>
    pub(super) fn find_markers_in(
        &mut self,
        scope: NodeIndex,
        name: &str,
        strings: &Strings,
    ) -> Option<(NodeIndex, Option<NodeIndex>)> {
        let found = match self.is_edited() {
            true => self.first_marker_in(scope, name, strings)?,
            false => self.first_indexed_marker_in(scope, name, strings)?,
        };
        let is_marker = self.target(found, strings.names()) == Some("marker");
        let end = if is_marker { Some(found) } else { self.matching_end(found, strings.names()) };
        Some((found, end))
    }

    /// Returns the first marker of a name among the descendants of `scope`, by walking through
    /// these. `None` if there is none or the limit on searches was reached.
    #[cold] // Few documents are edited while they grow.
    fn first_marker_in(
        &mut self,
        scope: NodeIndex,
        name: &str,
        strings: &Strings,
    ) -> Option<NodeIndex> {
        let mut next = self.tree.following_in(scope, scope);
        while let Some(id) = next.filter(|_| self.may_search_on()) {
            if self.marker_name(id, strings).is_some_and(|found| found == name) {
                return next;
            }
            next = self.tree.following_in(scope, id);
        }
        None
    }

    /// Returns the first marker of a name among the descendants of `scope`. `None` if there is none
    /// or the limit on searches was reached.
    fn first_indexed_marker_in(
        &mut self,
        scope: NodeIndex,
        name: &str,
        strings: &Strings,
    ) -> Option<NodeIndex> {
        // Taken out of `self`, which the search borrows.
        let mut markers = self.extras.as_mut()?.markers.take()?;
        self.index_new_markers(&mut markers, strings);
        let found = self.first_of_name(&mut markers, scope, name);
        self.extras_or_new().markers = Some(markers);
        found
    }

    /// Returns the value of the attribute `name` of a `<?marker>` or `<?start>`; `None` for any
    /// other node.
    fn marker_name<'s>(&self, id: NodeIndex, strings: &'s Strings) -> Option<Cow<'s, str>> {
        let &Instruction { target, data } = self.tree.instruction(id)?;
        if !matches!(strings.name(target), "marker" | "start") {
            return None;
        }
        let attributes = instruction_attributes(strings.get(data)).unwrap_or_default();
        attributes.into_iter().find(|(name, _)| *name == "name").map(|(_, value)| value)
    }

    /// Indexes the processing instructions created since the last search.
    fn index_new_markers(&self, markers: &mut Markers, strings: &Strings) {
        for id in markers.new.drain(..) {
            if let Some(name) = self.marker_name(id, strings) {
                let is_outer =
                    self.tree.node(id).parent().is_some_and(|parent| self.is_outermost(parent));
                let named = markers.by_name.entry(name.into_owned()).or_default();
                if is_outer { &mut named.outer } else { &mut named.inner }.push_back(id);
            }
        }
    }

    /// Returns whether a node is the root, or a child of a document.
    fn is_outermost(&self, id: NodeIndex) -> bool {
        let root = self.tree.root_index();
        id == root
            || (self.tree.node(id).parent() == Some(root)
                && matches!(self.tree.node(root).data(), NodeData::Document))
    }

    /// Returns the first marker of a name in tree order among the descendants of `scope`.
    fn first_of_name(
        &mut self,
        markers: &mut Markers,
        scope: NodeIndex,
        name: &str,
    ) -> Option<NodeIndex> {
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
            // There may be several inside the scope, and ids say little about tree order.
            _ => self.first_in_tree_order(named, scope),
        }
    }

    /// Returns the first of `nodes`, from `index` on, that is inside the scope, and its index.
    /// Drops nodes on the way that are no longer in the tree. `None` if the limit on searches was
    /// reached.
    fn first_inside(
        &mut self,
        nodes: &mut VecDeque<NodeIndex>,
        mut index: usize,
        scope: NodeIndex,
    ) -> Option<(Option<NodeIndex>, usize)> {
        while let Some(&id) = nodes.get(index) {
            match self.relation_to(id, scope)? {
                Relation::Inside => return Some((Some(id), index)),
                Relation::Outside => index += 1,
                Relation::Removed => {
                    nodes.remove(index);
                }
            }
        }
        Some((None, index))
    }

    /// Returns where a node is, relative to a scope. `None` if the limit on searches was reached.
    fn relation_to(&mut self, id: NodeIndex, scope: NodeIndex) -> Option<Relation> {
        let mut top = id;
        while let Some(parent) = self.tree.node(top).parent() {
            if !self.may_search_on() {
                return None;
            }
            if parent == scope {
                return Some(Relation::Inside);
            }
            top = parent;
        }
        let is_root =
            matches!(self.tree.node(top).data(), NodeData::Document | NodeData::DocumentFragment);
        Some(if is_root { Relation::Outside } else { Relation::Removed })
    }

    /// Returns the first of several markers in tree order among the descendants of `scope`, by
    /// walking through these.
    fn first_in_tree_order(
        &mut self,
        named: &MarkersOfName,
        scope: NodeIndex,
    ) -> Option<NodeIndex> {
        let mut next = self.tree.following_in(scope, scope);
        let is_named = |id: &NodeIndex| {
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

    /// Returns the `<?end>` that belongs to a `<?start>`, among the siblings after it.
    fn matching_end(&self, start: NodeIndex, names: &NameTable) -> Option<NodeIndex> {
        // Needs no limit: all siblings on the way leave the tree next, so none is visited twice.
        let mut level = 0_usize;
        let mut next = self.tree.node(start).next_sibling();
        while let Some(id) = next {
            steps::count(1);
            match self.target(id, names) {
                Some("start") => level += 1,
                Some("end") if level == 0 => return Some(id),
                Some("end") => level -= 1,
                _ => {}
            }
            next = self.tree.node(id).next_sibling();
        }
        None
    }

    /// Returns the target of a processing instruction; `None` for any other node.
    fn target<'a>(&self, id: NodeIndex, names: &'a NameTable) -> Option<&'a str> {
        Some(names.get(self.tree.instruction(id)?.target))
    }
}

/// Where a node is, relative to the scope of a search.
enum Relation {
    /// It is a descendant of the scope.
    Inside,
    /// It is elsewhere in the tree, or in template contents.
    Outside,
    /// It was removed from the tree.
    Removed,
}
