//! Sanitizing a tree in place.

use crate::dom::{ElementData, NodeData, NodeIndex, Tree};
use crate::names::{ElementName, known};
use crate::steps;
use crate::text::Strings;

use super::rules::{Action, ElementRule, Rules};

/// Sanitizes what a node contains, with the contents of templates and shadow roots in it.
///
/// The standard's steps recurse. Here the descendants are visited in tree order. An element that is
/// replaced with its children is replaced before these are visited, so that each node moves once
/// however many such elements are around it; no rule depends on what is around a node.
///
/// <https://html.spec.whatwg.org/#inner-sanitize-steps>
pub(super) fn inner_sanitize_steps(
    tree: &mut Tree,
    strings: &Strings,
    node: NodeIndex,
    rules: &Rules,
) {
    let mut sanitizing = Sanitizing { tree, strings, rules, waiting: vec![node] };
    while let Some(root) = sanitizing.waiting.pop() {
        sanitizing.descendants(root);
    }
}

struct Sanitizing<'a> {
    tree: &'a mut Tree,
    strings: &'a Strings,
    rules: &'a Rules,
    /// The roots whose descendants are still to be sanitized: contents of templates and shadow
    /// roots.
    waiting: Vec<NodeIndex>,
}

impl Sanitizing<'_> {
    fn descendants(&mut self, root: NodeIndex) {
        let mut next = self.tree.node(root).first_child;
        while let Some(child) = next {
            steps::count(1);
            next = match self.keep(child) {
                Some(Action::Keep) => self.tree.following_in(root, child),
                Some(Action::Remove) => {
                    let after = self.tree.following_past(root, child);
                    self.tree.detach(child);
                    after
                }
                Some(Action::ReplaceWithChildren) => self.replace_with_children(root, child),
                None => self.tree.following_past(root, child),
            };
        }
    }

    /// Returns what becomes of a child, `None` for a text or doctype; removes the attributes that
    /// an element loses.
    fn keep(&mut self, child: NodeIndex) -> Option<Action> {
        let is_kept = match self.tree.node(child).data {
            // "If child is a DocumentType or Text node, then continue."
            NodeData::Doctype(_) | NodeData::Text(_) | NodeData::LongText(_) => return None,
            NodeData::Comment(_) => self.rules.keeps_comments(),
            NodeData::ProcessingInstruction(_) => {
                let target = self.tree.instruction(child).map(|instruction| instruction.target);
                target.is_none_or(|target| self.rules.keeps_instruction(self.strings.name(target)))
            }
            NodeData::Element(element) => return Some(self.element(child, element)),
            NodeData::Document | NodeData::DocumentFragment => {
                debug_assert!(false, "no child is a document or a fragment");
                return None;
            }
        };
        Some(if is_kept { Action::Keep } else { Action::Remove })
    }

    fn element(&mut self, child: NodeIndex, element: ElementData) -> Action {
        let name = element.name();
        let rule = self.rules.element(name, &self.strings.names);
        if rule.action == Action::Keep {
            // "If elementName["name"] is "template" and elementName["namespace"] is the HTML
            // namespace, then run the inner sanitize steps given child's template contents"
            if name.is_html(known::TEMPLATE) {
                self.waiting.push(self.tree.contents_of(child));
            }
            // "If child is a shadow host, then run the inner sanitize steps given child's shadow
            // root"
            self.waiting.extend(self.tree.shadow_root_of(child));
            self.attributes(child, &element, name, rule);
        }
        rule.action
    }

    /// Removes the attributes that an element loses.
    fn attributes(
        &mut self,
        child: NodeIndex,
        element: &ElementData,
        name: ElementName,
        rule: ElementRule,
    ) {
        let Sanitizing { tree, strings, rules, .. } = self;
        let is_kept = |attribute: &_| rules.keeps_attribute(rule, name, attribute, strings);
        let range = element.attribute_range();
        steps::count(range.len());
        if !tree.attributes[range.clone()].iter().all(is_kept) {
            tree.keep_attributes(child, range, is_kept);
        }
    }

    /// Puts the children of an element in its place. Returns the node to be visited next: the first
    /// of them.
    ///
    /// "Let fragment be the result of creating a document fragment […] Replace child with fragment
    /// within node."
    fn replace_with_children(&mut self, root: NodeIndex, child: NodeIndex) -> Option<NodeIndex> {
        let after = self.tree.following_past(root, child);
        let mut next = after;
        // "Assert: node is not a Document." `html` is not replaceable. In a document built by
        // edits, another element may be in its place: it is removed, for a text cannot be there.
        if let Some(parent) = self.tree.node(child).parent
            && !matches!(self.tree.node(parent).data, NodeData::Document)
        {
            next = self.tree.node(child).first_child.or(after);
            self.tree.move_children_before(child, parent, Some(child));
        }
        self.tree.detach(child);
        next
    }
}
