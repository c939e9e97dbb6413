//! Walks a tree by the standard's steps: a judge decides which nodes stay, a target changes the
//! tree or writes it.

// Which file holds what:
//
// - `inner_sanitize_steps.rs`: the steps
// - `judge.rs`: the judge, which decides about elements and attributes; a configuration is one
// - `noting.rs`: a judge that records removals
// - `edits.rs`: edits that callbacks ask for, in place
// - `names.rs`: names as the parser would read them
// - `attribute_changes.rs`: the changes of the attributes of one element
// - `in_place.rs`: the target that changes the tree; `text/writer.rs` has the one that writes it

mod attribute_changes;
mod edits;
mod in_place;
mod inner_sanitize_steps;
mod judge;
mod names;
mod noting;

pub(super) use edits::{clean, tags};
pub(super) use in_place::sanitize_in_place;
pub(super) use inner_sanitize_steps::{Target, inner_sanitize_steps, judge_attributes};
pub(super) use judge::{Change, Edit, Judge, Judged, Never, TextEdit, Verdict};
pub(super) use names::attribute_name;
pub(super) use noting::Noting;
