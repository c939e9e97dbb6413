//! The parts of a source that its patches leave as they are.

use std::ops::Range;

use crate::text::Span;

use super::patch::Patch;

/// The parts of a source that its patches leave as they are, and where they are in the patched
/// source. A text in one of them is the same before and after, so it need not be read to be
/// compared: reading all texts of both sources takes half as long as parsing one.
#[derive(Default)]
pub(super) struct KeptParts {
    /// In the order of the source.
    parts: Vec<KeptPart>,
    /// The index of the part that was found last: texts are asked for nearly in their order.
    last: usize,
}

struct KeptPart {
    /// Where the part is in the source, before it is patched.
    range: Range<usize>,
    /// Where it starts in the patched source.
    patched_start: usize,
}

impl KeptParts {
    /// Returns the parts of a source between its patches. There are none if `patched`, the patched
    /// source as it was parsed, has another length than they say: a limit has cut it, or a carriage
    /// return of a patch and a line feed after it have become one.
    pub(super) fn of(source: &str, patches: &[Patch], patched: &str) -> KeptParts {
        let mut parts = Vec::with_capacity(patches.len() + 1);
        let (mut at, mut patched_at) = (0, 0);
        let end = source.len()..source.len();
        let ranges = patches.iter().map(|patch| (patch.source_range.clone(), patch.text()));
        for (range, text) in ranges.chain([(end, "")]) {
            let part = KeptPart { range: at..range.start, patched_start: patched_at };
            // The parser makes one line feed of the two characters.
            let length = text.len() - text.matches("\r\n").count();
            patched_at += part.range.len() + length;
            at = range.end;
            parts.push(part);
        }
        if patched_at != patched.len() {
            return KeptParts::default();
        }
        debug_assert!(
            parts.iter().all(|KeptPart { range, patched_start }| {
                source[range.clone()] == patched[*patched_start..patched_start + range.len()]
            }),
            "patches change nothing between them"
        );
        KeptParts { parts, last: 0 }
    }

    /// Whether two texts, of the source and of the patched source, are the same text in a part.
    pub(super) fn has(&mut self, before: Span, after: Span) -> bool {
        let (Some(before), Some(after)) = (before.source_range(), after.source_range()) else {
            return false;
        };
        if !self.parts.get(self.last).is_some_and(|part| part.holds(&before)) {
            self.last = self.parts.partition_point(|part| part.range.end < before.end);
        }
        let Some(part) = self.parts.get(self.last).filter(|part| part.holds(&before)) else {
            return false;
        };
        let start = before.start - part.range.start + part.patched_start;
        after == (start..start + before.len())
    }
}

impl KeptPart {
    fn holds(&self, range: &Range<usize>) -> bool {
        self.range.start <= range.start && range.end <= self.range.end
    }
}
