//! Watches the tree of a stream: notes which elements have left the stack of open elements.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::document_builder::{Observed, Observer};
use crate::dom::{ElementData, NodeId, NodeIndex};
use crate::names::{ElementName, LocalName, Namespace, known};
use crate::parse::{Standing, Swept};
use crate::select::StreamMatcher;
use crate::tree_sink::ClosedBy;

use super::document_end::DocumentEnd;
use super::ends::Ends;
use super::later::Later;
use super::leaf::Leaf;

/// The parser is to pause before the next token.
const PAUSE: usize = 1 << (usize::BITS - 1);

/// The parser is to pause before the next token, to look at the current one.
const PAUSE_AT_TOKEN: usize = 1 << (usize::BITS - 2);

/// Notes the elements that have left the stack of open elements and may match, and makes the parser
/// pause after the token that has closed them.
#[derive(Debug)]
pub(super) struct StreamObserver {
    pub(super) matcher: StreamMatcher,
    /// The events since the last pause that complete elements, in their order.
    pub(super) events: Vec<Event>,
    /// The token that closes the element which leaves the stack next, if the tree builder tells of
    /// tokens.
    closed_by: ClosedBy,
    /// If the element which leaves the stack next is not the last one there: the element right
    /// after it, which stays.
    inner: Option<NodeIndex>,
    /// [`PAUSE`] and [`PAUSE_AT_TOKEN`], if the parser is to pause before the next token.
    pause: usize,
    /// Whether an element may be lent with its content, so that the tree has texts.
    pub(super) keeps_text: bool,
    /// The events that elements wait for: the parser pauses at each of them.
    pub(super) awaited: BTreeSet<Until>,
    /// Notes about start tags, if ranges or a rewriter need them.
    pub(super) starts: Option<Box<StartTags>>,
}

/// An event that may complete elements.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// An element that may match, or that others wait for, has left the stack of open elements.
    Closed(Closed),
    /// A `body` or a `frameset` was created: the `head` waits for it.
    BodyBegins,
}

/// An element that has left the stack of open elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    pub(super) element: NodeIndex,
    /// The token that has closed it.
    pub(super) by: ClosedBy,
    /// The element that came right after it on the stack, if one did, and was still open.
    pub(super) inner: Option<NodeIndex>,
    pub(super) may_match: bool,
    /// Whether elements may wait for this one to leave the stack.
    pub(super) is_awaited: bool,
}

/// The event that completes an element which has left the stack of open elements too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Until {
    /// This open element leaves the stack. It is in the element that waits.
    Closed(NodeIndex),
    /// A `body` or a `frameset` is created: the `head` waits for it.
    BodyBegins,
}

/// Notes about start tags.
#[derive(Debug, Default)]
pub(super) struct StartTags {
    /// Matches elements at their start tags.
    pub(super) matcher: Option<StreamMatcher>,
    /// The element of the last start tag, if it may match, since the last pause. A token creates at
    /// most one element that is not implied.
    pub(super) opened: Option<Opened>,
    /// If the ranges of matches are asked for: the elements that may match and were created since
    /// the last pause, each with the byte of the source where its start tag starts. Then nothing
    /// else is noted.
    pub(super) noted: Option<Vec<(NodeIndex, usize)>>,
    /// Whether the tree builder tells of tokens, so that it is known which elements each token
    /// closes.
    pub(super) knows_structure: bool,
    /// The elements that the current token has taken off the stack since the last implied element
    /// that it has created. Empty unless `knows_structure` is set.
    pub(super) popped: Vec<NodeIndex>,
    /// How many implied elements the current token has created.
    pub(super) implied: usize,
    /// Whether the current token has made a copy of a formatting element.
    pub(super) has_copied: bool,
    /// Whether the current token has created an element that ignores a line feed at its start.
    pub(super) is_pre: bool,
    /// Whether the token before the current one has created an element that ignores a line feed at
    /// its start.
    pub(super) follows_pre: bool,
    /// Whether a rewriter looks at each token, because it lends texts and comments.
    pub(super) wants_tokens: bool,
    /// Whether the rewriter has yet to look at the last token.
    pub(super) has_new_token: bool,
    /// The last token, if it is a leaf that is yet to be lent.
    pub(super) leaf: Option<Leaf>,
    /// Whether the last token is a part of a CDATA section that goes on.
    pub(super) in_cdata: bool,
    /// The text that the last token is a part of or has ended, until a rewriter is told of the end
    /// of the text.
    pub(super) open_text: Option<Leaf>,
    /// Where the last start tag that has created an element starts, in bytes of the source.
    pub(super) created_at: Option<usize>,
    /// Notes about the end of the document, if structure is edited.
    pub(super) end: Option<DocumentEnd>,
    /// Whether the end of the document is lent.
    pub(super) wants_end: bool,
    /// The elements whose ends a rewriter waits for.
    pub(super) ends: Ends,
    /// The places that the parser may change when they are complete.
    pub(super) later: Later,
    /// The `html` or `body` element, if the current token has added its attributes to it.
    pub(super) added_to: Option<NodeIndex>,
    /// Whether the `html` and the `body` element have had a start tag. A rewriter lends only the
    /// first one of each.
    pub(super) has_tag: [bool; 2],
    /// Whether a `plaintext` element was created, after which all input is text.
    pub(super) has_plaintext: bool,
}

