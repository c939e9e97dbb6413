//! The matches of a stream that is rewritten: at start tags, and when elements are complete.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::dom::{Document, NodeIndex};
use crate::encoding::Hints;
use crate::parse::ParseOptions;
use crate::select::{StreamMatcher, StreamSelectors};
use crate::stream::ancestors::is_in_document;
use crate::stream::held::{Around, Held, HeldElement};
use crate::stream::observer::{Closed, Opened, StartTags};
use crate::stream::parser::StreamParser;
use crate::text::Strings;
use crate::tree_sink::ClosedBy;

/// A match of a stream that is rewritten.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) element: NodeIndex,
    /// Where the start tag is, in bytes of the source.
    pub(super) tag: Range<usize>,
    /// Where the element ends; `None` if it is lent at its start tag.
    pub(super) end: Option<usize>,
    /// The side effects of the start tag, if the element is complete.
    pub(super) around: Around,
    /// The token that closes the element; its own start tag, if it is lent at that.
    pub(super) closed_by: ClosedBy,
}

impl StreamParser {
    /// Returns a stream that is rewritten: `start_tags` are matched at start tags, and `elements`
    /// later, when they are complete.
    pub(super) fn to_rewrite(
        options: &ParseOptions,
        start_tags: &StreamSelectors,
        elements: &StreamSelectors,
        hints: &Hints,
    ) -> StreamParser {
        let mut stream = StreamParser::new(options, hints, elements);
        stream.held = Some(Held::default());
        let matcher = StreamMatcher::new(start_tags, &Strings::default().names);
        let observer = stream.parse.observer_mut();
        observer.starts = Some(Box::new(StartTags::with_matcher(matcher)));
        if !observer.matcher.is_empty() {
            // Edits of complete elements need what their start tags close and imply.
            stream.parse.start_to_tell_of_tokens();
        }
        stream.parse.keep_returns();
        stream
    }

    /// Parses the input up to the token that opens or completes the next match, and lends it.
    pub(super) fn next_found(&mut self) -> Option<Found> {
        let found = self.find_next()?;
        self.lent_count += 1;
        Some(found)
    }

    fn find_next(&mut self) -> Option<Found> {
        loop {
            if let Some(closed) = self.next_closed_match() {
                return Some(self.found_closed(closed));
            }
            let starts = self.parse.observer_mut().starts.as_mut();
            if let Some(opened) = starts.and_then(|starts| starts.opened.take()) {
                match self.found_opened(&opened) {
                    Some(found) => return Some(found),
                    None => continue,
                }
            }
            if !self.parse_on() {
                return None;
            }
        }
    }

    /// Decides whether an element may be a match. Returns it if it is one at its start tag.
    fn found_opened(&mut self, opened: &Opened) -> Option<Found> {
        self.lent.lend(&mut self.parse);
        let document = self.lent.document();
        let element = opened.element;
        if !is_in_document(&mut self.parse, &document.tree, element) {
            return None;
        }
        let observer = self.parse.observer_mut();
        let selectors = &mut self.matches.found;
        if opened.may_be_held {
            observer.matcher.find(document, element, true, selectors);
            if !selectors.is_empty() {
                self.held.get_or_insert_default().add(opened, document);
            }
        }
        let matcher = observer.starts.as_mut()?.matcher.as_mut()?;
        matcher.find(document, element, true, selectors);
        (!selectors.is_empty()).then(|| Found {
            element,
            tag: opened.tag.clone(),
            end: None,
            around: Around::default(),
            closed_by: ClosedBy::OwnStartTag,
        })
    }

    fn found_closed(&mut self, Closed { element, by }: Closed) -> Found {
        let end = self.parse.end_of(by);
        let held = self.held.as_mut().and_then(|held| held.take(element));
        let Some(HeldElement { tag, around, .. }) = held else {
            debug_assert!(false, "an element that is lent was held");
            let around = Around::default();
            return Found { element, tag: end..end, end: None, around, closed_by: by };
        };
        let (end, closed_by) = match self.waiting.head_end_of(element, &self.lent.document().tree) {
            Some(end) => (end.in_source, ClosedBy::OwnEndTag),
            None => (end, by),
        };
        Found { element, tag, end: Some(end), around, closed_by }
    }

    /// Notes which elements an edited match leaves open that has no end tag.
    pub(super) fn note_left_open(&mut self, element: NodeIndex, names: Vec<String>) {
        let starts = self.parse.observer().starts.as_ref();
        let popped = starts.map_or(&[][..], |starts| &starts.popped);
        self.held.get_or_insert_default().note_left_open(element, names, popped);
    }

    /// Returns the indices of the selectors that the last match matches.
    pub(super) fn found_selectors(&self) -> &[usize] {
        &self.matches.found
    }

    /// Returns how much of the input can be written, in bytes of its text in UTF-8: the parsed
    /// input, up to the start of the first element that may match. `None` for all of it.
    pub(super) fn decided_bytes(&self) -> Option<u64> {
        if self.is_finished() && self.matches.is_empty() && self.waiting.is_empty() {
            return None;
        }
        let starts = self.parse.observer().starts.as_ref();
        let opened = starts.and_then(|starts| starts.opened.as_ref());
        let opened = opened.map_or(usize::MAX, |opened| opened.tag.start);
        let held = self.held.as_ref().and_then(Held::start).unwrap_or(usize::MAX);
        let end = self.parse.last_token().end.min(held).min(opened);
        Some(self.offset_of(end.max(self.places.origin())))
    }

    /// Whether a `meta` element can still change the encoding that patches are written in.
    pub(super) fn can_change_encoding(&self) -> bool {
        self.parse.can_change_encoding()
    }

    /// Ends the stream, because its encoding could not be changed.
    pub(super) fn refuse_encoding(&mut self, used: &'static Encoding, declared: &'static Encoding) {
        self.lent.reclaim(&mut self.parse);
        self.parse.refuse_encoding(used, declared);
    }

    /// From now on, makes a change of the encoding a failure.
    pub(super) fn commit_encoding(&mut self) {
        self.parse.commit_encoding();
    }

    /// Whether the input is valid UTF-8 so far, so byte and text offsets are equal.
    pub(super) fn is_utf_8(&self) -> bool {
        self.parse.is_utf_8()
    }

    /// Returns the offset in the whole input, in bytes of its text in UTF-8, of a byte offset in
    /// the source.
    pub(super) fn offset_of(&self, offset: usize) -> u64 {
        self.places.offset(self.strings(), offset)
    }

    /// Returns the document, which must be lent.
    pub(super) fn lent_document(&self) -> &Document {
        self.lent.document()
    }
}
