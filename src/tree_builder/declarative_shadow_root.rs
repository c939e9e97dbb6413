//! `<template shadowrootmode>`: a shadow root in place of a template.
//!
//! The names that a host may have are in `elements/custom_element.rs`. The sink refuses a host that
//! has a shadow root already (`document_builder/shadow_roots.rs`).
//!
//! <https://html.spec.whatwg.org/#parsing-main-inhead>

use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::tokenizer::token::Tag;
use crate::tree_sink::{ShadowRootInit, ShadowRootMode, SlotAssignment, TreeSink};

use super::TreeBuilder;
use super::insertion_place::{DEPTH_MARGIN, InsertionPlace};
use super::open_elements::OpenElement;
use super::open_templates::ShadowTemplate;
use crate::elements::{ElementClass, may_host_shadow_root};

/// The number of open templates that are searched for one whose contents are a shadow root.
const MAX_TEMPLATES: usize = 16;

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a `template` start tag whose `shadowrootmode` is not in the None state.
    pub(super) fn insert_declarative_shadow_root(
        &mut self,
        tag: &Tag,
        mode: ShadowRootMode,
        context: &mut ParseContext,
    ) {
        // "If any of the following are false": the template is an ordinary one.
        let Some(host) = self.declarative_shadow_host() else {
            self.insert_html_element(tag, context);
            return;
        };
        let name = ElementName::html(known::TEMPLATE);
        let may_be_host = self.may_be_shadow_host(&host, context);
        let level = self.appropriate_place_for_inserting_node(None).level;
        if may_be_host && level.saturating_add(DEPTH_MARGIN) > self.depth_limit {
            // Deviation (Shadow roots): near the depth limit, there are no levels left for the
            // content of the shadow root.
            context.limits_hit.depth = true;
            self.insert_html_element(tag, context);
            return;
        }
        // The adjusted insertion location, computed before the template is on the stack.
        let InsertionPlace { location, level } = self.place_for_element(name, context);
        // "Insert a foreign element … and true": the template goes on the stack only.
        let parent = self.node_containing(location);
        let template = self.create_element_for_token(tag, name, parent, context);
        self.open.push(template, name, ElementClass::of(name), level, tag.range());
        self.inserted_elsewhere = true;
        // Attach a shadow root; the sink knows whether the host is one already.
        let init = self.shadow_root_init(tag, mode, context);
        if may_be_host
            && self.sink.attach_declarative_shadow_root(
                host.handle,
                template,
                &init,
                &context.strings,
            )
        {
            self.shadow_templates.push(ShadowTemplate { template, host: host.handle });
        } else {
            // "Insert an element at the adjusted insertion location." Deviation (Shadow roots): the
            // revision of 2024 computes the location again here, which is inside the template
            // itself, so that the template would be lost. Browsers never lost it.
            self.insert_at(location, template);
        }
    }

    /// Returns the adjusted current node, if it is not the topmost element of the stack of open
    /// elements and declarative shadow roots are allowed.
    ///
    /// Deviation (Shadow roots): at the top level of a fragment, the adjusted current node is the
    /// context element, which is not on the stack. In the standard it gets a shadow root; in
    /// browsers the template stays a template.
    fn declarative_shadow_host(&self) -> Option<OpenElement<S::Handle>> {
        if !self.declarative_shadow_roots || self.open.len() < 2 {
            return None;
        }
        if !self.revision.allows_shadow_roots_in_templates() && self.is_in_ordinary_template() {
            return None;
        }
        self.open.current().copied()
    }

    /// Whether another `template` than the one whose start tag is being processed is open and has
    /// contents that are not a shadow root. Nodes in such contents have another node document.
    fn is_in_ordinary_template(&self) -> bool {
        let context = self.context.as_ref().is_some_and(|c| c.name.is_html(known::TEMPLATE));
        let open_templates = self.template_modes.len() - 1 - usize::from(context);
        open_templates > self.shadow_templates.len()
    }

    /// Whether an element is an HTML element with a valid shadow host name.
    fn may_be_shadow_host(&self, host: &OpenElement<S::Handle>, context: &ParseContext) -> bool {
        let name = host.name.unpack();
        let loose = self.revision.has_loose_custom_element_names();
        may_host_shadow_root(name, context.strings.name(name.local), loose)
    }

    /// Returns the properties of the shadow root that the attributes of a `template` declare.
    fn shadow_root_init(
        &self,
        tag: &Tag,
        mode: ShadowRootMode,
        context: &ParseContext,
    ) -> ShadowRootInit {
        let has = |name| tag.attribute(name).is_some();
        let has_all = self.revision.has_all_shadow_root_attributes();
        let assignment = tag.attribute(known::SHADOWROOTSLOTASSIGNMENT).filter(|_| has_all);
        let is_manual = assignment
            .is_some_and(|value| context.strings.get(value).eq_ignore_ascii_case("manual"));
        ShadowRootInit {
            mode,
            delegates_focus: has(known::SHADOWROOTDELEGATESFOCUS),
            clonable: has(known::SHADOWROOTCLONABLE),
            serializable: has(known::SHADOWROOTSERIALIZABLE),
            slot_assignment: if is_manual { SlotAssignment::Manual } else { SlotAssignment::Named },
            keeps_custom_element_registry_null: has_all
                && has(known::SHADOWROOTCUSTOMELEMENTREGISTRY),
        }
    }

    /// Notes that a `template` is no longer open.
    pub(super) fn end_shadow_template(&mut self, template: S::Handle) {
        self.shadow_templates.pop_if(|shadow| shadow.template == template);
    }

    /// Returns the parent of a `template` on the stack, or the host of the shadow root that is its
    /// contents: such a `template` is not in the tree.
    pub(super) fn parent_of_template(&self, template: S::Handle) -> Option<S::Handle> {
        self.sink.parent(template).or_else(|| {
            let mut shadows = self.shadow_templates.iter().rev().take(MAX_TEMPLATES);
            shadows.find(|shadow| shadow.template == template).map(|shadow| shadow.host)
        })
    }
}

/// Returns the state of the `shadowrootmode` attribute of a `template` start tag; `None` for the
/// None state.
///
/// <https://html.spec.whatwg.org/#attr-template-shadowrootmode>
pub(super) fn shadow_root_mode(tag: &Tag, context: &ParseContext) -> Option<ShadowRootMode> {
    let value = tag.attribute(known::SHADOWROOTMODE)?;
    ShadowRootMode::from_attribute(context.strings.get(value))
}
