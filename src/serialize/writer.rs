//! The trait of writers. It is public because the public [`WriteOptions`](super::WriteOptions) has
//! it as a supertrait; the module is private, so that no other crate can name or implement it.

use encoding_rs::Encoding;

use crate::dom::NodeRef;

use super::encode::{Check, EncodeError};
use super::output::Output;

/// A writer, which is its options.
pub trait Writer {
    /// Writes a node and its descendants; if `inner`, only the descendants.
    fn write<O: Output>(&self, node: NodeRef<'_>, inner: bool, out: &mut O)
    -> Result<(), O::Error>;

    /// Whether the text is XML, which has a reference for each of its characters.
    const IS_XML: bool = false;

    /// Notes the encoding that the text will be in.
    fn set_encoding(&mut self, _encoding: &'static Encoding) {}

    /// Checks whether the output can be encoded. A writer that doesn't mark where references are
    /// possible has another writer check, whose output is the same wherever they are not.
    fn check(&self, node: NodeRef<'_>, inner: bool, check: &mut Check) -> Result<(), EncodeError> {
        self.write(node, inner, check)
    }
}
