//! Forms: the requests that submit them.
//!
//! - `control.rs`: kinds of controls
//! - `dates.rs`: dates and times as texts
//! - `directionality.rs`: the direction of the text of a control
//! - `disabled.rs`: which controls are disabled
//! - `encode.rs`: the encodings of entry lists
//! - `entries.rs`: "constructing the entry list"
//! - `form.rs`: a form with a user's changes
//! - `multipart.rs`: `multipart/form-data`
//! - `range.rs`: the value of a slider
//! - `select.rs`: the options of a `select`
//! - `submission.rs`: "form submission algorithm"
//! - `value.rs`: the values of controls

mod control;
mod dates;
mod directionality;
mod disabled;
mod encode;
mod entries;
mod form;
mod multipart;
mod range;
mod select;
mod submission;
mod value;

pub use entries::{Entry, EntryValue, FormFile};
pub use form::{Form, forms};
pub use submission::{FormMethod, Submission, SubmissionBody};
