//! The document: the tree, its text, and the results of parsing.

use std::ops::Range;
use std::sync::{Arc, Weak};

use encoding_rs::Encoding;

use crate::dom::arena::{NoNode, NodeId, NodeIndex, Tree, invariants};
use crate::encoding::{ByteOffsets, Confidence, EncodingReport, EncodingSource};
use crate::names::NameTable;
use crate::parse_error::ParseError;
use crate::settings::{LimitsHit, Revision};
use crate::text::{Excerpt, LineColumn, LineIndex, Strings};
use crate::tree_sink::QuirksMode;

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;
use super::traverse::TreeOrder;

/// A document, parsed or built by edits, or the result of parsing a fragment.
///
/// All nodes, attributes and texts are in a few blocks of memory, which cloning copies and dropping
/// frees, however deep the tree is.
///
/// [`NodeRef`] and [`ElementRef`] borrow a document and read it; edits take a [`NodeId`]. An id
/// stands for its node as long as the document lives, wherever the node moves, and never stands for
/// another; only [`discard`](Document::discard) ends it. An id of another document is detected: see
/// [`NodeId`]. So collect ids first, then edit:
///
/// ```
/// # fn main() -> Result<(), consomme::TreeError> {
/// let mut document = consomme::parse_document(b"<title>Broth</title><p>Clear.<p>Hot.", &Default::default());
/// let p: Vec<_> = document.descendant_elements().filter(|element| element.name() == "p").map(|p| p.id()).collect();
/// for id in p {
///     document.add_class(id, "adjective")?;
/// }
/// let p = document.body().unwrap().last_element_child().unwrap();
/// assert_eq!((p.text_content(), p.has_class("adjective")), ("Hot.".to_owned(), true));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Document {
    pub(crate) tree: Tree,
    pub(crate) strings: Strings,
    pub(crate) report: Option<EncodingReport>,
    pub(crate) errors: Vec<ParseError>,
    pub(crate) limits_hit: LimitsHit,
    /// The revision by which HTML that edits insert is parsed.
    pub(crate) revision: Revision,
    /// Whether scripting counted as enabled while parsing.
    pub(crate) scripting: bool,
    /// Whether it was parsed without recording errors, so that it may have some.
    pub(crate) lacks_errors: bool,
    /// Whether a parser builds it, which holds ids of its nodes.
    pub(crate) growing: Growing,
}

/// Whether a parser still builds the document, and which one: the parser that owns the other end.
/// Copies of the document are complete.
#[derive(Debug, Default)]
pub(crate) struct Growing(Weak<()>);

impl Growing {
    /// Returns the mark of a document that this parser builds as long as it owns `parser`.
    pub(crate) fn by(parser: &Arc<()>) -> Self {
        Growing(Arc::downgrade(parser))
    }

    /// Whether some parser builds the document.
    pub(crate) fn is_growing(&self) -> bool {
        self.0.strong_count() > 0
    }

    /// Whether this parser builds the document.
    pub(crate) fn is_by(&self, parser: &Arc<()>) -> bool {
        self.0.as_ptr() == Arc::as_ptr(parser)
    }
}

impl Clone for Growing {
    fn clone(&self) -> Self {
        Growing::default()
    }
}

/// The tree and its nodes.
impl Document {
    /// Returns a document with that tree and text, and nothing known about how it was parsed.
    #[inline]
    pub(crate) fn from_parts(tree: Tree, strings: Strings) -> Document {
        Document {
            tree,
            strings,
            report: None,
            errors: Vec::new(),
            limits_hit: LimitsHit::default(),
            lacks_errors: false,
            revision: Revision::default(),
            scripting: false,
            growing: Growing::default(),
        }
    }