/// An element that may match, at its start tag.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) element: NodeIndex,
    /// Where the start tag is, in bytes of the source.
    pub(super) tag: Range<usize>,
    /// The elements that the start tag has closed, in the order in which they left the stack.
    pub(super) closed: Vec<NodeIndex>,
    /// How many elements the start tag has implied.
    pub(super) implied: usize,
    /// Whether the start tag has made a copy of a formatting element.
    pub(super) has_copied: bool,
    /// Whether the element is right after the start tag of a `pre` or `listing`.
    pub(super) follows_pre: bool,
    /// Whether the element may match when it is complete.
    pub(super) may_be_held: bool,
    /// Where the parser stood before the start tag.
    pub(super) before: Standing,
    /// Whether text that comes next, or in place of the element, would be in a formatting element
    /// that is created anew.
    pub(super) needs_reconstruction: bool,
    /// Whether the parser has moved the element: its parent is not the element around its tag.
    pub(super) is_moved: bool,
    /// Whether the element is between the rows of a table, and may be right after a text.
    pub(super) parts_text: bool,
}

impl StartTags {
    /// Notes where elements start, for the ranges of matches.
    pub(super) fn with_ranges() -> StartTags {
        StartTags { noted: Some(Vec::new()), ..StartTags::default() }
    }

    /// Notes a start tag of an element with this name. Returns whether it is the first one of the
    /// `html` or `body` element.
    pub(super) fn note_tag(&mut self, name: ElementName) -> bool {
        let index = match name.local {
            known::HTML => 0,
            known::BODY => 1,
            known::PLAINTEXT => {
                self.has_plaintext |= name.namespace == Namespace::Html;
                return false;
            }
            _ => return false,
        };
        name.namespace == Namespace::Html && !std::mem::replace(&mut self.has_tag[index], true)
    }

    /// Notes an implied element with this name.
    #[inline(never)]
    fn note_implied(&mut self, name: Option<ElementName>) {
        if let (Some(end), Some(name)) = (&mut self.end, name) {
            end.implied(name, &self.popped);
        }
        self.popped.clear();
        self.implied += 1;
    }

    /// Notes an element that may match, at its start tag.
    #[inline(never)]
    fn note_opened(&mut self, element: NodeIndex, tag: Range<usize>, may_be_held: bool) {
        self.opened = Some(Opened {
            element,
            tag,
            closed: self.popped.clone(),
            implied: self.implied,
            has_copied: self.has_copied,
            follows_pre: self.follows_pre,
            may_be_held,
            before: Standing::default(),
            needs_reconstruction: false,
            is_moved: false,
            parts_text: false,
        });
    }

