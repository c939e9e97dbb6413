//! Whitespace before a box that is out of flow: the line around it continues after the box.

use std::fmt;

use crate::dom::NodeIndex;
use crate::elements::Display;
use crate::steps;

use super::lines::{Line, LineEnd, is_all_collapsible};
use super::links::Links;
use super::walk::{Sink, Walk};

impl<'a, L: Links> Walk<'a, L> {
    /// Puts the space before a box that is out of flow, if the line has content after the box.
    ///
    /// The content is looked for at most once for each stretch without content: whitespace after
    /// this space does not show, so there is none to put before the next such box.
    pub(super) fn put_space_beside(
        &mut self,
        id: NodeIndex,
        sink: &mut impl Sink<'a>,
    ) -> fmt::Result {
        if !self.line.has_space() {
            return Ok(());
        }
        if self.line_continues_after(id) {
            self.put_space(sink)?;
        }
        self.line = Line::ending(LineEnd::Space);
        Ok(())
    }

    /// Whether the line that a box is beside has content after the box.
    fn line_continues_after(&self, id: NodeIndex) -> bool {
        let mut at = id;
        loop {
            steps::count(1);
            let Some(next) = self.links.next_sibling(at) else {
                let Some(parent) = self.links.parent(at).filter(|&parent| parent != self.top)
                else {
                    return false;
                };
                if self.sheet.display_of(parent) != Some(Display::Inline) {
                    return false;
                }
                at = parent;
                continue;
            };
            at = next;
            // The first node in an inline element comes next, then the one after that.
            loop {
                steps::count(1);
                match self.content_at(at) {
                    Content::InLine => return true,
                    Content::EndsLine => return false,
                    Content::Nothing => break,
                    Content::Inline => match self.links.first_child(at) {
                        Some(child) => at = child,
                        None => break,
                    },
                }
            }
        }
    }

    /// Returns what a node adds to a line.
    fn content_at(&self, id: NodeIndex) -> Content {
        let tree = self.sheet.tree;
        let Some(element) = tree.element(id) else {
            let is_white =
                !tree.is_text(id) || is_all_collapsible(tree.text(id, self.sheet.strings));
            return if is_white { Content::Nothing } else { Content::InLine };
        };
        match self.sheet.display(id, element) {
            Display::None | Display::Float | Display::OutOfFlow => Content::Nothing,
            Display::Inline => Content::Inline,
            Display::InlineBlock
            | Display::Replaced
            | Display::Select
            | Display::InlineTable
            | Display::Graphics => Content::InLine,
            Display::LineBreak
            | Display::Block
            | Display::OptionGroup
            | Display::Table
            | Display::Caption
            | Display::Columns
            | Display::RowGroup
            | Display::Row
            | Display::Cell => Content::EndsLine,
        }
    }
}

/// A node's part in a line.
enum Content {
    Nothing,
    /// The part is that of the children.
    Inline,
    InLine,
    EndsLine,
}
