//! The invariants of every tree, for tests and fuzz targets to check.

use crate::names::{LocalName, known};
use crate::sorting;
use crate::text::{Attribute, Span, Strings};

use super::id::NodeIndex;
use super::node::{ElementData, Instruction, Node, NodeData};
use super::tree::{Tree, contents_id};

/// Checks that a tree is sound in itself: links agree with each other, no node is below itself,
/// template contents stand apart, texts lie in the text of the document, attributes are unique.
/// Takes time linear in the size of the tree but for sorting. The error describes the invariant
/// that does not hold.
pub(crate) fn check(tree: &Tree, strings: &Strings) -> Result<(), String> {
    let checker = Checker { tree, strings };
    checker.check_roots()?;
    for index in 1..tree.nodes.len() {
        let id = NodeIndex::new(index);
        checker.check_links(id).map_err(|error| format!("{id:?}: {error}"))?;
        checker.check_data(id).map_err(|error| format!("{id:?}: {error}"))?;
    }
    tree.check_shadow_roots()?;
    tree.check_form_owners()?;
    checker.check_order()?;
    checker.check_owned_attributes()
}

/// Checks the invariants that hold in addition after parsing and before any edit: no text is empty,
/// and none is adjacent to another, unless a `<template for>` removed the nodes between them.
pub(crate) fn check_parsed(tree: &Tree, strings: &Strings) -> Result<(), String> {
    check(tree, strings)?;
    let may_touch = strings.source().contains("<?");
    for index in 1..tree.nodes.len() {
        let id = NodeIndex::new(index);
        if tree.is_text(id) {
            if tree.text(id, strings).is_empty() {
                return Err(format!("{id:?} is an empty text"));
            }
            let next = tree.node(id).next_sibling;
            if !may_touch && next.is_some_and(|next| tree.is_text(next)) {
                return Err(format!("{id:?} is a text right before another"));
            }
        }
    }
    Ok(())
}

struct Checker<'a> {
    tree: &'a Tree,
    strings: &'a Strings,
}

