//! Edits of the attributes of a match: patches in its start tag.

use std::ops::Range;

use crate::dom::{AttributeRanges, TagScanner, is_same_name};
use crate::parse::StreamParser;
use crate::source_edits::bytes::with_references;
use crate::source_edits::tags;

use super::output::{Output, TextPatch};

/// The edits of the attributes of one match, of which each name has one.
#[derive(Debug, Default)]
pub(super) struct TagEdits {
    /// Where the start tag starts, in bytes of the source.
    start: usize,
    edits: Vec<TagEdit>,
}

#[derive(Debug)]
struct TagEdit {
    name: String,
    /// The new value; `None` for an attribute that is removed.
    value: Option<String>,
}

impl TagEdits {
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Notes an edit of the start tag that starts at byte `start` of the source. The edits of
    /// another one are settled.
    pub(super) fn push(&mut self, start: usize, name: &str, value: Option<&str>) {
        debug_assert!(self.is_empty() || self.start == start, "another tag's edits are settled");
        self.start = start;
        self.edits.retain(|edit| edit.name != name);
        self.edits.push(TagEdit { name: name.to_owned(), value: value.map(str::to_owned) });
    }

    /// Makes patches of the edits. The match is still lent.
    pub(super) fn settle(&mut self, stream: &StreamParser, output: &mut Output) {
        if self.is_empty() {
            return;
        }
        let source = stream.lent_document().source();
        let tag = source.get(self.start..).unwrap_or("");
        let mut scanner = TagScanner::of_start_tag(tag);
        let name = scanner.name();
        let mut patches: Vec<(Range<usize>, String)> = Vec::new();
        let mut last: Option<(AttributeRanges, bool)> = None;
        let mut found = vec![false; self.edits.len()];
        while let Some(ranges) = scanner.next_attribute() {
            let written = &tag[ranges.name.0..ranges.name.1];
            let index = self.edits.iter().position(|edit| is_same_name(written, &edit.name));
            let is_removed = index.is_some_and(|index| self.edits[index].value.is_none());
            last = Some((ranges, is_removed));
            let Some(index) = index else { continue };
            match &self.edits[index].value {
                None => patches.push((tags::removed_range(tag, ranges), String::new())),
                // Of several with the same name, the first counts.
                Some(value) if !found[index] => patches.push(tags::value_patch(tag, ranges, value)),
                Some(_) => {}
            }
            found[index] = true;
        }
        let mut added = String::new();
        for (edit, _) in self.edits.iter().zip(&found).filter(|(_, is_found)| !**is_found) {
            if let Some(value) = &edit.value {
                tags::push_attribute(&mut added, &edit.name, value);
            }
        }
        if !added.is_empty() {
            let (at, mut text) = tags::insertion(name, last);
            text.push_str(&added);
            let index = patches.partition_point(|(range, _)| range.end <= at);
            patches.insert(index, (at..at, text));
        }
        for (range, text) in patches {
            let text = match stream.encoding() {
                Some(encoding) => with_references(encoding, &text).0.into_owned(),
                None => text,
            };
            let [start, end] =
                [range.start, range.end].map(|offset| stream.offset_of(self.start + offset));
            output.insert(TextPatch { range: start..end, text });
        }
        self.edits.clear();
    }
}
