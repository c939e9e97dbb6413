//! Shared by the tests of the sanitizer.
//!
//! - `html5ever_faults.rs`: where html5ever reads sanitized text in another way
//! - `payloads.rs`: reads the payloads of `tests/sanitizer/payloads/`
//! - `safety.rs`: checks of safety, for trees of any parser; the sanitizers that are tried

pub mod html5ever_faults;
pub mod payloads;
pub mod safety;
