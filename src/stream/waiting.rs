//! Elements that have left the stack of open elements and are not complete: something in them is
//! still open, or they are the `head`.

use std::collections::BTreeMap;

use crate::document_builder::Ancestry;
use crate::dom::{ElementData, NodeIndex, Tree};
use crate::names::{ElementName, known};
use crate::parse::{PausingParse, Swept};
use crate::steps;

use super::ancestors::{NEAR, ancestors};
use super::matches::Matches;
use super::observer::{BODIES, Closed, StreamObserver, Until};

/// The elements that wait.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// In the order in which they have left the stack.
    elements: Vec<WaitingElement>,
    /// The end of `</head>`, unless a later tag has put the `head` back on the stack.
    head_end: Option<HeadEnd>,
    /// For each open template that is in no tree, the nearest element below it on the stack that
    /// is no such template.
    below_templates: BTreeMap<NodeIndex, NodeIndex>,
}

#[derive(Clone, Copy, Debug)]
struct WaitingElement {
    element: NodeIndex,
    until: Until,
}

/// Whether a later token may change the content of an element that has left the stack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Completeness {
    Complete,
    /// The content may change until then.
    Waits(Until),
}

/// Where the end tag of the `head` ends. The element is complete later: when the `body` begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadEnd {
    /// In the whole input.
    pub(super) offset: u64,
    /// In bytes of the source, if the stream is rewritten and so keeps that.
    pub(super) in_source: usize,
}

impl Waiting {
    pub(super) fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns the elements that wait.
    pub(super) fn elements(&self) -> impl Iterator<Item = NodeIndex> {
        self.elements.iter().map(|waiting| waiting.element)
    }

