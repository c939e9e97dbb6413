//! Rendered text with source ranges.

use std::fmt;
use std::ops::Range;

use crate::dom::{Document, FlatTree, NodeIndex, NodeRef, SourceSpan};

use super::event::RenderedEvent;
use super::inner_text::text_nodes;
use super::lines::is_collapsible;
use super::links::Links;
use super::marks::{Marks, TextMark};
use super::options::TextOptions;
use super::text_writer::TextWriter;
use super::walk::{Begin, Sink, Walk};

/// Rendered text with source ranges.
impl Document {
    /// Returns the rendered text of the document, and where it comes from: see
    /// [`NodeRef::inner_text_with`].
    pub fn inner_text_with(&self, options: &TextOptions) -> RenderedText<'_> {
        self.root().inner_text_with(options)
    }
}

/// Rendered text with source ranges.
impl<'a> NodeRef<'a> {
    /// Returns the text of the node as a reader sees it, and where each part of it comes from: from
    /// which node, and with [`ParseOptions::positions`](crate::ParseOptions::positions) from which
    /// bytes of the source. On request, links and images are marked.
    ///
    /// ```
    /// use consomme::ParseOptions;
    /// use consomme::rendering::TextOptions;
    ///
    /// let html = "<h1>Soups</h1><p>Salt &amp;\n  <a href=/pepper>pepper</a>";
    /// let document = ParseOptions::new().positions(true).parse_str(html);
    /// let rendered = document.inner_text_with(&TextOptions::new().links(true));
    /// assert_eq!(rendered.text(), "Soups\n\nSalt & pepper");
    ///
    /// let sources = rendered.runs().map(|run| run.source().unwrap().text());
    /// assert!(sources.eq(["Soups", "Salt &amp;\n  ", "pepper"]));
    ///
    /// let salt = rendered.text().find("Salt & pep").unwrap();
    /// let span = rendered.source_of(salt..salt + 10).unwrap();
    /// assert_eq!(span.text(), "Salt &amp;\n  <a href=/pepper>pep");
    ///
    /// let link = &rendered.marks()[0];
    /// assert_eq!(&rendered.text()[link.range()], "pepper");
    /// assert_eq!(link.element().attr("href"), Some("/pepper"));
    /// ```
    pub fn inner_text_with(self, options: &TextOptions) -> RenderedText<'a> {
        RenderedText::of(&self.document().tree, self, self.index(), options)
    }
}

impl<'a> FlatTree<'a> {
    /// Returns the text of the node as a reader sees it, and where each part of it comes from, with
    /// the shadow trees in their places and the slots filled. Otherwise like
    /// [`NodeRef::inner_text_with`].
    pub fn inner_text_with(
        &self,
        node: impl Into<NodeRef<'a>>,
        options: &TextOptions,
    ) -> RenderedText<'a> {
        let node = node.into();
        RenderedText::of(self, node, self.top(node), options)
    }
}

/// Rendered text, and where it comes from: from [`NodeRef::inner_text_with`].
#[derive(Clone)]
pub struct RenderedText<'a> {
    document: &'a Document,
    text: String,
    runs: Vec<Run>,
    marks: Vec<TextMark<'a>>,
}

/// A [`TextRun`] without its document. Offsets are in bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Run {
    /// In the rendered text.
    start: usize,
    /// In the rendered text.
    end: usize,
    node: NodeIndex,
    /// In the text of the node, which is at most 2 GiB.
    node_start: u32,
    /// In the text of the node.
    node_end: u32,
}

