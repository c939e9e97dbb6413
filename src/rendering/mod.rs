//! Renders a tree without style sheets: its text, with source ranges, and its boxes.
//!
//! | to | see |
//! |---|---|
//! | get the text, as `innerText` in browsers | [`NodeRef::inner_text`](crate::NodeRef::inner_text) |
//! | find out where a part of it comes from, and where links and images are in it | [`NodeRef::inner_text_with`](crate::NodeRef::inner_text_with), [`RenderedText`] |
//! | make another format of a tree | [`NodeRef::rendered`](crate::NodeRef::rendered), [`RenderedEvent`] |
//! | render shadow trees, too | [`FlatTree`](crate::shadow::FlatTree) |
//!
//! <https://html.spec.whatwg.org/#rendering>

// Files:
//
// - `style_sheet.rs`: how elements are displayed by name, attributes and parent
// - `surroundings.rs`: how the elements around a node decide which of its content shows
// - `links.rs`: the tree of the document and its flat tree, as the walk needs them
// - `lines.rs`: whitespace that collapses, and the line it is in
// - `table_parts.rs`: whether a cell or row is the last one
// - `beside.rs`: whitespace before a box that is out of flow
// - `event.rs`: the events of the rendered content
// - `walk.rs`: the walk that finds these events
// - `texts.rs`: the texts of that walk, with their whitespace collapsed
// - `events.rs`: the events as an iterator
// - `text_writer.rs`: the events as text
// - `inner_text.rs`: the rendered text, `innerText`
// - `rendered_text.rs`: the rendered text with source ranges
// - `marks.rs`: the places of links and images in the text
// - `options.rs`: the options of rendering

mod beside;
mod event;
mod events;
mod inner_text;
mod lines;
mod links;
mod marks;
mod options;
mod rendered_text;
mod style_sheet;
mod surroundings;
mod table_parts;
mod text_writer;
mod texts;
mod walk;

pub use event::{BoxKind, RenderedEvent};
pub use events::RenderedEvents;
pub use marks::{MarkKind, TextMark};
pub use options::TextOptions;
pub use rendered_text::{RenderedText, TextRun};

pub(crate) use lines::{is_all_collapsible, is_collapsible};
pub(crate) use style_sheet::StyleSheet;
