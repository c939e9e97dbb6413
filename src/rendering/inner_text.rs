//! The rendered text of a node: `walk.rs` says what is rendered, such as a line break for a `br`,
//! and `text_writer.rs` what is written for it.

use std::fmt;

use crate::dom::{Document, FlatTree, NodeIndex, NodeRef};

use super::links::Links;
use super::text_writer::TextWriter;
use super::walk::{Begin, Walk};

/// Rendered text.
impl Document {
    /// Returns the rendered text of the document: see [`NodeRef::inner_text`].
    ///
    /// ```
    /// let page = "<title>Menu</title><script>go()</script><h1>Soups</h1><p>Clear <b>broth</b>,\n bisque";
    /// let document = consomme::parse_document(page.as_bytes(), &Default::default());
    /// assert_eq!(document.inner_text(), "Soups\n\nClear broth, bisque");
    /// ```
    pub fn inner_text(&self) -> String {
        self.root().inner_text()
    }
}

/// Rendered text.
impl NodeRef<'_> {
    /// Returns the text of the node as a reader sees it, like the property `innerText` in browsers.
    ///
    /// - Blocks, list items and table rows are on their own lines. Paragraphs have an empty line
    ///   before and after them, table cells have a tab between them, a `br` is a line break.
    /// - Whitespace is collapsed, except in `pre`, `listing`, `plaintext` and `xmp`; in these,
    ///   `nobr` and cells with the attribute `nowrap` collapse it again.
    /// - Content that a browser doesn't show is omitted: `script`, `style`, `template`, `title`,
    ///   comments, elements with the attribute `hidden`, the content of `textarea` and `iframe`.
    ///   The content of `noscript` and `canvas` is omitted only if the document was parsed with
    ///   [scripting](crate::ParseOptions::scripting).
    /// - Skipped contents are omitted: the content of a `details` without the attribute `open`,
    ///   apart from its first `summary`, and the content of a block with `hidden=until-found`.
    /// - Style sheets and `style` attributes are ignored.
    ///
    /// If the node itself is an element that isn't rendered, such as a `script`, its
    /// [`text_content`](NodeRef::text_content) is returned, as in browsers. Fragments, the contents
    /// of templates, and detached nodes count as rendered. A text node has its own text, and
    /// comments, doctypes and processing instructions have none.
    ///
    /// ```
    /// let table = consomme::parse_fragment("body", "<table><tr><td>Stock<td>2 l<tr><td>Salt<td>10&nbsp;g</table>");
    /// assert_eq!(table.root().inner_text(), "Stock\t2 l\nSalt\t10\u{A0}g");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#the-innertext-idl-attribute>
    #[doc(alias = "innerText")]
    #[doc(alias = "get_text")]
    pub fn inner_text(self) -> String {
        let is_root = self.parent().is_none();
        // On typical pages, less than an eighth of the source is text. For a part of a page there
        // is no estimate.
        let capacity = if is_root { self.document().source().len() / 8 } else { 0 };
        let mut text = String::with_capacity(capacity);
        let result = self.write_inner_text(&mut text);
        debug_assert!(result.is_ok(), "writing to a `String` does not fail");
        text
    }

    /// Writes what [`inner_text`](Self::inner_text) returns, in pieces of a few words, without a
    /// buffer.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_inner_text(self, writer: &mut impl fmt::Write) -> fmt::Result {
        write_rendered_text(&self.document().tree, self, self.index(), writer)
    }
}

impl<'a> FlatTree<'a> {
    /// Returns the text of the node as a reader sees it, with the shadow trees in their places and
    /// the slots filled. Otherwise like [`NodeRef::inner_text`].
    ///
    /// ```
    /// let html = "<section><template shadowrootmode=open><h1>Soups</h1><slot></slot></template><p>Broth</section>";
    /// let options = consomme::ParseOptions::new().declarative_shadow_roots(true);
    /// let document = options.parse_str(html);
    /// assert_eq!(document.flat_tree().inner_text(document.root()), "Soups\n\nBroth");
    /// assert_eq!(document.inner_text(), "Broth");
    /// ```
    pub fn inner_text(&self, node: impl Into<NodeRef<'a>>) -> String {
        let mut text = String::new();
        let result = self.write_inner_text(node, &mut text);
        debug_assert!(result.is_ok(), "writing to a `String` does not fail");
        text
    }

    /// Writes what [`inner_text`](Self::inner_text) returns, in pieces of a few words, without a
    /// buffer.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_inner_text(
        &self,
        node: impl Into<NodeRef<'a>>,
        writer: &mut impl fmt::Write,
    ) -> fmt::Result {
        let node = node.into();
        write_rendered_text(self, node, self.top(node), writer)
    }
}

/// Writes the rendered text of a node, which is `top` in the tree of these links.
fn write_rendered_text<'a>(
    links: impl Links,
    node: NodeRef<'a>,
    top: NodeIndex,
    writer: &mut impl fmt::Write,
) -> fmt::Result {
    match Walk::begin(links, node, top, false) {
        Begin::Walk(walk) => walk.run(&mut TextWriter::new(writer)),
        Begin::NotRendered => text_nodes(node).try_for_each(|(_, text)| writer.write_str(text)),
        Begin::Nothing => Ok(()),
    }
}

/// Returns the text nodes of a node that is not rendered, with their texts: its "descendant text
/// content".
///
/// <https://dom.spec.whatwg.org/#concept-descendant-text-content>
pub(super) fn text_nodes<'a>(
    node: NodeRef<'a>,
) -> impl Iterator<Item = (NodeRef<'a>, &'a str)> + use<'a> {
    let nodes = std::iter::once(node).chain(node.descendants());
    nodes.filter_map(|node| Some((node, node.as_text()?)))
}
