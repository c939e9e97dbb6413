//! The source of a match, parsed by itself: inside start tags that recreate the elements around it.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::dom::{Document, ElementRef, NodeId, NodeRef, TreeError};
use crate::elements::{ElementClass, ElementRow};
use crate::names::{Namespace, known};
use crate::parse::{Context, ParseOptions};
use crate::sorting::sort_by_key;
use crate::source_edits::check::is_same_tree;
use crate::source_edits::{ApplyError, Inexact, InexactReason, SourceEdits};
use crate::stream::parser::StreamParser;
use crate::text::Strings;
use crate::tree_sink::ClosedBy;

use super::composed::{Replacement, patched, patched_length};
use super::error::RewriteError;
use super::footing::Footing;
use super::unfinished::pushes_marker;

/// Where a match is in the document that its excerpt is parsed to.
#[derive(Clone, Copy, Debug)]
pub(super) enum TargetPlace {
    /// It is the first element with its name, after the elements that its start tag has closed.
    ByName,
    /// It is the child element with this index: an edit may have changed its name.
    After(usize),
    /// An edit has removed it.
    Gone,
}

/// The result of an edit of a match's source.
pub(super) struct Edited {
    pub(super) patches: Vec<Replacement>,
    /// Why the source does not express the edit exactly, if so.
    pub(super) inexact: Vec<InexactReason>,
    pub(super) place: TargetPlace,
}

/// The source of a match, to be parsed by itself.
pub(super) struct Excerpt<'s> {
    pub(super) options: ParseOptions,
    /// `None` for the root element.
    pub(super) context: Option<Context<'s>>,
    /// The names of the elements around the match that are parsed with it, outer ones first:
    /// [`wrappers_of`] chooses them, or there are none. In the parts of a table, misplaced content
    /// is moved before the table, as in the document; elements in scope are there because tags of
    /// the match may close them.
    pub(super) wrappers: Vec<&'s str>,
    /// Whether the start tag of the match has closed elements.
    pub(super) closes: bool,
    /// Whether the prefix ends with content that edits have inserted before the match.
    pub(super) has_inserted: bool,
    /// The start tags that come before the match: the tags of the wrappers, but for the innermost
    /// ones if the start tag of the match implies them, and the tags of the elements that the start
    /// tag of the match has closed. Then comes the content that edits have inserted before the
    /// match.
    pub(super) prefix: String,
    /// Whether the parser has other elements around the match open, which tags may close.
    pub(super) has_others_open: bool,
    /// Whether the parser drops a line feed where the match starts, and keeps it in the excerpt.
    pub(super) keeps_line_feed: bool,
    /// A token in place of the one that comes after the match.
    pub(super) suffix: String,
    /// The token that ends the match, if that is not in its source.
    pub(super) probe: String,
    pub(super) element: ElementRef<'s>,
    /// The encoding of the output; `None` for text.
    pub(super) encoding: Option<&'static Encoding>,
}

