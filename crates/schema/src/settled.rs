//! Which elements of a growing document no later byte can change.

use std::collections::HashMap;

use consomme::markup::content_has_flow;
use consomme::{Document, ElementRef, NodeId, NodeRef};

/// The part of a growing document that no later byte can change.
///
/// Later tokens insert at the end of an open element, before an open table, or at the end of the
/// `head`; and they move the content of open formatting elements. So an element stays as it is if the
/// first open element that moves others comes after it, and if each other open element is around
/// it or comes after it. Two more things change nodes far back: a `frameset` takes the place of a
/// `body` without text, and `<template for>` fills in what processing instructions mark.
#[derive(Debug)]
pub(crate) struct Settled<'d> {
    /// The place of each element in tree order.
    order: HashMap<NodeId, usize>,
    /// The places of the open elements, in ascending order.
    open: Vec<usize>,
    /// The open elements and all elements around them.
    around: HashMap<NodeId, ()>,
    /// The first place from which on nodes may move.
    first_moving: usize,
    /// Whether the `body` stays.
    keeps_body: bool,
    body: Option<ElementRef<'d>>,
    head: Option<ElementRef<'d>>,
}

impl<'d> Settled<'d> {
    pub(crate) fn new(document: &'d Document, open: &[NodeId]) -> Settled<'d> {
        let mut settled = Settled {
            order: HashMap::new(),
            open: Vec::new(),
            around: HashMap::new(),
            first_moving: usize::MAX,
            keeps_body: false,
            body: document.body(),
            head: document.head(),
        };
        settled.walk(document);
        settled.add_open(document, open);
        settled
    }

    /// Numbers the elements, and looks for what decides other questions.
    fn walk(&mut self, document: &'d Document) {
        for (place, node) in document.descendants().enumerate() {
            if let Some(element) = node.as_element() {
                self.order.insert(element.id(), place);
            } else if node.as_processing_instruction().is_some() {
                // It may be a marker of `<template for>`.
                self.first_moving = self.first_moving.min(place);
            } else if !self.keeps_body {
                self.keeps_body = self.is_text_of_body(node);
            }
        }
    }

    fn add_open(&mut self, document: &'d Document, open: &[NodeId]) {
        let elements = open.iter().filter_map(|id| document.element(*id));
        // Until there is a body, later tags may still belong to the head.
        let head = self.head.filter(|_| self.body.is_none());
        for element in elements.chain(head) {
            // An element in a template is in another tree.
            let Some(&place) = self.order.get(&element.id()) else { continue };
            self.open.push(place);
            if moves_others(element) {
                self.first_moving = self.first_moving.min(self.start_of_moving(element, place));
            }
            for around in element.as_node().inclusive_ancestors() {
                if self.around.insert(around.id(), ()).is_some() {
                    break;
                }
            }
        }
        self.open.sort_unstable();
    }

    /// Returns the first place that an open element can move. The elements right before an open
    /// table may be in it, as far as the parser is concerned: they were inserted there by foster
    /// parenting, and may be open.
    fn start_of_moving(&self, element: ElementRef<'d>, place: usize) -> usize {
        if element.name() != "table" {
            return place;
        }
        let parent = element.parent().and_then(|parent| self.order.get(&parent.id()));
        parent.map_or(0, |parent| parent + 1)
    }

    /// Whether a node is a text that only the rules for the body insert.
    fn is_text_of_body(&self, node: NodeRef<'d>) -> bool {
        let Some(body) = self.body else { return false };
        let is_text = node.as_text().is_some_and(|text| !text.trim_ascii().is_empty());
        let parent = node.parent().and_then(NodeRef::as_element);
        is_text
            && parent.is_some_and(|parent| content_has_flow(parent.element_name()))
            && body.as_node().contains(node)
    }

    /// Whether an element stays where it is, and nothing more will come before it.
    pub(crate) fn has_place(&self, element: ElementRef<'_>) -> bool {
        let Some(&place) = self.order.get(&element.id()) else { return false };
        if place >= self.first_moving {
            return false;
        }
        // Open elements before it must be around it: as many of them as there are before it.
        let before = self.open.partition_point(|open| *open < place);
        let open_ancestors = element.ancestors().filter(|node| {
            let place = self.order.get(&node.id());
            place.is_some_and(|place| self.open.binary_search(place).is_ok())
        });
        let is_before_body = element.parent().is_none_or(|parent| parent.as_element().is_none())
            || self.head.is_some_and(|head| head.as_node().contains(element.as_node()));
        open_ancestors.count() >= before && (self.keeps_body || is_before_body)
    }

    /// Whether an element has its place, and its content is complete: no open element and no marker
    /// is in it.
    pub(crate) fn is_complete(&self, element: ElementRef<'_>) -> bool {
        let Some(&place) = self.order.get(&element.id()) else { return false };
        let end = place + element.as_node().inclusive_descendants().count();
        self.has_place(element)
            && end <= self.first_moving
            && !self.around.contains_key(&element.id())
    }
}

/// Whether an open element can move others, or change them: the adoption agency algorithm moves
/// the content of an element that formats, foster parenting inserts before a table, and an option
/// changes what its `select` shows.
fn moves_others(element: ElementRef<'_>) -> bool {
    element.element_name().is_formatting()
        || ["table", "select", "selectedcontent"].iter().any(|name| element.is_html(name))
}