    /// Returns the root of the tree: a node of the kind `Document`, or `DocumentFragment` for the
    /// result of [`parse_fragment`](crate::parse_fragment).
    ///
    /// ```
    /// use consomme::{NodeKind, parse_fragment, parse_str};
    ///
    /// assert_eq!(parse_str("<p>Broth").root().kind(), NodeKind::Document);
    /// assert_eq!(parse_fragment("div", "<p>Broth").root().kind(), NodeKind::DocumentFragment);
    /// ```
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef::new(self, self.tree.root_index())
    }

    /// Returns the first element among the children of the root: `html` for every parsed document.
    ///
    /// <https://dom.spec.whatwg.org/#document-element>
    #[doc(alias = "documentElement")]
    pub fn document_element(&self) -> Option<ElementRef<'_>> {
        self.root().children().find_map(NodeRef::as_element)
    }

    /// Returns all descendants of the root in tree order. The contents of templates are not among
    /// them: see [`ElementRef::template_contents`].
    pub fn descendants(&self) -> TreeOrder<'_> {
        self.root().descendants()
    }

    /// Returns the node of an id.
    ///
    /// # Panics
    ///
    /// If this document has no such node: the id is of another document, or the node was
    /// [discarded](Document::discard), or created in a clone of the document. The message says
    /// which, and has the id and the place of the call. [`get`](Document::get) returns `None`
    /// instead.
    #[inline]
    #[track_caller]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        match self.tree.resolve(id) {
            Ok(index) => NodeRef::new(self, index),
            Err(why) => no_node(id, why),
        }
    }

    /// Returns the node of an id; `None` if this document has no such node: the node was
    /// [discarded](Document::discard), or created in a clone of the document, or the id is of
    /// another document, for which a build with debug assertions panics: see [`NodeId`].
    ///
    /// ```
    /// let mut document = consomme::parse_fragment("div", "<p>Broth");
    /// let p = document.root().first_child().unwrap().id();
    /// assert_eq!(document.get(p).unwrap().text_content(), "Broth");
    /// document.discard(p).unwrap();
    /// assert!(document.get(p).is_none());
    /// ```
    #[inline]
    #[track_caller]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        Some(NodeRef::new(self, self.tree.resolve(id).ok()?))
    }

    /// Returns the element of an id; `None` if this document has no such node, as for
    /// [`get`](Document::get), or if the node is not an element.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p class=hot>Broth");
    /// let p = document.root().first_child().unwrap();
    /// let text = p.first_child().unwrap().id();
    /// assert_eq!(document.element(p.id()).unwrap().attr("class"), Some("hot"));
    /// assert!(document.element(text).is_none());
    /// ```
    #[inline]
    #[track_caller]
    pub fn element(&self, id: NodeId) -> Option<ElementRef<'_>> {
        self.get(id)?.as_element()
    }

    /// Returns a number that is larger than the [index](NodeId::index) of every node: the length of
    /// a list that has a place for each. Nodes that are created later have larger indices.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b>");
    /// let mut depths = vec![0; document.index_bound()];
    /// for node in document.descendants() {
    ///     depths[node.id().index()] = depths[node.parent().unwrap().id().index()] + 1;
    /// }
    /// assert_eq!(depths.iter().max(), Some(&3));
    /// ```
    pub fn index_bound(&self) -> usize {
        self.tree.nodes().len()
    }

    /// Returns all nodes, in the order in which they were created: those of the tree, in templates
    /// and shadow trees, too, and those without a parent, as a node that was detached, or the
    /// content that a `selectedcontent` had before it took a copy of its `option`.
    ///
    /// ```
    /// let mut document = consomme::parse_fragment("div", "<p>Broth");
    /// document.detach(document.root().first_child().unwrap().id()).unwrap();
    /// let texts: Vec<_> = document.all_nodes().filter_map(|node| node.as_text()).collect();
    /// assert_eq!(texts, ["Broth"]);
    /// ```
    pub fn all_nodes(&self) -> impl Iterator<Item = NodeRef<'_>> {
        (1..self.index_bound()).filter_map(|index| self.get(self.tree.id(NodeIndex::new(index))))
    }

    /// Returns the names of elements and attributes: their texts by their numbers.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<soup-bowl>");
    /// let name = document.root().first_element_child().unwrap().element_name();
    /// assert_eq!(document.names().get(name.local), "soup-bowl");
    /// ```
    #[inline]
    pub fn names(&self) -> &NameTable {
        self.strings.names()
    }
}

/// How the document was parsed: its encoding, errors, limits and source.
impl Document {
    /// Returns whether the document is in quirks mode.
    ///
    /// ```
    /// use consomme::{QuirksMode, parse_str};
    ///
    /// assert_eq!(parse_str("<!DOCTYPE html><p>").quirks_mode(), QuirksMode::NoQuirks);
    /// assert_eq!(parse_str("<p>").quirks_mode(), QuirksMode::Quirks);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-document-mode>
    pub fn quirks_mode(&self) -> QuirksMode {
        self.tree.quirks_mode()
    }