impl Excerpt<'_> {
    /// Parses the text. Returns the document and the match in it, if the match is the same there as
    /// in the input.
    pub(super) fn parsed(&self, text: &str) -> Option<(Document, NodeId)> {
        let document = self.parse(text);
        let target = self.target_in(&document)?;
        let is_same = is_same_tree(self.element.as_node(), document.node(target));
        (is_same && self.ends_with(text, document.node(target))).then_some((document, target))
    }

    /// Whether the match, which is the same in the parsed excerpt, ends there with its text. Around
    /// an element that was moved before a table, other elements are open than in the excerpt, and
    /// tags may end it earlier. A `form` and the `head` take content after their end tags, too.
    fn ends_with(&self, text: &str, target: NodeRef<'_>) -> bool {
        let name = self.element.element_name();
        let span =
            target.span().filter(|_| !name.is_html(known::FORM) && !name.is_html(known::HEAD));
        span.is_none_or(|span| span.range().end >= self.prefix.len() + text.len())
    }

    /// Returns the patches that an edit makes in the text after the patches `before`. All are in
    /// allowed ranges, unless the edit is not exact: if its checked patches are not allowed, the
    /// unchecked ones are returned.
    pub(super) fn edited(
        &self,
        (mut document, mut target): (Document, NodeId),
        text: &str,
        before: &[Replacement],
        place: TargetPlace,
        allowed: impl Fn(&Range<usize>) -> bool,
        edit: impl FnOnce(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Result<Edited, RewriteError> {
        if !before.is_empty() {
            document = self.parse(&patched(text, before));
            let found = match place {
                TargetPlace::ByName => self.target_in(&document),
                TargetPlace::After(count) => {
                    let parent = self.parent_in(&document);
                    parent.and_then(|parent| parent.child_elements().nth(count)).map(|at| at.id())
                }
                TargetPlace::Gone => None,
            };
            target = found.ok_or(RewriteError::NotAlone)?;
        }
        edit(&mut document, target)?;
        let parent = self.parent_in(&document).ok_or(RewriteError::NotAlone)?;
        let place = parent.child_elements().position(|element| element.id() == target);
        let place = place.map_or(TargetPlace::Gone, TargetPlace::After);
        let checked = document.source_edits().ok_or(RewriteError::NotAlone)?;
        let reason = |inexact: &Inexact| match document.node(inexact.node()).as_comment() {
            // The empty comment is the token after the match, which is read elsewhere.
            Some("") => InexactReason::Misplaced,
            _ => inexact.reason(),
        };
        let mut inexact: Vec<_> = checked.inexact().iter().map(reason).collect();
        let length = patched_length(text, before);
        let is_allowed =
            |patches: &Vec<Replacement>| patches.iter().all(|patch| allowed(&patch.range));
        let patches = self.replacements(&checked, length);
        let patches = match patches.and_then(|patches| {
            if is_allowed(&patches) { Ok(patches) } else { Err(RewriteError::NotAlone) }
        }) {
            // Fall back to unchecked patches, which stay inside the element.
            Err(RewriteError::NotAlone) if !inexact.is_empty() => {
                let unchecked = document.unchecked_source_edits().ok_or(RewriteError::NotAlone)?;
                self.replacements(&unchecked, length)?
            }
            patches => patches?,
        };
        if inexact.is_empty()
            && self.has_others_open
            && patches.iter().any(|one| self.may_close(one))
        {
            inexact.push(InexactReason::Misplaced);
        }
        let is_now = || patched(&patched(text, before), &patches);
        if self.keeps_line_feed && is_now().starts_with(['\n', '\r']) {
            inexact.push(InexactReason::Misplaced);
        }
        Ok(Edited { patches, inexact, place })
    }

    /// Whether a patch has a tag, or changes the name of the element.
    fn may_close(&self, patch: &Replacement) -> bool {
        patch.text.match_indices('<').any(|(at, _)| !patch.text[at..].starts_with("<!--"))
            || !patch.text.is_empty()
                && patch.range.start <= self.element.name().len()
                && !patch.range.is_empty()
    }

    /// Returns the replacements that edits make in the text of the element, which has this length.
    fn replacements(
        &self,
        edits: &SourceEdits<'_>,
        length: usize,
    ) -> Result<Vec<Replacement>, RewriteError> {
        let texts = match self.encoding {
            Some(encoding) => edits.with_references(encoding).map_err(|error| match error {
                ApplyError::Unmappable { character, encoding, .. } => {
                    RewriteError::Unmappable { character, encoding }
                }
                _ => RewriteError::Undecodable { encoding },
            })?,
            None => edits.patches().iter().map(|patch| patch.text().into()).collect(),
        };
        let mut patches = Vec::with_capacity(texts.len());
        for (patch, text) in edits.patches().iter().zip(texts) {
            patches.extend(self.replacement(patch.range(), &text, length)?);
        }
        Ok(patches)
    }

    /// Returns the replacement that a patch makes in the element, if any. The parts of the patch
    /// before and after the element must not change anything.
    fn replacement(
        &self,
        range: Range<usize>,
        text: &str,
        length: usize,
    ) -> Result<Option<Replacement>, RewriteError> {
        let (start, end) = (self.prefix.len(), self.prefix.len() + length);
        let before = &self.prefix[range.start.min(start)..range.end.min(start)];
        let after = &self.suffix[range.start.max(end) - end..range.end.max(end) - end];
        // The element that the suffix opens may have got an end tag.
        let end_tag = after.replacen('<', "</", 1);
        if range.end < start || range.start > end {
            return Err(RewriteError::NotAlone);
        }
        let text = text.strip_prefix(before).ok_or(RewriteError::NotAlone)?;
        let text = text.strip_suffix(&end_tag).filter(|_| !after.is_empty()).unwrap_or(text);
        let text = text.strip_suffix(after).ok_or(RewriteError::NotAlone)?.to_owned();
        let range = range.start.clamp(start, end) - start..range.end.clamp(start, end) - start;
        Ok((!range.is_empty() || !text.is_empty()).then_some(Replacement { range, text }))
    }

    /// Returns the state of the parser after the match with this source: later content depends on
    /// the state. `has_own_end` tells that the source ends the match.
    pub(super) fn footing_after(&self, text: &str, has_own_end: bool) -> Footing {
        let text = format!("{text}{}", self.probe);
        let footing = Footing::after(&self.options, self.context.as_ref(), &self.prefix, &text);
        if has_own_end { footing } else { footing.without_own() }
    }

    /// Whether the source of the match has elements that may stay in effect after it. `document` is
    /// the parsed excerpt; elements that were moved before a table count, too.
    pub(super) fn has_in_effect(&self, document: &Document) -> bool {
        let in_effect = document.root().descendant_elements().filter(may_stay_in_effect);
        let around = self.wrappers_in(document).filter_map(NodeRef::as_element);
        in_effect.count() > around.filter(may_stay_in_effect).count()
    }

    /// Returns the names of the elements that are open at the end of the patched text, but for the
    /// wrappers, outer ones first. Also returns how many wrappers are missing there: they have no
    /// tag in the prefix, and the patched text does not imply them.
    pub(super) fn left_open(&self, text: &str) -> (Vec<String>, usize) {
        if self.context.is_none() {
            return (Vec::new(), 0);
        }
        let document = self.parse_open(text);
        let wrappers: Vec<NodeId> = self.wrappers_in(&document).map(|one| one.id()).collect();
        let length = document.source().len();
        let is_open = |one: &ElementRef<'_>| {
            let end = one.as_node().position().map(|position| position.end());
            end.is_some_and(|end| end.is_none_or(|end| end >= length))
        };
        // Sort by places in the text: elements that a table does not take are before it in the
        // tree.
        let elements = document.root().descendant_elements();
        let open = elements.filter(|one| is_open(one) && !wrappers.contains(&one.as_node().id()));
        let start =
            |one: &ElementRef<'_>| one.as_node().position().map(|position| position.start());
        let mut open: Vec<_> = open.collect();
        sort_by_key(&mut open, start);
        let names = open.into_iter().map(|one| one.name().to_owned()).collect();
        (names, self.wrappers.len() - wrappers.len())
    }

    /// Parses a text in the wrappers, with positions, and without a token after it.
    fn parse_open(&self, text: &str) -> Document {
        let options = self.options.clone().lossless(false).positions(true);
        let text = format!("{}{text}", self.prefix);
        match &self.context {
            Some(context) => options.parse_fragment(context.clone(), text),
            None => options.parse_str(text),
        }
    }

    pub(super) fn parse(&self, text: &str) -> Document {
        self.parse_all(format!("{}{text}{}", self.prefix, self.suffix))
    }

    fn parse_all(&self, text: String) -> Document {
        match &self.context {
            Some(context) => self.options.parse_fragment(context.clone(), text),
            None => self.options.parse_str(text),
        }
    }

    /// Returns the match in the parsed excerpt.
    pub(super) fn target_in(&self, document: &Document) -> Option<NodeId> {
        let limits = document.limits_hit();
        if limits.any() {
            return None;
        }
        let is_target = |element: &ElementRef<'_>| {
            element.name() == self.element.name() && element.namespace() == self.element.namespace()
        };
        let parent = self.parent_in(document)?;
        // How many child elements come before the match: the elements that the start tag has
        // closed, unless they have moved before a table, and the elements that edits have inserted.
        // In the `html` element, parsing the prefix cannot count them, because the end of that
        // input implies a `body`.
        let around = self.element.parent_element();
        let is_in_html = around.is_some_and(|around| around.is_html_named(known::HTML));
        let before = match self.closes || self.has_inserted {
            true if is_in_html => 1,
            true => {
                let document = self.parse_all(self.prefix.clone());
                self.parent_in(&document).map_or(0, |parent| parent.child_elements().count())
            }
            false => 0,
        };
        Some(parent.child_elements().skip(before).find(is_target)?.id())
    }

    /// Returns the parent of the match in the parsed excerpt.
    fn parent_in<'d>(&self, document: &'d Document) -> Option<NodeRef<'d>> {
        let mut parent = document.root();
        for name in &self.wrappers {
            parent = parent.child_elements().find(|child| child.name() == *name)?.as_node();
        }
        Some(parent)
    }

    /// Returns the wrappers in the parsed excerpt, as far as they are there.
    fn wrappers_in<'d>(&self, document: &'d Document) -> impl Iterator<Item = NodeRef<'d>> {
        self.wrappers.iter().scan(document.root(), |parent, name| {
            let child = parent.child_elements().find(|child| child.name() == *name)?;
            *parent = child.as_node();
            Some(*parent)
        })
    }
}

