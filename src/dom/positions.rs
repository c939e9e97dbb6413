//! Where nodes stand in the source and why they are there, noted while the tree is built.

use std::ops::Range;

use crate::tree_sink::Reason;

use super::node::NodeId;

/// Stands for an offset that is not known.
const UNKNOWN: u32 = u32::MAX;

/// How a node came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// Nothing is known of it: the parser did not make it.
    Unknown,
    /// The parser made it for a token.
    Token,
    /// It is a copy of another node.
    Copied(Reason),
}

/// What is known of a node. Offsets are those of bytes of the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The start tag of an element, which for a copy is that of the first element, or the token that implies it; from
    /// the first to the last piece of a text; the whole of any other node.
    start: u32,
    end: u32,
    /// The token that closed an element.
    closed_start: u32,
    closed_end: u32,
    pub(super) cause: Cause,
    /// It is an element without a start tag.
    pub(super) is_implied: bool,
    /// Why it is not where the source has it.
    pub(super) moved: Option<Reason>,
}

impl Place {
    const UNKNOWN: Place = Place {
        start: UNKNOWN,
        end: UNKNOWN,
        closed_start: UNKNOWN,
        closed_end: UNKNOWN,
        cause: Cause::Unknown,
        is_implied: false,
        moved: None,
    };

    /// The tag, token or text. See the fields.
    pub(super) fn range(&self) -> Option<Range<usize>> {
        (self.start != UNKNOWN).then_some(self.start as usize..self.end as usize)
    }

    /// The token that closed the element.
    pub(super) fn closed_by(&self) -> Option<Range<usize>> {
        (self.closed_start != UNKNOWN).then_some(self.closed_start as usize..self.closed_end as usize)
    }
}

/// What is known of the nodes of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// By the index of the node, as far as nodes are known.
    places: Vec<Place>,
    /// The start tags of `html` and `body` that came later and whose attributes were added, with the element.
    later_tags: Vec<(NodeId, u32, u32)>,
    /// The token at hand, without the text at its start that is dealt with.
    token_start: u32,
    token_end: u32,
    /// Why the next copy is made.
    copy_reason: Option<Reason>,
    /// Why the next new node is not where the source has it.
    move_reason: Option<Reason>,
    /// Parsing has ended.
    finished: bool,
}

impl Positions {
    /// With room for that many nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Positions { places: Vec::with_capacity(nodes), ..Positions::default() }
    }

    /// What is known of a node.
    pub(super) fn get(&self, id: NodeId) -> Option<&Place> {
        self.places.get(id.index())
    }

    /// Of the later start tags whose attributes were added to any element, from the one at that index on, the first
    /// that is for this element, and the index behind it.
    pub(super) fn later_tag_of(&self, id: NodeId, index: usize) -> Option<(Range<usize>, usize)> {
        let found = self.later_tags[index..].iter().position(|(element, ..)| *element == id)?;
        let (_, start, end) = self.later_tags[index + found];
        Some((start as usize..end as usize, index + found + 1))
    }

    /// The next calls are for the token that stands there.
    #[inline]
    pub(super) fn token(&mut self, source: Range<usize>) {
        (self.token_start, self.token_end) = (source.start as u32, source.end as u32);
        (self.copy_reason, self.move_reason) = (None, None);
    }

    /// What the parser does next, and why.
    pub(super) fn explain(&mut self, reason: Reason) {
        match reason {
            Reason::Reconstruction | Reason::AdoptionAgency => self.copy_reason = Some(reason),
            _ => self.move_reason = Some(reason),
        }
    }

    /// A node was moved.
    pub(super) fn moved(&mut self, id: NodeId, reason: Reason) {
        let reason = self.move_reason.take().unwrap_or(reason);
        if let Some(place) = self.places.get_mut(id.index()) {
            place.moved = Some(reason);
        }
    }

    /// An element was made for a start tag, or without one, where `source` is empty.
    #[inline]
    pub(super) fn element_created(&mut self, id: NodeId, source: Range<usize>) {
        if source.is_empty() {
            self.created(id, (self.token_start, self.token_end), true);
        } else {
            self.created(id, (source.start as u32, source.end as u32), false);
        }
    }

    /// A node was made that is the token at hand.
    pub(super) fn token_created(&mut self, id: NodeId) {
        self.created(id, (self.token_start, self.token_end), false);
    }

    /// A text was made of these bytes; of the token at hand, if that is not known.
    #[inline]
    pub(super) fn text_created(&mut self, id: NodeId, source: Option<Range<usize>>) {
        let (start, end) = self.range_or_token(source);
        self.created(id, (start, end), false);
        self.advance(end);
    }

    /// These bytes were added to a text; those of the token at hand, if that is not known.
    #[inline]
    pub(super) fn text_extended(&mut self, id: NodeId, source: Option<Range<usize>>) {
        let (start, end) = self.range_or_token(source);
        if let Some(place) = self.places.get_mut(id.index()) {
            place.start = place.start.min(start);
            place.end = place.end.max(end);
        }
        self.move_reason = None;
        self.advance(end);
    }

    #[inline]
    fn range_or_token(&self, source: Option<Range<usize>>) -> (u32, u32) {
        match source {
            Some(range) => (range.start as u32, range.end as u32),
            None => (self.token_start, self.token_end),
        }
    }

    /// The token at hand is dealt with up to `end`, if that is in it.
    #[inline]
    fn advance(&mut self, end: u32) {
        if (self.token_start..=self.token_end).contains(&end) {
            self.token_start = end;
        }
    }

    #[inline]
    fn created(&mut self, id: NodeId, (start, end): (u32, u32), is_implied: bool) {
        let moved = self.move_reason.take();
        self.set(id, Place { start, end, cause: Cause::Token, is_implied, moved, ..Place::UNKNOWN });
    }

    #[inline]
    fn set(&mut self, id: NodeId, place: Place) {
        let index = id.index();
        if index >= self.places.len() {
            self.places.resize(index, Place::UNKNOWN);
            self.places.push(place);
        } else {
            self.places[index] = place;
        }
    }

    /// An element was copied, which is open now.
    pub(super) fn element_copied(&mut self, from: NodeId, to: NodeId) {
        let moved = self.move_reason.take();
        let Some(&Place { start, end, .. }) = self.get(from) else { return };
        let cause = Cause::Copied(self.copy_reason.take().unwrap_or(Reason::Reconstruction));
        self.set(to, Place { start, end, cause, moved, ..Place::UNKNOWN });
    }

    /// A node of an option was copied with all that is in it. A copy made after parsing is not the parser's.
    pub(super) fn node_copied(&mut self, from: NodeId, to: NodeId) {
        if let Some(&place) = self.get(from)
            && !self.finished
        {
            self.set(to, Place { cause: Cause::Copied(Reason::SelectedContent), moved: None, ..place });
        }
    }

    /// The token at hand closed an element. Of more than one, the first counts.
    #[inline]
    pub(super) fn closed(&mut self, id: NodeId) {
        if let Some(place) = self.places.get_mut(id.index())
            && place.closed_start == UNKNOWN
        {
            (place.closed_start, place.closed_end) = (self.token_start, self.token_end);
        }
    }

    /// Parsing has ended.
    pub(super) fn finish(&mut self) {
        self.finished = true;
    }

    /// The attributes of the tag at hand were added to an element.
    pub(super) fn attributes_added(&mut self, id: NodeId) {
        self.later_tags.push((id, self.token_start, self.token_end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a document costs with positions depends on it.
    #[test]
    fn places_are_small() {
        assert_eq!(size_of::<Place>(), 20);
    }
}
