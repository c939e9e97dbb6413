//! The source of a complete element that is edited: which edits of it are not exact, because it
//! acts on later content.

use std::collections::HashMap;

use memchr::memchr_iter;

use crate::dom::{ElementRef, NodeIndex};
use crate::elements::ElementClass;
use crate::names::{LocalName, Namespace, known};
use crate::parse::{ParseOptions, Section};
use crate::source_edits::InexactReason;
use crate::stream::leaf::has_only_text;
use crate::stream::observer::BODIES;
use crate::stream::parser::StreamParser;
use crate::tree_sink::ClosedBy;

use super::changed_later::{Effect, Patched};
use super::composed::{Replacement, patched, patched_length};
use super::excerpt::{Edited, Excerpt, TargetPlace};
use super::found::Found;
use super::noahs_ark::takes_out_of_effect;
use super::surroundings::Ends;
use super::unfinished::{ends_in_tag, leaves_marker};

/// How many elements around a match are looked at that an end tag in it may have closed.
const MAX_AROUND: usize = 600;

const SHADOW_ROOT_MODE: &[u8] = b"shadowrootmode";

/// The source of a complete element that is edited.
pub(super) struct Stretch<'s, 'r> {
    pub(super) element: ElementRef<'r>,
    pub(super) found: &'s Found,
    pub(super) stream: &'r StreamParser,
    pub(super) options: &'s ParseOptions,
    pub(super) excerpt: &'s Excerpt<'r>,
    pub(super) ends: Ends<'r>,
    pub(super) text: &'s str,
    /// The patches that earlier edits have made in the source.
    pub(super) before: &'s [Replacement],
    /// How many tags in the source act elsewhere, so that they stay.
    pub(super) kept_tags: usize,
    /// Whether the source has elements that may stay in effect after it.
    pub(super) has_in_effect: bool,
    /// Whether the edit drops the content.
    pub(super) drops_content: bool,
}

impl Stretch<'_, '_> {
    /// Adds the reasons why an edit that is exact in the excerpt is not exact in the document.
    /// Returns the `select` in which the edit may change which `option` is selected.
    pub(super) fn judge(&self, edited: &mut Edited) -> Option<NodeIndex> {
        let is_gone = matches!(edited.place, TargetPlace::Gone);
        let has_end_tags = self.has_outer_end_tags();
        if (self.drops_content || is_gone) && self.content_acts_elsewhere(has_end_tags)
            || is_gone && !self.ends.may_go()
        {
            edited.inexact.push(InexactReason::ActsElsewhere);
        }
        if edited.inexact.is_empty() && self.changes_footing(&edited.patches, has_end_tags) {
            edited.inexact.push(InexactReason::ActsElsewhere);
        }
        if edited.inexact.is_empty()
            && (self.has_misplaced(&edited.patches, has_end_tags)
                || is_gone && self.is_loose(&edited.patches))
        {
            edited.inexact.push(InexactReason::Misplaced);
        }
        let effect = self.effect_on_later_changes(&edited.patches);
        if edited.inexact.is_empty() {
            edited.inexact.extend(effect.inexact);
        }
        effect.select
    }

    /// Returns how the patches act on what the parser changes later.
    fn effect_on_later_changes(&self, patches: &[Replacement]) -> Effect {
        let text = &patched(self.text, self.before);
        let has_end_tag = self.found.closed_by == ClosedBy::OwnEndTag;
        let element = Patched { element: self.element, text, tag: self.tag_length(), has_end_tag };
        element.effect(patches, self.options, self.stream)
    }

    /// Whether the content acts on later content. `has_end_tags` tells that it has end tags that
    /// may be of elements around it.
    fn content_acts_elsewhere(&self, has_end_tags: bool) -> bool {
        let parent = self.element.parent_element();
        let is_nested =
            || parent.is_none_or(|parent| self.stream.is_nested_as_open(parent, MAX_AROUND));
        self.stream.acts_elsewhere(self.found.element)
            || self.stream.has_stray_marker()
            // Tags in it may have closed elements around it, or taken formatting elements out of
            // effect.
            || (has_end_tags || takes_outer(self.element)) && !is_nested()
            || (has_end_tags || takes_one(self.element)) && self.needs_reconstruction()
    }

