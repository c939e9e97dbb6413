//! Where the links and images are in a rendered text.

use std::fmt;
use std::ops::Range;

use crate::dom::{Document, ElementRef, NodeIndex, NodeRef};
use crate::names::known;

use super::event::RenderedEvent;
use super::options::TextOptions;

/// The kinds of [`TextMark`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MarkKind {
    /// The text of a link: an `a` element with an address.
    Link,
    /// The place of an image: an `img` element, or an `input` element that is an image button.
    Image,
}

/// A link or an image in a rendered text, from [`RenderedText::marks`](super::RenderedText::marks).
#[derive(Clone, PartialEq, Eq)]
pub struct TextMark<'a> {
    kind: MarkKind,
    element: ElementRef<'a>,
    range: Range<usize>,
}

impl<'a> TextMark<'a> {
    /// Returns the kind of the marked content.
    pub fn kind(&self) -> MarkKind {
        self.kind
    }

    /// Returns the element, whose attributes have the address, and the alternative text of an
    /// image.
    pub fn element(&self) -> ElementRef<'a> {
        self.element
    }

    /// Returns the byte offsets in the rendered text of the text of a link. It starts with the
    /// first character of the link that is neither a collapsed space nor a line break, and a link
    /// that has an image or a form control before that starts at its place. It ends with the last
    /// text or `br` of the link, without a collapsed space. The range of an image, or of a link
    /// without text, is empty: it is after the line breaks before it, and before the line breaks
    /// after it.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl fmt::Debug for TextMark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} at {:?}", self.kind, self.element, self.range)
    }
}

/// A mark while the text is written.
struct Mark {
    kind: MarkKind,
    element: NodeIndex,
    range: Range<usize>,
    /// Whether the end of the range is known. If not, the range is empty so far.
    has_ended: bool,
}

/// The marks of a text that is being written.
pub(super) struct Marks {
    links: bool,
    images: bool,
    /// In the order of their elements.
    marks: Vec<Mark>,
    /// The indices of the links that are open, the outermost first.
    open: Vec<usize>,
    /// The indices of the marks whose start is the next text.
    waiting: Vec<usize>,
}

impl Marks {
    pub(super) fn new(options: &TextOptions) -> Self {
        let TextOptions { links, images, .. } = *options;
        Marks { links, images, marks: Vec::new(), open: Vec::new(), waiting: Vec::new() }
    }

    /// Whether inline elements may be marked.
    pub(super) fn wants_inline(&self) -> bool {
        self.links
    }

    /// Notes an event before it is written. `end` is the end of the text so far;
    /// `is_before_breaks` says whether line breaks come before the next text.
    pub(super) fn before(&mut self, event: &RenderedEvent<'_>, end: usize, is_before_breaks: bool) {
        match event {
            RenderedEvent::Start { element, .. } if self.links && is_link(*element) => {
                self.open.push(self.marks.len());
                self.wait(MarkKind::Link, element.index(), false);
            }
            RenderedEvent::End { element, .. } => {
                let is_open = |&mut open: &mut usize| self.marks[open].element == element.index();
                if let Some(link) = self.open.pop_if(is_open) {
                    let mark = &mut self.marks[link];
                    mark.has_ended = true;
                    mark.range.end = end;
                }
            }
            RenderedEvent::Replaced { element, kind } => {
                if self.images && is_image(*element) {
                    self.wait(MarkKind::Image, element.index(), true);
                }
                if !is_before_breaks && kind.is_inline() {
                    self.start_all(end);
                }
            }
            _ => {}
        }
    }

    /// Notes an event after it was written to the text from `start` on.
    pub(super) fn after(&mut self, event: &RenderedEvent<'_>, start: usize) {
        match event {
            RenderedEvent::Text { text, .. } if *text != " " => self.start_all(start),
            RenderedEvent::Text { .. }
            | RenderedEvent::LineBreak { .. }
            | RenderedEvent::CellSeparator
            | RenderedEvent::RowSeparator => {
                // Marks that have ended come before the space or separator; a link that has no
                // content yet starts after it.
                let has_ended = |&mark: &usize| self.marks[mark].has_ended;
                let last = self.waiting.iter().rposition(has_ended);
                self.start_first(last.map_or(0, |last| last + 1), start);
            }
            _ => {}
        }
    }

    /// Returns the marks of the whole text, which ends at `end`.
    pub(super) fn finish(mut self, document: &Document, end: usize) -> Vec<TextMark<'_>> {
        self.start_all(end);
        let marks = self.marks.into_iter().filter_map(|Mark { kind, element, range, .. }| {
            let element = NodeRef::new(document, element).as_element()?;
            Some(TextMark { kind, element, range })
        });
        marks.collect()
    }

    /// Adds a mark that starts at the next text.
    fn wait(&mut self, kind: MarkKind, element: NodeIndex, has_ended: bool) {
        self.waiting.push(self.marks.len());
        self.marks.push(Mark { kind, element, range: 0..0, has_ended });
    }

    fn start_all(&mut self, start: usize) {
        self.start_first(self.waiting.len(), start);
    }

    /// Starts the first `count` marks that wait.
    fn start_first(&mut self, count: usize, start: usize) {
        for mark in self.waiting.drain(..count) {
            let mark = &mut self.marks[mark];
            mark.range.start = start;
            if mark.has_ended {
                mark.range.end = start;
            }
        }
    }
}

/// An `area` has no content to mark.
fn is_link(element: ElementRef<'_>) -> bool {
    element.is_hyperlink() && !element.is_html_named(known::AREA)
}

fn is_image(element: ElementRef<'_>) -> bool {
    element.is_html_named(known::IMG)
        || element.is_html_named(known::INPUT) && element.has_keyword("type", &["image"])
}
