//! The one file that knows every stage: bytes in, a document out.

use std::borrow::Cow;

use encoding_rs::Encoding;
use memchr::memchr;

use crate::dom::{Document, ElementRef, NodeData, Tree};
use crate::encoding::{
    Confidence, DetectedEncoding, EncodingChange, EncodingSource, Hints, adopt, change_encoding, decode,
    sniff,
};
use crate::input::InputStream;
use crate::limits::Limits;
use crate::names::{AttributeNamespace, Namespace, known};
use crate::revision::Revision;
use crate::tokenizer::Tokenizer;
use crate::tokenizer::token::{Attribute, Tag, Token};
use crate::tree_builder::{TreeBuilder, TreeBuilderOptions};
use crate::tree_sink::{QuirksMode, TreeSink};

/// Parses a document from bytes: finds out their encoding, decodes them, and builds the tree that browsers build.
///
/// `bytes` may be borrowed or owned; an owned `Vec<u8>` of UTF-8 becomes the document's own text without a copy. Never
/// fails: the standard defines a tree for every input. [`ParseOptions`] has everything that can be chosen.
///
/// ```
/// use consomme::{Hints, parse_document};
///
/// let hints = Hints::new().content_type("text/html; charset=Shift_JIS");
/// let document = parse_document(b"<p>\x93\xFA\x96{", &hints);
/// assert_eq!(document.encoding().unwrap().name(), "Shift_JIS");
/// assert_eq!(document.root().text_content(), "日本");
/// ```
///
/// <https://html.spec.whatwg.org/#parsing>
pub fn parse_document<'a>(bytes: impl Into<Cow<'a, [u8]>>, hints: &Hints) -> Document {
    ParseOptions::new().parse_document(bytes, hints)
}

/// Parses a fragment of HTML as if it stood inside the context element: what setting `innerHTML` does.
///
/// The context is the name of an HTML element, a [`Context`], or an element of a document. The result's root is a
/// document fragment.
///
/// ```
/// use consomme::parse_fragment;
///
/// let cells = parse_fragment("tr", "<td>1<td>2");
/// assert_eq!(cells.root().children().count(), 2);
/// assert_eq!(parse_fragment("div", "<td>1<td>2").root().text_content(), "12");
/// ```
///
/// <https://html.spec.whatwg.org/#parsing-html-fragments>
pub fn parse_fragment<'a>(context: impl Into<Context<'a>>, html: impl Into<Cow<'a, str>>) -> Document {
    ParseOptions::new().parse_fragment(context, html)
}

/// The element that a fragment is parsed for: it decides what the fragment's tags mean.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    namespace: Namespace,
    name: Cow<'a, str>,
    attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    quirks_mode: QuirksMode,
    in_form: bool,
}

impl<'a> Context<'a> {
    /// An element by namespace and local name, such as `(Namespace::Svg, "foreignObject")`, without attributes, in a
    /// document that is not in quirks mode.
    pub fn new(namespace: Namespace, local_name: impl Into<Cow<'a, str>>) -> Self {
        Context {
            namespace,
            name: local_name.into(),
            attributes: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            in_form: false,
        }
    }

    /// An HTML element by its local name, written small.
    pub fn html(local_name: impl Into<Cow<'a, str>>) -> Self {
        Context::new(Namespace::Html, local_name)
    }

    /// With that attribute. Only `encoding` of MathML's `annotation-xml` makes a difference.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<Cow<'a, str>>, value: impl Into<Cow<'a, str>>) -> Self {
        self.attributes.push((name.into(), value.into()));
        self
    }

    /// In a document of that mode: in quirks mode a `table` does not close a `p`.
    #[must_use]
    pub fn quirks_mode(mut self, mode: QuirksMode) -> Self {
        self.quirks_mode = mode;
        self
    }

    /// Whether the element stands in a `form`; one that is a `form` counts anyway. A `form` start tag in the fragment is ignored then.
    #[must_use]
    pub fn in_form(mut self, in_form: bool) -> Self {
        self.in_form = in_form;
        self
    }

    /// The start tag of the element.
    fn tag(&self, input: &mut InputStream) -> Tag {
        let strings = &mut input.strings;
        let mut tag = Tag { name: strings.names.intern(&self.name), ..Tag::default() };
        for (name, value) in &self.attributes {
            let (name, value) = (strings.names.intern(name), strings.push(value));
            tag.attributes.push(Attribute { value, name, namespace: AttributeNamespace::None });
        }
        tag
    }
}

