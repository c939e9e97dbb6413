//! The rendering of a tree, as far as text depends on it: how a browser displays the elements if
//! the page has no style sheet, and the text that a reader then sees.
//!
//! - `display.rs`: how elements are displayed by name
//! - `style_sheet.rs`: how they are displayed by name, attributes and parent
//! - `inner_text.rs`: the rendered text, `innerText`
//! - `links.rs`: the tree of the document and its flat tree, as that text needs them
//! - `lines.rs`: lines of text with collapsed whitespace

mod display;
mod inner_text;
mod lines;
mod links;
mod style_sheet;

pub(crate) use display::{Display, keeps_whitespace};
pub(crate) use lines::{is_all_collapsible, is_collapsible};
pub(crate) use style_sheet::StyleSheet;
