//! The rendered text of a node.

use std::fmt;

use crate::dom::{Document, ElementData, FlatTree, NodeData, NodeIndex, NodeKind, NodeRef};
use crate::names::{Namespace, known};

use super::display::{Display, keeps_whitespace};
use super::lines::{Lines, is_all_collapsible};
use super::links::Links;
use super::style_sheet::StyleSheet;

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

impl NodeRef<'_> {
    /// Returns the text of the node as a reader sees it, like the property `innerText` in browsers.
    ///
    /// - Blocks, list items and table rows are on their own lines. Paragraphs have an empty line
    ///   before and after them, table cells have a tab between them, a `br` is a line break.
    /// - Whitespace is collapsed, except in `pre`, `listing`, `plaintext` and `xmp`.
    /// - Content that a browser doesn't show is omitted: `script`, `style`, `template`, `title`,
    ///   comments, elements with the attribute `hidden`, the content of `textarea` and `iframe`.
    ///   The content of `noscript` and `canvas` is omitted only if the document was parsed with
    ///   [scripting](crate::ParseOptions::scripting).
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
        // On typical pages, less than an eighth of the source is text. Nothing is known about a
        // part of one.
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
        let top = node.as_shadow_root().map_or(node.index(), |root| root.host().index());
        write_rendered_text(self, node, top, writer)
    }
}

/// Writes the rendered text of a node, which is `top` in the tree of these links.
fn write_rendered_text<'a>(
    links: impl Links,
    node: NodeRef<'a>,
    top: NodeIndex,
    writer: &mut impl fmt::Write,
) -> fmt::Result {
    let sheet = StyleSheet::new(node.document());
    match node.kind() {
        NodeKind::Document | NodeKind::DocumentFragment | NodeKind::Element | NodeKind::Text => {}
        NodeKind::Doctype | NodeKind::Comment | NodeKind::ProcessingInstruction => return Ok(()),
    }
    match surroundings(links, &sheet, top) {
        Surroundings::NotRendered => {
            let mut texts =
                std::iter::once(node).chain(node.descendants()).filter_map(NodeRef::as_text);
            texts.try_for_each(|text| writer.write_str(text))
        }
        Surroundings::Invisible => Ok(()),
        Surroundings::Rendered { shows, keeps_whitespace } => {
            let lines = Lines::new(writer);
            TextWalk { links, sheet, lines, shows, keeps_whitespace, open: Vec::new() }.run(top)
        }
    }
}

/// The part of an element's content that shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shows {
    All,
    /// Elements for text, with their content, as in an `svg`.
    Graphics,
    /// Options and groups of options.
    OptionsAndGroups,
    Options,
    Nothing,
}

