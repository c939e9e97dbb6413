//! The matches of a stream that is rewritten: at start tags, and when elements are complete.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::dom::{Document, ElementData, ElementRef, NodeIndex, Tree};
use crate::elements::ElementClass;
use crate::encoding::Hints;
use crate::names::{Namespace, known};
use crate::parse::{Context, ParseOptions, Section, Standing};
use crate::select::StreamMatcher;
use crate::steps;
use crate::stream::ancestors::{MAX_AROUND, ancestors, is_in_document};
use crate::stream::document_end::DocumentEnd;
use crate::stream::ends::Ended;
use crate::stream::held::{Around, Held, HeldElement};
use crate::stream::later::{Later, is_template_for};
use crate::stream::observer::{Closed, Opened, StartTags};
use crate::stream::parser::StreamParser;
use crate::text::Strings;
use crate::tree_sink::ClosedBy;

use super::selectors::RewriteSelectors;
use super::unfinished::pushes_marker;
use crate::stream::leaf::{Leaf, LeafKind, has_only_text, kind_of};

/// How many elements that may act on later content are looked at.
const MAX_IN_EFFECT: usize = 16;

/// A match of a stream that is rewritten.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) element: NodeIndex,
    /// Where the start tag is, in bytes of the source.
    pub(super) tag: Range<usize>,
    /// Where the element ends; `None` if it is lent at its start tag, and has content.
    pub(super) end: Option<usize>,
    /// Whether the match is lent at its start tag.
    pub(super) is_at_start: bool,
    /// Whether the tag is a later one of the element, which was implied before and has content.
    pub(super) is_late: bool,
    /// The side effects of the start tag.
    pub(super) around: Around,
    /// The token that closes the element; its own start tag, if it is lent at its start tag.
    pub(super) closed_by: ClosedBy,
}

/// The next event that a rewriter looks at.
#[derive(Debug)]
pub(super) enum Next {
    Found(Found),
    /// An element whose end was waited for has ended.
    Ended(Ended),
    /// A start tag has added its attributes to the `html` or `body` element. With the range of the
    /// tag in the source, and the element, if the tag is lent as its start tag.
    Added(Range<usize>, Option<Found>),
    /// A text or another leaf.
    Leaf(Leaf),
    /// The document has ended.
    End,
}

/// Whether an element is in one that its start tag has taken off the stack of open elements. The
/// start tag of an `a` takes an earlier `a` off the stack, and the new element may be in that
/// nevertheless.
fn is_in_closed(tree: &Tree, opened: &Opened) -> bool {
    let is_formatting =
        |id: &NodeIndex| tree.element(*id).is_some_and(|element| element.name().is_formatting());
    opened.closed.iter().any(is_formatting)
        && ancestors(tree, opened.element).take(MAX_AROUND).any(|one| opened.closed.contains(&one))
}

impl StreamParser {
    /// Returns a stream that is rewritten.
    pub(super) fn to_rewrite(
        options: &ParseOptions,
        selectors: &RewriteSelectors,
        hints: &Hints,
    ) -> StreamParser {
        let RewriteSelectors { start_tags, only_attributes, elements, leaves, end } = selectors;
        let mut stream = StreamParser::new(options, hints, elements);
        stream.held = Some(Held::default());
        let matcher = StreamMatcher::new(start_tags, Strings::default().names());
        let observer = stream.parse.observer_mut();
        // Other edits need what start tags close and imply, and where elements end.
        let knows_structure = *leaves || *end || !only_attributes || !elements.set().is_empty();
        let mut starts = StartTags::with_matcher(matcher, knows_structure);
        starts.wants_tokens = *leaves;
        starts.end = knows_structure.then(DocumentEnd::default);
        starts.wants_end = *end;
        observer.starts = Some(Box::new(starts));
        observer.keeps_text = !elements.set().is_empty();
        if knows_structure {
            stream.parse.start_to_tell_of_tokens();
        }
        stream.parse.keep_returns();
        stream
    }

    /// Parses the input up to the next token that a rewriter is told of.
    pub(super) fn next_found(&mut self) -> Option<Next> {
        let next = self.find_next()?;
        let is_lent = matches!(next, Next::Found(_) | Next::Added(_, Some(_)));
        self.lent_count += u64::from(is_lent);
        Some(next)
    }

