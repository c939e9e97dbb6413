//! Walks a tree by the standard's steps: a judge decides which nodes stay, a target changes the
//! tree or writes it.

// Which file holds what:
//
// - `inner_sanitize_steps.rs`: the steps
// - `judge.rs`: the judge, which decides about elements and attributes; a configuration is one
// - `noting.rs`: a judge that records removals
// - `in_place.rs`: the target that changes the tree; `text/writer.rs` has the one that writes it

mod in_place;
mod inner_sanitize_steps;
mod judge;
mod noting;

pub(super) use in_place::sanitize_in_place;
pub(super) use inner_sanitize_steps::{Target, inner_sanitize_steps, judge_attributes};
pub(super) use judge::{Change, Judge, Judged, Never, Verdict};
pub(super) use noting::Noting;
