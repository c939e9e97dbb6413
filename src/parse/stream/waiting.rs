//! Elements that have left the stack of open elements and are not complete: something in them is
//! still open, or they are the `head`.

use crate::document_builder::Ancestry;
use crate::dom::{ElementData, NodeIndex, Tree};
use crate::names::known;
use crate::steps;

use super::observer::{BODIES, Closed, may_close_early};
use super::{NEAR, StreamParser};

/// An element that has left the stack of open elements and is not complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) element: NodeIndex,
    /// The open element in it that must leave the stack first. `None` for the `head`, which waits
    /// for the `body`.
    pub(super) until: Option<NodeIndex>,
}

impl StreamParser {
    /// Moves the elements that need not wait any more to those that are closed.
    pub(super) fn end_waiting(&mut self) {
        let is_finished = self.driver.is_finished();
        let ended = std::mem::take(&mut self.driver.engine.builder.sink.observer.ended);
        if ended.is_empty() && !is_finished {
            return;
        }
        let last_token = self.driver.engine.builder.token_closes();
        let mut waiting = std::mem::take(&mut self.waiting);
        steps::count(waiting.len());
        // The innermost is the last, and comes first.
        waiting.retain_mut(|waiting| {
            if !is_finished && !ended.contains_key(&waiting.until) {
                return true;
            }
            match self.must_wait(waiting.element) {
                Some(longer) => {
                    *waiting = longer;
                    true
                }
                None => {
                    // The token that closes the last element in it closes it.
                    let until = waiting.until.and(ended.get(&waiting.until));
                    let by = until.copied().unwrap_or(last_token);
                    self.closed.push_front(Closed { element: waiting.element, by });
                    false
                }
            }
        });
        self.waiting = waiting;
        self.set_awaited();
    }

    /// Tells the sink again what elements wait for.
    pub(super) fn set_awaited(&mut self) {
        let sink = &mut self.driver.engine.builder.sink.observer;
        sink.awaited.clear();
        self.waiting.iter().for_each(|waiting| sink.await_end(waiting.until));
    }

    /// Returns what an element that has left the stack of open elements waits for, if it is not
    /// complete: an element that is open is in it, or it is the `head` and the `body` has not
    /// begun.
    pub(super) fn must_wait(&mut self, id: NodeIndex) -> Option<Waiting> {
        let tree = &self.document.tree;
        let name = tree.element(id)?.name();
        if !may_close_early(name) || self.driver.is_finished() {
            return None;
        }
        if name.is_html(known::HEAD) {
            return (!self.has_body()).then_some(Waiting { element: id, until: None });
        }
        let current = self.driver.engine.builder.open_elements().next_back()?.node_index();
        let is_either = |node: &NodeIndex| *node == id || *node == tree.root_index();
        let near = self.ancestors(current).take(NEAR).find(is_either);
        match near {
            Some(node) if node != id => None,
            _ => self.must_wait_for_content(id),
        }
    }

    /// Returns what an element waits for that has left the stack, if an open element is in it.
    #[cold]
    fn must_wait_for_content(&mut self, id: NodeIndex) -> Option<Waiting> {
        let mut ancestry = self.driver.engine.builder.sink.take_ancestry();
        let until = self.topmost_open_in(id, &mut ancestry);
        self.driver.engine.builder.sink.give_ancestry(ancestry);
        until.map(|until| Waiting { element: id, until: Some(until) })
    }

    /// Returns the topmost open element that is in an element which has left the stack.
    fn topmost_open_in(&mut self, id: NodeIndex, ancestry: &mut Ancestry) -> Option<NodeIndex> {
        let tree = &self.document.tree;
        let mut open = self.driver.engine.builder.open_elements().map(|open| open.node_index());
        let mut templates = Vec::new();
        // The current node is decisive, but for a `template` that is in no tree: then what is open
        // outside of it.
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
        // Of those that are below the topmost on the stack, some are not open any more, or
        // elsewhere; but not those that it is in.
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

    /// Whether the `body` has begun, or a `frameset`. Start tags after the `head` that belong in it
    /// bring it back, and may stay open without it.
    fn has_body(&self) -> bool {
        let second = self.driver.engine.builder.open_elements().nth(1);
        let element = second.and_then(|second| self.document.tree.element(second.node_index()));
        let name = element.map(ElementData::name);
        name.is_some_and(|name| BODIES.iter().any(|body| name.is_html(*body)))
    }
}

/// Whether an open element is a `template` that is in no tree, because its content goes elsewhere:
/// with `for`, or that of a declarative shadow root.
fn is_detached_template(tree: &Tree, id: NodeIndex) -> bool {
    tree.is_html(id, known::TEMPLATE) && tree.node(id).parent.is_none()
}
