//! The document: the tree, its text, and what parsing found out.

use encoding_rs::Encoding;

use crate::dom::arena::{NodeId, Tree, invariants};
use crate::encoding::{ByteOffsets, Confidence, EncodingReport, EncodingSource};
use crate::parse_error::ParseError;
use crate::settings::{LimitsHit, Revision};
use crate::text::{LineColumn, LineIndex, Strings};
use crate::tree_sink::QuirksMode;

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;
use super::traverse::Descendants;

/// A document, parsed or built, or the result of parsing a fragment.
///
/// All nodes, attributes and texts lie in a few blocks of memory: cloning copies these, dropping
/// frees them, and neither depends on how deep the tree is.
///
/// It is read through [`NodeRef`] and [`ElementRef`], which borrow it, and edited by [`NodeId`]. An
/// id stands for its node as long as the document lives, wherever the node is moved, in the tree or
/// out of it, and is never given to another node; only [`discard`](Document::discard) ends it. So
/// collect ids first, and edit then:
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
    /// What HTML that is put into the document later is parsed by.
    pub(crate) revision: Revision,
    /// Scripting counted as enabled while parsing.
    pub(crate) scripting: bool,
}

impl Document {
    /// A document of that tree and text, about whose parse nothing is known.
    pub(crate) fn from_parts(tree: Tree, strings: Strings) -> Document {
        Document {
            tree,
            strings,
            report: None,
            errors: Vec::new(),
            limits_hit: LimitsHit::default(),
            revision: Revision::default(),
            scripting: false,
        }
    }

    /// The root of the tree: a node of the kind `Document`, or of the kind `DocumentFragment` for
    /// what [`parse_fragment`](crate::parse_fragment) returns.
    ///
    /// ```
    /// use consomme::{NodeKind, parse_fragment, parse_str};
    ///
    /// assert_eq!(parse_str("<p>Broth").root().kind(), NodeKind::Document);
    /// assert_eq!(parse_fragment("div", "<p>Broth").root().kind(), NodeKind::DocumentFragment);
    /// ```
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef::new(self, self.tree.root_id())
    }

    /// The first element among the root's children: `html` for every document that was parsed.
    ///
    /// <https://dom.spec.whatwg.org/#document-element>
    pub fn document_element(&self) -> Option<ElementRef<'_>> {
        self.root().children().find_map(NodeRef::as_element)
    }

    /// All nodes below the root in tree order. The contents of templates are not among them: see
    /// [`ElementRef::template_contents`].
    pub fn descendants(&self) -> Descendants<'_> {
        self.root().descendants()
    }

    /// The node of that id.
    ///
    /// # Panics
    ///
    /// If this document has no such id, because another one gave it out, or because the node was
    /// [discarded](Document::discard); [`get`](Document::get) does not.
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        self.get(id).expect("the id is one of this document's")
    }

    /// The node of that id; `None` if this document has no such id.
    ///
    /// ```
    /// let mut document = consomme::parse_fragment("div", "<p>Broth");
    /// let p = document.root().first_child().unwrap().id();
    /// assert_eq!(document.get(p).unwrap().text_content(), "Broth");
    /// document.discard(p).unwrap();
    /// assert!(document.get(p).is_none());
    /// ```
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.tree.has(id).then(|| NodeRef::new(self, id))
    }

    /// Whether the document is in quirks mode.
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
        self.tree.quirks_mode
    }

    /// The character encoding that the bytes were decoded from; `None` if the input was text.
    ///
    /// <https://dom.spec.whatwg.org/#concept-document-encoding>
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.report.as_ref().map(EncodingReport::encoding)
    }

    /// What decided the encoding; `None` if the input was text.
    pub fn encoding_source(&self) -> Option<EncodingSource> {
        self.report.as_ref().map(EncodingReport::source)
    }

    /// How sure the encoding is; irrelevant if the input was text.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    pub fn confidence(&self) -> Confidence {
        self.report.as_ref().map_or(Confidence::Irrelevant, EncodingReport::confidence)
    }

    /// The account of how the encoding was decided and how decoding went; `None` if the input was
    /// text.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<meta charset=big5><p>\xA4\xA4", &Default::default());
    /// println!("{}", document.encoding_report().unwrap());
    /// ```
    pub fn encoding_report(&self) -> Option<&EncodingReport> {
        self.report.as_ref()
    }

    /// The parse errors in order of position, if they were asked for with
    /// [`ParseOptions::errors`](crate::ParseOptions::errors); empty otherwise.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let document = ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\n<p>Clear <b>broth</p>");
    /// let error = document.errors()[0];
    /// assert_eq!(error.code().as_str(), "unclosed-element");
    /// assert_eq!(document.line_column(error.offset()).to_string(), "2:18");
    /// assert_eq!(error.message(&document), "`</p>`: the element `b` is still open, and needs its end tag before that");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#parse-errors>
    pub fn errors(&self) -> &[ParseError] {
        &self.errors
    }

    /// The place of a byte of the normalized source, such as [`ParseError::offset`] gives. An
    /// offset past the end counts as the end. Takes time linear in the offset.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        LineColumn::of(self.strings.source(), offset)
    }

    /// The same for many places: each answer takes a time that does not grow with the document.
    pub fn line_index(&self) -> LineIndex<'_> {
        LineIndex::new(self.strings.source())
    }

    /// The input as it was parsed: decoded, newlines normalized. Offsets count bytes of this.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<p>Clear\r\nbroth", &Default::default());
    /// assert_eq!(document.source(), "<p>Clear\nbroth");
    /// ```
    pub fn source(&self) -> &str {
        self.strings.source()
    }

    /// Whether scripting counted as enabled while parsing: the content of `noscript` is text then.
    ///
    /// <https://html.spec.whatwg.org/#scripting-mode>
    pub fn scripting(&self) -> bool {
        self.scripting
    }

    /// Where the text stands in the bytes that it was decoded from, which are `bytes`: those that
    /// were parsed, all of them. `None` if the input was text.
    ///
    /// Nothing is noted for this while parsing: the bytes are decoded once more, at once, and what
    /// is remembered are places to start from. With other bytes than those that were parsed, the
    /// offsets have no meaning.
    ///
    /// ```
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let bytes = b"\xEF\xBB\xBF<!DOCTYPE html>\r\n<p>\xFF</i>";
    /// let document = ParseOptions::new().errors(true).parse_document(bytes, &Hints::new());
    /// let offsets = document.byte_offsets(bytes).unwrap();
    /// let span = document.source_span(document.errors()[0].span());
    /// assert_eq!(&bytes[offsets.range(span.range())], b"</i>");
    /// ```
    pub fn byte_offsets<'b>(&self, bytes: &'b [u8]) -> Option<ByteOffsets<'b>> {
        Some(ByteOffsets::new(bytes, self.encoding()?))
    }

    /// Which limits acted while parsing.
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
    /// What does not hold, in words.
    #[doc(hidden)]
    pub fn check_invariants(&self) -> Result<(), String> {
        invariants::check(&self.tree, &self.strings)
    }

    /// Checks what holds in addition after parsing and before any edit.
    ///
    /// # Errors
    ///
    /// What does not hold, in words.
    #[doc(hidden)]
    pub fn check_parsed(&self) -> Result<(), String> {
        invariants::check_parsed(&self.tree, &self.strings)
    }
}

/// Documents go from thread to thread and are shared among them.
const _: () = {
    const fn assert<T: Send + Sync + Clone>() {}
    assert::<Document>();
};