/// An HTML element of that local name, written small.
impl<'a> From<&'a str> for Context<'a> {
    fn from(local_name: &'a str) -> Self {
        Context::html(local_name)
    }
}

/// An element of a document: its attributes, the document's mode, and the form that it is in count too.
impl<'a> From<ElementRef<'a>> for Context<'a> {
    fn from(element: ElementRef<'a>) -> Self {
        let inclusive_ancestors = std::iter::once(element.as_node()).chain(element.ancestors());
        let attributes = element.attrs().filter(|attribute| attribute.namespace().is_none());
        Context {
            namespace: element.namespace(),
            name: element.name().into(),
            attributes: attributes
                .map(|attribute| (attribute.name().into(), attribute.value().into()))
                .collect(),
            quirks_mode: element.document().quirks_mode(),
            in_form: inclusive_ancestors
                .filter_map(|node| node.as_element())
                .any(|element| element.is_html(known::FORM)),
        }
    }
}

/// Everything that can be chosen about a parse.
///
/// ```
/// use consomme::ParseOptions;
///
/// let document = ParseOptions::new().errors(true).parse_str("<p>Unclosed <b>broth</p>");
/// assert_eq!(document.errors()[0].code().as_str(), "missing-doctype");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    revision: Revision,
    scripting: bool,
    errors: bool,
    iframe_srcdoc: bool,
    limits: Limits,
}

impl ParseOptions {
    /// The Living Standard, scripting disabled, errors not collected, the limits of [`Limits::default`].
    pub fn new() -> Self {
        ParseOptions::default()
    }

