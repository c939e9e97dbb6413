//! Edits that decide what the parser changes later: the markers of a `<template for>`, and the
//! `option` elements of a `select` whose `selectedcontent` mirrors one of them.

use crate::dom::{ElementRef, NodeIndex};
use crate::elements::ElementClass;
use crate::names::known;
use crate::parse::ParseOptions;
use crate::source_edits::InexactReason;
use crate::steps;
use crate::stream::ancestors::MAX_AROUND;
use crate::stream::later::is_template_for;
use crate::stream::parser::StreamParser;

use super::composed::Replacement;
use super::content::Content;

/// The targets of the processing instructions that mark places for `<template for>`.
const MARKERS: [&str; 3] = ["marker", START_MARKER, "end"];
const START_MARKER: &str = "start";

/// How an edit acts on what the parser changes later.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Effect {
    /// Why the edit is not exact, if so.
    pub(super) inexact: Option<InexactReason>,
    /// The `select` in which the edit may change which `option` is selected: not exact if it has a
    /// `selectedcontent` later.
    pub(super) select: Option<NodeIndex>,
}

impl Effect {
    pub(super) fn inexact(reason: InexactReason) -> Effect {
        Effect { inexact: Some(reason), select: None }
    }

    /// The effect of two edits.
    pub(super) fn and(self, other: impl FnOnce() -> Effect) -> Effect {
        if self.inexact.is_some() {
            return self;
        }
        let other = other();
        Effect { inexact: other.inexact, select: self.select.or(other.select) }
    }
}

/// Returns the effect of content that is inserted into an element.
pub(super) fn effect_of_content(
    content: Content<'_>,
    around: Option<ElementRef<'_>>,
    options: &ParseOptions,
    stream: &StreamParser,
) -> Effect {
    let revision = options.get_revision();
    let html = content.html();
    if revision.has_template_for()
        && (has_marker(html) || has_markers(stream) && has_template_for(html))
    {
        return Effect::inexact(InexactReason::ActsElsewhere);
    }
    if is_patching(stream) && around.is_some_and(is_in_table) {
        // The table may not be on the stack of open elements.
        return Effect::inexact(InexactReason::Misplaced);
    }
    if !revision.has_selectedcontent() {
        return Effect::default();
    }
    if around.is_some_and(is_mirror) {
        // A copy of the selected `option` takes the place of the content.
        return Effect::inexact(InexactReason::Misplaced);
    }
    match has_options(html) {
        true => effect_on_options(around, has_tag(html, "selectedcontent"), stream),
        false => Effect::default(),
    }
}

/// A complete element that is patched.
#[derive(Clone, Copy)]
pub(super) struct Patched<'p> {
    pub(super) element: ElementRef<'p>,
    /// Its source before the patches.
    pub(super) text: &'p str,
    /// The length of the start tag.
    pub(super) tag: usize,
    /// Whether it ends with its own end tag.
    pub(super) has_end_tag: bool,
}

impl<'p> Patched<'p> {
    /// Returns the effect of patches.
    pub(super) fn effect(
        self,
        patches: &[Replacement],
        options: &ParseOptions,
        stream: &StreamParser,
    ) -> Effect {
        let mut effect = Effect::default();
        for patch in patches {
            let content = Content::Html(&patch.text);
            if !self.is_beside(patch) && may_patch(self.element, stream) {
                return Effect::inexact(InexactReason::Misplaced);
            }
            for around in self.around(patch).into_iter().flatten() {
                effect = effect.and(|| effect_of_content(content, Some(around), options, stream));
            }
        }
        let revision = options.get_revision();
        if revision.has_template_for() && has_markers(stream) {
            effect = effect.and(|| self.effect_on_markers(patches, stream));
        }
        if revision.has_selectedcontent() {
            effect = effect.and(|| self.effect_on_options(patches, stream));
        }
        effect
    }

    /// Returns the elements in which the text of a patch may be: of two, each.
    fn around(self, patch: &Replacement) -> [Option<ElementRef<'p>>; 2] {
        let parent = self.element.parent_element();
        let is_at_end = patch.range.end == self.text.len();
        match patch.range.start {
            0 if patch.range.is_empty() || is_at_end => [parent, None],
            // Without an end tag, the content and the element end at the same place.
            _ if is_at_end && !self.has_end_tag => [Some(self.element), parent],
            at if at == self.text.len() => [parent, None],
            _ => [Some(self.element), None],
        }
    }

