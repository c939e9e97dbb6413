//! Limits, and which of them were reached.

use consomme::{Limits, LimitsHit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Reads the argument `limits`: a dict from names to numbers, or None for no limit.
pub(crate) fn limits(dict: &Bound<'_, PyDict>) -> PyResult<Limits> {
    let mut limits = Limits::default();
    for (name, value) in dict.iter() {
        let value: Option<usize> = value.extract()?;
        limits = match name.extract::<String>()?.as_str() {
            "depth" => limits.depth(value),
            "nodes" => limits.nodes(value),
            "copies" => limits.copies(value),
            "attributes_per_element" => limits.attributes_per_element(value),
            "input_bytes" => limits.input_bytes(value),
            "errors" => limits.errors(value),
            "searches" => limits.searches(value),
            name => return Err(PyValueError::new_err(format!("there is no limit named {name:?}"))),
        };
    }
    Ok(limits)
}

/// Returns the names of the limits that were reached.
pub(crate) fn names(hit: LimitsHit) -> Vec<String> {
    let all = [
        ("depth", hit.depth),
        ("nodes", hit.nodes),
        ("copies", hit.copies),
        ("attributes_per_element", hit.attributes_per_element),
        ("input_bytes", hit.input_bytes),
        ("errors", hit.errors),
        ("searches", hit.searches),
        ("steps", hit.steps),
    ];
    all.iter().filter(|(_, is_hit)| *is_hit).map(|(name, _)| (*name).to_owned()).collect()
}
