//! `<template for>`: content that goes where a processing instruction has marked a place.
//!
//! <https://html.spec.whatwg.org/#prepare-content-patching>

use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::steps;
use crate::tokenizer::token::Tag;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::appropriate_place::{InsertionLocation, InsertionPlace};
use super::element_sets::ElementClass;
use super::open_elements::OpenElement;

/// Where the content of a `<template for>` on the stack goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentPatch<H> {
    template: H,
    insertion_target: H,
    /// How deep in the tree its children are, at most.
    level: u32,
    start_marker: H,
    end_marker: Option<H>,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Handles a `template` start tag with a `for` attribute: the template goes on the stack and,
    /// if it patches nothing, into the tree like any other.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inhead>
    pub(crate) fn insert_template_for(&mut self, tag: &Tag, context: &mut ParseContext) {
        // Steps 1 and 2: the scope; from the body, the head can be patched too.
        let place = self.appropriate_place_for_inserting_node(None);
        let scope = self.node_containing(place.location);
        let is_body = self.context.is_none()
            && self
                .open
                .get(1)
                .is_some_and(|entry| entry.handle == scope && entry.is_html(known::BODY));
        let (scope, level) = match self.sink.parent(scope).filter(|_| is_body) {
            // Where depth is not bounded, a level may be less than it is.
            Some(html) => (html, place.level.saturating_sub(1)),
            None => (scope, place.level),
        };
        // Step 3: the template is on the stack without being in the tree.
        let name = ElementName::html(known::TEMPLATE);
        let template = self.create_element_for_token(tag, name, context);
        // Steps 4 and 5: without a place to patch it is inserted after all.
        let patched = self.prepare_content_patching(scope, level, template, tag, context);
        let level = patched.unwrap_or_else(|| {
            let place = self.place_for_element(name, context);
            self.insert_at(place.location, template);
            place.level
        });
        self.open.push(template, name, ElementClass::of(name), level);
    }

    /// Whether the template patches something: how deep it would be in the tree, if it were in it.
    /// Children of the scope have that level.
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
        // Step 1: an empty name marks nothing.
        let name = tag.attribute(known::FOR).map_or("", |value| context.strings.get(value));
        if name.is_empty() {
            return None;
        }
        // Step 2: the markers.
        let (start_marker, end_marker) = self.sink.find_markers(scope, name, &context.strings)?;
        // Step 3: what the template is told of them.
        let insertion_target = self.sink.parent(start_marker)?;
        let level = level + self.levels_between(scope, insertion_target);
        let patch = ContentPatch { template, insertion_target, level, start_marker, end_marker };
        self.content_patches.push(patch);
        // Steps 4 and 5: what stood between them goes.
        if end_marker != Some(start_marker) {
            self.sink.remove_siblings_between(start_marker, end_marker, &context.strings);
            self.update_selectedcontent(context, |sink, strings| {
                sink.children_removed(insertion_target, strings);
            });
        }
        Some(level)
    }

    /// How much deeper a node is in the tree than one that is above it, or the same. Not counted,
    /// and 0, if depth is not bounded.
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

    /// Inside a `template`: where it patches, or else in its contents.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node>
    pub(crate) fn place_inside_template(
        &mut self,
        template: &OpenElement<S::Handle>,
    ) -> InsertionPlace<S::Handle> {
        // No other template is below this one on the stack.
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

    /// Ends the patch of the lowest `template` on the stack, if it is one that patches.
    pub(crate) fn end_content_patching(&mut self, template: S::Handle) {
        if let Some(patch) = self.content_patches.pop_if(|patch| patch.template == template) {
            self.remove_markers(&patch);
        }
    }

    /// Takes the markers of a patch out of the tree.
    pub(crate) fn remove_markers(&mut self, patch: &ContentPatch<S::Handle>) {
        self.sink.remove_from_parent(patch.start_marker);
        if let Some(end) = patch.end_marker {
            self.sink.remove_from_parent(end);
        }
    }
}
