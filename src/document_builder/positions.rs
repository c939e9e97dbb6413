//! Records where in the source each node comes from, and why it is where it is: the calls of the
//! group "positions" of [`TreeSink`](crate::sink::TreeSink).

use std::ops::Range;

use crate::dom::{Cause, NodeData, NodeIndex, NodePosition, Positions, Tree, UNKNOWN_OFFSET};
use crate::text::{Span, Strings};
use crate::tree_sink::{ClosedBy, Reason};

/// The positions recorded so far, and the state for the next ones.
#[derive(Debug)]
pub(super) struct PositionRecorder {
    positions: Box<Positions>,
    /// The texts that are in the tail, or were once.
    texts_in_tail: Vec<NodeIndex>,
    /// The current token, without the text at its start that text nodes have already taken. Not
    /// known before the first one.
    token_start: u32,
    token_end: u32,
    /// Why the next copy is made.
    copy_reason: Option<Reason>,
    /// Why the next new node is not where the source has it.
    move_reason: Option<Reason>,
}

impl PositionRecorder {
    /// A recorder with capacity for `nodes` nodes.
    pub(super) fn with_capacity(nodes: usize) -> Self {
        PositionRecorder {
            positions: Box::new(Positions::with_capacity(nodes)),
            texts_in_tail: Vec::new(),
            token_start: UNKNOWN_OFFSET,
            token_end: UNKNOWN_OFFSET,
            copy_reason: None,
            move_reason: None,
        }
    }

    /// Moves the recorded positions to a tree, and drops what `strings` have noted about the source
    /// of anything but its texts.
    // Never inlined: it runs only with positions.
    #[inline(never)]
    pub(super) fn finish(mut self, tree: &mut Tree, strings: &mut Strings) {
        // A document whose loan was forgotten is lost: an empty tree is in its place.
        let texts = self.texts_in_tail.iter().filter(|id| tree.has(**id));
        let spans = texts.filter_map(|id| match tree.node(*id).data() {
            NodeData::Text(span) => Some(span),
            _ => None,
        });
        strings.keep_ranges_of(spans.collect());
        self.positions.finish(tree.nodes().len());
        tree.set_positions(self.positions);
    }

    /// Prepares for the tree to be lent and edited.
    pub(super) fn suspend(&mut self, tree: &Tree) {
        self.positions.keep_all(tree.nodes());
    }

    /// Goes on after the tree was lent.
    pub(super) fn resume(&mut self, tree: &Tree) {
        self.positions.resume(tree.nodes().len());
    }

    /// Starts a token: the next calls are for it.
    #[inline]
    pub(super) fn token(&mut self, source: Range<usize>) {
        (self.token_start, self.token_end) = (source.start as u32, source.end as u32);
        (self.copy_reason, self.move_reason) = (None, None);
    }

    /// Keeps the reason for the next copy, or for the next move.
    pub(super) fn explain(&mut self, reason: Reason) {
        match reason {
            Reason::Reconstruction | Reason::AdoptionAgency => self.copy_reason = Some(reason),
            _ => self.move_reason = Some(reason),
        }
    }

    /// Records that a node with this data moved.
    pub(super) fn moved(&mut self, id: NodeIndex, data: &NodeData, reason: Reason) {
        self.positions.keep(id, data);
        let reason = self.move_reason.take().unwrap_or(reason);
        if let Some(position) = self.positions.get_mut(id) {
            position.moved = Some(reason);
        }
    }

    /// Records an element that was created for the start tag at `source`, or without one if
    /// `source` is empty.
    // Inlined, because it runs for each start tag.
    #[inline(always)]
    pub(super) fn element_created(&mut self, id: NodeIndex, source: Range<usize>) {
        if source.is_empty() {
            self.element_implied(id);
        } else {
            self.created(id, (source.start as u32, UNKNOWN_OFFSET));
        }
    }

    /// Records an element that was created without a start tag.
    // Cold: it keeps the rare case out of `element_created`.
    #[cold]
    fn element_implied(&mut self, id: NodeIndex) {
        // The `html` element that a fragment is parsed in exists before all tokens.
        if self.token_end != UNKNOWN_OFFSET {
            self.positions.note_implied(id, self.token_end);
        }
        let moved = self.move_reason.take();
        let position = NodePosition {
            start: self.token_start,
            cause: Cause::Token,
            is_implied: true,
            ..NodePosition::UNKNOWN
        };
        self.positions.set(id, NodePosition { moved, ..position });
    }