    /// Whether a patch only inserts something before or after the element.
    fn is_beside(self, patch: &Replacement) -> bool {
        patch.range == (0..0) || patch.range == (self.text.len()..self.text.len())
    }

    /// Returns where the content ends.
    fn content_end(self) -> usize {
        match self.has_end_tag {
            true => self.text.rfind("</").unwrap_or(self.text.len()),
            false => self.text.len(),
        }
    }

    fn effect_on_markers(self, patches: &[Replacement], stream: &StreamParser) -> Effect {
        let id = self.element.as_node().id().node_index();
        let is_at_end = |patch: &Replacement| patch.range.start >= self.content_end();
        if patches.iter().any(is_at_end)
            && stream.later().is_some_and(|later| later.has_open_range(id))
        {
            // A `<template for>` may replace everything from the marker to the end of the element.
            return Effect::inexact(InexactReason::Misplaced);
        }
        let goes_to_end = |patch: &Replacement| is_at_end(patch) && !patch.text.is_empty();
        if !self.has_end_tag && patches.iter().any(goes_to_end) && is_patching(stream) {
            // The formatting in effect there depends on the template around it, too.
            return Effect::inexact(InexactReason::Misplaced);
        }
        let is_in_table = || {
            let around = [Some(self.element), self.element.parent_element()];
            is_patching(stream) && around.into_iter().flatten().any(is_in_table)
        };
        if !patches.iter().all(|patch| patch.text.is_empty()) && is_in_table() {
            return Effect::inexact(InexactReason::Misplaced);
        }
        let is_harmless = match patches {
            [one] if one.range.is_empty() => {
                one.range.start <= self.tag
                    || is_at_end(one)
                    || !has_instruction(self.text, START_MARKER)
            }
            _ => patches.iter().all(|patch| self.is_beside(patch)),
        };
        if is_harmless || !has_marker(self.text) && !has_template_for(self.text) {
            return Effect::default();
        }
        Effect::inexact(InexactReason::ActsElsewhere)
    }

    fn effect_on_options(self, patches: &[Replacement], stream: &StreamParser) -> Effect {
        let is_whole = |patch: &Replacement| patch.range == (0..self.text.len());
        let is_harmless = match patches {
            [one] if one.range.is_empty() => true,
            _ => patches.iter().all(|patch| self.is_beside(patch)),
        };
        if is_harmless || !has_options(self.text) {
            return Effect::default();
        }
        let is_removal = |patch: &Replacement| is_whole(patch) && patch.text.is_empty();
        if disables_mirrors(self.element)
            && has_tag(&self.text[self.tag..], "selectedcontent")
            && !patches.iter().all(is_removal)
        {
            // In the element, a `selectedcontent` mirrors nothing.
            return Effect::inexact(InexactReason::ActsElsewhere);
        }
        // The content of an `option` does not decide which one is selected.
        let is_in_content = |patch: &Replacement| {
            patch.range.start >= self.tag && patch.range.end <= self.content_end()
        };
        if self.element.is_html_named(known::OPTION)
            && patches.iter().all(is_in_content)
            && !has_options(&self.text[self.tag..])
        {
            return Effect::default();
        }
        let is_select = self.element.is_html_named(known::SELECT);
        let is_gone = |patch: &Replacement| is_whole(patch) && !has_options(&patch.text);
        let around = match is_select && patches.iter().all(is_gone) {
            true => self.element.parent_element(),
            false => Some(self.element),
        };
        effect_on_options(around, false, stream)
    }
}

/// Returns the effect of an edit of the `option` elements in an element. `adds_mirror` tells that
/// the edit adds a `selectedcontent`.
fn effect_on_options(
    around: Option<ElementRef<'_>>,
    adds_mirror: bool,
    stream: &StreamParser,
) -> Effect {
    if around.is_some_and(is_deep) {
        return Effect::inexact(InexactReason::ActsElsewhere);
    }
    let mut selects =
        around.into_iter().flat_map(with_ancestors).filter(|one| one.is_html_named(known::SELECT));
    let nearest = match selects.next() {
        _ if is_patching(stream) => {
            // It may be in another `select`: see `may_patch`.
            return Effect::inexact(InexactReason::ActsElsewhere);
        }
        Some(nearest) => nearest,
        None if adds_mirror
            && around.into_iter().flat_map(with_ancestors).any(disables_mirrors) =>
        {
            // An excerpt of a leaf has its parent alone.
            return Effect::inexact(InexactReason::Misplaced);
        }
        None => return Effect::default(),
    };
    let id = |select: ElementRef<'_>| select.as_node().id().node_index();
    let is_mirrored =
        |select: ElementRef<'_>| stream.later().is_some_and(|later| later.is_mirrored(id(select)));
    if adds_mirror || is_mirrored(nearest) || selects.any(is_mirrored) {
        return Effect::inexact(InexactReason::ActsElsewhere);
    }
    Effect { inexact: None, select: Some(id(nearest)) }
}

