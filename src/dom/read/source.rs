//! Where nodes stand in the source, for reading.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::Range;

use crate::dom::arena::{Cause, NodePosition};
use crate::names::{Namespace, known};
use crate::text::LineColumn;
use crate::tree_sink::Reason;

use super::document::Document;
use super::element_ref::ElementRef;
use super::node_ref::NodeRef;
use super::tag_scanner::{AttributeRanges, TagScanner};

/// A part of the source of a document.
///
/// It can be had in three ways: as offsets into the text as it came ([`range`](SourceSpan::range)),
/// as offsets into [`Document::source`] ([`source_range`](SourceSpan::source_range)), and as lines
/// and columns. Offsets into the bytes that the text was decoded from are made of the first by
/// [`Document::byte_offsets`].
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

    /// The byte offsets in the decoded text as it came, before newlines were normalized. Where the
    /// input was text, that is this text, its byte order mark included; where it was bytes, the
    /// text that they are decoded to has none.
    pub fn range(&self) -> Range<usize> {
        let map = &self.document.strings;
        map.original_offset(self.start)..map.original_offset(self.end)
    }

    /// The byte offsets in [`Document::source`], where newlines are normalized.
    pub fn source_range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The text there, newlines normalized.
    pub fn text(&self) -> &'a str {
        self.document.source().get(self.source_range()).unwrap_or("")
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The line and column of the start. Takes time linear in the offset; [`Document::line_index`]
    /// is for many.
    pub fn line_column(&self) -> LineColumn {
        self.document.line_column(self.start)
    }

    /// The line and column right behind the end. Takes time linear in the offset.
    pub fn end_line_column(&self) -> LineColumn {
        self.document.line_column(self.end)
    }
}

/// Two are equal if they are the same part of the same document (not of a clone).
impl PartialEq for SourceSpan<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.source_range() == other.source_range() && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for SourceSpan<'_> {}

/// Prints the text and where it stands in the decoded text.
impl fmt::Debug for SourceSpan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {:?}", self.text(), self.range())
    }
}

/// How a node came to be, from [`NodeRef::origin`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Origin<'a> {
    /// It stands in the source.
    Source,
    /// It is an element for which the source has no start tag.
    #[non_exhaustive]
    Implied {
        /// The tag or text for which it was needed; empty at the end of the input.
        by: SourceSpan<'a>,
    },
    /// It is a copy of another node, which stands in the source.
    Copied(Reason),
}

impl<'a> NodeRef<'a> {
    fn place(self) -> Option<&'a NodePosition> {
        let place = self.document().tree.positions.as_ref()?.get(self.id())?;
        (place.cause != Cause::Unknown).then_some(place)
    }

    /// Where the node stands in the source: an element from its start tag to the end of its end tag
    /// or to where it was closed without one, a text from its first to its last piece, and any
    /// other node as a whole.
    ///
    /// An implied element starts where it was implied. A copy starts where the first of its kind
    /// does. What was moved to another place in the tree stands in the source where it stands, be
    /// that outside of its parent.
    ///
    /// `None` without [`ParseOptions::positions`](crate::ParseOptions::positions), for documents,
    /// for contents of templates, and for what the parser did not make. Edits change nothing in it.
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
        let place = self.place()?;
        Some(SourceSpan::new(self.document(), place.start()..place.end()?))
    }

    /// How the node came to be. `None` where [`span`](NodeRef::span) is.
    ///
    /// ```
    /// use consomme::{Origin, ParseOptions};
    ///
    /// let document = ParseOptions::new().positions(true).parse_str("<table><tr>");
    /// let mut elements = document.descendants().filter_map(|node| node.as_element());
    /// let tbody = elements.find(|element| element.name() == "tbody").unwrap();
    /// let Some(Origin::Implied { by, .. }) = tbody.origin() else { panic!() };
    /// assert_eq!(by.text(), "<tr>");
    /// ```
    pub fn origin(self) -> Option<Origin<'a>> {
        let place = self.place()?;
        Some(match place.cause {
            Cause::Unknown => return None,
            Cause::Token if place.is_implied => {
                let end = self.document().tree.positions.as_ref()?.implied_by_end(self.id())?;
                Origin::Implied { by: SourceSpan::new(self.document(), place.start()..end) }
            }
            Cause::Token => Origin::Source,
            Cause::Copied(reason) => Origin::Copied(reason),
        })
    }

    /// Why the parser put the node somewhere else than where the source has it. `None` if it did
    /// not, and where [`span`](NodeRef::span) is.
    ///
    /// ```
    /// use consomme::{ParseOptions, Reason};
    ///
    /// let document = ParseOptions::new().positions(true).parse_str("<table>stray<tr><td>cell</table>");
    /// let text = document.descendants().find(|node| node.as_text() == Some("stray")).unwrap();
    /// assert_eq!(text.moved(), Some(Reason::FosterParenting));
    /// ```
    pub fn moved(self) -> Option<Reason> {
        let place = self.place()?;
        place.moved.or_else(|| self.is_behind_parent(place).then_some(Reason::Reopening))
    }

    /// Whether the node stands behind what closed the `head`, `body` or `html` that it is in.
    fn is_behind_parent(self, place: &NodePosition) -> bool {
        let Some(parent) = self.parent().and_then(NodeRef::as_element) else { return false };
        [known::BODY, known::HEAD, known::HTML].iter().any(|&name| parent.is_html(name))
            && parent
                .place()
                .and_then(NodePosition::end)
                .is_some_and(|closed| place.start() > closed)
    }
}

