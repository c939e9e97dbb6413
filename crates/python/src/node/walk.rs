//! From a node to others.

use consomme::NodeRef;
use pyo3::prelude::*;

use crate::node_iterator::{Axis, NodeIterator};

use super::{Node, place};

type Found<'py> = PyResult<Option<Bound<'py, PyAny>>>;

impl Node {
    /// Returns the object for a neighbor.
    #[inline]
    fn neighbor<'py>(
        &self,
        py: Python<'py>,
        neighbor: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>,
    ) -> Found<'py> {
        self.found(py, |node| neighbor(node).map(place))
    }

    fn iterator(&self, axis: Axis, elements_only: bool) -> NodeIterator {
        NodeIterator::new(&self.shared, self.id, axis, elements_only)
    }
}

#[pymethods]
impl Node {
    /// The parent, or None for a root and a node that was removed.
    #[getter]
    fn parent<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.parent())
    }

    /// The parent, if it is an element.
    #[getter]
    fn parent_element<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.parent_element().map(Into::into))
    }

    /// The first child.
    #[getter]
    fn first_child<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.first_child())
    }

    /// The last child.
    #[getter]
    fn last_child<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.last_child())
    }

    /// The next sibling.
    #[getter]
    fn next_sibling<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.next_sibling())
    }

    /// The previous sibling.
    #[getter]
    fn previous_sibling<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.previous_sibling())
    }

    /// The first child that is an element.
    #[getter]
    fn first_element_child<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.first_element_child().map(Into::into))
    }

    /// The last child that is an element.
    #[getter]
    fn last_element_child<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.last_element_child().map(Into::into))
    }

    /// The next sibling that is an element.
    #[getter]
    fn next_element_sibling<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.next_element_sibling().map(Into::into))
    }

    /// The previous sibling that is an element.
    #[getter]
    fn previous_element_sibling<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.previous_element_sibling().map(Into::into))
    }

    /// The next node in document order.
    #[getter]
    fn next_in_order<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.next_in_order())
    }

    /// The previous node in document order.
    #[getter]
    fn previous_in_order<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| node.previous_in_order())
    }

    /// The topmost inclusive ancestor.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Found<'py> {
        self.neighbor(py, |node| Some(node.root()))
    }

    /// The number of siblings before the node, or None without a parent.
    #[getter]
    fn index_in_parent(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(self.read(py, |node| node.index_in_parent())?)
    }

    /// Whether the node has children.
    #[getter]
    fn has_children(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.read(py, |node| node.has_children())?)
    }

    /// An iterator over the children.
    #[getter]
    fn children(&self) -> NodeIterator {
        self.iterator(Axis::Children, false)
    }

    /// An iterator over the children that are elements.
    #[getter]
    fn child_elements(&self) -> NodeIterator {
        self.iterator(Axis::Children, true)
    }

    /// An iterator over all nodes below this one, in document order.
    #[getter]
    fn descendants(&self) -> NodeIterator {
        self.iterator(Axis::Descendants, false)
    }

    /// An iterator over all elements below this node, in document order.
    #[getter]
    fn descendant_elements(&self) -> NodeIterator {
        self.iterator(Axis::Descendants, true)
    }

    /// An iterator over the parent, its parent, and so on.
    #[getter]
    fn ancestors(&self) -> NodeIterator {
        self.iterator(Axis::Ancestors, false)
    }

    /// An iterator over the ancestors that are elements, the nearest first.
    #[getter]
    fn ancestor_elements(&self) -> NodeIterator {
        self.iterator(Axis::Ancestors, true)
    }

    /// An iterator over the siblings after the node.
    #[getter]
    fn following_siblings(&self) -> NodeIterator {
        self.iterator(Axis::FollowingSiblings, false)
    }

    /// An iterator over the siblings before the node, the nearest first.
    #[getter]
    fn preceding_siblings(&self) -> NodeIterator {
        self.iterator(Axis::PrecedingSiblings, false)
    }

    /// An iterator over the siblings after the node that are elements.
    #[getter]
    fn following_sibling_elements(&self) -> NodeIterator {
        self.iterator(Axis::FollowingSiblings, true)
    }

    /// An iterator over the siblings before the node that are elements, the nearest first.
    #[getter]
    fn preceding_sibling_elements(&self) -> NodeIterator {
        self.iterator(Axis::PrecedingSiblings, true)
    }

    fn __iter__(&self) -> NodeIterator {
        self.iterator(Axis::Children, false)
    }
}
