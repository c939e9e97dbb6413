//! Attaching declarative shadow roots.

use crate::dom::{NodeIndex, ShadowRoot, Tree};
use crate::tree_sink::ShadowRootInit;

use super::builder::DocumentBuilder;
use super::observer::Observer;

impl<O: Observer> DocumentBuilder<O> {
    /// Makes the contents of a `template` the shadow root of an element, unless it has one.
    pub(super) fn attach_contents_as_shadow_root(
        &mut self,
        host: NodeIndex,
        template: NodeIndex,
        init: &ShadowRootInit,
    ) -> bool {
        if self.tree.shadow_root_of(host).is_some() {
            return false;
        }
        let root = self.tree.contents_of(template);
        let data = ShadowRoot { host, init: *init, is_declarative: true };
        self.tree.attach_shadow_root(root, data);
        true
    }
}

/// Discards the `template` elements whose contents became shadow roots. They are in no tree, and
/// only the parser, which has finished, had their ids. The roots get their positions.
#[cold] // Few documents have shadow roots.
pub(super) fn discard_templates_of_shadow_roots(tree: &mut Tree) {
    let all_roots = tree.shadow_roots().into_iter().flat_map(|roots| roots.iter());
    // A copy for a `selectedcontent` has no template.
    let of_templates = all_roots.filter_map(|(root, _)| Some((tree.template_before(root)?, root)));
    let pairs: Vec<_> = of_templates.collect();
    for (template, root) in pairs {
        if let Some(positions) = tree.positions_mut() {
            positions.take_over(template, root);
        }
        tree.discard_node(template);
    }
}
