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

/// What is known of a node. Offsets are those of bytes of the source. What can be told by reading a
/// tag once more is not kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Where it starts: the start tag of an element, which for a copy is that of the first element,
    /// or the token that implies it; the first piece of a text; any other node.
    start: u32,
    /// Where the token starts that closed an element; the end of any other node.
    end: u32,
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
        cause: Cause::Unknown,
        is_implied: false,
        moved: None,
    };

    /// Where it starts. See the field.
    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    /// Where it ends, or for an element, where the token starts that closed it, if one did.
    pub(super) fn end(&self) -> Option<usize> {
        (self.end != UNKNOWN).then_some(self.end as usize)
    }
}

/// What is known of the nodes of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// By the index of the node, as far as nodes are known.
    places: Vec<Place>,
    /// The implied elements, with where the tokens end that imply them, in the order of the nodes.
    implied: Vec<(NodeId, u32)>,
    /// The start tags of `html` and `body` that came later and whose attributes were added, with
    /// the element.
    later_tags: Vec<(NodeId, u32)>,
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

    /// Where the token ends that implies an element.
    pub(super) fn implied_by_end(&self, id: NodeId) -> Option<usize> {
        let index = self.implied.binary_search_by_key(&id, |(element, _)| *element).ok()?;
        Some(self.implied[index].1 as usize)
    }

    /// Of the later start tags whose attributes were added to any element, from the one at that
    /// index on, the first that is for this element: where it starts, and the index behind it.
    pub(super) fn later_tag_of(&self, id: NodeId, index: usize) -> Option<(usize, usize)> {
        let found = self.later_tags[index..].iter().position(|(element, _)| *element == id)?;
        Some((self.later_tags[index + found].1 as usize, index + found + 1))
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
            self.implied.push((id, self.token_end));
            let moved = self.move_reason.take();
            let place = Place {
                start: self.token_start,
                cause: Cause::Token,
                is_implied: true,
                ..Place::UNKNOWN
            };
            self.set(id, Place { moved, ..place });
        } else {
            self.created(id, (source.start as u32, UNKNOWN));
        }
    }

    /// A node was made that is the token at hand.
    pub(super) fn token_created(&mut self, id: NodeId) {
        self.created(id, (self.token_start, self.token_end));
    }

    /// A text was made of these bytes; of the token at hand, if that is not known.
    #[inline]
    pub(super) fn text_created(&mut self, id: NodeId, source: Option<Range<usize>>) {
        let (start, end) = self.range_or_token(source);
        self.created(id, (start, end));
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
    fn created(&mut self, id: NodeId, (start, end): (u32, u32)) {
        let moved = self.move_reason.take();
        self.set(id, Place { start, end, cause: Cause::Token, is_implied: false, moved });
    }

    #[inline]
    fn set(&mut self, id: NodeId, place: Place) {
        if id.index() != self.places.len() {
            // As seldom: it is not the next node.
            self.make_room(id);
        }
        match self.places.get_mut(id.index()) {
            Some(known) => *known = place,
            None => self.places.push(place),
        }
    }

    /// Has the nodes before one be unknown, as far as they are not known.
    #[cold]
    fn make_room(&mut self, id: NodeId) {
        if id.index() > self.places.len() {
            self.places.resize(id.index(), Place::UNKNOWN);
        }
    }

    /// An element was copied, which is open now.
    pub(super) fn element_copied(&mut self, from: NodeId, to: NodeId) {
        let moved = self.move_reason.take();
        let Some(&place) = self.get(from) else { return };
        let cause = Cause::Copied(self.copy_reason.take().unwrap_or(Reason::Reconstruction));
        self.set(to, Place { end: UNKNOWN, cause, moved, ..place });
    }

    /// A node of an option was copied with all that is in it. A copy made after parsing is not the
    /// parser's.
    pub(super) fn node_copied(&mut self, from: NodeId, to: NodeId) {
        if let Some(&place) = self.get(from)
            && !self.finished
        {
            self.set(
                to,
                Place { cause: Cause::Copied(Reason::SelectedContent), moved: None, ..place },
            );
        }
    }

    /// The token at hand closed an element. Of more than one, the first counts.
    #[inline]
    pub(super) fn closed(&mut self, id: NodeId) {
        if let Some(place) = self.places.get_mut(id.index())
            && place.end == UNKNOWN
        {
            place.end = self.token_start;
        }
    }

    /// Parsing has ended.
    pub(super) fn finish(&mut self) {
        self.finished = true;
    }

    /// The attributes of the tag at hand were added to an element.
    pub(super) fn attributes_added(&mut self, id: NodeId) {
        self.later_tags.push((id, self.token_start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a document costs with positions depends on it.
    #[test]
    fn places_are_small() {
        assert_eq!(size_of::<Place>(), 12);
    }
}
