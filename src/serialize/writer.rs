//! What each writer implements. The trait is public because the public
//! [`WriteOptions`](super::WriteOptions) has it as a supertrait; the module is private, so that no
//! other crate can name or implement it.

use crate::dom::NodeRef;

use super::output::Output;

/// A writer, which is its options.
pub trait Writer {
    /// Writes a node and its descendants; if `inner`, only the descendants.
    fn write<O: Output>(&self, node: NodeRef<'_>, inner: bool, out: &mut O)
    -> Result<(), O::Error>;
}