    fn find_next(&mut self) -> Option<Next> {
        loop {
            if self.starts_mut().later.has_new() {
                // The tree is in the parser, as the node is.
                let mut later = std::mem::take(&mut self.starts_mut().later);
                later.note_place(self.parse.tree(), self.parse.open_elements());
                self.starts_mut().later = later;
            }
            if let Some(text_end) = self.look_at_token() {
                return Some(Next::Leaf(text_end));
            }
            if let Some(ended) = self.starts_mut().ends.pop() {
                self.lent.lend(&mut self.parse);
                return Some(Next::Ended(ended));
            }
            if let Some(closed) = self.next_closed_match() {
                return Some(Next::Found(self.found_closed(closed)));
            }
            if let Some(opened) = self.starts_mut().opened.take() {
                match self.found_opened(opened) {
                    Some(found) => return Some(Next::Found(found)),
                    None => continue,
                }
            }
            if let Some(element) = self.starts_mut().added_to.take() {
                return Some(self.attributes_added(element));
            }
            if let Some(mut leaf) = self.starts_mut().leaf.take() {
                if leaf.kind == LeafKind::Text {
                    leaf.is_last = self.ends_at_tag(leaf.range.end);
                    self.starts_mut().open_text = (!leaf.is_last).then(|| leaf.clone());
                }
                self.lent.lend(&mut self.parse);
                return Some(Next::Leaf(leaf));
            }
            if !self.parse_on() {
                return self.is_at_lent_end().then_some(Next::End);
            }
        }
    }

    /// Whether the end of the document is to be lent now.
    fn is_at_lent_end(&mut self) -> bool {
        if !self.is_finished() || self.failure().is_some() {
            return false;
        }
        self.lent.lend(&mut self.parse);
        let is_new = |end: &mut DocumentEnd| !std::mem::replace(&mut end.is_lent, true);
        let starts = self.starts_mut();
        starts.wants_end && starts.end.as_mut().is_some_and(is_new)
    }

    /// Looks at the last token, if it is new. Notes it if it is a leaf, which is lent after the
    /// elements that it closes. If the token ends the text before it, returns the last piece of
    /// that text.
    fn look_at_token(&mut self) -> Option<Leaf> {
        if !std::mem::take(&mut self.starts_mut().has_new_token) {
            return None;
        }
        let leaf = self.leaf_of_token();
        let is_text = leaf.as_ref().is_some_and(|leaf| leaf.kind == LeafKind::Text);
        let starts = self.starts_mut();
        starts.leaf = leaf;
        let text_end = if is_text { None } else { starts.open_text.take().map(Leaf::end) };
        if text_end.is_some() {
            self.lent.lend(&mut self.parse);
        }
        text_end
    }

    /// Whether the text that ends at a byte of the source is complete, because a tag comes next.
    /// Otherwise the next token tells.
    fn ends_at_tag(&self, end: usize) -> bool {
        let next = self.strings().source().as_bytes().get(end..).unwrap_or_default();
        let is_tag = match next {
            [b'<', b'/', first, ..] | [b'<', first, ..] => first.is_ascii_alphabetic(),
            _ => false,
        };
        is_tag && self.parse.is_between_tags()
    }

    /// Returns the last token as a leaf, if it is one and is to be lent.
    fn leaf_of_token(&mut self) -> Option<Leaf> {
        let range = self.parse.last_token();
        let goes_on_in_cdata = self.parse.is_in_cdata_section();
        let starts = self.starts_mut();
        let was_in_cdata = std::mem::replace(&mut starts.in_cdata, goes_on_in_cdata);
        let (follows_pre, implies) = (starts.follows_pre, starts.implied > 0 || starts.has_copied);
        // The token at the end of the input is empty.
        if range.is_empty()
            || was_in_cdata
            || goes_on_in_cdata
            || starts.created_at == Some(range.start)
        {
            return None;
        }
        let parent = self.current_node();
        let element = parent.and_then(|parent| self.parse.tree().element(parent));
        let scripting = self.lent.scripting();
        let in_text = element.is_some_and(|element| has_only_text(element.name(), scripting));
        let source = self.parse.strings().source().get(range.clone())?;
        let is_foreign = element.is_some_and(|element| element.name().namespace != Namespace::Html);
        if is_foreign && source.starts_with("<![CDATA[") {
            return None;
        }
        let kind = kind_of(source, in_text)?;
        let in_plaintext = kind == LeafKind::Text && self.starts_mut().has_plaintext;
        let (before, is_last) = (self.parse.before_token(), kind != LeafKind::Text);
        Some(Leaf { kind, range, before, parent, is_last, follows_pre, implies, in_plaintext })
    }

