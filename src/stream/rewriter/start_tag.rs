//! Edits of the attributes of a match: patches in its start tag.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

use crate::dom::Attr;
use crate::markup::{AttributeRanges, TagScanner, is_same_name};
use crate::source_edits::bytes::with_references;
use crate::source_edits::newlines::text_as_it_came;
use crate::source_edits::tags;
use crate::stream::parser::StreamParser;
use crate::tokenizer::ReferenceDecoder;

use super::composed::{Replacement, composed, patched};
use super::output::{RewriterOutput, TextPatch, as_written};
use super::seam::Joint;

/// The edits of the attributes of one match, at most one for each name.
#[derive(Debug, Default)]
pub(super) struct TagEdits {
    /// Where the start tag is, in bytes of the source.
    range: Range<usize>,
    edits: Vec<TagEdit>,
    /// The names and values of the edits, one after the other.
    texts: String,
    /// The replacements that the edits make. Kept, so that the next match need not allocate them.
    replacements: Vec<Replacement>,
}

#[derive(Debug)]
struct TagEdit {
    /// The range of the name in the texts of the edits.
    name: Range<usize>,
    /// `None` for an attribute that is removed.
    value: Option<NewValue>,
    /// Whether the element has no attribute with this name, so that the tag has none.
    is_new: bool,
    /// Whether the tag has an attribute with this name.
    is_found: bool,
}

/// The value that an attribute gets.
#[derive(Debug)]
enum NewValue {
    /// The whole value, as its range in the texts of the edits.
    Whole(Range<usize>),
    /// The value in the input, and replacements of parts of it.
    Parts(OldValue, Vec<Replacement>),
}

/// A value in the input.
#[derive(Debug)]
enum OldValue {
    /// It is in the tag as it is, in this range of the source.
    Verbatim(Range<usize>),
    Decoded(String),
}

impl TagEdits {
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Forgets the edits.
    pub(super) fn clear(&mut self) {
        self.edits.clear();
        self.texts.clear();
    }

    /// Notes an edit of the start tag in a range of the source. The edits of another tag must be
    /// settled.
    pub(super) fn push(&mut self, tag: Range<usize>, name: &str, value: Option<&str>) {
        self.push_whole(tag, name, value, false);
    }

    /// As [`push`](Self::push), for an attribute that the element does not have.
    pub(super) fn push_new(&mut self, tag: Range<usize>, name: &str, value: &str) {
        self.push_whole(tag, name, Some(value), true);
    }

    fn push_whole(&mut self, tag: Range<usize>, name: &str, value: Option<&str>, is_new: bool) {
        let value = value.map(|value| NewValue::Whole(self.push_text(value)));
        self.push_edit(tag, name, value, is_new);
    }

    /// Notes an edit of parts of a value, which are sorted and apart. The rest of it stays as it is
    /// written.
    pub(super) fn push_parts(
        &mut self,
        tag: Range<usize>,
        attribute: Attr<'_>,
        parts: Vec<Replacement>,
    ) {
        let written = attribute.data().value().source_range();
        // Another tag may have given the element the attribute.
        let is_in_tag = |range: &Range<usize>| tag.start < range.start && range.end < tag.end;
        let value = match written.filter(is_in_tag) {
            Some(written) => OldValue::Verbatim(written),
            None => OldValue::Decoded(attribute.value().to_owned()),
        };
        let name = &attribute.qualified_name();
        self.push_edit(tag, name, Some(NewValue::Parts(value, parts)), false);
    }

    fn push_edit(&mut self, tag: Range<usize>, name: &str, value: Option<NewValue>, is_new: bool) {
        debug_assert!(self.is_empty() || self.range == tag, "another tag's edits are settled");
        self.range = tag;
        let is_of_name = |edit: &&mut TagEdit| self.texts[edit.name.clone()] == *name;
        match self.edits.iter_mut().find(is_of_name) {
            Some(edit) => edit.value = value,
            None => {
                let name = self.push_text(name);
                self.edits.push(TagEdit { name, value, is_new, is_found: false });
            }
        }
    }

    fn push_text(&mut self, text: &str) -> Range<usize> {
        self.texts.push_str(text);
        self.texts.len() - text.len()..self.texts.len()
    }