impl<'a> RenderedText<'a> {
    fn of(links: impl Links, node: NodeRef<'a>, top: NodeIndex, options: &TextOptions) -> Self {
        let document = node.document();
        let mut collector = Collector {
            document,
            writer: TextWriter::new(String::new()),
            runs: Vec::new(),
            gap: None,
            marks: Marks::new(options),
        };
        match Walk::begin(links, node, top, options.skipped_contents) {
            Begin::Walk(walk) => {
                let result = walk.run(&mut collector);
                debug_assert!(result.is_ok(), "writing to a `String` does not fail");
            }
            Begin::NotRendered => {
                for (node, text) in text_nodes(node) {
                    let start = collector.writer.out.len();
                    collector.writer.out.push_str(text);
                    collector.add(node.index(), 0..text.len(), start..start + text.len());
                }
            }
            Begin::Nothing => {}
        }
        let text = collector.writer.out;
        let marks = collector.marks.finish(document, text.len());
        RenderedText { document, text, runs: collector.runs, marks }
    }

    /// Returns the text. All offsets are byte offsets in it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text without its runs and marks.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the parts of the text that come from text nodes, in order. The text between them was
    /// added: line breaks of blocks, rows and `br` elements, and tabs between cells.
    pub fn runs(
        &self,
    ) -> impl DoubleEndedIterator<Item = TextRun<'a>> + ExactSizeIterator + use<'_, 'a> {
        self.runs.iter().map(|&run| TextRun { document: self.document, run })
    }

    /// Returns the run that the byte at `offset` of the text is in. `None` for added text, and past
    /// the end. Takes time logarithmic in the number of runs.
    pub fn run_at(&self, offset: usize) -> Option<TextRun<'a>> {
        let after = self.runs.partition_point(|run| run.start <= offset);
        let run = *self.runs.get(after.checked_sub(1)?)?;
        (offset < run.end).then_some(TextRun { document: self.document, run })
    }

    /// Returns the smallest part of the source that has everything that the bytes `range` of the
    /// text come from: from the first to the last of them, with the tags in between. `None` if all
    /// of that was added, or if nothing was recorded: see [`TextRun::source`].
    ///
    /// Takes time linear in the number of runs of the range, and in the length of the first and the
    /// last of them.
    pub fn source_of(&self, range: Range<usize>) -> Option<SourceSpan<'a>> {
        let first = self.runs.partition_point(|run| run.end <= range.start);
        let runs = self.runs[first..].iter().take_while(|run| run.start < range.end);
        let sources = runs.filter_map(|&run| {
            let run = TextRun { document: self.document, run };
            let (start, end) = (range.start.max(run.run.start), range.end.min(run.run.end));
            let node_range = run.node_offset(start)..run.node_offset(end);
            Some(run.node().text_span(node_range)?.source_range())
        });
        let all =
            sources.reduce(|all, range| all.start.min(range.start)..all.end.max(range.end))?;
        Some(self.document.source_span(all))
    }

    /// Returns the links and images, in the order of their elements, if [`TextOptions::links`] and
    /// [`TextOptions::images`] ask for them.
    pub fn marks(&self) -> &[TextMark<'a>] {
        &self.marks
    }
}

/// Writes the text.
impl fmt::Display for RenderedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl AsRef<str> for RenderedText<'_> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for RenderedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RenderedText")
            .field("text", &self.text)
            .field("runs", &self.runs().map(|run| run.range()).collect::<Vec<_>>())
            .field("marks", &self.marks)
            .finish()
    }
}

/// A part of a rendered text that comes from one part of a text node.
#[derive(Clone, Copy)]
pub struct TextRun<'a> {
    document: &'a Document,
    run: Run,
}

impl<'a> TextRun<'a> {
    /// Returns the byte offsets in the [rendered text](RenderedText::text).
    pub fn range(&self) -> Range<usize> {
        self.run.start..self.run.end
    }

