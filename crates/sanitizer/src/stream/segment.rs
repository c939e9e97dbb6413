//! Reads segments, and finds their ends.

use consomme::driver::{Driver, Step};
use consomme::{Document, NodeId, NodeRef};

use crate::text::{PRIMARY, Reading};
use crate::walk::tags;

use super::probe::{Probe, may_leave_markers};

/// How many ends are tried in a text.
const TRIES: usize = 3;

/// A part of a text, read after the start tags of the elements that are open before it.
pub(super) struct Segment {
    pub(super) tree: Document,
    /// The elements that are open before it, from the outermost in.
    pub(super) resumed: Vec<NodeId>,
    /// The elements that are open after it, from the outermost in.
    pub(super) open: Vec<NodeId>,
}

/// An element that is written already is not where it was.
pub(super) struct HasMoved;

impl Segment {
    /// Reads the last segment.
    pub(super) fn last(reading: &Reading<'_>, before: &[String], text: &str) -> Option<Segment> {
        let tree = reading.parse(PRIMARY, &(reopened(before) + text));
        let resumed = resumed(&tree, before)?;
        Some(Segment { tree, resumed, open: Vec::new() })
    }

    /// Reads the segment at the start of a text, with its length. `None` if the text has no end of
    /// one; if `is_patient`, none where later content may change what is written.
    pub(super) fn cut(
        reading: &Reading<'_>,
        before: &[String],
        text: &str,
        is_patient: bool,
    ) -> Result<Option<(Segment, usize)>, HasMoved> {
        let mut end = text.len();
        for _ in 0..TRIES {
            let Some(at) = end_before(text, end) else { return Ok(None) };
            if let Some(segment) = Segment::up_to(reading, before, &text[..at], is_patient)? {
                return Ok(Some((segment, at)));
            }
            // Perhaps it was in a script or a comment.
            end = at / 2;
        }
        Ok(None)
    }

    fn up_to(
        reading: &Reading<'_>,
        before: &[String],
        text: &str,
        is_patient: bool,
    ) -> Result<Option<Segment>, HasMoved> {
        let start = reopened(before);
        let mut probe = Probe::of(&start, text);
        let options = reading.options_of(PRIMARY);
        let mut driver = Driver::for_fragment(&options, reading.context.clone());
        driver.feed_str(&start);
        driver.feed_str(text);
        driver.feed_str(&probe.first());
        // At a limit, the parse is finished.
        while !matches!(driver.step(), Step::NeedsInput | Step::Finished) {}
        let tree = driver.document();
        if !probe.find_open(&tree) || is_patient && probe.is_movable || may_leave_markers(&tree) {
            return Ok(None);
        }
        let rest = probe.rest(&tree);
        drop(tree);
        driver.feed_str(&rest);
        driver.end();
        while driver.step() != Step::Finished {}
        let mut tree = driver.finish_document();
        let Some(nodes) = probe.nodes(&tree) else { return Ok(None) };
        for node in nodes {
            let removed = tree.detach(node);
            debug_assert!(removed.is_ok(), "it is a node of the document");
        }
        let resumed = resumed(&tree, before).ok_or(HasMoved)?;
        Ok(Some(Segment { tree, resumed, open: probe.open }))
    }

    /// Returns the start tags of the elements that are open after it.
    pub(super) fn open_tags(&self) -> Vec<String> {
        let open = self.open.iter().filter_map(|id| self.tree.element(*id));
        open.map(|element| tags(&self.tree, element).0).collect()
    }
}

/// Returns the last place before `end` after a `>`; not at the end of the text, and not before a
/// byte order mark, which a parser drops at the start.
fn end_before(text: &str, end: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[..end.min(text.len())];
    let mut at = bytes.len();
    loop {
        at = bytes[..at].iter().rposition(|byte| *byte == b'>')?;
        let rest = &text[at + 1..];
        if !rest.is_empty() && !rest.starts_with('\u{FEFF}') {
            return Some(at + 1);
        }
    }
}

/// Returns the markup that opens elements once more.
fn reopened(tags: &[String]) -> String {
    let mut markup = tags.concat();
    let drops_line_feed = |tag: &String| {
        ["<pre>", "<pre ", "<listing>", "<listing "].iter().any(|it| tag.starts_with(it))
    };
    if tags.last().is_some_and(drops_line_feed) {
        markup.push('\n');
    }
    markup
}

/// Returns the elements that are open before a segment in its tree; `None` if one is not where it
/// was, because content moved before it or out of it.
fn resumed(tree: &Document, tags_before: &[String]) -> Option<Vec<NodeId>> {
    let mut holder = tree.root();
    let mut found = Vec::with_capacity(tags_before.len());
    for tag in tags_before {
        let first = holder.first_child()?;
        let element = NodeRef::as_element(first)?;
        if tags(tree, element).0 != *tag {
            return None;
        }
        found.push(first.id());
        holder = first;
    }
    Some(found)
}

/// Returns whether a text may have a `<template for>`. Perhaps it has none, if it says so.
pub(super) fn may_have_template_for(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let is_template = rest.get(..8).is_some_and(|it| it.eq_ignore_ascii_case("template"));
        if !is_template {
            continue;
        }
        // Without quotation marks, the first `>` ends the tag.
        let end = rest.find(['>', '"', '\'']).unwrap_or(rest.len());
        let tag = match rest[end..].starts_with('>') {
            true => &rest[..end],
            false => rest,
        };
        if tag.to_ascii_lowercase().contains("for") {
            return true;
        }
    }
    false
}
