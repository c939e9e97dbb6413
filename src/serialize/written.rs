//! A node with options, to be written: the interface that all writers share.

use std::{fmt, io};

use encoding_rs::{Encoding, UTF_8};

use crate::dom::{Document, ElementRef, NodeRef};

use super::declare::declare;
use super::fragment::SerializeOptions;
use super::minified::MinifyOptions;
use super::output::{Output, Pieces, capacity_for};
use super::pretty::PrettyOptions;
use super::writer::Writer;
use super::xml::XmlOptions;

/// The options of one of the writers: [`SerializeOptions`], [`MinifyOptions`],
/// [`PrettyOptions`] or [`XmlOptions`].
/// Which type it is decides how a node is written.
///
/// Other types cannot implement it.
pub trait WriteOptions: Writer + Clone + fmt::Debug {}

impl WriteOptions for SerializeOptions {}
impl WriteOptions for MinifyOptions {}
impl WriteOptions for PrettyOptions {}
impl WriteOptions for XmlOptions {}

/// A node to be written with options, from [`Document::serialize`], [`NodeRef::serialize_outer`]
/// and [`NodeRef::serialize_inner`].
///
/// Nothing is written until [`to_string`](Self::to_string) or [`write_to`](Self::write_to) is
/// called, or the value is displayed.
///
/// ```
/// use std::fmt::Write as _;
///
/// use consomme::serialize::{MinifyOptions, PrettyOptions, SerializeOptions};
///
/// let menu = consomme::parse_fragment("body", "<ul><li>Salt<li>Bay leaf</ul>");
/// let standard = menu.serialize(&SerializeOptions::new());
/// assert_eq!(standard.to_string(), "<ul><li>Salt</li><li>Bay leaf</li></ul>");
///
/// let mut text = String::new();
/// write!(text, "{}", menu.serialize(&MinifyOptions::new()))?;
/// assert_eq!(text, "<ul><li>Salt<li>Bay leaf</ul>");
///
/// let mut file = Vec::new();
/// menu.serialize(&PrettyOptions::new()).write_to(&mut file)?;
/// assert_eq!(file, b"<ul>\n  <li>Salt</li>\n  <li>Bay leaf</li>\n</ul>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is written until a method is called"]
pub struct Serialized<'a, F> {
    pub(super) node: NodeRef<'a>,
    /// Whether only the node's descendants are written.
    pub(super) inner: bool,
    pub(super) options: F,
    pub(super) declares_encoding: bool,
}

impl<F: WriteOptions> Serialized<'_, F> {
    /// Sets whether the `head` declares the encoding that is written: in every `meta` that already
    /// declares one, or else in a new `meta` at its start. If no `head` is written, nothing is
    /// declared. False by default.
    ///
    /// The tree stays as it is: a copy of it is changed and written.
    ///
    /// ```
    /// use consomme::encoding_rs::KOI8_R;
    /// use consomme::serialize::MinifyOptions;
    ///
    /// let document = consomme::parse_str("<title>Soup</title>");
    /// let serialized = document.serialize(&MinifyOptions::new()).meta_charset(true);
    /// assert_eq!(serialized.to_string(), "<meta charset=UTF-8><title>Soup</title>");
    /// let encoded = serialized.encode(KOI8_R)?;
    /// assert_eq!(encoded.to_bytes(), b"<meta charset=KOI8-R><title>Soup</title>");
    /// # Ok::<(), consomme::serialize::EncodeError>(())
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#charset>
    pub fn meta_charset(mut self, declared: bool) -> Self {
        self.declares_encoding = declared;
        self
    }

    /// Calls a function with the node to write, in which the encoding is declared if that is
    /// wanted.
    #[inline]
    pub(super) fn with_node<R>(
        &self,
        encoding: &'static Encoding,
        function: impl FnOnce(NodeRef<'_>) -> R,
    ) -> R {
        let copy = self.declares_encoding.then(|| self.with_declaration(encoding));
        // One call, so that the compiler makes one copy of the function.
        function(copy.as_ref().and_then(|copy| copy.get(self.node.id())).unwrap_or(self.node))
    }

    /// Returns a copy of the document that declares the encoding.
    fn with_declaration(&self, encoding: &'static Encoding) -> Document {
        let mut document = self.node.document().clone();
        // The only error is a full document, with 4 billion nodes or 4 GiB of text.
        let is_declared = declare(&mut document, encoding).is_ok();
        debug_assert!(is_declared, "documents in tests are small");
        document
    }

    #[inline]
    fn write<O: Output>(&self, out: &mut O) -> Result<(), O::Error> {
        self.with_node(UTF_8, |node| self.options.write(node, self.inner, out))
    }

    /// Returns the text. It is the text that `Display` writes, without the detour through a
    /// formatter.
    #[allow(
        clippy::inherent_to_string_shadow_display,
        reason = "the same text as `Display` writes, faster"
    )]
    pub fn to_string(&self) -> String {
        let mut text = String::with_capacity(capacity_for(self.node));
        let Ok(()) = self.write(&mut text);
        text
    }

    /// Writes the text as UTF-8, through a buffer of 8 KB, so the writer needs none of its own.
    /// Doesn't flush the writer.
    ///
    /// To write into a [`fmt::Write`], use `write!(writer, "{serialized}")`.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        let mut out = Pieces::new(|piece: &str| writer.write_all(piece.as_bytes()));
        self.write(&mut out)?;
        out.finish()
    }
}

