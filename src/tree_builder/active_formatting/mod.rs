//! The list of active formatting elements.
//!
//! - `mod.rs`: the list, without its rule for pushing
//! - `noahs_ark`: pushing onto the list, with the Noah's Ark clause
//! - `nodes`: the nodes of the list, and where they are
//! - `index`, `indexed_levels`: the index by attributes, and the elements in it
//! - `length`: how long the list is
//! - `entry_id`: the ids of entries

mod entry_id;
mod index;
mod indexed_levels;
mod length;
mod noahs_ark;
mod nodes;
#[cfg(test)]
mod tests;

use crate::names::LocalName;
use crate::steps;

use crate::elements::{FORMATTING_COUNT, formatting_number};

use indexed_levels::IndexedLevels;
use nodes::{FormattingEntry, Node, Nodes};

pub(crate) use entry_id::EntryId;
pub(crate) use nodes::FormattingElement;

/// The list of active formatting elements, the latest at the end.
///
/// No operation takes time that grows with the length of the list: entries are linked, and so are
/// the elements with one name. When there are many elements with one name after the last marker, an
/// index by attributes finds the elements that the Noah's Ark clause asks about.
///
/// <https://html.spec.whatwg.org/#the-list-of-active-formatting-elements>
#[derive(Clone, Debug)]
pub(crate) struct ActiveFormattingElements<H> {
    nodes: Nodes<H>,
    first_free: Option<EntryId>,
    first: Option<EntryId>,
    last: Option<EntryId>,
    /// The latest element with each name, by [`formatting_number`], regardless of markers.
    latest: [Option<EntryId>; FORMATTING_COUNT],
    /// The number of markers in the list: the level of the next entry.
    level: u32,
    /// The levels whose elements are in the index by attributes.
    indexed: IndexedLevels,
    /// Whether the last entry may be an element that is not open. Otherwise it is open, or there is
    /// none, or it is a marker: then there is nothing to reconstruct.
    may_need_reconstruction: bool,
}

