//! Content patching: the content of a `<template for>` goes to a place that processing instructions
//! mark.
//!
//! <https://html.spec.whatwg.org/#prepare-content-patching>

use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::steps;
use crate::tokenizer::token::Tag;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::insertion_place::{InsertionLocation, InsertionPlace};
use super::open_elements::OpenElement;
use super::open_templates::ContentPatch;
use crate::elements::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts an element for a `template` start tag with a `for` attribute: the template goes onto
    /// the stack of open elements only or, if it patches nothing, into the tree like any other.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inhead>
    pub(crate) fn insert_template_for(&mut self, tag: &Tag, context: &mut ParseContext) {
        // The scope: the node that contains the adjusted insertion location, or its parent if it is
        // the body element, so that the head can be patched too.
        let place = self.appropriate_place_for_inserting_node(None);
        let parent = self.node_containing(place.location);
        let is_body = self.context.is_none()
            && self
                .open
                .get(1)
                .is_some_and(|entry| entry.handle == parent && entry.is_html(known::BODY));
        let (scope, level) = match self.sink.parent(parent).filter(|_| is_body) {
            // Without a limit on depth, levels are not exact, so the place may have level 1.
            Some(html) => (html, place.level.saturating_sub(1).max(1)),
            None => (parent, place.level),
        };
        // "Insert a foreign element […] and true": the template is only on the stack.
        let name = ElementName::html(known::TEMPLATE);
        let template = self.create_element_for_token(tag, name, parent, context);
        // If content patching fails, the template is inserted after all.
        let patched = self.prepare_content_patching(scope, level, template, tag, context);
        let level = patched.unwrap_or_else(|| {
            let place = self.place_for_element(name, context);
            self.insert_at(place.location, template);
            place.level
        });
        self.open.push(template, name, ElementClass::of(name), level, tag.range());
        self.inserted_elsewhere = true;
    }

    /// Prepares content patching. Returns the level of an element in the insertion target, or
    /// `None` if there are no markers: "return false". `level` is that of an element in the scope.
    ///
    /// <https://html.spec.whatwg.org/#prepare-content-patching>
    fn prepare_content_patching(
        &mut self,
        scope: S::Handle,
        level: u32,
        template: S::Handle,
        tag: &Tag,
        context: &mut ParseContext,
    ) -> Option<u32> {
        // Step 1: an empty name names no markers.
        let name = tag.attribute(known::FOR).map_or("", |value| context.strings.get(value));
        if name.is_empty() {
            return None;
        }
        // Step 2: find the markers.
        let (start_marker, end_marker) = self.sink.find_markers(scope, name, &context.strings)?;
        // Step 3: the insertion target and the markers of the template.
        let insertion_target = self.sink.parent(start_marker);
        debug_assert!(insertion_target.is_some(), "markers are descendants of the scope");
        let insertion_target = insertion_target?;
        let level = level + self.levels_between(scope, insertion_target);
        let patch = ContentPatch { template, insertion_target, level, start_marker, end_marker };
        self.content_patches.push(patch);
        // Steps 4 and 5: remove the nodes between the markers.
        if end_marker != Some(start_marker) {
            self.sink.remove_siblings_between(start_marker, end_marker, &context.strings);
            self.update_selectedcontent(context, |sink, strings, copies| {
                sink.children_removed(insertion_target, strings, copies);
            });
        }
        Some(level)
    }

    /// Returns the number of levels between a node and its inclusive ancestor `scope`. Without a
    /// limit on depth, the levels are not counted, and this returns 0.
    fn levels_between(&self, scope: S::Handle, node: S::Handle) -> u32 {
        let mut levels = 0;
        let mut inner = node;
        while inner != scope
            && self.depth_limit != u32::MAX
            && let Some(parent) = self.sink.parent(inner)
        {
            steps::count(1);
            levels += 1;
            inner = parent;
        }
        levels
    }

    /// Returns the place inside a `template` on the stack of open elements: inside its insertion
    /// target, or inside its contents if it has none.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node>
    pub(crate) fn place_inside_template(
        &mut self,
        template: &OpenElement<S::Handle>,
    ) -> InsertionPlace<S::Handle> {
        // Nodes are inserted into the lowest template on the stack only, so its patch is the last.
        let patch = self.content_patches.last().filter(|patch| patch.template == template.handle);
        let Some(&patch) = patch else {
            let contents = self.sink.template_contents(template.handle);
            return InsertionPlace::last_child_of(contents, template.level + 1);
        };
        self.explain(Reason::ContentPatching);
        match patch.end_marker {
            Some(end) if self.sink.parent(end) == Some(patch.insertion_target) => {
                InsertionPlace { location: InsertionLocation::Before(end), level: patch.level }
            }
            _ => InsertionPlace::last_child_of(patch.insertion_target, patch.level),
        }
    }

    /// Removes the markers of the lowest `template` on the stack, if it has an insertion target,
    /// and sets its insertion target to null.
    pub(crate) fn end_content_patching(&mut self, template: S::Handle) {
        if let Some(patch) = self.content_patches.pop_if(|patch| patch.template == template) {
            self.remove_markers(&patch);
        }
    }

    /// Removes the markers of a patch from their parents.
    pub(crate) fn remove_markers(&mut self, patch: &ContentPatch<S::Handle>) {
        self.sink.remove_from_parent(patch.start_marker);
        if let Some(end) = patch.end_marker {
            self.sink.remove_from_parent(end);
        }
    }
}
