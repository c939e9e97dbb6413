//! Where in the source nodes, tags and attributes come from, for reading.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;
use std::ops::Range;

use crate::dom::arena::{Cause, NodePosition};
use crate::elements::Traits;
use crate::markup::{AttributeRanges, TagScanner, is_same_name};
use crate::names::known;
use crate::text::LineColumn;
use crate::tree_sink::Reason;

use super::document::Document;
use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

/// A part of the source of a document.
///
/// It gives offsets into the text before newlines were normalized ([`range`](SourceSpan::range)),
/// offsets into [`Document::source`] ([`source_range`](SourceSpan::source_range)), and lines and
/// columns. [`Document::byte_offsets`] converts the first into offsets in the bytes that the text
/// was decoded from.
///
/// ```
/// let html = "<p>One\r\n<p>Two";
/// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
/// let two = document.descendants().find(|node| node.as_text() == Some("Two")).unwrap();
/// let span = two.span().unwrap();
/// assert_eq!(span.range(), 11..14);
/// assert_eq!(span.source_range(), 10..13);
/// assert_eq!(span.line_column().to_string(), "2:4");
/// ```
#[derive(Clone, Copy)]
pub struct SourceSpan<'a> {
    document: &'a Document,
    start: usize,
    end: usize,
}

impl<'a> SourceSpan<'a> {
    fn new(document: &'a Document, range: Range<usize>) -> Self {
        SourceSpan { document, start: range.start, end: range.end.max(range.start) }
    }

    /// Returns the byte offsets in the decoded text before newlines were normalized. If the input
    /// was text, that is the input, its byte order mark included; if it was bytes, it is the
    /// decoded text, without a byte order mark.
    pub fn range(&self) -> Range<usize> {
        let map = &self.document.strings;
        map.original_offset(self.start)..map.original_offset(self.end)
    }

    /// Returns the byte offsets in [`Document::source`], where newlines are normalized.
    pub fn source_range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the text, newlines normalized. Empty if an end is inside a character, which only a
    /// span from [`Document::source_span`] can have.
    pub fn text(&self) -> &'a str {
        self.document.source().get(self.source_range()).unwrap_or("")
    }

    /// Returns whether the span is empty.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Returns the line and column of the start. Takes time linear in the offset:
    /// [`Document::line_index`] is faster for many.
    pub fn line_column(&self) -> LineColumn {
        self.document.line_column(self.start)
    }

    /// Returns the line and column right after the end. Takes time linear in the offset.
    pub fn end_line_column(&self) -> LineColumn {
        self.document.line_column(self.end)
    }
}

/// Compares whether two are the same part of the same document (not of a clone).
impl PartialEq for SourceSpan<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.source_range() == other.source_range() && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for SourceSpan<'_> {}

impl Hash for SourceSpan<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, self.end).hash(state);
        std::ptr::from_ref(self.document).hash(state);
    }
}

/// Writes the text and its [`range`](SourceSpan::range).
impl fmt::Debug for SourceSpan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {:?}", self.text(), self.range())
    }
}

/// Why a node exists, from [`NodeRef::origin`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Origin<'a> {
    /// It is in the source.
    Source,
    /// It is an element for which the source has no start tag.
    #[non_exhaustive]
    Implied {
        /// The tag or text that needed it; empty at the end of the input.
        by: SourceSpan<'a>,
    },
    /// It is a copy of another node, which is in the source.
    #[non_exhaustive]
    Copied {
        /// The node that it is a copy of, or a copy of a copy. `None` if that was
        /// [discarded](Document::discard).
        original: Option<NodeRef<'a>>,
        /// Why it was copied.
        reason: Reason,
    },
}

impl NodePosition {
    /// Returns the range of the end tag of an element, for which the source is scanned. `None` if
    /// something else closed the element.
    pub(crate) fn end_tag(&self, source: &str) -> Option<Range<usize>> {
        let start = self.end().filter(|_| self.has_end_tag)?;
        let length = TagScanner::of_end_tag(source.get(start..).unwrap_or("")).length();
        Some(start..start + length)
    }
}

/// Positions in the source.
impl<'a> NodeRef<'a> {
    /// Returns where the parser recorded that the node comes from.
    pub(crate) fn position(self) -> Option<NodePosition> {
        self.document().tree.position(self.index())
    }

