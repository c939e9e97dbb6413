//! The standard's own algorithms over a tree: links, metadata, tables, headings, microdata.

use std::sync::Arc;

use consomme::NodeRef;
use consomme_web::{Microdata, PageUrl, Spans, Table as Grid};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::document::Document;
use crate::node::{Node, Place, object, place};
use crate::shared::Shared;

/// The address of documents that have none: relative addresses stay unresolved.
const NO_ADDRESS: &str = "about:blank";

/// A use of an address, without its document.
struct Link {
    element: Place,
    attribute: String,
    kind: &'static str,
    url: String,
    resolved: Option<String>,
}

/// Returns the address of a page, for a document.
fn page_url(shared: &Shared, document: &consomme::Document) -> Option<PageUrl> {
    PageUrl::new(document, shared.url.as_deref().unwrap_or(NO_ADDRESS))
}

#[pymethods]
impl Node {
    /// Returns every address below the node, in all attributes that hold any, as a list of dicts:
    /// "url" as it is written, "resolved" by the address of the document (or None), "kind", such as
    /// "hyperlink" or "image", "attribute" and "element".
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let shared = &self.shared;
        let links = self.read_subtree(py, |node| {
            let page = page_url(shared, node.document());
            let urls = consomme_web::urls(node).map(|found| Link {
                element: place(found.element),
                attribute: found.attribute.to_owned(),
                kind: found.kind.as_str(),
                url: found.url.to_owned(),
                resolved: page.as_ref().and_then(|page| found.resolve(page)),
            });
            urls.collect::<Vec<_>>()
        })?;
        let dicts = links.iter().map(|link| {
            let dict = PyDict::new(py);
            dict.set_item("url", &link.url)?;
            dict.set_item("resolved", &link.resolved)?;
            dict.set_item("kind", link.kind)?;
            dict.set_item("attribute", &link.attribute)?;
            dict.set_item("element", object(py, shared, link.element)?)?;
            Ok(dict)
        });
        PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the tables below the node, nested ones included, as a list of `Table`.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let tables = self.read_subtree(py, |node| {
            consomme_web::tables(node)
                .map(|table| Table::new(&self.shared, &table))
                .collect::<Vec<_>>()
        })?;
        PyList::new(
            py,
            tables.into_iter().map(|table| Bound::new(py, table)).collect::<PyResult<Vec<_>>>()?,
        )
    }

    /// Returns the headings below the node as pairs of their level and their element.
    fn headings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let headings = self.read_subtree(py, |node: NodeRef<'_>| {
            let headings = consomme_web::outline(node);
            headings.map(|heading| (heading.level, place(heading.element))).collect::<Vec<_>>()
        })?;
        let pairs = headings
            .into_iter()
            .map(|(level, place)| Ok((level, object(py, &self.shared, place)?)));
        PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
    }
}

#[pymethods]
impl Document {
    /// Returns the metadata of the page, as a dict: title, description, canonical address,
    /// language, dates, authors, feeds, icons, OpenGraph, Twitter cards, JSON-LD and more.
    fn metadata<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let shared = &slf.as_super().get().shared;
        let metadata = shared.read_detached(slf.py(), |document| {
            page_url(shared, document).map(|page| consomme_web::metadata(document, &page))
        })?;
        let metadata = metadata.ok_or_else(|| no_address(shared))?;
        crate::data::to_python(slf.py(), &metadata)
    }

    /// Returns the items of microdata as a JSON text, as the standard has it. None if it would be
    /// too long.
    fn microdata(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        let shared = &slf.as_super().get().shared;
        let json = shared.read_detached(slf.py(), |document| {
            page_url(shared, document).map(|page| Microdata::new(document, &page).to_json())
        })?;
        json.ok_or_else(|| no_address(shared))
    }
}

fn no_address(shared: &Shared) -> PyErr {
    let url = shared.url.as_deref().unwrap_or_default();
    PyValueError::new_err(format!("{url:?} is no absolute address"))
}

