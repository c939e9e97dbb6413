//! Parses a document while its elements are looked at one by one, in memory that does not grow
//! with it.
//!
//! - `mod.rs`: the parser, and the loop that finds matches
//! - `observer.rs`: notes the elements that have left the stack of open elements
//! - `found.rs`: a match, which is lent
//! - `waiting.rs`: elements that are closed and not complete
//! - `sweep.rs`: frees what nobody wants any more
//! - `offsets.rs`: offsets in the whole input
//! - `ranges.rs`: where matches are in it
//! - `rewriting.rs`: what a stream that is rewritten asks for besides
//! - `reader.rs`: from a reader, with a closure

mod found;
mod observer;
mod offsets;
mod ranges;
mod reader;
mod rewriting;

mod sweep;
#[cfg(test)]
mod tests;
mod waiting;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use encoding_rs::Encoding;

use crate::document_builder::DocumentBuilder;
use crate::dom::{Document, NodeIndex, Root, Tree};
use crate::encoding::Hints;
use crate::select::{StreamMatcher, StreamSelectors};
use crate::settings::{Limits, LimitsHit};
use crate::text::Strings;

use super::bound::Bound;
use super::context::Context;
use super::driver::{Driver, Step};
use super::options::ParseOptions;

pub use found::Match;
pub(crate) use observer::is_pre;
pub use reader::select_from;
pub(crate) use rewriting::{Around, Found};

use ranges::HeadEnd;
use rewriting::{Held, LeftOpen};

use observer::{Closed, StreamObserver};
use sweep::{CAPACITY, MIN_HELD, MIN_NODES, max_source};
use waiting::Waiting;

/// How long the first piece of a document is, in bytes, that is likely to be much longer.
const LONG_PIECE: usize = 16 * 1024;

/// How far up nodes are followed before it is asked what is known of the ancestors.
const NEAR: usize = 16;

/// A parser that lends the elements that match selectors, each as soon as it is complete.
///
/// ```
/// use consomme::stream::StreamSelectors;
/// use consomme::{Hints, ParseOptions};
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let selectors = StreamSelectors::new(&["li > a[href]", "h1"])?;
/// let mut stream = ParseOptions::new().stream(&selectors, &Hints::new());
/// let mut found = Vec::new();
/// for piece in ["<h1>Me", "nu</h1><ul><li><a href=/br", "oth>Broth</a><li>Water</ul>"] {
///     stream.feed_str(piece);
///     while let Some(element) = stream.next_match() {
///         found.push((element.selectors().to_vec(), element.text_content()));
///     }
/// }
/// assert_eq!(found, [(vec![1], "Menu".to_owned()), (vec![0], "Broth".to_owned())]);
/// # Ok(())
/// # }
/// ```
///
/// # Which elements, and when
///
/// [`feed`](StreamParser::feed) only queues input; [`next_match`](StreamParser::next_match) parses
/// it, up to the token that completes a match. An element is complete when it and everything in it
/// has left the stack of open elements. So the elements in a match come before it, and the matches
/// do not depend on where the input is cut.
///
/// They are those that [`select`](Document::select) finds in the finished document, with the same
/// content, except where the parser goes back to what was complete: the adoption agency algorithm
/// and foster parenting move elements, `selectedcontent` is updated, `<template for>` changes what
/// came before it, a second `html` or `body` start tag adds attributes to elements that are open,
/// and a `frameset` takes the place of the `body`. What an element is the nth of, or follows, is
/// decided when it is complete: an element that is moved to before it later does not count.
///
/// # What is freed
///
/// Before it goes on, a stream frees what nobody wants any more, with its text: everything that is
/// complete and in no element that may still match. What stays are the open elements with their
/// attributes, and, if selectors ask for siblings, the last elements in them and counts of those
/// before. So memory does not grow with the document, unless a match does: `body` as a selector
/// keeps all of it. But what is in an open `select` stays, too, and so do names that are not those
/// of the standard.
///
/// [`Limits::input_bytes`] and [`Limits::nodes`] limit what is alive. For the first, a node counts
/// as 32 bytes, besides its text. When one is reached, the stream ends, and
/// [`limits_hit`](StreamParser::limits_hit) tells which. For input that others have written, set
/// them to what one match may take.
///
/// Two more things differ from a document that is kept: `<template for>` finds only markers that
/// are not freed, and hints that wait for the end of the input ([`Hints::detect`] and others) keep
/// all of it until then.
///
/// # The encoding
///
/// The encoding of bytes is decided with the first [`Hints::awaited_bytes`], and then stays: a
/// `meta` element after them does not change it.
#[derive(Debug)]
pub struct StreamParser {
    driver: Driver<DocumentBuilder<StreamObserver>>,
    /// The document, while it is lent; otherwise an empty one.
    document: Document,
    /// Whether `document` has the tree and the strings, and the parser has those of the empty one.
    is_lent: bool,
    /// The elements that may match and are closed, in this order.
    closed: VecDeque<Closed>,
    /// Those of them that are not complete, although they have left the stack.
    waiting: Vec<Waiting>,
    /// The open elements that are no matches, of which some content may be freed.
    unwanted: BTreeSet<NodeIndex>,
    /// The indices of the selectors that the last match matches.
    found: Vec<usize>,
    /// Of what is alive.
    limits: Limits,
    /// Whether a sweep is due as often as possible, as tests ask for.
    sweeps_often: bool,
    /// The offset in the whole input of what is at byte `origin` of the source.
    base: u64,
    /// What is before it in the source was moved there.
    origin: usize,
    /// If the ranges of matches are asked for: where the elements start that may match and are
    /// alive, in the whole input.
    starts: BTreeMap<NodeIndex, u64>,
    /// Where the `head` ends, if that waits and has not come back since its end tag.
    head_end: Option<HeadEnd>,
    /// Whether the stream is rewritten, so that it is decided at start tags what may match.
    rewrites: bool,
    /// If the stream is rewritten: the elements that may match and are not complete, in the order
    /// of their indices, which is that of their start tags.
    held: Vec<Held>,
    /// If the stream is rewritten: what the last edited matches have left open.
    left_open: Vec<LeftOpen>,
    /// For open templates that are in no tree, the nearest element below them on the stack that is
    /// no such template.
    below_templates: BTreeMap<NodeIndex, NodeIndex>,
}