    /// Returns the text node.
    pub fn node(&self) -> NodeRef<'a> {
        NodeRef::new(self.document, self.run.node)
    }

    /// Returns the byte offsets in the [text of the node](NodeRef::as_text). The run is this part
    /// of the node's text, with whitespace collapsed unless it is preserved.
    pub fn node_range(&self) -> Range<usize> {
        self.run.node_start as usize..self.run.node_end as usize
    }

    /// Returns the part of the source that the run is made of, and nothing else: decoding its
    /// character references and collapsing its whitespace gives the run. A text node that is made
    /// of several parts of the source gives a run for each.
    ///
    /// `None` if nothing was recorded: see [`NodeRef::text_span`].
    pub fn source(&self) -> Option<SourceSpan<'a>> {
        self.node().text_span(self.node_range())
    }

    /// Converts an offset in the rendered text, within this run or at its end, to one in the text
    /// of the node.
    fn node_offset(&self, offset: usize) -> usize {
        let range = self.node_range();
        let wanted = offset - self.run.start;
        if range.len() == self.run.end - self.run.start {
            // Each byte of the run is one byte of the node's text.
            return range.start + wanted;
        }
        let text = self.node().as_text().unwrap_or("").as_bytes();
        let mut at = range.start;
        for _ in 0..wanted {
            let is_space = is_collapsible(text[at]);
            at += 1;
            while is_space && at < range.end && is_collapsible(text[at]) {
                at += 1;
            }
        }
        at
    }
}

impl PartialEq for TextRun<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.run == other.run && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for TextRun<'_> {}

impl fmt::Debug for TextRun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextRun")
            .field("range", &self.range())
            .field("node", &self.run.node)
            .field("source", &self.source())
            .finish()
    }
}

/// Writes the events of a walk as text, and notes where it comes from.
struct Collector<'a> {
    document: &'a Document,
    writer: TextWriter<String>,
    runs: Vec<Run>,
    /// The next offset in the text of the last run's node at which a part of the source ends that
    /// is not continued.
    gap: Option<usize>,
    marks: Marks,
}

impl Collector<'_> {
    /// Notes that the bytes `range` of the text of a node were written to the bytes `written` of
    /// the rendered text.
    fn add(&mut self, node: NodeIndex, range: Range<usize>, written: Range<usize>) {
        let Document { tree, strings, .. } = self.document;
        if range.is_empty() {
            return;
        }
        let continues = self.runs.last().is_some_and(|last| {
            last.node == node
                && last.end == written.start
                && last.node_end as usize == range.start
                && self.gap != Some(range.start)
        });
        if !continues {
            self.gap = tree.text_gap_after(node, range.start, strings);
            self.push(node, range.start, written.start);
        }
        let is_as_written = range.len() == written.len();
        while let Some(gap) = self.gap.filter(|&gap| gap < range.end) {
            if !is_as_written {
                // The first byte of the whitespace that became a space.
                self.extend(range.start + 1, written.end);
                return;
            }
            let end = written.start + (gap - range.start);
            self.extend(gap, end);
            self.gap = tree.text_gap_after(node, gap, strings);
            self.push(node, gap, end);
        }
        self.extend(range.end, written.end);
    }

    /// Starts a run at these offsets in the text of a node and in the rendered text.
    fn push(&mut self, node: NodeIndex, node_start: usize, start: usize) {
        let node_start = node_start as u32;
        self.runs.push(Run { start, end: start, node, node_start, node_end: node_start });
    }

    /// Extends the last run to these offsets in the text of its node and in the rendered text.
    fn extend(&mut self, node_end: usize, end: usize) {
        if let Some(run) = self.runs.last_mut() {
            (run.node_end, run.end) = (node_end as u32, end);
        }
    }
}

impl<'a> Sink<'a> for Collector<'a> {
    fn put(&mut self, event: RenderedEvent<'a>) -> fmt::Result {
        let end = self.writer.out.len();
        self.marks.before(&event, end, self.writer.is_before_breaks());
        self.writer.put(event.clone())?;
        let written_end = self.writer.out.len();
        let start = match &event {
            RenderedEvent::Text { text, node, range } => {
                let start = written_end - text.len();
                self.add(node.index(), range.clone(), start..written_end);
                start
            }
            _ => end,
        };
        self.marks.after(&event, start);
        Ok(())
    }

    fn wants_inline(&self) -> bool {
        self.marks.wants_inline()
    }

    fn is_full(&self) -> bool {
        false
    }
}
