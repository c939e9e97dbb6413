//! Edits that wait for the end of an element, without its content: insertions at the end of that
//! content and after the element, and the end of a removed range.

use std::ops::Range;

use crate::dom::{Document, ElementRef, NodeId, NodeIndex, NodeRef};
use crate::markup::MAX_SEARCHED;
use crate::names::known;
use crate::parse::{Context, ParseOptions};
use crate::source_edits::InexactReason;
use crate::stream::ends::Ended;
use crate::stream::leaf::has_only_text;
use crate::stream::parser::StreamParser;
use crate::tree_sink::ClosedBy;

use super::changed_later::effect_of_content;
use super::composed::Replacement;
use super::content::{Content, OwnedContent, Side};
use super::excerpt::TargetPlace;
use super::excerpt::{Excerpt, surroundings, tag_after, takes_text, wrappers_of};
use super::noahs_ark::takes_out_of_effect;
use super::output::{RewriterOutput, TextPatch};
use super::place::fits;
use super::seam::Joint;
use super::unfinished::{ends_in_end_tag, is_unfinished, leaves_marker, pushes_marker};
use super::untried::inserted_text;

/// The part of an element that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    Content,
    Element,
}

/// An edit of the end tag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum EndTag {
    #[default]
    Kept,
    /// The element gets this name.
    Renamed(String),
    Removed,
}

/// The edits of an element that wait for its end.
#[derive(Debug, Default)]
pub(super) struct EndEdits {
    /// The content to append, in the order of the calls.
    pub(super) append: Vec<OwnedContent>,
    /// The content to insert after the element, in the order of the calls: each is inserted right
    /// after the element.
    pub(super) after: Vec<OwnedContent>,
    pub(super) cut: Option<Cut>,
    /// Whether the output leaves out input because of `cut`. It does not if it already leaves out
    /// an element around this one.
    pub(super) is_cutting: bool,
    pub(super) tag: EndTag,
    /// Where the element starts, in bytes of the text of the input.
    pub(super) start: u64,
}

/// The texts that are inserted where an element ends.
#[derive(Debug, Default)]
struct Inserted {
    /// At the end of the content.
    append: String,
    after: String,
    /// Whether the element ends before the text that comes after it: the HTML to insert after it
    /// may give no nodes.
    closes: bool,
    inexact: Option<InexactReason>,
}

impl Inserted {
    /// Adds the texts of patches, which are where the content ends or where the end tag does.
    /// `None` if one is elsewhere.
    fn with_patches(
        mut self,
        patches: Vec<Replacement>,
        content_end: usize,
        end: usize,
    ) -> Option<Inserted> {
        for Replacement { range, text } in patches {
            if range == (content_end..content_end) {
                self.append.push_str(&text);
            } else if range == (end..end) {
                self.after.push_str(&text);
            } else {
                return None;
            }
        }
        if content_end == end {
            // Both texts come before the token that closes the element.
            self.after.insert_str(0, &std::mem::take(&mut self.append));
        }
        Some(self)
    }
}

/// The outcome of the edits of an element where it has ended.
#[derive(Debug)]
pub(super) struct MadeAtEnd {
    /// The reason for which the insertions are not exact.
    pub(super) inexact: Option<InexactReason>,
    /// The names of the elements that the output has open here. `None` if the element ends with its
    /// own tag, or the edits insert nothing here.
    pub(super) left_open: Option<Vec<String>>,
}

impl EndEdits {
    pub(super) fn is_empty(&self) -> bool {
        let EndEdits { append, after, cut, is_cutting: _, tag, start: _ } = self;
        append.is_empty() && after.is_empty() && cut.is_none() && *tag == EndTag::Kept
    }

