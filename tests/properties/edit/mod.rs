//! Edits in any order have the same effect as in a simple model, and leave the document sound.

mod edits;
mod model;
mod model_edits;

use consomme::AdjacentPosition::{self, AfterBegin, AfterEnd, BeforeBegin, BeforeEnd};
use consomme::{
    Context, Document, Namespace, NodeId, NodeKind, NodeRef, TreeError, parse_fragment,
};
use consomme_test::config::config;
use proptest::prelude::*;
use proptest::sample::Index;

use edits::{Edit, documents, edit};
use model::{Kind, Model, Part};
use model_edits::Outcome;

struct Pair {
    document: Document,
    model: Model,
    /// From which nodes are taken.
    other: Document,
    /// All ids ever seen, one that the document never gives out, and some of another document.
    ids: Vec<NodeId>,
}

impl Pair {
    fn new(document: Document, other: Document) -> Pair {
        let mut model = Model::read(&document);
        let mut clone = document.clone();
        let far = (0..5000).map(|_| clone.create_text("").unwrap()).last().unwrap();
        let mut ids: Vec<NodeId> = model.nodes.keys().copied().chain([far]).collect();
        if cfg!(not(debug_assertions)) {
            // They panic with debug assertions.
            model.foreign = other.root().inclusive_descendants().map(NodeRef::id).take(3).collect();
            ids.extend(&model.foreign);
        }
        Pair { document, model, other, ids }
    }

    /// Edits both, and fails unless they do the same.
    fn apply(&mut self, edit: &Edit) {
        let (found, expected) = self.edit_both(edit);
        match (&found, expected) {
            (Ok(()), Ok(())) => {}
            (Err(error), Err(name)) if format!("{error:?}").starts_with(name) => {}
            _ => panic!("{edit:?}: {found:?}, expected {expected:?}"),
        }
        self.model.assert_is(&self.document);
        let new = self.model.nodes.keys().filter(|id| !self.ids.contains(id));
        self.ids.extend(new.copied().collect::<Vec<_>>());
    }

    fn id(&self, index: &Index) -> NodeId {
        *index.get(&self.ids)
    }