impl<'a> ElementRef<'a> {
    /// Where the tags and attributes of the element stand in the source. `None` without
    /// [`ParseOptions::positions`](crate::ParseOptions::positions), and for what the parser did not
    /// make.
    ///
    /// ```
    /// let html = "<a href=\"?a&amp;b\" HIDDEN>x</a>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let mut elements = document.descendants().filter_map(|node| node.as_element());
    /// let a = elements.find(|element| element.name() == "a").unwrap().source().unwrap();
    /// assert_eq!(a.span().text(), html);
    /// assert_eq!(a.content().text(), "x");
    /// let attributes: Vec<_> = a.attributes().map(|attribute| attribute.span().text()).collect();
    /// assert_eq!(attributes, ["href=\"?a&amp;b\"", "HIDDEN"]);
    /// assert_eq!(a.attribute("href").unwrap().value().unwrap().text(), "?a&amp;b");
    /// ```
    pub fn source(self) -> Option<ElementSource<'a>> {
        Some(ElementSource { element: self, place: self.place()? })
    }
}

/// Where the parts of an element stand in the source, from [`ElementRef::source`].
#[derive(Clone, Copy)]
pub struct ElementSource<'a> {
    element: ElementRef<'a>,
    place: &'a NodePosition,
}

impl<'a> ElementSource<'a> {
    fn span_of(self, range: Range<usize>) -> SourceSpan<'a> {
        SourceSpan::new(self.element.document(), range)
    }

    /// The source from that byte on.
    fn source_from(self, start: usize) -> &'a str {
        self.element.document().source().get(start..).unwrap_or("")
    }

    fn start_tag_scanner(self) -> Option<TagScanner<'a>> {
        (!self.place.is_implied)
            .then(|| TagScanner::of_start_tag(self.source_from(self.place.start())))
    }

    /// The start tag from `<` to `>`. `None` if the element is implied. That of a copy is the tag
    /// of the first.
    ///
    /// It is read once more, as is the end tag, to find where it ends.
    pub fn start_tag(self) -> Option<SourceSpan<'a>> {
        let (start, length) = (self.place.start(), self.start_tag_scanner()?.length());
        Some(self.span_of(start..start + length))
    }

    /// The end tag from `</` to `>`. `None` if something else closed the element. That of a heading
    /// may be of another level.
    pub fn end_tag(self) -> Option<SourceSpan<'a>> {
        let start = self.place.end()?;
        let scanner = TagScanner::of_end_tag(self.source_from(start))?;
        let is_heading = |name: &str| {
            matches!(name.as_bytes(), [b'h' | b'H', b'1'..=b'6'])
                && self.element.namespace() == Namespace::Html
        };
        // The name that it was parsed with, whatever it is now.
        let name =
            self.start_tag_scanner().map_or(self.element.name(), |start_tag| start_tag.name());
        let is_own = scanner.has_name(name) || (is_heading(name) && is_heading(scanner.name()));
        is_own.then(|| self.span_of(start..start + scanner.length()))
    }

    /// The whole element: see [`NodeRef::span`].
    pub fn span(self) -> SourceSpan<'a> {
        let end = self.end_tag().map_or_else(|| self.closed_at(), |tag| tag.end);
        self.span_of(self.place.start()..end)
    }

    /// What stands between the tags, or to where the element was closed without one.
    pub fn content(self) -> SourceSpan<'a> {
        let end = self.end_tag().map_or_else(|| self.closed_at(), |tag| tag.start);
        self.span_of(self.content_start()..end)
    }

    fn content_start(self) -> usize {
        self.start_tag().map_or(self.place.start(), |tag| tag.end)
    }

    /// Where the element was closed, if not by its end tag.
    fn closed_at(self) -> usize {
        match self.place.end() {
            Some(end) if end > self.place.start() => end,
            // Its own start tag closed it.
            _ => self.content_start(),
        }
    }

    /// The attributes in the order in which the start tag has them, those included that are dropped
    /// because they come twice. Behind them, those of further `html` or `body` start tags, which
    /// add to the first.
    ///
    /// They are found by reading the tag once more.
    pub fn attributes(self) -> AttributeSources<'a> {
        let document = self.element.document();
        let start_tag = self.start_tag_scanner().map(|scanner| (self.place.start(), scanner));
        AttributeSources { document, element: self.element, tag: start_tag, later_tags: 0 }
    }

    /// The attribute that is written so, in whatever case: `viewBox`, `xlink:href`. Of more than
    /// one, it is the first, which counts. Takes time linear in the length of the tag.
    pub fn attribute(self, name: &str) -> Option<AttributeSource<'a>> {
        self.attributes().find(|attribute| attribute.has_name(name))
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

