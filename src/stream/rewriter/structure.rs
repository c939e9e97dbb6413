//! Structural edits. The match's source is parsed alone, inside start tags that recreate its
//! surroundings; the patches of that small document are shifted into the stream.

use std::ops::Range;

use crate::dom::{Document, NodeId, TreeError};
use crate::source_edits::InexactReason;
use crate::source_edits::newlines::text_as_it_came;
use crate::stream::held::Around;
use crate::tree_sink::ClosedBy;

use super::composed::{Replacement, composed, joined, patched};
use super::content::{Content, Side};
use super::error::RewriteError;
use super::excerpt::{Edited, Excerpt, TargetPlace, Wrappers, surroundings};
use super::found::Found;
use super::output::{TextPatch, as_written};
use super::rewrite_match::RewriteMatch;
use super::seam::Joint;
use super::stretch::Stretch;

impl<'r> RewriteMatch<'r> {
    /// Edits the match as an element of a document of its own, in which the source of the match is
    /// parsed inside the elements around it. `drops_content` tells that the edit replaces the
    /// content. Returns why the source does not express the edits exactly, if so.
    pub(super) fn edit_source(
        &mut self,
        drops_content: bool,
        edit: impl FnOnce(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        let allows_it = !self.found.is_at_start || self.stream.knows_structure();
        let end = self.found.end.filter(|_| allows_it).ok_or(RewriteError::NotComplete)?;
        if matches!(self.place, TargetPlace::Gone) {
            return Err(RewriteError::Removed);
        }
        let (stream, start) = (self.stream, self.found.tag.start);
        self.tag_edits.settle(stream, self.output);
        let range = stream.offset_of(start)..stream.offset_of(end);
        let text = text_as_it_came(&stream.lent_document().strings, start..end);
        self.work.spend(text.len(), stream.offset_of(stream.last_token().end))?;
        let (excerpt, parsed) = self.excerpt(&text).ok_or(RewriteError::NotAlone)?;
        let follows_pre = self.found.around.follows_pre && !self.output.has_text_at(range.start);
        let has_in_effect = excerpt.has_in_effect(&parsed.0);
        let before = self.take_patches(&range, &text)?;
        let mut edited = excerpt.edited(parsed, &text, &before, self.place, |_| true, edit);
        let mut select = None;
        if let Ok(edited) = &mut edited {
            let stretch = Stretch {
                element: self.element,
                found: self.found,
                stream,
                options: self.options,
                excerpt: &excerpt,
                ends: self.ends(),
                text: &text,
                before: &before,
                kept_tags: self.output.kept_within(&range),
                has_in_effect,
                drops_content,
            };
            select = stretch.judge(edited);
        }
        let (after, result) = match edited {
            Ok(edited) if self.is_strict && !edited.inexact.is_empty() => {
                (before, Err(RewriteError::Inexact(edited.inexact[0])))
            }
            Ok(Edited { patches, inexact, place }) => {
                self.place = place;
                self.note_edited_select(select);
                (
                    self.accepted_patches(patches, before, (&excerpt, &text), follows_pre),
                    Ok(inexact),
                )
            }
            Err(error) => (before, Err(error)),
        };
        self.put_patches(after, &range);
        result
    }

    /// Takes the patches out of the output that earlier edits have made in the match, as they will
    /// be written.
    fn take_patches(
        &mut self,
        range: &Range<u64>,
        text: &str,
    ) -> Result<Vec<Replacement>, RewriteError> {
        let before = self.output.take_within(range).ok_or(RewriteError::NotAlone)?;
        let before = as_written(before, range, text);
        if before.last().is_some_and(|last| last.range.end > text.len()) {
            // A carriage return at the end of the input is not in the source yet.
            joined(before)
                .into_iter()
                .for_each(|one| self.output.insert(TextPatch::of(one, range)));
            return Err(RewriteError::NotAlone);
        }
        Ok(before)
    }

    /// Returns the patches of an edit that is made, together with the patches before it, and notes
    /// the changes that later edits depend on. `follows_pre` tells that the parser drops a line
    /// feed where the match starts.
    fn accepted_patches(
        &mut self,
        patches: Vec<Replacement>,
        before: Vec<Replacement>,
        (excerpt, text): (&Excerpt<'_>, &str),
        follows_pre: bool,
    ) -> Vec<Replacement> {
        let at_start = patches.iter().filter(|patch| patch.range == (0..0));
        at_start.for_each(|patch| self.found.around.inserted.push_str(&patch.text));
        let mut after = composed(before, patches.into_iter());
        if follows_pre && patched(text, &after).is_empty() {
            // The parser drops this line feed, and so keeps one that comes next.
            after = vec![Replacement { range: 0..text.len(), text: "\n".to_owned() }];
        }
        if !self.found.closed_by.is_own_tag() {
            let (names, implied) = excerpt.left_open(&patched(text, &after));
            *self.left_open = Some((self.found.element, names, implied));
        }
        after
    }

    /// Puts the patches of the match into the output.
    fn put_patches(&mut self, patches: Vec<Replacement>, range: &Range<u64>) {
        let scripting = self.options.get_scripting();
        let is_raw = self.element.element_name().is_raw_text(scripting);
        let in_content = is_raw && !matches!(self.place, TargetPlace::Gone);
        for one in joined(patches) {
            let is_inside = in_content && one.range.start > 0;
            let patch = TextPatch::of(one, range);
            let joint = if is_inside { Joint::Raw } else { patch.joint };
            self.output.insert(TextPatch { joint, ..patch });
        }
    }

    /// Inserts content beside a complete element or into it, if no parse is needed to know how.
    /// Returns whether it has inserted the content.
    pub(super) fn insert_untried(&mut self, side: Side, content: Content<'_>) -> bool {
        let Some(range) = self.range_of_tags() else { return false };
        // Outside of the `body`, and after other edits, only an excerpt tells.
        let is_gone = matches!(self.place, TargetPlace::Gone);
        let later = self.stream.later();
        let goes_into_range = side == Side::Append
            && later.is_some_and(|later| later.has_open_range(self.found.element));
        if goes_into_range
            || is_gone
            || !self.ends().are_in_body()
            || !self.found.around.inserted.is_empty()
        {
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
            // Each insertion comes right after the element, before earlier ones.
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

    /// Returns the excerpt of the match with the parsed tree: inside the elements around it, or in
    /// its parent alone, because not all elements around it need come from tags.
    fn excerpt(&self, text: &str) -> Option<(Excerpt<'r>, (Document, NodeId))> {
        surroundings(self.element, self.stream).into_iter().find_map(
            |(wrappers, has_others_open)| {
                let excerpt = Excerpt { has_others_open, ..self.excerpt_in(wrappers) };
                let parsed = excerpt.parsed(text)?;
                Some((excerpt, parsed))
            },
        )
    }

    pub(super) fn excerpt_in(&self, (wrappers, parent): Wrappers<'r>) -> Excerpt<'r> {
        let Found {
            around: Around { closed, implied, follows_pre, inserted, .. }, closed_by, ..
        } = &*self.found;
        let tag = |name: &str| format!("<{name}>");
        // The start tag of the match implies the other parts of a table again. But a `head` gets
        // its tag: nearly everything that comes next implies it, too, so an edit that removes the
        // match need not write that tag.
        let implied = wrappers.iter().rev().take(*implied).take_while(|name| **name != "head");
        let tagged = &wrappers[..wrappers.len() - implied.count()];
        let mut prefix: String = tagged.iter().copied().map(tag).collect();
        let around = self.element.parent_element();
        let is_in_pre = around.is_some_and(|one| one.element_name().drops_line_feed());
        let has_text = || self.output.has_text_at(self.stream.offset_of(self.found.tag.start));
        let is_after_tag = is_in_pre && *follows_pre && !has_text();
        if is_in_pre && !tagged.is_empty() && !is_after_tag {
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
            // The match ends with its own tag, and the next tag is not known.
            by if by.is_own_tag() && parent.is_some() => "<!---->".to_owned(),
            _ => String::new(),
        };
        let probe = match *closed_by {
            ClosedBy::StartTag(name) => tag(strings.name(name)),
            ClosedBy::EndTag(name) => format!("</{}>", strings.name(name)),
            ClosedBy::Other => "x".to_owned(),
            _ => String::new(),
        };
        Excerpt {
            options: self.options.clone().lossless(true),
            context: parent.map(|parent| self.stream.context_of(parent)),
            prefix,
            closes: !closed.is_empty(),
            has_inserted: !inserted.is_empty(),
            has_others_open: false,
            keeps_line_feed: is_after_tag && tagged.is_empty(),
            suffix,
            probe,
            wrappers,
            element: self.element,
            encoding: self.stream.encoding(),
        }
    }
}
