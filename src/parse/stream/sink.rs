//! The tree of a stream: a document builder that notes which elements are complete.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::RandomState;
use std::ops::Range;

use crate::document_builder::DocumentBuilder;
use crate::dom::{Document, NodeId, NodeIndex};
use crate::names::{ElementName, LocalName, known};
use crate::select::StreamMatcher;
use crate::text::{Attribute, Span, Strings};
use crate::tree_sink::{ClosedBy, NewDoctype, NewElement, QuirksMode, ShadowRootInit, TreeSink};

/// A [`DocumentBuilder`] that notes which elements have left the stack of open elements and may
/// match, and lets the parser pause then.
#[derive(Debug)]
pub(super) struct StreamSink {
    pub(super) builder: DocumentBuilder,
    pub(super) matcher: StreamMatcher,
    /// The elements that may match and have left the stack since the last pause, in this order.
    pub(super) closed: Vec<Closed>,
    /// The token that closes the next element that leaves the stack, if the sink is told.
    closed_by: ClosedBy,
    /// All bits, if the parser is to pause before the next token; otherwise none. They are set in
    /// the number of nodes, which the parser asks for before each token: then it is too large, and
    /// the parser asks why.
    pause: usize,
    /// The open elements that something waits for: the parser pauses when one of them leaves the
    /// stack. `None` is the `body`: it pauses when that is created, or a `frameset`.
    pub(super) awaited: BTreeSet<Option<NodeIndex>>,
    /// The awaited elements that have left the stack, with the tokens that have closed them.
    pub(super) ended: BTreeMap<Option<NodeIndex>, ClosedBy>,
    /// What is noted of start tags, if somebody asks for them.
    pub(super) starts: Option<Box<StartTags>>,
}

/// An element that has left the stack of open elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    pub(super) element: NodeIndex,
    /// The last token, as what has closed it.
    pub(super) by: ClosedBy,
}

/// What a stream notes of start tags.
#[derive(Debug, Default)]
pub(super) struct StartTags {
    /// Matches elements at their start tags.
    pub(super) matcher: Option<StreamMatcher>,
    /// The element of the last start tag, if it may match, since the last pause. A token creates at
    /// most one element that is not implied.
    pub(super) opened: Option<Opened>,
    /// If the ranges of matches are asked for: the elements that may match and were created since
    /// the last pause, with where their start tags start, in bytes of the source. Nothing else is
    /// noted then.
    pub(super) noted: Option<Vec<(NodeIndex, usize)>>,
    /// The elements that have left the stack because of the current token, and since the last
    /// implied element that it has created, if an element may match when it is complete.
    pub(super) popped: Vec<NodeIndex>,
    /// How many implied elements the current token has created.
    pub(super) implied: usize,
    /// Whether the current token has created an element that ignores a line feed at its start.
    pub(super) is_pre: bool,
    /// Whether the token before did.
    pub(super) follows_pre: bool,
}

/// An element that may match, at its start tag.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) element: NodeIndex,
    /// Where the start tag is, in bytes of the source.
    pub(super) tag: Range<usize>,
    /// The elements that the start tag has closed, in the order in which they left the stack, if
    /// the element may be held.
    pub(super) closed: Vec<NodeIndex>,
    /// How many elements the start tag has implied.
    pub(super) implied: usize,
    /// Whether it is right after the start tag of a `pre` or `listing`.
    pub(super) follows_pre: bool,
    /// Whether it may match when it is complete.
    pub(super) may_be_held: bool,
}

impl StreamSink {
    pub(super) fn new(builder: DocumentBuilder, matcher: StreamMatcher) -> Self {
        StreamSink {
            builder,
            matcher,
            closed: Vec::new(),
            closed_by: ClosedBy::Other,
            pause: 0,
            awaited: BTreeSet::new(),
            ended: BTreeMap::new(),
            starts: None,
        }
    }

    /// Returns what matches elements.
    pub(super) fn matchers(&mut self) -> impl Iterator<Item = &mut StreamMatcher> {
        let at_start_tags = self.starts.as_mut().and_then(|starts| starts.matcher.as_mut());
        std::iter::once(&mut self.matcher).chain(at_start_tags)
    }

