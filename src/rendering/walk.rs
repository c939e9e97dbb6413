//! Walks over the rendered content of a node: the one place for the order of boxes, lines and
//! texts.

use std::fmt;
use std::ops::ControlFlow;

use crate::dom::{Document, ElementData, ElementRef, NodeIndex, NodeKind, NodeRef};
use crate::names::known;

use super::event::{BoxKind, RenderedEvent};
use super::lines::{Line, LineEnd};
use super::links::Links;
use super::style_sheet::{Skips, StyleSheet};
use super::surroundings::{Shows, Surroundings, changes_whitespace};
use super::table_parts::TableParts;
use crate::elements::Display;

/// Receives the events of a walk.
pub(super) trait Sink<'a> {
    /// Takes an event.
    fn put(&mut self, event: RenderedEvent<'a>) -> fmt::Result;

    /// Whether the sink takes the start and end of boxes of the kind [`BoxKind::Inline`].
    fn wants_inline(&self) -> bool;

    /// Whether the walk stops within a text, to go on there later. A sink that is never full gets a
    /// text in one step.
    fn is_full(&self) -> bool;
}

/// A walk over the rendered content of a node, without the node itself.
///
/// <https://html.spec.whatwg.org/#rendered-text-collection-steps>
// Deviation (Rendered text): spaces at the start and end of the node are always dropped. A browser
// keeps them if the node is a part of a line that continues before or after it.
//
// Deviation (Rendered text): the style sheet of MathML has a `text-transform` for the letters of
// `mi`. They stay as they are written.
#[derive(Clone)]
pub(super) struct Walk<'a, L> {
    pub(super) document: &'a Document,
    pub(super) links: L,
    pub(super) sheet: StyleSheet<'a>,
    pub(super) top: NodeIndex,
    /// The next step; `None` at the end.
    pub(super) next: Option<(NodeIndex, Phase)>,
    pub(super) line: Line,
    /// The part of the content that shows at the current position.
    pub(super) shows: Shows,
    /// Whether contents that have `content-visibility: hidden` show.
    shows_skipped: bool,
    /// Whether whitespace is preserved at the current position.
    pub(super) keeps_whitespace: bool,
    /// The elements whose end has an effect, the outermost first.
    open: Vec<OpenBox>,
    /// The number of boxes already announced to the sink. Inline boxes are announced at their first
    /// content, so that a collapsed space goes before them.
    announced: usize,
}

/// The next step at a node.
#[derive(Clone, Copy)]
pub(super) enum Phase {
    Enter,
    /// Goes on with a text at this byte offset.
    Text(usize),
    Leave,
}

/// An element whose end has an effect.
#[derive(Clone, Copy)]
struct OpenBox {
    id: NodeIndex,
    kind: BoxKind,
    /// The state of the walk before the element, restored after it.
    shows: Shows,
    keeps_whitespace: bool,
    /// The line that continues after the element; `None` if it ends there, or the element is a
    /// part of it.
    line: Option<LineEnd>,
}

/// How a walk begins.
pub(super) enum Begin<'a, L> {
    Walk(Walk<'a, L>),
    /// The node is not rendered.
    NotRendered,
    /// Nothing of the node shows.
    Nothing,
}

