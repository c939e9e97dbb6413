//! What a stream that is rewritten asks for besides: elements at their start tags, and where in the
//! source they are.

use std::ops::Range;

use crate::dom::{Document, NodeIndex};
use crate::encoding::Hints;
use crate::names::known;
use crate::parse::options::ParseOptions;
use crate::select::{StreamMatcher, StreamSelectors};
use crate::text::Strings;
use crate::tree_sink::ClosedBy;

use super::StreamParser;
use super::observer::{Closed, Opened, StartTags};

/// An element that may match, from its start tag on.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) element: NodeIndex,
    /// Where the start tag is, in bytes of the source.
    pub(super) tag: Range<usize>,
    around: Around,
}

/// What else a start tag does, and what is before it.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// The names of the elements that it has closed, outer ones first.
    pub(crate) closed: Vec<String>,
    /// How many elements it has implied.
    pub(crate) implied: usize,
    /// Whether it is right after the start tag of an element that ignores a line feed there.
    pub(crate) follows_pre: bool,
}

/// Which elements an edited match leaves open that has no end tag, itself and in it.
#[derive(Debug)]
pub(super) struct LeftOpen {
    element: NodeIndex,
    /// Their names, outer ones first.
    names: Vec<String>,
}

/// A match of a stream that is rewritten.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) element: NodeIndex,
    /// Where the start tag is, in bytes of the source.
    pub(crate) tag: Range<usize>,
    /// Where the element ends; `None` if it is lent at its start tag.
    pub(crate) end: Option<usize>,
    /// Of the start tag, if the element is complete.
    pub(crate) around: Around,
    /// The token that closes the element; its own start tag, if it is lent at that.
    pub(crate) closed_by: ClosedBy,
}

impl ParseOptions {
    /// Returns a stream that is rewritten: `selectors` are matched at start tags, and others,
    /// later, when elements are complete.
    pub(crate) fn stream_to_rewrite(
        &self,
        start_tags: &StreamSelectors,
        elements: &StreamSelectors,
        hints: &Hints,
    ) -> StreamParser {
        let mut stream = self.stream(elements, hints);
        stream.rewrites = true;
        let matcher = StreamMatcher::new(start_tags, &Strings::default().names);
        let starts = StartTags { matcher: Some(matcher), ..StartTags::default() };
        let engine = &mut stream.driver.engine;
        engine.builder.sink.observer.starts = Some(Box::new(starts));
        if !engine.builder.sink.observer.matcher.is_empty() {
            // Edits of elements that are complete need what their start tags close and imply.
            engine.builder.start_to_tell_of_tokens();
        }
        engine.input.context.strings.map.keep_returns();
        stream
    }
}

impl StreamParser {
    /// Parses the input up to the token that opens or completes the next match, and lends it.
    pub(crate) fn next_found(&mut self) -> Option<Found> {
        loop {
            if let Some(closed) = self.next_closed_match() {
                return Some(self.found_closed(closed));
            }
            if let Some(opened) = self.take_opened() {
                match self.found_opened(opened) {
                    Some(found) => return Some(found),
                    None => continue,
                }
            }
            self.reclaim();
            if !self.parse() {
                return None;
            }
        }
    }

    /// Returns the indices of the selectors that the last match matches.
    pub(crate) fn found_selectors(&self) -> &[usize] {
        &self.found
    }

    /// Whether an element is the one that was opened last, which was not looked at. It is lent at
    /// its start tag first.
    pub(super) fn is_opened(&self, id: NodeIndex) -> bool {
        let starts = self.driver.engine.builder.sink.observer.starts.as_ref();
        let opened = starts.and_then(|starts| starts.opened.as_ref());
        opened.is_some_and(|opened| opened.element == id)
    }

    /// Whether an element may be lent when it is complete.
    pub(super) fn may_be_lent(&self, id: NodeIndex) -> bool {
        !self.rewrites || self.held_index(id).is_some()
    }

    /// Returns where among the held elements one is.
    pub(super) fn held_index(&self, id: NodeIndex) -> Option<usize> {
        self.held.binary_search_by_key(&id, |held| held.element).ok()
    }

    fn take_opened(&mut self) -> Option<Opened> {
        self.driver.engine.builder.sink.observer.starts.as_mut()?.opened.take()
    }

