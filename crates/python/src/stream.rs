//! Matches of selectors in documents without end.

use std::sync::{Arc, Mutex, TryLockError};

use consomme::stream::{StreamParser, StreamSelectors};
use consomme::{Document as Parsed, ParseOptions};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

use crate::fault::{ErrorClass, Fault};
use crate::guard::guarded;
use crate::node::{object, place};
use crate::parse::hints;
use crate::shared::Shared;

/// How many bytes are read at a time.
pub(crate) const PIECE: usize = 1 << 16;

/// An iterator over the elements of a file that match a selector, from `stream`.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct Stream {
    file: Py<PyAny>,
    url: Option<String>,
    state: Mutex<State>,
}

/// How far a stream is.
struct State {
    parser: StreamParser,
    has_ended: bool,
}

/// A piece of input.
pub(crate) enum Piece {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl Piece {
    /// Reads a piece of a file. It is empty at the end.
    pub(crate) fn read(file: &Bound<'_, PyAny>) -> PyResult<Piece> {
        let read = file.call_method1("read", (PIECE,))?;
        if let Ok(text) = read.extract() {
            return Ok(Piece::Text(text));
        }
        let bytes = read.extract::<PyBackedBytes>();
        bytes.map(Piece::Bytes).map_err(|_| {
            let found = read.get_type().name();
            let found = found.map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("read() must return bytes or str, not {found}"))
        })
    }
}

impl State {
    /// Returns the next match as a document of its own.
    fn next_match(&mut self) -> Option<Parsed> {
        self.parser.next_match().map(|found| found.into_document())
    }

    fn feed(&mut self, piece: &Piece) {
        match piece {
            Piece::Bytes(bytes) if !bytes.is_empty() => self.parser.feed(bytes),
            Piece::Text(text) if !text.is_empty() => self.parser.feed_str(text),
            Piece::Bytes(_) | Piece::Text(_) => {
                self.parser.end();
                self.has_ended = true;
            }
        }
    }
}

#[pymethods]
impl Stream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::WouldBlock) => {
                let message = "the stream is being read already";
                return Err(Fault::new(ErrorClass::Stream, message).into());
            }
            Err(TryLockError::Poisoned(_)) => {
                return Err(Fault::internal("this stream has failed before").into());
            }
        };
        let state = &mut *state;
        loop {
            if let Some(found) = py.detach(|| guarded(|| state.next_match()))? {
                return Ok(Some(self.element(py, found)?));
            }
            if state.has_ended {
                let summary = state.parser.checked_summary();
                summary.map_err(|error| Fault::new(ErrorClass::Stream, error.to_string()))?;
                return Ok(None);
            }
            let piece = Piece::read(self.file.bind(py))?;
            guarded(|| state.feed(&piece))?;
        }
    }

    /// How many elements have matched so far.
    #[getter]
    fn matches(&self) -> u64 {
        self.state.try_lock().map_or(0, |state| state.parser.summary().matches)
    }
}

impl Stream {
    /// Returns the object for a match: the only child of the root.
    fn element<'py>(&self, py: Python<'py>, document: Parsed) -> PyResult<Bound<'py, PyAny>> {
        let found = document.root().first_child().map(place);
        let shared = Arc::new(Shared::new(document, self.url.clone()));
        object(py, &shared, found.ok_or_else(|| Fault::internal("a match without an element"))?)
    }
}

/// Returns an iterator over the elements of a document that match a CSS selector, each as soon as it
/// is complete: in memory for one element, however long the document is.
///
/// `file` is any object whose `read(size)` returns bytes or str. Each element is the only child of
/// a document of its own, in which it can be read and edited. The other arguments are those of
/// `parse`. A selector that needs more than the elements so far raises `SelectorError`.
///
/// >>> import consomme, io
/// >>> [row.text for row in consomme.stream(io.BytesIO(b"<ul><li>Leek<li>Miso"), "li")]
/// ['Leek', 'Miso']
#[pyfunction]
#[pyo3(signature = (
    file, selector, *, encoding = None, content_type = None, url = None, locale = None,
    scripting = false,
))]
pub(crate) fn stream(
    file: &Bound<'_, PyAny>,
    selector: &str,
    encoding: Option<&str>,
    content_type: Option<&str>,
    url: Option<String>,
    locale: Option<&str>,
    scripting: bool,
) -> PyResult<Stream> {
    let selectors = guarded(|| StreamSelectors::new(&[selector]))?.map_err(Fault::from)?;
    let hints = hints(encoding, content_type, locale, false)?;
    let parser = StreamParser::new(&ParseOptions::new().scripting(scripting), &hints, &selectors);
    let state = Mutex::new(State { parser, has_ended: false });
    Ok(Stream { file: file.clone().unbind(), url, state })
}
