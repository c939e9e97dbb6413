//! Which controls are disabled.

use std::collections::HashMap;

use consomme::{ElementRef, NodeId};

use consomme::steps;

/// Decides whether controls are disabled. It remembers the legends of fieldsets, which can have any
/// number of children.
#[derive(Clone, Debug, Default)]
pub(super) struct Disabled {
    /// The first `legend` child of each disabled `fieldset`.
    legends: HashMap<NodeId, Option<NodeId>>,
}

impl Disabled {
    /// Returns whether a control is disabled. Takes time linear in its depth.
    ///
    /// <https://html.spec.whatwg.org/#concept-fe-disabled>
    pub(super) fn has(&mut self, control: ElementRef<'_>) -> bool {
        if control.has_attr("disabled") {
            return true;
        }
        // "the element is a descendant of a fieldset element whose disabled attribute is specified,
        // and the element is not a descendant of that fieldset element's first legend element
        // child"
        let mut below = control;
        for ancestor in control.ancestor_elements() {
            let is_disabled = ancestor.is_html("fieldset") && ancestor.has_attr("disabled");
            if is_disabled && self.legend(ancestor) != Some(below.id()) {
                return true;
            }
            below = ancestor;
        }
        false
    }

    fn legend(&mut self, fieldset: ElementRef<'_>) -> Option<NodeId> {
        *self.legends.entry(fieldset.id()).or_insert_with(|| {
            let mut children = fieldset.child_elements().inspect(|_| steps::count(1));
            let legend = children.find(|child| child.is_html("legend"));
            legend.map(|legend| legend.id())
        })
    }
}
