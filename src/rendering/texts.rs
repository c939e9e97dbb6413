//! The texts of a walk, with their whitespace collapsed.

use std::fmt;

use crate::dom::{NodeData, NodeIndex, NodeRef};

use super::event::RenderedEvent;
use super::lines::{LineEnd, ShortText, Space, Words, ZERO_WIDTH_SPACE, is_all_collapsible};
use super::links::Links;
use super::surroundings::Shows;
use super::table_parts::TableParts;
use super::walk::{Phase, Sink, Walk};
use crate::elements::Display;

impl<'a, L: Links> Walk<'a, L> {
    /// Adds the text of a text node from a byte offset on. Returns whether that was all of it.
    #[inline]
    pub(super) fn text(
        &mut self,
        id: NodeIndex,
        at: usize,
        sink: &mut impl Sink<'a>,
    ) -> Result<bool, fmt::Error> {
        if self.shows != Shows::All {
            return Ok(true);
        }
        let text = self.sheet.tree.text(id, self.sheet.strings);
        if !self.keeps_whitespace {
            return self.collapsed(id, text, at, sink);
        }
        let parts = TableParts { links: self.links, sheet: &self.sheet };
        let is_between_parts = is_all_collapsible(text)
            && parts.parent_display(id).is_some_and(Display::holds_table_parts);
        if !is_between_parts {
            self.put_box(sink)?;
            if !text.is_empty() {
                self.put_text(id, text, 0, sink)?;
            }
        }
        Ok(true)
    }

    /// Adds text with its whitespace collapsed: each run is one space, or nothing at the start or
    /// end of a line.
    ///
    /// <https://drafts.csswg.org/css-text-3/#white-space-rules>
    #[inline]
    fn collapsed(
        &mut self,
        id: NodeIndex,
        text: &'a str,
        mut at: usize,
        sink: &mut impl Sink<'a>,
    ) -> Result<bool, fmt::Error> {
        let words = self.words(id, text);
        loop {
            let start = words.start(at);
            if start > at {
                self.line.space(Space { id, start: at, end: start });
            }
            if start == text.len() {
                return Ok(true);
            }
            if self.line.end == LineEnd::ZeroWidthSpace
                || text[start..].starts_with(ZERO_WIDTH_SPACE)
            {
                self.drop_line_feed();
            }
            self.put_space(sink)?;
            self.announce(sink)?;
            at = words.end(start);
            self.line.end = match text[..at].ends_with(ZERO_WIDTH_SPACE) {
                true => LineEnd::ZeroWidthSpace,
                false => LineEnd::Content,
            };
            self.put_text(id, &text[start..at], start, sink)?;
            if sink.is_full() {
                self.next = Some((id, Phase::Text(at)));
                return Ok(false);
            }
        }
    }

    /// Returns where the words of a text node are.
    #[inline]
    fn words(&self, id: NodeIndex, text: &'a str) -> Words<'a> {
        match self.sheet.tree.node(id).data() {
            NodeData::Text(span) => match self.sheet.strings.byte_window(span) {
                Some(window) => Words::Short(ShortText::new(window, span.len())),
                None => Words::Long(text.as_bytes()),
            },
            _ => Words::Long(text.as_bytes()),
        }
    }

    /// Drops the whitespace at the end of the line, beside a zero-width space, if it has a line
    /// feed: "if the character immediately before or immediately after the segment break is the
    /// zero-width space character (U+200B), then the break is removed".
    ///
    /// <https://drafts.csswg.org/css-text-3/#line-break-transform>
    #[cold]
    fn drop_line_feed(&mut self) {
        if let Some(space) = self.line.take_space() {
            let text = self.sheet.tree.text(space.id, self.sheet.strings);
            if !text[space.start..space.end].contains('\n') {
                self.line.space(space);
            }
        }
    }

    /// Puts the space that shows before the next content of the line.
    #[inline]
    pub(super) fn put_space(&mut self, sink: &mut impl Sink<'a>) -> fmt::Result {
        match self.line.take_space() {
            Some(Space { id, start, end }) => {
                let node = NodeRef::new(self.document, id);
                sink.put(RenderedEvent::Text { text: " ", node, range: start..end })
            }
            None => Ok(()),
        }
    }

    /// Puts a piece of the text of a node, which starts at a byte offset of it.
    #[inline]
    fn put_text(
        &self,
        id: NodeIndex,
        text: &'a str,
        start: usize,
        sink: &mut impl Sink<'a>,
    ) -> fmt::Result {
        let node = NodeRef::new(self.document, id);
        sink.put(RenderedEvent::Text { text, node, range: start..start + text.len() })
    }
}
