//! Structural edits. The match's source is parsed alone, inside start tags that recreate its
//! surroundings; the patches of that small document are shifted into the stream.

use std::collections::HashMap;
use std::ops::Range;

use crate::dom::{Document, ElementRef, NodeId, TreeError};
use crate::elements::ElementClass;
use crate::names::{Namespace, known};
use crate::parse::Context;
use crate::source_edits::InexactReason;
use crate::source_edits::newlines::text_as_it_came;
use crate::stream::held::Around;
use crate::tree_sink::ClosedBy;

use super::composed::{Replacement, composed, joined, patched};
use super::content::{Content, Side};
use super::error::RewriteError;
use super::excerpt::Place;
use super::excerpt::{Excerpt, Wrappers, surroundings, tag_after, takes_text};
use super::found::Found;
use super::output::{TextPatch, as_written};
use super::rewrite_match::RewriteMatch;
use super::seam::Joint;
use super::unfinished::{ends_in_tag, leaves_marker, pushes_marker};

/// How many elements around a match are looked at that an end tag in it may have closed.
const MAX_AROUND: usize = 600;

impl<'r> RewriteMatch<'r> {
    /// Edits the match as an element of a document of its own, in which its source is parsed inside
    /// the elements around it. `drops_content` tells that its content goes. Returns why the source
    /// does not express the edits exactly, if so.
    pub(super) fn edit_source(
        &mut self,
        drops_content: bool,
        edit: impl FnOnce(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        let allows_it = !self.found.is_at_start || self.stream.knows_structure();
        let end = self.found.end.filter(|_| allows_it).ok_or(RewriteError::NotComplete)?;
        if matches!(self.place, Place::Gone) {
            return Err(RewriteError::Removed);
        }
        let stream = self.stream;
        self.tag_edits.settle(stream, self.output);
        let range = stream.offset_of(self.found.tag.start)..stream.offset_of(end);
        let document = stream.lent_document();
        let text = text_as_it_came(&document.strings, self.found.tag.start..end);
        self.work.spend(text.len(), stream.offset_of(stream.last_token().end))?;
        let (excerpt, parsed) = self.excerpt(&text).ok_or(RewriteError::NotAlone)?;
        let implies_copy = self.found.around.has_copied;
        let needs_reconstruction = self.found.around.needs_reconstruction
            || stream.needs_reconstruction()
            || stream.before_token().needs_reconstruction;
        let ends = self.ends();
        let has_end_tags = self.has_outer_end_tags(&text);
        let row = self.element.element_name().row();
        let hides_end_tags = has_end_tags && row.is_in(ElementClass::BOUNDARIES);
        let parent = self.element.parent_element();
        let is_nested = parent.is_none_or(|parent| stream.is_nested_as_open(parent, MAX_AROUND));
        // Elements around it were open before, or formatting elements in effect. The start tags of
        // these two take another one out of effect.
        let name = &self.element;
        let takes_one = name.is_html_named(known::A) || name.is_html_named(known::NOBR);
        let closes_outer =
            has_end_tags && !is_nested || (has_end_tags || takes_one) && needs_reconstruction;
        let may_leave_in_effect =
            !self.found.around.closed.is_empty() || has_in_effect(self.element);
        let output = &mut *self.output;
        let by = self.found.closed_by;
        let follows_pre = self.found.around.follows_pre && !output.has_text_at(range.start);
        // A tag that is kept breaks out of foreign content, too.
        let is_foreign = self.element.namespace() != Namespace::Html;
        let is_unfinished = self.found.closed_by == ClosedBy::EndOfFile || is_foreign;
        let splits = is_unfinished && output.keeps_within(&range) || ends_body(&text);
        let is_cut = by == ClosedBy::EndOfFile && ends_in_tag(stream, self.options);
        let before = output.take_within(&range).ok_or(RewriteError::NotAlone)?;
        let before = as_written(before, &range, &text);
        if before.last().is_some_and(|last| last.range.end > text.len()) {
            // A carriage return at the end of the input is not in the source yet.
            joined(before).into_iter().for_each(|one| output.insert(TextPatch::of(one, &range)));
            return Err(RewriteError::NotAlone);
        }
        let mut edited = excerpt.edited(parsed, &text, &before, self.place, |_| true, edit);
        if let Ok(edited) = &mut edited
            && (drops_content || matches!(edited.place, Place::Gone))
            && (stream.acts_elsewhere(self.found.element)
                || stream.has_stray_marker()
                || closes_outer
                || matches!(edited.place, Place::Gone) && !ends.may_go())
        {
            edited.inexact.push(InexactReason::ActsElsewhere);
        }
        let element = self.element;
        let name = element.name().len();
        let (tag, length) = (self.found.tag.len(), patched(&text, &before).len());
        let is_moved = self.found.around.is_moved;
        let leaves_marker =
            leaves_marker(self.element) && !by.is_own_tag() && by != ClosedBy::EndOfFile;
        let goes_on = by != ClosedBy::EndOfFile;
        let is_misplaced = |patch: &Replacement| {
            let is_of_attribute = patch.range.start > name && patch.range.end < tag;
            implies_copy && patch.range.start <= name
                || is_moved && (patch.range.start == 0 || patch.range.end == length)
                || needs_reconstruction && !is_of_attribute && !patch.text.is_empty()
                // A tag that is kept would come into an unfinished token.
                || splits && !is_of_attribute
                || is_cut && patch.range.end == length && !patch.text.is_empty()
                || leaves_marker && !is_of_attribute && patch.range.start <= name
                || hides_end_tags && !is_of_attribute && !patch.range.is_empty()
                    && patch.range.start <= name
                || !ends.fit(patch, length)
        };
        // Without its tags, an end tag in it may be one of an element around it.
        let is_of_tags =
            |one: &Replacement| one.range.start <= name && !one.range.is_empty() && has_end_tags;
        if let Ok(edited) = &mut edited
            && edited.inexact.is_empty()
            && !edited.patches.is_empty()
            && (may_leave_in_effect || edited.patches.iter().any(is_of_tags))
            && excerpt.probe.ends_with('x')
            && by != ClosedBy::EndOfFile
        {
            let was = patched(&text, &before);
            let is_now = patched(&was, &edited.patches);
            if excerpt.path_after(&was) != excerpt.path_after(&is_now) {
                edited.inexact.push(InexactReason::ActsElsewhere);
            }
        }
        let closes_more = |patches: &[Replacement]| {
            let was = patched(&text, &before);
            goes_on
                && patches.iter().any(|patch| patch.text.contains("</"))
                && closes_in_effect(element, &was, &patched(&was, patches))
        };
        if let Ok(edited) = &mut edited
            && edited.inexact.is_empty()
            && (edited.patches.iter().any(is_misplaced) || closes_more(&edited.patches))
        {
            edited.inexact.push(InexactReason::Misplaced);
        }
        let (after, result) = match edited {
            Ok(edited) if self.is_strict && !edited.inexact.is_empty() => {
                (before, Err(RewriteError::Inexact(edited.inexact[0])))
            }
            Ok(edited) => {
                self.place = edited.place;
                let at_start = edited.patches.iter().filter(|patch| patch.range == (0..0));
                at_start.for_each(|patch| self.found.around.inserted.push_str(&patch.text));
                let mut after = composed(before, edited.patches.into_iter());
                if follows_pre && patched(&text, &after).is_empty() {
                    // The parser drops it, and no other that comes next.
                    after = vec![Replacement { range: 0..text.len(), text: "\n".to_owned() }];
                }
                if !self.found.closed_by.is_own_tag() {
                    let (names, implied) = excerpt.left_open(&patched(&text, &after));
                    *self.left_open = Some((self.found.element, names, implied));
                }
                (after, Ok(edited.inexact))
            }
            Err(error) => (before, Err(error)),
        };
        let scripting = self.options.get_scripting();
        let is_raw = self.element.element_name().is_raw_text(scripting);
        let in_content = is_raw && !matches!(self.place, Place::Gone);
        for one in joined(after) {
            let is_inside = in_content && one.range.start > 0;
            let patch = TextPatch::of(one, &range);
            let joint = if is_inside { Joint::Raw } else { patch.joint };
            output.insert(TextPatch { joint, ..patch });
        }
        result
    }

    /// Inserts content beside a complete element or into it, if it is known without a parse how.
    /// Returns whether it did.
    pub(super) fn insert_untried(&mut self, side: Side, content: Content<'_>) -> bool {
        let Some(range) = self.range_of_tags() else { return false };
        // Elsewhere, and after other edits, the excerpt tells.
        let is_gone = matches!(self.place, Place::Gone);
        if is_gone || !self.ends().are_in_body() || !self.found.around.inserted.is_empty() {
            return false;
        }
        let place = match side {
            Side::Before => self.found.tag.start,
            Side::Prepend => self.found.tag.end,
            Side::Append => self.stream.last_token().start,
            Side::After => self.stream.last_token().end,
        };
        // The end tag may have taken formatting elements out of effect.
        if side == Side::Append && self.stream.before_token().needs_reconstruction {
            return false;
        }
        let is_void = self.found.closed_by == ClosedBy::OwnStartTag;
        let goes_in = matches!(side, Side::Prepend | Side::Append);
        if is_void && goes_in || self.output.is_patched(&range) || self.output.is_cutting() {
            return false;
        }
        let Some(text) = self.known_text(side, content) else { return false };
        self.tag_edits.settle(self.stream, self.output);
        let at = self.stream.offset_of(place);
        if side == Side::Before {
            self.found.around.inserted.push_str(&text);
        }
        let patch = TextPatch::new(at..at, text);
        match side {
            // Each is right after the element.
            Side::After => self.output.insert_first(patch),
            _ => self.output.insert(patch),
        }
        true
    }

    /// Returns the range of the element, if nothing but its own tags begins and ends it: the last
    /// token has ended it, and no other element with it.
    fn range_of_tags(&self) -> Option<Range<u64>> {
        let (found, stream) = (&self.found, self.stream);
        let around = &found.around;
        let parent = self.element.as_node().parent().map(|parent| parent.id().node_index());
        let is_alone = match found.closed_by {
            ClosedBy::OwnStartTag => stream.last_token() == found.tag,
            ClosedBy::OwnEndTag => stream.has_closed_only(found.element),
            _ => false,
        };
        let is_as_written = is_alone
            && stream.knows_structure()
            && found.end == Some(stream.last_token().end)
            && stream.current_node() == parent
            && !around.needs_reconstruction
            && !around.has_copied;
        is_as_written
            .then(|| stream.offset_of(found.tag.start)..stream.offset_of(stream.last_token().end))
    }

    /// Whether the source of the match has end tags that may be of elements around it: more than
    /// start tags with that name before them.
    fn has_outer_end_tags(&self, text: &str) -> bool {
        if text.matches("</").nth(1).is_none() && self.found.closed_by == ClosedBy::OwnEndTag {
            return false;
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

    /// Returns the excerpt of the match with the parsed tree: inside the elements around it, or in
    /// its parent alone, because not all elements around it need come from tags.
    fn excerpt(&self, text: &str) -> Option<(Excerpt<'r>, (Document, NodeId))> {
        surroundings(self.element, self.stream).into_iter().find_map(|(wrappers, is_alone)| {
            let excerpt = Excerpt { is_alone, ..self.excerpt_in(wrappers) };
            let parsed = excerpt.parsed(text)?;
            Some((excerpt, parsed))
        })
    }

    pub(super) fn excerpt_in(&self, (wrappers, parent): Wrappers<'r>) -> Excerpt<'r> {
        let Found {
            around: Around { closed, implied, follows_pre, inserted, .. }, closed_by, ..
        } = &self.found;
        let tag = |name: &str| format!("<{name}>");
        // The start tag of the match implies the other parts of a table again. Nearly all that
        // comes next implies a `head`, too, so that needs no tag when the match goes.
        let implied = wrappers.iter().rev().take(*implied).take_while(|name| **name != "head");
        let tagged = &wrappers[..wrappers.len() - implied.count()];
        let mut prefix: String = tagged.iter().copied().map(tag).collect();
        let around = self.element.parent_element();
        let is_in_pre = around.is_some_and(|one| one.element_name().drops_line_feed());
        let has_text = || self.output.has_text_at(self.stream.offset_of(self.found.tag.start));
        if is_in_pre && !tagged.is_empty() && (!follows_pre || has_text()) {
            // The parser ignores this line feed, and so keeps one at the start of the match.
            prefix.push('\n');
        }
        prefix.extend(closed.iter().map(|name| tag(name)));
        prefix.push_str(inserted);
        let has_wrapper = |name: &str| wrappers.iter().any(|one| one.eq_ignore_ascii_case(name));
        let strings = &self.stream.lent_document().strings;
        let suffix = match *closed_by {
            ClosedBy::StartTag(name) => tag(strings.name(name)),
            ClosedBy::EndTag(name) if has_wrapper(strings.name(name)) => {
                format!("</{}>", strings.name(name))
            }
            // The next tag is not known.
            by if by.is_own_tag() && parent.is_some() => "<!---->".to_owned(),
            _ => String::new(),
        };
        let probe = tag_after(*closed_by, (&wrappers, parent), strings).unwrap_or_else(|| {
            let takes_text = *closed_by == ClosedBy::Other || around.is_some_and(takes_text);
            if takes_text { "x".to_owned() } else { String::new() }
        });
        Excerpt {
            options: self.options.clone().lossless(true),
            context: parent.map(Context::from),
            prefix,
            closes: !closed.is_empty(),
            has_inserted: !inserted.is_empty(),
            is_alone: false,
            suffix,
            probe,
            wrappers,
            element: self.element,
            encoding: self.stream.encoding(),
        }
    }
}

/// Whether the source of an element may have an end tag of the `body` or of the `html` element,
/// which an excerpt ignores.
fn ends_body(text: &str) -> bool {
    let is_end = |(at, _): (usize, &str)| {
        let name = text.as_bytes().get(at + 2..at + 6).unwrap_or_default();
        name.eq_ignore_ascii_case(b"body") || name.eq_ignore_ascii_case(b"html")
    };
    text.match_indices("</").any(is_end)
}

/// Whether an edit of the source of an element closes one in it that stays in effect when other
/// tags close it. `was` is the source before the edit, `is_now` after it.
fn closes_in_effect(element: ElementRef<'_>, was: &str, is_now: &str) -> bool {
    let stays = |one: &ElementRef<'_>| leaves_marker(*one) || one.is_html_named(known::FORM);
    let mut all = std::iter::once(element).chain(element.descendant_elements());
    all.by_ref().filter(stays).any(|one| {
        let unclosed = |text: &str| {
            let count = |start: &str| text.matches(&format!("{start}{}", one.name())).count();
            count("<").saturating_sub(count("</"))
        };
        // The pointer has lost the form by its first end tag.
        let is_lost = one.is_html_named(known::FORM) && was.contains("</form");
        !is_lost && unclosed(is_now) < unclosed(was)
    })
}

/// Whether an element is one that stays in effect until it is closed in the right place, or has
/// one in it.
fn has_in_effect(element: ElementRef<'_>) -> bool {
    let mut all = std::iter::once(element).chain(element.descendant_elements());
    all.any(|one| one.element_name().is_formatting() || pushes_marker(one.element_name()))
}
