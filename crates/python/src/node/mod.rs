//! Nodes: the classes, and what all of them share.
//!
//! - `walk.rs`: parents, children, siblings
//! - `contents.rs`: texts and HTML
//! - `select.rs`: CSS selectors and XPath
//! - `scoped.rs`: selectors as Parsel has them
//! - `edit.rs`: changes of the tree
//! - `element.rs`: names, attributes and classes of elements
//! - `leaves.rs`: comments, doctypes, processing instructions
//! - `source.rs`: places in the source

mod contents;
mod edit;
mod element;
mod leaves;
mod scoped;
mod select;
mod source;
mod walk;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use consomme::{Document, NodeId, NodeKind, NodeRef};
use pyo3::PyClass;
use pyo3::prelude::*;

use crate::fault::Fault;
use crate::shared::Shared;

pub(crate) use element::Element;
pub(crate) use leaves::{Comment, Doctype, Fragment, ProcessingInstruction, Text};

/// A node of a document.
///
/// Nodes are made when they are asked for, and keep their document alive. Two objects for one node
/// are equal.
#[pyclass(module = "consomme", subclass, frozen)]
pub(crate) struct Node {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: NodeId,
}

/// The class of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Document,
    Fragment,
    Doctype,
    Element,
    Text,
    Comment,
    ProcessingInstruction,
}

impl Kind {
    pub(crate) fn of(node: NodeRef<'_>) -> Kind {
        match node.kind() {
            NodeKind::Document => Kind::Document,
            NodeKind::Doctype(_) => Kind::Doctype,
            NodeKind::Element(_) => Kind::Element,
            NodeKind::Text(_) => Kind::Text,
            NodeKind::Comment(_) => Kind::Comment,
            NodeKind::ProcessingInstruction(_) => Kind::ProcessingInstruction,
            // Kinds to come are trees of their own, or they would be a change of the standard.
            _ if node.parent().is_none() && node.document().root() == node => Kind::Document,
            _ => Kind::Fragment,
        }
    }
}

/// Where a node is: all that an object for it needs.
pub(crate) type Place = (NodeId, Kind);

/// Returns the place of a node.
pub(crate) fn place<'a>(node: impl Into<NodeRef<'a>>) -> Place {
    let node = node.into();
    (node.id(), Kind::of(node))
}

/// Returns the object for a node, of the class for its kind.
pub(crate) fn object<'py>(
    py: Python<'py>,
    shared: &Arc<Shared>,
    (id, kind): Place,
) -> PyResult<Bound<'py, PyAny>> {
    let node = Node { shared: Arc::clone(shared), id };
    match kind {
        Kind::Document => made(py, node, crate::document::Document),
        Kind::Fragment => made(py, node, Fragment),
        Kind::Doctype => made(py, node, Doctype),
        Kind::Element => made(py, node, Element),
        Kind::Text => made(py, node, Text),
        Kind::Comment => made(py, node, Comment),
        Kind::ProcessingInstruction => made(py, node, ProcessingInstruction),
    }
}

/// Returns a new object of a class that extends `Node`.
fn made<'py, T>(py: Python<'py>, node: Node, class: T) -> PyResult<Bound<'py, PyAny>>
where
    T: PyClass<BaseType = Node>,
    PyClassInitializer<T>: From<(T, Node)>,
{
    Ok(Bound::new(py, PyClassInitializer::from((class, node)))?.into_any())
}

impl Node {
    /// Reads the node.
    #[inline]
    pub(crate) fn read<T>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(NodeRef<'_>) -> T,
    ) -> Result<T, Fault> {
        let read = |document: &Document| document.get(self.id).map(function);
        self.shared.read(py, read)?.ok_or_else(Fault::discarded)
    }

    /// Reads the node and all below it: while other threads use the interpreter, if that is likely
    /// to be much.
    pub(crate) fn read_subtree<T: Send>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(NodeRef<'_>) -> T + Send,
    ) -> Result<T, Fault> {
        if !self.shared.is_large() || !self.read(py, is_near_root)? {
            return self.read(py, function);
        }
        let read = |document: &Document| document.get(self.id).map(function);
        self.shared.read_detached(py, read)?.ok_or_else(Fault::discarded)
    }

    /// Returns the object for a node that a function finds from this one.
    #[inline]
    pub(crate) fn found<'py>(
        &self,
        py: Python<'py>,
        function: impl FnOnce(NodeRef<'_>) -> Option<Place>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let place = self.read(py, function)?;
        place.map(|place| object(py, &self.shared, place)).transpose()
    }
}

/// Whether a node is the root or at most two levels below it: `html` and `body`, or the first levels
/// of a fragment. Its subtree is likely to be a good part of the document.
fn is_near_root(node: NodeRef<'_>) -> bool {
    node.ancestors().nth(2).is_none()
}

#[pymethods]
impl Node {
    /// The document of the node.
    #[getter]
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let root = self.shared.read(py, |document| place(document.root()))?;
        object(py, &self.shared, (root.0, Kind::Document))
    }

    /// The kind of the node: "document", "document-fragment", "doctype", "element", "text",
    /// "comment" or "processing-instruction".
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.read(py, |node| node.kind().as_str())?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Node>().map(Bound::get);
        other.is_ok_and(|other| self.id == other.id && Arc::ptr_eq(&self.shared, &other.shared))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.id.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.read(py, represented)?)
    }
}

/// How many characters of a text its representation shows.
const SHOWN: usize = 60;

/// Returns the representation of a node: its class, and its tag or the start of its text.
fn represented(node: NodeRef<'_>) -> String {
    let (class, shown) = match node.kind() {
        NodeKind::Element(element) => {
            let attrs = element.attrs().map(|attr| format!(" {}={:?}", attr.name(), attr.value()));
            ("Element", format!("<{}{}>", element.name(), attrs.collect::<String>()))
        }
        NodeKind::Text(text) => ("Text", format!("{text:?}")),
        NodeKind::Comment(data) => ("Comment", format!("{data:?}")),
        NodeKind::Doctype(doctype) => ("Doctype", format!("{:?}", doctype.name())),
        NodeKind::ProcessingInstruction(instruction) => {
            ("ProcessingInstruction", format!("{:?}", instruction.target()))
        }
        NodeKind::Document => {
            ("Document", format!("{:?}", node.document().title().unwrap_or_default()))
        }
        _ => ("Fragment", format!("of {} children", node.children().count())),
    };
    let mut short: String = shown.chars().take(SHOWN).collect();
    if short.len() < shown.len() {
        short.push('…');
    }
    format!("<{class} {short}>")
}