    /// Decides whether an element may be a match. Returns it if it is one at its start tag.
    fn found_opened(&mut self, opened: Opened) -> Option<Found> {
        self.lend();
        let Opened { element, tag, closed, implied, follows_pre, may_be_held } = opened;
        if !self.is_in_document(element) {
            return None;
        }
        let observer = &mut self.driver.engine.builder.sink.observer;
        if may_be_held {
            observer.matcher.find(&self.document, element, true, &mut self.found);
        }
        if may_be_held && !self.found.is_empty() {
            let closed = names_of_closed(&self.document, &closed, &self.left_open);
            debug_assert!(
                self.held.last().is_none_or(|last| last.element < element),
                "elements are created in the order of their start tags"
            );
            let around = Around { closed, implied, follows_pre };
            self.held.push(Held { element, tag: tag.clone(), around });
        }
        let matcher = observer.starts.as_mut()?.matcher.as_mut()?;
        matcher.find(&self.document, element, true, &mut self.found);
        let is_found = !self.found.is_empty();
        is_found.then_some(Found {
            element,
            tag,
            end: None,
            around: Around::default(),
            closed_by: ClosedBy::OwnStartTag,
        })
    }

    fn found_closed(&mut self, Closed { element, by }: Closed) -> Found {
        let end = self.end_of(by);
        let Some(index) = self.held_index(element) else {
            debug_assert!(false, "an element that is lent was held");
            let around = Around::default();
            return Found { element, tag: end..end, end: None, around, closed_by: by };
        };
        let Held { tag, around, .. } = self.held.remove(index);
        let is_head = self.document.tree.is_html(element, known::HEAD);
        let (end, closed_by) = match self.head_end.filter(|_| is_head) {
            Some(end) => (end.in_source, ClosedBy::OwnEndTag),
            None => (end, by),
        };
        Found { element, tag, end: Some(end), around, closed_by }
    }

    /// Notes which elements an edited match leaves open that has no end tag.
    pub(crate) fn note_left_open(&mut self, element: NodeIndex, names: Vec<String>) {
        let starts = self.driver.engine.builder.sink.observer.starts.as_ref();
        let popped = starts.map_or(&[][..], |starts| &starts.popped);
        self.left_open.retain(|one| popped.contains(&one.element) && one.element != element);
        self.left_open.push(LeftOpen { element, names });
    }

    /// Returns how much of the input can be written, in bytes of its text in UTF-8: what is parsed,
    /// up to the start of the first element that may match. `None` for all of it.
    pub(crate) fn decided_bytes(&self) -> Option<u64> {
        if self.is_finished() && self.closed.is_empty() && self.waiting.is_empty() {
            return None;
        }
        let (strings, token) = self.parsed();
        let held = self.held.first().map_or(usize::MAX, |held| held.tag.start);
        let starts = self.driver.engine.builder.sink.observer.starts.as_ref();
        let opened = starts.and_then(|starts| starts.opened.as_ref());
        let opened = opened.map_or(usize::MAX, |opened| opened.tag.start);
        Some(self.offsets(strings).of(token.end.min(held).min(opened).max(self.origin)))
    }

    /// Whether the input is UTF-8 so far, so that its bytes are those of its text.
    pub(crate) fn is_utf_8(&self) -> bool {
        self.driver.is_utf_8()
    }

    /// Returns the offset in the whole input, in bytes of its text in UTF-8, of a byte offset in
    /// the source.
    pub(crate) fn offset_of(&self, offset: usize) -> u64 {
        self.offsets(self.parsed().0).of(offset)
    }

    /// Returns the document that is lent.
    pub(crate) fn lent_document(&self) -> &Document {
        debug_assert!(self.is_lent, "there is a match");
        &self.document
    }

    fn parsed(&self) -> (&Strings, Range<usize>) {
        let context = &self.driver.engine.input.context;
        let strings = if self.is_lent { &self.document.strings } else { &context.strings };
        (strings, context.token.clone())
    }
}

/// Returns the names of the elements that a start tag has closed, outer ones first. `closed` is in
/// the order in which they left the stack. Edits may have left other elements open than the source
/// has.
fn names_of_closed(
    document: &Document,
    closed: &[NodeIndex],
    left_open: &[LeftOpen],
) -> Vec<String> {
    let mut names = Vec::new();
    for id in closed.iter().rev() {
        if let Some(edited) = left_open.iter().find(|one| one.element == *id) {
            // What is in it, too.
            names.extend_from_slice(&edited.names);
            break;
        }
        let element = document.tree.element(*id);
        names.extend(element.map(|one| document.strings.name(one.name().local).to_owned()));
    }
    names
}