impl Checker<'_> {
    fn check_roots(&self) -> Result<(), String> {
        let [unused, root, ..] = &self.tree.nodes[..] else {
            return Err("there is no root".to_owned());
        };
        if has_links(unused) {
            return Err("the unused node has links".to_owned());
        }
        if !matches!(root.data, NodeData::Document | NodeData::DocumentFragment) {
            return Err("the root is neither a document nor a document fragment".to_owned());
        }
        Ok(())
    }

    /// Checks that every link of a node has its counterpart in the node that it leads to.
    fn check_links(&self, id: NodeIndex) -> Result<(), String> {
        let node = self.tree.node(id);
        let links = [
            node.parent,
            node.first_child,
            node.last_child,
            node.previous_sibling,
            node.next_sibling,
        ];
        if links.into_iter().flatten().any(|other| other.to_usize() >= self.tree.nodes.len()) {
            return Err("a link leads out of the arena".to_owned());
        }
        if self.tree.is_discarded(id) && links.into_iter().any(|link| link.is_some()) {
            return Err("it was discarded and has links".to_owned());
        }
        let agree = |held: bool, what: &str| if held { Ok(()) } else { Err(what.to_owned()) };
        match node.parent {
            None => agree(
                node.previous_sibling.is_none() && node.next_sibling.is_none(),
                "it has siblings and no parent",
            )?,
            Some(parent) => {
                let parent = self.tree.node(parent);
                let is_first = parent.first_child == Some(id);
                let is_last = parent.last_child == Some(id);
                agree(
                    is_first == node.previous_sibling.is_none(),
                    "first child and previous sibling differ",
                )?;
                agree(
                    is_last == node.next_sibling.is_none(),
                    "last child and next sibling differ",
                )?;
            }
        }
        if let Some(previous) = node.previous_sibling {
            let previous = self.tree.node(previous);
            agree(previous.next_sibling == Some(id), "its previous sibling has another next one")?;
            agree(previous.parent == node.parent, "its previous sibling has another parent")?;
        }
        if let Some(next) = node.next_sibling {
            agree(
                self.tree.node(next).previous_sibling == Some(id),
                "its next sibling has another previous one",
            )?;
        }
        agree(
            node.first_child.is_some() == node.last_child.is_some(),
            "it has a first or a last child only",
        )?;
        for child in [node.first_child, node.last_child].into_iter().flatten() {
            agree(self.tree.node(child).parent == Some(id), "a child of it has another parent")?;
        }
        let may_be_parent = matches!(
            node.data,
            NodeData::Document | NodeData::DocumentFragment | NodeData::Element(_)
        );
        agree(may_be_parent || node.first_child.is_none(), "it can't have children, and has")
    }

    /// Checks that the data of a node exists and that the node is where its kind may be.
    fn check_data(&self, id: NodeIndex) -> Result<(), String> {
        let node = self.tree.node(id);
        let in_document = node
            .parent
            .is_some_and(|parent| matches!(self.tree.node(parent).data, NodeData::Document));
        match node.data {
            NodeData::Document if id != self.tree.root_index() => {
                Err("it is a second document".to_owned())
            }
            NodeData::Document | NodeData::DocumentFragment if node.parent.is_some() => {
                Err("a root has a parent".to_owned())
            }
            NodeData::Document => self.check_children_of_document(),
            NodeData::DocumentFragment => Ok(()),
            NodeData::Doctype(_) if node.parent.is_some() && !in_document => {
                Err("a doctype is not in a document".to_owned())
            }
            NodeData::Doctype(index) => {
                let doctype =
                    self.tree.doctypes.get(index as usize).ok_or("there is no such doctype")?;
                self.check_span(doctype.name)?;
                self.check_span(doctype.public_id)?;
                self.check_span(doctype.system_id)
            }
            NodeData::Text(_) | NodeData::LongText(_) if in_document => {
                Err("a text is in a document".to_owned())
            }
            NodeData::LongText(index) if index as usize >= self.tree.long_texts.len() => {
                Err("there is no such long text".to_owned())
            }
            NodeData::LongText(_) => Ok(()),
            NodeData::Text(span) | NodeData::Comment(span) => self.check_span(span),
            NodeData::ProcessingInstruction(index) => {
                let instruction = self.tree.instructions.get(index as usize);
                let Instruction { target, data } =
                    *instruction.ok_or("there is no such instruction")?;
                self.check_name(target)?;
                self.check_span(data)
            }
            NodeData::Element(element) => self.check_element(id, &element),
        }
    }

    fn check_children_of_document(&self) -> Result<(), String> {
        let mut doctypes = 0;
        let mut elements = 0;
        let mut next = self.tree.node(self.tree.root_index()).first_child;
        while let Some(id) = next {
            match self.tree.node(id).data {
                NodeData::Doctype(_) if elements > 0 => {
                    return Err("a doctype is after the document element".to_owned());
                }
                NodeData::Doctype(_) => doctypes += 1,
                NodeData::Element(_) => elements += 1,
                _ => {}
            }
            // Cycles are for `check_order` to find, which runs later.
            if doctypes > 1 || elements > 1 {
                return Err("the document has two doctypes or elements".to_owned());
            }
            next = self.tree.node(id).next_sibling.filter(|next| *next != id);
        }
        Ok(())
    }

    fn check_element(&self, id: NodeIndex, element: &ElementData) -> Result<(), String> {
        self.check_name(element.name().local)?;
        let range = element.attribute_range();
        let attributes =
            self.tree.attributes.get(range).ok_or("its attributes are not in the list")?;
        for attribute in attributes {
            self.check_name(attribute.name.local())?;
            self.check_span(attribute.value)?;
        }
        let key = |attribute: &Attribute| (attribute.namespace().url(), attribute.name());
        let mut keys: Vec<_> = attributes.iter().map(key).collect();
        sorting::sort(&mut keys);
        if keys.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two attributes have one name".to_owned());
        }
        if element.name().is_html(known::TEMPLATE) {
            match self.tree.nodes.get(contents_id(id).to_usize()) {
                Some(Node { data: NodeData::DocumentFragment, .. }) => {}
                _ => return Err("a template has no contents".to_owned()),
            }
        }
        Ok(())
    }

    fn check_span(&self, span: Span) -> Result<(), String> {
        match self.strings.try_get(span) {
            Some(_) => Ok(()),
            None => Err(format!("{span:?} is no text of the document")),
        }
    }

    fn check_name(&self, name: LocalName) -> Result<(), String> {
        if self.strings.name(name).is_empty() {
            Err(format!("{name:?} is no name"))
        } else {
            Ok(())
        }
    }

    /// Checks that a walk from the nodes without a parent reaches every node, and each once: no
    /// node is its own descendant. The contents of a `template` and the shadow root of an element
    /// count as their descendants here.
    fn check_order(&self) -> Result<(), String> {
        let all = self.tree.nodes.len();
        let mut reached = vec![false; all];
        let mut waiting: Vec<NodeIndex> = (1..all)
            .map(NodeIndex::new)
            .filter(|id| self.tree.node(*id).parent.is_none() && self.tree.host_of(*id).is_none())
            .collect();
        let mut count = 0;
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut reached[id.to_usize()], true) {
                return Err(format!("{id:?} is reached twice"));
            }
            count += 1;
            if self.tree.is_html(id, known::TEMPLATE)
                && self.tree.host_of(self.tree.contents_of(id)) == Some(id)
            {
                waiting.push(self.tree.contents_of(id));
            }
            waiting.extend(self.tree.shadow_root_of(id));
            // The number of siblings is bounded, so that a cycle of siblings ends too.
            let mut next = self.tree.node(id).first_child;
            let mut siblings = 0;
            while let Some(child) = next {
                siblings += 1;
                if siblings > all {
                    return Err(format!("the siblings below {id:?} form a cycle"));
                }
                if self.tree.node(child).parent != Some(id) {
                    return Err(format!(
                        "{child:?} is among the children of {id:?}, which is not its parent"
                    ));
                }
                waiting.push(child);
                next = self.tree.node(child).next_sibling;
            }
        }
        if count + 1 == all {
            Ok(())
        } else {
            Err(format!("{count} of {} nodes are reached", all - 1))
        }
    }

    /// Checks that no element shares the attributes that another may change in place.
    fn check_owned_attributes(&self) -> Result<(), String> {
        let mut ranges: Vec<(u32, u32, NodeIndex, bool)> = Vec::new();
        for index in 1..self.tree.nodes.len() {
            let id = NodeIndex::new(index);
            if let Some(element) = self.tree.element(id) {
                let capacity = self.tree.attribute_capacity(id);
                if capacity.is_some_and(|slots| (slots as usize) < element.attribute_count()) {
                    return Err(format!("{id:?} has more attributes than capacity"));
                }
                let length = capacity.unwrap_or(element.attribute_count() as u32);
                if length > 0 {
                    let first = element.first_attribute;
                    ranges.push((first, first.saturating_add(length), id, capacity.is_some()));
                }
            }
        }
        sorting::sort(&mut ranges);
        let mut furthest: Option<(u32, NodeIndex, bool)> = None;
        for (first, end, id, is_owned) in ranges {
            if let Some((furthest_end, other, other_is_owned)) = furthest
                && first < furthest_end
                && (is_owned || other_is_owned)
            {
                return Err(format!("{id:?} and {other:?} share attributes that one of them owns"));
            }
            if furthest.is_none_or(|(furthest_end, ..)| end >= furthest_end) {
                furthest = Some((end, id, is_owned));
            }
        }
        Ok(())
    }
}

