//! Source ranges of parsed nodes, as offsets in [`Document::source`]. They describe the original
//! parse and never change.

use std::ops::Range;

use crate::dom::{
    Cause, Document, ElementData, NodeData, NodeIndex, NodePosition, Original, Positions, Tree,
};
use crate::markup::{AttributeRanges, TagScanner};
use crate::names::{ElementName, known};
use crate::steps;
use crate::text::{Strings, attribute};

/// The places of the nodes of one document.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub(super) tree: &'a Tree,
    pub(super) strings: &'a Strings,
    pub(super) original: &'a Original,
    pub(super) positions: &'a Positions,
    pub(super) source: &'a str,
}

impl<'a> Places<'a> {
    /// Returns the places of a document that keeps its original.
    pub(super) fn of(document: &'a Document) -> Option<Self> {
        let Document { tree, strings, .. } = document;
        let (original, positions) = (tree.original()?, tree.positions()?);
        Some(Places { tree, strings, original, positions, source: strings.source() })
    }

    /// Whether the parser created a node.
    pub(super) fn is_parsed(&self, id: NodeIndex) -> bool {
        id.to_usize() < self.original.nodes().len()
    }

    /// Returns the recorded position of a node that the parser created.
    pub(super) fn position(&self, id: NodeIndex) -> Option<NodePosition> {
        self.positions.of(id, &self.original.node(id)?.data())
    }

