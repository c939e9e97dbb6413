//! Parsing.

use std::sync::Arc;

use consomme::encoding_rs::Encoding;
use consomme::{Context, Document as Parsed, Hints, Namespace, ParseOptions, Revision};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::document::{Document, root_object};
use crate::fault::{ErrorClass, Fault};
use crate::guard::guarded;
use crate::input::{Input, TextInput};
use crate::limits;
use crate::node::Node;
use crate::shared::{MIN_BYTES_DETACHED, Shared};
use crate::spare_memory;

/// The options of a call that differ from the defaults. Without it, a document is parsed in spare memory.
struct Asked {
    options: ParseOptions,
    raises_at_limits: bool,
    raises_at_errors: bool,
}

impl Asked {
    #[inline]
    fn new(
        scripting: bool,
        errors: bool,
        positions: bool,
        lossless: bool,
        shadow_roots: bool,
        strict: bool,
        revision: Option<&str>,
        limits: Option<&Bound<'_, PyDict>>,
        on_limit: &str,
    ) -> PyResult<Option<Asked>> {
        let raises_at_limits = match on_limit {
            "report" => false,
            "raise" => true,
            _ => {
                let message = format!("on_limit must be 'report' or 'raise', not {on_limit:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let is_any = scripting || errors || positions || lossless || shadow_roots || strict;
        if !is_any && revision.is_none() && limits.is_none() && !raises_at_limits {
            return Ok(None);
        }
        let mut options = ParseOptions::new()
            .scripting(scripting)
            .errors(errors || strict)
            .positions(positions)
            .declarative_shadow_roots(shadow_roots);
        if lossless {
            options = options.lossless(true);
        }
        if let Some(revision) = revision {
            options = options.revision(revision_named(revision)?);
        }
        if let Some(dict) = limits {
            options = options.limits(limits::limits(dict)?);
        }
        Ok(Some(Asked { options, raises_at_limits, raises_at_errors: strict }))
    }

    /// Fails for a document that is not as the call asks.
    fn check(&self, document: &Parsed) -> Result<(), Fault> {
        if self.raises_at_limits && document.limits_hit().any() {
            let names = limits::names(document.limits_hit()).join(", ");
            return Err(Fault::new(ErrorClass::Limit, format!("limits were reached: {names}"))
                .text("limits", names));
        }
        let errors = document.recorded_errors().filter(|_| self.raises_at_errors);
        match errors.and_then(<[_]>::first) {
            Some(error) => {
                // A clone only for the message of the error, which ends the parse.
                let shared = Shared::new(document.clone(), None);
                let lines = document.line_index();
                Err(crate::document::parse_fault(error, document, &shared, &lines))
            }
            None => Ok(()),
        }
    }
}

fn revision_named(name: &str) -> PyResult<Revision> {
    match name {
        "2024" => Ok(Revision::Snapshot2024),
        "2026" => Ok(Revision::Living2026),
        _ => Err(PyValueError::new_err(format!(
            "the revision must be '2024' or '2026', not {name:?}"
        ))),
    }
}

/// Returns the encoding of a label.
fn encoding_of(label: &str) -> Result<&'static Encoding, Fault> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| Fault::new(ErrorClass::Encoding, format!("no encoding is named {label:?}")))
}

/// Returns the hints about the encoding of bytes.
pub(crate) fn hints(
    encoding: Option<&str>,
    content_type: Option<&str>,
    locale: Option<&str>,
    detect: bool,
) -> Result<Hints, Fault> {
    let mut hints = Hints::new();
    if let Some(label) = encoding {
        hints = hints.user_override(encoding_of(label)?);
    }
    if let Some(value) = content_type {
        hints = hints.content_type(value);
    }
    if let Some(tag) = locale {
        hints = hints.locale(tag);
    }
    Ok(if detect { hints.detect(true) } else { hints })
}

/// Parses a document and returns its object, if it is as the call asks. A long one is parsed while
/// other threads have the interpreter.
fn parsed<'py>(
    py: Python<'py>,
    length: usize,
    url: Option<String>,
    asked: Option<&Asked>,
    parse: impl FnOnce() -> Parsed + Send,
) -> PyResult<Bound<'py, Document>> {
    // A document has more than a kilobyte: it moves to its place on the heap here, and no further.
    let parse = || {
        guarded(|| {
            let document = parse();
            asked.map_or(Ok(()), |asked| asked.check(&document))?;
            let root = document.root().id();
            Ok::<_, Fault>(Node { shared: Arc::new(Shared::new(document, url)), id: root })
        })?
    };
    let root = if length < MIN_BYTES_DETACHED { parse() } else { py.detach(parse) };
    root_object(py, root?)
}

