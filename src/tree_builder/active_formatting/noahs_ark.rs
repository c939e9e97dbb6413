//! Pushing onto the list of active formatting elements, with the Noah's Ark clause.
//!
//! The standard: "If there are already three elements in the list of active formatting elements
//! after the last marker, if any, or anywhere in the list if there are no markers, that have the
//! same tag name, namespace, and attributes as *element*, then remove the earliest such element
//! from the list of active formatting elements." Then: "Add *element* to the list of active
//! formatting elements."
//!
//! [`push`](ActiveFormattingElements::push) does just that. Because the clause is applied to every
//! element, there are never more than three alike, and the earliest is the third one, counted from
//! the end of the list. It is found in one of two ways:
//!
//! - While there are less than [`MAX_COMPARED`] elements with that name after the last marker, the
//!   attributes of each are compared. This is always so in usual documents.
//! - From then on, an [index](super::index) finds elements by the hash of their name and
//!   attributes, so that a document of nothing but formatting elements takes linear time.
//!
//! <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>

use std::hash::RandomState;
use std::num::NonZeroU32;

use crate::steps;

use super::ActiveFormattingElements;
use super::entry_id::EntryId;
use super::index::hash_at;
use super::nodes::FormattingElement;

/// The number of elements with one name after the last marker from which on they are found by an
/// index, and no longer by comparing the attributes of each.
const MAX_COMPARED: usize = 16;

/// There are too many elements with one name to compare them one by one.
struct TooMany;

impl<H: Copy + Eq> ActiveFormattingElements<H> {
    /// Pushes an element onto the list.
    ///
    /// `is_alike` returns whether two elements have the same attributes. `hash` returns a hash of
    /// an element's attributes, which is equal for elements that have the same attributes.
    #[inline(always)] // As a part of the body loop.
    pub(crate) fn push(
        &mut self,
        element: FormattingElement<H>,
        is_alike: impl Fn(H, H) -> bool,
        hash: impl Fn(H, &RandomState) -> u64,
    ) -> EntryId {
        // The usual case: no other element of the list has the name.
        if !self.has_any(element.name) && self.indexed.is_empty() {
            return self.append_element(element);
        }
        self.push_among_others(element, is_alike, hash)
    }

    /// As [`push`](Self::push), among elements that may be alike.
    // Never inlined, to keep `push` short.
    #[inline(never)]
    fn push_among_others(
        &mut self,
        element: FormattingElement<H>,
        is_alike: impl Fn(H, H) -> bool,
        hash: impl Fn(H, &RandomState) -> u64,
    ) -> EntryId {
        let is_alike = |other: &FormattingElement<H>| {
            other.name == element.name && is_alike(other.handle, element.handle)
        };
        if !self.is_level_indexed() {
            match self.third_alike_by_comparing(element, is_alike) {
                Ok(earliest) => {
                    if let Some(earliest) = earliest {
                        self.remove(earliest);
                    }
                    return self.append_element(element);
                }
                Err(TooMany) => self.index_level(&hash),
            }
        }
        let hash = hash_at(self.level, element.name, hash(element.handle, self.indexed.hasher()));
        if let Some(earliest) = self.third_alike_by_hash(hash, is_alike) {
            self.remove(earliest);
        }
        let entry = self.append_element(element);
        self.indexed.add(&mut self.nodes, entry, hash);
        entry
    }

    /// Returns the third element from the end, after the last marker, that has the name of
    /// `element` and is alike, by comparing all with that name.
    fn third_alike_by_comparing(
        &self,
        element: FormattingElement<H>,
        is_alike: impl Fn(&FormattingElement<H>) -> bool,
    ) -> Result<Option<EntryId>, TooMany> {
        let mut alike = 0;
        let mut next = self.latest_of(element.name);
        for _ in 0..MAX_COMPARED {
            let Some(entry) = next else { return Ok(None) };
            steps::count(1);
            alike += usize::from(self.element(entry).is_some_and(&is_alike));
            if alike == 3 {
                return Ok(Some(entry));
            }
            let before = self.node(entry).same_name_before;
            next = before.filter(|&before| self.node(before).level == self.level);
        }
        Err(TooMany)
    }

    /// Returns the third element from the end, after the last marker, that has that hash and is
    /// alike.
    fn third_alike_by_hash(
        &self,
        hash: NonZeroU32,
        is_alike: impl Fn(&FormattingElement<H>) -> bool,
    ) -> Option<EntryId> {
        let latest = self.indexed.latest(hash);
        let with_this_hash =
            std::iter::successors(latest, |&entry| self.node(entry).index_link?.before);
        with_this_hash
            .inspect(|_| steps::count(1))
            .filter(|&entry| {
                self.node(entry).level == self.level && self.element(entry).is_some_and(&is_alike)
            })
            .nth(2)
    }

    /// Whether the elements after the last marker are in the index.
    fn is_level_indexed(&self) -> bool {
        self.indexed.latest_level() == Some(self.level)
    }

    /// Adds all elements after the last marker to the index.
    fn index_level(&mut self, hash: impl Fn(H, &RandomState) -> u64) {
        self.indexed.add_level(self.level);
        let mut first = None;
        let mut next = self.last;
        while let Some(entry) = next.filter(|&entry| self.element(entry).is_some()) {
            first = next;
            next = self.previous(entry);
        }
        while let Some(entry) = first {
            steps::count(2);
            if let Some(&element) = self.element(entry) {
                let attributes = hash(element.handle, self.indexed.hasher());
                let hash = hash_at(self.level, element.name, attributes);
                self.indexed.add(&mut self.nodes, entry, hash);
            } else {
                debug_assert!(false, "all entries after the last marker are elements");
            }
            first = self.next(entry);
        }
    }
}
