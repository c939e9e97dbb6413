//! Many nodes, whose objects are made when they are asked for.

use std::sync::Arc;

use consomme::NodeRef;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PySliceMethods, PyString};

use crate::fault::Fault;
use crate::node::{Kind, Place, object};
use crate::shared::Shared;

/// A sequence of nodes: the result of `Node.select` and `Node.xpath`.
///
/// The nodes are made when they are asked for. `texts`, `attr` and their like read all nodes at
/// once, without making any.
#[pyclass(module = "consomme", frozen, sequence)]
pub(crate) struct NodeList {
    pub(crate) shared: Arc<Shared>,
    pub(crate) places: Box<[Place]>,
}

/// How an index of Python is told.
#[derive(FromPyObject)]
enum Index<'py> {
    One(isize),
    Slice(Bound<'py, PySlice>),
}

impl NodeList {
    pub(crate) fn new(shared: &Arc<Shared>, places: Vec<Place>) -> NodeList {
        NodeList { shared: Arc::clone(shared), places: places.into() }
    }

    /// Reads all nodes: a discarded one as `None`.
    fn read_all<T: Send>(
        &self,
        py: Python<'_>,
        read: impl Fn(NodeRef<'_>) -> Option<T> + Send + Sync,
    ) -> Result<Vec<Option<T>>, Fault> {
        let ids = self.places.iter().map(|(id, _)| *id);
        let is_long = self.places.len() > 64 && self.shared.is_large();
        let read = |document: &consomme::Document| {
            ids.map(|id| document.get(id).and_then(&read)).collect()
        };
        if is_long { self.shared.read_detached(py, read) } else { self.shared.read(py, read) }
    }

    fn read_texts<'py>(
        &self,
        py: Python<'py>,
        read: impl Fn(NodeRef<'_>) -> String + Send + Sync,
    ) -> PyResult<Bound<'py, PyList>> {
        let texts = self.read_all(py, |node| Some(read(node)))?;
        PyList::new(py, texts.into_iter().map(Option::unwrap_or_default))
    }
}

#[pymethods]
impl NodeList {
    fn __len__(&self) -> usize {
        self.places.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.places.len();
        match index {
            Index::One(index) => {
                let at = if index < 0 { index.checked_add_unsigned(length) } else { Some(index) };
                let place = at.and_then(|at| self.places.get(usize::try_from(at).ok()?));
                let missing = || PyIndexError::new_err("the list has no such node");
                object(py, &self.shared, *place.ok_or_else(missing)?)
            }
            Index::Slice(slice) => {
                let indices = slice.indices(isize::try_from(length)?)?;
                let at = |n: usize| indices.start + indices.step * isize::try_from(n).unwrap_or(0);
                let places = (0..indices.slicelength)
                    .filter_map(|n| self.places.get(usize::try_from(at(n)).ok()?).copied());
                let list = NodeList::new(&self.shared, places.collect());
                Ok(Bound::new(py, list)?.into_any())
            }
        }
    }

    fn __iter__(slf: PyRef<'_, Self>) -> NodeListIterator {
        let next = std::sync::atomic::AtomicUsize::new(0);
        NodeListIterator { list: slf.into(), next }
    }

    fn __contains__(&self, node: &Bound<'_, PyAny>) -> bool {
        let Ok(node) = node.cast::<crate::node::Node>().map(Bound::get) else { return false };
        Arc::ptr_eq(&node.shared, &self.shared) && self.places.iter().any(|(id, _)| *id == node.id)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<NodeList>().map(Bound::get) else { return false };
        Arc::ptr_eq(&other.shared, &self.shared) && self.places == other.places
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown: Vec<String> = self
            .places
            .iter()
            .take(5)
            .map(|place| Ok(object(py, &self.shared, *place)?.repr()?.to_string()))
            .collect::<PyResult<_>>()?;
        let more = if self.places.len() > shown.len() { ", …" } else { "" };
        Ok(format!("NodeList([{}{more}])", shown.join(", ")))
    }

    /// Returns the text of each node: `Node.text`.
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.read_texts(py, |node| node.text_content())
    }

    /// Returns the text of each node as a reader sees it: `Node.inner_text`.
    fn inner_texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.read_texts(py, |node| node.inner_text())
    }

    /// Returns the HTML of each node: `Node.html`.
    fn htmls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.read_texts(py, |node| node.outer_html())
    }

    /// Returns the value of an attribute of each element, and `default` where it is missing.
    #[pyo3(signature = (name, default = None))]
    fn attr<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let value = |node: NodeRef<'_>| Some(node.as_element()?.attr(name)?.to_owned());
        let default = default.unwrap_or_else(|| py.None().into_bound(py));
        let values = self.read_all(py, value)?.into_iter().map(|value| match value {
            Some(value) => PyString::new(py, &value).into_any(),
            None => default.clone(),
        });
        PyList::new(py, values.collect::<Vec<_>>())
    }

    /// Returns the nodes that are elements and match a CSS selector.
    fn filter(&self, py: Python<'_>, selector: &str) -> PyResult<NodeList> {
        let selector = crate::compiled::selector(py, selector)?;
        let kept = self.read_all(py, |node| Some(node.as_element()?.matches(&*selector)))?;
        let places = self.places.iter().zip(kept).filter(|(_, kept)| *kept == Some(true));
        Ok(NodeList::new(&self.shared, places.map(|(place, _)| *place).collect()))
    }

    /// Removes all nodes from the tree.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        Ok(self.shared.write(py, |document| {
            for (id, _) in self.places.iter().filter(|(_, kind)| *kind != Kind::Document) {
                if document.get(*id).is_some() {
                    document.detach(*id).map_err(|error| Fault::tree(&error, document))?;
                }
            }
            Ok(())
        })?)
    }
}

/// An iterator over a `NodeList`.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct NodeListIterator {
    list: Py<NodeList>,
    next: std::sync::atomic::AtomicUsize,
}

#[pymethods]
impl NodeListIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let list = self.list.get();
        let at = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        // A second call at the end must not count on until the number overflows.
        let Some(place) = list.places.get(at) else {
            self.next.store(list.places.len(), std::sync::atomic::Ordering::Relaxed);
            return Ok(None);
        };
        object(py, &list.shared, *place).map(Some)
    }

    fn __length_hint__(&self) -> usize {
        let next = self.next.load(std::sync::atomic::Ordering::Relaxed);
        self.list.get().places.len().saturating_sub(next)
    }
}
