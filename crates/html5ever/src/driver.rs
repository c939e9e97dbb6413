//! The parser, by html5ever's names.

use std::borrow::Cow;

use consomme::{
    Context, Error, Hints, Limits, Namespace, ParseOptions, Parsed, QuirksMode, Revision,
};
use html5ever::interface::{ElemName, TreeSink};
use html5ever::tendril::stream::Utf8LossyDecoder;
use html5ever::tendril::{StrTendril, TendrilSink, fmt};
use html5ever::{Attribute, QualName, local_name, ns, tree_builder};
use memchr::memchr;

use crate::adapter::Adapter;

pub use html5ever::ParseOpts;

/// Parses a document into a tree.
///
/// The parser takes text through the methods of [`TendrilSink`]: [`one`](TendrilSink::one) for all
/// of it, [`process`](TendrilSink::process) and [`finish`](TendrilSink::finish) for pieces. For
/// bytes in UTF-8 see [`Parser::from_utf8`], for bytes in any encoding [`parse_document_bytes`].
///
/// ```
/// use consomme_html5ever::tendril::TendrilSink;
/// use consomme_html5ever::{ParseOpts, parse_document};
/// use markup5ever_rcdom::RcDom;
///
/// let dom = parse_document(RcDom::default(), ParseOpts::default()).one("<p>Clear <b>broth");
/// assert_eq!(dom.document.children.borrow().len(), 1);
/// ```
pub fn parse_document<S: TreeSink>(sink: S, opts: ParseOpts) -> Parser<S> {
    Parser::new(sink, opts, None)
}

/// Parses a fragment into a tree, as if it stood in an element of that name, with those attributes.
///
/// The nodes of the fragment become children of an `html` element in the document, as with
/// html5ever. `context_element_allows_scripting` matters only if the context is a `noscript`
/// element: whether its content is text.
///
/// ```
/// use consomme_html5ever::tendril::TendrilSink;
/// use consomme_html5ever::{ParseOpts, parse_fragment};
/// use html5ever::{QualName, local_name, ns};
/// use markup5ever_rcdom::RcDom;
///
/// let context = QualName::new(None, ns!(html), local_name!("tr"));
/// let parser = parse_fragment(RcDom::default(), ParseOpts::default(), context, Vec::new(), false);
/// let dom = parser.one("<td>1<td>2");
/// let html = dom.document.children.borrow()[0].clone();
/// assert_eq!(html.children.borrow().len(), 2);
/// ```
pub fn parse_fragment<S: TreeSink>(
    sink: S,
    opts: ParseOpts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser<S> {
    let context =
        FragmentContext::new(&context_name, context_attrs, context_element_allows_scripting);
    Parser::new(sink, opts, Some(context))
}

/// Parses a fragment into a tree, as if it stood in that element.
///
/// A form element means that the context element is a `form` or is in one: the parser ignores
/// `form` start tags then.
pub fn parse_fragment_for_element<S: TreeSink>(
    sink: S,
    opts: ParseOpts,
    context_element: S::Handle,
    context_element_allows_scripting: bool,
    form_element: Option<S::Handle>,
) -> Parser<S> {
    let mut context = {
        let name = sink.elem_name(&context_element);
        let name = QualName::new(None, name.ns().clone(), name.local_name().clone());
        FragmentContext::new(&name, Vec::new(), context_element_allows_scripting)
    };
    if sink.is_mathml_annotation_xml_integration_point(&context_element) {
        context.context = context.context.attribute("encoding", "text/html");
    }
    context.context = context.context.in_form(form_element.is_some());
    Parser::new(sink, opts, Some(context))
}

/// Parses a document from bytes into a tree. The encoding is determined as in browsers.
///
/// # Errors
///
/// [`Error::EncodingChanged`] if a `meta` element changes the encoding and the document would have
/// to be parsed again, for which it takes another sink. The error has the encoding to set as
/// [`Hints::user_override`] then.
///
/// ```
/// use consomme_html5ever::consomme::Hints;
/// use consomme_html5ever::{ParseOpts, parse_document_bytes};
/// use scraper::{Html, HtmlTreeSink};
///
/// let sink = HtmlTreeSink::new(Html::new_document());
/// let bytes = b"<meta charset=Shift_JIS><p>\x83X\x81[\x83v";
/// let page = parse_document_bytes(sink, ParseOpts::default(), bytes, &Hints::new())?;
/// assert_eq!(page.root_element().text().collect::<String>(), "スープ");
/// # Ok::<(), consomme_html5ever::consomme::Error>(())
/// ```
pub fn parse_document_bytes<S: TreeSink>(
    sink: S,
    opts: ParseOpts,
    bytes: &[u8],
    hints: &Hints,
) -> Result<S::Output, Error> {
    let options = options(&opts);
    let adapter = Adapter::for_document(sink, opts.tree_builder.drop_doctype);
    let parsed = options.parse_document_into(bytes, hints, adapter)?;
    Ok(finish(parsed, wants_exact_errors(&opts)))
}

/// A parser that builds an html5ever tree, ready for text.
///
/// It takes text through the methods of [`TendrilSink`]. Pieces are collected, and parsed by
/// [`finish`](TendrilSink::finish).
#[must_use = "a parser does nothing until `finish` or `one`"]
pub struct Parser<S: TreeSink> {
    sink: S,
    options: ParseOptions,
    /// The context of a fragment.
    context: Option<Context<'static>>,
    drop_doctype: bool,
    discard_bom: bool,
    exact_errors: bool,
    text: StrTendril,
}

/// The context of a fragment.
struct FragmentContext {
    context: Context<'static>,
    /// Whether scripting counts as enabled; `None` if the options decide.
    scripting: Option<bool>,
}

impl FragmentContext {
    fn new(name: &QualName, attributes: Vec<Attribute>, allows_scripting: bool) -> Self {
        let namespace = match name.ns {
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Html,
        };
        let is_noscript = name.ns == ns!(html) && name.local == local_name!("noscript");
        let context = Context::new(namespace, name.local.to_string());
        FragmentContext {
            context: attributes.into_iter().fold(context, |context, attribute| {
                context.attribute(attribute.name.local.to_string(), String::from(attribute.value))
            }),
            scripting: is_noscript.then_some(allows_scripting),
        }
    }
}

/// Returns consomme's options for html5ever's.
fn options(opts: &ParseOpts) -> ParseOptions {
    let tree = &opts.tree_builder;
    ParseOptions::new()
        .scripting(tree.scripting_enabled)
        .iframe_srcdoc(tree.iframe_srcdoc)
        // The tree decides about each of them.
        .declarative_shadow_roots(true)
        .errors(true)
}

/// Returns whether the messages of errors are sentences, not codes alone.
fn wants_exact_errors(opts: &ParseOpts) -> bool {
    opts.tree_builder.exact_errors || opts.tokenizer.exact_errors
}

/// Reports the errors of a parse to its tree, and finishes the tree.
fn finish<S: TreeSink>(parsed: Parsed<S>, exact_errors: bool) -> S::Output {
    let sink = parsed.output;
    for error in parsed.errors {
        sink.parse_error(match exact_errors {
            true => Cow::Owned(error.to_string()),
            false => Cow::Borrowed(error.code().as_str()),
        });
    }
    sink.finish()
}

impl<S: TreeSink> Parser<S> {
    fn new(sink: S, opts: ParseOpts, context: Option<FragmentContext>) -> Self {
        let mut options = options(&opts);
        if let Some(scripting) = context.as_ref().and_then(|context| context.scripting) {
            options = options.scripting(scripting);
        }
        let mode = match opts.tree_builder.quirks_mode {
            tree_builder::Quirks => QuirksMode::Quirks,
            tree_builder::LimitedQuirks => QuirksMode::LimitedQuirks,
            tree_builder::NoQuirks => QuirksMode::NoQuirks,
        };
        Parser {
            sink,
            options,
            context: context.map(|context| context.context.quirks_mode(mode)),
            drop_doctype: opts.tree_builder.drop_doctype,
            discard_bom: opts.tokenizer.discard_bom,
            exact_errors: wants_exact_errors(&opts),
            text: StrTendril::new(),
        }
    }

    /// Returns a parser that takes bytes in UTF-8. Sequences that are not UTF-8 become U+FFFD.
    ///
    /// ```
    /// use consomme_html5ever::tendril::TendrilSink;
    /// use consomme_html5ever::{ParseOpts, parse_document};
    /// use scraper::{Html, HtmlTreeSink};
    ///
    /// let sink = HtmlTreeSink::new(Html::new_document());
    /// let mut bytes = "<p>Consommé".as_bytes();
    /// let page = parse_document(sink, ParseOpts::default()).from_utf8().read_from(&mut bytes)?;
    /// assert_eq!(page.root_element().text().collect::<String>(), "Consommé");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }

    /// Sets whether parse errors are reported to the tree. By default they are, as with html5ever.
    /// Without them, parsing is a few percent faster.
    pub fn errors(mut self, told: bool) -> Self {
        self.options = self.options.errors(told);
        self
    }

    /// Sets bounds on what the document can cost: by default [`Limits::default`]. html5ever has
    /// none.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options = self.options.limits(limits);
        self
    }

    /// Sets the revision of the standard: by default [`Revision::default`].
    pub fn revision(mut self, revision: Revision) -> Self {
        self.options = self.options.revision(revision);
        self
    }
}

