//! Rewriting documents while they pass.

use std::sync::{Mutex, PoisonError};

use consomme::stream::{RewriteMatch, RewriteSelectors, StreamRewriter};
use consomme::{Hints, ParseOptions};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::fault::{ErrorClass, Fault};
use crate::guard::guarded;
use crate::input::Input;
use crate::parse::hints;
use crate::stream::{PIECE, Piece};

/// An edit that a function has asked for.
enum Edit {
    SetAttr(String, String),
    RemoveAttr(String),
    Html(Place, String),
    Text(Place, String),
    Remove,
    Unwrap,
    Rename(String),
}

/// Where an edit puts HTML or text.
#[derive(Clone, Copy)]
enum Place {
    Before,
    After,
    Prepend,
    Append,
    Inner,
    Whole,
}

impl Place {
    fn named(name: &str) -> PyResult<Place> {
        Ok(match name {
            "before" => Place::Before,
            "after" => Place::After,
            "prepend" => Place::Prepend,
            "append" => Place::Append,
            "inner" => Place::Inner,
            "outer" => Place::Whole,
            _ => {
                let expected = "'before', 'after', 'prepend', 'append', 'inner' or 'outer'";
                let message = format!("the place must be {expected}, not {name:?}");
                return Err(pyo3::exceptions::PyValueError::new_err(message));
            }
        })
    }
}

impl Edit {
    /// Makes the edit.
    fn make(&self, found: &mut RewriteMatch<'_>) -> Result<(), Fault> {
        let result = match self {
            Edit::SetAttr(name, value) => found.set_attr(name, value),
            Edit::RemoveAttr(name) => {
                found.remove_attr(name);
                Ok(())
            }
            Edit::Html(place, html) => match place {
                Place::Before => found.before_html(html).map(drop),
                Place::After => found.after_html(html).map(drop),
                Place::Prepend => found.prepend_html(html).map(drop),
                Place::Append => found.append_html(html).map(drop),
                Place::Inner => found.set_inner_html(html).map(drop),
                Place::Whole => found.replace_with_html(html).map(drop),
            },
            Edit::Text(place, text) => match place {
                Place::Before => found.before_text(text).map(drop),
                Place::After => found.after_text(text).map(drop),
                Place::Prepend => found.prepend_text(text).map(drop),
                Place::Append => found.append_text(text).map(drop),
                Place::Inner => found.set_text(text).map(drop),
                Place::Whole => found.replace_with_text(text).map(drop),
            },
            Edit::Remove => found.remove().map(drop),
            Edit::Unwrap => found.unwrap_element().map(drop),
            Edit::Rename(name) => found.rename(name).map(drop),
        };
        result.map_err(|error| Fault::new(ErrorClass::Rewrite, error.to_string()))
    }
}

/// An element that passes a `rewrite`. Its edits are made when the function returns.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct RewriteElement {
    name: String,
    attrs: Vec<(String, String)>,
    /// The text and the HTML of a complete element.
    contents: Option<(String, String)>,
    edits: Mutex<Vec<Edit>>,
}

impl RewriteElement {
    fn new(found: &RewriteMatch<'_>) -> RewriteElement {
        let element = found.element();
        let pair = |attr: consomme::Attr<'_>| {
            (attr.qualified_name().into_owned(), attr.value().to_owned())
        };
        RewriteElement {
            name: element.name().to_owned(),
            attrs: element.attrs().map(pair).collect(),
            contents: found.is_complete().then(|| (element.text_content(), element.to_string())),
            edits: Mutex::new(Vec::new()),
        }
    }

    fn push(&self, py: Python<'_>, edit: Edit) {
        self.edits.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).push(edit);
    }
}

#[pymethods]
impl RewriteElement {
    /// The local name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The attributes as they were, as a dict.
    #[getter]
    fn attrs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in &self.attrs {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// Returns the value of an attribute as it was, or None.
    fn get(&self, name: &str) -> Option<&str> {
        self.attrs.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The text, with `complete=True`; otherwise None.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.contents.as_ref().map(|(text, _)| text.as_str())
    }

    /// The HTML, with `complete=True`; otherwise None.
    #[getter]
    fn html(&self) -> Option<&str> {
        self.contents.as_ref().map(|(_, html)| html.as_str())
    }

    /// Sets an attribute.
    fn set_attr(&self, py: Python<'_>, name: String, value: String) {
        self.push(py, Edit::SetAttr(name, value));
    }

    /// Removes an attribute.
    fn remove_attr(&self, py: Python<'_>, name: String) {
        self.push(py, Edit::RemoveAttr(name));
    }

    /// Puts HTML "before" or "after" the element, into it at its start or end ("prepend",
    /// "append"), or in place of its content ("inner") or of the element ("outer").
    fn put_html(&self, py: Python<'_>, place: &str, html: String) -> PyResult<()> {
        self.push(py, Edit::Html(Place::named(place)?, html));
        Ok(())
    }

    /// Puts text somewhere, as `put_html`.
    fn put_text(&self, py: Python<'_>, place: &str, text: String) -> PyResult<()> {
        self.push(py, Edit::Text(Place::named(place)?, text));
        Ok(())
    }

    /// Removes the element.
    fn remove(&self, py: Python<'_>) {
        self.push(py, Edit::Remove);
    }

    /// Replaces the element with its children.
    fn unwrap(&self, py: Python<'_>) {
        self.push(py, Edit::Unwrap);
    }

    /// Renames the element.
    fn rename(&self, py: Python<'_>, name: String) {
        self.push(py, Edit::Rename(name));
    }

    fn __repr__(&self) -> String {
        format!("<RewriteElement {} {:?}>", self.name, self.attrs)
    }
}

/// Input, output and functions of a call.
struct Job {
    rewriter: StreamRewriter,
    functions: Vec<Py<PyAny>>,
    /// A file, whose writes are calls; otherwise the output is collected.
    output: Option<Py<PyAny>>,
    collected: Vec<u8>,
}

impl Job {
    /// Lends all elements that the input so far completes, and writes all output that is decided.
    fn advance(&mut self) -> PyResult<()> {
        let Job { rewriter, functions, output, collected } = self;
        while let Some(mut found) = guarded(|| rewriter.next_match())? {
            let element = RewriteElement::new(&found);
            let edits = called(functions, found.selectors(), element)?;
            for edit in edits {
                guarded(|| edit.make(&mut found))??;
            }
        }
        let written = guarded(|| rewriter.write_to(&mut *collected))?;
        written.map_err(|error| Fault::new(ErrorClass::Rewrite, error.to_string()))?;
        match output {
            Some(file) if !collected.is_empty() => Python::attach(|py| {
                let bytes = PyBytes::new(py, collected);
                file.call_method1(py, "write", (bytes,)).map(drop)?;
                collected.clear();
                Ok(())
            }),
            _ => Ok(()),
        }
    }

