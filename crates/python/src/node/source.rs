//! Where a node is in the source.

use std::sync::Arc;

use consomme::NodeRef;
use consomme::positions::{Origin, SourceSpan};
use pyo3::prelude::*;

use crate::span::Span;

use super::Node;

impl Node {
    /// Returns a span of the source that belongs to the node.
    fn span_of(
        &self,
        py: Python<'_>,
        read: impl FnOnce(NodeRef<'_>) -> Option<SourceSpan<'_>>,
    ) -> PyResult<Option<Span>> {
        let range = self.read(py, |node| read(node).map(|span| span.source_range()))?;
        Ok(range.map(|range| Span { shared: Arc::clone(&self.shared), range }))
    }
}

#[pymethods]
impl Node {
    /// The place in the source, if the document was parsed with `positions=True` and the node is
    /// in the source.
    #[getter]
    fn span(&self, py: Python<'_>) -> PyResult<Option<Span>> {
        self.span_of(py, |node| node.span())
    }

    /// The place of the start tag, as `span`.
    #[getter]
    fn start_tag_span(&self, py: Python<'_>) -> PyResult<Option<Span>> {
        self.span_of(py, |node| node.as_element()?.source()?.start_tag())
    }

    /// The place of the end tag, as `span`.
    #[getter]
    fn end_tag_span(&self, py: Python<'_>) -> PyResult<Option<Span>> {
        self.span_of(py, |node| node.as_element()?.source()?.end_tag())
    }

    /// The place between the tags, as `span`.
    #[getter]
    fn content_span(&self, py: Python<'_>) -> PyResult<Option<Span>> {
        self.span_of(py, |node| Some(node.as_element()?.source()?.content()))
    }

    /// Returns the place of an attribute with its value, as `span`.
    fn attr_span(&self, py: Python<'_>, name: &str) -> PyResult<Option<Span>> {
        self.span_of(py, |node| Some(node.as_element()?.source()?.attr(name)?.span()))
    }

    /// Why the node exists: "source", "implied" (an element without a start tag) or "copied", if
    /// the document was parsed with `positions=True`.
    #[getter]
    fn origin(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        Ok(self.read(py, |node| {
            Some(match node.origin()? {
                Origin::Implied { .. } => "implied",
                Origin::Copied { .. } => "copied",
                _ => "source",
            })
        })?)
    }

    /// Why the parser moved the node, such as "foster-parenting", or None.
    #[getter]
    fn moved(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        Ok(self.read(py, |node| node.moved().map(|reason| reason.as_str()))?)
    }
}
