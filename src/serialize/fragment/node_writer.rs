//! Writing nodes one by one.

use crate::dom::{Attr, Document, NodeRef};
use crate::names::ElementName;

use super::serializer::Serializer;

/// Writes nodes as HTML, one by one, for walks that leave out or add something: the tags,
/// attributes and texts of the standard's fragment serialization, as [`SerializeOptions`] writes
/// those of whole trees.
///
/// Where parsing would change what is written, it departs from the standard: carriage returns
/// become references. Before a text that begins with a line feed and comes right after the start
/// tag of an element that [drops one](ElementName::drops_line_feed), write another with
/// [`markup`](NodeWriter::markup).
///
/// ```
/// use consomme::serialize::NodeWriter;
///
/// let document = consomme::parse_fragment("div", "<a href=/soup?a&amp;b onclick=a()>Soup</a>");
/// let a = document.root().first_element_child().unwrap();
/// let mut writer = NodeWriter::new(&document);
/// writer.start_of_tag(a.element_name());
/// for attribute in a.attrs().filter(|attribute| attribute.name() == "href") {
///     writer.attribute(attribute);
/// }
/// writer.markup(">");
/// writer.text(a.first_child().unwrap(), false);
/// writer.end_tag(a.element_name());
/// assert_eq!(writer.into_html(), "<a href=\"/soup?a&amp;b\">Soup</a>");
/// ```
///
/// [`SerializeOptions`]: super::SerializeOptions
#[derive(Clone, Debug)]
pub struct NodeWriter<'a> {
    document: &'a Document,
    /// Whether a text may have carriage returns, or is too long for a span.
    has_unusual_texts: bool,
    html: String,
}

impl<'a> NodeWriter<'a> {
    /// Returns a writer for nodes of a document, with nothing written.
    pub fn new(document: &'a Document) -> Self {
        let has_unusual_texts =
            document.strings.may_have_carriage_return() || document.tree.has_long_texts();
        NodeWriter { document, has_unusual_texts, html: String::new() }
    }

    /// Makes room for so many bytes more.
    pub fn reserve(&mut self, bytes: usize) {
        self.html.reserve(bytes);
    }

    /// Returns the serializer for a node of that document, by the living standard.
    #[inline]
    fn by<'b, const EXACT: bool>(
        &'b mut self,
        document: &'b Document,
    ) -> Serializer<'b, String, EXACT> {
        Serializer::new(document, document.scripting(), &mut self.html)
    }

    /// Writes `<` and the name of an element.
    #[inline]
    pub fn start_of_tag(&mut self, name: ElementName) {
        let Ok(()) = self.by::<false>(self.document).start_of_tag(name);
    }

    /// Writes a space and an attribute of an element of the document.
    #[inline]
    pub fn attribute(&mut self, attribute: Attr<'_>) {
        let Ok(()) = match self.has_unusual_texts {
            false => self.by::<false>(attribute.document()).attribute(attribute.data()),
            true => self.by::<true>(attribute.document()).attribute(attribute.data()),
        };
    }

    /// Writes an end tag.
    #[inline]
    pub fn end_tag(&mut self, name: ElementName) {
        let Ok(()) = self.by::<false>(self.document).end_tag(name);
    }

    /// Writes the text of a text node of the document. If `is_raw`, it is written without escapes,
    /// as in an element with [raw text](ElementName::is_raw_text).
    #[inline]
    pub fn text(&mut self, text: NodeRef<'_>, is_raw: bool) {
        let Ok(()) = match self.has_unusual_texts {
            false => self.by::<false>(text.document()).text_node(text.index(), is_raw),
            true => self.by::<true>(text.document()).text_node(text.index(), is_raw),
        };
    }

    /// Writes a comment, processing instruction or document type of the document; nothing for
    /// another node.
    pub fn leaf(&mut self, leaf: NodeRef<'_>) {
        let Ok(()) = match self.has_unusual_texts {
            false => self.by::<false>(leaf.document()).other_node(leaf.index()),
            true => self.by::<true>(leaf.document()).other_node(leaf.index()),
        };
    }

    /// Writes markup as it is, such as the `>` that ends a tag.
    #[inline]
    pub fn markup(&mut self, markup: &str) {
        self.html.push_str(markup);
    }

    /// Returns how many bytes are written.
    #[inline]
    pub fn written(&self) -> usize {
        self.html.len()
    }

    /// Returns the output.
    pub fn into_html(self) -> String {
        self.html
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_fragment;

    /// Writes all nodes of a tree without templates, and no attributes.
    fn written(html: &str) -> String {
        let document = parse_fragment("div", html);
        let mut writer = NodeWriter::new(&document);
        for node in document.descendants() {
            let parent = node.parent().and_then(NodeRef::as_element);
            let is_raw = parent.is_some_and(|parent| parent.element_name().is_raw_text(false));
            match node.as_element() {
                Some(element) => {
                    writer.start_of_tag(element.element_name());
                    element.attrs().for_each(|attribute| writer.attribute(attribute));
                    writer.markup(">");
                }
                None if node.is_text() => writer.text(node, is_raw),
                None => writer.leaf(node),
            }
        }
        assert_eq!(writer.written(), writer.html.len());
        writer.into_html()
    }

    #[test]
    fn texts_are_escaped_unless_they_are_raw() {
        let html = "<p title='a\"&lt;'>1 &lt; 2<style>a > b</style><!-- c --><?d e?>";
        let expected = "<p title=\"a&quot;&lt;\">1 &lt; 2<style>a > b<!-- c --><?d e?>";
        assert_eq!(written(html), expected);
    }

    #[test]
    fn carriage_returns_are_references() {
        assert_eq!(written("<p title='&#13;'>a&#13;b"), "<p title=\"&#13;\">a&#13;b");
    }
}