    fn feed(&mut self, bytes: &[u8]) -> PyResult<()> {
        guarded(|| self.rewriter.feed(bytes))?;
        self.advance()
    }

    fn feed_str(&mut self, text: &str) -> PyResult<()> {
        guarded(|| self.rewriter.feed_str(text))?;
        self.advance()
    }

    fn end(&mut self) -> PyResult<()> {
        guarded(|| self.rewriter.end())?;
        self.advance()
    }
}

/// Calls the functions of the selectors that an element matches, and returns the edits.
fn called(
    functions: &[Py<PyAny>],
    selectors: &[usize],
    element: RewriteElement,
) -> PyResult<Vec<Edit>> {
    Python::attach(|py| {
        let element = Bound::new(py, element)?;
        for function in selectors.iter().filter_map(|selector| functions.get(*selector)) {
            function.call1(py, (&element,))?;
        }
        let edits = &element.get().edits;
        let mut edits = edits.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut *edits))
    })
}

/// Edits elements of a document while it passes, and leaves all other bytes as they are.
///
/// `source` is bytes, str, or an object whose `read(size)` returns bytes or str. `functions` is a
/// dict from CSS selectors to functions; each is called with every `RewriteElement` that matches:
/// at its start tag, or with `complete=True` when all of it has come. Without `output`, the result
/// is returned, as bytes or str; otherwise it is written to `output`, a binary file.
///
/// >>> import consomme
/// >>> consomme.rewrite("<A HREF=/leek>Leek</a>", {"a": lambda a: a.set_attr("rel", "nofollow")})
/// '<A HREF=/leek rel="nofollow">Leek</a>'
#[pyfunction]
#[pyo3(signature = (
    source, functions, *, output = None, complete = false, strict = false, encoding = None,
    content_type = None,
))]
pub(crate) fn rewrite<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    functions: &Bound<'py, PyDict>,
    output: Option<Py<PyAny>>,
    complete: bool,
    strict: bool,
    encoding: Option<&str>,
    content_type: Option<&str>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let hints = hints(encoding, content_type, None, false)?;
    let mut job = job(functions, &hints, complete, strict)?;
    let returns = output.is_none();
    job.output = output;
    let mut is_text = false;
    if source.hasattr("read")? {
        let file = source.clone().unbind();
        py.detach(|| from_file(&mut job, &file, &mut is_text))?;
    } else {
        let input: Input = source.extract()?;
        is_text = matches!(input, Input::Text(_));
        py.detach(|| from_input(&mut job, &input))?;
    }
    if !returns {
        return Ok(None);
    }
    if is_text {
        let text = String::from_utf8_lossy(&job.collected);
        return Ok(Some(PyString::new(py, &text).into_any()));
    }
    Ok(Some(PyBytes::new(py, &job.collected).into_any()))
}

fn job(
    functions: &Bound<'_, PyDict>,
    hints: &Hints,
    complete: bool,
    strict: bool,
) -> PyResult<Job> {
    let texts: Vec<String> = functions.keys().extract()?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let selectors = RewriteSelectors::new();
    let selectors =
        guarded(
            || {
                if complete { selectors.elements(&texts) } else { selectors.start_tags(&texts) }
            },
        )?;
    let selectors = selectors.map_err(Fault::from)?;
    let rewriter = StreamRewriter::new(&ParseOptions::new(), hints, &selectors).strict(strict);
    let functions: Bound<'_, PyList> = functions.values();
    let functions = functions.iter().map(Bound::unbind).collect();
    Ok(Job { rewriter, functions, output: None, collected: Vec::new() })
}

/// Rewrites text or bytes, a piece at a time, so that a file gets its output early.
fn from_input(job: &mut Job, input: &Input) -> PyResult<()> {
    match input {
        Input::Text(text) => job.feed_str(text.as_str())?,
        Input::Bytes(bytes) => {
            for piece in bytes.as_ref().chunks(PIECE) {
                job.feed(piece)?;
            }
        }
    }
    job.end()
}

/// Rewrites a file.
fn from_file(job: &mut Job, file: &Py<PyAny>, is_text: &mut bool) -> PyResult<()> {
    loop {
        match Python::attach(|py| Piece::read(file.bind(py)))? {
            Piece::Bytes(bytes) if !bytes.is_empty() => job.feed(&bytes)?,
            Piece::Text(text) if !text.is_empty() => {
                *is_text = true;
                job.feed_str(&text)?;
            }
            Piece::Bytes(_) | Piece::Text(_) => return job.end(),
        }
    }
}
