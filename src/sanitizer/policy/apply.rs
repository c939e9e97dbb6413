//! Sanitizing a tree in place with a policy.

use crate::dom::{Document, ElementData, ElementRef, NodeData, NodeIndex, NodeRef};
use crate::names::{AttributeNamespace, ElementName, known};

use crate::sanitizer::removals::{Removal, RemovalReason, Removals, Removed};
use crate::sanitizer::rules::{Action, ElementRule, Rules};
use crate::steps;
use crate::text::Span;

use super::builder::{ElementVerdict, Policy};
use super::judge::{AttributeFate, Judge, baseline};

/// Sanitizes a document with a policy, and notes what is removed.
///
/// This takes the standard's steps in the order in which `inner_sanitize_steps` does, and asks the
/// policy besides.
///
/// <https://html.spec.whatwg.org/#inner-sanitize-steps>
pub(in crate::sanitizer) fn sanitize_noting(
    document: &mut Document,
    rules: &Rules,
    policy: &Policy,
    removals: &mut Removals,
) {
    let waiting = vec![document.tree.root_index()];
    let judge = Judge { rules, policy };
    let mut applying = Applying { document, judge, removals, waiting };
    while let Some(root) = applying.waiting.pop() {
        applying.descendants(root);
    }
}

struct Applying<'a> {
    document: &'a mut Document,
    judge: Judge<'a>,
    removals: &'a mut Removals,
    /// The roots whose descendants are still to be sanitized: contents of templates and shadow
    /// roots.
    waiting: Vec<NodeIndex>,
}