    fn edit_both(&mut self, edit: &Edit) -> (Result<(), TreeError>, Outcome) {
        match edit {
            Edit::Append(a, b) => {
                let (parent, node) = (self.id(a), self.id(b));
                (self.document.append(parent, node), self.model.try_insert(parent, node, None))
            }
            Edit::Prepend(a, b) => {
                let (parent, node) = (self.id(a), self.id(b));
                let known = self.model.has(parent);
                let first =
                    known.then(|| self.model.get(parent).children.first().copied()).flatten();
                (self.document.prepend(parent, node), self.model.try_insert(parent, node, first))
            }
            Edit::InsertBefore(a, b) => {
                let (sibling, node) = (self.id(a), self.id(b));
                let expected = self
                    .model
                    .try_parent(sibling)
                    .and_then(|parent| self.model.try_insert(parent, node, Some(sibling)));
                (self.document.insert_before(sibling, node), expected)
            }
            Edit::InsertAfter(a, b) => {
                let (sibling, node) = (self.id(a), self.id(b));
                let expected = self.model.try_parent(sibling).and_then(|parent| {
                    let next = self.model.next_sibling(sibling);
                    self.model.try_insert(parent, node, next)
                });
                (self.document.insert_after(sibling, node), expected)
            }
            Edit::Replace(a, b) => {
                let (old, new) = (self.id(a), self.id(b));
                (self.document.replace_with(old, new), self.model.try_replace(old, new))
            }
            Edit::Wrap(a, b) => {
                let (node, wrapper) = (self.id(a), self.id(b));
                (self.document.wrap_in(node, wrapper), self.model.wrap(node, wrapper))
            }
            Edit::Unwrap(a) => {
                let node = self.id(a);
                let unused = *self.ids.iter().find(|id| !self.model.has(**id)).unwrap();
                (self.document.unwrap_element(node), self.model.unwrap(node, unused))
            }
            Edit::Detach(a) => {
                let node = self.id(a);
                let expected = self.model.known(node).map(|()| self.model.detach(node));
                (self.document.detach(node), expected)
            }
            Edit::RemoveChildren(a) => {
                let node = self.id(a);
                (self.document.remove_children(node), self.model.remove_children(node))
            }
            Edit::Discard(a) => {
                let node = self.id(a);
                let found = self.document.discard(node);
                assert!(found.is_err() || self.document.get(node).is_none());
                (found, self.discard(node))
            }
            Edit::Create(kind, text) => self.create(*kind, text),
            Edit::SetText(a, text) => {
                let node = self.id(a);
                let found = self.document.set_text(node, text);
                (found, self.set_text(node, text))
            }
            Edit::Rename(a, name) => {
                let node = self.id(a);
                (self.document.rename(node, name), self.model.rename(node, name))
            }
            Edit::Normalize(a) => {
                let node = self.id(a);
                let expected = self.model.known(node).map(|()| self.model.normalize(node));
                (self.document.normalize(node), expected)
            }
            Edit::Compact => {
                self.document.compact();
                (Ok(()), Ok(()))
            }
            Edit::SetAttribute(a, name, value) => {
                let node = self.id(a);
                let found = self.document.set_attr(node, name, value);
                (found, self.model.set_attr(node, name, value))
            }
            Edit::SetAttributeNs(a, namespace, name, value) => {
                let node = self.id(a);
                let found = self.document.set_attr_ns(node, *namespace, name, value);
                (found, self.model.set_attr_ns(node, *namespace, name, value))
            }
            Edit::RemoveAttribute(a, name) => {
                let node = self.id(a);
                let found = self.document.remove_attr(node, name);
                let expected =
                    self.model.element(node).map(|()| self.model.attribute_named(node, name));
                self.remove_attr(node, found, expected)
            }
            Edit::RemoveAttributeNs(a, namespace, name) => {
                let node = self.id(a);
                let found = self.document.remove_attr_ns(node, *namespace, name);
                let expected = self
                    .model
                    .element(node)
                    .map(|()| self.model.attribute_ns(node, *namespace, name));
                self.remove_attr(node, found, expected)
            }
            Edit::AddClass(a, class) => {
                let node = self.id(a);
                (self.document.add_class(node, class), self.model.change_class(node, class, true))
            }
            Edit::RemoveClass(a, class) => {
                let node = self.id(a);
                (
                    self.document.remove_class(node, class),
                    self.model.change_class(node, class, false),
                )
            }
            Edit::CloneNode(a) => {
                let node = self.id(a);
                let expected = self.model.copyable(node).map(|()| self.model.part(node));
                let found = self.document.clone_node(node);
                self.copied(found, expected)
            }
            Edit::CloneShallow(a) => {
                let node = self.id(a);
                let expected = self.model.copyable(node).map(|()| self.model.part_alone(node));
                let found = self.document.clone_shallow(node);
                self.copied(found, expected)
            }
            Edit::Import(a) => {
                let node = other_node(&self.other, a);
                let expected = other_part(node);
                let found = self.document.import_node(node);
                self.copied(found, expected)
            }
            Edit::Adopt(a) => {
                let node = other_node(&self.other, a);
                let (id, expected) = (node.id(), other_part(node));
                let stays = node.kind() == NodeKind::DocumentFragment || expected.is_err();
                let found = self.document.adopt_node(&mut self.other, id);
                assert_eq!(self.other.get(id).is_some(), stays);
                self.other.check_invariants().unwrap();
                self.copied(found, expected)
            }
            Edit::SetInnerHtml(a, html) => {
                let node = self.id(a);
                let expected = self.set_inner_html(node, html);
                self.parsed(expected, |document| document.set_inner_html(node, html))
            }
            Edit::SetOuterHtml(a, html) => {
                let node = self.id(a);
                let expected = self.adjacent(node, BeforeBegin, html);
                let (found, expected) =
                    self.parsed(expected, |document| document.set_outer_html(node, html));
                (found, expected.map(|()| self.model.detach(node)))
            }
            Edit::InsertAdjacentHtml(a, position, html) => {
                let node = self.id(a);
                let expected = self.adjacent(node, *position, html);
                self.parsed(expected, |document| {
                    document.insert_adjacent_html(node, *position, html)
                })
            }
        }
    }