impl ParseOptions {
    /// Returns a parser that lends the elements of a document that match one of these selectors.
    ///
    /// Errors are not recorded. With [positions](Self::positions), matches have a
    /// [range](Match::range).
    pub fn stream(&self, selectors: &StreamSelectors, hints: &Hints) -> StreamParser {
        let options = self.for_stream();
        let hints = hints.clone().ignore_late_meta(true);
        let sink = options.stream_sink(Root::Document, selectors);
        let stream = StreamParser::new(Driver::with_sink(&options, &hints, sink), &self.limits);
        stream.with_ranges(self.positions)
    }

    /// Returns a parser that lends the elements of a fragment that match one of these selectors.
    /// The fragment is parsed as the content of a context element.
    pub fn stream_fragment<'a>(
        &self,
        context: impl Into<Context<'a>>,
        selectors: &StreamSelectors,
    ) -> StreamParser {
        let options = self.for_stream();
        let sink = options.stream_sink(Root::DocumentFragment, selectors);
        let stream = StreamParser::new(
            Driver::for_fragment_with_sink(&options, context, None, sink),
            &self.limits,
        );
        stream.with_ranges(self.positions)
    }

    fn for_stream(&self) -> ParseOptions {
        self.clone().errors(false).positions(false)
    }

    fn stream_sink(
        &self,
        root: Root,
        selectors: &StreamSelectors,
    ) -> DocumentBuilder<StreamObserver> {
        let matcher = StreamMatcher::new(selectors, &Strings::default().names);
        let observer = StreamObserver::new(matcher);
        DocumentBuilder::with_observer(root, 0, false, &self.limits, observer)
    }
}