/// Writes the text, through a buffer of 8 KB.
impl<F: WriteOptions> fmt::Display for Serialized<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Pieces::new(|piece: &str| f.write_str(piece));
        self.write(&mut out)?;
        out.finish()
    }
}

/// Serializing.
impl Document {
    /// Serializes the whole document, or the whole fragment. The type of the options says how; the
    /// returned value writes the text into a `String`, a formatter, or an [`io::Write`].
    ///
    /// ```
    /// use consomme::serialize::MinifyOptions;
    ///
    /// let document = consomme::parse_str("<!DOCTYPE html><p title=\"Soup\">Broth</p>");
    /// let html = document.serialize(&MinifyOptions::new()).to_string();
    /// assert_eq!(html, "<!DOCTYPE html><p title=Soup>Broth");
    /// ```
    pub fn serialize<F: WriteOptions>(&self, options: &F) -> Serialized<'_, F> {
        self.root().serialize_outer(options)
    }

    /// Returns the whole document, or the whole fragment, as HTML, with the default options.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<p>1 < 2<br>", &Default::default());
    /// assert_eq!(document.inner_html(), "<html><head></head><body><p>1 &lt; 2<br></p></body></html>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#serialising-html-fragments>
    pub fn inner_html(&self) -> String {
        self.root().inner_html()
    }

    /// Returns the whole document, or the whole fragment, as minified HTML, with the default
    /// options: see [`MinifyOptions`].
    ///
    /// ```
    /// let document = consomme::parse_str("<!DOCTYPE html><title>Soup</title><p>Broth</p>");
    /// assert_eq!(document.to_minified_html(), "<!DOCTYPE html><title>Soup</title><p>Broth");
    /// ```
    pub fn to_minified_html(&self) -> String {
        self.root().to_minified_html()
    }

    /// Returns the whole document, or the whole fragment, as HTML on indented lines, with the
    /// default options: see [`PrettyOptions`].
    ///
    /// ```
    /// let page = "<!DOCTYPE html><title>Soup</title><p>Clear <b>broth</b>.<pre> 1\n 2</pre>";
    /// let document = consomme::parse_document(page.as_bytes(), &Default::default());
    /// let html = "\
    /// <!DOCTYPE html>
    /// <html>
    ///   <head>
    ///     <title>Soup</title>
    ///   </head>
    ///   <body>
    ///     <p>Clear <b>broth</b>.</p>
    ///     <pre> 1
    ///  2</pre>
    ///   </body>
    /// </html>
    /// ";
    /// assert_eq!(document.to_pretty_html(), html);
    /// ```
    #[doc(alias = "prettify")]
    pub fn to_pretty_html(&self) -> String {
        self.root().to_pretty_html()
    }

    /// Returns the whole document, or the whole fragment, as well-formed XML, with the default
    /// options: see [`XmlOptions`].
    ///
    /// ```
    /// let soup = consomme::parse_fragment("body", "<p>Leek<br>&amp; stock<svg><path/></svg>");
    /// assert_eq!(
    ///     soup.to_xml(),
    ///     "<p xmlns=\"http://www.w3.org/1999/xhtml\">Leek<br/>&amp; stock\
    ///      <svg xmlns=\"http://www.w3.org/2000/svg\"><path/></svg></p>"
    /// );
    /// ```
    pub fn to_xml(&self) -> String {
        self.root().to_xml()
    }
}

