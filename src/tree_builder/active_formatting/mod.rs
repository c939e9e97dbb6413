//! The list of active formatting elements.

mod index;
#[cfg(test)]
mod tests;

use std::hash::RandomState;
use std::num::NonZeroU32;

use crate::names::LocalName;
use crate::steps;

use super::element_sets::{FORMATTING_COUNT, formatting_number};

use index::{Index, hash_at};

/// Up to how many elements of one name the Noah's Ark clause compares one by one.
const FEW: usize = 16;

/// Stands for an entry of the list, as long as it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EntryId(NonZeroU32);

impl EntryId {
    fn from_index(index: usize) -> EntryId {
        EntryId(NonZeroU32::MIN.saturating_add(index as u32))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    #[cfg(test)]
    pub(crate) fn for_tests(index: usize) -> EntryId {
        EntryId::from_index(index)
    }
}

/// An element in the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormattingElement<H> {
    pub(crate) handle: H,
    pub(crate) name: LocalName,
    /// Its index on the stack of open elements, where it stands as long as it is open.
    pub(crate) stack_index: u32,
}

/// What an entry of the list is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FormattingEntry<H> {
    /// Inserted on entering `applet`, `object`, `marquee`, `template`, `td`, `th` and `caption`.
    Marker,
    /// A formatting element.
    Element(FormattingElement<H>),
    /// Nothing any more: free for an entry to come.
    Free,
}

/// An entry of the list with its neighbors.
#[derive(Clone, Debug)]
struct Node<H> {
    entry: FormattingEntry<H>,
    previous: Option<EntryId>,
    /// The next entry; of a free one, the next free one.
    next: Option<EntryId>,
    /// The elements of the same name before and after, markers or not in between.
    same_name_before: Option<EntryId>,
    same_name_after: Option<EntryId>,
    /// How many markers are before it.
    level: u32,
    /// What the index says of it, if it is there.
    indexed: Option<Indexed>,
}

/// An element of the index.
#[derive(Clone, Copy, Debug)]
struct Indexed {
    /// The hash of its level, name and attributes.
    hash: NonZeroU32,
    /// The one before of the same hash: there are few.
    before: Option<EntryId>,
}

/// The list of active formatting elements, the latest at the end.
///
/// Every step takes time that does not grow with the length of the list: entries are linked, and so
/// are elements of one name. Where there are more than a few of one name since the last marker, an
/// index by attributes serves the Noah's Ark clause.
///
/// <https://html.spec.whatwg.org/#the-list-of-active-formatting-elements>
#[derive(Clone, Debug)]
pub(crate) struct ActiveFormattingElements<H> {
    nodes: Vec<Node<H>>,
    first_free: Option<EntryId>,
    last: Option<EntryId>,
    /// The latest element of each name by the number of that, before the last marker or after it.
    latest: [Option<EntryId>; FORMATTING_COUNT],
    /// How many markers are in the list.
    level: u32,
    /// The elements of the levels in `indexed`.
    index: Option<Box<Index>>,
    /// The levels whose elements are in the index.
    indexed: Vec<u32>,
}

