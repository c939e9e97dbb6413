//! Nodes that are no elements.

use consomme::NodeRef;
use pyo3::prelude::*;

use super::Node;

/// A text node. `text` is its text.
#[pyclass(module = "consomme", extends = Node, frozen)]
pub(crate) struct Text;

/// A comment.
#[pyclass(module = "consomme", extends = Node, frozen)]
pub(crate) struct Comment;

/// A doctype.
#[pyclass(module = "consomme", extends = Node, frozen)]
pub(crate) struct Doctype;

/// A processing instruction.
#[pyclass(module = "consomme", extends = Node, frozen)]
pub(crate) struct ProcessingInstruction;

/// The contents of a `template`, a shadow root, or a fragment that was created.
#[pyclass(module = "consomme", extends = Node, frozen)]
pub(crate) struct Fragment;

/// Reads a part of a node as a text.
fn text_of<'py, T: PyClass<BaseType = Node>>(
    slf: &Bound<'py, T>,
    read: impl FnOnce(NodeRef<'_>) -> Option<&str>,
) -> PyResult<String> {
    let node = slf.as_super().get();
    Ok(node.read(slf.py(), |node| read(node).unwrap_or_default().to_owned())?)
}

use pyo3::PyClass;

#[pymethods]
impl Comment {
    /// The data.
    #[getter]
    fn data(slf: &Bound<'_, Self>) -> PyResult<String> {
        text_of(slf, |node| node.as_comment())
    }
}

#[pymethods]
impl Doctype {
    /// The name: "html".
    #[getter]
    fn name(slf: &Bound<'_, Self>) -> PyResult<String> {
        text_of(slf, |node| Some(node.as_doctype()?.name()))
    }

    /// The public identifier, or "".
    #[getter]
    fn public_id(slf: &Bound<'_, Self>) -> PyResult<String> {
        text_of(slf, |node| Some(node.as_doctype()?.public_id()))
    }

    /// The system identifier, or "".
    #[getter]
    fn system_id(slf: &Bound<'_, Self>) -> PyResult<String> {
        text_of(slf, |node| Some(node.as_doctype()?.system_id()))
    }
}

#[pymethods]
impl ProcessingInstruction {
    /// The target.
    #[getter]
    fn target(slf: &Bound<'_, Self>) -> PyResult<String> {
        text_of(slf, |node| node.as_processing_instruction().map(|found| found.target()))
    }

    /// The data.
    #[getter]
    fn data(slf: &Bound<'_, Self>) -> PyResult<String> {
        text_of(slf, |node| node.as_processing_instruction().map(|found| found.data()))
    }
}
