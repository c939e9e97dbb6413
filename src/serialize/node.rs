//! Serialization as what nodes and documents can do.

use std::{fmt, io};

use crate::dom::{Document, ElementRef, NodeRef};

use super::{SerializeOptions, to_string, write_fmt, write_io};

impl Document {
    /// The whole document, or the fragment, as HTML, with the default options.
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
}

impl<'a> NodeRef<'a> {
    /// What is below the node as HTML, with the default options: for an element, its `innerHTML`;
    /// for a `template`, what its contents hold.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<ul><li>Salt &amp; pepper</ul>");
    /// let ul = document.root().first_child().unwrap();
    /// assert_eq!(ul.inner_html(), "<li>Salt &amp; pepper</li>");
    /// assert_eq!(ul.outer_html(), "<ul><li>Salt &amp; pepper</li></ul>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
    pub fn inner_html(self) -> String {
        self.serialize_inner(&SerializeOptions::default()).to_html()
    }

    /// The node itself as HTML, with the default options: for an element, its `outerHTML`.
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
    pub fn outer_html(self) -> String {
        self.serialize_outer(&SerializeOptions::default()).to_html()
    }

    /// What is below the node as HTML, to be written wherever it is wanted.
    ///
    /// ```
    /// use consomme::serialize::SerializeOptions;
    ///
    /// # fn main() -> std::io::Result<()> {
    /// let document = consomme::parse_fragment("div", "<p>Salt &amp; pepper");
    /// let mut file = Vec::new();
    /// document.root().serialize_inner(&SerializeOptions::new()).write_to(&mut file)?;
    /// assert_eq!(file, b"<p>Salt &amp; pepper</p>");
    /// # Ok(())
    /// # }
    /// ```
    pub fn serialize_inner(self, options: &SerializeOptions) -> Serialized<'a> {
        Serialized { node: self, inner: true, options: options.of(self.document()) }
    }

    /// The node itself as HTML, to be written wherever it is wanted.
    pub fn serialize_outer(self, options: &SerializeOptions) -> Serialized<'a> {
        Serialized { node: self, inner: false, options: options.of(self.document()) }
    }
}

/// As HTML, like [`inner_html`](Document::inner_html), which is faster than `to_string`.
///
/// ```
/// let fragment = consomme::parse_fragment("p", "Clear <b>broth");
/// assert_eq!(format!("<p>{fragment}</p>"), "<p>Clear <b>broth</b></p>");
/// ```
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().serialize_inner(&SerializeOptions::default()).fmt(f)
    }
}

/// As HTML, like [`outer_html`](NodeRef::outer_html), which is faster than `to_string`.
impl fmt::Display for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize_outer(&SerializeOptions::default()).fmt(f)
    }
}

/// As HTML, like [`outer_html`](NodeRef::outer_html), which is faster than `to_string`.
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

/// A node as HTML that is not written yet, from [`NodeRef::serialize_inner`] and
/// [`NodeRef::serialize_outer`].
///
/// It implements [`Display`](fmt::Display); [`write_to`](Serialized::write_to) is for files and
/// connections.
#[derive(Clone, Debug)]
#[must_use = "nothing is written before it is asked for"]
pub struct Serialized<'a> {
    node: NodeRef<'a>,
    inner: bool,
    options: SerializeOptions,
}

impl Serialized<'_> {
    /// The HTML in a `String`. Faster than `to_string`.
    pub fn to_html(&self) -> String {
        let document = self.node.document();
        to_string(&document.tree, &document.strings, self.node.id(), self.inner, &self.options)
    }

    /// Writes the HTML as UTF-8, in pieces of some thousand bytes.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        let document = self.node.document();
        write_io(
            &document.tree,
            &document.strings,
            self.node.id(),
            self.inner,
            &self.options,
            &mut writer,
        )
    }
}

impl fmt::Display for Serialized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = self.node.document();
        write_fmt(&document.tree, &document.strings, self.node.id(), self.inner, &self.options, f)
    }
}
