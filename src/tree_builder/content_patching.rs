//! `<template for>`: content that goes where a processing instruction has marked a place.
//!
//! <https://html.spec.whatwg.org/#prepare-content-patching>

use crate::input::InputStream;
use crate::names::{ElementName, known};
use crate::tokenizer::token::Tag;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::element_sets::ElementClass;
use super::insertion::InsertionLocation;

/// Where the content of a `<template for>` on the stack goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentPatch<H> {
    template: H,
    insertion_target: H,
    start_marker: H,
    end_marker: Option<H>,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Handles a `template` start tag with a `for` attribute: the template goes on the stack and, if it patches
    /// nothing, into the tree like any other.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inhead>
    pub(crate) fn insert_template_for(&mut self, tag: &Tag, input: &mut InputStream) {
        // Steps 1 and 2: the scope; from the body, the head can be patched too.
        let scope = match self.adjusted_insertion_location() {
            InsertionLocation::LastChildOf(node) => node,
            InsertionLocation::Before(sibling) => self.sink.parent(sibling).unwrap_or(sibling),
        };
        let is_body = self.context.is_none()
            && self.open.get(1).is_some_and(|entry| entry.handle == scope && entry.is_html(known::BODY));
        let scope = if is_body { self.sink.parent(scope).unwrap_or(scope) } else { scope };
        // Step 3: the template is on the stack without being in the tree.
        let name = ElementName::html(known::TEMPLATE);
        let template = self.create_element_for_token(tag, name, input);
        // Steps 4 and 5: without a place to patch it is inserted after all.
        if !self.prepare_content_patching(scope, template, tag, input) {
            let location = self.location_for_element(name, input);
            self.insert_at(location, template);
        }
        self.open.push(template, name, ElementClass::of(name));
    }

    /// <https://html.spec.whatwg.org/#prepare-content-patching>
    fn prepare_content_patching(
        &mut self,
        scope: S::Handle,
        template: S::Handle,
        tag: &Tag,
        input: &InputStream,
    ) -> bool {
        // Step 1: an empty name marks nothing.
        let name = tag.attribute(known::FOR).map_or("", |value| input.strings.get(value));
        if name.is_empty() {
            return false;
        }
        // Step 2: the markers.
        let Some((start_marker, end_marker)) = self.sink.find_markers(scope, name, &input.strings) else {
            return false;
        };
        // Step 3: what the template is told of them.
        let Some(insertion_target) = self.sink.parent(start_marker) else { return false };
        self.content_patches.push(ContentPatch { template, insertion_target, start_marker, end_marker });
        // Steps 4 and 5: what stood between them goes.
        if end_marker != Some(start_marker) {
            self.sink.remove_siblings_between(start_marker, end_marker, &input.strings);
        }
        true
    }

    /// Inside a `template`: where it patches, or else in its contents.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node>
    pub(crate) fn location_inside_template(&mut self, template: S::Handle) -> InsertionLocation<S::Handle> {
        // No other template is below this one on the stack.
        let Some(patch) = self.content_patches.last().filter(|patch| patch.template == template) else {
            return InsertionLocation::LastChildOf(self.sink.template_contents(template));
        };
        let patch = *patch;
        self.explain(Reason::ContentPatching);
        match patch.end_marker {
            Some(end) if self.sink.parent(end) == Some(patch.insertion_target) => {
                InsertionLocation::Before(end)
            }
            _ => InsertionLocation::LastChildOf(patch.insertion_target),
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
