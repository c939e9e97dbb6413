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

use crate::dom::NodeRef;
use crate::serialize::output::Output;
use crate::serialize::walk::walk;
use crate::serialize::writer::Writer;

pub use options::SerializeOptions;

pub(crate) use serializer::Serializer;

pub(super) use shadow_roots::{WantedShadowRoots, start_shadow_root};

use shadow_roots::write_with_shadow_roots;

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
