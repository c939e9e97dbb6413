//! Documents.

use std::sync::Arc;

use consomme::{Document as Parsed, NodeRef, ParseError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::fault::{ErrorClass, Fault};
use crate::node::{Node, Place, object, place};
use crate::shared::Shared;

/// A parsed document or fragment: the root of its tree.
#[pyclass(module = "consomme", extends = Node, frozen)]
pub(crate) struct Document;

/// Returns the object for a document.
pub(crate) fn document_object(
    py: Python<'_>,
    document: Parsed,
    url: Option<String>,
) -> PyResult<Bound<'_, Document>> {
    let id = document.root().id();
    root_object(py, Node { shared: Arc::new(Shared::new(document, url)), id })
}

/// Returns the object for the root of a document.
pub(crate) fn root_object(py: Python<'_>, root: Node) -> PyResult<Bound<'_, Document>> {
    Bound::new(py, PyClassInitializer::from(root).add_subclass(Document))
}

type Found<'py> = PyResult<Option<Bound<'py, PyAny>>>;

fn shared<'a>(slf: &'a Bound<'_, Document>) -> &'a Arc<Shared> {
    &slf.as_super().get().shared
}

fn read<T>(slf: &Bound<'_, Document>, function: impl FnOnce(&Parsed) -> T) -> Result<T, Fault> {
    shared(slf).read(slf.py(), function)
}

/// Returns the object for a node that a function finds.
fn found<'py>(
    slf: &Bound<'py, Document>,
    find: impl FnOnce(&Parsed) -> Option<NodeRef<'_>>,
) -> Found<'py> {
    let found = read(slf, |document| find(document).map(place))?;
    found.map(|place| object(slf.py(), shared(slf), place)).transpose()
}

/// Creates a node, and returns the object for it.
fn create<'py>(
    slf: &Bound<'py, Document>,
    create: impl FnOnce(&mut Parsed) -> Result<consomme::NodeId, consomme::TreeError>,
) -> PyResult<Bound<'py, PyAny>> {
    let created = shared(slf).write(slf.py(), |document| -> Result<Option<Place>, Fault> {
        let id = create(document).map_err(|error| Fault::tree(&error, document))?;
        Ok(document.get(id).map(place))
    })?;
    object(slf.py(), shared(slf), created.ok_or_else(Fault::discarded)?)
}

#[pymethods]
impl Document {
    /// The text of the `title` element, or None.
    #[getter]
    fn title(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Ok(read(slf, Parsed::title)?)
    }

