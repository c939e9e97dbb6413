//! The standard's fragment serialization.
//!
//! - `node_writer.rs`: [`NodeWriter`], which writes nodes one by one
//! - `options.rs`: [`SerializeOptions`]
//! - `padded.rs`: known names with the markup around them
//! - `serializer.rs`: the algorithm
//!
//! <https://html.spec.whatwg.org/#serialising-html-fragments>

mod node_writer;
mod options;
mod padded;
mod serializer;

use crate::dom::{NodeId, NodeRef};
use crate::serialize::output::Output;
use crate::serialize::shadow_roots::ShadowRoots;
use crate::serialize::writer::Writer;

pub use node_writer::NodeWriter;
pub use options::SerializeOptions;

pub(crate) use serializer::Serializer;

/// Writes a node, or its content if `inner`, so that parsing gives the same node again where that
/// is possible: with carriage returns, line feeds at the start of a `pre`, and the identifiers of
/// document types. If `shadow_roots`, with all of these.
pub(crate) fn write_exactly(node: NodeRef<'_>, inner: bool, shadow_roots: bool, out: &mut String) {
    let document = node.document();
    let tree = &document.tree;
    let all = tree.shadow_roots().filter(|_| shadow_roots).into_iter().flat_map(|all| all.iter());
    let listed: Vec<NodeId> = all.map(|(root, _)| tree.id(root)).collect();
    let mut serializer = Serializer::<String, true>::new(document, document.scripting(), out);
    serializer.revision = document.revision;
    let Ok(()) = serializer.write(node, inner, &ShadowRoots { serializable: false, listed });
}

impl Writer for SerializeOptions {
    #[inline]
    fn write<O: Output>(
        &self,
        node: NodeRef<'_>,
        inner: bool,
        out: &mut O,
    ) -> Result<(), O::Error> {
        let document = node.document();
        let scripting = self.scripting.unwrap_or(document.scripting());
        let mut serializer = Serializer::<O, false>::new(document, scripting, out);
        serializer.revision = self.revision;
        serializer.write(node, inner, &self.shadow_roots)
    }
}
