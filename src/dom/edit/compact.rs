//! Discarding nodes, and freeing the memory that edits left unused.

use crate::dom::arena::{NodeId, NodeIndex};
use crate::dom::read::Document;

use super::tree_error::TreeError;

/// Edits: memory.
impl Document {
    /// Discards a node for good, with its descendants, template contents and shadow roots. From
    /// then on their ids stand for no node, and never for another one: [`get`](Document::get)
    /// returns `None` for them, and edits refuse them. [`compact`](Document::compact) frees their
    /// data; a node that is only [detached](Document::detach) keeps it.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_document(b"<p>Broth<script>stir()</script>", &Default::default());
    /// let scripts: Vec<_> = document.descendant_elements().filter(|e| e.name() == "script").map(|e| e.id()).collect();
    /// for &script in &scripts {
    ///     document.discard(script)?;
    /// }
    /// document.compact();
    /// assert!(document.get(scripts[0]).is_none());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`RootDiscarded`](TreeError::RootDiscarded), [`UnknownNode`](TreeError::UnknownNode),
    /// [`DocumentIsGrowing`](TreeError::DocumentIsGrowing).
    #[track_caller]
    pub fn discard(&mut self, node: NodeId) -> Result<(), TreeError> {
        let index = self.known(node)?;
        if self.is_kept(index) {
            return Err(TreeError::RootDiscarded { node });
        }
        if self.growing.is_growing() {
            return Err(TreeError::DocumentIsGrowing { node });
        }
        self.tree.detach(index);
        self.discard_all([index]);
        Ok(())
    }

    /// Frees the memory that edits left unused: replaced texts and attributes, the data of
    /// [discarded](Document::discard) nodes, and spare capacity. All ids stay valid, and
    /// [detached](Document::detach) nodes stay.
    ///
    /// The document's [source](Document::source) and 36 bytes for each node ever created are never
    /// freed. To edit a document endlessly, copy it into a new one from time to time with
    /// [`import_node`](Document::import_node). Takes time linear in the size of the document,
    /// except for sorting. While a [`Driver`](crate::driver::Driver) builds the document, this does
    /// nothing.
    ///
    /// ```
    /// let mut document = consomme::parse_fragment("div", "<p>");
    /// let p = document.root().first_child().unwrap().id();
    /// for _ in 0..1000 {
    ///     document.set_text(p, "the soup of today, which is another tomorrow").unwrap();
    /// }
    /// document.compact();
    /// assert_eq!(document.node(p).text_content(), "the soup of today, which is another tomorrow");
    /// ```
    pub fn compact(&mut self) {
        if self.growing.is_growing() {
            return;
        }
        self.tree.compact_attributes();
        self.tree.compact_other_data();
        self.compact_text();
        self.tree.compact_form_owners();
        self.tree.nodes.shrink_to_fit();
    }

    /// Returns whether a node cannot be discarded alone: the root, the contents of a `template`, or
    /// a shadow root.
    pub(super) fn is_kept(&self, node: NodeIndex) -> bool {
        node == self.tree.root_index() || self.tree.host_of(node).is_some()
    }

    /// Discards the descendants of a node.
    pub(super) fn discard_children(&mut self, node: NodeIndex) {
        let mut children = Vec::new();
        while let Some(child) = self.tree.node(node).first_child() {
            self.tree.detach(child);
            children.push(child);
        }
        self.discard_all(children);
    }

    /// Discards nodes without a parent, with their descendants and template contents.
    fn discard_all(&mut self, nodes: impl IntoIterator<Item = NodeIndex>) {
        let mut gone = Vec::new();
        for node in nodes {
            self.tree.visit_all(node, |_, id| gone.push(id));
        }
        for id in gone {
            self.tree.discard_node(id);
        }
    }

    /// Keeps the text of the tail that something refers to.
    fn compact_text(&mut self) {
        let mut used = Vec::new();
        self.tree.for_each_span(|span| used.push(*span));
        let moves = self.strings.compact_tail(used);
        self.tree.for_each_span(|span| {
            if !span.is_of_source() {
                *span = moves.moved(*span);
            }
        });
    }
}
