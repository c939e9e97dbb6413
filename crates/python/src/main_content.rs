//! The main content of pages.

use std::ops::Range;
use std::sync::Arc;

use consomme_extract::{
    Extraction, Extractor, Fact, Facts, Focus, PageKind, Post, Product, Substitute,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::document::{Document, document_object};
use crate::node::{Place, object, place};
use crate::shared::Shared;
use crate::span::Span;

/// The main content of a page: its texts, and the facts that the page states about itself.
///
/// A copy: it doesn't change with the document.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct MainContent {
    /// The page.
    shared: Arc<Shared>,
    /// The document whose body has the main content only.
    content: Py<Document>,
    kind: PageKind,
    read: Read,
}

/// All that an extraction gives, without its document.
struct Read {
    text: String,
    html: String,
    kind_confidence: f32,
    confidence: f32,
    blocks: Vec<Block>,
    facts: Facts,
    posts: Vec<OwnedPost>,
    products: Vec<Product>,
    needs_scripts: bool,
    substitute: Option<Substitute>,
}

struct Block {
    text: String,
    score: f32,
    heading: Option<u8>,
    element: Option<Place>,
    source: Option<Range<usize>>,
}

struct OwnedPost {
    element: Place,
    author: Option<String>,
    date: Option<String>,
    text: String,
}

impl Read {
    fn new(found: &Extraction<'_>, content: &consomme::Document) -> Read {
        let blocks = found.blocks().map(|block| Block {
            text: block.text().to_owned(),
            score: block.score(),
            heading: block.heading(),
            element: block.element().map(place),
            source: block.source(),
        });
        let body = content.body();
        Read {
            text: found.text(),
            html: body.map(|body| body.as_node().inner_html()).unwrap_or_default(),
            kind_confidence: found.kind_confidence(),
            confidence: found.confidence(),
            blocks: blocks.collect(),
            facts: found.facts(),
            posts: found.posts().into_iter().map(OwnedPost::from).collect(),
            products: found.products(),
            needs_scripts: found.needs_scripts(),
            substitute: found.substitute(),
        }
    }
}

impl From<Post<'_>> for OwnedPost {
    fn from(post: Post<'_>) -> Self {
        let Post { element, author, date, text, .. } = post;
        OwnedPost { element: place(element), author, date, text }
    }
}

#[pymethods]
impl Document {
    /// Returns the main content of the page as a `MainContent`: an article, the posts of a forum,
    /// the items of a list, without menus, notices and what else is around it.
    ///
    /// `focus` is "balance", "precision" (where it is not sure, leave it out) or "recall" (keep
    /// it). `kind` is the kind of page, if that is known: "article", "collection" (a list of
    /// products), "documentation", "forum", "listing", "product" or "service". A page has content
    /// if `min_words` words of it are expected, or a third of the words of a small page.
    /// `repeats=True` keeps texts that the page has twice.
    #[pyo3(signature = (*, focus = "balance", kind = None, min_words = 15, repeats = false))]
    fn main_content(
        slf: &Bound<'_, Self>,
        focus: &str,
        kind: Option<&str>,
        min_words: usize,
        repeats: bool,
    ) -> PyResult<MainContent> {
        let py = slf.py();
        let shared = Arc::clone(&slf.as_super().get().shared);
        let mut extractor =
            Extractor::new().focus(focus_named(focus)?).min_words(min_words).repeats(repeats);
        if let Some(name) = kind {
            extractor = extractor.kind(kind_named(name)?);
        }
        if let Some(address) = &shared.url {
            extractor = extractor.base_url(address.as_str());
        }
        let (kind, read, content) = shared.read_detached(py, |document| {
            let found = extractor.extract(document);
            let content = found.to_document();
            (found.kind(), Read::new(&found, &content), content)
        })?;
        let content = document_object(py, content, shared.url.clone())?.unbind();
        Ok(MainContent { shared, content, kind, read })
    }
}

fn focus_named(name: &str) -> PyResult<Focus> {
    match name {
        "balance" => Ok(Focus::Balance),
        "precision" => Ok(Focus::Precision),
        "recall" => Ok(Focus::Recall),
        _ => {
            let expected = "'balance', 'precision' or 'recall'";
            let message = format!("the focus must be {expected}, not {name:?}");
            Err(PyValueError::new_err(message))
        }
    }
}

fn kind_named(name: &str) -> PyResult<PageKind> {
    let mut kinds = PageKind::ALL.iter().copied();
    kinds.find(|kind| kind.as_str() == name).ok_or_else(|| {
        let names: Vec<String> = PageKind::ALL.iter().map(|kind| format!("'{kind}'")).collect();
        let names = names.join(", ");
        PyValueError::new_err(format!("the kind must be one of {names}, not {name:?}"))
    })
}

#[pymethods]
impl MainContent {
    /// The text, a line for each block.
    #[getter]
    fn text(&self) -> &str {
        &self.read.text
    }