impl<S: TreeSink> TendrilSink<fmt::UTF8> for Parser<S> {
    type Output = S::Output;

    /// Takes the next piece of the text.
    fn process(&mut self, text: StrTendril) {
        if self.text.is_empty() {
            self.text = text;
        } else {
            self.text.push_tendril(&text);
        }
    }

    /// Reports an error of decoding to the tree.
    fn error(&mut self, desc: Cow<'static, str>) {
        self.sink.parse_error(desc);
    }

    /// Parses the text and returns the finished tree.
    fn finish(self) -> S::Output {
        let Parser { sink, options, context, drop_doctype, discard_bom, exact_errors, mut text } =
            self;
        if discard_bom && text.starts_with(BYTE_ORDER_MARK) {
            text.pop_front(BYTE_ORDER_MARK.len_utf8() as u32);
        }
        let mut adapter = match context {
            None => Adapter::for_document(sink, drop_doctype),
            Some(_) => Adapter::for_fragment(sink),
        };
        // consomme drops one byte order mark at the start of a document.
        let is_marked = context.is_none() && text.starts_with(BYTE_ORDER_MARK);
        let source = if is_marked {
            Cow::Owned(format!("{BYTE_ORDER_MARK}{text}"))
        } else {
            if memchr(b'\r', text.as_bytes()).is_none() {
                adapter = adapter.with_source(text.clone());
            }
            Cow::Borrowed(&*text)
        };
        let parsed = match context {
            None => options.parse_str_into(source, adapter),
            Some(context) => options.parse_fragment_into(context, source, adapter),
        };
        finish(parsed, exact_errors)
    }
}

/// U+FEFF.
const BYTE_ORDER_MARK: char = '\u{FEFF}';
