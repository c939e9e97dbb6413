//! The text of a node as a reader sees it.

use std::fmt;

use crate::dom::{Document, ElementData, NodeData, NodeId, NodeKind, NodeRef};
use crate::names::{Namespace, known};

use super::display::{Display, keeps_whitespace};
use super::lines::{Lines, is_all_collapsible};
use super::style_sheet::StyleSheet;

impl Document {
    /// The text of the document as a reader sees it: see [`NodeRef::inner_text`].
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

impl NodeRef<'_> {
    /// The text of what is below the node as a reader sees it, which `innerText` gives to scripts.
    ///
    /// Blocks, list items and table rows are on lines of their own, paragraphs have an empty line
    /// around them, table cells have a tab between them, a `br` is a line break. White space is
    /// collapsed except in `pre`. What doesn't show is left out: `script`, `style`, `template`,
    /// `title`, comments, elements with the attribute `hidden`, the content of `textarea` and
    /// `iframe`. What stands in `noscript` or `canvas` shows unless the document was parsed with
    /// [scripting](crate::ParseOptions::scripting). Neither style sheets nor `style` attributes are
    /// looked at.
    ///
    /// The text of an element that doesn't show itself, such as a `script`, is all text in it as it
    /// is, as in browsers. Fragments, the contents of templates, and what is in no document count
    /// as shown. The text of a text node is its own; comments, doctypes and processing instructions
    /// have none.
    ///
    /// ```
    /// let table = consomme::parse_fragment("body", "<table><tr><td>Stock<td>2 l<tr><td>Salt<td>10&nbsp;g</table>");
    /// assert_eq!(table.root().inner_text(), "Stock\t2 l\nSalt\t10\u{A0}g");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#the-innertext-idl-attribute>
    pub fn inner_text(self) -> String {
        let is_root = self.parent().is_none();
        // On usual pages, less than an eighth of the source is text. Of a part nothing is known.
        let capacity = if is_root { self.document().source().len() / 8 } else { 0 };
        let mut text = String::with_capacity(capacity);
        // Writing to a `String` does not fail.
        let _ = self.write_inner_text(&mut text);
        text
    }

    /// Writes what [`inner_text`](Self::inner_text) returns, in pieces of a few words.
    ///
    /// # Errors
    ///
    /// The writer's.
    pub fn write_inner_text(self, writer: &mut impl fmt::Write) -> fmt::Result {
        let sheet = StyleSheet::new(self.document());
        match self.kind() {
            NodeKind::Document
            | NodeKind::DocumentFragment
            | NodeKind::Element
            | NodeKind::Text => {}
            NodeKind::Doctype | NodeKind::Comment | NodeKind::ProcessingInstruction => {
                return Ok(());
            }
        }
        match surroundings(&sheet, self.id()) {
            Surroundings::NotRendered => {
                let texts =
                    std::iter::once(self).chain(self.descendants()).filter_map(NodeRef::as_text);
                texts.into_iter().try_for_each(|text| writer.write_str(text))
            }
            Surroundings::Invisible => Ok(()),
            Surroundings::Rendered { shows, keeps_whitespace } => {
                let open = Vec::new();
                Walk { sheet, lines: Lines::new(writer), shows, keeps_whitespace, open }
                    .run(self.id())
            }
        }
    }
}

/// What shows in an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shows {
    All,
    /// Text only in an element that is one for text.
    Graphics,
    /// Options and groups of them.
    OptionsAndGroups,
    Options,
    Nothing,
}

impl Shows {
    /// What shows in an element that is displayed so, unless it is the same as around it.
    fn inside(element: &ElementData, display: Display) -> Option<Shows> {
        match display {
            Display::Graphics => Some(Shows::Graphics),
            Display::Select => Some(Shows::OptionsAndGroups),
            Display::OptionGroup => Some(Shows::Options),
            Display::Replaced | Display::Float | Display::LineBreak | Display::Columns => {
                Some(Shows::Nothing)
            }
            Display::Block if element.name().namespace == Namespace::Svg => Some(Shows::All),
            Display::Block if element.name().is_html(known::OPTION) => Some(Shows::All),
            _ => None,
        }
    }
}

/// What a node's surroundings make of it.
enum Surroundings {
    NotRendered,
    Invisible,
    Rendered { shows: Shows, keeps_whitespace: bool },
}

