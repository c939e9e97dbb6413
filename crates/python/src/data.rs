//! Plain data as dicts and lists.

use pyo3::prelude::*;

/// Returns a value as `serde` describes it: dicts, lists, str, numbers and None.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, value)?)
}
