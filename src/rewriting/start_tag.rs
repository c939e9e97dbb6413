//! Edits of the attributes of a match: patches in its start tag.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

use crate::dom::{AttributeRanges, TagScanner, is_same_name};
use crate::parse::StreamParser;
use crate::source_edits::bytes::with_references;
use crate::source_edits::newlines::text_as_it_came;
use crate::source_edits::tags;

use super::composed::{Replacement, composed, patched};
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

    /// Makes patches of the edits. The match is still lent. Where edits before have patched the
    /// tag, these are edits of what that is then.
    pub(super) fn settle(&mut self, stream: &StreamParser, output: &mut Output) {
        if self.is_empty() {
            return;
        }
        let encoding = stream.encoding().filter(|encoding| *encoding != UTF_8);
        let document = stream.lent_document();
        let tag = document.source().get(self.start..).unwrap_or("");
        let end = self.start + TagScanner::of_start_tag(tag).length();
        let range = stream.offset_of(self.start)..stream.offset_of(end);
        if !output.is_patched(&range) {
            for Replacement { range, text } in self.patches(tag, encoding) {
                let [start, end] = [range.start, range.end].map(|at| self.start + at);
                let range = stream.offset_of(start)..stream.offset_of(end);
                output.insert(TextPatch { range, text });
            }
        } else if let Some(before) = output.take_within(&range) {
            let before = before.into_iter().map(|patch| patch.within(&range)).collect::<Vec<_>>();
            let tag = text_as_it_came(&document.strings, self.start..end);
            let second = self.patches(&patched(&tag, &before), encoding);
            for one in composed(before, second) {
                output.insert(TextPatch::of(one, &range));
            }
        }
        // Otherwise the whole element is replaced.
        self.edits.clear();
    }

    /// Returns what the edits replace in a text that starts with the tag: sorted, and apart.
    fn patches(&mut self, tag: &str, encoding: Option<&'static Encoding>) -> Vec<Replacement> {
        let mut patches = Vec::new();
        let mut patch = |range: Range<usize>, text: String| {
            let text = match encoding {
                Some(encoding) => with_references(encoding, &text).0.into_owned(),
                None => text,
            };
            patches.push(Replacement { range, text });
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
        patches
    }
}
