//! Changed texts, comments and processing instructions.

use std::ops::Range;

use crate::dom::{NodeData, NodeIndex, NodeRef};
use crate::names::{ElementName, Namespace};
use crate::serialize::write_exactly;

use super::plan::Planner;

const CDATA_START: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";

impl Planner<'_> {
    /// Patches a comment or a processing instruction with another text.
    pub(super) fn patch_leaf(&mut self, id: NodeIndex) {
        let places = self.places;
        let (Some(start), Some(end)) = (places.start(id), places.own_end(id)) else {
            return self.request(id);
        };
        let written = &places.source[start..end];
        if let NodeData::Comment(_) = places.tree.node(id).data()
            && let Some(inner) =
                written.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"))
        {
            let start = start + "<!--".len();
            let text = places.tree.text(id, places.strings).to_owned();
            return self.patch(id, start..start + inner.len(), text);
        }
        let mut text = String::new();
        write_exactly(NodeRef::new(self.document, id), false, false, &mut text);
        self.patch(id, start..end, text);
    }

    /// Patches a text node with another text. A common prefix and suffix stay.
    pub(super) fn patch_text(&mut self, id: NodeIndex) {
        let places = self.places;
        if places.is_copy(id) {
            return self.request(id);
        }
        let pieces = places.pieces(id);
        let old = places.original.text(id, places.strings);
        let new = places.tree.text(id, places.strings);
        let parent = self.layout.parent(id);
        let is_raw = parent.and_then(|parent| places.name(parent));
        let is_raw = is_raw.is_some_and(|name| name.is_raw_text(self.document.scripting()));
        let covered: usize = pieces.iter().map(|(text, _)| text.len()).sum();
        if covered != old.len() || pieces.is_empty() {
            return self.request(id);
        }
        if self.is_in_cdata(parent, &pieces) {
            let text = escaped(new, is_raw);
            return self.replace_pieces(id, &self.with_cdata(&pieces), text);
        }
        let prefix = self.kept_prefix(id, old, new, &pieces, is_raw);
        let suffix = self.kept_suffix(id, old, new, prefix, &pieces);
        let mut text = escaped(&new[prefix..new.len() - suffix], is_raw);
        let changed = prefix..old.len() - suffix;
        let ranges = self.source_of(id, &changed, &pieces);
        // The parser drops a line feed at the start of a `pre`.
        let is_first = parent.is_some_and(|parent| {
            places.name(parent).is_some_and(ElementName::drops_line_feed)
                && places.content_start(parent) == ranges.first().map(|range| range.start)
        });
        let follows = ranges.first().map_or("", |range| &places.source[range.end..]);
        if is_first && (text.starts_with('\n') || (text.is_empty() && follows.starts_with('\n'))) {
            text.insert(0, '\n');
        }
        if let (Some(parent), Some(first)) = (parent, ranges.first())
            && !text.trim_ascii().is_empty()
        {
            text.push_str(self.end_tags_of_reopened(parent, first.end));
        }
        self.replace_pieces(id, &ranges, text);
    }

    /// Replaces the first range by a text, and removes the other ranges.
    fn replace_pieces(&mut self, id: NodeIndex, ranges: &[Range<usize>], text: String) {
        let mut text = Some(text);
        for range in ranges {
            self.patch(id, range.clone(), text.take().unwrap_or_default());
        }
    }

    /// Returns the ranges of the source that `changed`, a range of a text, comes from. If `changed`
    /// is empty, returns an empty range at its place.
    fn source_of(
        &self,
        id: NodeIndex,
        changed: &Range<usize>,
        pieces: &[(Range<usize>, Range<usize>)],
    ) -> Vec<Range<usize>> {
        let places = self.places;
        let source = |range| places.original.source_of_text(id, range, places.strings);
        let mut ranges = Vec::new();
        for (text, whole) in pieces {
            let start = changed.start.max(text.start);
            let end = changed.end.min(text.end);
            if start < end {
                ranges.extend(source(start..end));
            } else if changed.is_empty() && ranges.is_empty() && changed.start <= text.end {
                let at = if start == text.start {
                    whole.start
                } else {
                    source(text.start..start).map_or(whole.end, |range| range.end)
                };
                ranges.push(at..at);
            }
        }
        ranges
    }

    /// Returns the length of the common prefix of two texts, as far as its source is read in the
    /// same way whatever text follows.
    fn kept_prefix(
        &self,
        id: NodeIndex,
        old: &str,
        new: &str,
        pieces: &[(Range<usize>, Range<usize>)],
        is_raw: bool,
    ) -> usize {
        let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let mut end = same;
        while end > 0 && !(old.is_char_boundary(end) && self.is_boundary(id, end, old.len())) {
            end -= 1;
        }
        // A prefix that ends in `&am` or `<` could become a reference or a tag with the text after
        // it.
        if let Some((text, _)) = pieces.iter().find(|(text, _)| text.end >= end && text.start < end)
        {
            let places = self.places;
            let kept = places.original.source_of_text(id, text.start..end, places.strings);
            let kept = kept.map_or("", |range| &places.source[range]);
            let open = kept.trim_end_matches(|c: char| {
                c.is_ascii_alphanumeric() || matches!(c, '#' | '/' | '!' | '?' | '-')
            });
            let is_open = match open.as_bytes().last() {
                Some(b'&') => !is_raw,
                Some(b'<') => true,
                _ => false,
            };
            if is_open {
                // The kept part ends before the `&` or `<`, which is one byte of the text.
                let tail = kept.len() - open.len() + 1;
                end = end.saturating_sub(tail).max(text.start);
                while end > 0
                    && !(old.is_char_boundary(end) && self.is_boundary(id, end, old.len()))
                {
                    end -= 1;
                }
            }
        }
        end
    }

    /// Returns the length of the common suffix of two texts, after the first `prefix` bytes.
    fn kept_suffix(
        &self,
        id: NodeIndex,
        old: &str,
        new: &str,
        prefix: usize,
        pieces: &[(Range<usize>, Range<usize>)],
    ) -> usize {
        let (a, b) = (&old.as_bytes()[prefix..], &new.as_bytes()[prefix..]);
        let mut same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
        let is_start = |at: usize| pieces.iter().any(|(text, _)| text.start == at);
        while same > 0 {
            let at = old.len() - same;
            if old.is_char_boundary(at)
                && new.is_char_boundary(new.len() - same)
                && (is_start(at) || self.is_boundary(id, at, old.len()))
            {
                break;
            }
            same -= 1;
        }
        same
    }

    /// Whether an offset in the parsed text of a node is between two characters of the source, and
    /// not between the characters of one reference.
    fn is_boundary(&self, id: NodeIndex, at: usize, length: usize) -> bool {
        if at == 0 || at == length {
            return true;
        }
        let places = self.places;
        let source = |range| places.original.source_of_text(id, range, places.strings);
        match (source(at - 1..at), source(at..at + 1)) {
            (Some(before), Some(after)) => before.end <= after.start,
            _ => true,
        }
    }

    /// Whether a text is in a CDATA section, where nothing is escaped, or next to one.
    fn is_in_cdata(
        &self,
        parent: Option<NodeIndex>,
        pieces: &[(Range<usize>, Range<usize>)],
    ) -> bool {
        let name = parent.and_then(|parent| self.places.name(parent));
        name.is_some_and(|name| name.namespace != Namespace::Html)
            && pieces.iter().any(|(_, range)| {
                self.places.source[..range.start].ends_with(CDATA_START)
                    || self.places.source[range.end..].starts_with(CDATA_END)
            })
    }

    /// Returns the ranges of the pieces of a text with the marks of CDATA sections around them.
    pub(super) fn with_cdata(&self, pieces: &[(Range<usize>, Range<usize>)]) -> Vec<Range<usize>> {
        let source = self.places.source;
        let extended = |range: &Range<usize>| {
            let starts = source[..range.start].ends_with(CDATA_START);
            let ends = source[range.end..].starts_with(CDATA_END);
            let start = range.start - if starts { CDATA_START.len() } else { 0 };
            start..range.end + if starts && ends { CDATA_END.len() } else { 0 }
        };
        pieces.iter().map(|(_, range)| extended(range)).collect()
    }
}

/// Returns a text as it is written in an element, with `&`, `<`, `>` and carriage returns as
/// references unless it is raw.
fn escaped(text: &str, is_raw: bool) -> String {
    if is_raw {
        return text.to_owned();
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\r' => escaped.push_str("&#13;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
