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
    /// Where the start tag is, in bytes of the source.
    range: Range<usize>,
    edits: Vec<TagEdit>,
    /// The names and values of the edits, one after the other.
    texts: String,
    /// What the edits replace. It is kept, so that the next match need not allocate it again.
    replacements: Vec<Replacement>,
}

#[derive(Debug)]
struct TagEdit {
    /// In the texts.
    name: Range<usize>,
    /// The new value, in the texts; `None` for an attribute that is removed.
    value: Option<Range<usize>>,
    /// Whether the tag has an attribute with this name.
    is_found: bool,
}

impl TagEdits {
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Notes an edit of the start tag in a range of the source. The edits of another one are
    /// settled.
    pub(super) fn push(&mut self, tag: Range<usize>, name: &str, value: Option<&str>) {
        debug_assert!(self.is_empty() || self.range == tag, "another tag's edits are settled");
        self.range = tag;
        let texts = &mut self.texts;
        let is_of_name = |edit: &&mut TagEdit| texts[edit.name.clone()] == *name;
        let edit = self.edits.iter_mut().find(is_of_name);
        let mut push = |text: &str| {
            texts.push_str(text);
            texts.len() - text.len()..texts.len()
        };
        match edit {
            Some(edit) => edit.value = value.map(push),
            None => {
                let name = push(name);
                let value = value.map(push);
                self.edits.push(TagEdit { name, value, is_found: false });
            }
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
        let tag = self.range.clone();
        let range = stream.offset_of(tag.start)..stream.offset_of(tag.end);
        if !output.is_patched(&range) {
            self.make_replacements(document.source().get(tag.clone()).unwrap_or(""), encoding);
            for Replacement { range, text } in self.replacements.drain(..) {
                let [start, end] = [range.start, range.end].map(|at| tag.start + at);
                let range = stream.offset_of(start)..stream.offset_of(end);
                output.insert(TextPatch { range, text });
            }
        } else if let Some(before) = output.take_within(&range) {
            let before = before.into_iter().map(|patch| patch.within(&range)).collect::<Vec<_>>();
            let tag = text_as_it_came(&document.strings, tag);
            self.make_replacements(&patched(&tag, &before), encoding);
            for one in composed(before, self.replacements.drain(..)) {
                output.insert(TextPatch::of(one, &range));
            }
        }
        // Otherwise the whole element is replaced.
        self.edits.clear();
        self.texts.clear();
    }

    /// Makes what the edits replace in the text of the tag: sorted, and apart.
    fn make_replacements(&mut self, tag: &str, encoding: Option<&'static Encoding>) {
        let TagEdits { edits, texts, replacements, .. } = self;
        let texts = texts.as_str();
        let mut replace = |range: Range<usize>, text: String| {
            let text = match encoding {
                Some(encoding) => with_references(encoding, &text).0.into_owned(),
                None => text,
            };
            replacements.push(Replacement { range, text });
        };
        let mut scanner = TagScanner::of_start_tag(tag);
        let name = scanner.name();
        let mut last: Option<(AttributeRanges, bool)> = None;
        while let Some(ranges) = scanner.next_attribute() {
            let written = &tag[ranges.name.0..ranges.name.1];
            let is_of_name = |edit: &&mut TagEdit| is_same_name(written, &texts[edit.name.clone()]);
            let edit = edits.iter_mut().find(is_of_name);
            last = Some((ranges, edit.as_ref().is_some_and(|edit| edit.value.is_none())));
            let Some(edit) = edit else { continue };
            match &edit.value {
                None => replace(tags::removed_range(tag, ranges), String::new()),
                // Of several with the same name, the first counts.
                Some(value) if !edit.is_found => {
                    let (range, text) = tags::value_patch(tag, ranges, &texts[value.clone()]);
                    replace(range, text);
                }
                Some(_) => {}
            }
            edit.is_found = true;
        }
        let mut added = String::new();
        for edit in edits.iter().filter(|edit| !edit.is_found) {
            let Some(value) = &edit.value else { continue };
            if added.is_empty() {
                added = tags::insertion(name, last).1;
            }
            tags::push_attribute(&mut added, &texts[edit.name.clone()], &texts[value.clone()]);
        }
        if !added.is_empty() {
            let at = tags::insertion(name, last).0;
            replace(at..at, added);
        }
    }
}