    /// Returns the part of the source that the node comes from: an element from its start tag to
    /// the end of its end tag, or to where it was closed without one; a shadow root as the
    /// `template` that declares it; a text from its first to its last piece; any other node as a
    /// whole.
    ///
    /// An implied element starts where it was implied, and a copy where its original does. The span
    /// of a node that the parser moved in the tree may be outside its parent's.
    ///
    /// `None` without [`ParseOptions::positions`](crate::ParseOptions::positions), for documents,
    /// for template contents, and for nodes that the parser did not create. Edits do not change it.
    ///
    /// ```
    /// let html = "<ul><li>Bones<li>Water</ul>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let spans = document.body().unwrap().descendants().map(|node| node.span().unwrap().text());
    /// let spans: Vec<_> = spans.collect();
    /// assert_eq!(spans, [html, "<li>Bones", "Bones", "<li>Water", "Water"]);
    /// ```
    pub fn span(self) -> Option<SourceSpan<'a>> {
        if let Some(source) = self.as_element().and_then(ElementRef::source) {
            return Some(source.span());
        }
        let position = self.position()?;
        // A shadow root has the end tag of its `template`.
        let end_tag = position.end_tag(self.document().source());
        let end = end_tag.map_or(position.end()?, |tag| tag.end);
        Some(SourceSpan::new(self.document(), position.start()..end))
    }

    /// Returns the part of the source that a part of a text node's text is made of, without
    /// anything else: with its character references as they are written. `range` are byte offsets
    /// in the [text](NodeRef::as_text). If only a part of a character reference's text is asked
    /// for, the whole reference counts.
    ///
    /// `None` if there is no such part of the source: `range` is empty or not within the text, its
    /// text comes from several places, an edit has set it, or [`span`](NodeRef::span) is `None`.
    ///
    /// ```
    /// let html = "<p>Salt &amp; pepper</p>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let text = document.descendants().find(|node| node.as_text().is_some()).unwrap();
    /// assert_eq!(text.as_text(), Some("Salt & pepper"));
    /// assert_eq!(text.text_span(5..8).unwrap().text(), "&amp; p");
    /// ```
    pub fn text_span(self, range: Range<usize>) -> Option<SourceSpan<'a>> {
        let is_within = range.start < range.end && range.end <= self.as_text()?.len();
        let Document { tree, strings, .. } = self.document();
        let source = is_within.then(|| tree.source_of_text(self.index(), range, strings))??;
        Some(SourceSpan::new(self.document(), source))
    }

    /// Returns why the node exists. `None` if [`span`](NodeRef::span) is.
    ///
    /// ```
    /// use consomme::positions::Origin;
    /// use consomme::ParseOptions;
    ///
    /// let document = ParseOptions::new().positions(true).parse_str("<table><tr>");
    /// let mut elements = document.descendants().filter_map(|node| node.as_element());
    /// let tbody = elements.find(|element| element.name() == "tbody").unwrap();
    /// let Some(Origin::Implied { by, .. }) = tbody.origin() else { panic!() };
    /// assert_eq!(by.text(), "<tr>");
    /// ```
    pub fn origin(self) -> Option<Origin<'a>> {
        let position = self.position()?;
        Some(match position.cause {
            Cause::Unknown => return None,
            Cause::Token if position.is_implied => {
                let end = self.document().tree.positions()?.implied_by_end(self.index())?;
                Origin::Implied { by: SourceSpan::new(self.document(), position.start()..end) }
            }
            Cause::Token => Origin::Source,
            Cause::Copied(reason) => {
                let tree = &self.document().tree;
                let original = tree.positions()?.original_of(self.index());
                let original = original.filter(|original| tree.has(*original));
                let original = original.map(|original| NodeRef::new(self.document(), original));
                Origin::Copied { original, reason }
            }
        })
    }

    /// Returns why the parser put the node somewhere other than where the source has it. `None` if
    /// it did not, or if [`span`](NodeRef::span) is `None`.
    ///
    /// ```
    /// use consomme::positions::Reason;
    /// use consomme::ParseOptions;
    ///
    /// let document = ParseOptions::new().positions(true).parse_str("<table>stray<tr><td>cell</table>");
    /// let text = document.descendants().find(|node| node.as_text() == Some("stray")).unwrap();
    /// assert_eq!(text.moved(), Some(Reason::FosterParenting));
    /// ```
    pub fn moved(self) -> Option<Reason> {
        let position = self.position()?;
        position
            .moved
            .or_else(|| self.follows_end_of_parent(&position).then_some(Reason::Reopening))
    }

    /// Returns whether the node follows the end of the `head`, `body` or `html` element that it is
    /// in.
    fn follows_end_of_parent(self, position: &NodePosition) -> bool {
        let Some(parent) = self.parent().and_then(NodeRef::as_element) else { return false };
        parent.element_name().row().is(Traits::IN_EVERY_DOCUMENT)
            && parent
                .position()
                .and_then(|position| position.end())
                .is_some_and(|closed| position.start() > closed)
    }
}

