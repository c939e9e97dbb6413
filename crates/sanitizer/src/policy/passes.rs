//! The passes over a tree that a policy judges: elements, then texts, then the syntax of templates.
//!
//! Texts come after elements, because they are one text only when the elements between them are
//! gone. Each pass is the same walk; most policies have the first one only.

use consomme::shadow::ShadowRootRef;
use consomme::{Document, NodeRef};

use crate::walk::{Noting, sanitize_in_place};

use super::builder::Policy;
use super::judge::Governed;
use super::templates::has_template;

/// A pass over a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    /// Elements, attributes, comments and processing instructions.
    Elements,
    /// The callback for texts, and elements that it makes.
    Texts,
    /// The syntax of templates in texts.
    Templates,
}

impl Policy {
    /// Returns whether a value has the syntax of templates, if that is broken.
    pub(super) fn breaks_template(&self, value: &str) -> bool {
        self.breaks_templates && has_template(value)
    }

    /// Returns the name of a rule that needs the whole text, if there is one: callbacks may look
    /// around, and texts are joined where elements go.
    pub(crate) fn needs_whole(&self) -> Option<&'static str> {
        [
            (self.on_element.is_some(), "on_element"),
            (self.on_attribute.is_some(), "on_attribute"),
            (self.on_text.is_some(), "on_text"),
            (self.escapes_unlisted.is_some(), "escape_unlisted"),
            (self.breaks_templates, "break_templates"),
        ]
        .into_iter()
        .find_map(|(is_set, name)| is_set.then_some(name))
    }

    /// Returns whether the policy has rules for texts.
    pub(crate) fn judges_texts(&self) -> bool {
        self.on_text.is_some() || self.breaks_templates
    }
}

/// Sanitizes the texts of a tree whose elements are sanitized.
pub(crate) fn sanitize_texts(
    document: &mut Document,
    noting: &mut Noting<'_, Governed<'_>>,
    is_text: bool,
) {
    let policy = noting.judge.policy;
    for (pass, is_needed) in
        [(Pass::Texts, policy.on_text.is_some()), (Pass::Templates, policy.breaks_templates)]
    {
        if is_needed {
            noting.judge.pass = pass;
            normalize(document);
            sanitize_in_place(document, noting, is_text);
        }
    }
    normalize(document);
    noting.judge.pass = Pass::Elements;
}

/// Joins texts that are neighbors where elements were removed, because they are read as one: in the
/// contents of templates and in shadow trees, too.
pub(crate) fn normalize(tree: &mut Document) {
    let mut waiting = vec![tree.root().id()];
    while let Some(root) = waiting.pop() {
        for element in tree.node(root).descendant_elements() {
            let shadow_root = element.shadow_root().map(ShadowRootRef::as_node);
            let inside = [element.template_contents(), shadow_root];
            waiting.extend(inside.into_iter().flatten().map(NodeRef::id));
        }
        let normalized = tree.normalize(root);
        debug_assert!(normalized.is_ok(), "a root is a node of its document");
    }
}
