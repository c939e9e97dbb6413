//! Finding nodes by CSS selectors and by XPath.

use std::borrow::Cow;
use std::collections::HashMap;

use consomme::{NodeRef, Selector};
use consomme_xpath::{Evaluator, Item, Value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString};

use crate::compiled;
use crate::fault::{ErrorClass, Fault};
use crate::node_list::NodeList;

use super::{Kind, Node, Place, object, place};

/// The value of an expression, without its document.
enum Found {
    Nodes(Vec<Place>),
    /// Nodes and the values of attributes.
    Mixed(Vec<FoundItem>),
    Text(String),
    Number(f64),
    Boolean(bool),
}

enum FoundItem {
    Node(Place),
    Text(String),
}

#[pymethods]
impl Node {
    /// Returns the elements below the node that match a CSS selector, in document order.
    ///
    /// Raises `SelectorError` for an invalid selector, and `LimitError` if matching takes more than
    /// `max_steps`, where these are given: for selectors of strangers.
    #[pyo3(signature = (selector, *, max_steps = None))]
    fn select(&self, py: Python<'_>, selector: &str, max_steps: Option<u64>) -> PyResult<NodeList> {
        let selector = compiled::selector(py, selector)?;
        let places = self.read_subtree(py, |node| selected(node, &selector, max_steps))??;
        Ok(NodeList::new(&self.shared, places))
    }

    /// Returns the first element below the node that matches a CSS selector, or None.
    fn select_one<'py>(
        &self,
        py: Python<'py>,
        selector: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let selector = compiled::selector(py, selector)?;
        let found = self.read_subtree(py, |node| node.select_first(&*selector).map(place))?;
        found.map(|place| object(py, &self.shared, place)).transpose()
    }

    /// Returns the texts that a CSS selector with `::text` or `::attr(name)` finds, as in Scrapy: a
    /// list of str. Without them, it is the text of each element.
    fn extract<'py>(&self, py: Python<'py>, selector: &str) -> PyResult<Bound<'py, PyList>> {
        let extractor = compiled::extractor(py, selector)?;
        let texts = self.read_subtree(py, |node| {
            extractor.extract(node).map(Cow::into_owned).collect::<Vec<_>>()
        })?;
        PyList::new(py, texts)
    }

    /// Returns the first text that `extract` finds, or None.
    fn extract_one(&self, py: Python<'_>, selector: &str) -> PyResult<Option<String>> {
        let extractor = compiled::extractor(py, selector)?;
        Ok(self.read_subtree(py, |node| extractor.first(node).map(Cow::into_owned))?)
    }

    /// Evaluates an XPath 1.0 expression at the node.
    ///
    /// Returns a `NodeList`; a list with str for attributes, if the expression selects any; or a
    /// str, a float or a bool.
    ///
    /// - `variables`: a dict from names to str, float, int or bool.
    /// - `namespaces`: a dict from prefixes to addresses; "svg" and "math" are known.
    /// - `any_namespace`: a name without a prefix stands for elements of any namespace, so that
    ///   `//svg` finds some. Otherwise it stands for HTML elements.
    /// - `max_steps`: how much the evaluation may do before it raises `LimitError`.
    #[pyo3(signature = (
        expression, *, variables = None, namespaces = None, any_namespace = false, max_steps = None,
    ))]
    fn xpath<'py>(
        &self,
        py: Python<'py>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
        namespaces: Option<HashMap<String, String>>,
        any_namespace: bool,
        max_steps: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let expression = compiled::xpath(py, expression, any_namespace, namespaces.as_ref())?;
        let variables = variables.map(Variable::all).transpose()?.unwrap_or_default();
        let found = self.read_subtree(py, |node| {
            let mut evaluator = Evaluator::new();
            if let Some(steps) = max_steps {
                evaluator = evaluator.max_steps(steps);
            }
            for (name, value) in &variables {
                evaluator = evaluator.variable(name, value.to_value());
            }
            Ok::<_, Fault>(Found::new(evaluator.evaluate(&expression, node)?))
        })??;
        found.into_python(py, self)
    }
}