impl<'a> ElementRef<'a> {
    /// Returns where in the source the tags and attributes of the element are. `None` without
    /// [`ParseOptions::positions`](crate::ParseOptions::positions), and for elements that the
    /// parser did not create.
    ///
    /// ```
    /// let html = "<a href=\"?a&amp;b\" HIDDEN>x</a>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let mut elements = document.descendants().filter_map(|node| node.as_element());
    /// let a = elements.find(|element| element.name() == "a").unwrap().source().unwrap();
    /// assert_eq!(a.span().text(), html);
    /// assert_eq!(a.content().text(), "x");
    /// let attributes: Vec<_> = a.attrs().map(|attribute| attribute.span().text()).collect();
    /// assert_eq!(attributes, ["href=\"?a&amp;b\"", "HIDDEN"]);
    /// assert_eq!(a.attr("href").unwrap().value().unwrap().text(), "?a&amp;b");
    /// ```
    pub fn source(self) -> Option<ElementSource<'a>> {
        Some(ElementSource { element: self, position: self.position()? })
    }
}

/// The positions in the source of an element, its tags and its attributes, from
/// [`ElementRef::source`].
#[derive(Clone, Copy)]
pub struct ElementSource<'a> {
    element: ElementRef<'a>,
    position: NodePosition,
}

impl<'a> ElementSource<'a> {
    fn span_of(self, range: Range<usize>) -> SourceSpan<'a> {
        SourceSpan::new(self.element.document(), range)
    }

    /// Returns the source from the start of a token on.
    fn source_from(self, start: usize) -> &'a str {
        source_from(self.element.document(), start)
    }

    fn start_tag_scanner(self) -> Option<TagScanner<'a>> {
        (!self.position.is_implied)
            .then(|| TagScanner::of_start_tag(self.source_from(self.position.start())))
    }

    /// Returns the start tag from `<` to `>`. `None` if the element is implied. For a copy, it is
    /// the tag of the original.
    ///
    /// Scans the tag to find its end.
    pub fn start_tag(self) -> Option<SourceSpan<'a>> {
        let (start, length) = (self.position.start(), self.start_tag_scanner()?.length());
        Some(self.span_of(start..start + length))
    }

    /// Returns the end tag from `</` to `>`. `None` if something else closed the element. The end
    /// tag of a heading may be of another level.
    ///
    /// Scans the tag to find its end.
    pub fn end_tag(self) -> Option<SourceSpan<'a>> {
        Some(self.span_of(self.position.end_tag(self.element.document().source())?))
    }

    /// Returns the whole element: see [`NodeRef::span`].
    pub fn span(self) -> SourceSpan<'a> {
        let end = self.end_tag().map_or_else(|| self.closed_at(), |tag| tag.end);
        self.span_of(self.position.start()..end)
    }

    /// Returns the content between the tags, or up to where the element was closed without an end
    /// tag.
    pub fn content(self) -> SourceSpan<'a> {
        let end = self.end_tag().map_or_else(|| self.closed_at(), |tag| tag.start);
        self.span_of(self.content_start()..end)
    }

    fn content_start(self) -> usize {
        self.start_tag().map_or(self.position.start(), |tag| tag.end)
    }

    /// Returns where something other than its end tag closed the element.
    fn closed_at(self) -> usize {
        match self.position.end() {
            Some(end) if end > self.position.start() => end,
            // Its own start tag closed it.
            _ => self.content_start(),
        }
    }

    /// Returns the attributes in the order of the start tag, including duplicates, which the
    /// element itself does not have. The attributes of later `html` or `body` start tags, which the
    /// parser adds to the element, follow.
    ///
    /// Scans the tag to find them.
    pub fn attrs(self) -> AttributeSources<'a> {
        let document = self.element.document();
        let start_tag = self.start_tag_scanner().map(|scanner| (self.position.start(), scanner));
        AttributeSources { document, element: self.element, tag: start_tag, later_tags: 0 }
    }

    /// Returns the first attribute with that name as written in the source, compared ASCII
    /// case-insensitively: `viewBox`, `xlink:href`. Takes time linear in the length of the tag.
    pub fn attr(self, name: &str) -> Option<AttributeSource<'a>> {
        self.attrs().find(|attribute| attribute.has_name(name))
    }
}