/// Parses a document from `bytes` or `str`.
///
/// Bytes are decoded as browsers do: a byte order mark, `encoding`, `content_type` (the header of
/// the response) and `<meta>` decide; `locale` (a language tag) and `detect` help where nothing is
/// declared. A `str` is decoded already, and these have no effect.
///
/// - `url`: the address of the document, for `abs_url`, `links` and `metadata`.
/// - `errors`: collects parse errors for `Document.errors`.
/// - `positions`: records where nodes are in the source, for `Node.span`.
/// - `lossless`: keeps the source, so that edits of the tree become edits of the source
///   (`Document.to_source`).
/// - `scripting`: whether scripts count as enabled, which decides what `noscript` contains.
/// - `shadow_roots`: attaches declarative shadow roots.
/// - `strict`: raises the first `ParseError`.
/// - `limits`: a dict with "depth", "nodes", "copies", "attributes_per_element", "input_bytes",
///   "errors" or "searches". Where one is reached, parsing goes on without something, and
///   `Document.limits_hit` says so; `on_limit="raise"` raises `LimitError`.
/// - `revision`: "2026" or "2024", the revision of the HTML Standard.
///
/// >>> import consomme
/// >>> page = consomme.parse(b"<title>Menu</title><a href=/leek>Leek <b>soup</b></a>")
/// >>> [(link["href"], link.text) for link in page.select("a[href]")]
/// [('/leek', 'Leek soup')]
#[pyfunction]
#[pyo3(signature = (
    html, *, encoding = None, content_type = None, url = None, locale = None, detect = false,
    scripting = false, errors = false, positions = false, lossless = false, shadow_roots = false,
    strict = false, limits = None, on_limit = "report", revision = None,
))]
pub(crate) fn parse<'py>(
    py: Python<'py>,
    html: Input,
    encoding: Option<&str>,
    content_type: Option<&str>,
    url: Option<String>,
    locale: Option<&str>,
    detect: bool,
    scripting: bool,
    errors: bool,
    positions: bool,
    lossless: bool,
    shadow_roots: bool,
    strict: bool,
    limits: Option<&Bound<'py, PyDict>>,
    on_limit: &str,
    revision: Option<&str>,
) -> PyResult<Bound<'py, Document>> {
    let asked = Asked::new(
        scripting,
        errors,
        positions,
        lossless,
        shadow_roots,
        strict,
        revision,
        limits,
        on_limit,
    )?;
    let hints = hints(encoding, content_type, locale, detect)?;
    let length = html.len();
    let options = asked.as_ref().map(|asked| &asked.options);
    parsed(py, length, url, asked.as_ref(), || match (html, options) {
        (Input::Text(text), None) => spare_memory::parse_str(length, text.into_shared()),
        (Input::Text(text), Some(options)) => options.parse_str(text.into_shared()),
        (Input::Bytes(bytes), None) => spare_memory::parse_document(bytes.as_ref(), &hints),
        (Input::Bytes(bytes), Some(options)) => options.parse_document(bytes.as_ref(), &hints),
    })
}

/// Parses a fragment of HTML, as `innerHTML` of an element does.
///
/// `context` is the name of that element: "tr" for table cells, "svg path" or "math mi" for the
/// content of elements of SVG and MathML. The other arguments are those of `parse`.
///
/// >>> import consomme
/// >>> consomme.parse_fragment("<td>1<td>2", context="tr").html
/// '<td>1</td><td>2</td>'
#[pyfunction]
#[pyo3(signature = (
    html, *, context = "div", url = None, scripting = false, errors = false, positions = false,
    lossless = false, shadow_roots = false, strict = false, limits = None, on_limit = "report",
    revision = None,
))]
pub(crate) fn parse_fragment<'py>(
    py: Python<'py>,
    html: &Bound<'py, pyo3::types::PyString>,
    context: &str,
    url: Option<String>,
    scripting: bool,
    errors: bool,
    positions: bool,
    lossless: bool,
    shadow_roots: bool,
    strict: bool,
    limits: Option<&Bound<'py, PyDict>>,
    on_limit: &str,
    revision: Option<&str>,
) -> PyResult<Bound<'py, Document>> {
    let asked = Asked::new(
        scripting,
        errors,
        positions,
        lossless,
        shadow_roots,
        strict,
        revision,
        limits,
        on_limit,
    )?;
    let context = context_of(context)?;
    let text = TextInput::new(html)?;
    let length = text.as_str().len();
    let options = asked.as_ref().map(|asked| &asked.options);
    parsed(py, length, url, asked.as_ref(), || match options {
        // Copying a short text takes less time than keeping the object of Python.
        None if length < MIN_BYTES_DETACHED => {
            ParseOptions::new().parse_fragment(context, text.as_str())
        }
        None => spare_memory::parse_fragment(length, context, text.into_shared()),
        Some(options) => options.parse_fragment(context, text.into_shared()),
    })
}

/// Reads the argument `context`: a name of an element, after "svg" or "math" of one of these.
pub(crate) fn context_of(context: &str) -> PyResult<Context<'_>> {
    let (namespace, name) = match context.split_once(' ') {
        Some(("svg", name)) => (Namespace::Svg, name),
        Some(("math", name)) => (Namespace::MathMl, name),
        _ => (Namespace::Html, context),
    };
    let is_letter = |name: &str| name.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_letter(name) && !name.contains([' ', '\t', '\n', '\u{C}', '\r', '/', '>', '\0']) {
        return Ok(Context::new(namespace, name));
    }
    Err(PyValueError::new_err(format!("{context:?} is no element to parse a fragment in")))
}
