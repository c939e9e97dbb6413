//! Iterators over the tree that outlive edits.

use std::sync::{Arc, Mutex, PoisonError};

use consomme::{NodeId, NodeRef};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::node::{object, place};
use crate::shared::Shared;

/// In which direction an iterator goes from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    Children,
    Descendants,
    Ancestors,
    FollowingSiblings,
    PrecedingSiblings,
}

/// An iterator over nodes. It goes on from where the last node is in the tree then, so that the tree
/// may change meanwhile.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct NodeIterator {
    shared: Arc<Shared>,
    axis: Axis,
    elements_only: bool,
    /// The node at which the iterator was made.
    start: NodeId,
    last: Mutex<Last>,
}

/// The node that an iterator returned last.
#[derive(Clone, Copy)]
enum Last {
    None,
    Some(NodeId),
    /// There is no further node.
    End,
}

impl NodeIterator {
    pub(crate) fn new(
        shared: &Arc<Shared>,
        start: NodeId,
        axis: Axis,
        elements_only: bool,
    ) -> NodeIterator {
        let shared = Arc::clone(shared);
        NodeIterator { shared, axis, elements_only, start, last: Mutex::new(Last::None) }
    }
}

#[pymethods]
impl NodeIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut last = self.last.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let id = match *last {
            Last::None => self.start,
            Last::Some(id) => id,
            Last::End => return Ok(None),
        };
        let found = self.shared.read(py, |document| {
            let mut node = document.get(id)?;
            loop {
                node = next(self.axis, node, self.start)?;
                if !self.elements_only || node.as_element().is_some() {
                    return Some(place(node));
                }
            }
        })?;
        *last = found.map_or(Last::End, |(id, _)| Last::Some(id));
        drop(last);
        found.map(|place| object(py, &self.shared, place)).transpose()
    }
}

/// Returns the node after another one.
fn next(axis: Axis, last: NodeRef<'_>, start: NodeId) -> Option<NodeRef<'_>> {
    let is_first = last.id() == start;
    match axis {
        Axis::Children if is_first => last.first_child(),
        Axis::Children | Axis::FollowingSiblings => last.next_sibling(),
        Axis::PrecedingSiblings => last.previous_sibling(),
        Axis::Ancestors => last.parent(),
        Axis::Descendants => last.first_child().or_else(|| next_outside(last, start)),
    }
}

/// Returns the node that follows the subtree of another one, if it is below the start.
fn next_outside(node: NodeRef<'_>, start: NodeId) -> Option<NodeRef<'_>> {
    let mut path = node.inclusive_ancestors().take_while(|ancestor| ancestor.id() != start);
    path.find_map(NodeRef::next_sibling)
}