/// Where the attributes of an element stand in the source, from [`ElementSource::attributes`].
#[derive(Clone)]
#[must_use = "iterators are lazy"]
pub struct AttributeSources<'a> {
    document: &'a Document,
    element: ElementRef<'a>,
    /// The tag at hand, with where it starts.
    tag: Option<(usize, TagScanner<'a>)>,
    /// The index from which on the next of the later tags is looked for.
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
            // No other element is given attributes later, and those of these two may be many.
            let may_have_more =
                self.element.is_html(known::HTML) || self.element.is_html(known::BODY);
            let positions = self.document.tree.positions.as_ref().filter(|_| may_have_more)?;
            let (start, next) = positions.later_tag_of(self.element.id(), self.later_tags)?;
            self.later_tags = next;
            let text = self.document.source().get(start..).unwrap_or("");
            self.tag = Some((start, TagScanner::of_start_tag(text)));
        }
    }
}

impl FusedIterator for AttributeSources<'_> {}

impl fmt::Debug for AttributeSources<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// Where an attribute stands in the source, from [`ElementSource::attribute`].
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

    /// The name, as written.
    pub fn name(self) -> SourceSpan<'a> {
        self.span_of(self.ranges.name)
    }

    /// The value, as written, without the quotation marks around it. `None` if there is no value.
    pub fn value(self) -> Option<SourceSpan<'a>> {
        self.ranges.value.map(|value| self.span_of(value))
    }

    /// From the name to the end of the value, quotation marks included.
    pub fn span(self) -> SourceSpan<'a> {
        self.span_of((self.ranges.name.0, self.ranges.end))
    }

    fn has_name(self, name: &str) -> bool {
        super::tag_scanner::is_written_so(self.name().text(), name)
    }
}

impl fmt::Debug for AttributeSource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.span().fmt(f)
    }
}

impl Document {
    /// A part of the source by its byte offsets in [`Document::source`], such as
    /// [`ParseError::span`](crate::ParseError::span) gives. What is past the end is cut off.
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
