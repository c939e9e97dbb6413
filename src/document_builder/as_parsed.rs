//! The elements of a growing document as the parser has created them.

use crate::dom::{ElementData, NodeIndex, NodeTable};

/// Elements as they were before a growing document was edited.
#[derive(Debug, Default)]
pub(super) struct AsParsed {
    /// The formatting elements as they were created.
    elements: NodeTable<ElementData>,
}

impl AsParsed {
    /// Whether the element is recorded.
    pub(super) fn has(&self, id: NodeIndex) -> bool {
        self.elements.has(id)
    }

    /// Returns an element as it was, if it is recorded.
    pub(super) fn get(&self, id: NodeIndex) -> Option<&ElementData> {
        self.elements.get(id)
    }

    /// Records an element as it is now.
    pub(super) fn record(&mut self, id: NodeIndex, element: ElementData) {
        self.elements.insert(id, element);
    }
}
