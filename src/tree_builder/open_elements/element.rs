//! An entry of the stack of open elements.

use crate::elements::ElementClass;
use crate::names::{LocalName, PackedElementName};
use crate::text::{OpenedElement, TagRange};
use crate::tree_builder::active_formatting::EntryId;

use super::names::Links;

/// An entry of the stack: an element, or a gap that a removed element has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    pub(in crate::tree_builder) handle: H,
    pub(in crate::tree_builder) name: PackedElementName,
    pub(in crate::tree_builder) class: ElementClass,
    /// Its entry in the list of active formatting elements, if it was ever there. The entry may
    /// have another element now.
    pub(in crate::tree_builder) formatting: Option<EntryId>,
    /// An upper bound of its depth in the tree; a child of the root has level 1.
    pub(in crate::tree_builder) level: u32,
    /// Its start tag; for a copy, the original's.
    pub(in crate::tree_builder) tag: TagRange,
    pub(super) links: Links,
}

impl<H> OpenElement<H> {
    /// Whether this is an HTML element with that name.
    #[inline]
    pub(crate) fn is_html(&self, name: LocalName) -> bool {
        self.name.is_html(name)
    }

    /// Returns the name and the start tag, for an error.
    pub(crate) fn opened(&self) -> OpenedElement {
        OpenedElement { name: self.name.local(), tag: self.tag }
    }

    /// Whether this is an HTML element.
    #[inline]
    pub(crate) fn is_in_html_namespace(&self) -> bool {
        self.class.intersects(ElementClass::HTML)
    }
}