    /// Makes the patches where an element has ended. The document is lent. If `is_strict`,
    /// insertions that are not exact are not made.
    pub(super) fn make(
        &self,
        ended: &Ended,
        stream: &StreamParser,
        options: &ParseOptions,
        is_strict: bool,
        closed_here: &mut ClosedHere,
        output: &mut RewriterOutput,
    ) -> MadeAtEnd {
        let element = NodeRef::new(stream.lent_document(), ended.element).as_element();
        let element = element.expect("an element ends");
        let [start, end] = place_of_end(ended, stream);
        match self.cut.filter(|_| self.is_cutting) {
            Some(Cut::Content) => output.end_cut(start),
            Some(Cut::Element) => output.end_cut(end),
            None => {}
        }
        closed_here.come_to(start, ended.element, stream);
        let is_empty = self.cut.is_some();
        let inner = &closed_here.inner;
        let closing = Closing { element, ended, stream, options, is_empty, inner };
        let Inserted { append, after, closes, inexact } =
            closing.written(self, is_strict, output.has_text_at(start));
        let end_tags = closing.end_tags();
        let renamed = matches!(&self.tag, EndTag::Renamed(_));
        let is_made = !append.is_empty() || !after.is_empty();
        if is_made || renamed {
            closed_here.close(ended.element, closes || renamed);
        }
        // The content of a script has no references.
        let is_raw = element.element_name().is_raw_text(options.get_scripting());
        let in_raw = is_raw && self.cut.is_none();
        let mut insert = |at: u64, text: String, in_raw: bool| {
            let joint = if in_raw { Joint::Raw } else { Joint::Markup };
            let of = Some(self.start);
            output.insert(TextPatch { of, joint, ..TextPatch::new(at..at, text) });
        };
        insert(start, append, in_raw);
        if let EndTag::Renamed(name) = &self.tag
            && ended.by != ClosedBy::OwnEndTag
        {
            insert(start, end_tags + &format!("</{name}>"), in_raw);
        }
        if let Some(patch) = self.patch_of_end_tag(ended, stream) {
            output.insert(patch);
        }
        let goes_on = in_raw && start == end && !renamed && !self.append.is_empty();
        let joint = if goes_on { Joint::Raw } else { Joint::Markup };
        let of = Some(self.start);
        output.insert(TextPatch { of, joint, ..TextPatch::new(end..end, after) });
        let left_open = (is_made && !ended.by.is_own_tag())
            .then(|| if closes { Vec::new() } else { vec![element.name().to_owned()] });
        MadeAtEnd { inexact, left_open }
    }

    /// Returns the patch of the end tag, if the element has one that is renamed or removed.
    fn patch_of_end_tag(&self, ended: &Ended, stream: &StreamParser) -> Option<TextPatch> {
        let token = stream.last_token();
        let patch = |at: Range<usize>, text: String| {
            TextPatch::new(stream.offset_of(at.start)..stream.offset_of(at.end), text)
        };
        match &self.tag {
            _ if ended.by != ClosedBy::OwnEndTag => None,
            EndTag::Renamed(name) => {
                let start = token.start + "</".len();
                let written = &stream.lent_document().source()[start..token.end];
                let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
                let length = written.find(is_end).unwrap_or(written.len());
                let joint = Joint::Raw;
                Some(TextPatch { joint, ..patch(start..start + length, name.clone()) })
            }
            EndTag::Removed => Some(patch(token, String::new())),
            EndTag::Kept => None,
        }
    }
}

/// The elements that the last token has closed, as far as patches have not closed them before it.
#[derive(Debug, Default)]
pub(super) struct ClosedHere {
    /// Where the token starts, in bytes of the text of the input.
    at: u64,
    /// How many of the elements that the token has closed are looked at so far.
    seen: usize,
    /// The elements that were open in the element that has ended, the innermost first.
    inner: Vec<NodeIndex>,
}

impl ClosedHere {
    /// Comes to the end of an element, which the last token has closed.
    fn come_to(&mut self, at: u64, element: NodeIndex, stream: &StreamParser) {
        if self.at != at {
            *self = ClosedHere { at, ..ClosedHere::default() };
        }
        let closed = stream.closed_by_last_token().skip(self.seen);
        let inner: Vec<NodeIndex> = closed.take_while(|one| *one != element).collect();
        self.seen += inner.len();
        self.inner.extend(inner);
    }