impl Applying<'_> {
    fn descendants(&mut self, root: NodeIndex) {
        let mut next = self.document.tree.node(root).first_child;
        while let Some(child) = next {
            steps::count(1);
            let action = self.keep(child);
            let tree = &mut self.document.tree;
            next = match action {
                None => tree.following_past(root, child),
                Some(Action::Keep) => tree.following_in(root, child),
                Some(Action::Remove) => {
                    let after = tree.following_past(root, child);
                    tree.detach(child);
                    after
                }
                Some(Action::ReplaceWithChildren) => {
                    let after = tree.following_past(root, child);
                    let first = tree.node(child).first_child;
                    match tree.node(child).parent {
                        // A document has no texts, so that an element in it is removed instead.
                        Some(parent) if !matches!(tree.node(parent).data, NodeData::Document) => {
                            tree.move_children_before(child, parent, Some(child));
                            tree.detach(child);
                            first.or(after)
                        }
                        _ => {
                            tree.detach(child);
                            after
                        }
                    }
                }
            };
        }
    }

    /// Returns what becomes of a child, `None` for a text or doctype.
    fn keep(&mut self, child: NodeIndex) -> Option<Action> {
        let document = &*self.document;
        let what = match document.tree.node(child).data {
            NodeData::Doctype(_) | NodeData::Text(_) | NodeData::LongText(_) => return None,
            NodeData::Element(element) => return Some(self.element(child, element)),
            NodeData::Comment(_) => match self.judge.rules.keeps_comments() {
                true => return Some(Action::Keep),
                false => Removed::Comment,
            },
            NodeData::ProcessingInstruction(_) => {
                let target = document.tree.instruction(child).map(|instruction| instruction.target);
                let is_kept = target.is_none_or(|target| {
                    self.judge.rules.keeps_instruction(document.strings.name(target))
                });
                match is_kept {
                    true => return Some(Action::Keep),
                    false => Removed::ProcessingInstruction,
                }
            }
            NodeData::Document | NodeData::DocumentFragment => {
                debug_assert!(false, "no child is a document or a fragment");
                return None;
            }
        };
        self.note(child, what, RemovalReason::NotAllowed);
        Some(Action::Remove)
    }

    fn element(&mut self, child: NodeIndex, element: ElementData) -> Action {
        let name = element.name();
        let names = &self.document.strings.names;
        let rule = self.judge.element(name, names);
        let (action, reason) = match rule.action {
            Action::Keep => {
                self.attributes(child, &element, name, rule);
                self.verdict(child)
            }
            action => (action, self.judge.reason(name, names)),
        };
        match action {
            Action::Keep => {
                let tree = &self.document.tree;
                if name.is_html(known::TEMPLATE) {
                    self.waiting.push(tree.contents_of(child));
                }
                self.waiting.extend(tree.shadow_root_of(child));
            }
            Action::Remove => self.note(child, Removed::Element, reason),
            Action::ReplaceWithChildren => self.note(child, Removed::Tags, reason),
        }
        action
    }

    /// Returns what the policy says about an element that has the attributes that it keeps.
    fn verdict(&self, child: NodeIndex) -> (Action, RemovalReason) {
        let Some(element) = NodeRef::new(self.document, child).as_element() else {
            debug_assert!(false, "only elements have verdicts");
            return (Action::Remove, RemovalReason::Callback);
        };
        if self.judge.is_fetching_style(element) {
            return (Action::Remove, RemovalReason::UrlInStyle);
        }
        let verdict = self.judge.policy.on_element.as_ref().map(|callback| callback(element));
        let action = match verdict {
            None | Some(ElementVerdict::Keep) => Action::Keep,
            Some(ElementVerdict::Remove) => Action::Remove,
            Some(ElementVerdict::Unwrap) => match is_replaceable(element) {
                true => Action::ReplaceWithChildren,
                false => Action::Remove,
            },
        };
        (action, RemovalReason::Callback)
    }

    /// Removes and changes the attributes of an element.
    fn attributes(
        &mut self,
        child: NodeIndex,
        data: &ElementData,
        name: ElementName,
        rule: ElementRule,
    ) {
        let document = &*self.document;
        let Some(element) = NodeRef::new(document, child).as_element() else { return };
        let attributes = document.tree.attributes_of(data);
        steps::count(attributes.len());
        let mut kept = Vec::new();
        let mut changes = Vec::new();
        // In the order of the source, so that the tag is scanned once.
        let mut sources = None;
        for (position, (attr, attribute)) in element.attrs().zip(attributes).enumerate() {
            let names = &document.strings.names;
            let fate = self.judge.attribute(element, name, rule, (attr, attribute), names);
            let (what, reason) = match fate {
                AttributeFate::Keep => {
                    kept.push(true);
                    continue;
                }
                AttributeFate::Set(value, reason) => {
                    changes.push((position, value));
                    (Removed::Value, reason)
                }
                AttributeFate::Remove(reason) => (Removed::Attribute, reason),
            };
            kept.push(what == Removed::Value);
            self.removals.note(what, || {
                let name = attr.qualified_name();
                let sources = sources.get_or_insert_with(|| {
                    element.source().into_iter().flat_map(|source| source.attrs())
                });
                let span = sources.find(|it| it.has_name(&name)).map(|it| it.span().range());
                let element = Some(element.name().to_owned());
                Removal { what, reason, name: name.into_owned(), element, span }
            });
        }
        let missing = self.judge.enforced(element).filter(|it| !element.has_attr(&it.name));
        let missing: Vec<_> = missing.collect();
        let is_enforced = self.judge.enforced(element).next().is_some();
        if !is_enforced && changes.is_empty() && !kept.contains(&false) {
            return;
        }
        let id = element.id();
        self.set_values(child, changes, &mut kept);
        let mut kept = kept.into_iter();
        let retained = self.document.retain_attrs(id, |_| kept.next().unwrap_or(false));
        debug_assert!(retained.is_ok(), "the element has these attributes");
        for enforced in &missing {
            // If there is no room, or the caller's name cannot be one, nothing is added.
            let _ = match enforced.namespace {
                AttributeNamespace::None => {
                    self.document.set_attr(id, &enforced.name, &enforced.value)
                }
                other => self.document.set_attr_ns(id, other, &enforced.local, &enforced.value),
            };
        }
        self.remove_unsafe(child);
        let element = NodeRef::new(self.document, child).as_element();
        if element.is_some_and(|element| missing.iter().any(|it| element.has_attr(&it.name))) {
            self.removals.note_added();
        }
    }

    /// Sets the values of attributes, by their positions. One for whose value there is no room is
    /// not kept.
    fn set_values(&mut self, child: NodeIndex, changes: Vec<(usize, String)>, kept: &mut [bool]) {
        let Document { tree, strings, .. } = &mut *self.document;
        let has_room_for_copies = tree.attributes.len() + 2 * kept.len() < u32::MAX as usize;
        for (position, value) in changes {
            if !has_room_for_copies || !strings.has_room(value.len()) {
                kept[position] = false;
                continue;
            }
            let value = if value.is_empty() { Span::EMPTY } else { strings.push(&value) };
            tree.attributes_of_own(child)[position].value = value;
        }
    }

    /// Removes what runs scripts from attributes that were enforced.
    fn remove_unsafe(&mut self, child: NodeIndex) {
        let Document { tree, strings, .. } = &*self.document;
        let NodeData::Element(data) = tree.node(child).data else { return };
        if !self.judge.rules.handles_javascript_urls() {
            return;
        }
        let name = data.name();
        let rule = baseline().element(name, &strings.names);
        let is_kept = |attribute: &_| baseline().keeps_attribute(rule, name, attribute, strings);
        let kept: Vec<bool> = tree.attributes_of(&data).iter().map(is_kept).collect();
        if kept.contains(&false) {
            self.document.tree.retain_attrs(child, &kept);
        }
    }

    /// Notes that a node is removed.
    fn note(&mut self, child: NodeIndex, what: Removed, reason: RemovalReason) {
        let node = NodeRef::new(self.document, child);
        self.removals.note(what, || {
            let target = node.as_processing_instruction().map(|it| it.target());
            let name = node.as_element().map(ElementRef::name).or(target).unwrap_or_default();
            Removal {
                what,
                reason,
                name: name.to_owned(),
                element: None,
                span: node.span().map(|span| span.range()),
            }
        });
    }
}

/// Returns whether an element can be replaced with its children.
///
/// <https://html.spec.whatwg.org/#built-in-non-replaceable-elements-list>
fn is_replaceable(element: ElementRef<'_>) -> bool {
    use crate::names::Namespace::{Html, MathMl, Svg};
    !matches!(
        (element.namespace(), element.name()),
        (Html, "html") | (Svg, "svg") | (MathMl, "math")
    )
}