    /// Whether the patches change the state of the parser after the element.
    fn changes_footing(&self, patches: &[Replacement], has_end_tags: bool) -> bool {
        let by = self.found.closed_by;
        let may_change = has_end_tags
            || self.has_in_effect
            || self.element.namespace() != Namespace::Html
            || !self.found.around.closed.is_empty();
        may_change && !patches.is_empty() && by != ClosedBy::EndOfFile && {
            let was = patched(self.text, self.before);
            let is_now = patched(&was, patches);
            let footing = |text: &str| self.excerpt.footing_after(text, by.is_own_tag());
            footing(&was) != footing(&is_now)
        }
    }

    /// Whether a patch would be read at another place in the document than in the excerpt.
    fn has_misplaced(&self, patches: &[Replacement], has_end_tags: bool) -> bool {
        let (by, around) = (self.found.closed_by, &self.found.around);
        let (name, tag) = (self.element.name().len(), self.tag_length());
        let length = patched_length(self.text, self.before);
        let is_at_end = by == ClosedBy::EndOfFile;
        let needs_reconstruction = self.needs_reconstruction();
        let end_tag = format!("</{}", self.element.name());
        // A tag that is kept would come into an unfinished token, or break out of foreign content.
        let is_unfinished = is_at_end || self.element.namespace() != Namespace::Html;
        let splits = is_unfinished && self.kept_tags > 0 || ends_body(self.text);
        let keeps_ignored_tags = self.keeps_ignored_tags(patches);
        let is_cut = is_at_end && ends_in_tag(self.stream, self.options);
        let leaves_marker = leaves_marker(self.element) && !by.is_own_tag() && !is_at_end;
        let is_boundary = self.element.element_name().row().is_in(ElementClass::BOUNDARIES);
        // The first tags in a template tell what else the template takes. Only a `<template for>`
        // has elements that are lent, and the excerpt has them outside of it.
        let leads_template =
            matches!(around.before.section, Section::Template | Section::TemplateOfTable);
        // In the excerpt, such an end tag may close the element too early. In the document, a table
        // may be between the two.
        let may_end_early = (around.is_moved || self.excerpt.has_others_open) && has_end_tags;
        patches.iter().any(|patch| {
            let is_of_attribute = patch.range.start > name && patch.range.end < tag;
            let is_of_name = !is_of_attribute && patch.range.start <= name;
            may_end_early
                || around.has_copied && patch.range.start <= name
                || around.is_moved
                    && (patch.range.start == 0
                        || patch.range.end == length
                        || patch.text.contains(&end_tag))
                || needs_reconstruction && !is_of_attribute && !patch.text.is_empty()
                || splits && !is_of_attribute
                || !is_of_attribute && !patch.range.is_empty() && keeps_ignored_tags
                || is_cut && patch.range.end == length && !patch.text.is_empty()
                || leaves_marker && is_of_name
                || leads_template && is_of_name && !patch.range.is_empty()
                || is_boundary && has_end_tags && is_of_name && !patch.range.is_empty()
                || takes_out_of_effect(&patch.text, self.stream)
                || !self.ends.fit(patch, length)
        })
    }

    /// Whether patches may leave start tags that the parser has ignored, and that the excerpt
    /// ignores in any case: of `html`, `body` and `frameset`. Only as of 2024, a `select` ignores
    /// them.
    fn keeps_ignored_tags(&self, patches: &[Replacement]) -> bool {
        let ignores = |text: &str| ignored_by_excerpts(text) > self.kept_tags;
        !self.options.get_revision().has_relaxed_select()
            && !has_only_text(self.element.element_name(), self.options.get_scripting())
            && ignores(self.text)
            && ignores(&patched(&patched(self.text, self.before), patches))
    }

    /// Whether the text that the patches leave in place of the element would be read in another way
    /// than in the excerpt. Between the rows of a table, all adjacent text decides whether the
    /// parser moves a text. And a `template` would attach a shadow root to the parent, which is no
    /// host in an excerpt.
    fn is_loose(&self, patches: &[Replacement]) -> bool {
        let parent = self.element.parent_element();
        let in_rows =
            parent.is_some_and(|one| one.element_name().row().is_in(ElementClass::FOSTERS));
        let is_now = patched(&patched(self.text, self.before), patches);
        let has_text = !(is_now.starts_with('<') && is_now.ends_with('>'));
        let is_mode = |part: &[u8]| part.eq_ignore_ascii_case(SHADOW_ROOT_MODE);
        let has_shadow_root = || is_now.as_bytes().windows(SHADOW_ROOT_MODE.len()).any(is_mode);
        !is_now.is_empty()
            && (in_rows && has_text
                || self.options.get_declarative_shadow_roots() && has_shadow_root())
    }

