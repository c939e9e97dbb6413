//! A parse that pauses for an observer: the one way in which streams reach the parser.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::document_builder::{Ancestry, DocumentBuilder, Observer};
use crate::dom::{Document, NodeId, NodeIndex, NodeMoves, Root, Survivors, Tree};
use crate::encoding::Hints;
use crate::parse::bound::Bound;
use crate::parse::context::Context;
use crate::parse::options::ParseOptions;
use crate::settings::{Limits, LimitsHit};
use crate::text::Strings;
use crate::tree_builder::Standing;
use crate::tree_sink::ClosedBy;

use super::{DeclaredEncoding, Driver, Step};

/// A parse of a document, or of a fragment, that pauses between two tokens: when its observer asks
/// for it, and when the tree or the source has reached a watermark. While it pauses, the tree can
/// be read and swept. Scripts do not run. A late `meta` element changes the encoding on the fly, or
/// ends the parse: the start of the document is gone, so it cannot be parsed again.
#[derive(Debug)]
pub(crate) struct PausingParse<O: Observer> {
    driver: Driver<DocumentBuilder<O>>,
    /// The change of encoding that was not possible, and has ended the parse.
    refused: Option<RefusedEncoding>,
    /// Whether the encoding can no longer change, because of what was made of the input so far.
    is_committed: bool,
}

/// A change of encoding that was not possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusedEncoding {
    pub(crate) used: &'static Encoding,
    pub(crate) declared: &'static Encoding,
}

/// Why a parse has paused: `parse/bound.rs` says who can make it pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParsePause {
    /// The observer wants to look at the last token.
    ByObserver,
    /// There are more nodes, or more bytes of source, than the watermark says.
    AtWatermark,
    /// All input so far is parsed, or the parse has ended.
    ForInput,
}

/// A limit that ends a parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReachedLimit {
    /// [`Limits::nodes`](crate::Limits::nodes).
    Nodes,
    /// [`Limits::input_bytes`](crate::Limits::input_bytes).
    InputBytes,
    /// The steps of the selectors.
    Steps,
}

/// Where a sweep has moved nodes and text.
#[derive(Debug)]
pub(crate) struct Swept {
    pub(crate) moves: NodeMoves,
    root: NodeIndex,
    /// The byte of the old source from which on it was kept as a whole.
    pub(crate) old_cut: usize,
    /// The same byte in the new source.
    pub(crate) new_cut: usize,
}

impl Swept {
    /// Returns the new index of a node that has stayed; that of the root for one that is freed.
    pub(crate) fn moved(&self, node: NodeIndex) -> NodeIndex {
        self.moves.get(node).unwrap_or(self.root)
    }

    /// Returns where a byte of the source is now that was not before the cut.
    pub(crate) fn moved_offset(&self, offset: usize) -> usize {
        offset - self.old_cut + self.new_cut
    }
}

/// How many bytes a start tag has, with its text and its end tag, on pages with many of them.
const BYTES_PER_ELEMENT: usize = 64;

/// The most elements that there is room for from the start: 64 KiB.
const MAX_RESERVED: usize = 2048;

impl<O: Observer> PausingParse<O> {
    /// Starts to parse a document. Neither errors nor positions are recorded.
    pub(crate) fn of_document(options: &ParseOptions, hints: &Hints, observer: O) -> Self {
        let options = options.clone().errors(false).positions(false);
        let builder = builder(Root::Document, &options.limits, observer);
        PausingParse::new(Driver::with_sink(&options, hints, builder))
    }

