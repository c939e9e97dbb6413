//! Elements.

use std::sync::Arc;

use consomme::{BaseUrl, Document, ElementRef, TreeError};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::attributes::Attributes;
use crate::compiled;
use crate::fault::Fault;

use super::{Node, object, place};

/// An element, with a name and attributes.
///
/// `element["href"]` and `element.get("href")` read an attribute, `element.attrs` is the mapping of
/// all.
#[pyclass(module = "consomme", extends = Node, frozen)]
pub(crate) struct Element;

/// Reads an element.
#[inline]
fn read<T>(
    slf: &Bound<'_, Element>,
    function: impl FnOnce(ElementRef<'_>) -> T,
) -> Result<T, Fault> {
    let read = |node: consomme::NodeRef<'_>| node.as_element().map(function);
    slf.as_super().get().read(slf.py(), read)?.ok_or_else(|| Fault::internal("no element"))
}

/// Edits the document of an element.
fn edit<T>(
    slf: &Bound<'_, Element>,
    function: impl FnOnce(&mut Document, consomme::NodeId) -> Result<T, TreeError>,
) -> PyResult<T> {
    let node = slf.as_super().get();
    node.edit(slf.py(), |document| function(document, node.id))
}

/// Returns the value of an attribute.
fn attr<'py>(slf: &Bound<'py, Element>, name: &str) -> Result<Option<Bound<'py, PyString>>, Fault> {
    let py = slf.py();
    read(slf, |element| element.attr(name).map(|value| PyString::new(py, value)))
}

#[pymethods]
impl Element {
    /// The local name: "a", "svg", "foreignObject".
    #[getter]
    fn name<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Ok(read(slf, |element| PyString::intern(slf.py(), element.name()))?)
    }

    /// Renames the element.
    #[setter(name)]
    fn set_name(slf: &Bound<'_, Self>, name: &str) -> PyResult<()> {
        edit(slf, |document, id| document.rename(id, name))
    }

    /// The URL of the namespace of the name.
    #[getter]
    fn namespace(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        Ok(read(slf, |element| element.namespace().url())?)
    }

    /// The attributes, as a mapping that changes the element.
    #[getter]
    fn attrs(slf: &Bound<'_, Self>) -> Attributes {
        let node = slf.as_super().get();
        Attributes { shared: Arc::clone(&node.shared), id: node.id }
    }

    /// Returns the value of an attribute, or `default` without it.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        slf: &Bound<'py, Self>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(attr(slf, name)?.map(Bound::into_any).or(default))
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyString>> {
        attr(slf, name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(slf: &Bound<'_, Self>, name: &str, value: &str) -> PyResult<()> {
        edit(slf, |document, id| document.set_attr(id, name, value))
    }

    fn __delitem__(slf: &Bound<'_, Self>, name: &str) -> PyResult<()> {
        if edit(slf, |document, id| document.remove_attr(id, name))? {
            return Ok(());
        }
        Err(PyKeyError::new_err(name.to_owned()))
    }

    /// The value of the attribute `id`, or None.
    #[getter]
    fn id(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Ok(read(slf, |element| element.id_attr().map(str::to_owned))?)
    }

    /// The classes, as a list of str.
    #[getter]
    fn classes(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        Ok(read(slf, |element| element.classes().map(str::to_owned).collect())?)
    }

    /// Returns whether the element has a class.
    fn has_class(slf: &Bound<'_, Self>, name: &str) -> PyResult<bool> {
        Ok(read(slf, |element| element.has_class(name))?)
    }

    /// Adds a class, if it is not there.
    fn add_class(slf: &Bound<'_, Self>, name: &str) -> PyResult<()> {
        edit(slf, |document, id| document.add_class(id, name))
    }

    /// Removes a class, if it is there.
    fn remove_class(slf: &Bound<'_, Self>, name: &str) -> PyResult<()> {
        edit(slf, |document, id| document.remove_class(id, name))
    }

    /// Returns whether the element matches a CSS selector.
    fn matches(slf: &Bound<'_, Self>, selector: &str) -> PyResult<bool> {
        let selector = compiled::selector(slf.py(), selector)?;
        Ok(read(slf, |element| element.matches(&*selector))?)
    }

    /// Returns the nearest inclusive ancestor that matches a CSS selector, or None.
    fn closest<'py>(slf: &Bound<'py, Self>, selector: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let selector = compiled::selector(slf.py(), selector)?;
        let found = read(slf, |element| element.closest(&*selector).map(place))?;
        let shared = &slf.as_super().get().shared;
        found.map(|place| object(slf.py(), shared, place)).transpose()
    }

    /// A CSS selector that matches this element only.
    #[getter]
    fn css_path(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(read(slf, |element| element.css_path())?)
    }

    /// The contents of a `template`, or None.
    #[getter]
    fn template_contents<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let contents =
            |node: consomme::NodeRef<'_>| node.as_element()?.template_contents().map(place);
        slf.as_super().get().found(slf.py(), contents)
    }

    /// The shadow root of the element, or None.
    #[getter]
    fn shadow_root<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        slf.as_super()
            .get()
            .found(slf.py(), |node| Some(place(node.as_element()?.shadow_root()?.as_node())))
    }

    /// Returns the address in an attribute, resolved with the address of the document and its
    /// `base` element. None without the attribute, and if it is no address.
    #[pyo3(signature = (attribute = "href", *, base_url = None))]
    fn abs_url(
        slf: &Bound<'_, Self>,
        attribute: &str,
        base_url: Option<&str>,
    ) -> PyResult<Option<String>> {
        let address = base_url.or(slf.as_super().get().shared.url.as_deref());
        let resolve = |element: ElementRef<'_>| {
            // Absolute addresses resolve with any base.
            let base: BaseUrl = element.document().base_url(address.unwrap_or("about:blank"))?;
            element.abs_url(attribute, &base)
        };
        Ok(read(slf, resolve)?)
    }
}