    fn discard(&mut self, node: NodeId) -> Outcome {
        self.model.known(node)?;
        if node == self.document.root().id() || self.model.get(node).host.is_some() {
            return Err("RootDiscarded");
        }
        self.model.discard(node);
        Ok(())
    }

    /// Makes a node of some kind and takes it up in the model.
    fn create(&mut self, kind: usize, text: &'static str) -> (Result<(), TreeError>, Outcome) {
        let document = &mut self.document;
        let (made, refused) = match kind {
            0 | 1 => (document.create_text(text), None),
            2 => (document.create_comment(text), None),
            3 => (document.create_processing_instruction("t", text), None),
            4 => {
                let is_name = !text.contains([' ', '\n']);
                (
                    document.create_doctype(text, "p", text),
                    (!is_name).then_some("InvalidDoctypeName"),
                )
            }
            5 => (document.create_document_fragment(), None),
            _ => {
                let is_name = !text.is_empty() && !text.contains(' ');
                let made = match kind {
                    6 => document.create_element(text),
                    _ => document.create_element_ns(Namespace::Svg, text),
                };
                (made, (!is_name).then_some("InvalidElementName"))
            }
        };
        match (made, refused) {
            (Ok(id), None) => {
                let part = Part::read(self.document.node(id));
                let is_what_was_asked_for = match self.document.node(id).as_element() {
                    Some(element) if kind == 6 => element.name() == text.to_ascii_lowercase(),
                    Some(element) => {
                        element.name() == text && element.namespace() == Namespace::Svg
                    }
                    None => kind >= 4 || self.document.node(id).text_content() == text,
                };
                assert!(is_what_was_asked_for);
                self.model.add(&part, self.document.node(id));
                (Ok(()), Ok(()))
            }
            (made, refused) => (made.map(|_| ()), refused.map_or(Ok(()), Err)),
        }
    }

    fn set_text(&mut self, node: NodeId, text: &str) -> Outcome {
        self.model.known(node)?;
        match self.model.kind(node) {
            Kind::Document | Kind::Doctype => return Err("NoText"),
            Kind::Element | Kind::DocumentFragment => {
                self.model.remove_children(node)?;
                if let Some(child) = self.document.node(node).first_child() {
                    assert_eq!(child.as_text(), Some(text));
                    self.model.add(&Part::read(child), child);
                    self.model.insert(child.id(), node, None);
                } else {
                    assert_eq!(text, "");
                }
            }
            _ => self.model.get_mut(node).text = text.to_owned(),
        }
        Ok(())
    }

    fn remove_attr(
        &mut self,
        node: NodeId,
        found: Result<bool, TreeError>,
        expected: Result<Option<usize>, &'static str>,
    ) -> (Result<(), TreeError>, Outcome) {
        if let (Ok(found), Ok(expected)) = (&found, expected) {
            assert_eq!(*found, expected.is_some());
            expected.map(|position| self.model.get_mut(node).attributes.remove(position));
        }
        (found.map(|_| ()), expected.map(|_| ()))
    }