    /// Notes that a patch has closed the elements in `element`, which has ended; if `closes_it`,
    /// also `element` itself.
    fn close(&mut self, element: NodeIndex, closes_it: bool) {
        self.inner.clear();
        if closes_it {
            self.seen += 1;
        } else {
            debug_assert!(!self.inner.contains(&element), "it ends now");
        }
    }
}

/// An element that the last token has closed.
#[derive(Clone, Copy)]
struct Closing<'c> {
    element: ElementRef<'c>,
    ended: &'c Ended,
    stream: &'c StreamParser,
    options: &'c ParseOptions,
    /// Whether the output has no content of the element before the insertions.
    is_empty: bool,
    /// The elements that were open in the element, the innermost first, without the ones that
    /// patches have closed.
    inner: &'c [NodeIndex],
}

impl<'c> Closing<'c> {
    /// Returns the elements that were open in this one when the token came, outer ones first.
    fn open(&self) -> Vec<ElementRef<'c>> {
        let document = self.stream.lent_document();
        if self.is_empty {
            return Vec::new();
        }
        let as_element = |id: NodeIndex| NodeRef::new(document, id).as_element();
        match self.stays_open() {
            true => self.stream.open_inside(self.ended.element).filter_map(as_element).collect(),
            false => self.inner.iter().rev().copied().filter_map(as_element).collect(),
        }
    }

    /// Whether the element stays on the stack after its end tag: `body` or `html`.
    fn stays_open(&self) -> bool {
        self.ended.by != ClosedBy::EndOfFile && self.stream.is_open(self.ended.element)
    }

    /// Returns the end tags of the elements that are open in this one.
    fn end_tags(&self) -> String {
        self.open().iter().rev().map(|one| format!("</{}>", one.name())).collect()
    }

    /// Returns the texts that the edits insert, as they are written; no texts if they are not exact
    /// and `is_strict`. `has_text_before` tells that another patch has put a text at the same place
    /// before.
    fn written(&self, edits: &EndEdits, is_strict: bool, has_text_before: bool) -> Inserted {
        if edits.append.is_empty() && edits.after.is_empty() {
            return Inserted::default();
        }
        let mut inserted = self.inserted(edits);
        if inserted.inexact.is_some() && is_strict {
            return Inserted { inexact: inserted.inexact, ..Inserted::default() };
        }
        let was_empty = self.stream.follows_start_tag()
            && self.stream.closed_by_last_token().next() == Some(self.ended.element)
            && !has_text_before;
        let drops_line_feed = self.element.element_name().drops_line_feed();
        if drops_line_feed && !edits.append.is_empty() && !was_empty {
            // On an element without content, the parser drops this line feed after the start tag.
            // Here other content comes after the start tag, so the line feed is not needed.
            let has_end_tag = self.ended.by == ClosedBy::OwnEndTag;
            let text = if has_end_tag { &mut inserted.append } else { &mut inserted.after };
            if text.starts_with('\n') {
                text.remove(0);
            }
        }
        inserted
    }

    /// Returns the texts that the edits insert. They are tried on an element that has nothing but
    /// the open elements in it.
    fn inserted(&self, edits: &EndEdits) -> Inserted {
        let open = self.open();
        let is_formatting = |one: &ElementRef<'_>| one.element_name().is_formatting();
        let moves = open.iter().any(is_formatting) && !self.stays_open()
            || open.iter().any(|one| self.is_lost_form(*one))
            || !self.ended.by.is_own_tag() && self.is_lost_form(self.element)
            || self.stream.needs_reconstruction()
            || self.stream.before_token().needs_reconstruction
            || self.ended.by == ClosedBy::EndOfFile && is_unfinished(self.stream, self.options)
            || self.ends_in_token()
            || !edits.append.is_empty() && self.is_in_range()
            || !self.stays_open() && !self.ends_as_written();
        if moves || self.acts_elsewhere(&open, edits) || !self.fits(edits) {
            return self.untried(edits, Some(InexactReason::Misplaced));
        }
        let has_append = !edits.append.is_empty() && self.ended.by == ClosedBy::OwnEndTag;
        if let Some(known) = self.known(edits, &open) {
            return known;
        }
        let places = surroundings(self.element, self.stream);
        let tried = places.into_iter().find_map(|(wrappers, has_others_open)| {
            let excerpt = Excerpt { has_others_open, ..self.excerpt(wrappers, &open) };
            self.tried(&excerpt, &open, edits)
        });
        match tried {
            // The texts would come after `</body>`, where they are read as content, too. Insert
            // them before the tag instead, after end tags of the open elements.
            Some(tried) if self.stays_open() && tried.append.is_empty() && has_append => {
                let mut inserted = self.untried(edits, tried.inexact);
                inserted.append.insert_str(0, &self.end_tags());
                inserted
            }
            Some(tried) => tried,
            None => self.untried(edits, Some(InexactReason::Misplaced)),
        }
    }

    /// Returns the texts that the edits insert, if they are known without a try.
    fn known(&self, edits: &EndEdits, open: &[ElementRef<'_>]) -> Option<Inserted> {
        if self.is_empty || !open.is_empty() {
            return None;
        }
        // Elements may be closed by now that were open at the start tag.
        let has_tags = |one: &OwnedContent| one.is_html();
        if edits.append.iter().chain(&edits.after).any(has_tags)
            && !self.stream.is_nested_as_open(self.element, MAX_SEARCHED)
        {
            return None;
        }
        let texts = |one: &OwnedContent| one.known.clone();
        let append: String = edits.append.iter().map(texts).collect::<Option<_>>()?;
        let after: String = edits.after.iter().rev().map(texts).collect::<Option<_>>()?;
        match self.ended.by {
            ClosedBy::OwnEndTag => {
                let closes = !after.is_empty();
                Some(Inserted { append, after, closes, inexact: None })
            }
            // Without an end tag, the content and the element end at the same place.
            ClosedBy::EndOfFile if edits.after.is_empty() => {
                Some(Inserted { after: append, ..Inserted::default() })
            }
            _ => None,
        }
    }

    /// Whether a `<template for>` may replace what comes last in the element.
    fn is_in_range(&self) -> bool {
        self.stream.later().is_some_and(|later| later.has_open_range(self.ended.element))
    }

    /// Whether an element is a `form` that its end tag does not close, because the form element
    /// pointer is to another one, or to none.
    fn is_lost_form(&self, one: ElementRef<'_>) -> bool {
        let id = one.as_node().id().node_index();
        one.is_html_named(known::FORM) && self.stream.in_effect().next() != Some(id)
    }

    /// Whether the element ends inside a token: a text that begins with whitespace, which the
    /// element still takes. Also whether its own text ends with the beginning of an end tag, which
    /// an inserted text would continue.
    fn ends_in_token(&self) -> bool {
        let source = self.stream.lent_document().source();
        let token = self.stream.last_token();
        // A character reference may stand for whitespace.
        let may_be_space = |c: char| c.is_ascii_whitespace() || c == '&';
        self.ended.by == ClosedBy::Other && source[token.start..].starts_with(may_be_space)
            || has_only_text(self.element.element_name(), self.options.get_scripting())
                && ends_in_end_tag(&source[..token.start])
    }

    /// Whether the place where the element ends in the source is where its content ends.
    fn ends_as_written(&self) -> bool {
        let parent = self.element.as_node().parent().map(|parent| parent.id().node_index());
        match self.ended.by {
            ClosedBy::OwnEndTag => self.stream.current_node() == parent,
            // The start tag of an `a` takes an earlier `a` off the stack, whatever is open in it.
            ClosedBy::StartTag(name) if self.element.element_name().local == name => {
                self.stream.is_below_gap(self.ended.element)
            }
            _ => true,
        }
    }

    /// Whether end tags for the open elements, or for this one, act on later content. Elements that
    /// another tag closes stay in effect, and these end tags would end that.
    fn acts_elsewhere(&self, open: &[ElementRef<'c>], edits: &EndEdits) -> bool {
        let own = (!edits.after.is_empty() && !self.ended.by.is_own_tag()).then_some(self.element);
        let stays_in_effect =
            |one: ElementRef<'_>| leaves_marker(one) || one.is_html_named(known::FORM);
        let is_formatting = |one: ElementRef<'_>| one.element_name().is_formatting();
        let has_marker = |one: ElementRef<'_>| pushes_marker(one.element_name());
        let mut closed = open.iter().copied().chain(own);
        self.ended.by != ClosedBy::EndOfFile
            && (closed.clone().any(stays_in_effect) || own.is_some_and(is_formatting))
            || closed.any(has_marker) && self.stream.has_closed_formatting()
            || own.is_some() && !self.is_in_open_parent()
    }

    /// Whether content after the element would come into its parent.
    fn is_in_open_parent(&self) -> bool {
        let parent = self.element.as_node().parent();
        parent.is_none_or(|parent| self.stream.was_open(parent.id().node_index()))
    }

    /// Whether the content to append comes into the element, and the content to insert after it
    /// comes after it, in the part of the document where the parser stands.
    fn fits(&self, edits: &EndEdits) -> bool {
        let (before, after) = (self.stream.before_token().section, self.stream.standing().section);
        let has_end_tag = self.ended.by == ClosedBy::OwnEndTag;
        let fits = |section, parent, contents: &[OwnedContent]| {
            contents.iter().map(OwnedContent::as_content).all(|one| {
                let effect = effect_of_content(one, parent, self.options, self.stream);
                effect.inexact.is_none() && fits(section, parent, one, self.options, self.stream)
            })
        };
        let parent = self.element.parent_element();
        let mut all = edits.append.iter().chain(&edits.after);
        all.all(|one| !takes_out_of_effect(one.as_content().html(), self.stream))
            && fits(before, Some(self.element), &edits.append)
            && fits(if has_end_tag { after } else { before }, parent, &edits.after)
    }

    fn excerpt(
        &self,
        (wrappers, parent): super::excerpt::Wrappers<'c>,
        open: &[ElementRef<'c>],
    ) -> Excerpt<'c> {
        let tag = |name: &str| format!("<{name}>");
        let strings = &self.stream.lent_document().strings;
        let around = self.element.parent_element();
        let suffix = match self.ended.by {
            // After the `body`, the next token is in the `html` element, too.
            _ if self.element.is_html_named(known::BODY) => String::new(),
            by @ (ClosedBy::StartTag(_) | ClosedBy::EndTag(_)) => {
                tag_after(by, (&wrappers, parent), strings).unwrap_or_default()
            }
            by if by.is_own_tag() && parent.is_some() => match around {
                Some(around) if takes_text(around) => "<!---->x".to_owned(),
                _ => "<!---->".to_owned(),
            },
            ClosedBy::Other if parent.is_some() => "x".to_owned(),
            _ => String::new(),
        };
        debug_assert!(open.len() <= self.stream.lent_document().tree.nodes().len());
        Excerpt {
            options: self.options.clone().lossless(true),
            context: parent.map(|parent| self.stream.context_of(parent)),
            prefix: wrappers.iter().copied().map(tag).collect(),
            closes: false,
            has_inserted: false,
            has_others_open: false,
            keeps_line_feed: false,
            probe: String::new(),
            suffix,
            wrappers,
            element: self.element,
            encoding: self.stream.encoding(),
        }
    }

    /// Tries the edits in an excerpt. `None` if the excerpt does not have the element with its open
    /// elements, or the edits change more than the end of the element.
    fn tried(
        &self,
        excerpt: &Excerpt<'c>,
        open: &[ElementRef<'c>],
        edits: &EndEdits,
    ) -> Option<Inserted> {
        let mut text = format!("<{}>", self.element.name());
        open.iter().for_each(|one| text.push_str(&format!("<{}>", one.name())));
        let content_end = text.len();
        if self.ended.by == ClosedBy::OwnEndTag {
            text.push_str(&format!("</{}>", self.element.name()));
        }
        let end = text.len();
        let document = excerpt.parse(&text);
        let target = excerpt.target_in(&document)?;
        let mut last = document.element(target)?;
        for one in open {
            last = last.first_element_child()?;
            if last.name() != one.name() {
                return None;
            }
        }
        if last.as_node().first_child().is_some() {
            return None;
        }
        let mut closes = false;
        let edit = |document: &mut Document, element: NodeId| {
            let next =
                |document: &Document| document.node(element).next_sibling().map(|it| it.id());
            let next_before = next(document);
            for content in &edits.append {
                let parse = |html: &str| self.parsed_in_parent(html);
                content.as_content().insert(Side::Append, document, element, parse)?;
            }
            for content in &edits.after {
                let parse = |html: &str| self.parsed_in_parent(html);
                content.as_content().insert(Side::After, document, element, parse)?;
            }
            closes = next(document) != next_before;
            Ok(())
        };
        let is_end = |at: &Range<usize>| *at == (content_end..content_end) || *at == (end..end);
        let parsed = (document, target);
        let edited = excerpt.edited(parsed, &text, &[], TargetPlace::ByName, is_end, edit).ok()?;
        let inexact = edited.inexact.first().copied();
        Inserted { inexact, closes, ..Inserted::default() }.with_patches(
            edited.patches,
            content_end,
            end,
        )
    }

    /// Returns the inserted texts, in the order of the edits, without a check where the parser
    /// reads them.
    fn untried(&self, edits: &EndEdits, inexact: Option<InexactReason>) -> Inserted {
        let written = |content: &OwnedContent, parent: Option<ElementRef<'_>>| {
            let mut document = Document::new_fragment();
            let root = document.root().id();
            let element = document.create_element("div");
            let added = element.and_then(|element| {
                document.append(root, element)?;
                let parse = |html: &str| self.parsed_in(parent, html);
                content.as_content().insert(Side::Before, &mut document, element, parse)?;
                document.detach(element)
            });
            debug_assert!(added.is_ok(), "a part of a document fits into an empty one");
            document.inner_html()
        };
        let parent = self.element.parent_element();
        let append = edits.append.iter().map(|one| written(one, Some(self.element))).collect();
        let after: String = edits.after.iter().rev().map(|one| written(one, parent)).collect();
        Inserted { append, closes: !after.is_empty(), after, inexact }
    }

    /// Parses HTML as content of the parent of the element.
    fn parsed_in_parent(&self, html: &str) -> Document {
        self.parsed_in(self.element.parent_element(), html)
    }

    /// Parses HTML as content of an element; without one, of a `body`.
    fn parsed_in(&self, parent: Option<ElementRef<'_>>, html: &str) -> Document {
        let context = parent.map(|parent| self.stream.context_of(parent));
        self.options.parse_fragment(context.unwrap_or_else(|| Context::html("body")), html)
    }
}

/// Returns the text that appends content to an element at the end of the input, where the element
/// has no end tag, and the reason for which that is not exact, if so.
pub(super) fn appended_to_empty(
    element: ElementRef<'_>,
    content: Content<'_>,
    stream: &StreamParser,
    options: &ParseOptions,
) -> (String, Option<InexactReason>) {
    if let Some(text) = inserted_text(element, content, options, stream) {
        return (text, None);
    }
    let id = element.as_node().id().node_index();
    let ended = &Ended { number: 0, element: id, by: ClosedBy::EndOfFile };
    let closing = Closing { element, ended, stream, options, is_empty: true, inner: &[] };
    let edits = EndEdits { append: vec![content.to_owned(None)], ..EndEdits::default() };
    let excerpt = closing.excerpt(wrappers_of(element), &[]);
    let Inserted { append, after, inexact, closes: _ } = match closing.tried(&excerpt, &[], &edits)
    {
        Some(tried) => tried,
        None => closing.untried(&edits, Some(InexactReason::Misplaced)),
    };
    (append + &after, inexact)
}

/// Returns where the content of an element ends, and where the element itself ends, in bytes of the
/// text of the input.
fn place_of_end(ended: &Ended, stream: &StreamParser) -> [u64; 2] {
    let token = stream.last_token();
    let end = if ended.by == ClosedBy::OwnEndTag { token.end } else { token.start };
    [token.start, end].map(|at| stream.offset_of(at))
}
