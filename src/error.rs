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
    /// The code is none of [`ParseErrorCode`](crate::ParseErrorCode)'s.
    #[error("unknown parse error code: {code:?}")]
    UnknownParseErrorCode {
        /// The code as it was given.
        code: String,
    },
}
