//! The steps that decide what stays of a tree.

use crate::dom::{Document, ElementData, NodeData, NodeIndex};
use crate::sanitizer::removals::{RemovalReason, Removed};
use crate::sanitizer::rules::{Action, ElementRule};
use crate::steps;
use crate::text::Attribute;

use super::judge::{Change, Judge, Judged, Verdict};

/// A tree and a cursor over its nodes, for the steps. The cursor visits each element before its
/// content.
///
/// The steps call one of the other methods for each node that [`next`](Self::next) returns, which
/// moves the cursor on.
pub(in crate::sanitizer) trait Target<J: Judge> {
    /// Returns the document.
    fn document(&self) -> &Document;

    /// Returns the node at the cursor; `None` at the end.
    fn next(&mut self) -> Option<NodeIndex>;

    /// Takes a text.
    fn text(&mut self, text: NodeIndex);

    /// Takes a comment, processing instruction or doctype that stays.
    fn leaf(&mut self, leaf: NodeIndex);

    /// Takes an element that stays by its rule, and [judges its attributes](judge_attributes).
    /// Returns what becomes of the element after all. If it stays, its content comes next.
    fn element(
        &mut self,
        judge: &mut J,
        element: NodeIndex,
        data: &ElementData,
        rule: ElementRule,
    ) -> Verdict;

    /// Takes a node that is removed with what it contains.
    fn remove(&mut self, node: NodeIndex, what: Removed);

    /// Takes an element whose children take its place. They come next.
    fn replace_with_children(&mut self, element: NodeIndex);
}

/// Sanitizes what a target visits, as a judge says.
///
/// The standard's steps recurse into content, contents of templates and shadow roots. Here, the
/// target visits all of these. An element that is replaced with its children is replaced before
/// these are visited, so that each node moves once however many such elements are around it; no
/// rule depends on what is around a node.
///
/// <https://html.spec.whatwg.org/#inner-sanitize-steps>
pub(in crate::sanitizer) fn inner_sanitize_steps<J: Judge, T: Target<J>>(
    judge: &mut J,
    target: &mut T,
) {
    // "For each child of node's children"
    while let Some(child) = target.next() {
        steps::count(1);
        let document = target.document();
        let removed = match document.tree.node(child).data {
            // "If child is a DocumentType or Text node, then continue."
            NodeData::Text(_) | NodeData::LongText(_) => {
                target.text(child);
                continue;
            }
            NodeData::Element(element) => {
                sanitize_element(judge, target, child, &element);
                continue;
            }
            // "If configuration["comments"] is not true, then remove child."
            NodeData::Comment(_) if !judge.rules().keeps_comments() => Removed::Comment,
            NodeData::ProcessingInstruction(_) if !keeps_instruction(judge, document, child) => {
                Removed::ProcessingInstruction
            }
            NodeData::Comment(_) | NodeData::ProcessingInstruction(_) | NodeData::Doctype(_) => {
                target.leaf(child);
                continue;
            }
            // "Assert: child is a Text, Comment, Element, ProcessingInstruction, or DocumentType
            // node."
            NodeData::Document | NodeData::DocumentFragment => {
                debug_assert!(false, "no child is a document or a fragment");
                target.leaf(child);
                continue;
            }
        };
        judge.removed(document, child, removed, RemovalReason::NotAllowed);
        target.remove(child, removed);
    }
}

/// "If configuration["processingInstructions"] exists: If configuration["processingInstructions"]
/// does not contain piTarget, then remove child. Otherwise: If
/// configuration["removeProcessingInstructions"] contains piTarget, then remove child."
fn keeps_instruction<J: Judge>(judge: &J, document: &Document, child: NodeIndex) -> bool {
    let instruction = document.tree.instruction(child);
    instruction.is_none_or(|it| judge.rules().keeps_instruction(document.strings.name(it.target)))
}

#[inline]
fn sanitize_element<J: Judge, T: Target<J>>(
    judge: &mut J,
    target: &mut T,
    child: NodeIndex,
    element: &ElementData,
) {
    // "Let elementName be a SanitizerElementNamespace with child's local name and namespace."
    let rule = judge.element(element.name(), &target.document().strings.names);
    let verdict = match rule.action {
        Action::Keep => target.element(judge, child, element, rule),
        action => Verdict::by_rule(action),
    };
    match verdict.action {
        Action::Keep => {}
        // "If configuration["replaceWithChildrenElements"] exists and
        // configuration["replaceWithChildrenElements"] contains elementName: […] Replace child with
        // fragment within node."
        Action::ReplaceWithChildren => {
            judge.removed(target.document(), child, Removed::Tags, verdict.reason);
            target.replace_with_children(child);
        }
        // "If configuration["elements"] does not contain elementName, then remove child and
        // continue." Without such a list: "If configuration["removeElements"] contains elementName"
        Action::Remove => {
            judge.removed(target.document(), child, Removed::Element, verdict.reason);
            target.remove(child, Removed::Element);
        }
    }
}

/// Judges the attributes of an element that stays by its rule. `take` gets each, with its position
/// and how it is changed; `None`, if it stays as it is.
#[inline]
pub(in crate::sanitizer) fn judge_attributes<J: Judge>(
    judge: &mut J,
    judged: &Judged<'_>,
    mut take: impl FnMut(usize, &Attribute, Option<Change<J::Value>>),
) {
    steps::count(judged.attributes.len());
    let mut has_changed = false;
    // "For each attribute in child's attribute list"
    for (position, attribute) in judged.attributes.iter().enumerate() {
        let change = judge.attribute(judged, attribute);
        if let Some(change) = &change {
            judge.changed(position, change);
            has_changed = true;
        }
        take(position, attribute, change);
    }
    if has_changed {
        judge.changed_all(judged);
    }
}
