//! Elements that have left the stack of open elements and are not complete: something in them is
//! still open, or they are the `head`.

use std::collections::BTreeMap;

use crate::dom::{ElementData, NodeIndex, Tree};
use crate::names::known;
use crate::parse::{PausingParse, Swept};
use crate::steps;
use crate::tree_sink::ClosedBy;

use super::ancestors::is_in;
use super::matches::Matches;
use super::observer::{BODIES, Closed, StreamObserver, Until};

/// The elements that wait.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// The elements that wait for each event, inner ones first.
    elements: BTreeMap<Until, Vec<NodeIndex>>,
    /// The end of `</head>`, unless a later tag has put the `head` back on the stack.
    head_end: Option<HeadEnd>,
}

/// Whether a later token may change the content of an element that has left the stack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Completeness {
    Complete,
    /// The content may change until this event.
    Waits(Until),
}

/// Where the end tag of the `head` ends. The element is complete later: when the `body` begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadEnd {
    /// The offset in the whole input.
    pub(super) offset: u64,
    /// The byte of the source. Only a stream that is rewritten keeps the source there.
    pub(super) in_source: usize,
}

impl Waiting {
    pub(super) fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns the elements that wait.
    pub(super) fn elements(&self) -> impl Iterator<Item = NodeIndex> {
        self.elements.values().flatten().copied()
    }

    /// Returns where the end tag of the `head` ends, if this element is the `head` and its end tag
    /// is known.
    pub(super) fn head_end_of(&self, element: NodeIndex, tree: &Tree) -> Option<HeadEnd> {
        self.head_end.filter(|_| tree.is_html(element, known::HEAD))
    }

    /// Adds an element. If it is the `head`, `head_end` is the end of the tag that has closed it.
    pub(super) fn add(
        &mut self,
        element: NodeIndex,
        until: Until,
        head_end: Option<HeadEnd>,
        observer: &mut StreamObserver,
    ) {
        observer.awaited.insert(until);
        let elements = self.elements.entry(until).or_default();
        if until == Until::BodyBegins {
            // The `head` leaves the stack again and again.
            let is_first = elements.is_empty();
            self.head_end = head_end.filter(|_| is_first);
            if !is_first {
                return;
            }
        }
        elements.push(element);
    }

    /// Moves the elements that have waited for an event back to the queue, inner ones first. They
    /// count as closed by the same token as the last open element in them. `inner` is the element
    /// that came after that open element on the stack; it may be in the released elements, too.
    pub(super) fn release_to(
        &mut self,
        matches: &mut Matches,
        until: Until,
        by: ClosedBy,
        inner: Option<NodeIndex>,
    ) {
        let elements = self.elements.remove(&until).unwrap_or_default();
        steps::count(elements.len());
        for element in elements.into_iter().rev() {
            let (may_match, is_awaited) = (true, false);
            matches.release(Closed { element, by, inner, may_match, is_awaited });
        }
    }

    /// Moves the elements that still wait at the end of the input back to the queue.
    pub(super) fn release_all_to(&mut self, matches: &mut Matches, by: ClosedBy) {
        while let Some(until) = self.elements.keys().next_back().copied() {
            self.release_to(matches, until, by, None);
        }
    }

    /// Returns whether an element that has left the stack is complete. It is not complete while an
    /// element in it is open; the `head` is not complete until the `body` begins.
    ///
    /// Open elements come after the elements that they are in on the stack. So it is enough to look
    /// at `closed.inner`, the element that came right after the closed element: if any open element
    /// is in the closed element, this one is.
    pub(super) fn completeness(
        &self,
        parse: &mut PausingParse<StreamObserver>,
        tree: &Tree,
        closed: Closed,
    ) -> Completeness {
        if parse.is_finished() {
            return Completeness::Complete;
        }
        if tree.is_html(closed.element, known::HEAD) {
            return match has_body(parse, tree) {
                true => Completeness::Complete,
                false => Completeness::Waits(Until::BodyBegins),
            };
        }
        match closed.inner {
            Some(inner) if is_in(parse, tree, inner, closed.element) => {
                Completeness::Waits(Until::Closed(inner))
            }
            _ => Completeness::Complete,
        }
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept, observer: &mut StreamObserver) {
        let elements = std::mem::take(&mut self.elements).into_iter();
        self.elements = elements
            .map(|(until, mut elements)| {
                elements.iter_mut().for_each(|element| *element = swept.moved(*element));
                match until {
                    Until::Closed(open) => (Until::Closed(swept.moved(open)), elements),
                    Until::BodyBegins => (until, elements),
                }
            })
            .collect();
        observer.awaited = self.elements.keys().copied().collect();
        if let Some(end) = self.head_end.as_mut().filter(|end| end.in_source >= swept.old_cut) {
            end.in_source = swept.moved_offset(end.in_source);
        }
    }
}

/// Whether the `body` or a `frameset` has begun. Before it begins, a start tag that comes after the
/// `head` and belongs in it puts the `head` back on the stack, and the new element may stay open
/// when the `head` leaves the stack again.
fn has_body(parse: &PausingParse<StreamObserver>, tree: &Tree) -> bool {
    let second = parse.open_elements().nth(1);
    let name = second.and_then(|second| tree.element(second)).map(ElementData::name);
    name.is_some_and(|name| BODIES.iter().any(|body| name.is_html(*body)))
}
