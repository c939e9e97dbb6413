//! The input that is not written, and the patches for it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::ops::Range;

use encoding_rs::{Encoding, REPLACEMENT, UTF_8};

use crate::encoding::{OffsetTracker, byte_order_mark};
use crate::source_edits::bytes::{ASCII_STATE, encode, with_references};

use crate::stream::parser::LONG_PIECE;
use crate::stream::places::LOOK_BEHIND;

use super::composed::Replacement;
use super::seam::{Joint, Seam, Width};

/// A range of the whole input, in bytes of its text in UTF-8, and its replacement.
#[derive(Debug)]
pub(super) struct TextPatch {
    pub(super) range: Range<u64>,
    /// Text and markup that ends with no unfinished token.
    pub(super) text: String,
    pub(super) joint: Joint,
    /// For a patch at the end of an element, where that element starts. `None` for other patches.
    pub(super) of: Option<u64>,
    /// Whether this is the rest of input that is left out, the start of which is written.
    pub(super) is_rest: bool,
}

impl TextPatch {
    /// Returns a patch of markup.
    pub(super) fn new(range: Range<u64>, text: String) -> TextPatch {
        TextPatch { range, text, joint: Joint::Markup, of: None, is_rest: false }
    }

    /// Whether the patch starts before an offset of input that is not written.
    fn starts_before(&self, offset: u64) -> bool {
        self.range.start < offset || self.is_rest
    }

    /// Returns the patch of a replacement in a range of the input. A replacement after the start of
    /// the range was made for the text before it; for one at the start, that text is not known.
    pub(super) fn of(Replacement { range, text }: Replacement, within: &Range<u64>) -> TextPatch {
        let is_known = range.start > 0 && !text.is_empty();
        let joint = if is_known { Joint::Raw } else { Joint::Markup };
        let range = within.start + range.start as u64..within.start + range.end as u64;
        TextPatch { joint, ..TextPatch::new(range, text) }
    }
}

/// Returns patches as they will be written, with the characters that keep texts apart where the
/// patches bring them together. `text` is the input in `range`, and the returned offsets are from
/// its start.
pub(super) fn as_written(
    patches: Vec<TextPatch>,
    range: &Range<u64>,
    text: &str,
) -> Vec<Replacement> {
    let mut made: Vec<Replacement> = Vec::with_capacity(patches.len());
    let mut seam = Seam::default();
    let mut at = 0;
    for TextPatch { range: of, text: new, joint, .. } in patches {
        let [start, end] = [of.start, of.end].map(|at| (at - range.start) as usize);
        meet(&mut made, &mut seam, text, at..start);
        let before = text.get(..start).unwrap_or(text).as_bytes();
        let new = seam.patch(new, joint, before, Width::Byte);
        made.push(Replacement { range: start..end, text: new });
        at = end;
    }
    meet(&mut made, &mut seam, text, at..text.len());
    made
}

/// Extends the last replacement over the characters after it that are written in another way.
fn meet(made: &mut [Replacement], seam: &mut Seam, text: &str, part: Range<usize>) {
    if let Some(rest) = text.get(part.clone()).filter(|rest| !rest.is_empty())
        && let Some(last) = made.last_mut()
    {
        let (length, instead) = seam.copy(rest.as_bytes(), Width::Byte);
        last.range.end += length;
        last.text.push_str(&instead);
    }
}

/// How many bytes there is room for besides the first piece, so that the input need not grow, which
/// copies it.
const MAX_REST: usize = 64 * 1024;

/// How many texts are kept for other patches, and how many bytes each has room for. A piece of the
/// input usually has up to this many patches.
const MAX_SPARE: usize = 256;
const MAX_SPARE_BYTES: usize = 256;

/// How much text, in bytes of its UTF-8, is held back after a patch that depends on the encoding,
/// while a `meta` element can change the encoding.
const MAX_HELD_BACK: u64 = 64 * 1024;