    /// Matches elements at their start tags.
    pub(super) fn with_matcher(matcher: StreamMatcher, knows_structure: bool) -> StartTags {
        StartTags { matcher: Some(matcher), knows_structure, ..StartTags::default() }
    }
}

impl StreamObserver {
    pub(super) fn new(matcher: StreamMatcher) -> Self {
        StreamObserver {
            matcher,
            events: Vec::new(),
            closed_by: ClosedBy::Other,
            inner: None,
            pause: 0,
            keeps_text: true,
            awaited: BTreeSet::new(),
            starts: None,
        }
    }

    /// Returns the matchers: of complete elements, and of elements at their start tags.
    pub(super) fn matchers(&mut self) -> impl Iterator<Item = &mut StreamMatcher> {
        let at_start_tags = self.starts.as_mut().and_then(|starts| starts.matcher.as_mut());
        std::iter::once(&mut self.matcher).chain(at_start_tags)
    }

    /// Whether matching has used up its steps.
    pub(super) fn is_cut(&self) -> bool {
        let at_start_tags = self.starts.as_ref().and_then(|starts| starts.matcher.as_ref());
        self.matcher.is_cut() || at_start_tags.is_some_and(StreamMatcher::is_cut)
    }

    /// Notes an element that was created for the start tag at `source`; an empty range if the
    /// element is implied.
    // Not inlined, nor are its rare parts: only streams with ranges or a rewriter need it.
    #[inline(never)]
    fn note_start(&mut self, observed: Observed<'_>, source: Range<usize>) {
        let Observed { element, tree, strings } = observed;
        let Some(starts) = &mut self.starts else { return };
        let Some(data) = tree.element(element).filter(|_| !source.is_empty()) else {
            return starts.note_implied(tree.element(element).map(ElementData::name));
        };
        if starts.knows_structure {
            starts.is_pre = data.name().drops_line_feed();
            starts.created_at = Some(source.start);
            if data.name().is_html(known::SELECTEDCONTENT) {
                starts.later.note_selectedcontent(element);
                self.pause |= PAUSE;
            }
            if data.name().is_html(known::TEMPLATE)
                && tree.attribute(element, known::FOR).is_some()
                && starts.later.note_template_for(element)
            {
                self.pause |= PAUSE;
            }
        }
        starts.note_tag(data.name());
        let may_be_held = self.matcher.may_match(data, tree, strings);
        if let Some(noted) = &mut starts.noted {
            if may_be_held {
                noted.push((element, source.start));
            }
            return;
        }
        let at_start = starts.matcher.as_mut();
        if may_be_held || at_start.is_some_and(|at_start| at_start.may_match(data, tree, strings)) {
            starts.note_opened(element, source, may_be_held);
            self.pause |= PAUSE;
        }
    }

    /// Lets the parser go on.
    pub(super) fn end_pause(&mut self) {
        self.pause = 0;
    }

    /// Notes that the current token is a tag. No rewriter need look at a tag, unless it ends a
    /// text.
    #[inline]
    fn note_tag(&mut self) {
        if let Some(starts) = &mut self.starts
            && starts.open_text.is_none()
        {
            starts.has_new_token = false;
            starts.in_cdata = false;
            self.pause &= !PAUSE_AT_TOKEN;
        }
    }

    /// Whether the last token has opened this element, and a rewriter has yet to look at it.
    pub(super) fn has_opened(&self, element: NodeIndex) -> bool {
        let opened = self.starts.as_ref().and_then(|starts| starts.opened.as_ref());
        opened.is_some_and(|opened| opened.element == element)
    }

    /// Takes out the elements that were created since the last pause, each with where it starts in
    /// bytes of the source, if ranges are asked for.
    pub(super) fn take_noted_starts(&mut self) -> Vec<(NodeIndex, usize)> {
        let noted = self.starts.as_mut().and_then(|starts| starts.noted.as_mut());
        noted.map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        self.matchers().for_each(|matcher| matcher.after_sweep(&swept.moves));
        if let Some(starts) = &mut self.starts {
            // A later start tag cannot have closed these.
            starts.popped.clear();
            starts.ends.after_sweep(swept);
            starts.later.after_sweep(swept);
            starts.created_at = None;
            debug_assert!(starts.leaf.is_none(), "a sweep comes when the last token is lent");
            if let Some(text) = &mut starts.open_text {
                text.after_sweep(swept);
            }
            if let Some(end) = &mut starts.end {
                end.after_sweep(swept);
            }
        }
    }
}

