//! Writes a tree on lines as planned.

use crate::dom::{NodeData, NodeIndex};
use crate::elements::Traits;
use crate::names::ElementName;
use crate::rendering::{StyleSheet, is_all_collapsible, is_collapsible};
use crate::serialize::fragment::Serializer;
use crate::serialize::output::Output;
use crate::serialize::walk::{Visitor, content_of, walk};
use crate::tree_sink::QuirksMode;

use super::lines::{Line, lay_out};
use super::plan::{Inside, Plan};

/// The maximum number of levels that a line is indented by. Without a bound, the output for a deep
/// tree would grow with the square of its size.
const MAX_INDENT: usize = 40;

/// Writes a node and its descendants.
pub(super) struct Printer<'a, O> {
    pub(super) sheet: StyleSheet<'a>,
    pub(super) scripting: bool,
    pub(super) quirks_mode: QuirksMode,
    pub(super) plan: Plan,
    pub(super) indent: String,
    pub(super) serializer: Serializer<'a, O, true>,
}

/// A node whose children are being written on lines.
struct OpenParent {
    /// The name in the end tag, if the node is an element.
    element: Option<ElementName>,
    lines: std::vec::IntoIter<Line>,
    line: Option<Line>,
    /// The next node on the current line.
    next: Option<NodeIndex>,
    /// The number of levels that the lines are indented by.
    level: usize,
}

impl<'a, O: Output> Printer<'a, O> {
    /// Writes `top` and its descendants; if `inner`, only the descendants.
    pub(super) fn print(&mut self, top: NodeIndex, inner: bool) -> Result<(), O::Error> {
        let tree = self.sheet.tree;
        if self.plan.is_body_untouched || self.keeps_whitespace_around(top) {
            return walk(tree, top, inner, &mut self.serializer);
        }
        let mut open = Vec::new();
        match &tree.node(top).data() {
            NodeData::Document => open.push(self.open(None, Some(top), false, 0)),
            NodeData::DocumentFragment => open.push(self.open(None, Some(top), true, 0)),
            NodeData::Element(element) if inner => {
                let inside = Inside::of(element.name(), self.scripting);
                if inside == Inside::Untouched || self.plan.untouched.contains(&top) {
                    return walk(tree, top, true, &mut self.serializer);
                }
                let holder = content_of(tree, top, element.name());
                open.push(self.open(None, holder, inside == Inside::Transparent, 0));
            }
            _ if inner => {}
            _ => open.extend(self.node(top, None, 0)?),
        }
        let mut is_first = inner || !self.is_element(top);
        while let Some(current) = open.last_mut() {
            let level = current.level;
            if let Some(id) = current.next {
                let line = current.line;
                let is_last = line.is_none_or(|line| line.last == id);
                current.next = tree.node(id).next_sibling().filter(|_| !is_last);
                open.extend(self.node(id, line.as_ref(), level)?);
            } else if let Some(line) = current.lines.next() {
                current.line = Some(line);
                current.next = Some(line.first);
                if !line.is_joined_to_start && !std::mem::take(&mut is_first) {
                    self.start_line(level)?;
                }
                is_first = false;
            } else {
                let ends_line = current.line.is_some_and(|line| line.is_joined_to_end);
                if let Some(name) = current.element {
                    if !ends_line {
                        self.start_line(level - 1)?;
                    }
                    self.serializer.end(name)?;
                }
                open.pop();
            }
        }
        match tree.node(top).data() {
            NodeData::Document => self.serializer.out.write("\n"),
            _ => Ok(()),
        }
    }

    /// Whether an ancestor of the node, such as `pre`, preserves whitespace.
    fn keeps_whitespace_around(&self, id: NodeIndex) -> bool {
        let tree = self.sheet.tree;
        let ancestors =
            std::iter::successors(tree.node(id).parent(), |&ancestor| tree.node(ancestor).parent());
        ancestors
            .filter_map(|ancestor| tree.element(ancestor))
            .any(|element| element.name().row().is(Traits::KEEPS_WHITESPACE))
    }

    fn is_element(&self, id: NodeIndex) -> bool {
        self.sheet.tree.element(id).is_some()
    }

    /// Starts writing the children of `holder` on lines.
    fn open(
        &self,
        element: Option<ElementName>,
        holder: Option<NodeIndex>,
        is_transparent: bool,
        level: usize,
    ) -> OpenParent {
        let first = holder.and_then(|holder| self.sheet.tree.node(holder).first_child());
        let lines = lay_out(&self.sheet, first, is_transparent).into_iter();
        OpenParent { element, lines, line: None, next: None, level }
    }

