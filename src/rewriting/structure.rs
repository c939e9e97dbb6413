//! Edits of a match that are more than attributes: its source is parsed by itself, and what edits
//! of that tree are in its source is what they are in the whole.

use encoding_rs::Encoding;

use crate::dom::{Document, ElementRef, NodeId, NodeRef, TreeError};
use crate::names::Namespace;
use crate::parse::{Context, Next, ParseOptions};
use crate::source_edits::check::is_same_tree;
use crate::source_edits::newlines::text_as_it_came;
use crate::source_edits::{ApplyError, InexactReason, SourceEdits};

use super::composed::{Replacement, composed, patched};
use super::error::RewriteError;
use super::output::TextPatch;
use super::rewrite_match::{Place, RewriteMatch};

/// What an edit makes of the source of a match.
struct Edited {
    patches: Vec<Replacement>,
    /// Why the source does not express it exactly, if so.
    inexact: Vec<InexactReason>,
    place: Place,
}

/// The source of a match, to be parsed by itself.
struct Excerpt<'s> {
    options: ParseOptions,
    /// `None` for the root element.
    context: Option<Context<'s>>,
    /// The elements of a table that the match is in, outer ones first. They are parsed as well, so
    /// that what does not belong in them is moved to before the table, as it is in the document.
    wrappers: Vec<&'s str>,
    /// Whether the start tag of the match has closed elements.
    closes: bool,
    /// The start tags of the wrappers, and of what the start tag of the match has closed.
    prefix: String,
    /// What stands for what comes after the match.
    suffix: String,
    element: ElementRef<'s>,
    /// The encoding of the output; `None` for text.
    encoding: Option<&'static Encoding>,
}

impl RewriteMatch<'_> {
    /// Edits the match as an element of a document of its own, in which its source is parsed in its
    /// parent. Returns why the source does not express the edits exactly, if so.
    pub(super) fn edit_source(
        &mut self,
        edit: impl FnOnce(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        let end = self.found.end.ok_or(RewriteError::NotComplete)?;
        let (stream, output, element) = (self.stream, &mut *self.output, self.element);
        self.tag_edits.settle(stream, output);
        let range = stream.offset_of(self.found.start)..stream.offset_of(end);
        let document = stream.lent_document();
        let text = text_as_it_came(&document.strings, self.found.start..end);
        let (wrappers, parent) = wrappers_of(element);
        let closed = self.found.closed.iter().map(String::as_str);
        let excerpt = Excerpt {
            options: self.options.clone().lossless(true),
            context: parent.map(Context::from),
            prefix: wrappers
                .iter()
                .copied()
                .chain(closed)
                .map(|name| format!("<{name}>"))
                .collect(),
            wrappers,
            closes: !self.found.closed.is_empty(),
            suffix: match &self.found.next {
                Next::Unknown if element.parent_element().is_some() => "<!---->".to_owned(),
                Next::StartTag(name) => format!("<{name}>"),
                Next::Unknown | Next::End => String::new(),
            },
            element,
            encoding: stream.encoding(),
        };
        let before = output.take_within(&range).ok_or(RewriteError::NotAlone)?;
        let before: Vec<_> = before.into_iter().map(|patch| patch.within(&range)).collect();
        let edited = excerpt.edited(&text, &before, self.place, edit);
        let (after, result) = match edited {
            Ok(edited) => {
                self.place = edited.place;
                let after = composed(before, edited.patches);
                if self.found.next != Next::Unknown {
                    let names = excerpt.left_open(&patched(&text, &after));
                    *self.left_open = Some((self.found.element, names));
                }
                (after, Ok(edited.inexact))
            }
            Err(error) => (before, Err(error)),
        };
        for one in after {
            output.insert(TextPatch::of(one, &range));
        }
        result
    }
}