/// Serializing.
impl<'a> NodeRef<'a> {
    /// Serializes the node and its descendants; of a document or fragment, all of it. The type of
    /// the options says how; the returned value writes the text into a `String`, a formatter, or an
    /// [`io::Write`].
    pub fn serialize_outer<F: WriteOptions>(self, options: &F) -> Serialized<'a, F> {
        Serialized { node: self, inner: false, options: options.clone(), declares_encoding: false }
    }

    /// Serializes the descendants of the node; for a `template`, the descendants of its contents.
    /// The type of the options says how; the returned value writes the text into a `String`, a
    /// formatter, or an [`io::Write`].
    ///
    /// ```
    /// use consomme::serialize::{PrettyOptions, SerializeOptions};
    ///
    /// # fn main() -> std::io::Result<()> {
    /// let document = consomme::parse_fragment("div", "<div><p>Salt &amp; pepper<p>Leek</div>");
    /// let div = document.root().first_child().unwrap();
    /// let mut file = Vec::new();
    /// div.serialize_inner(&SerializeOptions::new()).write_to(&mut file)?;
    /// assert_eq!(file, b"<p>Salt &amp; pepper</p><p>Leek</p>");
    /// let pretty = div.serialize_inner(&PrettyOptions::new()).to_string();
    /// assert_eq!(pretty, "<p>Salt &amp; pepper</p>\n<p>Leek</p>");
    /// # Ok(())
    /// # }
    /// ```
    pub fn serialize_inner<F: WriteOptions>(self, options: &F) -> Serialized<'a, F> {
        Serialized { node: self, inner: true, options: options.clone(), declares_encoding: false }
    }

    /// Returns the descendants of the node as HTML, with the default options: for an element, its
    /// `innerHTML`; for a `template`, the HTML of its contents; for text and other nodes that
    /// cannot have children, an empty string.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<ul><li>Salt &amp; pepper</ul>");
    /// let ul = document.root().first_child().unwrap();
    /// assert_eq!(ul.inner_html(), "<li>Salt &amp; pepper</li>");
    /// assert_eq!(ul.outer_html(), "<ul><li>Salt &amp; pepper</li></ul>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
    #[doc(alias = "innerHTML")]
    #[doc(alias = "html")]
    pub fn inner_html(self) -> String {
        self.serialize_inner(&SerializeOptions::default()).to_string()
    }

    /// Returns the node and its descendants as HTML, with the default options: for an element, its
    /// `outerHTML`; for a document or fragment, the same as [`inner_html`](Self::inner_html).
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
    #[doc(alias = "outerHTML")]
    pub fn outer_html(self) -> String {
        self.serialize_outer(&SerializeOptions::default()).to_string()
    }

    /// Returns the node and its descendants as minified HTML, with the default options: see
    /// [`MinifyOptions`].
    pub fn to_minified_html(self) -> String {
        self.serialize_outer(&MinifyOptions::default()).to_string()
    }

    /// Returns the node and its descendants as HTML on indented lines, with the default options:
    /// see [`PrettyOptions`].
    #[doc(alias = "prettify")]
    pub fn to_pretty_html(self) -> String {
        self.serialize_outer(&PrettyOptions::default()).to_string()
    }

    /// Returns the node and its descendants as well-formed XML, with the default options: see
    /// [`XmlOptions`].
    pub fn to_xml(self) -> String {
        self.serialize_outer(&XmlOptions::default()).to_string()
    }
}

/// Writes the document as HTML. [`inner_html`](Document::inner_html) returns the same and is
/// faster than `to_string`.
///
/// ```
/// let fragment = consomme::parse_fragment("p", "Clear <b>broth");
/// assert_eq!(format!("<p>{fragment}</p>"), "<p>Clear <b>broth</b></p>");
/// ```
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.root(), f)
    }
}

/// Writes the node as HTML. [`outer_html`](NodeRef::outer_html) returns the same and is faster
/// than `to_string`.
impl fmt::Display for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize_outer(&SerializeOptions::default()).fmt(f)
    }
}

/// Writes the element as HTML. [`outer_html`](NodeRef::outer_html) returns the same and is faster
/// than `to_string`.
///
/// ```
/// let fragment = consomme::parse_fragment("body", "<p class=hot>Broth");
/// let p = fragment.root().first_element_child().unwrap();
/// assert_eq!(p.to_string(), "<p class=\"hot\">Broth</p>");
/// assert_eq!(format!("{p:?}"), "<p class=\"hot\">");
/// ```
impl fmt::Display for ElementRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_node().fmt(f)
    }
}
