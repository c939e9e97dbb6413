//! Named fields of pages.

use consomme_schema::{PageOptions, Schema as Compiled};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::fault::{ErrorClass, Fault};
use crate::guard::guarded;
use crate::node::Node;

/// Named fields of a page by CSS selectors, found in one walk.
///
/// `fields` is a dict or a JSON text. Each field is a selector, perhaps with `::attr(name)`; a list
/// with one for all matches; or a dict with "css", "type", "required", "default" and more, as in
/// the documentation of consomme-schema.
///
/// >>> import consomme
/// >>> menu = consomme.Schema({"soup": "h1", "price": {"css": ".price", "type": "number"}})
/// >>> menu.extract(consomme.parse("<h1>Leek</h1><p class=price>4.50"))
/// {'soup': 'Leek', 'price': 4.5}
#[pyclass(module = "consomme", frozen)]
pub(crate) struct Schema {
    schema: Compiled,
}

#[pymethods]
impl Schema {
    #[new]
    fn new(py: Python<'_>, fields: &Bound<'_, PyAny>) -> PyResult<Schema> {
        let text = match fields.cast::<PyString>() {
            Ok(text) => text.to_string(),
            Err(_) => py.import("json")?.call_method1("dumps", (fields,))?.extract()?,
        };
        let schema = guarded(|| Compiled::from_json(&text))?;
        let schema = schema.map_err(|error| Fault::new(ErrorClass::Schema, error.to_string()))?;
        Ok(Schema { schema })
    }

    /// The names of the fields.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.schema.names())
    }

    /// Returns the fields below a node, as a dict. Raises `SchemaError` if a required field is
    /// missing or a value is not of its type, unless `partly` is true.
    #[pyo3(signature = (node, *, partly = false))]
    fn extract<'py>(
        &self,
        py: Python<'py>,
        node: &Bound<'py, Node>,
        partly: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = node.get();
        let mut options = PageOptions::new();
        if let Some(url) = &node.shared.url {
            options = options.address(url);
        }
        let extracted = node.read_subtree(py, |node| self.schema.extract_with(node, &options))?;
        let record = if partly {
            extracted.into_record()
        } else {
            let fault = |error: consomme_schema::FieldError| {
                Fault::new(ErrorClass::Schema, error.to_string())
            };
            extracted.into_result().map_err(fault)?
        };
        let dict = crate::data::to_python(py, &record)?;
        Ok(dict.cast_into::<PyDict>()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Schema of {}>", self.schema.names().collect::<Vec<_>>().join(", "))
    }
}
