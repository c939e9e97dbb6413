//! Structural edits of an element at its start tag, in constant memory: nothing of its content is
//! kept. An edit is checked on an element without content in its place; edits at the end of the
//! element wait for that end.

use std::ops::Range;

use crate::dom::{Document, NodeId, TreeError};
use crate::source_edits::InexactReason;
use crate::source_edits::newlines::text_as_it_came;

use super::at_end::{Cut, EndTag};
use super::composed::{Replacement, patched};
use super::content::{Content, OwnedContent, Side};
use super::error::RewriteError;
use super::excerpt::TargetPlace;
use super::excerpt::{Edited, Excerpt, surroundings};
use super::rewrite_match::RewriteMatch;
use super::untried::{inserted_text, is_removed_alone};
use crate::stream::leaf::has_only_text;

/// An edit that was tried on an element without content.
#[derive(Default)]
struct Tried {
    /// The start tag and the end tag.
    text: String,
    /// The length of the start tag.
    length: usize,
    patches: Vec<Replacement>,
    inexact: Vec<InexactReason>,
}

impl Tried {
    /// Returns the text that patches insert at an offset. `None` if there are other patches.
    fn inserted_at(&self, at: usize) -> Option<String> {
        let is_there = |patch: &Replacement| patch.range == (at..at);
        let patches = &self.patches;
        patches.iter().all(is_there).then(|| patches.iter().map(|one| &*one.text).collect())
    }
}

