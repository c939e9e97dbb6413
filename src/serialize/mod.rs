//! Stage 6: the tree to text. None of the writers recurses.
//!
//! All writers work alike: [`Document::serialize`](crate::Document::serialize), or a method of
//! [`NodeRef`](crate::NodeRef), takes the options and returns a [`Serialized`], which has
//! `to_string` and `write_to` and implements `Display`.
//!
//! | options | output | shortcut |
//! |---|---|---|
//! | [`SerializeOptions`] | the standard's fragment serialization, as `innerHTML` | [`inner_html`](crate::NodeRef::inner_html), [`outer_html`](crate::NodeRef::outer_html) |
//! | [`MinifyOptions`] | as few bytes as HTML allows for the same tree | [`to_minified_html`](crate::NodeRef::to_minified_html) |
//! | [`PrettyOptions`] | indented lines for people | [`to_pretty_html`](crate::NodeRef::to_pretty_html) |
//! | [`XmlOptions`] | well-formed XML | [`to_xml`](crate::NodeRef::to_xml) |
//!
//! [`Serialized::encode`] writes into any encoding of the Encoding Standard instead of UTF-8.
//!
//! [`TokenWriter`] minifies a stream of tokens, without a tree.

// Files:
//
// - `written.rs`: `Serialized`, and the methods of documents and nodes
// - `writer.rs`: the trait of writers
// - `declare.rs`: declaring the encoding in the `head`
// - `encoded.rs`: `Encoded`, a node that is written in any encoding, whatever the writer
// - `encode/`: the text in that encoding
// - `fragment/`: the standard's fragment serialization algorithm
// - `minified/`: fewer bytes that parse to the same tree, from a tree or a stream of tokens
// - `pretty/`: indented lines
// - `xml/`: well-formed XML
// - `walk.rs`: visits the nodes of a tree in the order in which they are written
// - `shadow_roots.rs`: which shadow roots are written, and their start tags
// - `output.rs`: destinations of the text: a `String`, or a writer in larger pieces
// - `escape.rs`: the standard's "escaping a string"
// - `doctype.rs`: document types with their identifiers

mod declare;
mod doctype;
mod encode;
mod encoded;
mod escape;
mod fragment;
mod minified;
mod output;
mod pretty;
mod shadow_roots;
mod walk;
mod writer;
mod written;
mod xml;

pub use encode::EncodeError;
pub use encoded::Encoded;
pub use fragment::{NodeWriter, SerializeOptions};
pub use minified::{MinifyOptions, Quotes, TokenWriter};
pub use pretty::PrettyOptions;
pub use written::{Serialized, WriteOptions};
pub use xml::XmlOptions;

pub(crate) use encode::{EncodingPart, encoding_parts};
pub(crate) use escape::{attribute_as_escaped, text_as_escaped};
pub(crate) use fragment::write_exactly;
