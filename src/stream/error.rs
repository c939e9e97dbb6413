//! Why a stream has ended before its input.

use std::fmt;
use std::io;

use encoding_rs::Encoding;

use crate::settings::LimitsHit;

/// Why a stream ended before its input did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StreamFailure {
    /// A `meta` element declares another encoding, and the bytes before it do not mean the same
    /// text in both. They are gone by then, so they cannot be parsed again. Give the encoding as a
    /// [hint](crate::Hints), or have more bytes searched for the declaration, by
    /// [`prescan_bytes`](crate::Hints::prescan_bytes).
    #[non_exhaustive]
    LateEncoding {
        /// The encoding that the bytes before the element were decoded from.
        used: &'static Encoding,
        /// The encoding that the element declares.
        declared: &'static Encoding,
    },
    /// A limit was reached: [`Limits::nodes`](crate::Limits::nodes),
    /// [`Limits::input_bytes`](crate::Limits::input_bytes) or
    /// [`StreamSelectors::max_steps`](super::StreamSelectors::max_steps). The field has all limits
    /// that were reached.
    Limit(LimitsHit),
}

impl fmt::Display for StreamFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamFailure::LateEncoding { used, declared } => {
                let (used, declared) = (used.name(), declared.name());
                write!(
                    f,
                    "a `meta` element declares {declared} after text that was decoded as {used}; \
                     give the encoding as a hint, or raise `Hints::prescan_bytes`"
                )
            }
            StreamFailure::Limit(hit) => {
                write!(f, "the rest of the input was not parsed because of a limit: {hit}")
            }
        }
    }
}

/// The results of a stream: the final ones if it has ended, or the ones so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StreamSummary {
    /// How many bytes of input were fed or read.
    pub bytes: u64,
    /// How many matches were lent.
    pub matches: u64,
    /// The limits that were reached. Three of them, `nodes`, `input_bytes` and `steps`, end a
    /// stream: see [`StreamFailure::Limit`]. All other limits change the tree.
    pub limits_hit: LimitsHit,
    /// The encoding that bytes are decoded from, once it is decided; `None` for text.
    pub encoding: Option<&'static Encoding>,
}

/// The error of a stream that ended before its input did. The [`io::Error`] of
/// [`select_from`](super::select_from) and [`rewrite`](super::rewrite) has it as its
/// [source](io::Error::get_ref).
///
/// ```
/// use std::ops::ControlFlow;
///
/// use consomme::stream::{StreamError, StreamFailure, StreamParser, StreamSelectors};
/// use consomme::{Hints, Limits, ParseOptions};
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let options = ParseOptions::new().limits(Limits::default().input_bytes(Some(1 << 20)));
/// let all = StreamSelectors::new(&["div"])?;
/// let page = "<div>".to_owned() + &"Leek ".repeat(1 << 20);
/// let stream = StreamParser::new(&options, &Hints::new(), &all);
/// let error = stream.read_from(page.as_bytes(), |_| ControlFlow::Continue(())).unwrap_err();
/// let error = error.get_ref().unwrap().downcast_ref::<StreamError>().unwrap();
/// let StreamFailure::Limit(hit) = error.failure() else { panic!("{error}") };
/// assert!(hit.input_bytes && error.summary().matches == 1);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamError {
    pub(super) failure: StreamFailure,
    pub(super) summary: StreamSummary,
}

impl StreamError {
    /// Returns the reason.
    pub fn failure(&self) -> StreamFailure {
        self.failure
    }

    /// Returns the results up to the failure.
    pub fn summary(&self) -> StreamSummary {
        self.summary
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure.fmt(f)
    }
}

impl std::error::Error for StreamError {}

/// Makes the error the source of an [`io::Error`] of kind
/// [`InvalidData`](io::ErrorKind::InvalidData).
impl From<StreamError> for io::Error {
    fn from(error: StreamError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}