impl<H: Copy + Eq> ActiveFormattingElements<H> {
    // Always inlined, as a part of `TreeBuilder::new`.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        ActiveFormattingElements {
            nodes: Nodes::new(),
            first_free: None,
            first: None,
            last: None,
            latest: [None; FORMATTING_COUNT],
            level: 0,
            indexed: IndexedLevels::new(),
            may_need_reconstruction: false,
        }
    }

    /// Returns the same list with other handles.
    ///
    /// Elements in the index by attributes keep their place there, although the attributes of the
    /// new ones may hash to something else: then no later element is found to be like them.
    pub(crate) fn map<T>(
        &self,
        mut map: impl FnMut(&FormattingElement<H>) -> T,
    ) -> ActiveFormattingElements<T> {
        let mut map_entry = |entry: &FormattingEntry<H>| match entry {
            FormattingEntry::Marker => FormattingEntry::Marker,
            FormattingEntry::Element(element) => FormattingEntry::Element(FormattingElement {
                handle: map(element),
                name: element.name,
                stack_index: element.stack_index,
                tag: element.tag,
            }),
            FormattingEntry::Free => FormattingEntry::Free,
        };
        let map_node = |node: &Node<H>| Node {
            entry: map_entry(&node.entry),
            previous: node.previous,
            next: node.next,
            same_name_before: node.same_name_before,
            same_name_after: node.same_name_after,
            level: node.level,
            index_link: node.index_link,
        };
        ActiveFormattingElements {
            nodes: self.nodes.iter().map(map_node).collect(),
            first_free: self.first_free,
            first: self.first,
            last: self.last,
            latest: self.latest,
            level: self.level,
            indexed: self.indexed.clone(),
            may_need_reconstruction: self.may_need_reconstruction,
        }
    }

    /// Returns all elements, for changing.
    #[cfg(feature = "stream")]
    pub(crate) fn elements_mut(&mut self) -> impl Iterator<Item = &mut FormattingElement<H>> {
        self.nodes.iter_mut().filter_map(|node| match &mut node.entry {
            FormattingEntry::Element(element) => Some(element),
            FormattingEntry::Marker | FormattingEntry::Free => None,
        })
    }

    fn node(&self, id: EntryId) -> &Node<H> {
        &self.nodes[id]
    }

    fn node_mut(&mut self, id: EntryId) -> &mut Node<H> {
        &mut self.nodes[id]
    }

    /// Returns the last entry.
    #[inline]
    pub(crate) fn last(&self) -> Option<EntryId> {
        self.last
    }

    /// Returns the entry before.
    pub(crate) fn previous(&self, id: EntryId) -> Option<EntryId> {
        self.node(id).previous
    }

    /// Returns the entry after.
    pub(crate) fn next(&self, id: EntryId) -> Option<EntryId> {
        self.node(id).next
    }

    /// Returns the element of an entry; `None` for a marker.
    #[inline]
    pub(crate) fn element(&self, id: EntryId) -> Option<&FormattingElement<H>> {
        match &self.nodes.get(id)?.entry {
            FormattingEntry::Element(element) => Some(element),
            FormattingEntry::Marker | FormattingEntry::Free => None,
        }
    }

    /// Whether the element that was once in the entry `id` is still there.
    pub(crate) fn has(&self, id: EntryId, handle: H) -> bool {
        self.element(id).is_some_and(|element| element.handle == handle)
    }

    /// Returns the entry of the latest element with that name after the last marker.
    #[inline]
    pub(crate) fn latest_of(&self, name: LocalName) -> Option<EntryId> {
        self.latest[formatting_number(name)].filter(|&id| self.node(id).level == self.level)
    }

    /// Whether an element with that name is in the list, before or after the last marker.
    #[inline(always)] // It is one load.
    pub(crate) fn has_any(&self, name: LocalName) -> bool {
        self.latest[formatting_number(name)].is_some()
    }

    /// Returns the latest element with that name after the last marker, and its entry.
    #[inline]
    pub(crate) fn latest_element_of(
        &self,
        name: LocalName,
    ) -> Option<(EntryId, FormattingElement<H>)> {
        let entry = self.latest_of(name)?;
        let element = self.element(entry);
        debug_assert!(element.is_some(), "only elements are the latest with a name");
        Some((entry, *element?))
    }

    /// Whether the last entry may be an element that is not open.
    // Every text and most start tags ask this, and following links to the answer predicts badly.
    #[inline(always)]
    pub(crate) fn may_need_reconstruction(&self) -> bool {
        self.may_need_reconstruction
    }

    /// Sets whether the last entry may be an element that is not open: it may be after an element
    /// of the list has left the stack of open elements, and is not after reconstruction.
    pub(crate) fn set_may_need_reconstruction(&mut self, may: bool) {
        self.may_need_reconstruction = may;
    }

    /// Inserts a marker at the end of the list.
    pub(crate) fn push_marker(&mut self) {
        self.append(FormattingEntry::Marker, None);
        self.level += 1;
    }

    /// Adds an entry, a marker or an element that is open, at the end of the list.
    // Always inlined: an entry passed through memory would cost more than everything else here.
    #[inline(always)]
    fn append(&mut self, entry: FormattingEntry<H>, same_name_before: Option<EntryId>) -> EntryId {
        let (previous, level) = (self.last, self.level);
        let node = Node {
            entry,
            previous,
            next: None,
            same_name_before,
            same_name_after: None,
            level,
            index_link: None,
        };
        let id = match self.first_free {
            Some(id) => {
                self.first_free = self.next(id);
                *self.node_mut(id) = node;
                id
            }
            None => self.nodes.push(node),
        };
        self.last = Some(id);
        self.may_need_reconstruction = false;
        match previous {
            Some(previous) => self.node_mut(previous).next = Some(id),
            None => self.first = Some(id),
        }
        id
    }

    /// Adds an element, which is open, at the end of the list.
    // Always inlined, see `append`.
    #[inline(always)]
    fn append_element(&mut self, element: FormattingElement<H>) -> EntryId {
        let number = formatting_number(element.name);
        let before = self.latest[number];
        let id = self.append(FormattingEntry::Element(element), before);
        self.latest[number] = Some(id);
        if let Some(before) = before {
            self.node_mut(before).same_name_after = Some(id);
        }
        id
    }

    /// Links two entries to each other, between which one was.
    #[inline]
    fn link(&mut self, previous: Option<EntryId>, next: Option<EntryId>) {
        match previous {
            Some(previous) => self.node_mut(previous).next = next,
            None => self.first = next,
        }
        match next {
            Some(next) => self.node_mut(next).previous = previous,
            None => self.last = previous,
        }
    }

    /// Removes an entry.
    pub(crate) fn remove(&mut self, id: EntryId) {
        let Node {
            entry,
            previous,
            next,
            same_name_before: before,
            same_name_after: after,
            index_link,
            ..
        } = *self.node(id);
        self.link(previous, next);
        self.may_need_reconstruction = self.last.is_some();
        if let FormattingEntry::Element(element) = entry {
            if let Some(before) = before {
                self.node_mut(before).same_name_after = after;
            }
            match after {
                Some(after) => self.node_mut(after).same_name_before = before,
                None => self.latest[formatting_number(element.name)] = before,
            }
            if let Some(index_link) = index_link {
                self.indexed.remove(&mut self.nodes, id, index_link);
            }
        }
        // The usual case: entries come and go at the end.
        if self.nodes.remove_last(id) {
            return;
        }
        let next_free = self.first_free.replace(id);
        let node = self.node_mut(id);
        node.entry = FormattingEntry::Free;
        node.next = next_free;
    }

    /// Removes the last entry, if it has that element and was added last. Otherwise returns false,
    /// and has done nothing.
    // A shortcut for the usual case: entries come and go at the end.
    #[inline]
    pub(crate) fn remove_last(&mut self, handle: H) -> bool {
        let Some(id) = self.last else { return false };
        let Node {
            entry: FormattingEntry::Element(FormattingElement { handle: last, name, .. }),
            previous,
            same_name_before,
            same_name_after: None,
            index_link: None,
            ..
        } = *self.node(id)
        else {
            return false;
        };
        if last != handle || !self.nodes.remove_last(id) {
            return false;
        }
        self.last = previous;
        match previous {
            Some(previous) => self.node_mut(previous).next = None,
            None => self.first = None,
        }
        self.latest[formatting_number(name)] = same_name_before;
        if let Some(before) = same_name_before {
            self.node_mut(before).same_name_after = None;
        }
        true
    }

    /// Moves an element right after another entry. It is the latest with its name, and no marker is
    /// between the two.
    pub(crate) fn move_after(&mut self, id: EntryId, other: EntryId) {
        let Node { previous, next, .. } = *self.node(id);
        self.link(previous, next);
        let next = self.node_mut(other).next.replace(id);
        match next {
            Some(next) => self.node_mut(next).previous = Some(id),
            None => self.last = Some(id),
        }
        let node = self.node_mut(id);
        node.previous = Some(other);
        node.next = next;
        self.may_need_reconstruction = true;
    }

    /// Replaces the element of an entry with one that has the same name and attributes.
    pub(crate) fn replace(&mut self, id: EntryId, handle: H, stack_index: usize) {
        if let Some(element) = self.element_mut(id) {
            element.handle = handle;
            element.stack_index = stack_index as u32;
        }
    }

    /// Sets the index on the stack of open elements that the element of an entry has.
    pub(crate) fn set_stack_index(&mut self, id: EntryId, stack_index: usize) {
        if let Some(element) = self.element_mut(id) {
            element.stack_index = stack_index as u32;
        }
    }

    /// Returns the element of an entry that is no marker.
    fn element_mut(&mut self, id: EntryId) -> Option<&mut FormattingElement<H>> {
        match &mut self.node_mut(id).entry {
            FormattingEntry::Element(element) => Some(element),
            FormattingEntry::Marker | FormattingEntry::Free => {
                debug_assert!(false, "only elements are changed in place");
                None
            }
        }
    }

    /// Clears the list up to the last marker.
    ///
    /// <https://html.spec.whatwg.org/#clear-the-list-of-active-formatting-elements-up-to-the-last-marker>
    pub(crate) fn clear_to_last_marker(&mut self) {
        while let Some(last) = self.last {
            steps::count(1);
            let is_marker = self.element(last).is_none();
            self.remove(last);
            if is_marker {
                self.level -= 1;
                break;
            }
        }
        self.indexed.end_levels_above(self.level);
    }
}
