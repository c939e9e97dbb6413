//! The standard's fragment serialization.
//!
//! - `options.rs`: [`SerializeOptions`]
//! - `padded.rs`: known names with what is written around them
//! - `serializer.rs`: the algorithm
//! - `shadow_roots.rs`: its part about shadow roots
//!
//! <https://html.spec.whatwg.org/#serialising-html-fragments>

mod options;
mod padded;
mod serializer;
mod shadow_roots;

use crate::dom::{Document, NodeId, NodeRef};
use crate::serialize::output::Output;
use crate::serialize::walk::walk;
use crate::serialize::writer::Writer;

pub use options::SerializeOptions;

pub(crate) use serializer::Serializer;

pub(super) use shadow_roots::{WantedShadowRoots, start_shadow_root};

use shadow_roots::write_with_shadow_roots;

/// Writes a node, or its content if `inner`, so that parsing gives the same node again where that
/// is possible: with carriage returns, line feeds at the start of a `pre`, and the identifiers of
/// document types. If `shadow_roots`, with all of these.
pub(crate) fn write_exactly(node: NodeRef<'_>, inner: bool, shadow_roots: bool, out: &mut String) {
    let Document { tree, strings, revision, .. } = node.document();
    let scripting = node.document().scripting();
    let mut serializer =
        Serializer::<String, true> { tree, strings, revision: *revision, scripting, out };
    let all = tree.shadow_roots().filter(|_| shadow_roots).into_iter().flat_map(|all| all.iter());
    let all: Vec<NodeId> = all.map(|(root, _)| tree.id(root)).collect();
    let Ok(()) = match WantedShadowRoots::of(tree, false, &all) {
        None => walk(tree, node.index(), inner, &mut serializer),
        Some(wanted) => write_with_shadow_roots(&mut serializer, node.index(), inner, &wanted),
    };
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
        let mut serializer = Serializer::<O, false> {
            tree: &document.tree,
            strings: &document.strings,
            revision: self.revision,
            scripting: self.scripting.unwrap_or(document.scripting()),
            out,
        };
        match WantedShadowRoots::of(
            &document.tree,
            self.serializable_shadow_roots,
            &self.shadow_roots,
        ) {
            None => walk(&document.tree, node.index(), inner, &mut serializer),
            Some(wanted) => write_with_shadow_roots(&mut serializer, node.index(), inner, &wanted),
        }
    }
}
