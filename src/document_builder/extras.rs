//! Data that few documents need while they are built.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dom::{ContextElement, NodeIndex};

use super::attributes::NameSet;
use super::growing::AsParsed;
use super::template_for::Markers;
use super::{DocumentBuilder, Observer};

/// Data that few documents need while they are built. Boxed together, so the hot path tests one
/// pointer.
#[derive(Debug, Default)]
pub(super) struct Extras {
    /// The markers for `<template for>`, once there is a processing instruction.
    pub(super) markers: Option<Markers>,
    /// The attribute names of `html` and `body` elements with many attributes that later start tags
    /// add to.
    pub(super) attribute_names: BTreeMap<NodeIndex, NameSet>,
    /// The data that edits of the growing document make necessary, if it was edited.
    pub(super) edited: Option<AsParsed>,
    /// Identifies the lent document: it holds a `Weak` to this. `None` until the first loan.
    pub(super) identity: Option<Arc<()>>,
    /// The context element of the fragment that is built, if the document is to keep it.
    pub(super) context: Option<ContextElement>,
}

impl<O: Observer> DocumentBuilder<O> {
    /// Returns the extras, for adding to them.
    pub(super) fn extras_or_new(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// Returns whether edits of the document prevent the insertion of a child; if not, notes the
    /// insertion where that is necessary.
    #[inline(always)] // As a part of `append_node`.
    pub(super) fn is_prevented(
        &mut self,
        parent: NodeIndex,
        child: NodeIndex,
        before: Option<NodeIndex>,
    ) -> bool {
        self.extras.is_some() && self.is_prevented_or_noted(parent, child, before)
    }

    // Not inlined: it would be a part of each insertion, and few documents have extras.
    #[inline(never)]
    fn is_prevented_or_noted(
        &mut self,
        parent: NodeIndex,
        child: NodeIndex,
        before: Option<NodeIndex>,
    ) -> bool {
        if self.is_edited() && self.edits_prevent(child, parent, before) {
            return true;
        }
        self.note_child(parent, child);
        false
    }
}