    /// Makes the parser pause when an element leaves the stack; without one, when the `body`
    /// begins.
    pub(super) fn await_end(&mut self, until: Option<NodeIndex>) {
        self.awaited.insert(until);
    }

    /// Notes that what may be waited for has come.
    #[cold]
    fn note_end(&mut self, until: Option<NodeIndex>) {
        if self.awaited.remove(&until) {
            self.ended.insert(until, self.closed_by);
            self.pause();
        }
    }

    /// Makes the parser pause before the next token.
    pub(super) fn pause(&mut self) {
        self.pause = usize::MAX;
    }

    /// Notes an element that was created for the start tag at `source`, or without one if that is
    /// empty.
    // Not inlined: only streams that are rewritten ask for it, and those with ranges.
    #[inline(never)]
    fn note_start(&mut self, element: NodeIndex, source: Range<usize>, strings: &Strings) {
        let Some(starts) = &mut self.starts else { return };
        let tree = &self.builder.tree;
        let Some(data) = tree.element(element).filter(|_| !source.is_empty()) else {
            starts.popped.clear();
            starts.implied += 1;
            return;
        };
        starts.is_pre = is_pre(data.name());
        let may_be_held = self.matcher.may_match(data, tree, strings);
        if let Some(noted) = &mut starts.noted {
            if may_be_held {
                noted.push((element, source.start));
            }
            return;
        }
        let at_start = starts.matcher.as_mut();
        let is_wanted =
            may_be_held || at_start.is_some_and(|at_start| at_start.may_match(data, tree, strings));
        if is_wanted {
            let closed = if may_be_held { starts.popped.clone() } else { Vec::new() };
            starts.opened = Some(Opened {
                element,
                tag: source,
                closed,
                implied: starts.implied,
                follows_pre: starts.follows_pre,
                may_be_held,
            });
            self.pause();
        }
    }

    /// Whether the parser pauses because of this sink. If so, it no longer does.
    pub(super) fn take_pause(&mut self) -> bool {
        std::mem::take(&mut self.pause) != 0
    }
}

// Those methods that the document builder does not have do nothing.
impl TreeSink for StreamSink {
    type Handle = NodeId;
    type Output = Document;

    const IS_TOLD_ERRORS: bool = false;

    #[inline]
    fn root(&self) -> NodeId {
        self.builder.root()
    }

    fn finish(self, strings: Strings) -> Document {
        self.builder.finish(strings)
    }

    #[inline(always)] // Before each token.
    fn node_count(&self) -> usize {
        self.builder.node_count() | self.pause
    }

    #[inline(always)] // Like the methods of the document builder, for each element.
    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> NodeId {
        if !self.awaited.is_empty() && BODIES.iter().any(|name| element.name.is_html(*name)) {
            self.note_end(None);
        }
        let source = element.source.clone();
        let id = self.builder.create_element(element, strings);
        if self.starts.is_some() {
            self.note_start(id.node_index(), source, strings);
        }
        id
    }

    #[inline]
    fn closed(&mut self, _element: NodeId, by: ClosedBy, _strings: &Strings) {
        self.closed_by = by;
    }

    #[inline]
    fn element_popped(&mut self, element: NodeId, _name: ElementName, strings: &Strings) {
        let tree = &self.builder.tree;
        let index = element.node_index();
        if let Some(data) = tree.element(index)
            && self.matcher.may_match(data, tree, strings)
        {
            self.closed.push(Closed { element: index, by: self.closed_by });
            self.pause();
        }
        if !self.awaited.is_empty() {
            self.note_end(Some(index));
        }
        if let Some(starts) = &mut self.starts
            && starts.noted.is_none()
            && !self.matcher.is_empty()
        {
            starts.popped.push(index);
        }
    }

    #[inline(always)] // For each token of a stream that is rewritten.
    fn token(&mut self, _source: Range<usize>) {
        if let Some(starts) = &mut self.starts {
            starts.popped.clear();
            starts.implied = 0;
            starts.follows_pre = std::mem::take(&mut starts.is_pre);
        }
    }

