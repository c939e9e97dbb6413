//! The contents of `template` elements, the hosts of contents and shadow roots, and walks that go
//! into them.

use crate::names::known;
use crate::steps;

use super::id::NodeIndex;
use super::tree::{Tree, contents_id};

impl Tree {
    /// Returns the contents of an HTML `template` element: the document fragment created right
    /// after it. No link is needed, because a `template` is never renamed, nothing is renamed to
    /// it, and both are discarded together.
    ///
    /// <https://html.spec.whatwg.org/#template-contents>
    #[inline]
    pub(crate) fn contents_of(&self, template: NodeIndex) -> NodeIndex {
        let contents = contents_id(template);
        debug_assert!(self.is_html(template, known::TEMPLATE) && self.is_fragment(contents));
        contents
    }

    /// Returns the host of a document fragment: the `template` whose contents it is, or the element
    /// whose shadow root it is.
    ///
    /// <https://dom.spec.whatwg.org/#concept-documentfragment-host>
    pub(crate) fn host_of(&self, contents: NodeIndex) -> Option<NodeIndex> {
        if !self.is_fragment(contents) {
            return None;
        }
        match self.shadow_root(contents) {
            Some(shadow_root) => Some(shadow_root.host),
            None => self.template_before(contents),
        }
    }

    /// Returns the `template` for which a document fragment was created as its contents.
    pub(crate) fn template_before(&self, contents: NodeIndex) -> Option<NodeIndex> {
        if contents == self.root_index() {
            return None;
        }
        let before = NodeIndex::new(contents.to_usize() - 1);
        self.is_html(before, known::TEMPLATE).then_some(before)
    }

    /// Whether a node is in the contents of a `template`, or is such contents, also through shadow
    /// roots. Then its node document has no browsing context.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-template-contents-owner-document>
    pub(crate) fn is_in_template_contents(&self, id: NodeIndex) -> bool {
        let mut inner = id;
        loop {
            steps::count(1);
            inner = match self.node(inner).parent {
                Some(parent) => parent,
                None if !self.is_fragment(inner) => return false,
                None => match self.shadow_root(inner) {
                    Some(shadow_root) => shadow_root.host,
                    None => return self.template_before(inner).is_some(),
                },
            };
        }
    }

    /// Calls a function with a node, its descendants, and template contents and shadow roots with
    /// theirs.
    pub(crate) fn visit_all(&self, top: NodeIndex, mut visit: impl FnMut(&Tree, NodeIndex)) {
        let mut tops = vec![top];
        while let Some(top) = tops.pop() {
            let mut next = Some(top);
            while let Some(id) = next {
                visit(self, id);
                if self.is_html(id, known::TEMPLATE) {
                    tops.push(self.contents_of(id));
                }
                tops.extend(self.shadow_root_of(id));
                next = self.following_in(top, id);
            }
        }
    }
}