    /// Starts to parse a fragment as the content of a context element. Neither errors nor positions
    /// are recorded.
    pub(crate) fn of_fragment<'a>(
        options: &ParseOptions,
        context: impl Into<Context<'a>>,
        observer: O,
    ) -> Self {
        let options = options.clone().errors(false).positions(false);
        let builder = builder(Root::DocumentFragment, &options.limits, observer);
        PausingParse::new(Driver::for_fragment_with_sink(&options, context, None, builder))
    }

    fn new(mut driver: Driver<DocumentBuilder<O>>) -> Self {
        driver.pause_at_scripts(false);
        driver.network.start_to_free_parsed();
        PausingParse { driver, refused: None, is_committed: false }
    }

    // ---- Input ---------------------------------------------------------------------------------

    /// Adds bytes to the input.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        if !self.driver.push_directly(bytes) {
            self.driver.feed(bytes);
        }
    }

    /// Adds decoded text to the input.
    pub(crate) fn feed_str(&mut self, text: &str) {
        self.driver.network.free_parsed(&self.driver.engine.input);
        self.driver.feed_str(text);
    }

    /// Ends the input.
    pub(crate) fn end(&mut self) {
        self.driver.end();
    }

    /// Ends the input if a limit makes the rest of it ignored. Returns whether it did.
    pub(crate) fn end_at_limit(&mut self) -> bool {
        self.driver.end_at_limit()
    }

    /// Whether the source is empty: nothing was fed, or nothing was decoded.
    pub(crate) fn is_source_empty(&self) -> bool {
        self.driver.engine.input.end() == 0
    }

    /// Makes room for this many bytes of source, and for the nodes that they usually make.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.driver.engine.input.reserve(bytes);
        let elements = (bytes / BYTES_PER_ELEMENT).min(MAX_RESERVED);
        self.driver.engine.builder.sink.tree.reserve(elements);
    }

    // ---- Parsing -------------------------------------------------------------------------------

    /// Parses until there is a reason to pause.
    pub(crate) fn run(&mut self) -> ParsePause {
        let mut step = self.driver.run_without_flush();
        while let Step::EncodingDeclared(declared) = step {
            self.change_encoding(declared);
            step = self.driver.run_without_flush();
        }
        debug_assert!(matches!(step, Step::NeedsInput | Step::Finished), "a stream runs no script");
        let engine = &self.driver.engine;
        if engine.builder.sink.observer().pause_bits() != 0 {
            ParsePause::ByObserver
        } else if engine.has_too_many_nodes() && !engine.is_finished() {
            ParsePause::AtWatermark
        } else {
            ParsePause::ForInput
        }
    }

    /// Decodes the rest of the input from the declared encoding, or ends the parse.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    #[cold]
    fn change_encoding(&mut self, declared: DeclaredEncoding) {
        if self.is_committed || !self.driver.switch_encoding() {
            self.driver.ignore_encoding();
            self.refuse_encoding(declared.used, declared.declared);
        }
    }

    /// Ends the parse because its encoding cannot be changed.
    pub(crate) fn refuse_encoding(&mut self, used: &'static Encoding, declared: &'static Encoding) {
        self.driver.abort();
        self.refused = Some(RefusedEncoding { used, declared });
    }

    /// Returns the change of encoding that was not possible, and has ended the parse.
    pub(crate) fn refused_encoding(&self) -> Option<RefusedEncoding> {
        self.refused
    }

    /// Whether a `meta` element can still change the encoding.
    pub(crate) fn can_change_encoding(&self) -> bool {
        !self.is_committed && self.driver.can_change_encoding()
    }

    /// From now on, makes a change of the encoding end the parse.
    pub(crate) fn commit_encoding(&mut self) {
        self.is_committed = true;
    }

    /// Sets with how many nodes, and with how many bytes of source, the parse pauses.
    pub(crate) fn set_watermark(&mut self, nodes: usize, bytes: usize) {
        self.driver.engine.bound = Bound::watermark(nodes, bytes);
    }

    /// Raises the watermark of nodes, so that the parse goes on for this many. The watermark of
    /// bytes stays: if the source exceeds it, the parse pauses again at the next piece.
    pub(crate) fn put_off_watermark(&mut self, nodes: usize) {
        let engine = &mut self.driver.engine;
        engine.bound = engine.bound.with_nodes(engine.builder.sink.tree.nodes().len() + nodes);
    }

    /// Sets how many bytes the source may have; what follows is dropped.
    pub(crate) fn set_max_source(&mut self, bytes: usize) {
        self.driver.engine.input.set_max_bytes(bytes);
    }

    /// Drops the rest of the input because of a limit.
    pub(crate) fn stop_at(&mut self, limit: ReachedLimit) {
        match limit {
            ReachedLimit::Nodes => self.driver.engine.stop_at_node_limit(),
            ReachedLimit::InputBytes => self.driver.engine.stop_at_byte_limit(),
            ReachedLimit::Steps => self.driver.engine.stop_at_step_limit(),
        }
    }

    /// Makes the tree builder tell the observer of tokens, and by which one elements are closed.
    pub(crate) fn start_to_tell_of_tokens(&mut self) {
        self.driver.engine.builder.start_to_tell_of_tokens();
    }

    /// Keeps account of where carriage returns were before newlines were normalized.
    pub(crate) fn keep_returns(&mut self) {
        self.driver.engine.input.context.strings.keep_returns();
    }

    // ---- The parsed tree -------------------------------------------------------------------

    pub(crate) fn observer(&self) -> &O {
        self.driver.engine.builder.sink.observer()
    }

    pub(crate) fn observer_mut(&mut self) -> &mut O {
        self.driver.engine.builder.sink.observer_mut()
    }

    /// Returns the observer, for changing, with the strings, unless a document [has](Self::swap)
    /// them.
    pub(crate) fn observer_mut_and_strings(&mut self) -> (&mut O, &Strings) {
        let engine = &mut self.driver.engine;
        (engine.builder.sink.observer_mut(), &engine.input.context.strings)
    }

    /// Exchanges the tree and the strings for those of a document. While that has them, nothing may
    /// be parsed.
    // Never inlined: with one caller, its swaps copy vectors. With two, the compiler makes a
    // function of one that copies words, which takes twice as long.
    #[inline(never)]
    pub(crate) fn swap(&mut self, document: &mut Document) {
        let engine = &mut self.driver.engine;
        std::mem::swap(&mut document.tree, &mut engine.builder.sink.tree);
        std::mem::swap(&mut document.strings, &mut engine.input.context.strings);
    }

    /// Returns the tree, unless a document [has](Self::swap) it.
    pub(crate) fn tree(&self) -> &Tree {
        &self.driver.engine.builder.sink.tree
    }

    /// Returns the strings, unless a document [has](Self::swap) them.
    pub(crate) fn strings(&self) -> &Strings {
        &self.driver.engine.input.context.strings
    }

    /// Returns the open elements, the `html` element first.
    pub(crate) fn open_elements(&self) -> impl DoubleEndedIterator<Item = NodeIndex> {
        self.driver.engine.builder.open_elements().map(NodeId::node_index)
    }

    /// Returns the cache of where nodes are, for a document that has the tree.
    pub(crate) fn ancestry(&mut self) -> &mut Ancestry {
        self.driver.engine.builder.sink.ancestry()
    }

    /// Returns whether a node of the tree, which is lent, is a `form`, or in one.
    pub(crate) fn is_in_form(&self, tree: &Tree, id: NodeIndex) -> bool {
        Ancestry::is_in_form(self.driver.engine.builder.sink.known_ancestry(), tree, id)
    }

    /// Returns the nodes that the parser holds: open elements, active formatting elements, the
    /// `head` and the `form`.
    pub(crate) fn held_nodes(&self) -> impl Iterator<Item = NodeIndex> {
        self.driver.engine.builder.held_handles().map(NodeId::node_index)
    }

    /// Whether text that comes next would come into a formatting element that is created anew.
    pub(crate) fn needs_reconstruction(&self) -> bool {
        self.driver.engine.builder.needs_reconstruction()
    }

    /// Returns where the parser stands.
    pub(crate) fn standing(&self) -> Standing {
        self.driver.engine.builder.standing()
    }

    /// Returns where the parser stood before the last token, if it tells of tokens.
    pub(crate) fn before_token(&self) -> Standing {
        self.driver.engine.builder.before_token()
    }

    /// Whether all content before a `frameset` has decided if that takes the place of the `body`.
    pub(crate) fn has_frameset_by_content(&self) -> bool {
        self.driver.engine.builder.has_frameset_by_content()
    }

    /// Returns the latest active formatting elements, and the `form` that is not closed: elements
    /// that act on content that comes after the elements that they are in.
    pub(crate) fn elements_in_effect(&self) -> impl Iterator<Item = NodeIndex> {
        self.driver.engine.builder.elements_in_effect().map(NodeId::node_index)
    }

    /// Whether the form element pointer points to an element, in the tree or around the context.
    pub(crate) fn has_form(&self) -> bool {
        self.driver.engine.builder.has_form()
    }

    /// Returns how many markers the list of active formatting elements has.
    pub(crate) fn markers(&self) -> usize {
        self.driver.engine.builder.markers()
    }

    /// Whether the rest of a CDATA section comes next.
    pub(crate) fn is_in_cdata_section(&self) -> bool {
        self.driver.engine.tokenizer.is_in_cdata_section()
    }

    /// Whether a `<` and a letter that come after the last token are a tag.
    pub(crate) fn is_between_tags(&self) -> bool {
        self.driver.engine.tokenizer.is_in_data()
    }

    /// Returns where the last token is, in bytes of the source.
    pub(crate) fn last_token(&self) -> Range<usize> {
        self.driver.engine.input.context.token.clone()
    }

    /// Returns the last token, as that which closes elements.
    pub(crate) fn last_token_closes(&self) -> ClosedBy {
        self.driver.engine.builder.token_closes()
    }

    /// Returns where an element ends that the last token has closed, in bytes of the source.
    pub(crate) fn end_of(&self, by: ClosedBy) -> usize {
        let token = &self.driver.engine.input.context.token;
        if by.is_own_tag() { token.end } else { token.start }
    }

    /// Returns up to which byte the source is parsed.
    pub(crate) fn position(&self) -> usize {
        self.driver.engine.input.position()
    }

    // ---- Sweeping ------------------------------------------------------------------------------

    /// Whether nodes can be freed before the next token: neither the tokenizer nor the tree builder
    /// holds text, which the label of a declared encoding is, too.
    pub(crate) fn can_sweep(&self) -> bool {
        let engine = &self.driver.engine;
        engine.tokenizer.holds_no_text(&engine.input)
            && engine.builder.holds_no_text()
            && !engine.builder.has_request()
    }

    /// Returns from which byte of the source on a sweep keeps all of it: from where nothing is
    /// parsed, or from an earlier one.
    pub(crate) fn sweep_cut(&self, earliest: Option<usize>) -> usize {
        let cut = self.driver.engine.input.sweep_cut();
        earliest.map_or(cut, |earliest| earliest.min(cut))
    }

    /// Frees all nodes but these, and the text that neither they use nor comes after the cut. The
    /// new source has room for `capacity` bytes.
    pub(crate) fn sweep(&mut self, survivors: Survivors, cut: usize, capacity: usize) -> Swept {
        let engine = &mut self.driver.engine;
        let moves = engine.builder.sink.sweep(survivors);
        let tree = &mut engine.builder.sink.tree;
        let mut used = Vec::new();
        tree.for_each_span(|span| used.push(*span));
        let (spans, source) = engine.input.sweep(used, cut, capacity);
        tree.for_each_span(|span| *span = spans.moved(*span));
        engine.tokenizer.start_token(&engine.input);
        let (number, root) = (tree.number(), tree.root_index());
        let swept = Swept { moves, root, old_cut: cut, new_cut: source.new_cut };
        for held in engine.builder.held_handles_mut() {
            // Gaps on the stack keep stale handles: they get the root.
            *held = NodeId::new(number, swept.moved(held.node_index()));
        }
        engine.builder.source_was_swept(source.bytes);
        swept
    }

    // ---- The end -------------------------------------------------------------------------------

    pub(crate) fn is_finished(&self) -> bool {
        self.driver.is_finished()
    }

    /// Returns the limits that the parser and the tree have reached.
    pub(crate) fn limits_hit(&self) -> LimitsHit {
        self.driver.limits_hit().or(self.driver.sink().limits_hit())
    }

    /// Returns the encoding that bytes are decoded from, once it is decided; `None` for text.
    pub(crate) fn encoding(&self) -> Option<&'static Encoding> {
        self.driver.encoding()
    }

    /// Whether all input so far is valid UTF-8, so that offsets of bytes and of text are equal.
    pub(crate) fn is_utf_8(&self) -> bool {
        self.driver.is_utf_8()
    }

    /// Returns an empty document with the options that matter to what is parsed.
    pub(crate) fn empty_document(&self) -> Document {
        let mut document =
            Document::from_parts(Tree::new(Root::DocumentFragment, 0), Strings::default());
        (document.revision, document.scripting) = self.driver.revision_and_scripting();
        document.lacks_errors = true;
        document
    }

    /// Ends the parse, whatever input is left, and returns the document.
    pub(crate) fn finish(self) -> Document {
        let (revision, scripting) = self.driver.revision_and_scripting();
        let parsed = self.driver.finish();
        let limits_hit = parsed.output.limits_hit.or(parsed.limits_hit);
        Document {
            limits_hit,
            report: parsed.encoding_report,
            revision,
            scripting,
            lacks_errors: true,
            ..parsed.output
        }
    }
}

fn builder<O: Observer>(root: Root, limits: &Limits, observer: O) -> DocumentBuilder<O> {
    DocumentBuilder::with_observer(root, 0, false, limits, observer)
}