    #[inline(always)]
    fn append(&mut self, parent: NodeId, child: NodeId) {
        self.builder.append(parent, child);
    }

    #[inline(always)]
    fn append_text(&mut self, parent: NodeId, text: Span, strings: &mut Strings) {
        self.builder.append_text(parent, text, strings);
    }

    fn clone_element(&mut self, element: NodeId, strings: &Strings) -> NodeId {
        self.builder.clone_element(element, strings)
    }

    fn has_same_attributes(&self, a: NodeId, b: NodeId, strings: &Strings) -> bool {
        self.builder.has_same_attributes(a, b, strings)
    }

    fn attributes_hash(&self, element: NodeId, strings: &Strings, state: &RandomState) -> u64 {
        self.builder.attributes_hash(element, strings, state)
    }

    fn add_missing_attributes(
        &mut self,
        element: NodeId,
        attributes: &[Attribute],
        strings: &Strings,
    ) {
        self.builder.add_missing_attributes(element, attributes, strings);
    }

    fn create_comment(&mut self, data: Span, strings: &Strings) -> NodeId {
        self.builder.create_comment(data, strings)
    }

    fn create_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        strings: &mut Strings,
    ) -> NodeId {
        self.builder.create_processing_instruction(target, data, strings)
    }

    fn append_doctype(&mut self, doctype: NewDoctype, strings: &Strings) {
        self.builder.append_doctype(doctype, strings);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.builder.set_quirks_mode(mode);
    }

    fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        self.builder.insert_before(sibling, child);
    }

    fn insert_text_before(&mut self, sibling: NodeId, text: Span, strings: &mut Strings) {
        self.builder.insert_text_before(sibling, text, strings);
    }

    fn remove_from_parent(&mut self, node: NodeId) {
        self.builder.remove_from_parent(node);
    }

    fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        self.builder.reparent_children(from, to);
    }

    #[inline]
    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.builder.parent(node)
    }

    fn template_contents(&self, template: NodeId) -> NodeId {
        self.builder.template_contents(template)
    }

    fn option_inserted(&mut self, option: NodeId, strings: &Strings) {
        self.builder.option_inserted(option, strings);
    }

    fn option_popped(&mut self, option: NodeId, strings: &Strings) {
        self.builder.option_popped(option, strings);
    }

    fn selectedcontent_inserted(&mut self, selectedcontent: NodeId, strings: &Strings) {
        self.builder.selectedcontent_inserted(selectedcontent, strings);
    }

    fn find_markers(
        &mut self,
        scope: NodeId,
        name: &str,
        strings: &Strings,
    ) -> Option<(NodeId, Option<NodeId>)> {
        self.builder.find_markers(scope, name, strings)
    }

    fn remove_siblings_between(&mut self, start: NodeId, end: Option<NodeId>, strings: &Strings) {
        self.builder.remove_siblings_between(start, end, strings);
    }

    fn children_removed(&mut self, parent: NodeId, strings: &Strings) {
        self.builder.children_removed(parent, strings);
    }

    fn associate_with_form(
        &mut self,
        control: NodeId,
        form: NodeId,
        intended_parent: NodeId,
        strings: &Strings,
    ) {
        self.builder.associate_with_form(control, form, intended_parent, strings);
    }

    fn attach_declarative_shadow_root(
        &mut self,
        host: NodeId,
        template: NodeId,
        init: &ShadowRootInit,
        strings: &Strings,
    ) -> bool {
        self.builder.attach_declarative_shadow_root(host, template, init, strings)
    }
}

/// Whether an element of that name ignores a line feed at its start, and may contain elements.
pub(crate) fn is_pre(name: ElementName) -> bool {
    name.is_html(known::PRE) || name.is_html(known::LISTING)
}

/// Whether an element of that name may have left the stack of open elements before what is in it:
/// the rules for these take elements out of the middle of the stack.
pub(super) fn may_close_early(name: ElementName) -> bool {
    name.is_html(known::FORM) || name.is_html(known::HEAD) || name.is_formatting()
}

/// The elements that come after the `head`.
pub(super) const BODIES: [LocalName; 2] = [known::BODY, known::FRAMESET];
