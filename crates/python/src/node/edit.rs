//! Changes of the tree.

use std::sync::Arc;

use consomme::{AdjacentPosition, Document, NodeId, TreeError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::fault::{ErrorClass, Fault};
use crate::shared::MIN_BYTES_DETACHED;

use super::{Node, object, place};

/// A node to insert: one of the document, or a text that becomes one.
enum New {
    Node(NodeId),
    Text(String),
}

impl Node {
    /// Edits the document of the node.
    pub(crate) fn edit<T>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(&mut Document) -> Result<T, TreeError>,
    ) -> PyResult<T> {
        let edit = |document: &mut Document| {
            let result = function(document);
            result.map_err(|error| Fault::tree(&error, document))
        };
        Ok(self.shared.write(py, edit)?)
    }

    /// Edits the document of the node while other threads use the interpreter, if HTML of that
    /// length is long enough.
    pub(crate) fn edit_detached<T: Send>(
        &self,
        py: Python<'_>,
        length: usize,
        function: impl FnOnce(&mut Document) -> Result<T, TreeError> + Send,
    ) -> PyResult<T> {
        if length < MIN_BYTES_DETACHED {
            return self.edit(py, function);
        }
        Ok(self.shared.write_detached(py, |document| {
            let result = function(document);
            result.map_err(|error| Fault::tree(&error, document))
        })?)
    }

    /// Reads the arguments of a call that inserts nodes.
    fn new_nodes(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<Vec<New>> {
        nodes.iter().map(|node| self.new_node(&node)).collect()
    }

    fn new_node(&self, node: &Bound<'_, PyAny>) -> PyResult<New> {
        if let Ok(text) = node.cast::<PyString>() {
            return Ok(New::Text(text.to_string()));
        }
        let Ok(node) = node.cast::<Node>().map(Bound::get) else {
            let found = node.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "only nodes and str are inserted, not {found}"
            )));
        };
        self.check_own(node)?;
        Ok(New::Node(node.id))
    }

    /// Fails for a node of another document.
    fn check_own(&self, node: &Node) -> Result<(), Fault> {
        if Arc::ptr_eq(&self.shared, &node.shared) {
            return Ok(());
        }
        let message = "the node is of another document: insert what import_node returns for it";
        Err(Fault::new(ErrorClass::Tree, message))
    }

    /// Inserts nodes one after the other.
    fn insert_all(
        &self,
        py: Python<'_>,
        nodes: &Bound<'_, PyTuple>,
        mut insert: impl FnMut(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> PyResult<()> {
        let nodes = self.new_nodes(nodes)?;
        self.edit(py, |document| {
            for node in nodes {
                let id = created(document, node)?;
                insert(document, id)?;
            }
            Ok(())
        })
    }

    fn insert_html(&self, py: Python<'_>, position: AdjacentPosition, html: &str) -> PyResult<()> {
        self.edit_detached(py, html.len(), |document| {
            document.insert_adjacent_html(self.id, position, html)
        })
    }
}

/// Returns the node, or a new text node.
fn created(document: &mut Document, node: New) -> Result<NodeId, TreeError> {
    match node {
        New::Node(id) => Ok(id),
        New::Text(text) => document.create_text(&text),
    }
}

#[pymethods]
impl Node {
    /// Inserts nodes after the last child. A str becomes a text node.
    #[pyo3(signature = (*nodes))]
    fn append(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.insert_all(py, nodes, |document, node| document.append(self.id, node))
    }

    /// Inserts nodes before the first child, in this order.
    #[pyo3(signature = (*nodes))]
    fn prepend(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut last = None;
        self.insert_all(py, nodes, |document, node| match last.replace(node) {
            None => document.prepend(self.id, node),
            Some(before) => document.insert_after(before, node),
        })
    }

    /// Inserts nodes before this one.
    #[pyo3(signature = (*nodes))]
    fn before(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.insert_all(py, nodes, |document, node| document.insert_before(self.id, node))
    }

    /// Inserts nodes after this one, in this order.
    #[pyo3(signature = (*nodes))]
    fn after(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut last = self.id;
        self.insert_all(py, nodes, |document, node| {
            document.insert_after(last, node)?;
            last = node;
            Ok(())
        })
    }

    /// Puts nodes in the place of this one, which is removed.
    #[pyo3(signature = (*nodes))]
    fn replace_with(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        let nodes = self.new_nodes(nodes)?;
        self.edit(py, |document| {
            let mut is_among_them = false;
            for node in nodes {
                let id = created(document, node)?;
                is_among_them |= id == self.id;
                if id != self.id {
                    document.insert_before(self.id, id)?;
                }
            }
            if is_among_them { Ok(()) } else { document.detach(self.id) }
        })
    }

    /// Removes the node from its parent. It can be inserted again.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, |document| document.detach(self.id))
    }

    /// Removes all children.
    fn remove_children(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, |document| document.remove_children(self.id))
    }

    /// Removes the node for ever, and frees its memory. Objects for it and for nodes below it fail.
    fn discard(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, |document| document.discard(self.id))
    }

    /// Puts the node into another one, which takes its place.
    fn wrap_in(&self, py: Python<'_>, wrapper: &Bound<'_, Node>) -> PyResult<()> {
        self.check_own(wrapper.get())?;
        self.edit(py, |document| document.wrap_in(self.id, wrapper.get().id))
    }

    /// Replaces the element with its children.
    fn unwrap(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, |document| document.unwrap_element(self.id))
    }

    /// Returns a copy, with all below it or without. It has no parent.
    #[pyo3(signature = (*, deep = true))]
    fn clone<'py>(&self, py: Python<'py>, deep: bool) -> PyResult<Bound<'py, PyAny>> {
        let copied = self.edit(py, |document| {
            let id = if deep {
                document.clone_node(self.id)?
            } else {
                document.clone_shallow(self.id)?
            };
            Ok(document.get(id).map(place))
        })?;
        object(py, &self.shared, copied.ok_or_else(Fault::discarded)?)
    }

    /// Joins texts that are next to each other, and removes empty ones, in all of the subtree.
    fn normalize(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, |document| document.normalize(self.id))
    }

    /// Parses HTML and inserts it after the last child.
    fn append_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        self.insert_html(py, AdjacentPosition::BeforeEnd, html)
    }

    /// Parses HTML and inserts it before the first child.
    fn prepend_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        self.insert_html(py, AdjacentPosition::AfterBegin, html)
    }

    /// Parses HTML and inserts it before the element.
    fn before_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        self.insert_html(py, AdjacentPosition::BeforeBegin, html)
    }

    /// Parses HTML and inserts it after the element.
    fn after_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        self.insert_html(py, AdjacentPosition::AfterEnd, html)
    }

    /// Removes all elements below the node that match a CSS selector. Returns how many.
    fn remove_selected(&self, py: Python<'_>, selector: &str) -> PyResult<usize> {
        let selected = self.select_places(py, selector)?;
        self.edit(py, |document| {
            for (id, _) in &selected {
                document.detach(*id)?;
            }
            Ok(selected.len())
        })
    }
}