impl Excerpt<'_> {
    /// Returns the patches that an edit makes in the text with the patches before it.
    fn edited(
        &self,
        text: &str,
        before: &[Replacement],
        place: Place,
        edit: impl FnOnce(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Result<Edited, RewriteError> {
        let mut document = self.parse(text);
        let target = self.target_in(&document).ok_or(RewriteError::NotAlone)?;
        if !is_same_tree(self.element.as_node(), document.node(target)) {
            return Err(RewriteError::NotAlone);
        }
        let mut target = target;
        if !before.is_empty() {
            document = self.parse(&patched(text, before));
            let found = match place {
                Place::ByName => self.target_in(&document),
                Place::After(count) => {
                    let parent = self.parent_in(&document);
                    parent.and_then(|parent| parent.child_elements().nth(count)).map(|at| at.id())
                }
                Place::Gone => None,
            };
            target = found.ok_or(RewriteError::NotAlone)?;
        }
        edit(&mut document, target)?;
        let parent = self.parent_in(&document).ok_or(RewriteError::NotAlone)?;
        let place = parent.child_elements().position(|element| element.id() == target);
        let place = place.map_or(Place::Gone, Place::After);
        let checked = document.source_edits().ok_or(RewriteError::NotAlone)?;
        let inexact: Vec<_> = checked.inexact().iter().map(|inexact| inexact.reason()).collect();
        let length = patched(text, before).len();
        let patches = match self.replacements(&checked, length) {
            // What cannot be expressed by more than the element is not tried.
            Err(RewriteError::NotAlone) if !inexact.is_empty() => {
                let unchecked = document.unchecked_source_edits().ok_or(RewriteError::NotAlone)?;
                self.replacements(&unchecked, length)?
            }
            patches => patches?,
        };
        Ok(Edited { patches, inexact, place })
    }

    /// Returns what edits replace in the text of the element, which has this length.
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
            let range = patch.range();
            let start = range.start.checked_sub(self.prefix.len()).ok_or(RewriteError::NotAlone)?;
            let range = start..range.end - self.prefix.len();
            patches.push(Replacement { range, text: text.into_owned() });
        }
        match patches.last() {
            Some(last) if last.range.end > length => Err(RewriteError::NotAlone),
            _ => Ok(patches),
        }
    }

    /// Returns the names of the elements that are open at the end of the patched text, outer ones
    /// first.
    fn left_open(&self, text: &str) -> Vec<String> {
        let text = format!("{}{text}", self.prefix);
        let Some(context) = self.context.clone() else { return Vec::new() };
        let options = self.options.clone().lossless(false).positions(true);
        let document = options.parse_fragment(context, text);
        let mut names = Vec::new();
        let mut next = self.parent_in(&document).and_then(NodeRef::last_child);
        while let Some(element) = next.and_then(NodeRef::as_element)
            && let Some(position) = element.as_node().position()
            && position.end().is_none_or(|end| end >= document.source().len())
        {
            names.push(element.name().to_owned());
            next = element.last_child();
        }
        names
    }

    fn parse(&self, text: &str) -> Document {
        let text = format!("{}{text}{}", self.prefix, self.suffix);
        match &self.context {
            Some(context) => self.options.parse_fragment(context.clone(), text),
            None => self.options.parse_str(text),
        }
    }

    /// Returns the element in a document that was made of the source.
    fn target_in(&self, document: &Document) -> Option<NodeId> {
        let limits = document.limits_hit();
        if limits.any() {
            return None;
        }
        let is_target = |element: &ElementRef<'_>| {
            element.name() == self.element.name() && element.namespace() == self.element.namespace()
        };
        let parent = self.parent_in(document)?;
        Some(parent.child_elements().skip(usize::from(self.closes)).find(is_target)?.id())
    }

    /// Returns the parent of the element in a document that was made of the source.
    fn parent_in<'d>(&self, document: &'d Document) -> Option<NodeRef<'d>> {
        let mut parent = document.root();
        for name in &self.wrappers {
            parent = parent.child_elements().find(|child| child.name() == *name)?.as_node();
        }
        Some(parent)
    }
}

/// Returns the elements of a table that an element is in, without those in its cells, outer ones
/// first; and its parent, or that of the table.
fn wrappers_of(element: ElementRef<'_>) -> (Vec<&str>, Option<ElementRef<'_>>) {
    let mut names = Vec::new();
    let mut parent = element.parent_element();
    while let Some(wrapper) = parent
        && wrapper.namespace() == Namespace::Html
        && matches!(wrapper.name(), "table" | "tbody" | "thead" | "tfoot" | "tr" | "colgroup")
    {
        names.push(wrapper.name());
        parent = wrapper.parent_element();
        if wrapper.name() == "table" && parent.is_some() {
            names.reverse();
            return (names, parent);
        }
    }
    // In a `template`, or where a script would have put it.
    (Vec::new(), element.parent_element())
}