    /// Returns the notes about start tags, which a stream that is rewritten has.
    fn starts_mut(&mut self) -> &mut StartTags {
        self.parse.observer_mut().starts.get_or_insert_default()
    }

    /// Decides whether an element may match when it is complete. Returns it if it matches at its
    /// start tag.
    fn found_opened(&mut self, mut opened: Opened) -> Option<Found> {
        self.lent.lend(&mut self.parse);
        let element = opened.element;
        if !is_in_document(&mut self.parse, &self.lent.document().tree, element) {
            return None;
        }
        // Edits of attributes ask for nothing else.
        if self.knows_structure() {
            self.note_surroundings(&mut opened);
        }
        let document = self.lent.document();
        let observer = self.parse.observer_mut();
        let selectors = &mut self.matches.found;
        if opened.may_be_held {
            observer.matcher.find(document, element, true, selectors);
            if !selectors.is_empty() {
                self.held.get_or_insert_default().add(&opened, document);
            }
        }
        let matcher = observer.starts.as_mut()?.matcher.as_mut()?;
        matcher.find(document, element, true, selectors);
        if selectors.is_empty() {
            return None;
        }
        let is_open = self.parse.open_elements().next_back() == Some(element);
        let around = self.held.get_or_insert_default().around(&opened, document);
        Some(Found {
            element,
            end: (!is_open).then_some(opened.tag.end),
            tag: opened.tag,
            is_at_start: true,
            is_late: false,
            around,
            closed_by: ClosedBy::OwnStartTag,
        })
    }

    /// Notes what is around an element that the last token has opened.
    fn note_surroundings(&self, opened: &mut Opened) {
        opened.before = self.parse.before_token();
        opened.needs_reconstruction = self.parse.needs_reconstruction()
            || opened.before.needs_reconstruction && !opened.has_copied;
        let tree = &self.lent_document().tree;
        let element = opened.element;
        let around = self.parse.open_elements().rev().find(|open| *open != element);
        opened.is_moved = around.is_some() && around != tree.node(element).parent();
        opened.is_moved |= is_in_closed(tree, opened);
        // If it has closed elements, a text before it is in these.
        opened.parts_text = opened.closed.is_empty() && self.parts_table_text(around);
    }

    /// Whether the last token is in a part of a table that takes no text, and may be right after a
    /// text. Whether the parser moves that depends on all text next to it, so the token keeps two
    /// texts apart. `parent` is the element that the token is in.
    pub(super) fn parts_table_text(&self, parent: Option<NodeIndex>) -> bool {
        let document = self.lent_document();
        let starts = self.parse.observer().starts.as_ref();
        let end = starts.and_then(|starts| starts.end.as_ref());
        let before = end.and_then(|end| document.source().get(end.tokens[1].clone()));
        // A text may begin with `<`, too.
        let is_text = before.is_none_or(|before| {
            before.len() <= 2 || kind_of(before, false) == Some(LeafKind::Text)
        });
        self.takes_no_text(parent) && is_text
    }

    /// Whether an element, which the last token is in, is a part of a table that takes no text: a
    /// `template` may be, too, after a tag for which its contents are parts of a table.
    pub(super) fn takes_no_text(&self, parent: Option<NodeIndex>) -> bool {
        let parent = parent.and_then(|parent| self.lent_document().tree.element(parent));
        parent.is_some_and(|parent| {
            parent.name().row().is_in(ElementClass::FOSTERS)
                || parent.name().is_html(known::TEMPLATE)
                    && self.standing().section == Section::TemplateOfTable
        })
    }

