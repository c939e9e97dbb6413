//! Why a call can fail. Parsing itself can't: the standard has a tree for every input.

/// What went wrong in a call of this crate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The label is none of the Encoding Standard's.
    #[error("unknown character encoding label: {label:?}")]
    UnknownEncodingLabel {
        /// The label as it was given.
        label: String,
    },
    /// The label is that of an encoding that must not be supported.
    #[error("unsupported character encoding: {name} ({label:?})")]
    UnsupportedEncoding {
        /// The label as it was given.
        label: String,
        /// The name of the encoding, such as `UTF-7`.
        name: &'static str,
    },
    /// The code is none of [`ParseErrorCode`](crate::ParseErrorCode)'s.
    #[error("unknown parse error code: {code:?}")]
    UnknownParseErrorCode {
        /// The code as it was given.
        code: String,
    },
    /// A `meta` element asks for another encoding than the one that the document was decoded from,
    /// and the tree that is being built can't be started again.
    #[error("the document declares {} late, after it was decoded as {}", declared.name(), used.name())]
    EncodingChanged {
        /// The encoding that was used so far.
        used: &'static encoding_rs::Encoding,
        /// The encoding that is declared.
        declared: &'static encoding_rs::Encoding,
    },
}