    /// Which revision of the standard is followed.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Whether scripting counts as enabled: the content of `noscript` is text then, as browsers have it. No script is
    /// ever run. Off by default, so that what stands in `noscript` is parsed.
    ///
    /// <https://html.spec.whatwg.org/#scripting-mode>
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        self.scripting = enabled;
        self
    }

    /// Whether parse errors are collected, for [`Document::errors`]. Off by default; costs nothing when off.
    #[must_use]
    pub fn errors(mut self, collected: bool) -> Self {
        self.errors = collected;
        self
    }

    /// Whether the document is the content of an `iframe srcdoc` attribute, which needs no doctype.
    ///
    /// <https://html.spec.whatwg.org/#an-iframe-srcdoc-document>
    #[must_use]
    pub fn iframe_srcdoc(mut self, is_srcdoc: bool) -> Self {
        self.iframe_srcdoc = is_srcdoc;
        self
    }

    /// Bounds on what the document can cost.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Parses a document from bytes, as [`parse_document`] does.
    pub fn parse_document<'a>(&self, bytes: impl Into<Cow<'a, [u8]>>, hints: &Hints) -> Document {
        let mut bytes = bytes.into();
        let mut detected = sniff(&bytes, hints);
        loop {
            let mut engine = self.document_engine(bytes.len());
            engine.confidence = detected.confidence;
            engine.encoding = Some(detected.encoding);
            engine.input.set(self.decode(&mut bytes, detected.encoding));
            match engine.run() {
                Outcome::WantsEncoding(encoding) => {
                    if bytes.is_empty() {
                        // They were adopted, so the source is they.
                        bytes = Cow::Owned(std::mem::take(&mut engine.input.strings.source).into_bytes());
                    }
                    detected = DetectedEncoding {
                        encoding,
                        source: EncodingSource::LateMeta,
                        confidence: Confidence::Certain,
                    };
                }
                Outcome::WantsInput | Outcome::Stopped => {
                    detected.confidence = engine.confidence;
                    return engine.into_document(Some(detected));
                }
            }
        }
    }

    /// The text of the bytes. An owned vector that is the text already, as the input stream wants it, is taken and
    /// leaves no bytes behind.
    fn decode<'b>(&self, bytes: &'b mut Cow<'_, [u8]>, encoding: &'static Encoding) -> Cow<'b, str> {
        if let Cow::Owned(owned) = bytes
            && owned.len() <= self.limits.input_bytes
            && memchr(b'\r', owned).is_none()
        {
            match adopt(std::mem::take(owned), encoding) {
                Ok(text) => return Cow::Owned(text),
                Err(given_back) => *owned = given_back,
            }
        }
        decode(bytes, encoding).0
    }

    /// Parses a document from text that is decoded already. One byte order mark at its start is dropped.
    pub fn parse_str<'a>(&self, text: impl Into<Cow<'a, str>>) -> Document {
        let text = text.into();
        let mut engine = self.document_engine(text.len());
        engine.input.set(without_byte_order_mark(text));
        engine.run();
        engine.into_document(None)
    }

    /// Parses a document from text that is decoded already into a tree of your own.
    pub fn parse_str_into<'a, S: TreeSink>(&self, text: impl Into<Cow<'a, str>>, sink: S) -> S::Output {
        let mut engine = self.engine(TreeBuilder::new(sink, &self.tree_builder_options()), self.input());
        engine.input.set(without_byte_order_mark(text.into()));
        engine.run();
        engine.builder.sink.finish(engine.input.strings)
    }

    /// Parses a fragment, as [`parse_fragment`] does.
    pub fn parse_fragment<'a>(
        &self,
        context: impl Into<Context<'a>>,
        html: impl Into<Cow<'a, str>>,
    ) -> Document {
        let html = html.into();
        let mut engine = self.fragment_engine(&context.into(), html.len());
        engine.input.set(html);
        engine.run();
        engine.into_document(None)
    }

    /// A parser for a document that comes in pieces.
    pub fn parser(&self) -> Parser {
        Parser { engine: self.document_engine(0), at_start: true }
    }

    /// A parser for a fragment that comes in pieces.
    pub fn fragment_parser<'a>(&self, context: impl Into<Context<'a>>) -> Parser {
        Parser { engine: self.fragment_engine(&context.into(), 0), at_start: false }
    }

    fn tree_builder_options(&self) -> TreeBuilderOptions {
        TreeBuilderOptions {
            revision: self.revision,
            scripting: self.scripting,
            iframe_srcdoc: self.iframe_srcdoc,
            depth_limit: self.limits.depth,
        }
    }

    fn input(&self) -> InputStream {
        InputStream::new(&self.limits, self.errors)
    }

    fn engine<S: TreeSink>(&self, builder: TreeBuilder<S>, input: InputStream) -> Engine<S> {
        Engine {
            input,
            tokenizer: Tokenizer::new(self.revision, &self.limits),
            builder,
            most_nodes: self.limits.nodes,
            encoding: None,
            confidence: Confidence::Irrelevant,
        }
    }

    fn document_engine(&self, input_bytes: usize) -> Engine<Tree> {
        let tree = Tree::new(NodeData::Document, input_bytes, self.limits.nodes);
        self.engine(TreeBuilder::new(tree, &self.tree_builder_options()), self.input())
    }

    fn fragment_engine(&self, context: &Context<'_>, input_bytes: usize) -> Engine<Tree> {
        let tree = Tree::new(NodeData::DocumentFragment, input_bytes, self.limits.nodes);
        let mut input = self.input();
        let tag = context.tag(&mut input);
        let (builder, state) = TreeBuilder::new_fragment(
            tree,
            &self.tree_builder_options(),
            &tag,
            context.namespace,
            context.quirks_mode,
            context.in_form || (context.namespace == Namespace::Html && context.name == "form"),
            &mut input,
        );
        let mut engine = self.engine(builder, input);
        engine.tokenizer.set_state(state);
        engine.tokenizer.set_cdata_allowed(engine.builder.is_in_foreign_content());
        engine
    }
}