    /// Returns the event of the last token, a tag that has added its attributes to the `html` or
    /// `body` element. The first tag of that element is lent as its start tag.
    fn attributes_added(&mut self, element: NodeIndex) -> Next {
        self.lent.lend(&mut self.parse);
        let tag = self.parse.last_token();
        let document = self.lent.document();
        let name = document.tree.element(element).map(ElementData::name);
        let observer = self.parse.observer_mut();
        let selectors = &mut self.matches.found;
        let starts = observer.starts.get_or_insert_default();
        if name.is_some_and(|name| starts.note_tag(name))
            && let Some(matcher) = &mut starts.matcher
        {
            matcher.find(document, element, true, selectors);
        } else {
            selectors.clear();
        }
        let found = (!selectors.is_empty()).then(|| Found {
            element,
            tag: tag.clone(),
            end: None,
            is_at_start: true,
            is_late: true,
            around: Around::default(),
            closed_by: ClosedBy::OwnStartTag,
        });
        Next::Added(tag, found)
    }

    /// Waits for the end of an open element. Returns its number.
    pub(super) fn await_end(&mut self, element: NodeIndex) -> usize {
        self.starts_mut().ends.await_end(element)
    }

    fn found_closed(&mut self, Closed { element, by, .. }: Closed) -> Found {
        let end = self.parse.end_of(by);
        let held = self.held.as_mut().and_then(|held| held.take(element));
        let Some(HeldElement { tag, around, .. }) = held else {
            debug_assert!(false, "an element that is lent was held");
            let around = Around::default();
            return Found {
                element,
                tag: end..end,
                end: None,
                is_at_start: false,
                is_late: false,
                around,
                closed_by: by,
            };
        };
        let (end, closed_by) = match self.waiting.head_end_of(element, &self.lent.document().tree) {
            Some(end) => (end.in_source, ClosedBy::OwnEndTag),
            None => (end, by),
        };
        Found {
            element,
            tag,
            end: Some(end),
            is_at_start: false,
            is_late: false,
            around,
            closed_by,
        }
    }

    /// Whether it is known which elements start tags close, and where elements end.
    pub(super) fn knows_structure(&self) -> bool {
        self.parse.observer().starts.as_ref().is_some_and(|starts| starts.knows_structure)
    }

    /// Whether an element is one of the first two on the stack of open elements: `html` or `body`.
    pub(super) fn is_open(&self, element: NodeIndex) -> bool {
        // Only `html` and `body` stay on the stack after their end tags.
        self.parse.open_elements().take(2).any(|open| open == element)
    }

    /// Whether no open element is in this one, which was taken off the stack. Also `false` if that
    /// would take long to find out.
    pub(super) fn is_below_gap(&self, element: NodeIndex) -> bool {
        let tree = &self.lent_document().tree;
        let Some(current) = self.parse.open_elements().next_back() else { return true };
        let mut above = ancestors(tree, current);
        above.by_ref().take(MAX_AROUND).all(|above| above != element) && above.next().is_none()
    }

    /// Returns the elements on the stack of open elements after this one.
    pub(super) fn open_inside(&self, element: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        self.parse.open_elements().skip_while(move |open| *open != element).skip(1)
    }

    /// Whether the last token has closed this element, and no other one.
    pub(super) fn has_closed_only(&self, element: NodeIndex) -> bool {
        let starts = self.parse.observer().starts.as_ref();
        starts.is_some_and(|starts| starts.popped == [element])
    }

    /// Returns the last element on the stack of open elements.
    pub(super) fn current_node(&self) -> Option<NodeIndex> {
        self.parse.open_elements().next_back()
    }

    /// Whether an element and the elements around it, `count` of them at most, are on the stack of
    /// open elements one right after the other, or were when the last token came: none of them was
    /// closed before, and no other element is between them on the stack.
    pub(super) fn is_nested_as_open(&self, element: ElementRef<'_>, count: usize) -> bool {
        let id = element.as_node().id().node_index();
        let tree = &self.lent_document().tree;
        let around = || ancestors(tree, id).filter(|one| tree.element(*one).is_some()).take(count);
        // The last token may have opened others.
        let is_earlier = |one: &NodeIndex| *one <= id;
        let open = || self.parse.open_elements().rev();
        let was_open = self.closed_by_last_token().chain(open());
        steps::count(2 * count);
        around().eq(open().filter(is_earlier).take(count))
            || around().eq(was_open.filter(is_earlier).take(count))
    }