/// Returns the matches of a selector.
fn selected(
    node: NodeRef<'_>,
    selector: &Selector,
    max_steps: Option<u64>,
) -> Result<Vec<Place>, Fault> {
    let mut matches = node.select(selector);
    if let Some(steps) = max_steps {
        matches = matches.max_steps(steps);
    }
    let places = matches.by_ref().map(|element| (element.id(), Kind::Element)).collect();
    if matches.is_cut() {
        return Err(Fault::new(ErrorClass::Limit, "matching the selector takes too many steps"));
    }
    Ok(places)
}

/// The value of a variable of an expression.
enum Variable {
    Text(String),
    Number(f64),
    Boolean(bool),
}

impl Variable {
    /// Reads the variables of a call.
    fn all(variables: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Variable)>> {
        let read = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let name: String = name.extract()?;
            let value = Variable::new(&name, &value)?;
            Ok((name, value))
        };
        variables.iter().map(read).collect()
    }

    fn new(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Variable> {
        if let Ok(boolean) = value.cast::<PyBool>() {
            return Ok(Variable::Boolean(boolean.is_true()));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Variable::Text(text.to_string()));
        }
        value.extract().map(Variable::Number).or_else(|_| {
            let found = value.get_type().name()?;
            let message = format!("the variable {name} must be str, float or bool, not {found}");
            Err(PyTypeError::new_err(message))
        })
    }

    fn to_value<'a>(&self) -> Value<'a> {
        match self {
            Variable::Text(text) => Value::from(text.as_str()),
            Variable::Number(number) => Value::from(*number),
            Variable::Boolean(boolean) => Value::from(*boolean),
        }
    }
}

impl Found {
    fn new(value: Value<'_>) -> Found {
        match value {
            Value::Nodes(nodes) => {
                let nodes: Vec<Item<'_>> = nodes.into_iter().collect();
                let places = nodes.iter().map(|item| item.as_node().map(place));
                match places.collect() {
                    Some(places) => Found::Nodes(places),
                    None => Found::Mixed(nodes.into_iter().map(FoundItem::new).collect()),
                }
            }
            Value::Number(number) => Found::Number(number),
            Value::Boolean(boolean) => Found::Boolean(boolean),
            other => Found::Text(other.to_text().into_owned()),
        }
    }

    fn into_python<'py>(self, py: Python<'py>, node: &Node) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Found::Nodes(places) => {
                Ok(Bound::new(py, NodeList::new(&node.shared, places))?.into_any())
            }
            Found::Mixed(items) => {
                let items = items.into_iter().map(|item| item.into_python(py, node));
                Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
            Found::Text(text) => Ok(PyString::new(py, &text).into_any()),
            Found::Number(number) => Ok(PyFloat::new(py, number).into_any()),
            Found::Boolean(boolean) => Ok(PyBool::new(py, boolean).to_owned().into_any()),
        }
    }
}

impl FoundItem {
    fn new(item: Item<'_>) -> FoundItem {
        match item.as_node() {
            Some(node) => FoundItem::Node(place(node)),
            None => FoundItem::Text(item.string_value().into_owned()),
        }
    }

    fn into_python<'py>(self, py: Python<'py>, node: &Node) -> PyResult<Bound<'py, PyAny>> {
        match self {
            FoundItem::Node(place) => object(py, &node.shared, place),
            FoundItem::Text(text) => Ok(PyString::new(py, &text).into_any()),
        }
    }
}

impl Node {
    /// Returns the places of the elements below the node that match a selector.
    pub(super) fn select_places(&self, py: Python<'_>, selector: &str) -> PyResult<Vec<Place>> {
        let selector = compiled::selector(py, selector)?;
        Ok(self.read_subtree(py, |node| selected(node, &selector, None))??)
    }
}
