//! What a caller can set for a parse: limits on what it may cost, and the revision of the standard.

mod limits;
mod revision;

pub(crate) use limits::MAX_ATTRIBUTES;
pub use limits::{Limits, LimitsHit};
pub use revision::Revision;