/// Looks at a node and all that it stands in. A text is no other than its parent.
///
/// <https://html.spec.whatwg.org/#being-rendered>
fn surroundings(sheet: &StyleSheet<'_>, id: NodeId) -> Surroundings {
    let (mut shows, mut keeps) = (None, None);
    let mut is_invisible = false;
    let mut next = Some(id);
    while let Some(ancestor) = next {
        let node = sheet.tree.node(ancestor);
        next = node.parent;
        let NodeData::Element(element) = &node.data else { continue };
        let display = sheet.display(ancestor, element);
        let inside = Shows::inside(element, display);
        let is_shown_outside = match inside.filter(|_| ancestor != id) {
            Some(Shows::Nothing) => false,
            // What is neither an option nor a group has no box in there.
            Some(Shows::OptionsAndGroups | Shows::Options) => shows.is_some(),
            Some(Shows::All | Shows::Graphics) | None => true,
        };
        if display == Display::None || !is_shown_outside {
            return Surroundings::NotRendered;
        }
        is_invisible |= sheet.is_collapsed(element, display);
        shows = shows.or(inside);
        keeps = keeps.or_else(|| changes_whitespace(sheet, element));
    }
    if is_invisible {
        return Surroundings::Invisible;
    }
    Surroundings::Rendered {
        shows: shows.unwrap_or(Shows::All),
        keeps_whitespace: keeps == Some(true),
    }
}

/// Whether white space in the element is shown as it is, unless that is the same as around it.
fn changes_whitespace(sheet: &StyleSheet<'_>, element: &ElementData) -> Option<bool> {
    if keeps_whitespace(element.name()) {
        return Some(true);
    }
    (sheet.is_in_quirks_mode && element.name().is_html(known::TABLE)).then_some(false)
}

/// An element whose end means something.
struct Open {
    id: NodeId,
    end: End,
    /// What to go back to behind it.
    shows: Shows,
    keeps_whitespace: bool,
}

/// What the end of an element does.
#[derive(Clone, Copy)]
enum End {
    Nothing,
    Line,
    Breaks(usize),
    Box,
    Cell,
    Row,
}

/// The walk through what is rendered.
struct Walk<'a, W> {
    sheet: StyleSheet<'a>,
    lines: Lines<W>,
    shows: Shows,
    keeps_whitespace: bool,
    open: Vec<Open>,
}

