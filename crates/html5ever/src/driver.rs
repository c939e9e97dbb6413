//! The parser, by html5ever's names.

use std::borrow::Cow;

use consomme::driver::Driver;
use consomme::sink::EncodingChanged;
use consomme::{Context, Hints, Limits, Namespace, ParseOptions, QuirksMode, Revision};
use html5ever::interface::{ElemName, TreeSink};
use html5ever::tendril::stream::Utf8LossyDecoder;
use html5ever::tendril::{StrTendril, TendrilSink, fmt};
use html5ever::{Attribute, QualName, local_name, ns, tree_builder};
use memchr::memchr;

use crate::adapter::{Adapter, AdapterOptions};

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
    Parser::for_document(sink, &opts)
}

/// Parses a fragment into a tree, as the content of an element with this name and these attributes.
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
    Parser::for_fragment(sink, &opts, context, None)
}

/// Parses a fragment into a tree, as the content of this element.
///
/// A form element means that the context element is a `form` or is in one: the parser ignores
/// `form` start tags then, and lets the tree associate form controls with that element.
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
        context.context = context.context.attr("encoding", "text/html");
    }
    Parser::for_fragment(sink, &opts, context, form_element)
}

/// Parses a document from bytes into a tree. The encoding is determined as in browsers.
///
/// # Errors
///
/// [`EncodingChanged`] if a `meta` element changes the encoding and the document would have
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
/// # Ok::<(), consomme_html5ever::consomme::sink::EncodingChanged>(())
/// ```
pub fn parse_document_bytes<S: TreeSink>(
    sink: S,
    opts: ParseOpts,
    bytes: &[u8],
    hints: &Hints,
) -> Result<S::Output, EncodingChanged> {
    let adapter = Adapter::for_document(sink, &adapter_options(&opts));
    Ok(options(&opts).parse_document_into(bytes, hints, adapter)?.output)
}

/// A parser that builds an html5ever tree, ready for text.
///
/// It takes text through the methods of [`TendrilSink`], and parses each piece at once.
#[must_use = "a parser does nothing until `finish` or `one`"]
pub struct Parser<S: TreeSink> {
    state: State<S>,
    is_document: bool,
    /// Whether a byte order mark at the start of the input, before which there was no text, is to
    /// be discarded.
    discards_bom: bool,
    /// Whether the last text ended with a carriage return.
    is_after_return: bool,
    tells_lines: bool,
}

/// Formats how far the parser is: the tree need not be `Debug`.
impl<S: TreeSink> std::fmt::Debug for Parser<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = match self.state {
            State::Ready(_) => "ready",
            State::Parsing(_) => "parsing",
            State::Poisoned => "poisoned",
        };
        let is_document = self.is_document;
        f.debug_struct("Parser").field("state", &state).field("is_document", &is_document).finish()
    }
}

/// How far a parser is.
enum State<S: TreeSink> {
    /// There was no text, and options can be changed.
    Ready(Box<Setup<S>>),
    Parsing(Box<Driver<Adapter<S>>>),
    /// The tree has panicked while a piece of the text was parsed.
    Poisoned,
}

/// The settings and the context of a parse.
struct Setup<S: TreeSink> {
    sink: S,
    options: ParseOptions,
    adapter_options: AdapterOptions,
    fragment: Option<Fragment<S::Handle>>,
}

/// The context of a fragment and the form element that it is or is in.
struct Fragment<H> {
    context: Context<'static>,
    form: Option<H>,
}

impl<S: TreeSink> Setup<S> {
    fn start(self) -> Driver<Adapter<S>> {
        let Setup { sink, options, adapter_options, fragment } = self;
        let mut driver = match fragment {
            None => {
                let adapter = Adapter::for_document(sink, &adapter_options);
                Driver::with_sink(&options, &Hints::new(), adapter)
            }
            Some(Fragment { context, form }) => {
                let (adapter, form) = Adapter::for_fragment(sink, form, &adapter_options);
                Driver::for_fragment_with_sink(&options, context, form, adapter)
            }
        };
        // No script runs.
        driver.pause_at_scripts(false);
        driver
    }
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
                context.attr(attribute.name.local.to_string(), String::from(attribute.value))
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

/// Returns the adapter's options for html5ever's.
fn adapter_options(opts: &ParseOpts) -> AdapterOptions {
    AdapterOptions {
        drop_doctype: opts.tree_builder.drop_doctype,
        exact_errors: opts.tree_builder.exact_errors || opts.tokenizer.exact_errors,
    }
}

impl<S: TreeSink> Parser<S> {
    fn for_document(sink: S, opts: &ParseOpts) -> Self {
        Parser::new(sink, opts, options(opts), None)
    }