fn has_links(node: &Node) -> bool {
    node.parent.is_some()
        || node.first_child.is_some()
        || node.last_child.is_some()
        || node.previous_sibling.is_some()
        || node.next_sibling.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, parse_fragment};

    /// The checker itself is tested: it names each kind of damage.
    #[test]
    fn every_kind_of_damage_is_found() {
        type Damage = fn(&mut Document);
        // Indices: root (1), the `html` element of the fragment parse (2), p (3), its text (4),
        // template (5), its contents (6), their text (7).
        let cases: &[(&str, Damage)] = &[
            ("has another parent", |d| d.tree.nodes[3].parent = None),
            ("leads out of the arena", |d| {
                d.tree.nodes[3].next_sibling = Some(NodeIndex::new(99));
            }),
            ("next sibling has another", |d| d.tree.nodes[5].previous_sibling = None),
            ("can't have children", |d| {
                d.tree.nodes[4].first_child = Some(NodeIndex::new(3));
                d.tree.nodes[4].last_child = Some(NodeIndex::new(3));
                d.tree.nodes[3].parent = Some(NodeIndex::new(4));
                d.tree.nodes[3].next_sibling = None;
                d.tree.nodes[1].first_child = Some(NodeIndex::new(5));
                d.tree.nodes[5].previous_sibling = None;
            }),
            ("is no text of the document", |d| {
                d.tree.nodes[4].data = NodeData::Text(Span::of_source(0, 1 << 20));
            }),
            ("a template has no contents", |d| {
                d.tree.nodes[6].data = NodeData::Comment(Span::EMPTY);
            }),
            ("two attributes have one name", |d| {
                let first = d.tree.attributes[0];
                d.tree.attributes[1] = first;
            }),
            ("its attributes are not in the list", |d| d.tree.attributes.truncate(1)),
            ("share attributes", |d| {
                d.tree.clone_node(NodeIndex::new(3));
                let rare = d.tree.rare_data_or_new();
                rare.attribute_capacities.insert(NodeIndex::new(3), 2);
            }),
            ("nodes are reached", |d| {
                // Two elements, each in the other.
                for (a, b) in [(3, 5), (5, 3)] {
                    let link = Some(NodeIndex::new(b));
                    let node = &mut d.tree.nodes[a];
                    (node.parent, node.first_child, node.last_child) = (link, link, link);
                    (node.previous_sibling, node.next_sibling) = (None, None);
                }
                d.tree.nodes[4].parent = None;
                (d.tree.nodes[1].first_child, d.tree.nodes[1].last_child) = (None, None);
            }),
        ];
        for (expected, damage) in cases {
            let mut document = parse_fragment("div", "<p a=1 b=2>text</p><template>x</template>");
            assert_eq!(document.check_invariants(), Ok(()));
            damage(&mut document);
            let error = document.check_invariants().expect_err(expected);
            assert!(error.contains(expected), "{expected}: {error}");
        }
    }
}