/// How many elements around a match are parsed with it at most.
const MAX_WRAPPERS: usize = 64;

/// The names of elements that are parsed with a match, outer ones first, and the parent of the
/// first of them.
pub(super) type Wrappers<'a> = (Vec<&'a str>, Option<ElementRef<'a>>);

/// Returns two sets of elements around an element, to try in this order: its source is parsed in
/// the elements that [`wrappers_of`] finds, or in its parent alone, because not all elements around
/// it need come from tags. The flag tells that the parser has other elements open than these.
pub(super) fn surroundings<'e>(
    element: ElementRef<'e>,
    stream: &StreamParser,
) -> [(Wrappers<'e>, bool); 2] {
    let parent = element.parent_element();
    let wrappers = wrappers_of(element);
    let count = wrappers.0.len() + 1;
    // In a shadow root, elements around the parent are left out.
    let is_whole = !wrappers.0.is_empty()
        || parent.is_none_or(|parent| ends_scope(parent) || parent.parent_element().is_none());
    let is_nested = is_whole && parent.is_none_or(|parent| stream.is_nested_as_open(parent, count));
    let is_in_others = !wrappers.0.is_empty() || !is_nested;
    [(wrappers, !is_nested), ((Vec::new(), parent), is_in_others)]
}

/// Returns the elements around an element that start tags may look for, and so close or be moved
/// by: the elements of the table that it is in, without the content of its cells; or the elements
/// in scope.
///
/// <https://html.spec.whatwg.org/#has-an-element-in-scope>
pub(super) fn wrappers_of(element: ElementRef<'_>) -> Wrappers<'_> {
    if let Some(wrappers) = wrappers_in_table(element) {
        return wrappers;
    }
    let mut names = Vec::new();
    let mut parent = element.parent_element();
    while let Some(wrapper) = parent.filter(|_| names.len() < MAX_WRAPPERS)
        && !ends_scope(wrapper)
    {
        names.push(wrapper.name());
        parent = wrapper.parent_element().or_else(|| template_around(wrapper));
        if wrapper.is_html_named(known::SELECT) {
            break;
        }
    }
    if parent.is_none() {
        // The element is right in a `template`, in a shadow root, or where only a script could put
        // it.
        return (Vec::new(), element.parent_element());
    }
    names.reverse();
    (names, parent)
}

/// Returns the `template` in whose contents an element is, if it has no parent there.
fn template_around(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let document = element.document();
    let contents = element.as_node().parent()?.index();
    let host = document.tree.template_before(contents)?;
    NodeRef::new(document, host).as_element()
}

/// Returns the table and its parts around an element that is right in one of them, not in a cell:
/// the parser moves misplaced content of these before the table.
fn wrappers_in_table(element: ElementRef<'_>) -> Option<Wrappers<'_>> {
    let mut names = Vec::new();
    let mut parent = element.parent_element();
    while let Some(wrapper) = parent
        && is_table_part_without_flow(wrapper)
    {
        names.push(wrapper.name());
        parent = wrapper.parent_element();
        if wrapper.is_html_named(known::TABLE) && parent.is_some() {
            // A fragment with a `select` as its context ignores start tags that the table takes.
            if let Some(select) = parent.filter(|parent| parent.is_html_named(known::SELECT)) {
                names.push(select.name());
                parent = select.parent_element();
            }
            names.reverse();
            return Some((names, parent));
        }
    }
    None
}

/// Whether an element is a `table`, or a part of one that has only other parts in it.
fn is_table_part_without_flow(element: ElementRef<'_>) -> bool {
    element.element_name().row().is_in(ElementClass::FOSTERS)
        || element.is_html_named(known::COLGROUP)
}

/// Whether parsing with this element alone as the context gives the same tree as inside all its
/// ancestors: no rule looks past it.
fn ends_scope(element: ElementRef<'_>) -> bool {
    const BOUNDARIES: ElementClass = ElementClass::SCOPE_BOUNDARY.union(ElementClass::FOSTERS);
    // A tag of HTML breaks out of an `annotation-xml` element, unless its attribute makes it an
    // integration point.
    let is_open = element.namespace() == Namespace::MathMl
        && element.name() == "annotation-xml"
        && !element.attr("encoding").is_some_and(is_encoding_of_html);
    !is_open && element.element_name().row().is_in(BOUNDARIES) || element.is_html_named(known::BODY)
}

/// Whether a text may be right in an element.
pub(super) fn takes_text(element: ElementRef<'_>) -> bool {
    let row = element.element_name().row();
    let is_cell = row.is_in(ElementClass::SCOPE_BOUNDARY)
        && !row.is_in(ElementClass::FOSTERS)
        && !element.is_html_named(known::HTML);
    !row.is_in(ElementClass::DECIDES_MODE) || element.is_html_named(known::BODY) || is_cell
}

/// Returns a tag in place of the tag of another element that closes a match, with a text after it
/// that shows which formatting elements are in effect; without the text where no text can be.
/// `None` if no other tag closes the match.
pub(super) fn tag_after(
    closed_by: ClosedBy,
    (wrappers, parent): (&[&str], Option<ElementRef<'_>>),
    strings: &Strings,
) -> Option<String> {
    let (tag, takes_text) = match closed_by {
        ClosedBy::StartTag(name) => {
            let decides_mode = ElementRow::of(name).is_in(ElementClass::DECIDES_MODE);
            (format!("<{}>", strings.name(name)), !decides_mode)
        }
        ClosedBy::EndTag(name) => {
            let name = strings.name(name);
            let is_wrapper = wrappers.iter().any(|one| one.eq_ignore_ascii_case(name));
            // A table moves the text.
            (format!("</{name}>"), !is_wrapper || parent.is_some_and(takes_text))
        }
        _ => return None,
    };
    Some(tag + if takes_text { "x" } else { "" })
}

/// <https://html.spec.whatwg.org/#html-integration-point>
fn is_encoding_of_html(encoding: &str) -> bool {
    ["text/html", "application/xhtml+xml"].iter().any(|one| encoding.eq_ignore_ascii_case(one))
}

/// Whether an element stays in effect until it is closed in the right place.
fn may_stay_in_effect(element: &ElementRef<'_>) -> bool {
    let name = element.element_name();
    name.is_formatting() || pushes_marker(name) || name.is_html(known::FORM)
}
