//! Appending to texts.

use crate::steps;
use crate::text::{Span, Strings};

use super::id::NodeIndex;
use super::node::NodeData;
use super::tree::Tree;

impl Tree {
    /// Appends to a text node. A text is copied into the tail at most once, and out of it into a
    /// [long text](NodeData::LongText) at most once, so time stays linear in its length however
    /// many pieces it consists of and whatever else is added in between.
    pub(crate) fn extend_text(&mut self, id: NodeIndex, more: Span, strings: &mut Strings) {
        match self.node(id).data {
            NodeData::Text(span) => {
                let data = if span.source_range().is_some() || strings.is_last_of_tail(span) {
                    NodeData::Text(strings.concatenate(span, more))
                } else {
                    self.note_long_text(id, more, strings);
                    steps::count(span.len());
                    let mut text = String::with_capacity(2 * (span.len() + more.len()));
                    text.push_str(strings.get(span));
                    text.push_str(strings.get(more));
                    self.long_texts.push(text);
                    NodeData::LongText(self.long_texts.len() as u32 - 1)
                };
                self.node_mut(id).data = data;
            }
            NodeData::LongText(index) => {
                self.note_long_text(id, more, strings);
                steps::count(more.len());
                self.long_texts[index as usize].push_str(strings.get(more));
            }
            _ => debug_assert!(false, "callers extend text nodes only"),
        }
    }
}