    /// Takes up a copy in the model.
    fn copied(
        &mut self,
        found: Result<NodeId, TreeError>,
        expected: Result<Part, &'static str>,
    ) -> (Result<(), TreeError>, Outcome) {
        if let (Ok(copy), Ok(part)) = (&found, &expected) {
            assert_eq!(Part::read(self.document.node(*copy)), *part);
            self.model.add(part, self.document.node(*copy));
        }
        (found.map(|_| ()), expected.map(|_| ()))
    }

    /// The steps of setting the inner HTML: the place of the content, and the content.
    fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<Place, &'static str> {
        self.model.known(node)?;
        let fragment = match self.document.node(node).as_element() {
            Some(element) => parse_fragment(element, html),
            None if self.model.kind(node) == Kind::DocumentFragment => parse_fragment(
                Context::html("template").quirks_mode(self.document.quirks_mode()),
                html,
            ),
            None => return Err("NotAnElement"),
        };
        let parent = self.model.get(node).contents.unwrap_or(node);
        self.model.remove_children(parent)?;
        Ok(Place { parent, before: None, parts: Part::read(fragment.root()).children().to_vec() })
    }

    fn adjacent(
        &mut self,
        node: NodeId,
        position: AdjacentPosition,
        html: &str,
    ) -> Result<Place, &'static str> {
        self.model.element(node)?;
        let first = self.model.get(node).children.first().copied();
        let (context, before) = match position {
            BeforeBegin => (self.model.try_parent(node)?, Some(node)),
            AfterBegin => (node, first),
            BeforeEnd => (node, None),
            AfterEnd => (self.model.try_parent(node)?, self.model.next_sibling(node)),
        };
        let element = self.document.node(context).as_element();
        let fragment = match element.filter(|element| element.name() != "html") {
            Some(element) => parse_fragment(element, html),
            None if self.model.kind(context) == Kind::Document => return Err("NoParent"),
            None => {
                parse_fragment(Context::html("body").quirks_mode(self.document.quirks_mode()), html)
            }
        };
        let parts = Part::read(fragment.root()).children().to_vec();
        Ok(Place { parent: context, before, parts })
    }

    /// Puts parsed content into both.
    fn parsed(
        &mut self,
        place: Result<Place, &'static str>,
        edit: impl FnOnce(&mut Document) -> Result<(), TreeError>,
    ) -> (Result<(), TreeError>, Outcome) {
        let found = edit(&mut self.document);
        let (Ok(()), Ok(Place { parent, before, parts })) = (&found, &place) else {
            return (found, place.map(|_| ()));
        };
        let children: Vec<NodeRef<'_>> = self.document.node(*parent).children().collect();
        let known = self.model.get(*parent).children.clone();
        let new = children.iter().filter(|child| !known.contains(&child.id()));
        for (part, child) in parts.iter().zip(new) {
            self.model.add(part, *child);
            self.model.insert(child.id(), *parent, *before);
        }
        (found, Ok(()))
    }
}

/// Where parsed content goes.
struct Place {
    parent: NodeId,
    before: Option<NodeId>,
    parts: Vec<Part>,
}

fn other_node<'a>(other: &'a Document, index: &Index) -> NodeRef<'a> {
    let all: Vec<_> = std::iter::once(other.root()).chain(other.descendants()).collect();
    *index.get(&all)
}

fn other_part(node: NodeRef<'_>) -> Result<Part, &'static str> {
    if node.kind() == NodeKind::Document { Err("DocumentCopied") } else { Ok(Part::read(node)) }
}

proptest! {
    #![proptest_config(config(512))]

    /// Not only sound but right: after every edit, all nodes ever seen are where the model has
    /// them.
    #[test]
    fn edits_do_what_the_standard_says(
        document in documents(),
        other in documents(),
        edits in prop::collection::vec(edit(), 1..40),
    ) {
        let mut pair = Pair::new(document, other);
        for edit in &edits {
            pair.apply(edit);
        }
        pair.model.assert_walks(&pair.document);
        let clone = pair.document.clone();
        pair.model.assert_is(&clone);
    }
}