    /// Returns where the end tag of the `head` ends, if an element is the `head` and that is known.
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
        // The `head` leaves the stack again and again.
        let is_first = self.elements.last().is_none_or(|last| last.element != element);
        if until == Until::BodyBegins {
            self.head_end = head_end.filter(|_| is_first);
        }
        if is_first {
            observer.await_end(until);
            self.elements.push(WaitingElement { element, until });
        }
    }

    /// Moves the elements that no longer wait back to the queue.
    pub(super) fn release_to(
        &mut self,
        matches: &mut Matches,
        parse: &mut PausingParse<StreamObserver>,
        tree: &Tree,
    ) {
        let is_finished = parse.is_finished();
        let ended = std::mem::take(&mut parse.observer_mut().ended);
        if ended.is_empty() && !is_finished {
            return;
        }
        let last_token = parse.last_token_closes();
        let mut elements = std::mem::take(&mut self.elements);
        steps::count(elements.len());
        // The innermost is the last, and comes first.
        elements.retain_mut(|waiting| {
            if !is_finished && !ended.contains_key(&waiting.until) {
                return true;
            }
            if let Completeness::Waits(until) = self.completeness(parse, tree, waiting.element) {
                waiting.until = until;
                return true;
            }
            // The token that closes the last element in it closes it.
            let by = match waiting.until {
                until @ Until::Closed(_) => ended.get(&until).copied(),
                Until::BodyBegins => None,
            };
            let by = by.unwrap_or(last_token);
            matches.release(Closed { element: waiting.element, by });
            false
        });
        self.elements = elements;
        self.set_awaited(parse.observer_mut());
    }

    /// Tells the observer again what elements wait for.
    fn set_awaited(&self, observer: &mut StreamObserver) {
        observer.awaited = self.elements.iter().map(|waiting| waiting.until).collect();
    }

    /// Returns whether an element that has left the stack is complete. It is not while an element
    /// in it is open, and the `head` is not until the `body` begins.
    pub(super) fn completeness(
        &mut self,
        parse: &mut PausingParse<StreamObserver>,
        tree: &Tree,
        id: NodeIndex,
    ) -> Completeness {
        let name = tree.element(id).map(ElementData::name);
        let Some(name) = name.filter(|name| may_close_early(*name) && !parse.is_finished()) else {
            return Completeness::Complete;
        };
        if name.is_html(known::HEAD) {
            return match has_body(parse, tree) {
                true => Completeness::Complete,
                false => Completeness::Waits(Until::BodyBegins),
            };
        }
        let Some(current) = parse.open_elements().next_back() else {
            return Completeness::Complete;
        };
        let is_either = |node: &NodeIndex| *node == id || *node == tree.root_index();
        match ancestors(tree, current).take(NEAR).find(is_either) {
            Some(node) if node != id => Completeness::Complete,
            _ => self.completeness_by_content(parse, tree, id),
        }
    }

    /// Returns whether no open element is in an element.
    #[cold]
    fn completeness_by_content(
        &mut self,
        parse: &mut PausingParse<StreamObserver>,
        tree: &Tree,
        id: NodeIndex,
    ) -> Completeness {
        let (open, ancestry) = parse.open_elements_and_ancestry();
        match self.topmost_open_in(id, tree, open, ancestry) {
            Some(open) => Completeness::Waits(Until::Closed(open)),
            None => Completeness::Complete,
        }
    }

    /// Returns the topmost open element that is in an element which has left the stack.
    fn topmost_open_in(
        &mut self,
        id: NodeIndex,
        tree: &Tree,
        mut open: impl DoubleEndedIterator<Item = NodeIndex>,
        ancestry: &mut Ancestry,
    ) -> Option<NodeIndex> {
        let mut templates = Vec::new();
        // The lowest open element decides. A `template` that is in no tree cannot: then the element
        // above it on the stack does.
        let mut topmost = loop {
            steps::count(1);
            let current = open.next_back()?;
            // Nothing below a `template` leaves the stack before it does.
            let below = self.below_templates.get(&current).copied();
            let decisive = below.unwrap_or(current);
            if below.is_none() && is_detached_template(tree, current) {
                templates.push(current);
                continue;
            }
            self.below_templates.extend(templates.drain(..).map(|template| (template, decisive)));
            let (place, is_within) = ancestry.place(tree, decisive, id);
            if is_within && below.is_none() {
                break current;
            }
            if !is_within && place.is_below_document {
                return None;
            }
        };
        // Raise `topmost` to the highest open element that is still in `id`. Elements on the stack
        // may have been moved away, so one that is not in `id` is skipped; an ancestor of `id` ends
        // the search.
        for open in open.rev() {
            if ancestry.place(tree, id, open).1 {
                break;
            }
            if ancestry.place(tree, open, id).1 {
                topmost = open;
            }
        }
        Some(topmost)
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept, observer: &mut StreamObserver) {
        for waiting in &mut self.elements {
            waiting.element = swept.moved(waiting.element);
            if let Until::Closed(open) = &mut waiting.until {
                *open = swept.moved(*open);
            }
        }
        self.set_awaited(observer);
        self.below_templates.clear();
        if let Some(end) = self.head_end.as_mut().filter(|end| end.in_source >= swept.old_cut) {
            end.in_source = swept.moved_offset(end.in_source);
        }
    }
}

/// Whether an element of that name may leave the stack of open elements before its content does:
/// the rules for these take elements out of the middle of the stack.
fn may_close_early(name: ElementName) -> bool {
    name.is_html(known::FORM) || name.is_html(known::HEAD) || name.is_formatting()
}

/// Whether the `body` has begun, or a `frameset`. A start tag after the `head` that belongs in it
/// brings it back, and may stay open without it.
fn has_body(parse: &PausingParse<StreamObserver>, tree: &Tree) -> bool {
    let second = parse.open_elements().nth(1);
    let name = second.and_then(|second| tree.element(second)).map(ElementData::name);
    name.is_some_and(|name| BODIES.iter().any(|body| name.is_html(*body)))
}

/// Whether an open element is a `template` that is in no tree, because its content goes elsewhere:
/// with `for`, or that of a declarative shadow root.
fn is_detached_template(tree: &Tree, id: NodeIndex) -> bool {
    tree.is_html(id, known::TEMPLATE) && tree.node(id).parent().is_none()
}
