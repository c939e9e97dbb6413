//! Builds a [`Document`]: the [`TreeSink`] of every parse that returns one.
//!
//! - `mod.rs`: the trait's methods, and the end of the builder
//! - `builder.rs`: the builder, its start, and the steps that its algorithms share
//! - `insertion.rs`: inserting nodes
//! - `ancestor_chain.rs`: the cache of facts about the ancestors of an element
//! - `ancestry.rs`: whether nodes are in the document, and in which elements
//! - `attributes.rs`: comparing attributes, and adding missing ones
//! - `extras.rs`: data that few documents need while they are built
//! - `growing.rs`: the document while it grows
//! - `as_parsed.rs`: the data that edits of it must not change
//! - `observer.rs`: the trait through which a stream watches the builder
//! - `text.rs`: appending text to the text node before it, or making a new one
//! - `positions.rs`: where in the source each node comes from
//! - `template_for.rs`: finding the markers that `<template for>` puts its content between
//! - `markers.rs`: the index of markers
//! - `name_set.rs`: a set of names
//! - `forms.rs`: associating form controls with forms
//! - `shadow_roots.rs`: attaching declarative shadow roots
//! - `selectedcontent/`: mirroring the selected `option` of a `select` in its `selectedcontent`

mod ancestor_chain;
#[cfg(feature = "stream")]
mod ancestry;
mod as_parsed;
mod attributes;
mod builder;
mod extras;
mod forms;
mod growing;
mod insertion;
mod markers;
mod name_set;
mod observer;
mod positions;
mod selectedcontent;
mod shadow_roots;
mod template_for;
mod text;

use std::hash::RandomState;
use std::ops::Range;

use crate::dom::{ContextElement, Document, NodeData, NodeId};
#[cfg(feature = "stream")]
use crate::dom::{NodeMoves, Survivors};
use crate::names::ElementName;
use crate::text::{Attribute, Span, Strings};
use crate::tree_sink::{
    ClosedBy, CopyBudget, NewDoctype, NewElement, QuirksMode, Reason, ShadowRootInit, TreeSink,
};

pub use builder::DocumentBuilder;
pub(crate) use observer::{Observed, Observer};

use shadow_roots::discard_templates_of_shadow_roots;

#[cfg(feature = "stream")]
pub(crate) use ancestry::Ancestry;

impl<O: Observer> DocumentBuilder<O> {
    /// Completes the tree and the strings, which are a document then.
    #[inline]
    pub(crate) fn close(&mut self, strings: &mut Strings) {
        if !self.keeps_capacity {
            strings.shrink();
            self.tree.shrink();
        }
        if let Some(recorder) = self.positions.take() {
            recorder.finish(&mut self.tree, strings);
        }
        if self.tree.shadow_roots().is_some() {
            discard_templates_of_shadow_roots(&mut self.tree);
        }
    }

    /// Notes the context element of the fragment that is built.
    pub(crate) fn note_context(&mut self, context: ContextElement) {
        self.extras_or_new().context = Some(context);
    }

    /// Takes out the context element that was noted.
    pub(crate) fn take_context(&mut self) -> Option<ContextElement> {
        self.extras.as_mut()?.context.take()
    }

    /// Frees all nodes but these. Returns the new indices of the survivors. Cached facts about the
    /// tree are dropped.
    #[cfg(feature = "stream")]
    pub(crate) fn sweep(&mut self, survivors: Survivors) -> NodeMoves {
        self.selects = None;
        // The limit is in proportion to the nodes, of which there are fewer now.
        self.search_steps = 0;
        if let Some(extras) = &mut self.extras {
            extras.attribute_names.clear();
            extras.markers = None;
        }
        self.ancestry = None;
        self.tree.sweep(survivors)
    }
}

// `create_element`, `append` and `append_text` are always inlined into the tree builder: one of
// them runs for each element and each run of text.
impl<O: Observer> TreeSink for DocumentBuilder<O> {
    type Handle = NodeId;
    type Output = Document;

    const IS_TOLD_ERRORS: bool = false;
    const ASKS_WHERE_TOKENS_ARE: bool = O::ASKS_WHERE_TOKENS_ARE;

    /// Returns the document. The caller adds the results of the other stages (encoding, errors) and
    /// the options.
    fn finish(mut self, mut strings: Strings) -> Document {
        self.close(&mut strings);
        Document { limits_hit: self.limits_hit, ..Document::from_parts(self.tree, strings) }
    }

