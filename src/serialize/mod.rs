//! Stage 6: the tree to text. None of the three serializers recurses.
//!
//! - `fragment/`: the standard's fragment serialization algorithm, as in `innerHTML`:
//!   [`NodeRef::inner_html`](crate::NodeRef::inner_html), [`SerializeOptions`]
//! - `compact/`: fewer bytes that parse to the same tree: a tree by [`WriterOptions::html`], a
//!   stream of tokens by [`TokenWriter`]
//! - `pretty/`: indented lines for people: [`NodeRef::pretty`](crate::NodeRef::pretty)
//!
//! The parts that they share:
//!
//! - `walk.rs`: visits the nodes of a tree in the order in which they are written
//! - `output.rs`: destinations of the text: a `String`, or a writer in larger pieces
//! - `escape.rs`: the standard's "escaping a string"
//! - `elements.rs`: which elements are void, and whose text is written unescaped
//! - `doctype.rs`: document types with their identifiers

mod compact;
mod doctype;
mod elements;
mod escape;
mod fragment;
mod output;
mod pretty;
mod walk;

pub use compact::{Quotes, TokenWriter, WriterOptions};
pub use fragment::{SerializeOptions, Serialized};
pub use pretty::{Pretty, PrettyOptions};

pub(crate) use escape::{attribute_as_escaped, text_as_escaped};
