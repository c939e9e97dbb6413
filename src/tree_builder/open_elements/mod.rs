//! The stack of open elements.
//!
//! Every question about it is answered, and every change made, in time that does not grow with its
//! height:
//!
//! - What is in scope changes at special elements only, so these have a list of their own
//!   ([`Special`]) with the answers for where each of them is the lowest one (`scopes.rs`).
//! - Elements of one name are linked, the lowest first (`names.rs`).
//! - An element that leaves from the middle leaves a gap: those below keep their index
//!   (`middle.rs`).

mod middle;
mod names;
mod scopes;
#[cfg(test)]
mod tests;

use crate::names::{ElementName, LocalName};
use crate::parse_error::ParseErrorCode;
use crate::settings::Revision;
use crate::steps;

use super::active_formatting::EntryId;
use super::element_sets::ElementClass;

use names::{Links, NameLists};
use scopes::{RevisedSets, Scopes};

/// An entry of the stack: an element, or a gap that one has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    pub(crate) handle: H,
    pub(crate) name: ElementName,
    pub(crate) class: ElementClass,
    /// Its entry in the list of active formatting elements, as long as that is there and has this
    /// handle.
    pub(crate) formatting: Option<EntryId>,
    /// How deep in the tree it is, at most: a child of the root has 1.
    pub(crate) level: u32,
    links: Links,
}

impl<H> OpenElement<H> {
    /// Whether this is the HTML element of that name.
    #[inline]
    pub(crate) fn is_html(&self, name: LocalName) -> bool {
        self.name.is_html(name)
    }

    /// Whether this is an HTML element.
    #[inline]
    pub(crate) fn is_in_html_namespace(&self) -> bool {
        self.class.intersects(ElementClass::HTML)
    }
}

/// A special element on the stack.
#[derive(Clone, Copy, Debug)]
struct Special {
    /// Its index on the stack.
    index: u32,
    /// What is in scope where this is the lowest special element.
    scopes: Scopes,
}

/// Stands for a special element on the stack: how many others are above it. Unlike its index on the
/// stack this stays the same as long as the element is there, unless a special one above it is
/// removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SpecialId(u32);

/// The stack of open elements. It grows downwards: the current node, at the bottom, has the highest
/// index.
///
/// <https://html.spec.whatwg.org/#the-stack-of-open-elements>
#[derive(Clone, Debug)]
pub(crate) struct OpenElements<H> {
    /// The lowest is never a gap.
    entries: Vec<OpenElement<H>>,
    /// The special elements among them.
    specials: Vec<Special>,
    names: NameLists,
    /// The index of each SVG or MathML element that was put right below an HTML element.
    foreign_roots: Vec<u32>,
    /// How many entries are gaps.
    gaps: usize,
    /// How many elements are open that may not be at the end of the body.
    unclosed: usize,
    by_revision: RevisedSets,
}

impl<H: Copy + Eq> OpenElements<H> {
    #[inline(always)]
    pub(crate) fn new(revision: Revision) -> Self {
        OpenElements {
            entries: Vec::new(),
            specials: Vec::new(),
            names: NameLists::new(),
            foreign_roots: Vec::new(),
            gaps: 0,
            unclosed: 0,
            by_revision: RevisedSets::new(revision),
        }
    }