    /// Returns the character encoding that the bytes were decoded from; `None` if the input was
    /// text.
    ///
    /// <https://dom.spec.whatwg.org/#concept-document-encoding>
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.report.as_ref().map(EncodingReport::encoding)
    }

    /// Returns the source that decided the encoding; `None` if the input was text.
    pub fn encoding_source(&self) -> Option<EncodingSource> {
        self.report.as_ref().map(EncodingReport::source)
    }

    /// Returns how certain the encoding is; [`Confidence::Irrelevant`] if the input was text.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    pub fn confidence(&self) -> Confidence {
        self.report.as_ref().map_or(Confidence::Irrelevant, EncodingReport::confidence)
    }

    /// Returns the report on how the encoding was decided and how decoding went; `None` if the
    /// input was text.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<meta charset=big5><p>\xA4\xA4", &Default::default());
    /// println!("{}", document.encoding_report().unwrap());
    /// ```
    pub fn encoding_report(&self) -> Option<&EncodingReport> {
        self.report.as_ref()
    }

    /// Returns the parse errors in order of position, if
    /// [`ParseOptions::errors`](crate::ParseOptions::errors) asked for them.
    ///
    /// # Panics
    ///
    /// With debug assertions, if the document was parsed without that option: nothing is known of
    /// its errors then, and in any other build the list is empty.
    /// [`recorded_errors`](Document::recorded_errors) is for documents of either kind.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let document = ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\n<p>Clear <b>broth</p>");
    /// let error = document.errors()[0];
    /// assert_eq!(error.code().as_str(), "unclosed-element");
    /// assert_eq!(document.line_column(error.offset()).to_string(), "2:18");
    /// assert_eq!(error.message(&document), "`</p>`: the element `b` is still open and needs its end tag before this");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#parse-errors>
    #[track_caller]
    pub fn errors(&self) -> &[ParseError] {
        debug_assert!(
            !self.lacks_errors,
            "the errors of this document were not recorded: parse it with \
             ParseOptions::new().errors(true)"
        );
        &self.errors
    }

    /// Returns the parse errors in order of position; `None` if the document was parsed without
    /// [`ParseOptions::errors`](crate::ParseOptions::errors).
    ///
    /// ```
    /// let html = "<p>Clear <b>broth</p>";
    /// assert_eq!(consomme::parse_str(html).recorded_errors(), None);
    /// let document = consomme::ParseOptions::new().errors(true).parse_str(html);
    /// assert_eq!(document.recorded_errors(), Some(document.errors()));
    /// ```
    pub fn recorded_errors(&self) -> Option<&[ParseError]> {
        (!self.lacks_errors).then_some(&self.errors)
    }

    /// Returns the line and column of a byte offset in [`source`](Document::source), such as
    /// [`ParseError::offset`]. An offset past the end counts as the end. Takes time linear in the
    /// offset: for more than one, ask [`line_index`](Document::line_index).
    pub fn line_column(&self, offset: usize) -> LineColumn {
        LineColumn::of(self.strings.source(), offset)
    }

    /// Returns the line of the [source](Document::source) in which a byte range starts, to be
    /// printed with a mark below the range. An offset past the end counts as the end.
    ///
    /// ```
    /// let html = "<ul>\n  <li id=stock>Stock\n</ul>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let stock = document.element_by_id("stock").unwrap();
    /// let tag = stock.source().unwrap().start_tag().unwrap().source_range();
    /// assert_eq!(document.excerpt(tag).to_string(), "  <li id=stock>Stock\n  ^^^^^^^^^^^^^");
    /// ```
    pub fn excerpt(&self, range: Range<usize>) -> Excerpt<'_> {
        Excerpt::new(self.strings.source(), range)
    }

    /// Returns an index that finds the line and column of many offsets, each in a time that does
    /// not depend on the length of the document.
    pub fn line_index(&self) -> LineIndex<'_> {
        LineIndex::new(self.strings.source())
    }

    /// Returns the input as it was parsed: decoded, with newlines normalized. All offsets are byte
    /// offsets in this text, unless they say otherwise.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<p>Clear\r\nbroth", &Default::default());
    /// assert_eq!(document.source(), "<p>Clear\nbroth");
    /// ```
    pub fn source(&self) -> &str {
        self.strings.source()
    }

    /// Returns the parts of the [source](Document::source) that scripts have written, in order: the
    /// byte range of each, and which call of [`Driver::write`](crate::driver::Driver::write) has
    /// written it; the first call is 0, and calls that fail do not count. Empty unless a driver
    /// parsed the document.
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    /// driver.feed_str("<script></script> with bread");
    /// assert!(matches!(driver.step(), Step::Script(_)));
    /// driver.write("Soup").unwrap();
    /// driver.end_script();
    /// let document = driver.finish_document();
    /// assert_eq!(document.source(), "<script></script>Soup with bread");
    /// assert!(document.written_ranges().eq([(17..21, 0)]));
    /// ```
    pub fn written_ranges(&self) -> impl Iterator<Item = (Range<usize>, usize)> {
        self.strings.written_ranges()
    }

    /// Returns whether scripting counted as enabled while parsing. If so, the content of `noscript`
    /// is text.
    ///
    /// <https://html.spec.whatwg.org/#scripting-mode>
    pub fn scripting(&self) -> bool {
        self.scripting
    }

    /// Returns a map from offsets in the decoded text to offsets in the bytes it was decoded from.
    /// `None` if the input was text.
    ///
    /// `bytes` must be all the bytes that were parsed; with others, the offsets have no meaning.
    /// The call decodes them once more and keeps checkpoints to start from; parsing records nothing
    /// for it.
    ///
    /// ```
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let bytes = b"\xEF\xBB\xBF<!DOCTYPE html>\r\n<p>\xFF</i>";
    /// let document = ParseOptions::new().errors(true).parse_document(bytes, &Hints::new());
    /// let offsets = document.byte_offsets(bytes).unwrap();
    /// let bytes_of = |error: usize| {
    ///     let span = document.source_span(document.errors()[error].span());
    ///     &bytes[offsets.range(span.range())]
    /// };
    /// assert_eq!(bytes_of(0), b"\xFF"); // malformed-byte-sequence
    /// assert_eq!(bytes_of(1), b"</i>"); // unexpected-end-tag
    /// ```
    pub fn byte_offsets<'b>(&self, bytes: &'b [u8]) -> Option<ByteOffsets<'b>> {
        Some(ByteOffsets::new(bytes, self.encoding()?))
    }

    /// Returns which limits were reached while parsing.
    ///
    /// ```
    /// use consomme::{Limits, ParseOptions};
    ///
    /// let options = ParseOptions::new().limits(Limits::default().nodes(Some(100)));
    /// assert!(options.parse_str("<p>".repeat(1000)).limits_hit().nodes);
    /// assert!(!options.parse_str("<p>".repeat(10)).limits_hit().any());
    /// ```
    pub fn limits_hit(&self) -> LimitsHit {
        self.limits_hit
    }

    /// Checks that the document is sound in itself, for tests of this crate and its fuzz targets.
    ///
    /// # Errors
    ///
    /// A description of the invariant that does not hold.
    #[doc(hidden)]
    pub fn check_invariants(&self) -> Result<(), String> {
        invariants::check(&self.tree, &self.strings)
    }

    /// Checks the invariants that hold in addition after parsing and before any edit.
    ///
    /// # Errors
    ///
    /// A description of the invariant that does not hold.
    #[doc(hidden)]
    pub fn check_parsed(&self) -> Result<(), String> {
        invariants::check_parsed(&self.tree, &self.strings)
    }
}

/// Documents can be sent to and shared between threads.
const _: () = {
    const fn assert<T: Send + Sync + Clone>() {}
    assert::<Document>();
};

/// Panics for an id that stands for no node.
#[cold]
#[track_caller]
#[expect(clippy::panic, reason = "like an index out of bounds: the caller has the id wrong")]
fn no_node(id: NodeId, why: NoNode) -> ! {
    match why {
        NoNode::Foreign => panic!("the id {id} is of another document"),
        NoNode::Unknown => {
            panic!("the node {id} was discarded, or created in a clone of the document")
        }
    }
}
