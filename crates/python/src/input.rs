//! Arguments that are text or bytes.

use consomme::InputText;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

/// A document as it was given: text, or bytes whose encoding is to be found.
pub(crate) enum Input {
    Text(TextInput),
    Bytes(BytesInput),
}

/// Text, without a copy if it is Unicode.
pub(crate) enum TextInput {
    Python(PyBackedStr),
    /// A text with lone surrogates, which are `U+FFFD` here, as when a browser reads a string.
    Repaired(String),
}

/// Bytes, without a copy if they can't change.
pub(crate) enum BytesInput {
    Python(PyBackedBytes),
    Copied(Vec<u8>),
}

impl TextInput {
    pub(crate) fn new(text: &Bound<'_, PyString>) -> PyResult<TextInput> {
        if let Ok(backed) = PyBackedStr::try_from(text.clone()) {
            return Ok(TextInput::Python(backed));
        }
        // Each surrogate alone becomes a character of three bytes that are no UTF-8.
        let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
        let encoded: PyBackedBytes = encoded.extract()?;
        Ok(TextInput::Repaired(without_surrogates(&encoded)))
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            TextInput::Python(text) => text,
            TextInput::Repaired(text) => text,
        }
    }

    /// Returns the text for a parser that keeps it.
    pub(crate) fn into_shared(self) -> InputText<'static> {
        match self {
            TextInput::Python(text) => InputText::shared(text),
            TextInput::Repaired(text) => InputText::from(text),
        }
    }
}

/// Decodes UTF-8 in which surrogates are encoded, too.
fn without_surrogates(mut bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    loop {
        match std::str::from_utf8(bytes) {
            Ok(rest) => {
                text.push_str(rest);
                return text;
            }
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                text.push_str(&String::from_utf8_lossy(valid));
                text.push(char::REPLACEMENT_CHARACTER);
                bytes = rest.get(3..).unwrap_or_default();
            }
        }
    }
}

impl AsRef<[u8]> for BytesInput {
    fn as_ref(&self) -> &[u8] {
        match self {
            BytesInput::Python(bytes) => bytes,
            BytesInput::Copied(bytes) => bytes,
        }
    }
}

impl Input {
    /// Returns the length in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Input::Text(text) => text.as_str().len(),
            Input::Bytes(bytes) => bytes.as_ref().len(),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Input {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Input> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Input::Text(TextInput::new(&text)?));
        }
        if object.is_instance_of::<PyBytes>() {
            return Ok(Input::Bytes(BytesInput::Python(object.extract()?)));
        }
        Ok(Input::Bytes(BytesInput::Copied(copied_bytes(&object)?)))
    }
}

/// Returns the bytes of an object that may change while they are read.
fn copied_bytes(object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(bytes.to_vec());
    }
    // The stable interface of 3.10 has no buffers, but objects that have one.
    if let Ok(view) = PyMemoryView::from(object) {
        return view.call_method0("tobytes")?.extract();
    }
    let name = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("HTML must be str or bytes, not {name}")))
}
