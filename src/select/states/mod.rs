//! The states of an element that pseudo-classes stand for, as the tree alone tells them.
//!
//! - `element.rs`: links, `:checked`, `:required`, `:defined`
//! - `disabled.rs`: `:disabled`, `:enabled`
//! - `forms.rs`: `:default`, `:indeterminate` and other states of form controls
//! - `range.rs`: `:in-range`
//! - `heading.rs`, `language.rs`: `:heading()`, `:lang()`
//! - `contains.rs`: `:contains()`
//! - `inherited.rs`: answers that follow from the one for the parent

mod contains;
mod disabled;
mod element;
mod forms;
mod heading;
mod inherited;
mod language;
mod range;

pub(super) use contains::{Needle, TextCache};
pub(super) use disabled::is_disabled;
pub(super) use element::{is_checked, is_defined, is_required};
pub(super) use forms::{
    FormAnswers, is_default, is_indeterminate, is_open, is_placeholder_shown, is_read_write,
};
pub(super) use heading::{heading_level, is_heading};
pub(super) use language::is_in_one_of;
pub(super) use range::is_in_range;