    #[inline]
    fn root(&self) -> NodeId {
        self.tree.id(self.tree.root_index())
    }

    fn node_count(&self) -> usize {
        self.tree.nodes().len() - 1
    }

    #[inline(always)] // Before each token.
    fn has_nodes(&self, count: usize) -> bool {
        // One more, because index 0 is unused.
        (self.tree.nodes().len() | self.observer.pause_bits()) > count
    }

    fn wants_pause(&self) -> bool {
        self.observer.pause_bits() != 0
    }

    #[inline(always)]
    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> NodeId {
        let index = self.tree.create_element_node(element.name, element.list);
        // The id first: then the compiler still knows that the element is the last node.
        let id = self.tree.id(index);
        if let Some(positions) = &mut self.positions {
            positions.element_created(index, element.source.clone());
        }
        let observed = Observed { element: index, tree: &self.tree, strings };
        self.observer.created(observed, element.name, element.source);
        id
    }

    fn clone_element(&mut self, element: NodeId, _strings: &Strings) -> NodeId {
        self.observer.copied();
        let element = self.index(element);
        let copy = self.clone_as_parsed(element);
        if let Some(positions) = &mut self.positions {
            positions.element_copied(element, copy);
        }
        self.tree.id(copy)
    }

    fn has_same_attributes(&self, a: NodeId, b: NodeId, strings: &Strings) -> bool {
        self.attributes_are_same(self.index(a), self.index(b), strings)
    }

    fn attributes_hash(&self, element: NodeId, strings: &Strings, state: &RandomState) -> u64 {
        self.hash_attributes(self.index(element), strings, state)
    }

    fn add_missing_attributes(
        &mut self,
        element: NodeId,
        attributes: &[Attribute],
        strings: &Strings,
    ) {
        let element = self.index(element);
        for attribute in attributes {
            self.add_missing_attribute(element, *attribute);
        }
        if let Some(positions) = &mut self.positions {
            positions.attributes_added(element);
        }
        self.observer.attributes_added(Observed { element, tree: &self.tree, strings });
    }

    fn create_comment(&mut self, data: Span, _strings: &Strings) -> NodeId {
        let comment = self.create_for_token(NodeData::Comment(data));
        self.tree.id(comment)
    }