    /// Whether text before the element, in it or after it would be in a formatting element that is
    /// created anew.
    fn needs_reconstruction(&self) -> bool {
        self.found.around.needs_reconstruction
            || self.stream.needs_reconstruction()
            || self.stream.before_token().needs_reconstruction
    }

    /// Returns the length of the start tag with the patches so far.
    fn tag_length(&self) -> usize {
        let written = self.found.tag.len();
        let is_in_tag = |one: &&Replacement| one.range.start < written && one.range.end <= written;
        let of_tag = self.before.iter().filter(is_in_tag);
        of_tag.fold(written, |length, one| length + one.text.len() - one.range.len())
    }

    /// Whether the source of the match has end tags that may be of elements around it: more than
    /// start tags with that name before them. Start tags of a `form` that the parser ignores, as in
    /// another `form`, do not count.
    fn has_outer_end_tags(&self) -> bool {
        let text = self.text;
        if end_tags(text).nth(1).is_none() && self.found.closed_by == ClosedBy::OwnEndTag {
            return false;
        }
        if is_form_ignored(self.element, text) {
            return true;
        }
        let mut open: HashMap<String, usize> = HashMap::new();
        text.match_indices('<').any(|(at, _)| {
            let rest = &text[at + 1..];
            let name = |rest: &str| {
                let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '<' | '>');
                rest[..rest.find(is_end).unwrap_or(rest.len())].to_ascii_lowercase()
            };
            match rest.strip_prefix('/') {
                Some(rest) => match open.get_mut(&name(rest)) {
                    Some(count) if *count > 0 => {
                        *count -= 1;
                        false
                    }
                    _ => rest.starts_with(|c: char| c.is_ascii_alphabetic()),
                },
                None => {
                    *open.entry(name(rest)).or_default() += 1;
                    false
                }
            }
        })
    }
}

/// Whether the parser has ignored the start tag of a `form` in the source of an element, which has
/// an end tag of a `form`, too.
fn is_form_ignored(element: ElementRef<'_>, text: &str) -> bool {
    if !end_tags(text).any(|at| starts_with_form(text, at + 2)) {
        return false;
    }
    let starts = memchr_iter(b'<', text.as_bytes());
    let tag_count = starts.filter(|at| starts_with_form(text, at + 1)).count();
    let inside = element.descendant_elements().filter(|one| one.is_html_named(known::FORM));
    tag_count > inside.count() + usize::from(element.is_html_named(known::FORM))
}

/// Whether the name `form` begins at an offset of a text.
fn starts_with_form(text: &str, at: usize) -> bool {
    text.as_bytes()[at..].get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"form"))
}

/// Whether the source of an element may have an end tag of the `body` or of the `html` element,
/// which an excerpt ignores.
fn ends_body(text: &str) -> bool {
    end_tags(text).any(|at| {
        let name = text.as_bytes().get(at + 2..at + 6).unwrap_or_default();
        name.eq_ignore_ascii_case(b"body") || name.eq_ignore_ascii_case(b"html")
    })
}

/// Returns how many start tags in the source of an element, after its own, are ignored in excerpts.
fn ignored_by_excerpts(text: &str) -> usize {
    let is_ignored = |at: &usize| {
        let is_named = |name: LocalName| {
            let name = name.known_text().unwrap_or_default().as_bytes();
            let written = text.as_bytes().get(at + 1..at + 1 + name.len());
            written.is_some_and(|written| written.eq_ignore_ascii_case(name))
        };
        *at > 0 && BODIES.into_iter().chain([known::HTML]).any(is_named)
    };
    memchr_iter(b'<', text.as_bytes()).filter(is_ignored).count()
}

/// Returns where `</` is in a text.
// A script is a long text, and a search for both characters at once takes twenty times as long.
fn end_tags(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    memchr_iter(b'<', bytes).filter(|at| bytes.get(at + 1) == Some(&b'/'))
}

/// Whether the start tag of an element takes another one out of effect.
fn takes_one(element: ElementRef<'_>) -> bool {
    element.is_html_named(known::A) || element.is_html_named(known::NOBR)
}

/// Whether the start tag of an element, or of one in it, may have taken one around it out of
/// effect.
fn takes_outer(element: ElementRef<'_>) -> bool {
    takes_one(element) || element.descendant_elements().any(takes_one)
}