impl RewriteMatch<'_> {
    /// Whether the element is lent at its start tag, and has an end that comes later.
    pub(super) fn is_before_content(&self) -> bool {
        self.found.end.is_none()
    }

    /// Inserts something beside the element or into it.
    pub(super) fn insert_at_start(
        &mut self,
        side: Side,
        content: Content<'_>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        let is_place = |at: &Range<usize>, length: usize| match side {
            Side::Before => *at == (0..0),
            Side::Prepend => *at == (length..length),
            Side::Append | Side::After => true,
        };
        let (known, tried) = match self.known_text(side, content) {
            Some(known) => (Some(known), Tried::default()),
            None => {
                let tried = self.tried(is_place, |found, document, element| {
                    // Insert the earlier contents, too: together, they close an element only once.
                    let earlier = found.start_edits.before_contents.iter();
                    for one in earlier.filter(|_| side == Side::Before) {
                        let parse = |html: &str| found.parsed_in_parent(html);
                        one.as_content().insert(side, document, element, parse)?;
                    }
                    content.insert(side, document, element, |html| found.parsed_in_parent(html))
                })?;
                (None, tried)
            }
        };
        let mut inexact = tried.inexact.clone();
        if side == Side::Before && self.found.around.has_copied || !self.fits(side, content) {
            inexact.push(InexactReason::Misplaced);
        }
        let inexact = self.judged(inexact, side)?;
        let edits = &mut *self.start_edits;
        match side {
            Side::Before => {
                match known {
                    Some(known) => edits.before += &known,
                    None => edits.before = tried.inserted_at(0).ok_or(RewriteError::NotAlone)?,
                }
                edits.before_contents.push(content.to_owned(None));
            }
            Side::Prepend => {
                let text = known.or_else(|| tried.inserted_at(tried.length));
                let text = text.ok_or(RewriteError::NotAlone)?;
                edits.drops_line_feed = self.element.element_name().drops_line_feed();
                // The content that was prepended earlier no longer follows the start tag, so it
                // needs no line feed for the parser to drop.
                if edits.drops_line_feed && edits.prepend.starts_with('\n') && !text.is_empty() {
                    edits.prepend.remove(0);
                }
                edits.prepend.insert_str(0, &text);
            }
            Side::Append => edits.end.append.push(content.to_owned(known)),
            Side::After => edits.end.after.push(content.to_owned(known)),
        }
        Ok(inexact)
    }

    /// Replaces the content of the element.
    pub(super) fn set_inner_at_start(
        &mut self,
        content: Content<'_>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        self.refuse_late()?;
        let is_content = |at: &Range<usize>, length: usize| *at == (length..length);
        let tried = self.tried(is_content, |found, document, element| {
            content.insert(Side::Append, document, element, |html| found.parsed_in_parent(html))
        })?;
        let inexact = self.judged_unseen(tried.inexact.clone())?;
        let text = tried.inserted_at(tried.length).ok_or(RewriteError::NotAlone)?;
        let edits = &mut *self.start_edits;
        edits.prepend = text;
        edits.end.append.clear();
        edits.end.cut = Some(Cut::Content);
        Ok(inexact)
    }

    /// Removes the element with its content; with `content`, replaces it by that.
    pub(super) fn replace_at_start(
        &mut self,
        content: Option<Content<'_>>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        self.refuse_late()?;
        let has_earlier = !self.start_edits.before_contents.is_empty();
        let tried = match content {
            None if !has_earlier && self.is_removed_alone() => Tried::default(),
            _ => self.tried(
                |_, _| true,
                |found, document, element| {
                    let earlier = found.start_edits.before_contents.iter();
                    for content in earlier.map(OwnedContent::as_content).chain(content) {
                        let parse = |html: &str| found.parsed_in_parent(html);
                        content.insert(Side::Before, document, element, parse)?;
                    }
                    document.detach(element)
                },
            )?,
        };
        let mut inexact = tried.inexact.clone();
        let around = &self.found.around;
        let is_elsewhere = around.is_moved || self.stream.needs_reconstruction();
        let fits = content.is_none_or(|content| self.fits(Side::Before, content));
        if around.has_copied || content.is_some() && is_elsewhere || !fits {
            inexact.push(InexactReason::Misplaced);
        }
        let leads = fits && content.is_some_and(|one| self.leads(one));
        // The start tag has closed a part of a table, and an excerpt does not have the element in
        // that part.
        let closes_part = around.is_moved && !around.closed.is_empty();
        if closes_part || !(leads || self.may_go()) {
            inexact.push(InexactReason::ActsElsewhere);
        }
        let inexact = self.judged_unseen(inexact)?;
        let edits = &mut *self.start_edits;
        edits.before = patched(&tried.text, &tried.patches);
        let start = self.stream.offset_of(self.found.tag.start);
        let follows_pre = self.found.around.follows_pre && !self.output.has_text_at(start);
        if follows_pre && edits.before.is_empty() {
            // The parser drops this line feed, and so keeps one that comes next.
            edits.before.push('\n');
        }
        edits.end.append.clear();
        edits.end.cut = Some(Cut::Element);
        Ok(inexact)
    }

    /// Removes the tags of the element.
    pub(super) fn unwrap_at_start(&mut self) -> Result<Vec<InexactReason>, RewriteError> {
        self.refuse_late()?;
        let tried =
            self.tried(|_, _| true, |_, document, element| document.unwrap_element(element))?;
        let mut inexact = tried.inexact.clone();
        inexact.extend((!self.may_go()).then_some(InexactReason::ActsElsewhere));
        let inexact = self.judged_content(inexact)?;
        let (tag, text) = (0..tried.length, patched(&tried.text, &tried.patches));
        let edits = &mut *self.start_edits;
        edits.tag = vec![Replacement { range: tag, text }];
        edits.end.tag = EndTag::Removed;
        Ok(inexact)
    }

    /// Gives the element another name.
    pub(super) fn rename_at_start(
        &mut self,
        name: &str,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        self.refuse_late()?;
        let mut is_void = false;
        let tried = self.tried(
            |_, _| true,
            |_, document, element| {
                document.rename(element, name)?;
                is_void = document.element(element).is_some_and(|one| one.element_name().is_void());
                Ok(())
            },
        )?;
        if is_void {
            // The content of the element would be outside of the void element.
            return Err(RewriteError::NotComplete);
        }
        let inexact = self.judged_content(tried.inexact.clone())?;
        let edits = &mut *self.start_edits;
        let length = tried.length;
        edits.tag = tried.patches;
        edits.tag.retain(|patch| patch.range.end <= length && patch.range != (length..length));
        edits.end.tag = EndTag::Renamed(name.to_owned());
        Ok(inexact)
    }

    /// Returns the text that inserts content, if that text is known without a try.
    pub(super) fn known_text(&self, side: Side, content: Content<'_>) -> Option<String> {
        let around = &self.found.around;
        if self.is_tried() || around.is_moved || self.stream.needs_reconstruction() {
            return None;
        }
        let closes_or_implies = !around.closed.is_empty() || around.implied > 0;
        let parent = match side {
            Side::Before if closes_or_implies || around.has_copied => return None,
            // The parser may drop a line feed there, or the content may come into a copy of a
            // formatting element.
            Side::Before if around.follows_pre || around.needs_reconstruction => return None,
            Side::Before | Side::After => self.element.parent_element()?,
            // The parser may drop a line feed there.
            _ if self.element.element_name().drops_line_feed() => return None,
            Side::Prepend | Side::Append => self.element,
        };
        inserted_text(parent, content, self.options, self.stream)
    }

    /// Whether the element can be removed without a try.
    fn is_removed_alone(&self) -> bool {
        let around = &self.found.around;
        let has_effects = !around.closed.is_empty() || around.implied > 0 || around.has_copied;
        !self.is_tried() && !has_effects && is_removed_alone(self.element, self.options)
    }

    /// Whether edits are tried, because they may be refused.
    fn is_tried(&self) -> bool {
        !self.stream.knows_structure() || self.start_edits.end.cut == Some(Cut::Element)
    }

    /// Refuses an edit of the whole element if the lent tag is a later one, not the one where the
    /// element starts.
    fn refuse_late(&self) -> Result<(), RewriteError> {
        if self.found.is_late { Err(RewriteError::NotAlone) } else { Ok(()) }
    }

    /// Tries an edit on an element without content in the place of this one. `allowed` tells which
    /// ranges patches may have, given the length of the start tag.
    fn tried(
        &mut self,
        allowed: impl Fn(&Range<usize>, usize) -> bool,
        edit: impl FnOnce(&Self, &mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Result<Tried, RewriteError> {
        if !self.stream.knows_structure() {
            return Err(RewriteError::NotComplete);
        }
        if self.start_edits.end.cut == Some(Cut::Element) {
            return Err(RewriteError::Removed);
        }
        let tag = self.found.tag.clone();
        let mut text = text_as_it_came(&self.stream.lent_document().strings, tag);
        let length = text.len();
        text.push_str(&format!("</{}>", self.element.name()));
        self.work.spend(text.len(), self.stream.offset_of(self.found.tag.end))?;
        for (wrappers, has_others_open) in surroundings(self.element, self.stream) {
            let excerpt = Excerpt { has_others_open, ..self.excerpt_in(wrappers) };
            let document = excerpt.parse(&text);
            let Some(target) = excerpt.target_in(&document) else { continue };
            if document.node(target).first_child().is_some() {
                continue;
            }
            let edit = |document: &mut Document, id: NodeId| edit(self, document, id);
            let allowed = |at: &Range<usize>| allowed(at, length);
            let parsed = (document, target);
            let edited = excerpt.edited(parsed, &text, &[], TargetPlace::ByName, allowed, edit)?;
            let Edited { patches, mut inexact, .. } = edited;
            // End tags of elements that the start tag has closed may act on the content of the
            // element, too.
            let closes = !self.found.around.closed.is_empty() && !patches.is_empty();
            if closes && inexact.is_empty() {
                let footing = |text: &str| excerpt.footing_after(text, true);
                if footing(&text) != footing(&patched(&text, &patches)) {
                    inexact.push(InexactReason::ActsElsewhere);
                }
            }
            return Ok(Tried { text, length, patches, inexact });
        }
        Err(RewriteError::NotAlone)
    }

    /// Adds the reasons for which the surroundings make an insertion inexact.
    fn judged(
        &self,
        mut inexact: Vec<InexactReason>,
        side: Side,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        let is_late = self.found.is_late;
        let in_content = side == Side::Prepend;
        let needs_reconstruction = match side {
            Side::Prepend => self.stream.needs_reconstruction(),
            Side::Before => self.found.around.needs_reconstruction,
            Side::Append | Side::After => false,
        };
        let is_beside = matches!(side, Side::Before | Side::After);
        if in_content && is_late || needs_reconstruction || is_beside && self.found.around.is_moved
        {
            inexact.push(InexactReason::Misplaced);
        }
        self.accepted(inexact)
    }

    /// As [`judged_content`](Self::judged_content), for an edit that removes the content. Content
    /// that is only text does not act elsewhere.
    fn judged_unseen(
        &self,
        inexact: Vec<InexactReason>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        let scripting = self.options.get_scripting();
        if has_only_text(self.element.element_name(), scripting) {
            self.accepted(inexact)
        } else {
            self.judged_content(inexact)
        }
    }

    /// Adds that the edit depends on the content.
    fn judged_content(
        &self,
        mut inexact: Vec<InexactReason>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        if !inexact.contains(&InexactReason::ContentUnseen) {
            inexact.insert(0, InexactReason::ContentUnseen);
        }
        self.accepted(inexact)
    }

    /// Refuses an edit that is not exact, if the rewriter is strict.
    pub(super) fn accepted(
        &self,
        inexact: Vec<InexactReason>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        match inexact.first() {
            Some(reason) if self.is_strict => Err(RewriteError::Inexact(*reason)),
            _ => Ok(inexact),
        }
    }
}
