//! Edits of the attributes of a match: patches in its start tag.

use std::ops::Range;

use encoding_rs::UTF_8;

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
    /// Whether the tag has an attribute with this name.
    is_found: bool,
}

impl TagEdits {
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Notes an edit of the start tag that starts at byte `start` of the source. The edits of
    /// another one are settled.
    pub(super) fn push(&mut self, start: usize, name: String, value: Option<&str>) {
        debug_assert!(self.is_empty() || self.start == start, "another tag's edits are settled");
        self.start = start;
        let value = value.map(str::to_owned);
        match self.edits.iter_mut().find(|edit| edit.name == name) {
            Some(edit) => edit.value = value,
            None => self.edits.push(TagEdit { name, value, is_found: false }),
        }
    }

    /// Makes patches of the edits. The match is still lent.
    pub(super) fn settle(&mut self, stream: &StreamParser, output: &mut Output) {
        if self.is_empty() {
            return;
        }
        let (encoding, start) =
            (stream.encoding().filter(|encoding| *encoding != UTF_8), self.start);
        let source = stream.lent_document().source();
        let tag = source.get(start..).unwrap_or("");
        let mut patch = |range: Range<usize>, text: String| {
            let text = match encoding {
                Some(encoding) => with_references(encoding, &text).0.into_owned(),
                None => text,
            };
            let [start, end] = [range.start, range.end].map(|at| stream.offset_of(start + at));
            output.insert(TextPatch { range: start..end, text });
        };
        let mut scanner = TagScanner::of_start_tag(tag);
        let name = scanner.name();
        let mut last: Option<(AttributeRanges, bool)> = None;
        while let Some(ranges) = scanner.next_attribute() {
            let written = &tag[ranges.name.0..ranges.name.1];
            let edit = self.edits.iter_mut().find(|edit| is_same_name(written, &edit.name));
            last = Some((ranges, edit.as_ref().is_some_and(|edit| edit.value.is_none())));
            let Some(edit) = edit else { continue };
            match &edit.value {
                None => patch(tags::removed_range(tag, ranges), String::new()),
                // Of several with the same name, the first counts.
                Some(value) if !edit.is_found => {
                    let (range, text) = tags::value_patch(tag, ranges, value);
                    patch(range, text);
                }
                Some(_) => {}
            }
            edit.is_found = true;
        }
        let mut added = String::new();
        for edit in self.edits.drain(..).filter(|edit| !edit.is_found) {
            let Some(value) = edit.value else { continue };
            if added.is_empty() {
                added = tags::insertion(name, last).1;
            }
            tags::push_attribute(&mut added, &edit.name, &value);
        }
        if !added.is_empty() {
            let at = tags::insertion(name, last).0;
            patch(at..at, added);
        }
    }
}