    /// Makes patches of the edits. The match is still lent. Where earlier edits have patched the
    /// tag, these edits apply to the patched tag.
    pub(super) fn settle(&mut self, stream: &StreamParser, output: &mut RewriterOutput) {
        if self.is_empty() {
            return;
        }
        let encoding = stream.encoding().filter(|encoding| *encoding != UTF_8);
        let document = stream.lent_document();
        let tag = self.range.clone();
        let range = stream.offset_of(tag.start)..stream.offset_of(tag.end);
        let text = document.source().get(tag.clone()).unwrap_or("");
        if output.is_patched(&range) {
            if let Some(before) = output.take_within(&range) {
                let tag = text_as_it_came(&document.strings, tag);
                let before = as_written(before, &range, &tag);
                self.make_replacements(&patched(&tag, &before), document.source(), encoding);
                for one in composed(before, self.replacements.drain(..)) {
                    output.insert(TextPatch::of(one, &range));
                }
            }
            // Otherwise an edit has replaced the whole element.
        } else if self.adds_at_end(text) {
            let added = self.added(output.spare_text(), encoding);
            let at = range.end - 1;
            output.insert(TextPatch { joint: Joint::Raw, ..TextPatch::new(at..at, added) });
        } else {
            if !self.make_verbatim(document.source(), encoding) {
                self.make_replacements(text, document.source(), encoding);
            }
            for Replacement { range, text } in self.replacements.drain(..) {
                let [start, end] = [range.start, range.end].map(|at| tag.start + at);
                let range = stream.offset_of(start)..stream.offset_of(end);
                let joint = Joint::Raw;
                output.insert(TextPatch { joint, ..TextPatch::new(range, text) });
            }
        }
        self.clear();
    }

    /// Whether the edits only add attributes, and the tag ends so that they can be written right
    /// before its `>`. Most edits do, and the attributes of the tag need not be found again for
    /// them.
    fn adds_at_end(&self, tag: &str) -> bool {
        // After `=`, an attribute would be a value; before `/` and whitespace, its place would be
        // another one than that of `make_replacements`.
        let ends_attribute = match tag.as_bytes() {
            [.., last, b'>'] => last.is_ascii_alphanumeric() || matches!(last, b'"' | b'\''),
            _ => false,
        };
        let adds = |edit: &TagEdit| edit.is_new && matches!(edit.value, Some(NewValue::Whole(_)));
        ends_attribute && self.edits.iter().all(adds)
    }

    /// Appends the attributes that the edits add to an empty text.
    fn added(&self, mut text: String, encoding: Option<&'static Encoding>) -> String {
        for TagEdit { name, value, .. } in &self.edits {
            if let Some(NewValue::Whole(value)) = value {
                let [name, value] = [name, value].map(|range| &self.texts[range.clone()]);
                tags::push_attribute(&mut text, name, value);
            }
        }
        in_encoding(text, encoding)
    }

    /// Makes the replacements if all edits are of parts of values that are in the source as they
    /// are, and whose quotation marks suit the new parts. The attributes of the tag need not be
    /// found again then. Returns whether it has made them.
    fn make_verbatim(&mut self, source: &str, encoding: Option<&'static Encoding>) -> bool {
        let TagEdits { range: tag, edits, replacements, .. } = self;
        let before = |value: &Range<usize>| source.as_bytes()[value.start - 1];
        let takes = |edit: &TagEdit| match &edit.value {
            Some(NewValue::Parts(OldValue::Verbatim(value), parts)) => {
                parts.iter().all(|part| tags::takes_part(before(value), &part.text))
            }
            _ => false,
        };
        if !edits.iter().all(takes) {
            return false;
        }
        for edit in edits.drain(..) {
            let Some(NewValue::Parts(OldValue::Verbatim(value), parts)) = edit.value else {
                continue;
            };
            let start = value.start - tag.start;
            replacements.extend(parts.into_iter().map(|Replacement { range, text }| Replacement {
                range: start + range.start..start + range.end,
                text: in_encoding(tags::part_after(before(&value), text), encoding),
            }));
        }
        true
    }