impl<'a, L: Links> Walk<'a, L> {
    /// Begins a walk over the content of a node, which is `top` in the tree of these links. The
    /// content of a text node is its text.
    pub(super) fn begin(
        links: L,
        node: NodeRef<'a>,
        top: NodeIndex,
        shows_skipped: bool,
    ) -> Begin<'a, L> {
        match node.kind() {
            NodeKind::Document
            | NodeKind::DocumentFragment
            | NodeKind::Element(_)
            | NodeKind::Text(_) => {}
            NodeKind::Doctype(_) | NodeKind::Comment(_) | NodeKind::ProcessingInstruction(_) => {
                return Begin::Nothing;
            }
        }
        let document = node.document();
        let sheet = StyleSheet::new(document);
        let (shows, keeps_whitespace) = match Surroundings::of(links, &sheet, top, shows_skipped) {
            Surroundings::NotRendered => return Begin::NotRendered,
            Surroundings::Invisible => return Begin::Nothing,
            Surroundings::Rendered { shows, keeps_whitespace } => (shows, keeps_whitespace),
        };
        let first = if document.tree.is_text(top) { Some(top) } else { links.first_child(top) };
        Begin::Walk(Walk {
            document,
            links,
            sheet,
            top,
            next: first.map(|first| (first, Phase::Enter)),
            line: Line::new(),
            shows,
            shows_skipped,
            keeps_whitespace,
            open: Vec::new(),
            announced: 0,
        })
    }

    /// Runs all steps.
    pub(super) fn run(mut self, sink: &mut impl Sink<'a>) -> fmt::Result {
        while self.step(sink)? {}
        Ok(())
    }

    /// Runs the steps at one node; at a text, until the sink is full. Returns whether there was
    /// something to do.
    #[inline]
    pub(super) fn step(&mut self, sink: &mut impl Sink<'a>) -> Result<bool, fmt::Error> {
        let Some((id, phase)) = self.next else { return Ok(false) };
        let visits_children = match phase {
            Phase::Enter => match self.sheet.tree.element(id) {
                Some(element) => self.enter(id, element, sink)?,
                None if self.sheet.tree.is_text(id) => {
                    if !self.text(id, 0, sink)? {
                        return Ok(true);
                    }
                    false
                }
                None => false,
            },
            Phase::Text(at) => {
                if !self.text(id, at, sink)? {
                    return Ok(true);
                }
                false
            }
            Phase::Leave => {
                self.leave(id, sink)?;
                false
            }
        };
        self.next = if visits_children {
            Some(match self.links.first_child(id) {
                Some(child) => (child, Phase::Enter),
                None => (id, Phase::Leave),
            })
        } else if id == self.top {
            None
        } else if let Some(sibling) = self.links.next_sibling(id) {
            Some((sibling, Phase::Enter))
        } else {
            let parent = self.links.parent(id).filter(|&parent| parent != self.top);
            parent.map(|parent| (parent, Phase::Leave))
        };
        Ok(true)
    }

    /// Runs the steps for an element that come before its children. Returns whether to visit these.
    fn enter(
        &mut self,
        id: NodeIndex,
        element: &'a ElementData,
        sink: &mut impl Sink<'a>,
    ) -> Result<bool, fmt::Error> {
        let (display, skips) = self.sheet.style(id, element);
        let mut inside = Shows::inside(element, display);
        let has_box = match self.shows {
            Shows::All => true,
            Shows::Graphics => inside.is_some(),
            Shows::OptionsAndGroups => inside == Some(Shows::All) || inside == Some(Shows::Options),
            Shows::Options => inside == Some(Shows::All),
            Shows::FirstSummary if self.sheet.is_first_summary(id) => {
                self.shows = Shows::Nothing;
                inside = Some(Shows::All);
                true
            }
            Shows::FirstSummary | Shows::Nothing => return Ok(false),
        };
        if !has_box {
            // A descendant may have a box.
            return Ok(display != Display::None);
        }
        if self.sheet.is_collapsed(element, display) {
            self.line.end();
            return Ok(false);
        }
        let kind = match self.begin_box(id, element, display, sink)? {
            ControlFlow::Continue(kind) => kind,
            ControlFlow::Break(visits_children) => return Ok(visits_children),
        };
        match skips {
            Skips::All if !self.shows_skipped => inside = Some(Shows::Nothing),
            Skips::AllButSummary if !self.shows_skipped => inside = Some(Shows::FirstSummary),
            _ => {}
        }
        let line = (display == Display::OutOfFlow).then_some(self.line.end);
        self.start(id, element, kind, inside, line, sink)
    }

    /// Writes the space before an element's box and returns the kind of the box. If the element has
    /// no box, or the box shows no content, breaks with whether to visit the children.
    fn begin_box(
        &mut self,
        id: NodeIndex,
        element: &'a ElementData,
        display: Display,
        sink: &mut impl Sink<'a>,
    ) -> Result<ControlFlow<bool, BoxKind>, fmt::Error> {
        let kind = match display {
            Display::None
            | Display::Columns
            | Display::LineBreak
            | Display::Replaced
            | Display::Float => {
                self.put_without_content(id, element, display, sink)?;
                return Ok(ControlFlow::Break(false));
            }
            // Only one that changes how whitespace is treated makes a difference to the text.
            Display::Inline
                if !sink.wants_inline() && changes_whitespace(&self.sheet, element).is_none() =>
            {
                return Ok(ControlFlow::Break(true));
            }
            // Slots have `display: contents`.
            Display::Inline if element.name().is_html(known::SLOT) => {
                return Ok(ControlFlow::Break(true));
            }
            Display::Inline => BoxKind::Inline,
            Display::Select => {
                self.put_box(sink)?;
                BoxKind::InlineBlock
            }
            Display::InlineBlock | Display::Graphics => {
                self.put_box(sink)?;
                self.line.end();
                BoxKind::InlineBlock
            }
            Display::InlineTable => {
                self.put_box(sink)?;
                self.line.end();
                BoxKind::InlineTable
            }
            Display::RowGroup => BoxKind::RowGroup,
            Display::Row => BoxKind::Row,
            Display::Cell => BoxKind::Cell,
            Display::Table => BoxKind::Table,
            Display::Caption => BoxKind::Caption,
            Display::Block if element.name().is_html(known::P) => BoxKind::Paragraph,
            Display::OutOfFlow => {
                self.put_space_beside(id, sink)?;
                BoxKind::Block
            }
            Display::Block | Display::OptionGroup => BoxKind::Block,
        };
        Ok(ControlFlow::Continue(kind))
    }

    /// Writes an element whose box, if it has one, shows no content.
    fn put_without_content(
        &mut self,
        id: NodeIndex,
        element: &'a ElementData,
        display: Display,
        sink: &mut impl Sink<'a>,
    ) -> fmt::Result {
        let element = self.element(id, element);
        match display {
            Display::LineBreak => {
                self.line.end();
                self.announce(sink)?;
                sink.put(RenderedEvent::LineBreak { element })
            }
            Display::Replaced => {
                self.put_box(sink)?;
                sink.put(RenderedEvent::Replaced { element, kind: BoxKind::InlineBlock })
            }
            Display::Float => {
                self.put_space_beside(id, sink)?;
                self.announce(sink)?;
                sink.put(RenderedEvent::Replaced { element, kind: BoxKind::Block })
            }
            Display::Columns => {
                self.line.end();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Starts the box of an element, in which `inside` shows, and after which `line` continues.
    /// Returns that its children are to be visited.
    fn start(
        &mut self,
        id: NodeIndex,
        element: &'a ElementData,
        kind: BoxKind,
        inside: Option<Shows>,
        line: Option<LineEnd>,
        sink: &mut impl Sink<'a>,
    ) -> Result<bool, fmt::Error> {
        if !kind.is_inline() {
            self.line.end();
        }
        if kind != BoxKind::Inline {
            self.announce(sink)?;
        }
        self.open.push(OpenBox {
            id,
            kind,
            shows: self.shows,
            keeps_whitespace: self.keeps_whitespace,
            line,
        });
        self.shows = inside.unwrap_or(self.shows);
        if let Some(keeps) = changes_whitespace(&self.sheet, element) {
            self.keeps_whitespace = keeps;
        }
        if kind != BoxKind::Inline {
            self.announced = self.open.len();
            sink.put(RenderedEvent::Start { element: self.element(id, element), kind })?;
        }
        Ok(true)
    }

    /// Adds a box to the line: a space before it shows.
    pub(super) fn put_box(&mut self, sink: &mut impl Sink<'a>) -> fmt::Result {
        self.put_space(sink)?;
        self.line.end_box();
        self.announce(sink)
    }

    /// Puts the start of the inline boxes that content now follows.
    #[inline]
    pub(super) fn announce(&mut self, sink: &mut impl Sink<'a>) -> fmt::Result {
        while let Some(open) = self.open.get(self.announced) {
            self.announced += 1;
            if let Some(element) = self.sheet.tree.element(open.id) {
                let element = self.element(open.id, element);
                sink.put(RenderedEvent::Start { element, kind: open.kind })?;
            }
        }
        Ok(())
    }

    /// Runs the steps for an element that come after its children.
    fn leave(&mut self, id: NodeIndex, sink: &mut impl Sink<'a>) -> fmt::Result {
        if self.open.last().is_none_or(|open| open.id != id) {
            return Ok(());
        }
        self.announce(sink)?;
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.announced = self.open.len();
        self.shows = open.shows;
        self.keeps_whitespace = open.keeps_whitespace;
        match (open.line, open.kind) {
            (Some(end), _) => self.line = Line::ending(end),
            (None, BoxKind::Inline) => {}
            (None, BoxKind::InlineBlock | BoxKind::InlineTable) => self.line.end_box(),
            (None, _) => self.line.end(),
        }
        if let Some(element) = self.sheet.tree.element(id) {
            let element = self.element(id, element);
            sink.put(RenderedEvent::End { element, kind: open.kind })?;
        }
        let parts = TableParts { links: self.links, sheet: &self.sheet };
        match open.kind {
            BoxKind::Cell if parts.has_cell_after(id) => sink.put(RenderedEvent::CellSeparator),
            BoxKind::Row if parts.has_row_after(id) => sink.put(RenderedEvent::RowSeparator),
            _ => Ok(()),
        }
    }

    #[inline]
    fn element(&self, id: NodeIndex, data: &'a ElementData) -> ElementRef<'a> {
        ElementRef::new(NodeRef::new(self.document, id), data)
    }
}