    fn create_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        strings: &mut Strings,
    ) -> NodeId {
        let target = strings.intern(target);
        let data = self.tree.instruction_data(target, data);
        let instruction = self.create_for_token(data);
        self.note_instruction(instruction);
        let observed = Observed { element: instruction, tree: &self.tree, strings };
        self.observer.instruction_created(observed);
        self.tree.id(instruction)
    }

    fn append_doctype(&mut self, doctype: NewDoctype, _strings: &Strings) {
        let data = self.tree.doctype_data(doctype);
        let node = self.create_for_token(data);
        self.append_node(self.tree.root_index(), node);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.tree.set_quirks_mode(mode);
    }

    #[inline(always)]
    fn append(&mut self, parent: NodeId, child: NodeId) {
        self.append_node(self.index(parent), self.index(child));
    }

    fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        let (sibling, child) = (self.index(sibling), self.index(child));
        let Some(parent) = self.tree.node(sibling).parent() else {
            debug_assert!(false, "the tree builder gives a sibling that has a parent");
            return;
        };
        if !self.is_prevented(parent, child, Some(sibling)) {
            self.tree.insert_child_before(sibling, child);
        }
    }

    #[inline(always)]
    fn append_text(&mut self, parent: NodeId, text: Span, strings: &mut Strings) {
        if self.observer.keeps_text() {
            self.append_text_to(self.index(parent), text, strings);
        }
    }

    fn insert_text_before(&mut self, sibling: NodeId, text: Span, strings: &mut Strings) {
        let sibling = self.index(sibling);
        if self.observer.keeps_text() && !self.edits_prevent_text_beside(sibling) {
            self.insert_text_at(sibling, text, strings);
        }
    }

    fn remove_from_parent(&mut self, node: NodeId) {
        let node = self.index(node);
        self.forget_ancestors_of(node);
        self.tree.detach(node);
    }

    fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.index(from), self.index(to));
        self.forget_ancestors_of_children(from);
        if let Some(first) = self.tree.node(from).first_child() {
            self.note_child(to, first);
        }
        self.tree.move_children(from, to);
    }

    #[inline]
    fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.tree.node(self.index(node)).parent()?;
        Some(self.tree.id(parent))
    }

    fn template_contents(&self, template: NodeId) -> NodeId {
        self.tree.id(self.tree.contents_of(self.index(template)))
    }

    fn option_inserted(&mut self, option: NodeId, strings: &Strings) {
        self.set_selectedness(self.index(option), strings);
    }

    fn option_popped(&mut self, option: NodeId, strings: &Strings, copies: &mut CopyBudget) {
        self.maybe_clone_option_into_selectedcontent(self.index(option), strings, copies);
    }

    fn selectedcontent_inserted(
        &mut self,
        selectedcontent: NodeId,
        strings: &Strings,
        copies: &mut CopyBudget,
    ) {
        self.note_selectedcontent(self.index(selectedcontent), strings, copies);
    }

    fn find_markers(
        &mut self,
        scope: NodeId,
        name: &str,
        strings: &Strings,
    ) -> Option<(NodeId, Option<NodeId>)> {
        let (start, end) = self.find_markers_in(self.index(scope), name, strings)?;
        Some((self.tree.id(start), end.map(|end| self.tree.id(end))))
    }

    fn remove_siblings_between(&mut self, start: NodeId, end: Option<NodeId>, strings: &Strings) {
        let (start, end) = (self.index(start), end.map(|end| self.index(end)));
        while let Some(next) =
            self.tree.node(start).next_sibling().filter(|next| Some(*next) != end)
        {
            self.detach_from_select(next, strings);
        }
    }

    fn children_removed(&mut self, parent: NodeId, strings: &Strings, copies: &mut CopyBudget) {
        self.update_select_after_removal(self.index(parent), strings, copies);
    }

    #[inline]
    fn associate_with_form(
        &mut self,
        control: NodeId,
        form: NodeId,
        intended_parent: NodeId,
        _strings: &Strings,
    ) {
        self.associate(self.index(control), self.index(form), self.index(intended_parent));
    }

    fn attach_declarative_shadow_root(
        &mut self,
        host: NodeId,
        template: NodeId,
        init: &ShadowRootInit,
        _strings: &Strings,
    ) -> bool {
        self.attach_contents_as_shadow_root(self.index(host), self.index(template), init)
    }

    #[inline]
    fn token(&mut self, source: Range<usize>) {
        if let Some(positions) = &mut self.positions {
            positions.token(source.clone());
        }
        self.observer.token(source);
    }

    fn explain(&mut self, reason: Reason) {
        if let Some(positions) = &mut self.positions {
            positions.explain(reason);
        }
    }

    fn moved(&mut self, node: NodeId, reason: Reason) {
        let node = self.index(node);
        if let Some(positions) = &mut self.positions {
            positions.moved(node, &self.tree.node(node).data(), reason);
        }
    }

    #[inline]
    fn closed(&mut self, element: NodeId, by: ClosedBy, strings: &Strings) {
        let element = self.index(element);
        if let Some(positions) = &mut self.positions {
            positions.closed(element, by);
        }
        self.observer.closed(Observed { element, tree: &self.tree, strings }, by);
    }

    #[inline]
    fn element_popped(&mut self, element: NodeId, _name: ElementName, strings: &Strings) {
        let observed = Observed { element: self.index(element), tree: &self.tree, strings };
        self.observer.popped(observed);
    }

    fn popped_before(&mut self, inner: NodeId) {
        self.observer.popped_before(inner);
    }
}

#[cfg(test)]
mod tests {
    use crate::dom::Root;
    use crate::names::known;
    use crate::settings::Limits;
    use crate::text::NO_ATTRIBUTES;

    use super::*;

    #[test]
    fn the_limit_on_searches_grows_with_the_number_of_nodes() {
        let limits = Limits::default().searches(Some(10));
        let mut builder = DocumentBuilder::new(Root::Document, 0, false, &limits);
        let steps = 10 * builder.tree.nodes().len();
        assert!((0..steps).all(|_| builder.may_search_on()));
        assert!(!builder.limits_hit.any());
        assert!(!builder.may_search_on() && builder.limits_hit.searches);
        for _ in 0..5 {
            builder.tree.create_element_node(ElementName::html(known::HTML), &NO_ATTRIBUTES);
        }
        assert!(builder.may_search_on());
    }
}