    /// The content as HTML: the content of the body of `document`.
    #[getter]
    fn html(&self) -> &str {
        &self.read.html
    }

    /// A document whose body has the main content only: the texts, the images among them, and the
    /// elements around these. `document.markdown()` is the content as Markdown.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.content.clone_ref(py)
    }

    /// The kind of the page, as it was given or guessed, such as "article".
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind.as_str()
    }

    /// The probability that `kind` is right, from 0 to 1.
    #[getter]
    fn kind_confidence(&self) -> f32 {
        self.read.kind_confidence
    }

    /// How good the content probably is: the F1 of its words that is expected, from 0 to 1. 0 if
    /// there is none.
    #[getter]
    fn confidence(&self) -> f32 {
        self.read.confidence
    }

    /// The blocks in the order of the page, as a list of dicts: "text", "score" (the probability
    /// that it is main content), "heading" (its level, or None), "element" (the innermost element
    /// around it that is not part of a line, or None) and "span" (None if the page was parsed
    /// without `positions=True`).
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let dicts = self.read.blocks.iter().map(|block| {
            let element = block.element.map(|place| object(py, &self.shared, place));
            let span = |range: &Range<usize>| Span {
                shared: Arc::clone(&self.shared),
                range: range.clone(),
            };
            let dict = PyDict::new(py);
            dict.set_item("text", &block.text)?;
            dict.set_item("score", block.score)?;
            dict.set_item("heading", block.heading)?;
            dict.set_item("element", element.transpose()?)?;
            dict.set_item("span", block.source.as_ref().map(span))?;
            Ok(dict)
        });
        PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
    }

    /// The facts that the page states of itself, as a dict: "title", "published", "modified", "site",
    /// "description", "language", "image" and "canonical", each a dict of "value" and "place" (such
    /// as "json-ld" or "open-graph") or None, and "authors", a list of these.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = &self.read.facts;
        let dict = PyDict::new(py);
        for (name, fact) in [
            ("title", &facts.title),
            ("published", &facts.published),
            ("modified", &facts.modified),
            ("site", &facts.site),
            ("description", &facts.description),
            ("language", &facts.language),
            ("image", &facts.image),
            ("canonical", &facts.canonical),
        ] {
            dict.set_item(name, fact.as_ref().map(|fact| fact_dict(py, fact)).transpose()?)?;
        }
        let authors = facts.authors.iter().map(|fact| fact_dict(py, fact));
        dict.set_item("authors", authors.collect::<PyResult<Vec<_>>>()?)?;
        Ok(dict)
    }

    /// The posts of a forum, as a list of dicts: "author" and "date" as the page writes them, or
    /// None, "text" and "element". Empty for other kinds of pages.
    #[getter]
    fn posts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let dicts = self.read.posts.iter().map(|post| {
            let dict = PyDict::new(py);
            dict.set_item("author", &post.author)?;
            dict.set_item("date", &post.date)?;
            dict.set_item("text", &post.text)?;
            dict.set_item("element", object(py, &self.shared, post.element)?)?;
            Ok(dict)
        });
        PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
    }

    /// The products that the page describes for machines, as a list of dicts with texts or None:
    /// "name", "price", "currency", "description", "brand", "sku" and "image".
    #[getter]
    fn products<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let dicts = self.read.products.iter().map(|product| {
            let dict = PyDict::new(py);
            dict.set_item("name", &product.name)?;
            dict.set_item("price", &product.price)?;
            dict.set_item("currency", &product.currency)?;
            dict.set_item("description", &product.description)?;
            dict.set_item("brand", &product.brand)?;
            dict.set_item("sku", &product.sku)?;
            dict.set_item("image", &product.image)?;
            Ok(dict)
        });
        PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
    }

    /// Whether it looks as if scripts fill the page: it has scripts, and hardly any text.
    #[getter]
    fn needs_scripts(&self) -> bool {
        self.read.needs_scripts
    }

    /// A text that the page has for machines, if there is no main content: a dict of "text" and
    /// "place", which is "article-body" (the whole content), "product-description" or
    /// "description". None otherwise.
    #[getter]
    fn substitute<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(substitute) = &self.read.substitute else { return Ok(None) };
        let dict = PyDict::new(py);
        dict.set_item("text", &substitute.text)?;
        dict.set_item("place", substitute.place.as_str())?;
        Ok(Some(dict))
    }

    fn __bool__(&self) -> bool {
        !self.read.blocks.is_empty()
    }

    fn __str__(&self) -> &str {
        &self.read.text
    }

    fn __repr__(&self) -> String {
        let Read { blocks, confidence, .. } = &self.read;
        let kind = self.kind;
        format!("<MainContent of {} blocks: {kind}, confidence {confidence:.2}>", blocks.len())
    }

    fn _repr_html_(&self) -> &str {
        &self.read.html
    }
}

fn fact_dict<'py>(py: Python<'py>, fact: &Fact) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("value", &fact.value)?;
    dict.set_item("place", fact.place.as_str())?;
    Ok(dict)
}
