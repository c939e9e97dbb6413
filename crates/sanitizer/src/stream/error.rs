//! Why a stream gives up.

use thiserror::Error;

/// Why a [stream](super::SanitizeStream) cannot tell the result for the whole text.
///
/// `at` is the byte of the text up to which all is decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// A rule or an option needs the whole text; with its name, as in Rust or in JSON.
    #[error("{0} needs the whole text")]
    Rule(&'static str),
    /// The content of the context element is not parsed as that of a `div`.
    #[error("the content of {0} is not parsed by the rules for the flow")]
    Context(String),
    /// Content would move before or out of an element that is written already.
    #[error("content after byte {at} changes what is written before it")]
    MovesBack {
        /// The byte.
        at: u64,
    },
    /// More text than may be held cannot be divided.
    #[error("{bytes} bytes after byte {at} cannot be divided")]
    Undivided {
        /// The byte.
        at: u64,
        /// How many bytes are held.
        bytes: usize,
    },
    /// Browsers may read the result in different ways, so that it must be read again as a whole.
    #[error("content after byte {at} must be read again to be stable")]
    Unstable {
        /// The byte.
        at: u64,
    },
    /// A [limit](consomme::Limits) was reached.
    #[error("a limit was reached after byte {at}")]
    Limit {
        /// The byte.
        at: u64,
    },
    /// The result is so much longer than the text that the whole would be written as text.
    #[error("the result grows too long after byte {at}")]
    TooLong {
        /// The byte.
        at: u64,
    },
}
