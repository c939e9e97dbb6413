//! Selectors as Parsel has them: a node itself counts among what is below it.

use std::sync::Arc;

use consomme::{ElementRef, NodeRef, Selector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::compiled;

use super::{Node, Place, object, place};

/// The result of a part of a selector for an element.
enum Output {
    Element,
    /// The text nodes among its children.
    Texts,
    Attribute(String),
}

/// A part of a selector between commas.
struct Part {
    selector: Arc<Selector>,
    output: Output,
}

/// An item of the result.
enum Found {
    Node(Place),
    Text(String),
}

#[pymethods]
impl Node {
    /// Returns elements, texts and values of attributes in document order. Each part is a selector
    /// and "", "text" or "attr:" with a name.
    fn _extract_scoped<'py>(
        &self,
        py: Python<'py>,
        parts: Vec<(String, String)>,
    ) -> PyResult<Bound<'py, PyList>> {
        let parts = parts.iter().map(|(selector, output)| Part::new(py, selector, output));
        let parts = parts.collect::<PyResult<Vec<_>>>()?;
        let found = self.read_subtree(py, |node| found_in(node, &parts))?;
        let objects = found.into_iter().map(|found| match found {
            Found::Node(place) => object(py, &self.shared, place),
            Found::Text(text) => Ok(PyString::new(py, &text).into_any()),
        });
        PyList::new(py, objects.collect::<PyResult<Vec<_>>>()?)
    }
}

impl Part {
    fn new(py: Python<'_>, selector: &str, output: &str) -> PyResult<Part> {
        let output = match output {
            "" => Output::Element,
            "text" => Output::Texts,
            other => match other.strip_prefix("attr:") {
                Some(name) => Output::Attribute(name.to_owned()),
                None => return Err(PyValueError::new_err(format!("no output is named {other:?}"))),
            },
        };
        Ok(Part { selector: compiled::selector(py, selector)?, output })
    }
}

fn found_in(node: NodeRef<'_>, parts: &[Part]) -> Vec<Found> {
    let mut found = Vec::new();
    for below in node.inclusive_descendants() {
        match (below.as_element(), below.as_text()) {
            (Some(element), _) => found.extend(of_element(element, parts)),
            (None, Some(text)) if below != node => {
                let parent = below.parent_element();
                let is_asked = |part: &Part| {
                    matches!(part.output, Output::Texts)
                        && parent.is_some_and(|parent| parent.matches(&*part.selector))
                };
                if parts.iter().any(is_asked) {
                    found.push(Found::Text(text.to_owned()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns an element and values of its attributes.
fn of_element<'a>(element: ElementRef<'a>, parts: &'a [Part]) -> impl Iterator<Item = Found> + 'a {
    parts.iter().filter_map(move |part| match &part.output {
        Output::Element if element.matches(&*part.selector) => Some(Found::Node(place(element))),
        Output::Attribute(name) => {
            let value = element.attr(name)?;
            element.matches(&*part.selector).then(|| Found::Text(value.to_owned()))
        }
        Output::Element | Output::Texts => None,
    })
}