/// The input that is not written, and the patches for it.
#[derive(Debug, Default)]
pub(super) struct RewriterOutput {
    input: Vec<u8>,
    /// How many bytes of `input` are written.
    written: usize,
    /// How much text is written, in bytes of its UTF-8.
    text: u64,
    /// Patches of input that is not written: sorted, and without overlaps.
    patches: VecDeque<TextPatch>,
    /// The empty texts of patches that are written, so that the next ones need not allocate.
    spare: Vec<String>,
    /// From where on the input is left out, if an element that has not ended is removed.
    cut: Option<u64>,
    /// Whether the start of the input that is left out is written, so that the cut begins later.
    is_cut_written: bool,
    /// Tags that stay when the range around them is removed, because they act elsewhere: sorted,
    /// and not written yet.
    kept: VecDeque<Range<u64>>,
    /// Whether the input is valid UTF-8 so far, so byte and text offsets are equal.
    is_utf_8: bool,
    /// Whether anything was patched or left out.
    is_edited: bool,
    /// Converts offsets in the text to bytes of the input, which is in this encoding. `None` until
    /// something is written.
    tracker: Option<(OffsetTracker, &'static Encoding)>,
    seam: Seam,
    /// Where the last insertion that is written was made, in text offsets.
    inserted: Option<u64>,
    begin: Begin,
}

/// How the output begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Begin {
    /// With the start of the input, as far as it is known.
    #[default]
    Input,
    /// With something else, because the start of the input is left out. Nothing is written yet.
    Other,
    Written,
}

