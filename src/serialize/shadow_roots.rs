//! Which shadow roots are written with their hosts, and how.

use std::collections::HashSet;

use crate::dom::{NodeId, NodeIndex, ShadowRoot, Tree};
use crate::serialize::output::Output;
use crate::tree_sink::SlotAssignment;

/// Which shadow roots are written, as options say.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct ShadowRoots {
    /// Whether the serializable ones are written.
    pub(super) serializable: bool,
    /// The shadow roots that are written in any case.
    pub(super) listed: Vec<NodeId>,
}

impl ShadowRoots {
    /// Returns which shadow roots of a tree are written; `None` if there are none.
    pub(super) fn wanted_in(&self, tree: &Tree) -> Option<WantedShadowRoots> {
        let may_be_some = self.serializable || !self.listed.is_empty();
        (tree.shadow_roots().is_some() && may_be_some).then(|| {
            // One list may be for several documents.
            let listed = self.listed.iter().filter(|id| id.document() == tree.number());
            let listed = listed.filter_map(|id| id.index_in(tree.number())).collect();
            WantedShadowRoots { serializable: self.serializable, listed }
        })
    }
}

/// Which shadow roots of one tree are written.
pub(super) struct WantedShadowRoots {
    serializable: bool,
    listed: HashSet<NodeIndex>,
}

impl WantedShadowRoots {
    /// Returns the shadow root of an element, if it is written.
    pub(super) fn get<'a>(
        &self,
        tree: &'a Tree,
        host: NodeIndex,
    ) -> Option<(NodeIndex, &'a ShadowRoot)> {
        let root = tree.shadow_root_of(host)?;
        let data = tree.shadow_root(root)?;
        let is_wanted = self.serializable && data.init.serializable || self.listed.contains(&root);
        is_wanted.then_some((root, data))
    }
}

/// Writes the start tag of the `template` around a shadow root, after its name. `has_all` is
/// whether the revision has all of the attributes, and `document_has_registry` whether the node
/// document has a custom element registry, as that of template contents has not.
pub(super) fn start_shadow_root<O: Output>(
    shadow_root: &ShadowRoot,
    has_all: bool,
    document_has_registry: bool,
    out: &mut O,
) -> Result<(), O::Error> {
    let init = &shadow_root.init;
    let is_manual = has_all && init.slot_assignment == SlotAssignment::Manual;
    // "If documentRegistry is null and shadowRegistry is null, then return false": where the
    // document has a registry, the attribute says that the shadow root has none; where it has none,
    // neither has the shadow root.
    let is_without_registry =
        has_all && document_has_registry && init.keeps_custom_element_registry_null;
    out.write(" shadowrootmode=\"")?;
    out.write(init.mode.as_str())?;
    out.write("\"")?;
    for (is_set, attribute) in [
        (init.delegates_focus, " shadowrootdelegatesfocus=\"\""),
        (init.serializable, " shadowrootserializable=\"\""),
        (is_manual, " shadowrootslotassignment=\"manual\""),
        (init.clonable, " shadowrootclonable=\"\""),
        (is_without_registry, " shadowrootcustomelementregistry=\"\""),
    ] {
        if is_set {
            out.write(attribute)?;
        }
    }
    out.write(">")
}
