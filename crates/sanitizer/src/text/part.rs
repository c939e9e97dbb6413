//! A part of an output: without the tags of the elements that are open before and after it.

use std::collections::HashSet;
use std::ops::Range;

use consomme::NodeId;

/// The elements that are open at the start and at the end of a part, and where it is.
#[derive(Debug)]
pub(crate) struct Part {
    resumed: HashSet<NodeId>,
    open: HashSet<NodeId>,
    start: Option<usize>,
    end: Option<usize>,
    /// Whether the start tag of a `pre` or the like is right before the start of the part; once it
    /// is written, before its end.
    pub(crate) loses_line_feed: bool,
}

impl Part {
    pub(crate) fn new(resumed: &[NodeId], open: &[NodeId], loses_line_feed: bool) -> Part {
        let set = |ids: &[NodeId]| ids.iter().copied().collect();
        Part { resumed: set(resumed), open: set(open), start: None, end: None, loses_line_feed }
    }

    /// Takes note of a node that is visited after `written` bytes.
    pub(super) fn visits(&mut self, node: NodeId, written: usize) {
        if self.start.is_none() && !self.resumed.contains(&node) {
            self.start = Some(written);
        }
    }

    pub(super) fn resumes(&self, element: NodeId) -> bool {
        self.resumed.contains(&element)
    }

    /// Takes note of an element that is left after `written` bytes, without its end tag.
    pub(super) fn leaves(&mut self, element: NodeId, written: usize, loses_line_feed: bool) {
        self.start.get_or_insert(written);
        if self.end.is_none() && self.open.contains(&element) {
            self.end = Some(written);
            self.loses_line_feed = loses_line_feed;
        }
    }

    /// Returns the range of the part in the whole output.
    pub(crate) fn range(&self, length: usize) -> Range<usize> {
        let start = self.start.unwrap_or(length);
        start..self.end.unwrap_or(length).max(start)
    }
}