impl RewriterOutput {
    /// Adds bytes to the input.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let gone = self.written.saturating_sub(2 * LOOK_BEHIND);
        self.input.drain(..gone);
        self.written -= gone;
        if self.input.capacity() == 0 {
            // The rest of a piece, up to all of it, stays when the next one comes.
            let rest = if bytes.len() < LONG_PIECE { 0 } else { bytes.len().min(MAX_REST) };
            self.input.reserve_exact(bytes.len() + rest);
        }
        self.input.extend_from_slice(bytes);
    }

    /// Inserts a patch of input that is not written, after others at the same offset. Drops a patch
    /// that overlaps another one, or whose input is left out. Tags in the range of the patch that
    /// act elsewhere stay, after its text.
    pub(super) fn insert(&mut self, mut patch: TextPatch) {
        debug_assert!(self.text <= patch.range.start, "what is patched is not written");
        let first = self.kept.partition_point(|kept| kept.start < patch.range.start);
        for index in first..self.kept.len() {
            let kept = self.kept[index].clone();
            if kept.end > patch.range.end {
                break;
            }
            let rest = TextPatch::new(kept.end..patch.range.end, String::new());
            patch.range.end = kept.start;
            self.insert_whole(patch);
            patch = rest;
        }
        self.insert_whole(patch);
    }

    /// Inserts a patch without a range before others at the same offset.
    pub(super) fn insert_first(&mut self, patch: TextPatch) {
        debug_assert!(patch.range.is_empty(), "it replaces nothing");
        let at = patch.range.start;
        let is_before =
            |one: &TextPatch| one.range.end < at || one.range.end == at && one.range.start < at;
        if self.cut.is_none_or(|cut| at < cut) && !patch.text.is_empty() {
            let index = self.patches.partition_point(is_before);
            let next = self.patches.get(index).map_or(u64::MAX, |other| other.range.start);
            if at <= next {
                self.is_edited = true;
                self.patches.insert(index, patch);
            }
        }
    }

    fn insert_whole(&mut self, patch: TextPatch) {
        let Range { start, end } = patch.range;
        let is_left_out = self.cut.is_some_and(|cut| start >= cut || end > cut);
        if is_left_out || (start == end && patch.text.is_empty()) {
            return;
        }
        let index = self.first_after(start);
        let next = self.patches.get(index).map_or(u64::MAX, |other| other.range.start);
        if start <= next && end <= next {
            self.is_edited = true;
            match index == self.patches.len() {
                true => self.patches.push_back(patch),
                false => self.patches.insert(index, patch),
            }
        }
    }

    /// Returns an empty text for a patch.
    pub(super) fn spare_text(&mut self) -> String {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps the text of a written patch for another one.
    fn keep_spare(&mut self, mut text: String) {
        let has_room = (1..=MAX_SPARE_BYTES).contains(&text.capacity());
        if has_room && self.spare.len() < MAX_SPARE {
            text.clear();
            self.spare.push(text);
        }
    }

    /// Starts to leave out the input, at an offset with no patch after it. Returns `false` if input
    /// is being left out already.
    pub(super) fn start_cut(&mut self, at: u64) -> bool {
        let is_new = self.cut.is_none();
        self.is_edited = true;
        self.cut.get_or_insert(at);
        is_new
    }

    /// Ends the cut that [`start_cut`](Self::start_cut) has started.
    pub(super) fn end_cut(&mut self, at: u64) {
        let Some(start) = self.cut.take() else { return };
        let is_rest = std::mem::take(&mut self.is_cut_written);
        self.insert(TextPatch { is_rest, ..TextPatch::new(start.min(at)..at, String::new()) });
    }

    /// Whether anything was patched or left out.
    pub(super) fn is_edited(&self) -> bool {
        self.is_edited
    }

    /// Whether input is being left out.
    pub(super) fn is_cutting(&self) -> bool {
        self.cut.is_some()
    }

    /// Keeps a tag that acts elsewhere, even if an element around it is removed.
    pub(super) fn keep(&mut self, tag: Range<u64>) {
        if self.cut.is_some() {
            self.end_cut(tag.start);
            self.start_cut(tag.end);
        }
        self.kept.push_back(tag);
    }

    /// Returns the index of the first patch that ends after an offset.
    fn first_after(&self, offset: u64) -> usize {
        let is_before = |patch: &TextPatch| patch.range.end <= offset;
        // Most matches come in the order of the input.
        match self.patches.back() {
            Some(last) if !is_before(last) => self.patches.partition_point(is_before),
            _ => self.patches.len(),
        }
    }

    /// Whether something in a range is patched.
    pub(super) fn is_patched(&self, range: &Range<u64>) -> bool {
        let next = self.first_after(range.start);
        self.patches.get(next).is_some_and(|patch| patch.range.start < range.end)
    }

    /// Whether a patch crosses an end of a range, or has put another text in place of all of it.
    pub(super) fn is_replaced(&self, range: &Range<u64>) -> bool {
        let mut next = self.patches.iter().skip(self.first_after(range.start));
        next.by_ref().take_while(|patch| patch.range.start < range.end).any(|patch| {
            let is_all = patch.range == *range && !patch.text.is_empty();
            patch.starts_before(range.start) || patch.range.end > range.end || is_all
        })
    }

    /// Whether a patch has inserted text at an offset without replacing anything. The output has
    /// come to the offset, or has not reached it yet.
    pub(super) fn has_text_at(&self, offset: u64) -> bool {
        let last = self.patches.iter().rev().skip_while(|patch| patch.range.start > offset);
        let mut last = last.take_while(|patch| patch.range.end >= offset);
        last.any(|patch| patch.range.is_empty() && !patch.text.is_empty())
            || self.inserted == Some(offset)
    }

    /// Returns how many tags that act elsewhere are in a range.
    pub(super) fn kept_within(&self, range: &Range<u64>) -> usize {
        let first = self.kept.partition_point(|kept| kept.start < range.start);
        self.kept.partition_point(|kept| kept.end <= range.end).saturating_sub(first)
    }

    /// Takes out the patches of a range and returns them. An insertion at the start of the range
    /// counts as before it. Returns `None` if a patch crosses an end of the range, or is at the end
    /// of an element around the range.
    pub(super) fn take_within(&mut self, range: &Range<u64>) -> Option<Vec<TextPatch>> {
        if self.cut.is_some_and(|cut| cut < range.end) {
            return None;
        }
        let first = self.first_after(range.start);
        let end = self.patches.partition_point(|patch| patch.range.end <= range.end).max(first);
        let starts_before = self.patches.get(first).is_some_and(|p| p.starts_before(range.start));
        let ends_after = self.patches.get(end).is_some_and(|p| p.range.start < range.end);
        let is_around = |patch: &TextPatch| patch.of.is_some_and(|of| of < range.start);
        let ends_with = self.patches.range(first..end).rev();
        let mut ends_with = ends_with.take_while(|patch| patch.range.start == range.end);
        if starts_before || ends_after || ends_with.any(is_around) {
            return None;
        }
        Some(self.patches.drain(first..end).collect())
    }

    /// Returns the first character of the patches that an encoding does not have.
    pub(super) fn missing_in(&self, encoding: &'static Encoding) -> Option<char> {
        self.patches.iter().find_map(|patch| with_references(encoding, &patch.text).1)
    }

    /// Whether more input waits after the first patch that depends on the encoding than is held
    /// back while a `meta` element can change the encoding.
    pub(super) fn holds_much_back(&self, end: u64) -> bool {
        let held = self.patches.iter().find(|patch| !patch.text.is_ascii());
        held.is_some_and(|patch| end.saturating_sub(patch.range.end) > MAX_HELD_BACK)
    }

    /// Writes all of the input up to the offset `end` of its text, or everything, with the patches.
    /// `is_utf_8` tells whether the input is valid UTF-8 so far. If `is_tentative`, a `meta`
    /// element can still change the encoding: nothing is written from the first patch on that
    /// depends on it.
    pub(super) fn write(
        &mut self,
        end: Option<u64>,
        encoding: Option<&'static Encoding>,
        (is_utf_8, is_tentative): (bool, bool),
        out: &mut impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.is_utf_8 = is_utf_8;
        if encoding == Some(REPLACEMENT) {
            // The text is one character, so nothing of it is patched.
            return self.copy_bytes(self.input.len(), out);
        }
        if end == Some(self.text) {
            return Ok(());
        }
        match &mut self.tracker {
            None => self.start(encoding, out)?,
            // The text so far is the same in both encodings, and no shift sequence is in effect.
            Some((tracker, of)) if encoding.is_some_and(|encoding| encoding != *of) => {
                *of = encoding.unwrap_or(UTF_8);
                *tracker = OffsetTracker::new(of);
            }
            Some(_) => {}
        }
        while let Some(patch) = self.patches.front()
            && end.is_none_or(|end| patch.range.end <= end)
        {
            if is_tentative && !patch.text.is_ascii() {
                return self.copy_to(patch.range.start, out);
            }
            let patch = self.patches.pop_front().unwrap_or(EMPTY);
            self.copy_to(patch.range.start, out)?;
            self.write_patch(patch, encoding.unwrap_or(UTF_8), out)?;
        }
        // A patch of omitted input may go on after the start of an element that may match.
        let end = match self.patches.front() {
            Some(patch) => end.map(|end| end.min(patch.range.start)),
            None => end,
        };
        while self.kept.front().is_some_and(|kept| end.is_none_or(|end| kept.end <= end)) {
            self.kept.pop_front();
        }
        match (end, self.cut.filter(|cut| end.is_some_and(|end| *cut < end))) {
            (Some(end), None) => self.copy_to(end, out),
            (Some(end), Some(cut)) => {
                self.copy_to(cut, out)?;
                (self.cut, self.is_cut_written) = (Some(end), true);
                let patch = TextPatch::new(cut..end, String::new());
                self.write_patch(patch, encoding.unwrap_or(UTF_8), out)
            }
            (None, _) => self.copy_bytes(self.input.len(), out),
        }
    }

    /// Writes the byte order mark, which is not in the text.
    fn start(
        &mut self,
        encoding: Option<&'static Encoding>,
        out: &mut impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let of = encoding.unwrap_or(UTF_8);
        self.tracker = Some((OffsetTracker::new(of), of));
        // In text, the mark counts as a character.
        let mark = encoding.map_or(&b""[..], byte_order_mark);
        if !mark.is_empty() && self.input.starts_with(mark) {
            self.copy_bytes(mark.len(), out)?;
        }
        Ok(())
    }

    /// Writes the input up to an offset of its text.
    fn copy_to(
        &mut self,
        end: u64,
        out: &mut impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let length = self.pass(end);
        self.copy_bytes(self.written + length, out)
    }

    /// Counts the text up to an offset as written, and returns how many bytes of the input that is.
    fn pass(&mut self, end: u64) -> usize {
        let text = end.saturating_sub(self.text) as usize;
        self.text = self.text.max(end);
        if self.is_utf_8 {
            return text.min(self.input.len() - self.written);
        }
        let rest = &self.input[self.written..];
        self.tracker.as_mut().map_or(0, |(tracker, _)| tracker.advance(rest, text)).min(rest.len())
    }

    /// Writes the input up to a byte of it.
    fn copy_bytes(
        &mut self,
        end: usize,
        out: &mut impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let bytes = &self.input[self.written..end];
        if bytes.is_empty() {
            return Ok(());
        }
        let width = self.width();
        let (length, instead) = self.seam.copy(bytes, width);
        if !instead.is_empty() {
            out(&width.encoded(&instead))?;
            self.begin = Begin::Written;
        }
        self.written = end;
        let rest = &bytes[length..];
        if rest.is_empty() {
            return Ok(());
        }
        if std::mem::replace(&mut self.begin, Begin::Written) == Begin::Other && may_be_mark(rest) {
            out(&width.encoded(NO_TOKEN))?;
        }
        out(rest)
    }

    fn width(&self) -> Width {
        self.tracker.as_ref().map_or(Width::Byte, |(_, encoding)| Width::of(encoding))
    }

    /// Writes a patch in the place of a range of the input.
    fn write_patch(
        &mut self,
        TextPatch { range, text, joint, .. }: TextPatch,
        encoding: &'static Encoding,
        out: &mut impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        if range.is_empty() && !text.is_empty() {
            self.inserted = Some(range.start);
        }
        let width = self.width();
        let text = self.seam.patch(text, joint, &self.input[..self.written], width);
        let before = self.tracker.and_then(|(tracker, _)| tracker.escape());
        self.written += self.pass(range.end);
        let after = self.tracker.and_then(|(tracker, _)| tracker.escape());
        let states = || [&before, &after].map(|escape| escape.as_ref().map_or(ASCII_STATE, |e| e));
        let bytes = match encoding == UTF_8 {
            true => Cow::Borrowed(text.as_bytes()),
            false => encode(encoding, &text, states, &self.input[self.written..]).into(),
        };
        let begin = if bytes.is_empty() { Begin::Other } else { Begin::Written };
        let is_first = self.begin != Begin::Written;
        if is_first {
            self.begin = begin;
        }
        if bytes.is_empty() {
            return Ok(());
        }
        if is_first && may_be_mark(&bytes) {
            out(&width.encoded(NO_TOKEN))?;
        }
        out(&bytes)?;
        self.keep_spare(text);
        Ok(())
    }
}

/// A text that the parser ignores. It is written before a character that would be a byte order mark
/// at the start of the output, but is none in the input.
///
/// <https://html.spec.whatwg.org/#parse-error-missing-end-tag-name>
const NO_TOKEN: &str = "</>";

/// Whether bytes begin with a byte order mark, as far as they are known.
///
/// <https://encoding.spec.whatwg.org/#bom-sniff>
fn may_be_mark(bytes: &[u8]) -> bool {
    const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];
    MARKS.iter().any(|mark| bytes.starts_with(mark) || mark.starts_with(bytes))
}

const EMPTY: TextPatch =
    TextPatch { range: 0..0, text: String::new(), joint: Joint::Markup, of: None, is_rest: false };