impl<W: fmt::Write> Walk<'_, W> {
    /// The steps for a text, or for all that is below a node.
    ///
    /// <https://html.spec.whatwg.org/#get-the-text-steps>
    // Deviation: spaces at the start and end of what is asked for are always dropped. In a browser,
    // those of a part of a line are kept where the line goes on around it.
    fn run(&mut self, top: NodeId) -> fmt::Result {
        let tree = self.sheet.tree;
        if tree.is_text(top) {
            return self.text(top);
        }
        let Some(mut id) = tree.node(top).first_child else { return Ok(()) };
        loop {
            if self.enter(id)? {
                if let Some(child) = tree.node(id).first_child {
                    id = child;
                    continue;
                }
                self.leave(id)?;
            }
            while tree.node(id).next_sibling.is_none() {
                match tree.node(id).parent {
                    Some(parent) if parent != top => id = parent,
                    _ => return Ok(()),
                }
                self.leave(id)?;
            }
            let Some(next) = tree.node(id).next_sibling else { return Ok(()) };
            id = next;
        }
    }

    /// Does what a node asks for before its children come. Returns whether they are to come.
    ///
    /// <https://html.spec.whatwg.org/#rendered-text-collection-steps>
    fn enter(&mut self, id: NodeId) -> Result<bool, fmt::Error> {
        match &self.sheet.tree.node(id).data {
            NodeData::Text(_) | NodeData::LongText(_) => {
                self.text(id)?;
                Ok(false)
            }
            NodeData::Element(element) => self.enter_element(id, element),
            _ => Ok(false),
        }
    }

    fn enter_element(&mut self, id: NodeId, element: &ElementData) -> Result<bool, fmt::Error> {
        let display = self.sheet.display(id, element);
        let inside = Shows::inside(element, display);
        let has_box = match self.shows {
            Shows::All => true,
            Shows::Graphics => inside.is_some(),
            Shows::OptionsAndGroups => inside == Some(Shows::All) || inside == Some(Shows::Options),
            Shows::Options => inside == Some(Shows::All),
            Shows::Nothing => return Ok(false),
        };
        if !has_box {
            // Something in it may have one.
            return Ok(display != Display::None);
        }
        if inside == Some(Shows::Nothing) || self.sheet.is_collapsed(element, display) {
            self.put_empty(display)?;
            return Ok(false);
        }
        let end = match display {
            Display::None => return Ok(false),
            Display::Inline => return Ok(true),
            Display::Select => End::Nothing,
            Display::InlineBlock | Display::InlineTable | Display::Graphics => {
                self.lines.put_box()?;
                self.lines.end_line();
                End::Box
            }
            Display::RowGroup | Display::Row | Display::Cell => {
                self.lines.end_line();
                match display {
                    Display::Row => End::Row,
                    Display::Cell => End::Cell,
                    _ => End::Line,
                }
            }
            Display::Block
            | Display::OptionGroup
            | Display::Table
            | Display::Caption
            | Display::Replaced
            | Display::Float
            | Display::LineBreak
            | Display::Columns => {
                let breaks = if element.name().is_html(known::P) { 2 } else { 1 };
                self.lines.require_breaks(breaks);
                End::Breaks(breaks)
            }
        };
        self.open.push(Open {
            id,
            end,
            shows: self.shows,
            keeps_whitespace: self.keeps_whitespace,
        });
        self.shows = inside.unwrap_or(self.shows);
        if let Some(keeps) = changes_whitespace(&self.sheet, element) {
            self.keeps_whitespace = keeps;
        }
        Ok(true)
    }

    /// Puts an element in which nothing shows.
    fn put_empty(&mut self, display: Display) -> fmt::Result {
        match display {
            Display::LineBreak => self.lines.separate("\n")?,
            Display::Replaced => self.lines.put_box()?,
            Display::Float => self.lines.require_breaks(1),
            _ => self.lines.end_line(),
        }
        Ok(())
    }

    /// Does what an element asks for after its children.
    fn leave(&mut self, id: NodeId) -> fmt::Result {
        let Some(open) = self.open.pop_if(|open| open.id == id) else { return Ok(()) };
        self.shows = open.shows;
        self.keeps_whitespace = open.keeps_whitespace;
        match open.end {
            End::Nothing => {}
            End::Breaks(breaks) => self.lines.require_breaks(breaks),
            End::Box => self.lines.end_box(),
            End::Cell if self.has_cell_after(id) => self.lines.separate("\t")?,
            End::Row if self.has_row_after(id) => self.lines.separate("\n")?,
            End::Line | End::Cell | End::Row => self.lines.end_line(),
        }
        Ok(())
    }

    fn text(&mut self, id: NodeId) -> fmt::Result {
        let text = self.sheet.tree.text(id, self.sheet.strings);
        if self.shows != Shows::All {
            return Ok(());
        }
        if !self.keeps_whitespace {
            return self.lines.collapsed(text);
        }
        let is_between_parts = is_all_collapsible(text)
            && self.sheet.parent_display(id).is_some_and(Display::holds_table_parts);
        if is_between_parts { Ok(()) } else { self.lines.preserved(text) }
    }

    /// Whether a cell is not the last of its row.
    fn has_cell_after(&self, cell: NodeId) -> bool {
        let is_in_row = self.sheet.parent_display(cell) == Some(Display::Row);
        self.has_part_after(cell, is_in_row, |_, display| display == Display::Cell)
    }

    /// Whether a row is not the last of its table.
    fn has_row_after(&self, row: NodeId) -> bool {
        let is_row_or_has_one = |id, display| match display {
            Display::Row => true,
            Display::RowGroup => self.has_row(id),
            _ => false,
        };
        let parent_display = self.sheet.parent_display(row);
        let is_in_table = parent_display.is_some_and(Display::holds_table_parts);
        if self.has_part_after(row, is_in_table, is_row_or_has_one) {
            return true;
        }
        let group =
            self.sheet.tree.node(row).parent.filter(|_| parent_display == Some(Display::RowGroup));
        group.is_some_and(|group| {
            let is_in_table =
                self.sheet.parent_display(group).is_some_and(Display::holds_table_parts);
            self.has_part_after(group, is_in_table, is_row_or_has_one)
        })
    }

    /// Whether a row group has a row.
    fn has_row(&self, group: NodeId) -> bool {
        let mut next = self.sheet.tree.node(group).first_child;
        while let Some(child) = next {
            if self.sheet.display_of(child) == Some(Display::Row) {
                return true;
            }
            next = self.sheet.tree.node(child).next_sibling;
        }
        false
    }

    /// Whether a sibling after a part of a table belongs to the same table or row. Where there is
    /// none around them, one is made for those in a row. Looks no further than the next such part:
    /// all parts together take linear time.
    fn has_part_after(
        &self,
        part: NodeId,
        is_in_table: bool,
        belongs: impl Fn(NodeId, Display) -> bool,
    ) -> bool {
        let tree = self.sheet.tree;
        let mut next = tree.node(part).next_sibling;
        while let Some(id) = next {
            match self.sheet.display_of(id) {
                Some(display) if belongs(id, display) => return true,
                Some(Display::None | Display::RowGroup) | None => {}
                Some(_) if is_in_table => {}
                Some(_) => return false,
            }
            if !is_in_table
                && tree.is_text(id)
                && !is_all_collapsible(tree.text(id, self.sheet.strings))
            {
                return false;
            }
            next = tree.node(id).next_sibling;
        }
        false
    }
}
