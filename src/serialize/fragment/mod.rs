//! The standard's fragment serialization, as methods of documents, nodes and elements.
//!
//! - `options.rs`: [`SerializeOptions`]
//! - `serializer.rs`: the algorithm
//! - `shadow_roots.rs`: its part about shadow roots
//!
//! <https://html.spec.whatwg.org/#serialising-html-fragments>

mod options;
mod serializer;
mod shadow_roots;

use std::{fmt, io};

use crate::dom::{Document, ElementRef, NodeRef};
use crate::serialize::output::{Output, Pieces, capacity_for};
use crate::serialize::walk::walk;

pub use options::SerializeOptions;

pub(super) use serializer::Serializer;

use shadow_roots::{WantedShadowRoots, write_with_shadow_roots};

impl Document {
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
}

impl<'a> NodeRef<'a> {
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
    pub fn inner_html(self) -> String {
        self.serialize_inner(&SerializeOptions::default()).to_html()
    }

    /// Returns the node and its descendants as HTML, with the default options: for an element, its
    /// `outerHTML`; for a document or fragment, the same as [`inner_html`](Self::inner_html).
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
    pub fn outer_html(self) -> String {
        self.serialize_outer(&SerializeOptions::default()).to_html()
    }

    /// Serializes the descendants of the node with the given options. The returned value writes the
    /// HTML into a `String`, a formatter, or an [`io::Write`].
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
        Serialized { node: self, inner: true, options: options.clone() }
    }

    /// Serializes the node and its descendants with the given options. The returned value writes
    /// the HTML into a `String`, a formatter, or an [`io::Write`].
    pub fn serialize_outer(self, options: &SerializeOptions) -> Serialized<'a> {
        Serialized { node: self, inner: false, options: options.clone() }
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
        self.root().serialize_inner(&SerializeOptions::default()).fmt(f)
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

/// A node to be written as HTML, from [`NodeRef::serialize_inner`] and
/// [`NodeRef::serialize_outer`].
///
/// Nothing is written until [`to_html`](Serialized::to_html) or
/// [`write_to`](Serialized::write_to) is called, or the value is displayed.
#[derive(Clone, Debug)]
#[must_use = "nothing is written until a method is called"]
pub struct Serialized<'a> {
    node: NodeRef<'a>,
    /// Whether only the node's descendants are written.
    inner: bool,
    options: SerializeOptions,
}

impl Serialized<'_> {
    /// Returns the HTML as a `String`. Faster than `to_string`.
    pub fn to_html(&self) -> String {
        let mut html = String::with_capacity(capacity_for(self.node));
        let Ok(()) = self.serialize(&mut html);
        html
    }

    /// Writes the HTML as UTF-8, through a buffer of 8 KB, so the writer needs none of its own.
    /// Doesn't flush the writer.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        let mut out = Pieces::new(|piece: &str| writer.write_all(piece.as_bytes()));
        self.serialize(&mut out)?;
        out.finish()
    }

    #[inline]
    fn serialize<O: Output>(&self, out: &mut O) -> Result<(), O::Error> {
        let document = self.node.document();
        let mut serializer = Serializer::<O, false> {
            tree: &document.tree,
            strings: &document.strings,
            revision: self.options.revision,
            scripting: self.options.scripting.unwrap_or(document.scripting()),
            out,
        };
        match WantedShadowRoots::of(&document.tree, &self.options) {
            None => walk(&document.tree, self.node.id(), self.inner, &mut serializer),
            Some(wanted) => {
                write_with_shadow_roots(&mut serializer, self.node.id(), self.inner, &wanted)
            }
        }
    }
}

impl fmt::Display for Serialized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Pieces::new(|piece: &str| f.write_str(piece));
        self.serialize(&mut out)?;
        out.finish()
    }
}
