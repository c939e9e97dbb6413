//! The stack of open elements.
//!
//! The standard's algorithms search the stack. Here every question is answered, and every change
//! made, in time that does not grow with the height of the stack, so that deep documents take
//! linear time:
//!
//! - `in_scope` answers which elements are in scope. That changes at special elements only, so
//!   these have a list of their own ([`Special`]), each with the answers that hold while it is the
//!   lowest (`scopes`).
//! - `same_name` finds the lowest element with a name: elements with one name are linked (`names`).
//! - `height` is the limit on the number of entries, which `room` applies; `siblings` removes many
//!   entries at once.
//! - `middle` changes the middle of the stack: a removed element leaves a gap, so that the elements
//!   below it keep their index.
//!
//! This file has the stack itself, and its ends; `element` has an entry of it.
//!
//! <https://html.spec.whatwg.org/#the-stack-of-open-elements>

mod element;
mod height;
mod in_scope;
mod middle;
mod names;
mod room;
mod same_name;
mod scopes;
mod siblings;
#[cfg(test)]
mod tests;

use crate::names::{ElementName, LocalName, Namespace, PackedElementName};
use crate::parse_error::ParseErrorCode;
use crate::settings::Revision;
use crate::steps;
use crate::text::{OpenedElement, TagRange};

use super::active_formatting::EntryId;
use super::stack::Stack;
use crate::elements::{ElementClass, ElementRow, TagSet};

use height::HeightLimit;
use names::{Link, Links, NameLists};
use scopes::{RevisedSets, Scopes};

pub(crate) use element::OpenElement;

/// A special element on the stack.
#[derive(Clone, Copy, Debug)]
struct Special {
    /// Its index on the stack.
    index: u32,
    /// The answers about scopes that hold while this is the lowest special element.
    scopes: Scopes,
}

/// The number of a special element on the stack: how many special elements are above it. Unlike its
/// index, it stays the same while the element is on the stack, unless a special one above it is
/// removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SpecialId(u32);

/// The number of open elements, and of special ones among them, that are stored in place: few pages
/// have more at once.
const IN_PLACE: usize = 32;

/// The stack of open elements. It grows downwards: the current node, at the bottom, has the highest
/// index.
///
/// <https://html.spec.whatwg.org/#the-stack-of-open-elements>
#[derive(Clone, Debug)]
pub(crate) struct OpenElements<H> {
    /// All entries, the topmost first. The lowest one is never a gap.
    entries: Stack<OpenElement<H>, IN_PLACE>,
    /// The special elements among the entries, the topmost first.
    specials: Stack<Special, IN_PLACE>,
    names: NameLists,
    /// The index of each SVG or MathML element that was pushed right below an HTML element.
    foreign_roots: Vec<u32>,
    /// The number of entries that are gaps.
    gaps: usize,
    /// The number of elements that must not be open at the end of the body.
    unclosed: usize,
    by_revision: RevisedSets,
    height: HeightLimit,
}

impl<H: Copy + Eq> OpenElements<H> {
    // Always inlined, as a part of `TreeBuilder::new`.
    #[inline(always)]
    pub(crate) fn new(revision: Revision, depth_limit: u32) -> Self {
        OpenElements {
            entries: Stack::new(),
            specials: Stack::new(),
            names: NameLists::new(),
            foreign_roots: Vec::new(),
            gaps: 0,
            unclosed: 0,
            by_revision: RevisedSets::new(revision),
            height: HeightLimit::new(depth_limit),
        }
    }

    /// Returns the same stack with other handles, one for each entry.
    pub(crate) fn map<T>(&self, handles: &[T]) -> OpenElements<T>
    where
        T: Copy,
    {
        debug_assert_eq!(handles.len(), self.entries.len(), "there is a handle for each entry");
        let map = |(entry, &handle): (&OpenElement<H>, &T)| OpenElement {
            handle,
            name: entry.name,
            class: entry.class,
            formatting: entry.formatting,
            level: entry.level,
            tag: entry.tag,
            links: entry.links,
        };
        OpenElements {
            entries: self.entries.iter().zip(handles).map(map).collect(),
            specials: self.specials.clone(),
            names: self.names.clone(),
            foreign_roots: self.foreign_roots.clone(),
            gaps: self.gaps,
            unclosed: self.unclosed,
            by_revision: self.by_revision,
            height: self.height,
        }
    }

    /// Returns all entries, for changing. A gap has no meaning.
    #[cfg(feature = "stream")]
    pub(crate) fn entries_mut(&mut self) -> impl Iterator<Item = &mut OpenElement<H>> {
        self.entries.iter_mut()
    }