    /// The `html` element, or None.
    #[getter]
    fn document_element<'py>(slf: &Bound<'py, Self>) -> Found<'py> {
        found(slf, |document| document.document_element().map(Into::into))
    }

    /// The `head` element, or None.
    #[getter]
    fn head<'py>(slf: &Bound<'py, Self>) -> Found<'py> {
        found(slf, |document| document.head().map(Into::into))
    }

    /// The `body` or `frameset` element, or None.
    #[getter]
    fn body<'py>(slf: &Bound<'py, Self>) -> Found<'py> {
        found(slf, |document| document.body().map(Into::into))
    }

    /// Returns the first element with that `id`, or None.
    fn element_by_id<'py>(slf: &Bound<'py, Self>, id: &str) -> Found<'py> {
        found(slf, |document| document.element_by_id(id).map(Into::into))
    }

    /// Returns the innermost node at a character of `source`, or None. The document must have been
    /// parsed with `positions=True`.
    fn node_at<'py>(slf: &Bound<'py, Self>, index: usize) -> Found<'py> {
        found(slf, |document| {
            // To ask a document without positions is a mistake in Rust.
            let mut nodes = document.root().descendants_with_templates();
            nodes.find(|node| node.span().is_some())?;
            let (offset, _) = document.source().char_indices().nth(index)?;
            document.node_at(offset)
        })
    }

    /// The address that was given to `parse`, or None.
    #[getter]
    fn url<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyString>> {
        shared(slf).url.as_deref().map(|url| PyString::new(slf.py(), url))
    }

    /// The base of relative addresses, by `url` and the `base` element. None without `url`.
    #[getter]
    fn base_url(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        let Some(url) = shared(slf).url.as_deref() else { return Ok(None) };
        Ok(read(slf, |document| Some(document.base_url(url)?.as_str().to_owned()))?)
    }

    /// The name of the encoding that the bytes were decoded from, such as "UTF-8". None for text.
    #[getter]
    fn encoding(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        Ok(read(slf, |document| document.encoding().map(|encoding| encoding.name()))?)
    }

    /// The evidence that decided the encoding, as a dict, with all candidates and why each was used
    /// or not. None for text.
    #[getter]
    fn encoding_report<'py>(slf: &Bound<'py, Self>) -> Found<'py> {
        let report = read(slf, |document| document.encoding_report().cloned())?;
        report.map(|report| crate::data::to_python(slf.py(), &report)).transpose()
    }

    /// The quirks mode: "no-quirks", "limited-quirks" or "quirks".
    #[getter]
    fn quirks_mode(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        Ok(read(slf, |document| document.quirks_mode().as_str())?)
    }

    /// The source as text, with newlines normalized. Spans are places in it.
    #[getter]
    fn source(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(read(slf, |document| document.source().to_owned())?)
    }

    /// The parse errors in order of position, as a list of `ParseError`. None unless the document
    /// was parsed with `errors=True`.
    #[getter]
    fn errors<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyList>>> {
        let faults = read(slf, |document| {
            let lines = document.line_index();
            let fault = |error: &ParseError| parse_fault(error, document, shared(slf), &lines);
            document.recorded_errors().map(|errors| errors.iter().map(fault).collect::<Vec<_>>())
        })?;
        let Some(faults) = faults else { return Ok(None) };
        let errors = faults.iter().map(|fault| fault.to_exception(slf.py()));
        Ok(Some(PyList::new(slf.py(), errors.collect::<PyResult<Vec<_>>>()?)?))
    }

    /// The names of the limits that were reached while parsing, as a list: the tree lacks something
    /// then.
    #[getter]
    fn limits_hit(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        Ok(crate::limits::names(shared(slf).limits_hit(slf.py())?))
    }

    /// Returns a copy of the whole document.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Document>> {
        let copy = shared(slf).read_detached(slf.py(), Parsed::clone)?;
        document_object(slf.py(), copy, shared(slf).url.clone())
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Document>> {
        Self::copy(slf)
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Document>> {
        Self::copy(slf)
    }

    /// Creates an element, which is not in the tree yet.
    #[pyo3(signature = (name, attrs = None, *, text = None))]
    fn create_element<'py>(
        slf: &Bound<'py, Self>,
        name: &str,
        attrs: Option<&Bound<'py, PyDict>>,
        text: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let attrs: Vec<(String, String)> = match attrs {
            Some(attrs) => attrs.iter().map(|pair| pair_of_str(&pair)).collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        create(slf, |document| {
            let element = document.create_element_with(name, attrs)?;
            if let Some(text) = text {
                document.set_text(element, text)?;
            }
            Ok(element)
        })
    }

    /// Creates a text node, which is not in the tree yet.
    fn create_text<'py>(slf: &Bound<'py, Self>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        create(slf, |document| document.create_text(text))
    }

    /// Creates a comment, which is not in the tree yet.
    fn create_comment<'py>(slf: &Bound<'py, Self>, data: &str) -> PyResult<Bound<'py, PyAny>> {
        create(slf, |document| document.create_comment(data))
    }

    /// Creates a fragment, whose children are inserted in its place.
    fn create_fragment<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        create(slf, Parsed::create_document_fragment)
    }

    /// Copies a node of another document, with all below it, into this document. The copy is not in
    /// the tree yet.
    fn import_node<'py>(
        slf: &Bound<'py, Self>,
        node: &Bound<'py, Node>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // By way of a document of its own, since nobody holds the locks of two.
        let (mut between, id) = node.get().read_subtree(slf.py(), |node| {
            let mut between = Parsed::new_fragment();
            let id = between.import_node(node);
            id.map(|id| (between, id)).map_err(|error| Fault::tree(&error, node.document()))
        })??;
        create(slf, |document| document.adopt_node(&mut between, id))
    }

    /// Frees the memory of values and texts that edits have replaced.
    fn compact(slf: &Bound<'_, Self>) -> PyResult<()> {
        Ok(shared(slf).write_detached(slf.py(), |document| {
            document.compact();
            Ok(())
        })?)
    }

    /// Returns the source with the edits of the tree in it, and all else as it was, in the document
    /// that was parsed with `lossless=True`.
    ///
    /// Edits that HTML can't express raise `TreeError`, unless `inexact=True` asks for the
    /// nearest result.
    #[pyo3(signature = (*, inexact = false))]
    fn to_source(slf: &Bound<'_, Self>, inexact: bool) -> PyResult<String> {
        let written = shared(slf).read_detached(slf.py(), |document| {
            let edits = document.source_edits()?;
            let refused = edits.inexact().first().filter(|_| !inexact);
            Some(match refused {
                Some(refused) => Err(Fault::new(
                    ErrorClass::Tree,
                    format!("HTML has no such edit: {}", refused.reason()),
                )),
                None => Ok(edits.apply()),
            })
        })?;
        let missing = || PyValueError::new_err("the document was not parsed with lossless=True");
        Ok(written.ok_or_else(missing)??)
    }
}

/// Reads an item of a dict of str.
fn pair_of_str((name, value): &(Bound<'_, PyAny>, Bound<'_, PyAny>)) -> PyResult<(String, String)> {
    Ok((name.extract()?, value.extract()?))
}

/// Returns a parse error as an exception.
pub(crate) fn parse_fault(
    error: &ParseError,
    document: &Parsed,
    shared: &Shared,
    lines: &consomme::positions::LineIndex<'_>,
) -> Fault {
    let place = lines.line_column(error.offset());
    let span = error.span();
    let excerpt = error.excerpt(document).to_string();
    let reason = error.message(document);
    let characters =
        |offset| shared.characters(document).characters_before(document.source(), offset);
    Fault::new(ErrorClass::Parse, format!("{place}: {reason}\n{excerpt}"))
        .text("code", error.code().as_str())
        .text("reason", reason)
        .text("excerpt", excerpt)
        .number("line", place.line as usize)
        .number("column", place.column as usize)
        .number("start", characters(span.start))
        .number("end", characters(span.end))
}