impl Shows {
    /// Returns the part of the content that shows in an element with this display, or `None` if it
    /// is the same as in the parent.
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

/// How the ancestors of a node affect its rendering.
enum Surroundings {
    /// The node has no box.
    NotRendered,
    /// The node is in a collapsed part of a table.
    Invisible,
    Rendered {
        shows: Shows,
        keeps_whitespace: bool,
    },
}

/// Examines a node and its ancestors. A text node has its parent's style.
///
/// <https://html.spec.whatwg.org/#being-rendered>
fn surroundings(links: impl Links, sheet: &StyleSheet<'_>, id: NodeIndex) -> Surroundings {
    let (mut shows, mut keeps) = (None, None);
    let mut is_invisible = false;
    let mut next = Some(id);
    while let Some(ancestor) = next {
        if links.is_left_out(ancestor) {
            return Surroundings::NotRendered;
        }
        next = links.parent(ancestor);
        let NodeData::Element(element) = &sheet.tree.node(ancestor).data else { continue };
        let display = sheet.display(ancestor, element);
        let inside = Shows::inside(element, display);
        let is_shown_outside = match inside.filter(|_| ancestor != id) {
            Some(Shows::Nothing) => false,
            // In these, only options and groups of options have boxes.
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

/// Returns whether the element preserves whitespace, or `None` if it does what its parent does.
fn changes_whitespace(sheet: &StyleSheet<'_>, element: &ElementData) -> Option<bool> {
    if keeps_whitespace(element.name()) {
        return Some(true);
    }
    (sheet.is_in_quirks_mode && element.name().is_html(known::TABLE)).then_some(false)
}

/// An element whose end has an effect.
struct OpenBox {
    id: NodeIndex,
    end: BoxEnd,
    /// The state of the walk before the element, restored after it.
    shows: Shows,
    keeps_whitespace: bool,
}

/// The effect of an element's end, besides restoring the state of the walk.
#[derive(Clone, Copy)]
enum BoxEnd {
    /// Ends the line.
    Line,
    /// Requires line breaks.
    Breaks(usize),
    /// Continues the line after an inline box.
    Inline,
    /// Writes a tab if another cell follows in the row.
    Cell,
    /// Writes a line feed if another row follows in the table.
    Row,
}

/// The walk that collects the rendered text.
struct TextWalk<'a, L, W> {
    links: L,
    sheet: StyleSheet<'a>,
    lines: Lines<W>,
    /// The part of the content that shows at the current position.
    shows: Shows,
    /// Whether whitespace is preserved at the current position.
    keeps_whitespace: bool,
    open: Vec<OpenBox>,
}

impl<L: Links, W: fmt::Write> TextWalk<'_, L, W> {
    /// Runs the steps for a text node, or for the descendants of another node.
    ///
    /// <https://html.spec.whatwg.org/#get-the-text-steps>
    // Deviation: spaces at the start and end of the node are always dropped. A browser keeps them
    // if the node is a part of a line that continues before or after it.
    fn run(&mut self, top: NodeIndex) -> fmt::Result {
        let links = self.links;
        if self.sheet.tree.is_text(top) {
            return self.text(top);
        }
        let Some(mut id) = links.first_child(top) else { return Ok(()) };
        loop {
            if self.enter(id)? {
                if let Some(child) = links.first_child(id) {
                    id = child;
                    continue;
                }
                self.leave(id)?;
            }
            id = loop {
                if let Some(next) = links.next_sibling(id) {
                    break next;
                }
                match links.parent(id) {
                    Some(parent) if parent != top => id = parent,
                    _ => return Ok(()),
                }
                self.leave(id)?;
            };
        }
    }

    /// Runs the steps for a node that come before its children. Returns whether to visit these.
    ///
    /// <https://html.spec.whatwg.org/#rendered-text-collection-steps>
    fn enter(&mut self, id: NodeIndex) -> Result<bool, fmt::Error> {
        match &self.sheet.tree.node(id).data {
            NodeData::Text(_) | NodeData::LongText(_) => {
                self.text(id)?;
                Ok(false)
            }
            NodeData::Element(element) => self.enter_element(id, element),
            _ => Ok(false),
        }
    }

    /// Runs the steps for an element that come before its children.
    fn enter_element(&mut self, id: NodeIndex, element: &ElementData) -> Result<bool, fmt::Error> {
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
            // A descendant may have a box.
            return Ok(display != Display::None);
        }
        if inside == Some(Shows::Nothing) || self.sheet.is_collapsed(element, display) {
            self.put_empty(display)?;
            return Ok(false);
        }
        let end = match display {
            Display::None => return Ok(false),
            Display::Inline => return Ok(true),
            Display::Select => {
                self.lines.put_box()?;
                BoxEnd::Inline
            }
            Display::InlineBlock | Display::InlineTable | Display::Graphics => {
                self.lines.put_box()?;
                self.lines.end_line();
                BoxEnd::Inline
            }
            Display::RowGroup | Display::Row | Display::Cell => {
                self.lines.end_line();
                match display {
                    Display::Row => BoxEnd::Row,
                    Display::Cell => BoxEnd::Cell,
                    _ => BoxEnd::Line,
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
                BoxEnd::Breaks(breaks)
            }
        };
        self.open.push(OpenBox {
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

    /// Adds an element that doesn't show its content.
    fn put_empty(&mut self, display: Display) -> fmt::Result {
        match display {
            Display::LineBreak => self.lines.separate("\n")?,
            Display::Replaced => self.lines.put_box()?,
            Display::Float => self.lines.require_breaks(1),
            _ => self.lines.end_line(),
        }
        Ok(())
    }

    /// Runs the steps for an element that come after its children.
    fn leave(&mut self, id: NodeIndex) -> fmt::Result {
        let Some(open) = self.open.pop_if(|open| open.id == id) else { return Ok(()) };
        self.shows = open.shows;
        self.keeps_whitespace = open.keeps_whitespace;
        match open.end {
            BoxEnd::Breaks(breaks) => self.lines.require_breaks(breaks),
            BoxEnd::Inline => self.lines.end_box(),
            BoxEnd::Cell if self.has_cell_after(id) => self.lines.separate("\t")?,
            BoxEnd::Row if self.has_row_after(id) => self.lines.separate("\n")?,
            BoxEnd::Line | BoxEnd::Cell | BoxEnd::Row => self.lines.end_line(),
        }
        Ok(())
    }

    /// Adds the text of a text node.
    fn text(&mut self, id: NodeIndex) -> fmt::Result {
        let text = self.sheet.tree.text(id, self.sheet.strings);
        if self.shows != Shows::All {
            return Ok(());
        }
        if !self.keeps_whitespace {
            return self.lines.collapsed(text);
        }
        let is_between_parts = is_all_collapsible(text)
            && self.parent_display(id).is_some_and(Display::holds_table_parts);
        if is_between_parts { Ok(()) } else { self.lines.preserved(text) }
    }

    /// Returns how the parent of a node is displayed by its name, or `None` if it is not an
    /// element.
    fn parent_display(&self, id: NodeIndex) -> Option<Display> {
        let parent = self.links.box_parent(id)?;
        Some(Display::of(self.sheet.tree.element(parent)?.name()))
    }

    /// Whether another cell follows in the row of a cell.
    fn has_cell_after(&self, cell: NodeIndex) -> bool {
        let is_in_row = self.parent_display(cell) == Some(Display::Row);
        self.has_part_after(cell, is_in_row, |_, display| display == Display::Cell)
    }

    /// Whether another row follows in the table of a row.
    fn has_row_after(&self, row: NodeIndex) -> bool {
        let is_row_or_has_one = |id, display| match display {
            Display::Row => true,
            Display::RowGroup => self.has_row(id),
            _ => false,
        };
        let parent_display = self.parent_display(row);
        let is_in_table = parent_display.is_some_and(Display::holds_table_parts);
        if self.has_part_after(row, is_in_table, is_row_or_has_one) {
            return true;
        }
        let group =
            self.links.box_parent(row).filter(|_| parent_display == Some(Display::RowGroup));
        group.is_some_and(|group| {
            let is_in_table = self.parent_display(group).is_some_and(Display::holds_table_parts);
            self.has_part_after(group, is_in_table, is_row_or_has_one)
        })
    }

    /// Whether a row group contains a row.
    fn has_row(&self, group: NodeIndex) -> bool {
        let mut next = self.links.first_child(group);
        while let Some(child) = next {
            if self.sheet.display_of(child) == Some(Display::Row) {
                return true;
            }
            next = self.links.next_sibling(child);
        }
        false
    }

    /// Whether a sibling after a part of a table belongs to the same table or row. Adjacent parts
    /// without a table or row around them get an anonymous one. Stops at the next part, so all
    /// parts together take linear time.
    fn has_part_after(
        &self,
        part: NodeIndex,
        is_in_table: bool,
        belongs: impl Fn(NodeIndex, Display) -> bool,
    ) -> bool {
        let tree = self.sheet.tree;
        let mut next = self.links.next_sibling(part);
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
            next = self.links.next_sibling(id);
        }
        false
    }
}