    /// The index that the next element to be put on the stack gets: how many there are, gaps
    /// included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The element at that index; 0 is the topmost, the `html` element. `None` for a gap, too.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&OpenElement<H>> {
        self.entries.get(index).filter(|entry| !entry.class.intersects(ElementClass::GAP))
    }

    /// Returns the element at an index that the stack has given, and which is still valid.
    #[inline]
    pub(crate) fn entry(&self, index: usize) -> &OpenElement<H> {
        let entry = &self.entries[index];
        debug_assert!(!entry.class.intersects(ElementClass::GAP), "a valid index is of no gap");
        entry
    }

    /// The bottommost element, if there is any.
    ///
    /// <https://html.spec.whatwg.org/#current-node>
    #[inline]
    pub(crate) fn current(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// The index of the element right above that at `index`, if there is any.
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

    /// Puts an element on the stack.
    #[inline(always)]
    pub(crate) fn push(&mut self, handle: H, name: ElementName, class: ElementClass, level: u32) {
        let (index, number) = (self.entries.len(), self.specials.len());
        let is_special = class.intersects(ElementClass::SPECIAL);
        let is_html = class.intersects(ElementClass::HTML);
        if !is_html && self.entries.last().is_none_or(OpenElement::is_in_html_namespace) {
            self.foreign_roots.push(index as u32);
        }
        let link = 1 + if is_special && is_html { number } else { index } as u32;
        let links = Links { above: self.names.replace_lowest(name, link), below: 0 };
        self.unclosed += !class.intersects(ElementClass::OPEN_AT_END) as usize;
        self.entries.push(OpenElement { handle, name, class, formatting: None, level, links });
        if is_special {
            let scopes = self.lowest_scopes().below(name, class, number, self.by_revision);
            self.specials.push(Special { index: index as u32, scopes });
        } else if links.above != 0 {
            self.entries[links.above as usize - 1].links.below = link;
        }
    }

    /// Takes the current node off the stack.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        steps::count(1);
        self.unclosed -= !entry.class.intersects(ElementClass::OPEN_AT_END) as usize;
        // Without a branch, which would often be foreseen wrongly.
        self.specials
            .truncate(self.specials.len() - entry.class.intersects(ElementClass::SPECIAL) as usize);
        self.names.set_lowest(entry.name, entry.links.above);
        if self.gaps != 0 || !entry.class.intersects(ElementClass::HTML) {
            self.clean_up_after_pop();
        }
        Some(entry)
    }

    /// Drops what was kept for an element that was popped: gaps above it, and that it was foreign.
    #[cold]
    fn clean_up_after_pop(&mut self) {
        if self.foreign_roots.last() == Some(&(self.entries.len() as u32)) {
            self.foreign_roots.pop();
        }
        self.drop_gaps_at_the_bottom();
    }

    /// Puts another element of the same name in the place of one.
    pub(crate) fn replace(&mut self, index: usize, handle: H) {
        self.entries[index].handle = handle;
    }

    /// Notes where in the list of active formatting elements the element at that index stands.
    #[inline]
    pub(crate) fn set_formatting(&mut self, index: usize, formatting: EntryId) {
        self.entries[index].formatting = Some(formatting);
    }

    /// The special element just put on the stack.
    pub(crate) fn last_special(&self) -> SpecialId {
        SpecialId(self.specials.len().saturating_sub(1) as u32)
    }

    /// The index of a special element, if it is still on the stack.
    pub(crate) fn position_of_special(&self, id: SpecialId, handle: H) -> Option<usize> {
        let index = self.specials.get(id.0 as usize)?.index as usize;
        (self.entries[index].handle == handle).then_some(index)
    }

    /// The topmost special element below that index.
    #[inline]
    pub(crate) fn first_special_below(&self, index: usize) -> Option<SpecialId> {
        self.specials.last().filter(|last| last.index as usize > index)?;
        let above = self.specials.partition_point(|special| special.index as usize <= index);
        Some(SpecialId(above as u32))
    }

    /// The index of a special element.
    pub(crate) fn index_of_special(&self, id: SpecialId) -> usize {
        self.specials[id.0 as usize].index as usize
    }

    /// Whether an element is open that may not be at the end of the body.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) fn has_unclosed(&self) -> bool {
        self.unclosed != 0
    }

    /// The name of the element that an error is about because it is open, to be told to people. So
    /// few elements are looked at that it takes no time that grows.
    #[cold]
    pub(crate) fn name_in_error(&self, code: ParseErrorCode) -> Option<LocalName> {
        /// How many of the lowest elements are looked at.
        const MOST: usize = 32;
        let lowest = self.entries.iter().rev().take(MOST);
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
        entry.map(|entry| entry.name.local)
    }
}