    /// Makes the replacements in the text of the tag: sorted, and without overlaps.
    fn make_replacements(&mut self, tag: &str, source: &str, encoding: Option<&'static Encoding>) {
        let TagEdits { edits, texts, replacements, .. } = self;
        let texts = texts.as_str();
        let mut replace = |range: Range<usize>, text: String| {
            replacements.push(Replacement { range, text: in_encoding(text, encoding) });
        };
        let mut scanner = TagScanner::of_start_tag(tag);
        let name = scanner.name();
        let mut last: Option<(AttributeRanges, bool)> = None;
        while let Some(ranges) = scanner.next_attribute() {
            let written = &tag[ranges.name.0..ranges.name.1];
            let is_of_name = |edit: &&mut TagEdit| is_same_name(written, &texts[edit.name.clone()]);
            let edit = edits.iter_mut().find(is_of_name);
            let is_patched = |edit: &&mut TagEdit| edit.value.is_none() || !edit.is_found;
            last = Some((ranges, edit.as_ref().is_some_and(is_patched)));
            let Some(edit) = edit else { continue };
            match &edit.value {
                None => {
                    let (range, separator) = tags::removal(tag, ranges);
                    replace(range, separator.to_owned());
                }
                // Among several with the same name, the first counts.
                Some(NewValue::Parts(was, parts))
                    if !edit.is_found
                        && let was = was.text(source)
                        && let Some(patches) = part_patches(tag, ranges, was, parts) =>
                {
                    patches.into_iter().for_each(|(range, text)| replace(range, text));
                }
                Some(value) if !edit.is_found => {
                    let (range, text) = tags::value_patch(tag, ranges, &value.text(texts, source));
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
            tags::push_attribute(&mut added, &texts[edit.name.clone()], &value.text(texts, source));
        }
        if !added.is_empty() {
            let at = tags::insertion(name, last).0;
            replace(at..at, added);
        }
    }
}

impl NewValue {
    /// Returns the value as a whole.
    fn text<'t>(&'t self, texts: &'t str, source: &str) -> Cow<'t, str> {
        match self {
            NewValue::Whole(range) => Cow::Borrowed(&texts[range.clone()]),
            NewValue::Parts(was, parts) => Cow::Owned(patched(was.text(source), parts)),
        }
    }
}

impl OldValue {
    fn text<'t>(&'t self, source: &'t str) -> &'t str {
        match self {
            OldValue::Verbatim(range) => source.get(range.clone()).unwrap_or(""),
            OldValue::Decoded(text) => text,
        }
    }
}

/// Returns a text with references for the characters that an encoding lacks.
fn in_encoding(text: String, encoding: Option<&'static Encoding>) -> String {
    match encoding {
        Some(encoding) => with_references(encoding, &text).0.into_owned(),
        None => text,
    }
}

/// Returns the patches that replace parts of a value as it is written in a tag. `None` if the tag
/// does not have that value, or only the value as a whole can be written.
fn part_patches(
    tag: &str,
    ranges: AttributeRanges,
    value: &str,
    parts: &[Replacement],
) -> Option<Vec<(Range<usize>, String)>> {
    let (start, end) = ranges.value?;
    let offsets = parts.iter().flat_map(|part| [part.range.start, part.range.end]);
    let offsets = written_offsets(&tag[start..end], value, offsets)?;
    let patch = |(part, offsets): (&Replacement, &[usize])| {
        let text = tags::part_of_value(tag, ranges, &part.text)?;
        Some((start + offsets[0]..start + offsets[1], text))
    };
    parts.iter().zip(offsets.chunks_exact(2)).map(patch).collect()
}

/// Returns where ascending offsets in a value are in the value as it is written. `None` if that is
/// another value, or one of the offsets is in a character reference, or right after one without a
/// semicolon, which a new text could continue.
fn written_offsets(
    written: &str,
    value: &str,
    offsets: impl Iterator<Item = usize>,
) -> Option<Vec<usize>> {
    let mut decoder = ReferenceDecoder::new(true);
    let mut offsets = offsets.peekable();
    let mut found = Vec::new();
    let (mut at_written, mut at_value) = (0, 0);
    loop {
        let (reference, characters) =
            decoder.next(written, at_written).unwrap_or((written.len()..written.len(), ""));
        let literal = &written[at_written..reference.start];
        value[at_value..].strip_prefix(literal)?.strip_prefix(characters)?;
        let end = at_value + literal.len();
        while let Some(offset) = offsets.next_if(|offset| *offset <= end) {
            found.push(at_written + (offset - at_value));
        }
        if reference.is_empty() {
            return (end == value.len()).then_some(found);
        }
        at_written = reference.end;
        at_value = end + characters.len();
        let is_ended = written[reference].ends_with(';');
        if offsets.peek().is_some_and(|offset| *offset < at_value + usize::from(!is_ended)) {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]

        /// An attribute that is added without reading the tag comes where it comes otherwise.
        #[test]
        fn attributes_are_added_at_the_same_place(attributes in "[ab=/\"' ]{0,12}") {
            let tag = format!("<p{attributes}>");
            // Without its last quotation mark, the tag is not complete, and the parser drops it.
            let is_complete =
                crate::parse_fragment("div", &tag[..]).root().first_element_child().is_some();
            let mut edits = TagEdits::default();
            edits.push_new(0..tag.len(), "c", "1");
            if is_complete && edits.adds_at_end(&tag) {
                let added = edits.added(String::new(), None);
                edits.make_replacements(&tag, "", None);
                let found = edits.replacements.iter().map(|one| (one.range.clone(), &*one.text));
                let end = tag.len() - 1;
                prop_assert_eq!(found.collect::<Vec<_>>(), [(end..end, &*added)]);
            }
        }

        /// A part of a value that is replaced without reading the tag is replaced as otherwise.
        #[test]
        fn parts_of_values_are_replaced_as_the_same(
            attributes in "[ab=/\"' &]{0,12}",
            new in "[a\"' &\r=]{1,3}",
        ) {
            let tag = format!("<p{attributes}>");
            let document = crate::parse_fragment("div", &tag[..]);
            let element = document.root().first_element_child();
            for attribute in element.into_iter().flat_map(|element| element.attrs()) {
                for at in (0..attribute.value().len()).filter(|_| document.source() == tag) {
                    let parts = vec![Replacement { range: at..at + 1, text: new.clone() }];
                    let mut edits = TagEdits::default();
                    edits.push_parts(0..tag.len(), attribute, parts.clone());
                    let mut others = TagEdits::default();
                    others.push_parts(0..tag.len(), attribute, parts);
                    if edits.make_verbatim(&tag, None) {
                        others.make_replacements(&tag, &tag, None);
                        prop_assert_eq!(edits.replacements, others.replacements);
                    }
                }
            }
        }
    }
}
