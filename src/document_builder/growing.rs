//! The document while it grows: the parser lends it between two steps, to be read and edited.
//!
//! Edits must not change how the parser treats the elements that it holds. The standard says of
//! formatting elements that they are compared, and copied, as the parser has created them, whatever
//! was done to them since. So before the document is lent, the data of the elements that the parser
//! may still copy is kept.

use crate::dom::{Document, Growing, NodeId, NodeIndex, Root, Tree};
use crate::text::Strings;

use super::builder::DocumentBuilder;
use super::observer::Observer;

impl<O: Observer> DocumentBuilder<O> {
    /// Takes the document out, to be lent to the caller of the parser. Until it is
    /// [put back](Self::put_back), there is an empty tree in its place.
    pub(crate) fn take_document(&mut self, strings: Strings) -> Document {
        if let Some(positions) = &mut self.positions {
            positions.suspend(&self.tree);
        }
        let tree = std::mem::replace(&mut self.tree, Tree::new(Root::DocumentFragment, 0));
        let mut document = Document::from_parts(tree, strings);
        document.growing = Growing::by(self.extras_or_new().identity.get_or_insert_default());
        document
    }

    /// Whether a document is the one that was taken.
    pub(crate) fn has_lent(&self, document: &Document) -> bool {
        let identity = self.extras.as_ref().and_then(|extras| extras.identity.as_ref());
        identity.is_some_and(|parser| document.growing.is_by(parser))
    }

    /// Puts the document back, or another one in its place. Returns its strings.
    pub(crate) fn put_back(&mut self, document: Document) -> Strings {
        if !self.has_lent(&document) {
            // The document that was taken, wherever it is, no longer grows.
            if let Some(extras) = &mut self.extras {
                extras.identity = None;
            }
            self.positions = None;
        }
        self.tree = document.tree;
        if let Some(positions) = &mut self.positions {
            positions.resume(&self.tree);
        }
        document.strings
    }

    /// Notes that the document, which was taken, is about to be edited. `formatting` are the
    /// formatting elements that the parser may copy or compare later, the latest first.
    pub(crate) fn prepare_for_edits(
        &mut self,
        document: &mut Document,
        formatting: impl Iterator<Item = NodeId>,
    ) {
        // Edits may change facts noted about options, attributes and markers.
        self.selects = None;
        let extras = self.extras_or_new();
        extras.attribute_names.clear();
        extras.markers = None;
        let is_first = extras.edited.is_none();
        let as_parsed = extras.edited.get_or_insert_default();
        for id in formatting.map(NodeId::node_index) {
            // Entries are listed newest first, so the first recorded one means all older ones are
            // recorded too. Copies are recorded when they are made.
            if !is_first && as_parsed.has(id) {
                break;
            }
            if let Some(element) = document.tree.element(id) {
                as_parsed.record(id, *element);
                document.tree.share_attributes(id);
            }
        }
    }

    /// Copies an element as the parser has created it.
    pub(super) fn clone_as_parsed(&mut self, id: NodeIndex) -> NodeIndex {
        let edited = self.extras.as_mut().and_then(|extras| extras.edited.as_mut());
        let Some(edited) = edited else { return self.tree.clone_node(id) };
        let element = edited.get(id).copied().or_else(|| self.tree.element(id).copied());
        let Some(element) = element else {
            debug_assert!(false, "only elements are copied");
            return self.tree.clone_node(id);
        };
        self.tree.share_attributes(id);
        let copy = self.tree.create_with_contents(element);
        // The adoption agency algorithm puts copies before the recorded ones.
        edited.record(copy, element);
        copy
    }

    /// Returns whether edits of the document prevent an insertion: the child would become its own
    /// ancestor, or the second element of the document. The standard drops such a child "on the
    /// floor".
    ///
    /// <https://html.spec.whatwg.org/#insert-an-element-at-the-adjusted-insertion-location>
    #[cold] // Few documents are edited while they grow.
    pub(super) fn edits_prevent(
        &self,
        child: NodeIndex,
        parent: NodeIndex,
        before: Option<NodeIndex>,
    ) -> bool {
        !self.tree.can_insert(child, parent, before)
    }

    /// Returns whether edits of the document have made it the parent of this node, so that there
    /// can be no text beside the node: "The DOM will not let Document nodes have Text node
    /// children".
    ///
    /// <https://html.spec.whatwg.org/#insert-a-character>
    pub(super) fn edits_prevent_text_beside(&self, node: NodeIndex) -> bool {
        self.is_edited()
            && !self.tree.is_fragment(self.tree.root_index())
            && self.tree.node(node).parent() == Some(self.tree.root_index())
    }
}
