//! The texts and the HTML of a node.

use consomme::NodeRef;
use consomme::serialize::{MinifyOptions, PrettyOptions, XmlOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::fault::Fault;

use super::Node;

#[pymethods]
impl Node {
    /// All text below the node, as it is in the tree: `textContent`.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        // Most elements with text have one text node, whose text needs no copy.
        let single = self.read(py, |node| single_text(node).map(|text| PyString::new(py, text)))?;
        match single {
            Some(text) => Ok(text),
            None => Ok(PyString::new(py, &self.read_subtree(py, |node| node.text_content())?)),
        }
    }

    /// Sets the text: replaces all children with one text node.
    #[setter(text)]
    fn set_text(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.edit(py, |document| document.set_text(self.id, text))
    }

    /// The text of the children that are text nodes.
    #[getter]
    fn own_text(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.read(py, |node| node.own_text())?)
    }

    /// The text as a reader sees it: `innerText`, without style sheets. Blocks are on lines of their
    /// own, whitespace is collapsed, and hidden text is left out.
    #[getter]
    fn inner_text(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.read_subtree(py, |node| node.inner_text())?)
    }

    /// Returns the text nodes below the node, as a list of str.
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let texts = |node: NodeRef<'_>| node.texts().map(str::to_owned).collect::<Vec<_>>();
        PyList::new(py, self.read_subtree(py, texts)?)
    }

    /// The node as HTML, as the standard serializes it: `outerHTML`.
    #[getter]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.read_subtree(py, |node| node.outer_html())?)
    }

    /// The children as HTML: `innerHTML`.
    #[getter]
    fn inner_html(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.read_subtree(py, |node| node.inner_html())?)
    }

    /// Replaces the children with the nodes that HTML is parsed to in this element.
    #[setter(inner_html)]
    fn set_inner_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        self.edit_detached(py, html.len(), |document| document.set_inner_html(self.id, html))
    }

    /// The node as HTML: the same as `html`.
    #[getter]
    fn outer_html(&self, py: Python<'_>) -> PyResult<String> {
        self.html(py)
    }

    /// Replaces the element with the nodes that HTML has in its place.
    #[setter(outer_html)]
    fn set_outer_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        self.edit_detached(py, html.len(), |document| document.set_outer_html(self.id, html))
    }

    /// Returns the node as HTML or XML.
    ///
    /// `style` is "standard", "minified" (parses to the same tree), "pretty" (indented where that
    /// changes no rendering) or "xml" (well-formed).
    #[pyo3(signature = (style = "standard"))]
    fn to_html(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let written = match style {
            "standard" => self.read_subtree(py, |node| node.outer_html()),
            "minified" => self
                .read_subtree(py, |node| node.serialize_outer(&MinifyOptions::new()).to_string()),
            "pretty" => self
                .read_subtree(py, |node| node.serialize_outer(&PrettyOptions::new()).to_string()),
            "xml" => {
                self.read_subtree(py, |node| node.serialize_outer(&XmlOptions::new()).to_string())
            }
            _ => {
                let expected = "'standard', 'minified', 'pretty' or 'xml'";
                let message = format!("the style must be {expected}, not {style:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(written?)
    }

    /// Returns the node as Markdown, with tables, code and links. Relative addresses are resolved
    /// with `base_url`, by default the address of the document.
    #[pyo3(signature = (*, base_url = None))]
    fn markdown(&self, py: Python<'_>, base_url: Option<&str>) -> PyResult<String> {
        let mut converter = consomme_markdown::Markdown::new();
        if let Some(address) = base_url.or(self.shared.url.as_deref()) {
            converter = converter.base_url(address);
        }
        Ok(self.read_subtree(py, |node| converter.to_string(node))?)
    }

    /// Returns a copy of the node as `lxml.html` has it.
    ///
    /// A document is the root element of a tree that has the doctype and all comments. A fragment is
    /// a list of elements, the first of which may be a str, as `lxml.html.fragments_fromstring`
    /// returns it. A text is a str.
    ///
    /// `namespaces` is "none" (names as lxml's parser of HTML has them), "foreign" (SVG and MathML
    /// are in their namespaces) or "all" (HTML is, too, and the tree can be written as XML).
    /// Elements know their lines if the document was parsed with `positions=True`.
    #[pyo3(signature = (*, namespaces = "none"))]
    fn to_lxml<'py>(slf: &Bound<'py, Self>, namespaces: &str) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("consomme._lxml")?;
        module.call_method1("convert", (slf, namespaces))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.html(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> Result<String, Fault> {
        self.read_subtree(py, crate::folded::folded)
    }
}

/// Returns the text of a text node, and of an element whose only child is one.
fn single_text(node: NodeRef<'_>) -> Option<&str> {
    let text = node.as_text();
    text.or_else(|| {
        node.as_element()?;
        let child = node.first_child()?;
        child.as_text().filter(|_| child.next_sibling().is_none())
    })
}
