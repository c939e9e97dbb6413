//! Selectors as Parsel and selectolax have them: a node counts as one of its descendants.

use consomme::select::{Extractor, ExtractorOutput};
use consomme::{ElementRef, NodeRef, Selector};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::compiled;
use crate::node_list::NodeList;

use super::{Node, Place, object, place};

/// A part of an extractor.
type Part<'e> = (Selector, &'e ExtractorOutput);

/// An item of the result.
enum Found {
    Node(Place),
    Text(String),
}

#[pymethods]
impl Node {
    /// Returns elements, texts and values of attributes in document order, as Parsel does: a part
    /// without a pseudo-element gives elements.
    fn _extract_scoped<'py>(
        &self,
        py: Python<'py>,
        selector: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let extractor = compiled::extractor(py, selector)?;
        let found = self.read_subtree(py, |node| found_in(node, &extractor))?;
        let objects = found.into_iter().map(|found| match found {
            Found::Node(place) => object(py, &self.shared, place),
            Found::Text(text) => Ok(PyString::new(py, &text).into_any()),
        });
        PyList::new(py, objects.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the elements that match a selector.
    fn _select_scoped(&self, py: Python<'_>, selector: &str) -> PyResult<NodeList> {
        let selector = compiled::selector(py, selector)?;
        let places = self.read_subtree(py, |node| {
            let elements = node.inclusive_descendants().filter_map(NodeRef::as_element);
            elements.filter(|element| element.matches(&*selector)).map(place).collect()
        })?;
        Ok(NodeList::new(&self.shared, places))
    }
}

fn found_in(node: NodeRef<'_>, extractor: &Extractor) -> Vec<Found> {
    let parts: Vec<Part<'_>> = extractor.parts().collect();
    let mut found = Vec::new();
    for below in node.inclusive_descendants() {
        match (below.as_element(), below.as_text()) {
            (Some(element), _) => add_element(element, &parts, &mut found),
            (None, Some(text)) if below != node => {
                let parent = below.parent_element();
                let is_asked = |(selector, output): &Part<'_>| {
                    matches!(output, ExtractorOutput::Texts)
                        && parent.is_some_and(|parent| parent.matches(selector))
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

/// Adds an element and values of its attributes, each once.
fn add_element(element: ElementRef<'_>, parts: &[Part<'_>], found: &mut Vec<Found>) {
    let mut taken: Vec<&ExtractorOutput> = Vec::new();
    for (selector, output) in parts {
        let is_text = matches!(output, ExtractorOutput::Texts);
        if is_text || taken.contains(output) || !element.matches(selector) {
            continue;
        }
        taken.push(output);
        found.extend(match output {
            ExtractorOutput::Attribute(name) => {
                element.attr(name).map(|value| Found::Text(value.to_owned()))
            }
            _ => Some(Found::Node(place(element))),
        });
    }
}
