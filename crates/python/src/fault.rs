//! Errors on their way to Python.

use std::ops::Range;

use consomme::positions::Excerpt;
use consomme::{Document, SelectorError, TreeError};
use consomme_xpath::{XPathError, XPathErrorKind};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

/// An exception of `consomme.errors` that is not raised yet. Making one takes no interpreter, so
/// that code which has released it can fail.
#[derive(Debug)]
pub(crate) struct Fault {
    class: ErrorClass,
    message: String,
    fields: Vec<(&'static str, Field)>,
}

/// A class of `consomme.errors`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorClass {
    Encoding,
    Internal,
    Limit,
    Parse,
    Rewrite,
    Sanitizer,
    Schema,
    Selector,
    Stream,
    Tree,
    XPath,
}

impl ErrorClass {
    fn name(self) -> &'static str {
        match self {
            ErrorClass::Encoding => "EncodingError",
            ErrorClass::Internal => "InternalError",
            ErrorClass::Limit => "LimitError",
            ErrorClass::Parse => "ParseError",
            ErrorClass::Rewrite => "RewriteError",
            ErrorClass::Sanitizer => "SanitizerError",
            ErrorClass::Schema => "SchemaError",
            ErrorClass::Selector => "SelectorError",
            ErrorClass::Stream => "StreamError",
            ErrorClass::Tree => "TreeError",
            ErrorClass::XPath => "XPathError",
        }
    }

    /// Returns the class.
    fn object(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let import = || py.import("consomme.errors").map(Bound::unbind);
        MODULE.get_or_try_init(py, import)?.bind(py).getattr(self.name())
    }
}

/// The value of an attribute of an exception.
#[derive(Debug)]
pub(crate) enum Field {
    Text(String),
    Number(usize),
}

impl Fault {
    /// Returns an exception of that class.
    pub(crate) fn new(class: ErrorClass, message: impl Into<String>) -> Fault {
        Fault { class, message: message.into(), fields: Vec::new() }
    }

    /// Adds an attribute to the exception.
    pub(crate) fn text(mut self, name: &'static str, value: impl Into<String>) -> Fault {
        self.fields.push((name, Field::Text(value.into())));
        self
    }

    /// Adds an attribute to the exception.
    pub(crate) fn number(mut self, name: &'static str, value: usize) -> Fault {
        self.fields.push((name, Field::Number(value)));
        self
    }

    /// Returns the exception for a panic, which is a mistake of this library.
    pub(crate) fn internal(message: &str) -> Fault {
        Fault::new(
            ErrorClass::Internal,
            format!("please report this mistake of consomme: {message}"),
        )
    }

    /// Returns the exception for a node that was discarded.
    pub(crate) fn discarded() -> Fault {
        Fault::new(ErrorClass::Tree, "the node was discarded")
    }

    /// Returns the exception for an edit that was refused, with the nodes as the document has them.
    pub(crate) fn tree(error: &TreeError, document: &Document) -> Fault {
        Fault::new(ErrorClass::Tree, error.message(document))
    }

    /// Returns the exception for a part of a text that is wrong: the message, and below it the line
    /// with a mark.
    pub(crate) fn in_text(
        class: ErrorClass,
        reason: &str,
        text: &str,
        range: Range<usize>,
    ) -> Fault {
        let excerpt = Excerpt::new(text, range.clone()).to_string();
        let characters = |end: usize| text.get(..end).map_or(end, |part| part.chars().count());
        Fault::new(class, format!("{reason}\n{excerpt}"))
            .text("reason", reason)
            .text("excerpt", excerpt)
            .number("start", characters(range.start))
            .number("end", characters(range.end))
    }
}

impl From<SelectorError> for Fault {
    fn from(error: SelectorError) -> Fault {
        let start = error.offset();
        let after = error.text().get(start..).unwrap_or_default();
        let end = start + after.chars().next().map_or(0, char::len_utf8);
        Fault::in_text(ErrorClass::Selector, error.reason(), error.text(), start..end)
            .text("selector", error.text())
    }
}

impl From<XPathError> for Fault {
    fn from(error: XPathError) -> Fault {
        if error.kind() == &XPathErrorKind::TooManySteps {
            return Fault::new(ErrorClass::Limit, "the XPath expression takes too many steps");
        }
        let text = error.expression();
        let whole = error.to_string();
        let reason = whole.rsplit_once(" at byte ").map_or(whole.as_str(), |(reason, _)| reason);
        Fault::in_text(ErrorClass::XPath, reason, text, error.range()).text("expression", text)
    }
}

impl Fault {
    /// Returns the exception as a value.
    pub(crate) fn to_exception<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let exception = self.class.object(py)?.call1((self.message.as_str(),))?;
        for (name, field) in &self.fields {
            match field {
                Field::Text(text) => exception.setattr(*name, text)?,
                Field::Number(number) => exception.setattr(*name, number)?,
            }
        }
        Ok(exception)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        Python::attach(|py| match fault.to_exception(py) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        })
    }
}
