//! The tree as it shows: how elements are displayed where no style sheet but the browsers' own is
//! known, and the text that a reader sees.
//!
//! - `display.rs`: how elements are displayed by name
//! - `style_sheet.rs`: how the elements of a document are, by their attributes and parents too
//! - `inner_text.rs`: the rendered text
//! - `lines.rs`: white space as lines of text have it

mod display;
mod inner_text;
mod lines;
mod style_sheet;

pub(crate) use display::{Display, keeps_whitespace};
pub(crate) use lines::{is_all_collapsible, is_collapsible};
pub(crate) use style_sheet::StyleSheet;