impl Observer for StreamObserver {
    const ASKS_WHERE_TOKENS_ARE: bool = true;

    #[inline(always)] // Like the methods of the document builder, for each element.
    fn created(&mut self, observed: Observed<'_>, name: ElementName, source: Range<usize>) {
        if !self.awaited.is_empty()
            && BODIES.iter().any(|body| name.is_html(*body))
            && self.awaited.remove(&Until::BodyBegins)
        {
            self.events.push(Event::BodyBegins);
            self.pause |= PAUSE;
        }
        if self.starts.is_some() {
            if self.pause & PAUSE_AT_TOKEN != 0 && !source.is_empty() {
                self.note_tag();
            }
            self.note_start(observed, source);
        }
    }

    fn instruction_created(&mut self, observed: Observed<'_>) {
        if let Some(starts) = &mut self.starts
            && starts.knows_structure
            && starts.later.note_instruction(observed)
        {
            self.pause |= PAUSE;
        }
    }

    fn copied(&mut self) {
        if let Some(starts) = &mut self.starts {
            starts.has_copied = true;
        }
    }

    #[inline]
    fn closed(&mut self, observed: Observed<'_>, by: ClosedBy) {
        self.closed_by = by;
        if self.pause & PAUSE_AT_TOKEN != 0 && !matches!(by, ClosedBy::Other | ClosedBy::EndOfFile)
        {
            self.note_tag();
        }
        if let Some(starts) = &mut self.starts
            && starts.ends.note(observed.element, by)
        {
            self.pause |= PAUSE;
        }
    }

    fn attributes_added(&mut self, observed: Observed<'_>) {
        if let Some(starts) = &mut self.starts
            && starts.noted.is_none()
        {
            starts.added_to = Some(observed.element);
            self.pause |= PAUSE;
        }
    }

    #[inline]
    fn popped(&mut self, observed: Observed<'_>) {
        let Observed { element, tree, strings } = observed;
        let inner = self.inner.take();
        let may_match = !self.matcher.is_empty()
            && tree
                .element(element)
                .is_some_and(|data| self.matcher.may_match(data, tree, strings));
        let is_awaited = !self.awaited.is_empty() && self.awaited.remove(&Until::Closed(element));
        if may_match || is_awaited {
            let by = self.closed_by;
            self.events.push(Event::Closed(Closed { element, by, inner, may_match, is_awaited }));
            self.pause |= PAUSE;
            // `inner` may be in this element, or in an element that has waited for this one.
            self.awaited.extend(inner.map(Until::Closed));
        }
        if let Some(starts) = &mut self.starts
            && starts.knows_structure
        {
            starts.popped.push(element);
        }
    }

    fn popped_before(&mut self, inner: NodeId) {
        self.inner = Some(inner.node_index());
    }

    #[inline(always)] // For each token of a stream that is rewritten.
    fn token(&mut self, source: Range<usize>) {
        if let Some(starts) = &mut self.starts {
            starts.popped.clear();
            starts.implied = 0;
            starts.has_copied = false;
            if let Some(end) = &mut starts.end {
                end.token(source);
            }
            starts.follows_pre = std::mem::take(&mut starts.is_pre);
            starts.has_new_token = starts.wants_tokens;
            if starts.wants_tokens {
                self.pause |= PAUSE_AT_TOKEN;
            }
        }
    }

    #[inline(always)] // For each text.
    fn keeps_text(&self) -> bool {
        self.keeps_text
    }

    #[inline(always)] // Before each token.
    fn pause_bits(&self) -> usize {
        self.pause
    }
}

/// The elements that come after the `head`.
pub(super) const BODIES: [LocalName; 2] = [known::BODY, known::FRAMESET];
