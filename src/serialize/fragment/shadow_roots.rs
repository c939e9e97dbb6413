//! Serializing shadow roots with their hosts.

use std::collections::HashSet;

use crate::dom::{NodeData, NodeId, NodeIndex, ShadowRoot, Tree};
use crate::names::ElementName;
use crate::serialize::output::Output;
use crate::serialize::walk::{Visitor, content_of};
use crate::tree_sink::SlotAssignment;

use super::serializer::Serializer;

/// Which shadow roots are written.
pub(crate) struct WantedShadowRoots {
    serializable: bool,
    listed: HashSet<NodeIndex>,
}

impl WantedShadowRoots {
    /// Returns which shadow roots of a tree are written; `None` if there are none.
    pub(crate) fn of(
        tree: &Tree,
        serializable: bool,
        listed: &[NodeId],
    ) -> Option<WantedShadowRoots> {
        let may_be_some = serializable || !listed.is_empty();
        (tree.shadow_roots().is_some() && may_be_some).then(|| {
            // One list may be for several documents.
            let listed = listed.iter().filter(|id| id.document() == tree.number);
            let listed = listed.filter_map(|id| id.index_in(tree.number)).collect();
            WantedShadowRoots { serializable, listed }
        })
    }

    /// Returns the shadow root of an element, if it is written.
    pub(crate) fn get<'a>(
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

/// A step of the serialization that remains to be done.
enum Step {
    /// A node, its descendants, and its following siblings.
    Siblings(NodeIndex),
    /// The end tag of an element.
    End(ElementName),
    /// The end tag of the `template` around a shadow root.
    EndOfShadowRoot,
}

/// Writes the descendants of a node, after the node itself unless `inner`, with the wanted shadow
/// roots.
///
/// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
pub(super) fn write_with_shadow_roots<O: Output, const EXACT: bool>(
    serializer: &mut Serializer<'_, O, EXACT>,
    top: NodeIndex,
    inner: bool,
    wanted: &WantedShadowRoots,
) -> Result<(), O::Error> {
    let tree = serializer.tree;
    let mut steps = Vec::new();
    if inner || tree.is_fragment(top) || top == tree.root_index() {
        enter(serializer, top, wanted, &mut steps)?;
    } else {
        write_node(serializer, top, wanted, &mut steps)?;
    }
    while let Some(step) = steps.pop() {
        match step {
            Step::Siblings(id) => {
                steps.extend(tree.node(id).next_sibling.map(Step::Siblings));
                write_node(serializer, id, wanted, &mut steps)?;
            }
            Step::End(name) => serializer.end(name)?,
            Step::EndOfShadowRoot => serializer.out.write("</template>")?,
        }
    }
    Ok(())
}

/// Writes a node that is not an element, or the start tag of one, and puts the rest of it on the
/// stack.
fn write_node<O: Output, const EXACT: bool>(
    serializer: &mut Serializer<'_, O, EXACT>,
    id: NodeIndex,
    wanted: &WantedShadowRoots,
    steps: &mut Vec<Step>,
) -> Result<(), O::Error> {
    let NodeData::Element(element) = &serializer.tree.node(id).data else {
        return serializer.leaf(id);
    };
    let name = element.name();
    serializer.start(id, name, false)?;
    if content_of(serializer.tree, id, name).is_some() {
        steps.push(Step::End(name));
    }
    enter(serializer, id, wanted, steps)
}

/// Puts the children of a node on the stack; before them, the children of its shadow root, whose
/// start tag it writes.
fn enter<O: Output, const EXACT: bool>(
    serializer: &mut Serializer<'_, O, EXACT>,
    id: NodeIndex,
    wanted: &WantedShadowRoots,
    steps: &mut Vec<Step>,
) -> Result<(), O::Error> {
    let tree = serializer.tree;
    // Steps 1 and 3: a void element has no content, a template that of its template contents.
    let holder = match &tree.node(id).data {
        NodeData::Element(element) => content_of(tree, id, element.name()),
        _ => Some(id),
    };
    let first = holder.and_then(|holder| tree.node(holder).first_child);
    steps.extend(first.map(Step::Siblings));
    // Step 4: the shadow root, if the node is a shadow host.
    if let Some((root, data)) = wanted.get(tree, id) {
        steps.push(Step::EndOfShadowRoot);
        steps.extend(tree.node(root).first_child.map(Step::Siblings));
        serializer.out.write("<template")?;
        let has_all = serializer.revision.has_all_shadow_root_attributes();
        return start_shadow_root(data, has_all, serializer.out);
    }
    Ok(())
}

/// Writes the start tag of the `template` around a shadow root, after its name. `has_all` is
/// whether the revision has all of the attributes.
pub(crate) fn start_shadow_root<O: Output>(
    shadow_root: &ShadowRoot,
    has_all: bool,
    out: &mut O,
) -> Result<(), O::Error> {
    let init = &shadow_root.init;
    let is_manual = has_all && init.slot_assignment == SlotAssignment::Manual;
    // The document has a custom element registry, so that the attribute is needed exactly if the
    // shadow root has none.
    let is_without_registry = has_all && init.keeps_custom_element_registry_null;
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
