//! The places in a document that is rewritten which the parser may change when they are complete:
//! those that a `<template for>` patches, and the `selectedcontent` of a `select`.
//!
//! A sweep frees markers, so the tree does not tell which ones the document has.

use std::collections::{BTreeMap, BTreeSet};

use crate::document_builder::Observed;
use crate::dom::{NodeIndex, Tree};
use crate::names::known;
use crate::parse::Swept;
use crate::steps;

use super::ancestors::{MAX_AROUND, ancestors};

/// Notes about the places that the parser may change later.
#[derive(Debug, Default)]
pub(super) struct Later {
    /// The node that the last token has created, until its place is noted.
    new: Option<(NodeIndex, Kind)>,
    /// Whether the document has had a marker.
    has_markers: bool,
    /// Whether a marker or a `<template for>` has come in a `<template for>`, or in so many
    /// elements that one of them may be one: it may change what the content around it has been put
    /// beside.
    is_nested: bool,
    /// How many `<?start>` are without an `<?end>` among the children of a node.
    open_ranges: BTreeMap<NodeIndex, usize>,
    /// Each `select` that has had a `selectedcontent`.
    mirrored: BTreeSet<NodeIndex>,
    /// Whether a `selectedcontent` was so deep that not each `select` around it was looked at.
    is_deep: bool,
    /// Each `select` in which edits may have changed which `option` is selected.
    edited: BTreeSet<NodeIndex>,
    /// Whether a `selectedcontent` has come in one of `edited`.
    mirrors_edited: bool,
}

/// The kinds of nodes whose places are noted.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Marker,
    StartMarker,
    EndMarker,
    SelectedContent,
    TemplateFor,
}

impl Later {
    /// Notes a processing instruction that the current token has created. Returns whether it may be
    /// a marker of a `<template for>`.
    pub(super) fn note_instruction(&mut self, observed: Observed<'_>) -> bool {
        let Observed { element: node, tree, strings } = observed;
        let target = tree.instruction(node).map_or("", |found| strings.name(found.target));
        let kind = match target {
            "marker" => Kind::Marker,
            "start" => Kind::StartMarker,
            "end" => Kind::EndMarker,
            _ => return false,
        };
        self.has_markers = true;
        self.new = Some((node, kind));
        true
    }

    /// Notes a `selectedcontent` that the current token has created.
    pub(super) fn note_selectedcontent(&mut self, element: NodeIndex) {
        self.new = Some((element, Kind::SelectedContent));
    }

    /// Notes a `template` with the attribute `for` that the current token has created. Returns
    /// whether it may find a marker.
    pub(super) fn note_template_for(&mut self, element: NodeIndex) -> bool {
        if self.has_markers {
            self.new = Some((element, Kind::TemplateFor));
        }
        self.has_markers
    }

    /// Whether the last token has created a node whose place is yet to be noted.
    pub(super) fn has_new(&self) -> bool {
        self.new.is_some()
    }

    /// Notes where the node is that the last token has created, if its place is to be noted. `open`
    /// are the open elements.
    pub(super) fn note_place(&mut self, tree: &Tree, open: impl Iterator<Item = NodeIndex>) {
        let Some((node, kind)) = self.new.take() else { return };
        if !matches!(kind, Kind::SelectedContent) && !self.is_nested {
            let is_around = |one: NodeIndex| one != node && is_template_for(tree, one);
            let mut open = open.inspect(|_| steps::count(1));
            self.is_nested = open.by_ref().take(MAX_AROUND).any(is_around) || open.next().is_some();
        }
        let parent = tree.node(node).parent();
        match kind {
            Kind::Marker | Kind::TemplateFor => {}
            Kind::StartMarker => {
                if let Some(parent) = parent {
                    *self.open_ranges.entry(parent).or_default() += 1;
                }
            }
            Kind::EndMarker => {
                if let Some(count) = parent.and_then(|parent| self.open_ranges.get_mut(&parent)) {
                    *count = count.saturating_sub(1);
                }
            }
            Kind::SelectedContent => {
                let mut around = ancestors(tree, node).inspect(|_| steps::count(1));
                for one in around.by_ref().take(MAX_AROUND) {
                    if tree.is_html(one, known::SELECT) {
                        self.mirrors_edited |= self.edited.contains(&one);
                        self.mirrored.insert(one);
                    }
                }
                if around.next().is_some() {
                    self.is_deep = true;
                    self.mirrors_edited |= !self.edited.is_empty();
                }
            }
        }
    }

    pub(super) fn has_markers(&self) -> bool {
        self.has_markers
    }

    /// Whether a marker or a `<template for>` has come in a `<template for>`.
    pub(super) fn is_nested(&self) -> bool {
        self.is_nested
    }

    /// Whether a range that a `<template for>` would replace has begun among the children of an
    /// element, and has not ended.
    pub(super) fn has_open_range(&self, element: NodeIndex) -> bool {
        self.open_ranges.get(&element).is_some_and(|count| *count > 0)
    }

    /// Whether a `select` has had a `selectedcontent`, or may have had one.
    pub(super) fn is_mirrored(&self, select: NodeIndex) -> bool {
        self.is_deep || self.mirrored.contains(&select)
    }

    /// Notes that an edit may change which `option` of a `select` is selected.
    pub(super) fn note_edited(&mut self, select: NodeIndex) {
        self.edited.insert(select);
    }

    /// Whether a `selectedcontent` has come after edits that may change which `option` it mirrors.
    pub(super) fn mirrors_edited(&self) -> bool {
        self.mirrors_edited
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        debug_assert!(self.new.is_none(), "a sweep comes when the last token is looked at");
        let moved = |set: &mut BTreeSet<NodeIndex>| {
            let before = std::mem::take(set).into_iter();
            *set = before.filter_map(|one| swept.moves.get(one)).collect();
        };
        moved(&mut self.mirrored);
        moved(&mut self.edited);
        let ranges = std::mem::take(&mut self.open_ranges).into_iter();
        self.open_ranges =
            ranges.filter_map(|(one, count)| Some((swept.moves.get(one)?, count))).collect();
    }
}

/// Whether an element is a `<template for>`.
pub(super) fn is_template_for(tree: &Tree, element: NodeIndex) -> bool {
    tree.is_html(element, known::TEMPLATE) && tree.attribute(element, known::FOR).is_some()
}