/// A parser for input that comes in pieces. Where the pieces are cut makes no difference to what comes out.
///
/// ```
/// let mut parser = consomme::ParseOptions::new().parser();
/// for piece in ["<p>Cle", "ar <b", ">broth"] {
///     parser.feed_str(piece);
/// }
/// assert_eq!(parser.finish().root().text_content(), "Clear broth");
/// ```
#[derive(Debug)]
pub struct Parser {
    engine: Engine<Tree>,
    /// Nothing was fed yet: a byte order mark is dropped.
    at_start: bool,
}

impl Parser {
    /// A parser for a document with the default options.
    pub fn new() -> Self {
        ParseOptions::new().parser()
    }

    /// Parses one more piece of text, of any size.
    pub fn feed_str(&mut self, text: &str) {
        let mut text = text;
        if self.at_start && !text.is_empty() {
            self.at_start = false;
            text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        }
        if !self.engine.builder.is_stopped() {
            self.engine.input.push(text);
            self.engine.run();
        }
    }

    /// Ends the input and gives the document.
    pub fn finish(mut self) -> Document {
        self.engine.input.is_last = true;
        self.engine.run();
        self.engine.into_document(None)
    }
}

impl Default for Parser {
    fn default() -> Self {
        Parser::new()
    }
}

/// Why the stages stand still.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// All available input is parsed, and more may come.
    WantsInput,
    /// The end was reached, or a limit.
    Stopped,
    /// The document is to be parsed again from the bytes, with this encoding.
    WantsEncoding(&'static Encoding),
}

/// The stages from the input stream on, at work.
#[derive(Debug)]
struct Engine<S: TreeSink> {
    input: InputStream,
    tokenizer: Tokenizer,
    builder: TreeBuilder<S>,
    /// How many nodes the tree may have before the rest of the input is dropped.
    most_nodes: usize,
    /// The encoding that the input was decoded from, and how sure it is.
    encoding: Option<&'static Encoding>,
    confidence: Confidence,
}

impl<S: TreeSink> Engine<S> {
    /// Parses what input there is.
    fn run(&mut self) -> Outcome {
        if self.builder.is_stopped() {
            return Outcome::Stopped;
        }
        while let Some(ref mut token) = self.tokenizer.next(&mut self.input) {
            let is_tag = matches!(token, Token::StartTag(_) | Token::EndTag(_));
            self.builder.process_token(token, &mut self.input);
            if is_tag {
                if let Some(state) = self.builder.take_next_state() {
                    self.tokenizer.set_state(state);
                }
                self.tokenizer.set_cdata_allowed(self.builder.is_in_foreign_content());
                if let Some(encoding) = self.builder.take_declared_encoding()
                    && let Some(encoding) = self.change_encoding(encoding)
                {
                    return Outcome::WantsEncoding(encoding);
                }
                if self.builder.sink.node_count() > self.most_nodes {
                    self.input.limits_hit.nodes = true;
                    self.builder.process_token(&mut Token::EndOfFile, &mut self.input);
                }
            }
            if self.builder.is_stopped() {
                return Outcome::Stopped;
            }
        }
        Outcome::WantsInput
    }

    /// Changing the encoding while parsing: the encoding to start again with, if that is needed.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    fn change_encoding(&mut self, new: &'static Encoding) -> Option<&'static Encoding> {
        let current = self.encoding?;
        if self.confidence != Confidence::Tentative {
            return None;
        }
        self.confidence = Confidence::Certain;
        match change_encoding(current, new) {
            EncodingChange::Keep => None,
            EncodingChange::Restart(encoding) => Some(encoding),
        }
    }
}

impl Engine<Tree> {
    fn into_document(self, encoding: Option<DetectedEncoding>) -> Document {
        let mut limits_hit = self.input.limits_hit;
        limits_hit.errors = self.input.errors.overflowed();
        limits_hit.nodes |= self.builder.sink.node_count() > self.most_nodes;
        let (tree, strings) = self.builder.sink.finish(self.input.strings);
        Document { tree, strings, encoding, errors: self.input.errors.into_sorted(), limits_hit }
    }
}

/// A text without the byte order mark at its start.
fn without_byte_order_mark(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
        Cow::Owned(mut text) => {
            if text.starts_with('\u{FEFF}') {
                text.drain(..'\u{FEFF}'.len_utf8());
            }
            Cow::Owned(text)
        }
    }
}