/// A table as a grid: cells that span rows and columns are in each of their places.
///
/// A copy of the texts: it doesn't change with the document.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct Table {
    shared: Arc<Shared>,
    element: Place,
    caption: Option<String>,
    /// How many rows from the top have header cells only.
    header_rows: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(shared: &Arc<Shared>, table: &Grid<'_>) -> Table {
        let caption = table.caption().map(|caption| caption.as_node().inner_text());
        let rows: Vec<Vec<String>> = table
            .rows(Spans::Repeated)
            .map(|row| row.into_iter().map(|text| text.to_owned()).collect())
            .collect();
        let shared = Arc::clone(shared);
        let header_rows = header_rows(table);
        Table { shared, element: place(table.element()), caption, header_rows, rows }
    }

    /// Returns a name for each column, no two of which are the same: the last row of the header, or
    /// without a header the numbers from 0.
    pub(crate) fn column_names(&self) -> Vec<String> {
        match self.header().last() {
            Some(names) => unique(names),
            None => (0..self.rows.first().map_or(0, Vec::len)).map(|x| x.to_string()).collect(),
        }
    }
}

/// Returns how many rows from the top have header cells only.
fn header_rows(table: &Grid<'_>) -> usize {
    let height = table.height();
    let mut is_header = vec![None; height];
    for cell in table.cells() {
        if let Some(row) = is_header.get_mut(cell.y) {
            *row = Some(row.unwrap_or(true) && cell.is_header());
        }
    }
    is_header.iter().take_while(|row| **row == Some(true)).count()
}

#[pymethods]
impl Table {
    /// The `table` element.
    #[getter]
    fn element<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.shared, self.element)
    }

    /// The text of the caption, or None.
    #[getter]
    fn caption(&self) -> Option<&str> {
        self.caption.as_deref()
    }

    /// All rows, as lists of str.
    #[getter]
    fn rows(&self) -> &Vec<Vec<String>> {
        &self.rows
    }

    /// The rows from the top that have header cells only, as lists of str.
    #[getter]
    fn header(&self) -> &[Vec<String>] {
        self.rows.get(..self.header_rows).unwrap_or_default()
    }

    /// The rows below the header, as lists of str.
    #[getter]
    pub(crate) fn body(&self) -> &[Vec<String>] {
        self.rows.get(self.header_rows..).unwrap_or_default()
    }

    /// Returns the rows below the header as dicts by the names in the last row of the header. A
    /// name that is there twice has a number after it. Without a header, the names are numbers
    /// from "0".
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let names = self.column_names();
        let records = self.body().iter().map(|row| {
            let dict = PyDict::new(py);
            for (name, text) in names.iter().zip(row) {
                dict.set_item(name, text)?;
            }
            Ok(dict)
        });
        PyList::new(py, records.collect::<PyResult<Vec<_>>>()?)
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        let width = self.rows.first().map_or(0, Vec::len);
        format!("<Table of {} rows and {width} columns>", self.rows.len())
    }

    fn _repr_html_(&self) -> String {
        let mut html = String::from("<table>");
        for (number, row) in self.rows.iter().enumerate() {
            let name = if number < self.header_rows { "th" } else { "td" };
            html.push_str("<tr>");
            for text in row {
                let text = consomme::entities::escape_text(text);
                html.push_str(&format!("<{name}>{text}</{name}>"));
            }
            html.push_str("</tr>");
        }
        html.push_str("</table>");
        html
    }
}

/// Returns names of which no two are the same.
fn unique(names: &[String]) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let mut next: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    let mut unique = Vec::with_capacity(names.len());
    for name in names {
        let mut candidate = name.clone();
        while !seen.insert(candidate.clone()) {
            let number = next.entry(name).or_insert(1);
            *number += 1;
            candidate = format!("{name} {number}");
        }
        unique.push(candidate);
    }
    unique
}
