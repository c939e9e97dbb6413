//! The elements that a rewriter may lend when they are complete, from their start tags on.

use std::ops::Range;

use crate::dom::{Document, NodeIndex};
use crate::parse::{Standing, Swept};

use super::observer::Opened;

/// The elements that may match when they are complete. Whether an element may match is decided at
/// its start tag; other elements are not lent.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// The held elements in the order of their indices, which is the order of their start tags.
    elements: Vec<HeldElement>,
    /// The elements that the last edited matches have left open.
    left_open: Vec<LeftOpen>,
}

#[derive(Debug)]
pub(super) struct HeldElement {
    pub(super) element: NodeIndex,
    /// Where the start tag is, in bytes of the source.
    pub(super) tag: Range<usize>,
    pub(super) around: Around,
}

/// Side effects of a match's start tag: elements closed and implied; whether a `pre` precedes.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// The names of the elements that the start tag has closed, outer ones first.
    pub(super) closed: Vec<String>,
    /// How many elements the start tag has implied.
    pub(super) implied: usize,
    /// Whether the start tag has made a copy of a formatting element.
    pub(super) has_copied: bool,
    /// Whether the start tag is right after the start tag of an element, such as `pre`, that
    /// ignores a line feed there.
    pub(super) follows_pre: bool,
    /// Where the parser stood before the start tag.
    pub(super) before: Standing,
    /// Whether text in place of the element would be in a formatting element that is created anew.
    pub(super) needs_reconstruction: bool,
    /// The text that edits have inserted before the element.
    pub(super) inserted: String,
    /// Whether the parser has moved the element out of the element around its tags, to before a
    /// table.
    pub(super) is_moved: bool,
    /// Whether the element is between the rows of a table, and may be right after a text, which it
    /// keeps apart from later text.
    pub(super) parts_text: bool,
}

/// The elements that are open after an edited match without an end tag.
#[derive(Debug)]
struct LeftOpen {
    element: NodeIndex,
    /// The names of the open elements, the match first, then its descendants.
    names: Vec<String>,
    /// How many elements around the match its source has implied, and its edited source does not
    /// imply.
    implied: usize,
}

impl Held {
    fn index(&self, element: NodeIndex) -> Option<usize> {
        self.elements.binary_search_by_key(&element, |held| held.element).ok()
    }

    /// Whether an element may match.
    pub(super) fn has(&self, element: NodeIndex) -> bool {
        self.index(element).is_some()
    }

    /// Adds an element that the last token has opened.
    pub(super) fn add(&mut self, opened: &Opened, document: &Document) {
        debug_assert!(
            self.elements.last().is_none_or(|last| last.element < opened.element),
            "elements are created in the order of their start tags"
        );
        let around = self.around(opened, document);
        let held = HeldElement { element: opened.element, tag: opened.tag.clone(), around };
        self.elements.push(held);
    }

    /// Returns the side effects of the start tag of an element that the last token has opened.
    pub(super) fn around(&self, opened: &Opened, document: &Document) -> Around {
        let (closed, implied) = self.names_of_closed(document, &opened.closed);
        Around {
            closed,
            implied: opened.implied + implied,
            has_copied: opened.has_copied,
            follows_pre: opened.follows_pre,
            before: opened.before,
            needs_reconstruction: opened.needs_reconstruction,
            inserted: String::new(),
            is_moved: opened.is_moved,
            parts_text: opened.parts_text,
        }
    }

    /// Notes a text that edits at its start tag have inserted before an element.
    pub(super) fn note_inserted(&mut self, element: NodeIndex, text: &str) {
        if let Some(index) = self.index(element) {
            self.elements[index].around.inserted = text.to_owned();
        }
    }

    /// Takes an element out, if it is held.
    pub(super) fn take(&mut self, element: NodeIndex) -> Option<HeldElement> {
        self.index(element).map(|index| self.elements.remove(index))
    }

    /// Returns where the first start tag of a held element is, in bytes of the source.
    pub(super) fn start(&self) -> Option<usize> {
        self.elements.first().map(|held| held.tag.start)
    }

    /// Notes that an edited match without an end tag has left elements open. `popped` are the
    /// elements that the current token has closed.
    pub(super) fn note_left_open(
        &mut self,
        (element, names, implied): (NodeIndex, Vec<String>, usize),
        popped: &[NodeIndex],
    ) {
        self.left_open.retain(|one| popped.contains(&one.element) && one.element != element);
        self.left_open.push(LeftOpen { element, names, implied });
    }

    /// Returns the names of the elements that a start tag has closed, outer ones first. `closed` is
    /// in the order in which the elements left the stack. Edits may have left other elements open
    /// than the source has. If so, the start tag implies elements anew, and their number is
    /// returned, too.
    fn names_of_closed(&self, document: &Document, closed: &[NodeIndex]) -> (Vec<String>, usize) {
        let (mut names, mut implied) = (Vec::new(), 0);
        for id in closed.iter().rev() {
            if let Some(edited) = self.left_open.iter().find(|one| one.element == *id) {
                // Includes its open descendants.
                names.extend_from_slice(&edited.names);
                implied = edited.implied;
                break;
            }
            let element = document.tree.element(*id);
            names.extend(element.map(|one| document.strings.name(one.name().local).to_owned()));
        }
        (names, implied)
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        for held in &mut self.elements {
            held.tag = swept.moved_offset(held.tag.start)..swept.moved_offset(held.tag.end);
            held.element = swept.moved(held.element);
        }
        // A later start tag cannot have closed these.
        self.left_open.clear();
    }
}
