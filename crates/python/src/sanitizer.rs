//! Sanitizing HTML of strangers.

use std::sync::Arc;

use consomme::{Context, Document as Parsed, Hints, ParseOptions};
use consomme_sanitizer::{
    Preset, Removal, SanitizeOptions, Sanitized as Cleaned, Sanitizer as Rules, Translated,
    from_ammonia, from_dompurify, from_sanitize_html,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use pythonize::Depythonizer;

use crate::data::bounded;
use crate::document::Document;
use crate::fault::{ErrorClass, Fault};
use crate::guard::guarded;
use crate::input::Input;
use crate::parse::context_of;
use crate::shared::MIN_BYTES_DETACHED;

/// How many removals a report lists.
const MAX_REMOVALS: usize = 1000;

/// Removes from HTML what can do harm, and what a policy doesn't list.
///
/// `rules` is None for the default of the Sanitizer API of browsers; the name of a preset:
/// "only-text", "basic", "comments", "relaxed" or "email"; or a dict with `preset`, `profiles` or
/// `configuration`, and `policy`, as in the documentation of consomme-sanitizer.
///
/// >>> import consomme
/// >>> consomme.Sanitizer("basic").sanitize('<b onclick="a()">Leek</b><script>b()</script>')
/// '<b>Leek</b>'
#[pyclass(module = "consomme", frozen)]
pub(crate) struct Sanitizer {
    rules: Arc<Rules>,
}

fn sanitizer_fault(message: &impl ToString) -> Fault {
    Fault::new(ErrorClass::Sanitizer, message.to_string())
}

/// Returns the preset with that name.
fn preset(name: &str) -> Result<Rules, Fault> {
    let found = Preset::ALL.into_iter().find(|preset| preset.as_str() == name);
    found.map(Rules::preset).ok_or_else(|| {
        let names: Vec<_> = Preset::ALL.into_iter().map(Preset::as_str).collect();
        Fault::new(
            ErrorClass::Sanitizer,
            format!("no preset is named {name:?}, only {}", names.join(", ")),
        )
    })
}

impl Sanitizer {
    fn of(rules: Rules) -> Sanitizer {
        Sanitizer { rules: Arc::new(rules) }
    }

    /// Takes a sanitizer for the options of another one, unless some of them have no counterpart.
    fn translated(translated: Translated, partly: bool) -> Result<Sanitizer, Fault> {
        match translated.untranslated().first().filter(|_| !partly) {
            Some(missing) => {
                let message =
                    format!("{} has no counterpart: {}", missing.path(), missing.advice());
                Err(Fault::new(ErrorClass::Sanitizer, message))
            }
            None => Ok(Sanitizer::of(translated.into_sanitizer())),
        }
    }

    /// Sanitizes text or bytes.
    fn cleaned(&self, py: Python<'_>, html: Input, context: &str, max: usize) -> PyResult<Cleaned> {
        let context = context_of(context)?;
        let is_long = html.len() >= MIN_BYTES_DETACHED;
        let clean = || {
            let options = SanitizeOptions::new().max_removals(max);
            guarded(|| match &html {
                Input::Text(text) => options.sanitize(&self.rules, context, text.as_str()),
                Input::Bytes(bytes) => {
                    options.sanitize_bytes(&self.rules, context, bytes.as_ref(), &Hints::new())
                }
            })
        };
        Ok(if is_long { py.detach(clean) } else { clean() }?)
    }
}

#[pymethods]
impl Sanitizer {
    #[new]
    #[pyo3(signature = (rules = None))]
    fn new(rules: Option<&Bound<'_, PyAny>>) -> PyResult<Sanitizer> {
        let Some(rules) = rules else { return Ok(Sanitizer::of(Rules::new())) };
        if let Ok(name) = rules.cast::<PyString>() {
            return Ok(Sanitizer::of(preset(&name.to_string())?));
        }
        if !rules.is_instance_of::<PyDict>() {
            let found = rules.get_type().name()?;
            let message = format!("the rules must be None, str or dict, not {found}");
            return Err(PyTypeError::new_err(message));
        }
        let rules = bounded(rules)?;
        let rules = pythonize::depythonize(&rules).map_err(|error| sanitizer_fault(&error))?;
        Ok(Sanitizer::of(rules))
    }

    /// Returns a sanitizer for a JSON text with the members of `rules`.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Sanitizer> {
        let rules = serde_json::from_str(text).map_err(|error| sanitizer_fault(&error))?;
        Ok(Sanitizer::of(rules))
    }

    /// Returns a sanitizer for options of ammonia, which nh3 has, too. Raises `SanitizerError`
    /// for options that have no counterpart, unless `partly` is true.
    #[staticmethod]
    #[pyo3(signature = (options, *, partly = false))]
    fn from_ammonia(options: &Bound<'_, PyDict>, partly: bool) -> PyResult<Sanitizer> {
        let options = bounded(options)?;
        let translated = from_ammonia(&mut Depythonizer::from_object(&options));
        Ok(Sanitizer::translated(translated.map_err(|error| sanitizer_fault(&error))?, partly)?)
    }

    /// Returns a sanitizer for options of DOMPurify, as `from_ammonia`.
    #[staticmethod]
    #[pyo3(signature = (options, *, partly = false))]
    fn from_dompurify(options: &Bound<'_, PyDict>, partly: bool) -> PyResult<Sanitizer> {
        let options = bounded(options)?;
        let translated = from_dompurify(&mut Depythonizer::from_object(&options));
        Ok(Sanitizer::translated(translated.map_err(|error| sanitizer_fault(&error))?, partly)?)
    }

    /// Returns a sanitizer for options of sanitize-html, as `from_ammonia`.
    #[staticmethod]
    #[pyo3(signature = (options, *, partly = false))]
    fn from_sanitize_html(options: &Bound<'_, PyDict>, partly: bool) -> PyResult<Sanitizer> {
        let options = bounded(options)?;
        let translated = from_sanitize_html(&mut Depythonizer::from_object(&options));
        Ok(Sanitizer::translated(translated.map_err(|error| sanitizer_fault(&error))?, partly)?)
    }

    /// Returns clean HTML, to be put into an element named `context`. Reading it again gives the
    /// same tree.
    #[pyo3(signature = (html, *, context = "div"))]
    fn sanitize(&self, py: Python<'_>, html: Input, context: &str) -> PyResult<String> {
        Ok(self.cleaned(py, html, context, 0)?.into_html())
    }

    /// Returns clean HTML together with a list of removals.
    #[pyo3(signature = (html, *, context = "div", max_removals = MAX_REMOVALS))]
    fn report(
        &self,
        py: Python<'_>,
        html: Input,
        context: &str,
        max_removals: usize,
    ) -> PyResult<Sanitized> {
        let cleaned = self.cleaned(py, html, context, max_removals)?;
        Ok(Sanitized { cleaned })
    }

    /// Removes everything from a document that the rules don't allow.
    fn sanitize_document(&self, py: Python<'_>, document: &Bound<'_, Document>) -> PyResult<()> {
        Ok(document.as_super().get().shared.write_detached(py, |document: &mut Parsed| {
            self.rules.sanitize(document);
            Ok(())
        })?)
    }

    /// Parses HTML and returns a clean fragment: as `sanitize`, for a program that goes on with the
    /// tree.
    fn parse<'py>(&self, py: Python<'py>, html: &str) -> PyResult<Bound<'py, Document>> {
        let parse = || {
            guarded(|| {
                let mut document = ParseOptions::new().parse_fragment(Context::html("div"), html);
                self.rules.sanitize(&mut document);
                document
            })
        };
        let document = if html.len() < MIN_BYTES_DETACHED { parse() } else { py.detach(parse) };
        crate::document::document_object(py, document?, None)
    }

    /// Returns the rules as a JSON text.
    fn to_json(&self) -> PyResult<String> {
        Ok(serde_json::to_string(&*self.rules).map_err(|error| sanitizer_fault(&error))?)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Sanitizer.from_json({:?})", self.to_json()?))
    }
}