    /// Records a node that the current token represents: a comment, for example.
    pub(super) fn token_created(&mut self, id: NodeIndex) {
        self.created(id, (self.token_start, self.token_end));
    }

    /// Whether a text needs no record that is about to be created: it is a span of the source, and
    /// nothing moves it. Notes that the text is taken.
    #[inline]
    pub(super) fn is_told_by(&mut self, text: Span) -> bool {
        if !text.is_of_source() || self.move_reason.is_some() {
            return false;
        }
        self.advance(text.end());
        true
    }

    /// Records a text that was created.
    // Never inlined: most texts need no record.
    #[inline(never)]
    pub(super) fn text_created(&mut self, id: NodeIndex, text: Span, strings: &Strings) {
        let (start, end) = self.range_or_token(strings.range_in_source(text));
        self.texts_in_tail.extend((!text.is_of_source()).then_some(id));
        self.created(id, (start, end));
        self.advance(end);
    }

    /// Records that a text is about to be added to a text with this data.
    pub(super) fn text_extended(
        &mut self,
        id: NodeIndex,
        data: &NodeData,
        more: Span,
        strings: &Strings,
    ) {
        let (start, end) = self.range_or_token(strings.range_in_source(more));
        if let NodeData::Text(span) = data
            && span.is_of_source()
            && span.joined(more).is_none()
        {
            self.positions.keep(id, data);
            self.texts_in_tail.push(id);
        }
        if let Some(position) = self.positions.get_mut(id)
            && position.cause != Cause::Unknown
        {
            position.start = position.start.min(start);
            position.end = position.end.max(end);
        }
        self.move_reason = None;
        self.advance(end);
    }

    /// Returns a range as offsets; that of the current token for `None`.
    #[inline]
    fn range_or_token(&self, source: Option<Range<usize>>) -> (u32, u32) {
        match source {
            Some(range) => (range.start as u32, range.end as u32),
            None => (self.token_start, self.token_end),
        }
    }

    /// Shortens the current token to its part after `end`, if `end` is inside it.
    #[inline]
    fn advance(&mut self, end: u32) {
        if end <= self.token_end {
            self.token_start = self.token_start.max(end);
        }
    }

    #[inline]
    fn created(&mut self, id: NodeIndex, (start, end): (u32, u32)) {
        let moved = self.move_reason.take();
        let cause = Cause::Token;
        self.positions.set(id, NodePosition { start, end, cause, moved, ..NodePosition::UNKNOWN });
    }

    /// Records a copy of an element. The copy is open, so its end is not known.
    pub(super) fn element_copied(&mut self, from: NodeIndex, to: NodeIndex) {
        let moved = self.move_reason.take();
        let Some(&mut position) = self.positions.get_mut(from) else {
            debug_assert!(false, "every element that the tree builder creates is recorded");
            return;
        };
        let cause = Cause::Copied(self.copy_reason.take().unwrap_or(Reason::Reconstruction));
        let end = UNKNOWN_OFFSET;
        let copied = NodePosition { end, has_end_tag: false, cause, moved, ..position };
        self.positions.set(to, copied);
        self.positions.note_copy(from, to);
    }

    /// Records a copy of a node of the selected `option`, for a `selectedcontent`. Both have this
    /// data.
    pub(super) fn node_copied(&mut self, from: NodeIndex, to: NodeIndex, data: &NodeData) {
        if let Some(position) = self.positions.of(from, data) {
            let is_in_tail = matches!(data, NodeData::Text(span) if !span.is_of_source());
            self.texts_in_tail.extend(is_in_tail.then_some(to));
            let cause = Cause::Copied(Reason::SelectedContent);
            self.positions.set(to, NodePosition { cause, moved: None, ..position });
            self.positions.note_copy(from, to);
        }
    }

    /// Records that the current token closed an element, and how. Of several, the first counts.
    #[inline]
    pub(super) fn closed(&mut self, id: NodeIndex, by: ClosedBy) {
        if let Some(position) = self.positions.get_mut(id)
            && position.end == UNKNOWN_OFFSET
        {
            position.end = self.token_start;
            position.has_end_tag = by == ClosedBy::OwnEndTag;
        }
    }

    /// Records that attributes of the current token, a start tag, were added to an element.
    pub(super) fn attributes_added(&mut self, id: NodeIndex) {
        self.positions.note_later_tag(id, self.token_start);
    }
}
