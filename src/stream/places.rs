//! Places in the whole input of a stream, most of whose source is freed by now.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::dom::NodeIndex;
use crate::parse::Swept;
use crate::text::Strings;

/// How many bytes of the source before the current token a stream that is rewritten keeps: as many
/// as the longest name of a character reference has, because an inserted text could continue such a
/// name.
pub(super) const LOOK_BEHIND: usize = 34;

/// Converts offsets in the source to offsets in the whole input, and knows where elements start.
///
/// Offsets in the input are in bytes of its text in UTF-8, before newlines were normalized. If the
/// input is text, a byte order mark at its start counts.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The offset in the input of byte `origin` of the source.
    base: u64,
    /// Where the texts that a sweep has copied end, and the source that it has kept begins.
    origin: usize,
    /// The starts of the elements that may match and are alive, in the input, if ranges are asked
    /// for.
    starts: BTreeMap<NodeIndex, u64>,
}

impl Places {
    /// Converts a byte offset in the source. The offset must not be in a text that a sweep has
    /// copied, whose place in the input is not known.
    pub(super) fn offset(&self, strings: &Strings, offset: usize) -> u64 {
        debug_assert!(self.origin <= offset, "the text was copied by a sweep");
        let original = strings.original_offset(offset);
        self.base + original.saturating_sub(self.origin) as u64
    }

    /// Returns the first byte of the source whose offset can be converted.
    pub(super) fn origin(&self) -> usize {
        self.origin
    }

    /// Keeps where elements start, given in bytes of the source.
    pub(super) fn keep_starts(&mut self, noted: Vec<(NodeIndex, usize)>, strings: &Strings) {
        for (element, start) in noted {
            let start = self.offset(strings, start);
            self.starts.insert(element, start);
        }
    }

    /// Returns the range of an element, given its end in the input; `None` if its start is not
    /// known.
    pub(super) fn range(&self, element: NodeIndex, end: u64) -> Option<Range<u64>> {
        self.starts.get(&element).map(|start| *start..end)
    }

    /// Prepares for a sweep, which keeps the source from this byte on.
    pub(super) fn before_sweep(&mut self, strings: &Strings, cut: usize) {
        self.base = self.offset(strings, cut);
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        self.origin = swept.new_cut;
        let starts = std::mem::take(&mut self.starts).into_iter();
        self.starts = starts.filter_map(|(id, at)| Some((swept.moves.get(id)?, at))).collect();
    }
}
