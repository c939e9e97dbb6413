//! The steps that decide which nodes of a tree stay.

use consomme::{Attr, NodeKind, NodeRef};

use crate::removals::{RemovalReason, Removed};
use crate::rules::{Action, ElementRule};
use consomme::steps;

use super::judge::{Change, Judge, Judged, Verdict};

/// A tree and a cursor over its nodes, for the steps. The cursor visits each element before its
/// content.
///
/// The steps call one of the other methods for each node that [`next`](Self::next) returns, which
/// moves the cursor on.
pub(crate) trait Target<J: Judge> {
    /// A node: a reference, or its id where the tree changes.
    type Node: Copy;

    /// Returns the node at the cursor; `None` at the end.
    fn next(&mut self) -> Option<Self::Node>;

    /// Returns a node for reading.
    fn node(&self, node: Self::Node) -> NodeRef<'_>;

    /// Takes a text.
    fn text(&mut self, judge: &mut J, text: Self::Node);

    /// Takes a comment, processing instruction or doctype that stays.
    fn leaf(&mut self, leaf: Self::Node);

    /// Takes an element that stays by its rule, and [judges its attributes](judge_attributes).
    /// Returns what becomes of the element after all. If it stays, its content comes next.
    fn element(&mut self, judge: &mut J, element: Self::Node, rule: ElementRule) -> Verdict;

    /// Takes a node that is removed with its content.
    fn remove(&mut self, node: Self::Node, what: Removed);

    /// Takes an element whose children take its place. They come next.
    fn replace_with_children(&mut self, element: Self::Node);

    /// Takes an element that becomes text, with its content or only its tags. Only a judge for
    /// targets that change the tree says so.
    fn escape(&mut self, _: &mut J, element: Self::Node, _with_content: bool) {
        self.remove(element, Removed::Element);
    }
}

/// Sanitizes the nodes that a target visits, as a judge decides.
///
/// The standard's steps recurse into content, contents of templates and shadow roots. Here, the
/// target visits all of these. An element that is replaced with its children is replaced before
/// these are visited, so that each node moves once however many such elements are around it; no
/// rule depends on the surroundings of a node.
///
/// <https://html.spec.whatwg.org/#inner-sanitize-steps>
pub(crate) fn inner_sanitize_steps<J: Judge, T: Target<J>>(judge: &mut J, target: &mut T) {
    // "For each child of node's children"
    while let Some(child) = target.next() {
        steps::count(1);
        let node = target.node(child);
        // "Let elementName be a SanitizerElementNamespace with child's local name and namespace."
        if let Some(element) = node.as_element() {
            let rule = judge.element(element);
            sanitize_element(judge, target, child, rule);
            continue;
        }
        // "If child is a DocumentType or Text node, then continue."
        if node.is_text() {
            target.text(judge, child);
            continue;
        }
        let removed = match node.kind() {
            // "If configuration["comments"] is not true, then remove child."
            NodeKind::Comment(_) if !judge.rules().keeps_comments() => Removed::Comment,
            // "If configuration["processingInstructions"] exists: If
            // configuration["processingInstructions"] does not contain piTarget, then remove child.
            // Otherwise: If configuration["removeProcessingInstructions"] contains piTarget, then
            // remove child."
            NodeKind::ProcessingInstruction(instruction)
                if !judge.rules().keeps_instruction(instruction.target()) =>
            {
                Removed::ProcessingInstruction
            }
            NodeKind::Comment(_) if !judge.keeps_leaf(node) => {
                judge.removed(node, Removed::Comment, RemovalReason::TemplateSyntax);
                target.remove(child, Removed::Comment);
                continue;
            }
            NodeKind::ProcessingInstruction(_) if !judge.keeps_leaf(node) => {
                let what = Removed::ProcessingInstruction;
                judge.removed(node, what, RemovalReason::TemplateSyntax);
                target.remove(child, what);
                continue;
            }
            _ => {
                target.leaf(child);
                continue;
            }
        };
        judge.removed(node, removed, RemovalReason::NotAllowed);
        target.remove(child, removed);
    }
}

#[inline]
fn sanitize_element<J: Judge, T: Target<J>>(
    judge: &mut J,
    target: &mut T,
    child: T::Node,
    rule: ElementRule,
) {
    let verdict = match rule.action {
        Action::Keep => target.element(judge, child, rule),
        action => Verdict::by_rule(action),
    };
    match verdict.action {
        Action::Keep => {}
        // "If configuration["replaceWithChildrenElements"] exists and
        // configuration["replaceWithChildrenElements"] contains elementName: […] Replace child with
        // fragment within node."
        Action::ReplaceWithChildren => {
            judge.removed(target.node(child), Removed::Tags, verdict.reason);
            target.replace_with_children(child);
        }
        // "If configuration["elements"] does not contain elementName, then remove child and
        // continue." Without such a list: "If configuration["removeElements"] contains elementName"
        Action::Remove => {
            judge.removed(target.node(child), Removed::Element, verdict.reason);
            target.remove(child, Removed::Element);
        }
        Action::EscapeTags | Action::Escape => {
            judge.removed(target.node(child), Removed::Tags, verdict.reason);
            target.escape(judge, child, verdict.action == Action::Escape);
        }
    }
}

/// Judges the attributes of an element that stays by its rule. `take` gets each, with its position
/// and how it is changed; `None`, if it stays as it is.
#[inline]
pub(crate) fn judge_attributes<J: Judge>(
    judge: &mut J,
    judged: Judged<'_>,
    mut take: impl FnMut(usize, Attr<'_>, Option<Change<J::Value>>),
) {
    let attributes = judged.element.attrs();
    steps::count(attributes.len());
    let mut has_changed = false;
    // "For each attribute in child's attribute list"
    for (position, attribute) in attributes.enumerate() {
        let change = judge.attribute(judged, attribute);
        if let Some(change) = &change {
            judge.changed(position, change);
            has_changed = true;
        }
        take(position, attribute, change);
    }
    if has_changed {
        judge.changed_all(judged.element);
    }
}