    /// Returns the notes about the end of the document, and the elements that the end has closed,
    /// the innermost first.
    pub(super) fn document_end(&self) -> Option<(&DocumentEnd, impl Iterator<Item = NodeIndex>)> {
        let starts = self.parse.observer().starts.as_ref()?;
        let end = starts.end.as_ref()?;
        Some((end, end.popped.iter().chain(&starts.popped).copied()))
    }

    /// Whether the last token is right after a start tag after which the parser drops a line feed.
    pub(super) fn follows_start_tag(&self) -> bool {
        self.parse.observer().starts.as_ref().is_some_and(|starts| starts.follows_pre)
    }

    /// Returns how many markers the list of active formatting elements has.
    pub(super) fn markers(&self) -> usize {
        self.parse.markers()
    }

    /// Returns the element of the form element pointer, and the active formatting elements, the
    /// latest first. They act on content after the elements that they are in.
    pub(super) fn in_effect(&self) -> impl Iterator<Item = NodeIndex> {
        self.parse.elements_in_effect()
    }

    /// Returns where the last token is, in bytes of the source.
    pub(super) fn last_token(&self) -> Range<usize> {
        self.parse.last_token()
    }

    /// Whether text that comes next would come into a formatting element that is created anew.
    pub(super) fn needs_reconstruction(&self) -> bool {
        self.parse.needs_reconstruction()
    }

    /// Returns where the parser stands.
    pub(super) fn standing(&self) -> Standing {
        self.parse.standing()
    }

    /// Returns where the parser stood before the last token, if structure is edited.
    pub(super) fn before_token(&self) -> Standing {
        self.parse.before_token()
    }

    /// Whether a `frameset` has come for which the content before it decides whether it takes the
    /// place of the `body`.
    pub(super) fn has_frameset_by_content(&self) -> bool {
        self.parse.has_frameset_by_content()
    }

    /// Returns the notes about the places that the parser may change when they are complete.
    pub(super) fn later(&self) -> Option<&Later> {
        self.parse.observer().starts.as_ref().map(|starts| &starts.later)
    }

    /// Whether a `<template for>` is open, or was open before the last token. Also `true` if the
    /// answer would take long to find.
    pub(super) fn is_in_template_for(&self) -> bool {
        let tree = &self.lent_document().tree;
        let open = self.closed_by_last_token().chain(self.parse.open_elements());
        let mut open = open.inspect(|_| steps::count(1));
        open.by_ref().take(MAX_AROUND).any(|one| is_template_for(tree, one))
            || open.next().is_some()
    }

    /// Notes that an edit may change which `option` of a `select` is selected.
    pub(super) fn note_edited_select(&mut self, select: NodeIndex) {
        self.starts_mut().later.note_edited(select);
    }

    /// Whether a complete element, or one in it, acts on content after it. Also `true` if the
    /// answer would take long to find.
    pub(super) fn acts_elsewhere(&self, element: NodeIndex) -> bool {
        let tree = &self.lent_document().tree;
        let mut in_effect = self.parse.elements_in_effect();
        let is_in_it = |one: NodeIndex| {
            let mut above = ancestors(tree, one);
            above.by_ref().take(MAX_AROUND).any(|above| above == element) || above.next().is_some()
        };
        in_effect.by_ref().take(MAX_IN_EFFECT).any(is_in_it) || in_effect.next().is_some()
    }

    /// Notes a text that edits at its start tag have inserted before an element.
    pub(super) fn note_inserted(&mut self, element: NodeIndex, text: &str) {
        if let Some(held) = &mut self.held {
            held.note_inserted(element, text);
        }
    }

    /// Returns the elements that the last token has closed, in the order in which they left the
    /// stack.
    pub(super) fn closed_by_last_token(&self) -> impl Iterator<Item = NodeIndex> {
        let starts = self.parse.observer().starts.as_deref();
        let end = starts.and_then(|starts| starts.end.as_ref());
        let earlier = end.map_or(&[][..], |end| &end.popped);
        earlier.iter().chain(starts.map_or(&[][..], |starts| &starts.popped)).copied()
    }

    /// Whether a node is on the stack of open elements, or was there before the last token.
    pub(super) fn was_open(&self, node: NodeIndex) -> bool {
        self.current_node() == Some(node)
            || self.closed_by_last_token().any(|one| one == node)
            || self.parse.open_elements().any(|one| one == node)
    }