/// The result of `Sanitizer.report`.
#[pyclass(module = "consomme", frozen)]
pub(crate) struct Sanitized {
    cleaned: Cleaned,
}

#[pymethods]
impl Sanitized {
    /// The clean HTML.
    #[getter]
    fn html(&self) -> &str {
        self.cleaned.html()
    }

    /// The removals, as a list of dicts with "what", "name", "element", "reason" and "message".
    #[getter]
    fn removals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let removals = self.cleaned.removals().list().iter();
        let dicts =
            removals.map(|removal| removal_dict(py, removal)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, dicts)
    }

    /// How much was removed, also beyond the list.
    #[getter]
    fn removal_count(&self) -> usize {
        self.cleaned.removals().count()
    }

    /// The limits that were reached.
    #[getter]
    fn limits_hit(&self) -> Vec<String> {
        crate::limits::names(self.cleaned.limits_hit())
    }

    fn __str__(&self) -> &str {
        self.cleaned.html()
    }

    fn __repr__(&self) -> String {
        let count = self.cleaned.removals().count();
        format!("<Sanitized {:?}, {count} removals>", self.cleaned.html())
    }
}

fn removal_dict<'py>(py: Python<'py>, removal: &Removal) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("what", format!("{:?}", removal.what()).to_lowercase())?;
    dict.set_item("name", removal.name())?;
    dict.set_item("element", removal.element())?;
    dict.set_item("reason", removal.reason().code())?;
    dict.set_item("message", removal.to_string())?;
    Ok(dict)
}