impl fmt::Debug for ElementSource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ElementSource")
            .field("start_tag", &self.start_tag())
            .field("end_tag", &self.end_tag())
            .field("span", &self.span().range())
            .finish()
    }
}

/// An iterator over the attributes of an element in the source, from [`ElementSource::attrs`].
#[derive(Clone)]
#[must_use = "iterators are lazy"]
pub struct AttributeSources<'a> {
    document: &'a Document,
    element: ElementRef<'a>,
    /// The current tag and the offset where it starts.
    tag: Option<(usize, TagScanner<'a>)>,
    /// The index from which to search for the next later tag of the element.
    later_tags: usize,
}

impl<'a> Iterator for AttributeSources<'a> {
    type Item = AttributeSource<'a>;

    fn next(&mut self) -> Option<AttributeSource<'a>> {
        loop {
            if let Some((start, scanner)) = &mut self.tag
                && let Some(ranges) = scanner.next_attribute()
            {
                return Some(AttributeSource {
                    document: self.document,
                    tag_start: *start,
                    ranges,
                });
            }
            // Only `html` and `body` get attributes from later tags. All other elements skip the
            // search, which goes through the later tags of both.
            let may_have_more =
                self.element.is_html_named(known::HTML) || self.element.is_html_named(known::BODY);
            let positions = self.document.tree.positions().filter(|_| may_have_more)?;
            let (start, next) = positions.later_tag_of(self.element.index(), self.later_tags)?;
            self.later_tags = next;
            let text = source_from(self.document, start);
            self.tag = Some((start, TagScanner::of_start_tag(text)));
        }
    }
}

impl FusedIterator for AttributeSources<'_> {}

/// Returns the source from the start of a token on.
fn source_from(document: &Document, start: usize) -> &str {
    let text = document.source().get(start..);
    debug_assert!(text.is_some(), "a token starts at a character of the source");
    text.unwrap_or("")
}

impl fmt::Debug for AttributeSources<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// An attribute in the source, from [`ElementSource::attr`].
#[derive(Clone, Copy)]
pub struct AttributeSource<'a> {
    document: &'a Document,
    tag_start: usize,
    ranges: AttributeRanges,
}

impl<'a> AttributeSource<'a> {
    fn span_of(self, (start, end): (usize, usize)) -> SourceSpan<'a> {
        SourceSpan::new(self.document, self.tag_start + start..self.tag_start + end)
    }

    /// Returns the name as written.
    pub fn name(self) -> SourceSpan<'a> {
        self.span_of(self.ranges.name)
    }

    /// Returns the value as written, without the quotation marks around it. `None` if there is no
    /// value.
    pub fn value(self) -> Option<SourceSpan<'a>> {
        self.ranges.value.map(|value| self.span_of(value))
    }

    /// Returns the whole attribute, quotation marks included.
    pub fn span(self) -> SourceSpan<'a> {
        self.span_of((self.ranges.name.0, self.ranges.end))
    }

    /// Returns whether the parser makes the attribute with that
    /// [qualified name](crate::Attr::qualified_name) of this one: a tag may have it in any case.
    pub fn has_name(self, name: &str) -> bool {
        is_same_name(self.name().text(), name)
    }
}

impl fmt::Debug for AttributeSource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.span().fmt(f)
    }
}

/// Ranges of the source.
impl Document {
    /// Returns the part of the source at these byte offsets in [`Document::source`], such as
    /// [`ParseError::span`](crate::ParseError::span). Offsets past the end count as the end.
    ///
    /// ```
    /// let html = "<!DOCTYPE html>\r\n</p>";
    /// let document = consomme::ParseOptions::new().errors(true).parse_str(html);
    /// let span = document.source_span(document.errors()[0].span());
    /// assert_eq!(&html[span.range()], "</p>");
    /// ```
    pub fn source_span(&self, range: Range<usize>) -> SourceSpan<'_> {
        let length = self.source().len();
        SourceSpan::new(self, range.start.min(length)..range.end.min(length))
    }
}