impl StreamParser {
    fn new(mut driver: Driver<DocumentBuilder<StreamObserver>>, limits: &Limits) -> StreamParser {
        driver.pause_at_scripts(false);
        driver.engine.bound = Bound::watermark(MIN_NODES, MIN_HELD);
        driver.engine.input.set_max_bytes(max_source(limits));
        let mut document =
            Document::from_parts(Tree::new(Root::DocumentFragment, 0), Strings::default());
        (document.revision, document.scripting) = driver.revision_and_scripting();
        StreamParser {
            driver,
            document,
            is_lent: false,
            closed: VecDeque::new(),
            waiting: Vec::new(),
            unwanted: BTreeSet::new(),
            found: Vec::new(),
            limits: *limits,
            sweeps_often: false,
            base: 0,
            origin: 0,
            starts: BTreeMap::new(),
            head_end: None,
            rewrites: false,
            held: Vec::new(),
            left_open: Vec::new(),
            below_templates: BTreeMap::new(),
        }
    }

    /// Adds bytes to the input. Nothing is parsed before [`next_match`](Self::next_match) is
    /// called.
    ///
    /// The first piece decides whether the input is bytes or text; after text, bytes are decoded as
    /// UTF-8.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.reclaim();
        self.reserve_for(bytes.len());
        if !self.driver.push_directly(bytes) {
            self.driver.feed(bytes);
        }
    }

    /// Adds decoded text to the input. A byte order mark at the start of a document is dropped.
    ///
    /// After bytes, a piece of text counts as more bytes, those of its UTF-8.
    pub fn feed_str(&mut self, text: &str) {
        self.reclaim();
        self.reserve_for(text.len());
        self.driver.feed_str(text);
    }

    /// Makes room for the text of a long document, of which the first piece has so many bytes.
    fn reserve_for(&mut self, length: usize) {
        if length >= LONG_PIECE && self.driver.engine.input.end() == 0 {
            self.driver.engine.input.reserve(CAPACITY);
        }
    }

    /// Ends the input: after what was fed, the document ends. The elements that are still open
    /// there are complete then.
    pub fn end(&mut self) {
        self.reclaim();
        self.driver.end();
    }

    /// Parses the input up to the token that completes the next match, and lends it. `None` if all
    /// input so far is parsed: feed more, or [end](Self::end) it. After the end, `None` says that
    /// there are no more.
    pub fn next_match(&mut self) -> Option<Match<'_>> {
        let found = loop {
            if let Some(found) = self.next_closed_match() {
                break found;
            }
            self.reclaim();
            if !self.parse() {
                return None;
            }
        };
        let range = self.range_of(found);
        Match::new(&self.document, found.element, &self.found, range)
    }

    /// Returns the document as far as it is parsed. What is freed is missing in it, in its
    /// [source](Document::source), too.
    pub fn document(&mut self) -> &Document {
        self.lend();
        &self.document
    }

    /// Ends the parse, whatever input is left, and returns the document as far as it is parsed. All
    /// elements that are open are closed.
    ///
    /// ```
    /// use consomme::stream::StreamSelectors;
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let head = StreamSelectors::try_from("head")?;
    /// let mut stream = ParseOptions::new().stream(&head, &Hints::new());
    /// stream.feed_str("<title>Menu</title><link rel=canonical href=/menu><p>Broth");
    /// assert_eq!(stream.next_match().unwrap().children().count(), 2);
    /// let document = stream.stop();
    /// assert_eq!(document.select_first("link")?.unwrap().attr("href"), Some("/menu"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn stop(mut self) -> Document {
        self.reclaim();
        let parsed = self.driver.finish();
        let mut document = parsed.output;
        document.limits_hit = document.limits_hit.or(parsed.limits_hit);
        document.report = parsed.encoding_report;
        (document.revision, document.scripting) = (self.document.revision, self.document.scripting);
        document
    }

    /// Makes it free what nobody wants as often as possible, for tests.
    #[doc(hidden)]
    pub fn sweep_often(&mut self) {
        self.sweeps_often = true;
        self.driver.engine.bound = Bound::watermark(1, 1);
    }

    /// Whether nothing more is parsed: the end of the document or a limit was reached. The last
    /// matches may not be lent yet.
    pub fn is_finished(&self) -> bool {
        self.driver.is_finished()
    }

    /// Returns the limits that were reached so far.
    pub fn limits_hit(&self) -> LimitsHit {
        self.driver.limits_hit().or(self.driver.sink().limits_hit())
    }

    /// Returns the encoding that bytes are decoded from, once it is decided; `None` for text.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.driver.encoding()
    }

    // ---- The document: either the parser has it, or the caller
    // -----------------------------------

    /// Makes `document` the document as it is.
    fn lend(&mut self) {
        if !std::mem::replace(&mut self.is_lent, true) {
            self.swap();
        }
    }

    /// Gives the document back to the parser.
    fn reclaim(&mut self) {
        if std::mem::replace(&mut self.is_lent, false) {
            self.swap();
        }
    }

    // Never inlined: with one caller, its swaps copy vectors. With two, the compiler makes a
    // function of one that copies words, which takes twice as long.
    #[inline(never)]
    fn swap(&mut self) {
        let engine = &mut self.driver.engine;
        std::mem::swap(&mut self.document.tree, &mut engine.builder.sink.tree);
        std::mem::swap(&mut self.document.strings, &mut engine.input.context.strings);
    }

    // ---- Matches
    // ---------------------------------------------------------------------------------

    /// Parses until elements are closed that may match, or all input is parsed. Returns whether
    /// there is something new to look at.
    fn parse(&mut self) -> bool {
        debug_assert!(!self.is_lent, "the parser has the tree while it parses");
        loop {
            let step = self.driver.run_without_flush();
            debug_assert!(
                matches!(step, Step::NeedsInput | Step::Finished),
                "a stream changes no encoding and runs no script"
            );
            let engine = &mut self.driver.engine;
            let paused = engine.builder.sink.observer.take_pause();
            self.closed.extend(engine.builder.sink.observer.closed.drain(..));
            self.keep_noted_starts();
            let engine = &self.driver.engine;
            let ended = engine.is_finished() && !self.waiting.is_empty();
            if paused || ended || !self.closed.is_empty() {
                return true;
            }
            if engine.has_too_many_nodes() && !engine.is_finished() {
                self.sweep();
            } else if !self.driver.close_at_limit() {
                return false;
            }
        }
    }

    /// Returns the next match among the elements that are closed. The document is lent then.
    fn next_closed_match(&mut self) -> Option<Closed> {
        if self.closed.is_empty() && self.waiting.is_empty() {
            return None;
        }
        self.lend();
        self.end_waiting();
        while let Some(closed) = self.closed.front().copied()
            && !self.is_opened(closed.element)
        {
            let id = closed.element;
            self.closed.pop_front();
            if self.unwanted.remove(&id) || !self.may_be_lent(id) {
                continue;
            }
            if let Some(waiting) = self.must_wait(id) {
                // The `head` leaves the stack again and again.
                let is_first = self.waiting.last().is_none_or(|last| last.element != id);
                if waiting.until.is_none() {
                    self.head_end = self.end_tag_of_head(closed.by).filter(|_| is_first);
                }
                if is_first {
                    self.driver.engine.builder.sink.observer.await_end(waiting.until);
                    self.waiting.push(waiting);
                }
                continue;
            }
            let matcher = &mut self.driver.engine.builder.sink.observer.matcher;
            matcher.find(&self.document, id, false, &mut self.found);
            if !self.found.is_empty() && self.is_in_document(id) {
                return Some(closed);
            }
            if let Some(index) = self.held_index(id) {
                self.held.remove(index);
            }
        }
        None
    }

    /// Returns a node and its ancestors, out of the contents of a `template`, too.
    fn ancestors(&self, id: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        let tree = &self.document.tree;
        let parent = |node: &NodeIndex| tree.node(*node).parent.or_else(|| tree.host_of(*node));
        std::iter::successors(Some(id), parent)
    }

    /// Whether an element is in the document, not in the contents of a `template`, in a shadow
    /// tree, or nowhere.
    fn is_in_document(&mut self, id: NodeIndex) -> bool {
        let tree = &self.document.tree;
        let mut top = id;
        for _ in 0..NEAR {
            let Some(parent) = tree.node(top).parent else { return top == tree.root_index() };
            top = parent;
        }
        self.is_deep_in_document(top)
    }

    #[cold]
    fn is_deep_in_document(&mut self, id: NodeIndex) -> bool {
        let builder = &mut self.driver.engine.builder.sink;
        let mut ancestry = builder.take_ancestry();
        let (place, _) = ancestry.place(&self.document.tree, id, id);
        builder.give_ancestry(ancestry);
        place.is_in_document
    }
}
