//! consomme
mod error;
mod input;
mod limits;
mod names;
mod parse_error;
mod revision;
mod strings;
mod tokenizer {
    pub(crate) mod token;
}
pub use error::Error;
pub use limits::{Limits, LimitsHit};
pub use names::*;
pub use parse_error::{LineColumn, ParseError, ParseErrorCode};
pub use revision::Revision;
pub use strings::{Span, Strings};
