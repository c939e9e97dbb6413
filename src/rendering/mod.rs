//! What a reader sees of a tree if the page has no style sheet: its text, with the way back to the
//! source, and its boxes.
//!
//! | to | see |
//! |---|---|
//! | get the text, as `innerText` in browsers | [`NodeRef::inner_text`](crate::NodeRef::inner_text) |
//! | find out where a part of it comes from, and where links and images are in it | [`NodeRef::inner_text_with`](crate::NodeRef::inner_text_with), [`RenderedText`] |
//! | make another format of a tree | [`NodeRef::rendered`](crate::NodeRef::rendered), [`RenderedEvent`] |
//! | render shadow trees, too | [`FlatTree`](crate::shadow::FlatTree) |
//!
//! <https://html.spec.whatwg.org/#rendering>

// Which file holds what:
//
// - `style_sheet.rs`: how elements are displayed by name, attributes and parent
// - `surroundings.rs`: how the elements around a node decide which of its content shows
// - `links.rs`: the tree of the document and its flat tree, as the walk needs them
// - `lines.rs`: whitespace that collapses, and the line it is in
// - `table_parts.rs`: which cells and rows another one follows
// - `event.rs`: what a reader sees, one event after the other
// - `walk.rs`: the walk that finds these events
// - `texts.rs`: the texts of that walk, with their whitespace collapsed
// - `events.rs`: the events as an iterator
// - `text_writer.rs`: the events as text
// - `inner_text.rs`: the rendered text, `innerText`
// - `rendered_text.rs`: the rendered text with the way back to the source
// - `marks.rs`: where the links and images are in it
// - `options.rs`: what the rendered text has

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
