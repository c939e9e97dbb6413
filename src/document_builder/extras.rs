//! Data that few documents need while they are built.

use std::sync::Arc;

use crate::dom::{ContextElement, NodeTable};

use super::as_parsed::AsParsed;
use super::markers::Markers;
use super::name_set::NameSet;

/// Data that few documents need while they are built. Boxed together, so the hot path tests one
/// pointer.
#[derive(Debug, Default)]
pub(super) struct Extras {
    /// The markers for `<template for>`, once there is a processing instruction.
    pub(super) markers: Option<Markers>,
    /// The attribute names of `html` and `body` elements with many attributes that later start tags
    /// add to.
    pub(super) attribute_names: NodeTable<NameSet>,
    /// The data that edits of the growing document make necessary, if it was edited.
    pub(super) edited: Option<AsParsed>,
    /// Identifies the lent document: it holds a `Weak` to this. `None` until the first loan.
    pub(super) identity: Option<Arc<()>>,
    /// The context element of the fragment that is built, if the document is to keep it.
    pub(super) context: Option<ContextElement>,
}
