//! The settings of a parse that several stages share: limits, and the revision of the standard.

mod limits;
mod revision;

pub(crate) use limits::MAX_ATTRIBUTES;
pub use limits::{Limits, LimitsHit};
pub use revision::Revision;