    /// Returns the number of entries, gaps included: the index of the next element to be pushed.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the element at an index; the topmost one, `html`, has index 0. Returns `None` past
    /// the end and for a gap.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&OpenElement<H>> {
        self.entries.get(index).filter(|entry| !entry.class.intersects(ElementClass::GAP))
    }

    /// Returns the elements, the topmost first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &OpenElement<H>> {
        self.entries.iter().filter(|entry| !entry.class.intersects(ElementClass::GAP))
    }

    /// Returns the element at an index that the stack has given, and which is still valid.
    #[inline]
    pub(crate) fn entry(&self, index: usize) -> &OpenElement<H> {
        let entry = &self.entries[index];
        debug_assert!(!entry.class.intersects(ElementClass::GAP), "a valid index is of no gap");
        entry
    }

    /// Returns the current node, the bottommost element, if there is any.
    ///
    /// <https://html.spec.whatwg.org/#current-node>
    #[inline]
    pub(crate) fn current(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// Returns the index of the element above the one at `index`, if there is any.
    #[inline]
    pub(crate) fn above(&self, index: usize) -> Option<usize> {
        let above = index.checked_sub(1)?;
        if self.gaps == 0 { Some(above) } else { self.last_up_to(above) }
    }

    /// Returns the index of the element above the one at `index`, which is not the topmost.
    #[inline]
    pub(crate) fn above_lower(&self, index: usize) -> usize {
        let above = self.above(index);
        debug_assert!(above.is_some(), "only the topmost element has no other above it");
        above.unwrap_or(0)
    }

    /// Returns the index of the lowest element at an index or above it, if there is any. A gap at
    /// the index must be the last one of its run.
    fn last_up_to(&self, mut index: usize) -> Option<usize> {
        while self.entries[index].class.intersects(ElementClass::GAP) {
            steps::count(1);
            let first = self.entries[index].links.above.get();
            debug_assert!(first.is_some(), "the last gap of a run has the index of the first one");
            index = first?.checked_sub(1)?;
        }
        Some(index)
    }

    /// Drops the gaps below the lowest element.
    // Out of line: there are rarely gaps.
    #[cold]
    fn drop_gaps_at_the_bottom(&mut self) {
        let lowest = self.entries.len().checked_sub(1).and_then(|last| self.last_up_to(last));
        let length = lowest.map_or(0, |lowest| lowest + 1);
        self.gaps -= self.entries.len() - length;
        self.entries.truncate(length);
    }

    /// Pushes an element. It belongs to the sets `class`, which include the sets of its row.
    pub(crate) fn push(
        &mut self,
        handle: H,
        name: ElementName,
        class: ElementClass,
        level: u32,
        tag: TagRange,
    ) {
        let own = own_tag_set(name);
        self.push_with_sets(handle, name, class, own, level, tag);
    }

    /// Pushes an HTML element.
    #[inline(always)] // As a part of the body loop.
    pub(crate) fn push_html(
        &mut self,
        handle: H,
        name: LocalName,
        row: &ElementRow,
        level: u32,
        tag: TagRange,
    ) {
        let name = ElementName::html(name);
        self.push_with_sets(handle, name, row.class, row.own, level, tag);
    }

    /// Pushes an element that belongs to the sets `class`. `own` is the element, if it is one of
    /// HTML.
    // Always inlined, where parts of `class` are known.
    #[inline(always)]
    fn push_with_sets(
        &mut self,
        handle: H,
        name: ElementName,
        class: ElementClass,
        own: TagSet,
        level: u32,
        tag: TagRange,
    ) {
        let (index, number) = (self.entries.len(), self.specials.len());
        let is_special = class.intersects(ElementClass::SPECIAL);
        let is_html = class.intersects(ElementClass::HTML);
        if !is_html && self.entries.last().is_none_or(OpenElement::is_in_html_namespace) {
            self.foreign_roots.push(index as u32);
        }
        let link =
            if is_special && is_html { Link::to_special(number) } else { Link::to_index(index) };
        let packed = PackedElementName::from(name);
        let above = self.names.replace_lowest(packed, link);
        let links = Links { above, below: Link::NONE };
        self.unclosed += !class.intersects(ElementClass::OPEN_AT_END) as usize;
        self.entries.push(OpenElement {
            handle,
            name: packed,
            class,
            formatting: None,
            level,
            tag,
            links,
        });
        if is_special {
            self.push_special(index as u32, own, class);
        } else if let Some(above) = above.get() {
            self.entries[above].links.below = link;
        }
    }

    /// Pushes a special element onto their list. It has that index on the stack. `own` is the
    /// element, if it is one of HTML.
    #[inline(always)] // As a part of `push`: two ORs are most of it.
    fn push_special(&mut self, index: u32, own: TagSet, class: ElementClass) {
        if class.intersects(ElementClass::BOUNDARIES) {
            // In a function of its own, so that its result does not go through memory.
            return self.push_boundary(index, own, class);
        }
        let scopes = self.lowest_scopes().below(own, class, self.specials.len());
        self.specials.push(Special { index, scopes });
    }

    /// As [`push_special`](Self::push_special), for any special element.
    // Never inlined, to keep `push` short.
    #[inline(never)]
    fn push_boundary(&mut self, index: u32, own: TagSet, class: ElementClass) {
        let number = self.specials.len();
        let scopes = self.lowest_scopes().below_boundary(own, class, number, self.by_revision);
        self.specials.push(Special { index, scopes });
    }

    /// Returns the answers that hold at the current node.
    #[inline]
    fn lowest_scopes(&self) -> Scopes {
        self.specials.last().map_or_else(Scopes::default, |special| special.scopes)
    }

    /// Pops the current node.
    // Always inlined, as a part of `TreeBuilder::pop`.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        steps::count(1);
        self.unclosed -= !entry.class.intersects(ElementClass::OPEN_AT_END) as usize;
        self.specials.pop_if(entry.class.intersects(ElementClass::SPECIAL));
        self.names.set_lowest(entry.name, entry.links.above);
        if self.gaps != 0 || !entry.class.intersects(ElementClass::HTML) {
            self.clean_up_after_pop();
        }
        Some(entry)
    }

    /// Drops the gaps above an element that was popped, and its entry among the foreign roots.
    // Out of line: there are rarely gaps or foreign elements.
    #[cold]
    fn clean_up_after_pop(&mut self) {
        if self.foreign_roots.last() == Some(&(self.entries.len() as u32)) {
            self.foreign_roots.pop();
        }
        self.drop_gaps_at_the_bottom();
    }

    /// Replaces the element at an index with another one that has the same name.
    pub(crate) fn replace(&mut self, index: usize, handle: H) {
        self.entries[index].handle = handle;
    }

    /// Sets the entry in the list of active formatting elements of the element at an index.
    #[inline]
    pub(crate) fn set_formatting(&mut self, index: usize, formatting: EntryId) {
        self.entries[index].formatting = Some(formatting);
    }

    /// Returns the lowest special element.
    pub(crate) fn last_special(&self) -> SpecialId {
        debug_assert!(!self.specials.is_empty(), "`html` is special and always on the stack");
        SpecialId(self.specials.len().saturating_sub(1) as u32)
    }

    /// Returns the index of a special element, if it is still on the stack.
    pub(crate) fn position_of_special(&self, id: SpecialId, handle: H) -> Option<usize> {
        let index = self.specials.get(id.0 as usize)?.index as usize;
        (self.entries[index].handle == handle).then_some(index)
    }

    /// Returns the topmost special element below an index.
    #[inline]
    pub(crate) fn first_special_below(&self, index: usize) -> Option<SpecialId> {
        self.specials.last().filter(|last| last.index as usize > index)?;
        let above = self.specials.partition_point(|special| special.index as usize <= index);
        Some(SpecialId(above as u32))
    }

    /// Returns the index of a special element that is on the stack.
    pub(crate) fn index_of_special(&self, id: SpecialId) -> usize {
        self.specials[id.0 as usize].index as usize
    }

    /// Whether an element is open that must not be at the end of the body.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) fn has_unclosed(&self) -> bool {
        self.unclosed != 0
    }

    /// Returns the open element that an error is about, for its message. It looks at
    /// the lowest elements only, so that its time does not grow with the height of the stack.
    // Out of line: errors are rare.
    #[cold]
    pub(crate) fn element_in_error(&self, code: ParseErrorCode) -> Option<OpenedElement> {
        /// The number of lowest entries to look at.
        const MAX_ENTRIES: usize = 32;
        let lowest = self.entries.iter().rev().take(MAX_ENTRIES);
        let mut lowest = lowest.filter(|entry| !entry.class.intersects(ElementClass::GAP));
        let is_unclosed =
            |entry: &&OpenElement<H>| !entry.class.intersects(ElementClass::OPEN_AT_END);
        let entry = match code {
            ParseErrorCode::UnclosedElement | ParseErrorCode::UnclosedElementAtEof => {
                lowest.find(is_unclosed)
            }
            ParseErrorCode::EofInTextElement => lowest.next(),
            _ => None,
        };
        entry.map(OpenElement::opened)
    }
}

/// Returns the set of an element by its name; the empty set for one of SVG or MathML.
fn own_tag_set(name: ElementName) -> TagSet {
    TagSet::of(name.local).only_if(name.namespace == Namespace::Html)
}