    /// Returns the data that an element had when it was parsed.
    pub(super) fn element(&self, id: NodeIndex) -> Option<&'a ElementData> {
        self.original.node(id)?.element()
    }

    /// Returns the name that an element had when it was parsed.
    pub(super) fn name(&self, id: NodeIndex) -> Option<ElementName> {
        Some(self.element(id)?.name())
    }

    /// Returns the offset where a node starts. For a copy, that is where its original starts.
    pub(super) fn start(&self, id: NodeIndex) -> Option<usize> {
        Some(self.position(id)?.start())
    }

    /// Whether a node is a copy of another one, so that the source has no tags for it.
    pub(super) fn is_copy(&self, id: NodeIndex) -> bool {
        self.position(id).is_some_and(|position| matches!(position.cause, Cause::Copied(_)))
    }

    /// Returns whether two elements have the same name and attributes.
    #[inline(always)] // For each element of a document, most of which share their attributes.
    pub(super) fn is_same_element(&self, a: &ElementData, b: &ElementData) -> bool {
        a.name() == b.name()
            && (a.shares_attributes_with(b)
                || attribute::is_same_list(
                    self.tree.attributes_of(a),
                    self.tree.attributes_of(b),
                    self.strings,
                ))
    }

    /// Whether the node is an element without a start tag.
    pub(super) fn is_implied(&self, id: NodeIndex) -> bool {
        self.position(id).is_some_and(|position| position.is_implied)
    }

    fn source_from(&self, start: usize) -> &'a str {
        self.source.get(start..).unwrap_or("")
    }

    /// Returns the scanner of the start tag of an element, or of the `template` of a shadow root,
    /// with the offset where the tag starts.
    pub(super) fn start_tag_scanner(&self, id: NodeIndex) -> Option<(usize, TagScanner<'a>)> {
        let position = self.position(id)?;
        let is_tag = position.cause == Cause::Token && !position.is_implied;
        let is_element = matches!(
            self.original.node(id)?.data(),
            NodeData::Element(_) | NodeData::DocumentFragment
        );
        let start = position.start();
        let has_tag = is_tag && is_element;
        has_tag.then(|| (start, TagScanner::of_start_tag(self.source_from(start))))
    }

    /// Returns the range of the start tag.
    pub(super) fn start_tag(&self, id: NodeIndex) -> Option<Range<usize>> {
        let (start, scanner) = self.start_tag_scanner(id)?;
        Some(start..start + scanner.length())
    }

    /// Returns the range of the end tag. `None` if something else closed the element.
    pub(super) fn end_tag(&self, id: NodeIndex) -> Option<Range<usize>> {
        self.end_tag_of(&self.position(id)?)
    }

    /// Returns the range of the end tag of an element with this position.
    fn end_tag_of(&self, position: &NodePosition) -> Option<Range<usize>> {
        position.end_tag(self.source).filter(|_| !matches!(position.cause, Cause::Copied(_)))
    }

    /// Returns the offset where the content of an element starts: after its start tag, or where it
    /// was implied.
    pub(super) fn content_start(&self, id: NodeIndex) -> Option<usize> {
        match self.start_tag(id) {
            Some(tag) => Some(tag.end),
            None => self.start(id),
        }
    }

    /// Returns the offset where a node ends: after its end tag, or where it was closed without one.
    pub(super) fn own_end(&self, id: NodeIndex) -> Option<usize> {
        let position = self.position(id)?;
        let is_element = matches!(
            self.original.node(id)?.data(),
            NodeData::Element(_) | NodeData::DocumentFragment
        );
        if !is_element {
            return position.end();
        }
        if let Some(tag) = self.end_tag_of(&position) {
            return Some(tag.end);
        }
        let start = position.start();
        if position.is_implied && self.source_from(start).starts_with("</") {
            return self.positions.implied_by_end(id);
        }
        match position.end() {
            Some(end) if end > start => Some(end),
            _ => self.content_start(id),
        }
    }

    /// Whether an element was closed by its own start tag, as void elements are.
    pub(super) fn is_closed_by_start_tag(&self, id: NodeIndex) -> bool {
        self.position(id).is_some_and(|position| {
            !position.is_implied && position.end().is_some_and(|end| end <= position.start())
        })
    }

    /// Returns the largest end offset among a node, its last child, the last child of that, and so
    /// on. [`Layout::tail_end`](super::layout::Layout::tail_end) has it without a walk.
    pub(super) fn tail_end(&self, id: NodeIndex) -> Option<usize> {
        let mut end = self.own_end(id)?;
        let mut next = self.last_child(id);
        while let Some(id) = next {
            steps::count(1);
            end = end.max(self.own_end(id).unwrap_or(0));
            next = self.last_child(id);
        }
        Some(end)
    }

    /// Returns the last child that a node had when it was parsed; for a `template` without
    /// children, the last child of its contents.
    fn last_child(&self, id: NodeIndex) -> Option<NodeIndex> {
        let own = self.original.node(id)?.last_child();
        own.or_else(|| self.original.node(self.contents_of(id)?)?.last_child())
    }

    /// Returns the contents of a `template`.
    pub(super) fn contents_of(&self, id: NodeIndex) -> Option<NodeIndex> {
        let is_template = self.name(id)?.is_html(known::TEMPLATE);
        is_template.then(|| NodeIndex::new(id.to_usize() + 1))
    }

    /// Returns the parts of the source that the text of a text node was made of, each with the
    /// range of that text.
    pub(super) fn pieces(&self, id: NodeIndex) -> Vec<(Range<usize>, Range<usize>)> {
        let length = self.original.text(id, self.strings).len();
        let mut pieces = Vec::new();
        let mut start = 0;
        while start < length {
            let end = self.original.text_gap_after(id, start, self.strings).unwrap_or(length);
            if let Some(source) = self.original.source_of_text(id, start..end, self.strings) {
                pieces.push((start..end, source));
            }
            start = end.max(start + 1);
        }
        pieces
    }

    /// Returns the attributes in the start tag of an element, and in later `html` or `body` tags
    /// that were added to it, each with the offset of its tag.
    pub(super) fn attributes(&self, id: NodeIndex) -> Vec<(usize, AttributeRanges)> {
        let mut found = Vec::new();
        let mut scan = |start: usize, mut scanner: TagScanner<'_>| {
            while let Some(ranges) = scanner.next_attribute() {
                found.push((start, ranges));
            }
        };
        if let Some((start, scanner)) = self.start_tag_scanner(id) {
            scan(start, scanner);
        }
        if self.name(id).is_some_and(|name| name.is_html(known::HTML) || name.is_html(known::BODY))
        {
            let mut index = 0;
            while let Some((start, next)) = self.positions.later_tag_of(id, index) {
                scan(start, TagScanner::of_start_tag(self.source_from(start)));
                index = next;
            }
        }
        found
    }
}
