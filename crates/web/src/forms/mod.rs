//! Forms: what they send, and where.
//!
//! - `control.rs`: kinds of controls

mod control;

pub(crate) use control::is_submit_button;
