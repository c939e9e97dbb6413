//! Places in the source of a document.

use std::ops::Range;
use std::sync::Arc;

use consomme::Document;
use consomme::positions::LineColumn;
use pyo3::prelude::*;

use crate::fault::Fault;
use crate::shared::Shared;

/// A place in the source: `document.source[span.start:span.end]` is `span.text`.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct Span {
    pub(crate) shared: Arc<Shared>,
    /// In bytes of the source.
    pub(crate) range: Range<usize>,
}

impl Span {
    /// Returns the number of characters before a byte of the source.
    fn characters(&self, py: Python<'_>, offset: usize) -> Result<usize, Fault> {
        self.shared.read(py, |document| {
            self.shared.characters(document).characters_before(document.source(), offset)
        })
    }

    fn line_column(&self, py: Python<'_>, offset: usize) -> Result<LineColumn, Fault> {
        self.shared.read(py, |document| document.line_column(offset))
    }

    fn text_of(&self, py: Python<'_>) -> Result<String, Fault> {
        let range = self.range.clone();
        let text =
            |document: &Document| document.source().get(range).unwrap_or_default().to_owned();
        self.shared.read(py, text)
    }
}

#[pymethods]
impl Span {
    /// The first character.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.characters(py, self.range.start)?)
    }

    /// The character after the last one.
    #[getter]
    fn end(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.characters(py, self.range.end)?)
    }

    /// The first byte of the source in UTF-8.
    #[getter]
    fn start_byte(&self) -> usize {
        self.range.start
    }

    /// The byte after the last one, of the source in UTF-8.
    #[getter]
    fn end_byte(&self) -> usize {
        self.range.end
    }

    /// The line of the first character, counted from 1.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.line_column(py, self.range.start)?.line)
    }

    /// The column of the first character, counted from 1.
    #[getter]
    fn column(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.line_column(py, self.range.start)?.column)
    }

    /// The text there.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.text_of(py)?)
    }

    /// The line of the source with a mark below the place.
    #[getter]
    fn excerpt(&self, py: Python<'_>) -> PyResult<String> {
        let range = self.range.clone();
        Ok(self.shared.read(py, |document| document.excerpt(range).to_string())?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Span>().map(Bound::get) else { return false };
        Arc::ptr_eq(&self.shared, &other.shared) && self.range == other.range
    }

    fn __hash__(&self) -> usize {
        self.range.start.rotate_left(32) ^ self.range.end
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let place = self.line_column(py, self.range.start)?;
        Ok(format!("<Span {place} {:?}>", self.text_of(py)?))
    }
}
