//! Plain data as dicts and lists.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFrozenSet, PyList, PyMapping, PySequence};
use pyo3::types::{PySet, PyString};

/// How deep data may be nested: as deep as a text of JSON may be.
const MAX_DEPTH: usize = 128;

/// Returns a value as `serde` describes it: dicts, lists, str, numbers and None.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, value)?)
}

/// Returns a copy of data that `serde` can read: dicts and lists, nested no deeper than a limit.
/// `serde` reads by recursion, and data of Python may contain itself.
///
/// # Errors
///
/// `ValueError`, if the data is nested deeper, and what the methods of its objects raise.
pub(crate) fn bounded<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    bounded_to(data, MAX_DEPTH)
}

// The recursion is bounded by the limit.
fn bounded_to<'py>(data: &Bound<'py, PyAny>, depth: usize) -> PyResult<Bound<'py, PyAny>> {
    let is_text = data.is_instance_of::<PyString>()
        || data.is_instance_of::<PyBytes>()
        || data.is_instance_of::<PyByteArray>();
    if is_text {
        return Ok(data.clone());
    }
    let inner = || {
        let message = || PyValueError::new_err(format!("data is nested deeper than {MAX_DEPTH}"));
        depth.checked_sub(1).ok_or_else(message)
    };
    if let Ok(mapping) = data.cast::<PyMapping>() {
        let (copy, depth) = (PyDict::new(data.py()), inner()?);
        for item in mapping.items()? {
            let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item.extract()?;
            copy.set_item(key, bounded_to(&value, depth)?)?;
        }
        return Ok(copy.into_any());
    }
    let is_set = data.is_instance_of::<PySet>() || data.is_instance_of::<PyFrozenSet>();
    if is_set || data.cast::<PySequence>().is_ok() {
        let (copy, depth) = (PyList::empty(data.py()), inner()?);
        for item in data.try_iter()? {
            copy.append(bounded_to(&item?, depth)?)?;
        }
        return Ok(copy.into_any());
    }
    Ok(data.clone())
}
