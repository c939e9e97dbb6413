//! The attributes of an element, as a mapping.

use std::sync::Arc;

use consomme::{ElementRef, NodeId};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyString};

use crate::fault::Fault;
use crate::shared::Shared;

/// The attributes of an element: a mutable mapping from names to values.
///
/// Names are as in the source; names on HTML elements are in lowercase, also when they are looked
/// up. Changes change the element.
#[pyclass(module = "consomme", frozen, mapping)]
pub(crate) struct Attributes {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: NodeId,
}

/// Names and values, in the order of the source.
type Pairs = Vec<(String, String)>;

impl Attributes {
    fn read<T>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(ElementRef<'_>) -> T,
    ) -> Result<T, Fault> {
        let found = self.shared.read(py, |document| {
            document.get(self.id).and_then(|node| node.as_element()).map(function)
        })?;
        found.ok_or_else(Fault::discarded)
    }

    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyString>>> {
        Ok(self.read(py, |element| element.attr(name).map(|value| PyString::new(py, value)))?)
    }

    /// Returns all attributes. One in a namespace has its qualified name: "xlink:href".
    fn pairs(&self, py: Python<'_>) -> PyResult<Pairs> {
        let pair = |attr: consomme::Attr<'_>| {
            (attr.qualified_name().into_owned(), attr.value().to_owned())
        };
        Ok(self.read(py, |element| element.attrs().map(pair).collect())?)
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.pairs(py)? {
            dict.set_item(PyString::intern(py, &name), value)?;
        }
        Ok(dict)
    }

    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.pairs(py)?.iter().map(|(name, _)| PyString::intern(py, name)))
    }
}

#[pymethods]
impl Attributes {
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyString>> {
        self.value(py, name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        let set = |document: &mut consomme::Document| {
            let result = document.set_attr(self.id, name, value);
            result.map_err(|error| Fault::tree(&error, document))
        };
        Ok(self.shared.write(py, set)?)
    }

    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let removed = self.shared.write(py, |document| {
            let result = document.remove_attr(self.id, name);
            result.map_err(|error| Fault::tree(&error, document))
        })?;
        if removed { Ok(()) } else { Err(PyKeyError::new_err(name.to_owned())) }
    }

    fn __contains__(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(name) = name.extract::<String>() else { return Ok(false) };
        Ok(self.read(py, |element| element.has_attr(&name))?)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.read(py, |element| element.attrs().len())?)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.names(py)?.try_iter()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let own = self.dict(py)?;
        match other.cast::<Attributes>() {
            Ok(other) => own.eq(other.get().dict(py)?),
            Err(_) => own.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.dict(py)?.repr()?.to_string())
    }

    /// Returns the value of an attribute, or `default` without it.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.value(py, name)?.map(Bound::into_any).or(default))
    }

    /// Returns the names.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("keys")
    }

    /// Returns the values.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("values")
    }

    /// Returns pairs of names and values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("items")
    }

    /// Removes an attribute and returns its value, or `default` without it.
    #[pyo3(signature = (name, *default))]
    fn pop<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.value(py, name)? {
            Some(value) => {
                self.__delitem__(py, name)?;
                Ok(value.into_any())
            }
            None => {
                let default = default.into_iter().next();
                default.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
            }
        }
    }

    /// Sets an attribute if it is missing, and returns its value.
    fn setdefault<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        value: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        if let Some(found) = self.value(py, name)? {
            return Ok(found);
        }
        self.__setitem__(py, name, value)?;
        Ok(PyString::new(py, value))
    }

    /// Sets the attributes of a mapping.
    fn update(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<()> {
        let pairs = PyDict::new(py);
        pairs.call_method1("update", (other,))?;
        for (name, value) in pairs.iter() {
            self.__setitem__(py, &name.extract::<String>()?, &value.extract::<String>()?)?;
        }
        Ok(())
    }

    /// Removes all attributes.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        for (name, _) in self.pairs(py)? {
            self.__delitem__(py, &name)?;
        }
        Ok(())
    }
}
