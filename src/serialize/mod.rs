//! Stage 6: the tree to text.
//!
//! There are three ways. The standard's fragment serialization, the algorithm behind `innerHTML`,
//! is what [`NodeRef::inner_html`](crate::NodeRef::inner_html) and its like do, with
//! [`SerializeOptions`]. In fewer bytes, a tree is written by [`WriterOptions::html`], and a
//! document that is not a tree, token by token, by [`TokenWriter`]. On indented lines, for people,
//! it is written by [`NodeRef::pretty`](crate::NodeRef::pretty). None of them recurses.

mod attributes;
mod compact;
mod content;
mod doctype;
mod elements;
mod escape;
mod fragment;
mod meta_charset;
mod nesting;
mod node;
mod optional_tags;
mod options;
mod output;
mod pretty;
mod token_writer;
mod walk;
mod writer_options;

use std::{fmt, io};

use crate::dom::{NodeId, Tree};
use crate::text::Strings;

pub use node::Serialized;
pub use options::SerializeOptions;
pub use pretty::{Pretty, PrettyOptions};
pub use token_writer::TokenWriter;
pub use writer_options::{Quotes, WriterOptions};

pub(crate) use escape::{attribute_as_escaped, text_as_escaped};

use output::Pieces;

/// Writes the children of a node, or with `inner` false the node itself, into a `String`.
pub(crate) fn to_string(
    tree: &Tree,
    strings: &Strings,
    node: NodeId,
    inner: bool,
    options: &SerializeOptions,
) -> String {
    // All of a document is about as long as what it was parsed from; of a part nothing is known.
    let capacity = if node == tree.root_id() { strings.source().len() / 16 * 17 } else { 0 };
    let mut html = String::with_capacity(capacity);
    let Ok(()) = fragment::serialize(tree, strings, node, inner, options, &mut html);
    html
}

/// Writes what [`to_string`] returns to a `fmt::Write`, in pieces of some thousand bytes.
///
/// # Errors
///
/// The writer's.
pub(crate) fn write_fmt(
    tree: &Tree,
    strings: &Strings,
    node: NodeId,
    inner: bool,
    options: &SerializeOptions,
    writer: &mut impl fmt::Write,
) -> fmt::Result {
    let mut out = Pieces::new(|piece: &str| writer.write_str(piece));
    fragment::serialize(tree, strings, node, inner, options, &mut out)?;
    out.finish()
}

/// Writes what [`to_string`] returns to an `io::Write` as UTF-8, in pieces of some thousand bytes,
/// so that a buffered writer gains nothing. Doesn't flush the writer.
///
/// # Errors
///
/// The writer's.
pub(crate) fn write_io(
    tree: &Tree,
    strings: &Strings,
    node: NodeId,
    inner: bool,
    options: &SerializeOptions,
    writer: &mut impl io::Write,
) -> io::Result<()> {
    let mut out = Pieces::new(|piece: &str| writer.write_all(piece.as_bytes()));
    fragment::serialize(tree, strings, node, inner, options, &mut out)?;
    out.finish()
}