    /// Writes a line feed and the indentation of the next line.
    fn start_line(&mut self, level: usize) -> Result<(), O::Error> {
        self.serializer.out.write("\n")?;
        for _ in 0..level.min(MAX_INDENT) {
            self.serializer.out.write(&self.indent)?;
        }
        Ok(())
    }

    /// Writes a node of a line. If its children go on lines of their own, this writes only its
    /// start tag and returns the node as a parent whose children are to be written.
    fn node(
        &mut self,
        id: NodeIndex,
        line: Option<&Line>,
        level: usize,
    ) -> Result<Option<OpenParent>, O::Error> {
        let tree = self.sheet.tree;
        match &tree.node(id).data() {
            NodeData::Text(_) | NodeData::LongText(_) => {
                let trims_start =
                    line.is_some_and(|line| line.first == id && !line.is_joined_to_start);
                let trims_end = line.is_some_and(|line| line.last == id && !line.is_joined_to_end);
                self.text(id, trims_start, trims_end)?;
            }
            NodeData::Doctype(index) if self.needs_force_quirks(*index) => {
                self.serializer.out.write("<!DOCTYPE html SYSTEM>")?;
            }
            NodeData::Element(element) => {
                let name = element.name();
                let inside = Inside::of(name, self.scripting);
                let holder = content_of(tree, id, name);
                if self.plan.over_lines.contains(&id) {
                    self.serializer.start(id, name, false)?;
                    return Ok(Some(self.open(
                        Some(name),
                        holder,
                        inside == Inside::Transparent,
                        level + 1,
                    )));
                }
                match holder {
                    Some(holder)
                        if inside == Inside::Block && !self.plan.untouched.contains(&id) =>
                    {
                        self.serializer.start(id, name, false)?;
                        self.trimmed_children(holder)?;
                        self.serializer.end(name)?;
                    }
                    _ => walk(tree, id, false, &mut self.serializer)?,
                }
            }
            _ => self.serializer.leaf(id)?,
        }
        Ok(None)
    }

    /// Whether the document is in quirks mode although the document type in the tree doesn't cause
    /// it: its force-quirks flag was set, which is not in the tree.
    fn needs_force_quirks(&self, doctype: u32) -> bool {
        let doctype = self.sheet.tree.doctype(doctype);
        self.quirks_mode == QuirksMode::Quirks
            && self.sheet.strings.get(doctype.name) == "html"
            && doctype.public_id.is_empty()
            && doctype.system_id.is_empty()
    }

    /// Writes the content of a block on one line, without the whitespace at its start and end.
    fn trimmed_children(&mut self, holder: NodeIndex) -> Result<(), O::Error> {
        let tree = self.sheet.tree;
        let is_blank = |id: NodeIndex| {
            tree.is_text(id) && is_all_collapsible(tree.text(id, self.sheet.strings))
        };
        let (mut first, mut last) =
            (tree.node(holder).first_child(), tree.node(holder).last_child());
        while let Some(id) = first.filter(|&id| is_blank(id)) {
            first = tree.node(id).next_sibling();
        }
        while let Some(id) = last.filter(|&id| is_blank(id) && first.is_some()) {
            last = tree.node(id).previous_sibling();
        }
        let mut next = first;
        while let Some(id) = next {
            if tree.is_text(id) {
                self.text(id, first == Some(id), last == Some(id))?;
            } else {
                walk(tree, id, false, &mut self.serializer)?;
            }
            next = tree.node(id).next_sibling().filter(|_| last != Some(id));
        }
        Ok(())
    }

    /// Writes a text node, without the collapsible whitespace at its start or end if so wanted.
    fn text(&mut self, id: NodeIndex, trims_start: bool, trims_end: bool) -> Result<(), O::Error> {
        self.serializer.out.start_node(self.serializer.tree.id(id));
        let mut text = self.sheet.tree.text(id, self.sheet.strings);
        let collapses = |c: char| c.is_ascii() && is_collapsible(c as u8);
        if trims_start {
            text = text.trim_start_matches(collapses);
        }
        if trims_end {
            text = text.trim_end_matches(collapses);
        }
        self.serializer.text(text, self.sheet.tree.node(id).parent())
    }
}