    fn for_fragment(
        sink: S,
        opts: &ParseOpts,
        context: FragmentContext,
        form: Option<S::Handle>,
    ) -> Self {
        let mut options = options(opts);
        if let Some(scripting) = context.scripting {
            options = options.scripting(scripting);
        }
        let mode = match opts.tree_builder.quirks_mode {
            tree_builder::Quirks => QuirksMode::Quirks,
            tree_builder::LimitedQuirks => QuirksMode::LimitedQuirks,
            tree_builder::NoQuirks => QuirksMode::NoQuirks,
        };
        let context = context.context.quirks_mode(mode);
        Parser::new(sink, opts, options, Some(Fragment { context, form }))
    }

    fn new(
        sink: S,
        opts: &ParseOpts,
        options: ParseOptions,
        fragment: Option<Fragment<S::Handle>>,
    ) -> Self {
        Parser {
            is_document: fragment.is_none(),
            discards_bom: opts.tokenizer.discard_bom,
            is_after_return: false,
            tells_lines: false,
            state: State::Ready(Box::new(Setup {
                sink,
                options,
                adapter_options: adapter_options(opts),
                fragment,
            })),
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
    pub fn errors(self, told: bool) -> Self {
        self.with_options(|options| options.errors(told))
    }

    /// Sets bounds on the cost of the document: by default [`Limits::default`]. html5ever has none.
    pub fn limits(self, limits: Limits) -> Self {
        self.with_options(|options| options.limits(limits))
    }

    /// Sets the revision of the standard: by default [`Revision::default`].
    pub fn revision(self, revision: Revision) -> Self {
        self.with_options(|options| options.revision(revision))
    }

    /// Sets whether [`TreeSink::set_current_line`] is called: before the calls for a token that
    /// ends in another line than the one before. By default it is not, because that makes parsing
    /// about 9 % slower.
    pub fn lines(mut self, told: bool) -> Self {
        self.tells_lines = told;
        self.with_options(|options| options.positions(told))
    }

    /// Changes the options, unless parsing has started.
    fn with_options(mut self, change: impl FnOnce(ParseOptions) -> ParseOptions) -> Self {
        if let State::Ready(setup) = &mut self.state {
            setup.options = change(std::mem::take(&mut setup.options));
        }
        self
    }
}

impl<S: TreeSink> State<S> {
    /// Returns the driver. Parsing has started afterwards.
    ///
    /// # Panics
    ///
    /// Panics if the tree has panicked.
    #[expect(clippy::panic, reason = "only a caller that catches a panic of its tree gets here")]
    fn driver(self) -> Box<Driver<Adapter<S>>> {
        match self {
            State::Ready(setup) => Box::new(setup.start()),
            State::Parsing(driver) => driver,
            State::Poisoned => panic!("the tree has panicked during a call of `process`"),
        }
    }
}

impl<S: TreeSink> TendrilSink<fmt::UTF8> for Parser<S> {
    type Output = S::Output;

    /// Parses the next piece of the text.
    fn process(&mut self, mut text: StrTendril) {
        if !text.is_empty()
            && std::mem::take(&mut self.discards_bom)
            && text.starts_with(BYTE_ORDER_MARK)
        {
            text.pop_front(BYTE_ORDER_MARK.len_utf8() as u32);
        }
        if text.is_empty() {
            return;
        }
        let is_first = matches!(self.state, State::Ready(_));
        let mut driver = std::mem::replace(&mut self.state, State::Poisoned).driver();
        // consomme drops one byte order mark at the start of a document.
        if is_first && self.is_document && text.starts_with(BYTE_ORDER_MARK) {
            driver.feed_str(BYTE_ORDER_MARK.encode_utf8(&mut [0; 3]));
        }
        let follows_return = self.is_after_return;
        self.is_after_return = text.ends_with('\r');
        let is_source =
            memchr(b'\r', text.as_bytes()).is_none() && !(follows_return && text.starts_with('\n'));
        if is_source {
            let start = driver.strings().source().len();
            driver.sink_mut().add_source(text.clone(), start);
        }
        if self.tells_lines {
            driver.sink_mut().add_lines(&text);
        }
        driver.parse_str(&text);
        self.state = State::Parsing(driver);
    }

    /// Reports an error of decoding to the tree.
    fn error(&mut self, desc: Cow<'static, str>) {
        match &self.state {
            State::Ready(setup) => setup.sink.parse_error(desc),
            State::Parsing(driver) => driver.sink().report(desc),
            State::Poisoned => {}
        }
    }

    /// Ends the text and returns the finished tree.
    fn finish(self) -> S::Output {
        let mut driver = self.state.driver();
        driver.end();
        driver.step();
        driver.finish().output
    }
}

/// U+FEFF.
const BYTE_ORDER_MARK: char = '\u{FEFF}';