impl<H: Copy + Eq> ActiveFormattingElements<H> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        ActiveFormattingElements {
            nodes: Vec::new(),
            first_free: None,
            last: None,
            latest: [None; FORMATTING_COUNT],
            level: 0,
            index: None,
            indexed: Vec::new(),
        }
    }

    fn node(&self, id: EntryId) -> &Node<H> {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: EntryId) -> &mut Node<H> {
        &mut self.nodes[id.index()]
    }

    /// The latest entry.
    #[inline]
    pub(crate) fn last(&self) -> Option<EntryId> {
        self.last
    }

    /// The entry before.
    pub(crate) fn previous(&self, id: EntryId) -> Option<EntryId> {
        self.node(id).previous
    }

    /// The entry after.
    pub(crate) fn next(&self, id: EntryId) -> Option<EntryId> {
        self.node(id).next
    }

    /// The element that an entry is; `None` for a marker.
    #[inline]
    pub(crate) fn element(&self, id: EntryId) -> Option<&FormattingElement<H>> {
        match &self.nodes.get(id.index())?.entry {
            FormattingEntry::Element(element) => Some(element),
            FormattingEntry::Marker | FormattingEntry::Free => None,
        }
    }

    /// Whether an element is in the list, where it was an entry of that id.
    pub(crate) fn has(&self, id: EntryId, handle: H) -> bool {
        self.element(id).is_some_and(|element| element.handle == handle)
    }

    /// The latest element of that name after the last marker.
    #[inline]
    pub(crate) fn latest_of(&self, name: LocalName) -> Option<EntryId> {
        self.latest[formatting_number(name)].filter(|&id| self.node(id).level == self.level)
    }

    /// Appends a marker.
    pub(crate) fn push_marker(&mut self) {
        self.append(FormattingEntry::Marker, None);
        self.level += 1;
    }

    /// Appends an element; of more than three alike after the last marker, the earliest goes: the
    /// Noah's Ark clause.
    ///
    /// `is_alike` tells whether two elements have the same attributes, and `hash` hashes those of
    /// one, so that the same attributes have the same hash.
    ///
    /// <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>
    pub(crate) fn push(
        &mut self,
        element: FormattingElement<H>,
        is_alike: impl Fn(H, H) -> bool,
        hash: impl Fn(H, &RandomState) -> u64,
    ) -> EntryId {
        let is_alike = |other: &FormattingElement<H>| is_alike(other.handle, element.handle);
        if self.indexed.last() != Some(&self.level) {
            match self.third_alike_of_few(element.name, is_alike) {
                Ok(third) => {
                    if let Some(third) = third {
                        self.remove(third);
                    }
                    return self.append_element(element);
                }
                Err(TooMany) => self.index_level(&hash),
            }
        }
        let index = self.index.get_or_insert_default();
        let hash = hash_at(self.level, element.name, hash(element.handle, index.hasher()));
        let latest = index.latest(hash);
        let of_this_hash = std::iter::successors(latest, |&id| self.node(id).indexed?.before);
        let is_alike = |other: &FormattingElement<H>| other.name == element.name && is_alike(other);
        let third = of_this_hash
            .inspect(|_| steps::count(1))
            .filter(|&id| {
                self.node(id).level == self.level && self.element(id).is_some_and(is_alike)
            })
            .nth(2);
        if let Some(third) = third {
            self.remove(third);
        }
        let id = self.append_element(element);
        self.enter(id, hash);
        id
    }

    /// The third from the end of those of that name after the last marker that are alike, unless
    /// there are too many of that name.
    fn third_alike_of_few(
        &self,
        name: LocalName,
        is_alike: impl Fn(&FormattingElement<H>) -> bool,
    ) -> Result<Option<EntryId>, TooMany> {
        let mut alike = 0;
        let mut next = self.latest_of(name);
        for _ in 0..FEW {
            let Some(id) = next else { return Ok(None) };
            steps::count(1);
            alike += self.element(id).is_some_and(&is_alike) as usize;
            if alike == 3 {
                return Ok(Some(id));
            }
            next = self
                .node(id)
                .same_name_before
                .filter(|&before| self.node(before).level == self.level);
        }
        Err(TooMany)
    }

    /// Enters all elements after the last marker into the index.
    fn index_level(&mut self, hash: impl Fn(H, &RandomState) -> u64) {
        self.indexed.push(self.level);
        let mut first = None;
        let mut next = self.last;
        while let Some(id) = next.filter(|&id| self.element(id).is_some()) {
            first = next;
            next = self.previous(id);
        }
        while let Some(id) = first {
            steps::count(2);
            if let Some(&element) = self.element(id) {
                let attributes = hash(element.handle, self.index.get_or_insert_default().hasher());
                self.enter(id, hash_at(self.level, element.name, attributes));
            }
            first = self.next(id);
        }
    }

    /// Enters an element into the index.
    fn enter(&mut self, id: EntryId, hash: NonZeroU32) {
        let before = self.index.get_or_insert_default().enter(id, hash);
        self.node_mut(id).indexed = Some(Indexed { hash, before });
    }

    /// Takes an element out of the index.
    #[cold]
    fn leave(&mut self, id: EntryId, Indexed { hash, before }: Indexed) {
        let mut after = self.index.as_mut().and_then(|index| index.leave(id, hash, before));
        while let Some(indexed) = after.and_then(|after| self.node_mut(after).indexed.as_mut()) {
            steps::count(1);
            if indexed.before == Some(id) {
                indexed.before = before;
                return;
            }
            after = indexed.before;
        }
    }

    /// Puts an entry at the end.
    // Always inlined: an entry that is passed through memory costs more than all else here.
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
            indexed: None,
        };
        let id = match self.first_free {
            Some(id) => {
                self.first_free = self.next(id);
                *self.node_mut(id) = node;
                id
            }
            None => {
                self.nodes.push(node);
                EntryId::from_index(self.nodes.len() - 1)
            }
        };
        self.last = Some(id);
        if let Some(previous) = previous {
            self.node_mut(previous).next = Some(id);
        }
        id
    }

    /// Puts an element at the end.
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

    /// Links what is before and after an entry to each other.
    fn unlink(&mut self, id: EntryId) {
        let Node { previous, next, .. } = *self.node(id);
        if let Some(previous) = previous {
            self.node_mut(previous).next = next;
        }
        match next {
            Some(next) => self.node_mut(next).previous = previous,
            None => self.last = previous,
        }
    }

    /// Removes an entry.
    pub(crate) fn remove(&mut self, id: EntryId) {
        self.unlink(id);
        let Node { entry, same_name_before: before, same_name_after: after, indexed, .. } =
            *self.node(id);
        if let FormattingEntry::Element(element) = entry {
            if let Some(before) = before {
                self.node_mut(before).same_name_after = after;
            }
            match after {
                Some(after) => self.node_mut(after).same_name_before = before,
                None => self.latest[formatting_number(element.name)] = before,
            }
            if let Some(indexed) = indexed {
                self.leave(id, indexed);
            }
        }
        if id.index() == self.nodes.len() - 1 {
            // As nearly always: entries come and go at the end.
            self.nodes.pop();
            return;
        }
        let next_free = self.first_free.replace(id);
        let node = self.node_mut(id);
        node.entry = FormattingEntry::Free;
        node.next = next_free;
    }

    /// Puts an element that is the latest of its name right behind another entry, with no marker in
    /// between.
    pub(crate) fn move_behind(&mut self, id: EntryId, other: EntryId) {
        self.unlink(id);
        let next = self.node_mut(other).next.replace(id);
        match next {
            Some(next) => self.node_mut(next).previous = Some(id),
            None => self.last = Some(id),
        }
        let node = self.node_mut(id);
        node.previous = Some(other);
        node.next = next;
    }

    /// Puts an element of the same name and attributes in the place of one.
    pub(crate) fn replace(&mut self, id: EntryId, handle: H, stack_index: usize) {
        if let FormattingEntry::Element(element) = &mut self.node_mut(id).entry {
            element.handle = handle;
            element.stack_index = stack_index as u32;
        }
    }

    /// Notes which index on the stack of open elements an element has.
    pub(crate) fn set_stack_index(&mut self, id: EntryId, stack_index: usize) {
        if let FormattingEntry::Element(element) = &mut self.node_mut(id).entry {
            element.stack_index = stack_index as u32;
        }
    }

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
        while self.indexed.last().is_some_and(|&indexed| indexed > self.level) {
            self.indexed.pop();
        }
        if self.index.as_ref().is_none_or(|index| index.is_empty()) {
            self.indexed.clear();
        }
    }
}

/// There are more elements of one name than are compared one by one.
struct TooMany;