fn with_ancestors(element: ElementRef<'_>) -> impl Iterator<Item = ElementRef<'_>> {
    std::iter::successors(Some(element), |one| one.parent_element()).inspect(|_| steps::count(1))
}

/// Whether an element is in so many others that looking at all of them would take long.
fn is_deep(element: ElementRef<'_>) -> bool {
    with_ancestors(element).nth(MAX_AROUND).is_some()
}

/// Whether an element may be a `<template for>` whose content goes to a marker: in a stream, the
/// marker may have been freed.
pub(super) fn may_patch(element: ElementRef<'_>, stream: &StreamParser) -> bool {
    let id = element.as_node().id().node_index();
    is_template_for(&element.document().tree, id) && has_markers(stream)
}

/// Whether an element is a `selectedcontent` in a `select`, or deep.
fn is_mirror(element: ElementRef<'_>) -> bool {
    let is_select = |one: ElementRef<'_>| one.is_html_named(known::SELECT);
    element.is_html_named(known::SELECTEDCONTENT)
        && (is_deep(element) || with_ancestors(element).any(is_select))
}

/// Whether a `selectedcontent` in this element mirrors nothing.
///
/// <https://html.spec.whatwg.org/#the-selectedcontent-element>
fn disables_mirrors(element: ElementRef<'_>) -> bool {
    [known::OPTION, known::SELECTEDCONTENT].iter().any(|name| element.is_html_named(*name))
}

/// Whether the content that comes is in a `<template for>`, and may go to a marker.
fn is_patching(stream: &StreamParser) -> bool {
    has_markers(stream) && stream.is_in_template_for()
}

/// Whether an element is in a table and in no cell of it, or deep.
fn is_in_table(element: ElementRef<'_>) -> bool {
    let is_cell =
        |one: &ElementRef<'_>| [known::TD, known::TH].iter().any(|name| one.is_html_named(*name));
    let mut around = with_ancestors(element).take_while(|one| !is_cell(one));
    is_deep(element) || around.any(|one| one.element_name().row().is_in(ElementClass::FOSTERS))
}

fn has_markers(stream: &StreamParser) -> bool {
    stream.later().is_some_and(|later| later.has_markers())
}

/// Whether a text has a processing instruction that marks a place for `<template for>`.
pub(super) fn has_marker(text: &str) -> bool {
    MARKERS.iter().any(|target| has_instruction(text, target))
}

/// Whether a text has a processing instruction with this target.
fn has_instruction(text: &str, target: &str) -> bool {
    let is_end = |rest: &[u8]| rest.first().is_none_or(|first| !first.is_ascii_alphanumeric());
    let is_it = |rest: &[u8]| {
        rest.strip_prefix(b"?")
            .and_then(|rest| rest.strip_prefix(target.as_bytes()))
            .is_some_and(is_end)
    };
    after_less_than_signs(text).any(is_it)
}

/// Whether a text has a `<template for>`, or something like it.
fn has_template_for(text: &str) -> bool {
    let is_for = |part: &[u8]| part.eq_ignore_ascii_case(b"for");
    has_tag(text, "template") && text.as_bytes().windows(3).any(is_for)
}

/// Whether a text has start tags of elements that decide what a `selectedcontent` mirrors: of an
/// `option`, an `optgroup`, a `select` or a `selectedcontent`.
fn has_options(text: &str) -> bool {
    has_tag(text, "opt") || has_tag(text, "select")
}

/// Whether a text has a start tag whose name begins with this.
fn has_tag(text: &str, name: &str) -> bool {
    let is_name = |rest: &[u8]| {
        rest.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name.as_bytes()))
    };
    after_less_than_signs(text).any(is_name)
}

/// Returns what comes after each `<` of a text.
fn after_less_than_signs(text: &str) -> impl Iterator<Item = &[u8]> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', bytes).map(|at| &bytes[at + 1..])
}