    /// Whether some formatting element was not open before the last token, and would be created
    /// anew somewhere. Also `true` if that would take long to find out.
    pub(super) fn has_closed_formatting(&self) -> bool {
        let document = self.lent_document();
        let is_formatting = |id: &NodeIndex| {
            let element = document.tree.element(*id);
            element.is_some_and(|element| element.name().is_formatting())
        };
        let mut in_effect = self.parse.elements_in_effect().filter(is_formatting);
        in_effect.by_ref().take(MAX_IN_EFFECT).any(|id| !self.was_open(id))
            || in_effect.next().is_some()
    }

    /// Whether the list of active formatting elements has a marker whose element is not open.
    pub(super) fn has_stray_marker(&self) -> bool {
        let markers = self.parse.markers();
        let document = self.lent_document();
        markers > 0 && {
            let has_marker = |id: &NodeIndex| {
                let element = document.tree.element(*id);
                element.is_some_and(|element| pushes_marker(element.name()))
            };
            markers > self.parse.open_elements().filter(has_marker).count()
        }
    }

    /// Notes the elements that an edited match without an end tag leaves open. The next start tag
    /// implies as many elements around it as `implied` says.
    pub(super) fn note_left_open(
        &mut self,
        element: NodeIndex,
        names: Vec<String>,
        implied: usize,
    ) {
        let starts = self.parse.observer().starts.as_ref();
        let popped = starts.map_or(&[][..], |starts| &starts.popped);
        // A `form` that is closed early is around elements that are closed later.
        let tree = self.lent.tree(&self.parse);
        let is_in =
            |id: &&NodeIndex| ancestors(tree, **id).take(MAX_AROUND).any(|one| one == element);
        let outermost = match popped.contains(&element) {
            true => element,
            false => popped.iter().rev().find(is_in).copied().unwrap_or(element),
        };
        let held = self.held.get_or_insert_default();
        held.note_left_open((outermost, names, implied), popped);
    }

    /// Returns the indices of the selectors that the last match matches.
    pub(super) fn found_selectors(&self) -> &[usize] {
        &self.matches.found
    }

    /// Returns how much of the input can be written, in bytes of its text in UTF-8: the parsed
    /// input, up to the start of the first element that may match. `None` for all of it.
    pub(super) fn decided_bytes(&self) -> Option<u64> {
        if self.is_finished() && self.matches.is_empty() && self.waiting.is_empty() {
            return None;
        }
        let starts = self.parse.observer().starts.as_ref();
        let opened = starts.and_then(|starts| starts.opened.as_ref());
        let opened = opened.map_or(usize::MAX, |opened| opened.tag.start);
        let held = self.held.as_ref().and_then(Held::start).unwrap_or(usize::MAX);
        let end = self.parse.last_token().end.min(held).min(opened);
        Some(self.offset_of(end.max(self.places.origin())))
    }

    /// Whether a `meta` element can still change the encoding that patches are written in.
    pub(super) fn can_change_encoding(&self) -> bool {
        self.parse.can_change_encoding()
    }

    /// Ends the stream, because its encoding could not be changed.
    pub(super) fn refuse_encoding(&mut self, used: &'static Encoding, declared: &'static Encoding) {
        self.lent.reclaim(&mut self.parse);
        self.parse.refuse_encoding(used, declared);
    }

    /// From now on, makes a change of the encoding a failure.
    pub(super) fn commit_encoding(&mut self) {
        self.parse.commit_encoding();
    }

    /// Whether the input is valid UTF-8 so far, so byte and text offsets are equal.
    pub(super) fn is_utf_8(&self) -> bool {
        self.parse.is_utf_8()
    }

    /// Returns the offset in the whole input, in bytes of its text in UTF-8, of a byte offset in
    /// the source.
    pub(super) fn offset_of(&self, offset: usize) -> u64 {
        self.places.offset(self.strings(), offset)
    }

    /// Returns an element of the lent document as the context of a fragment, as `Context::from`
    /// does. It takes no longer for deep elements.
    pub(super) fn context_of<'e>(&self, element: ElementRef<'e>) -> Context<'e> {
        let id = element.as_node().id().node_index();
        Context::of_element(element, self.parse.is_in_form(&element.document().tree, id))
    }

    /// Returns the document, which must be lent.
    pub(super) fn lent_document(&self) -> &Document {
        self.lent.document()
    }
}
