//! The errors of this crate's functions. Parsing itself cannot fail: the standard defines a tree
//! for every input.

/// An error of a function of this crate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The Encoding Standard does not list the label.
    #[error("unknown character encoding label: {label:?}")]
    UnknownEncodingLabel {
        /// The label as it was given.
        label: String,
    },
    /// The label names an encoding that the standard forbids to support.
    #[error("unsupported character encoding: {name} ({label:?})")]
    UnsupportedEncoding {
        /// The label as it was given.
        label: String,
        /// The name of the encoding, such as `UTF-7`.
        name: &'static str,
    },
    /// The text is not one of the [`ParseErrorCode`](crate::ParseErrorCode)s.
    #[error("unknown parse error code: {code:?}")]
    UnknownParseErrorCode {
        /// The text as it was given.
        code: String,
    },
    /// A `meta` element changes the encoding so that the document must be parsed again, which takes
    /// a new [`TreeSink`](crate::sink::TreeSink).
    #[error("the encoding changed from {} to {} while parsing", used.name(), declared.name())]
    EncodingChanged {
        /// The encoding that the document was decoded from.
        used: &'static encoding_rs::Encoding,
        /// The encoding to decode it from instead.
        declared: &'static encoding_rs::Encoding,
    },
}
