//! Edits of a match that are more than attributes: its source is parsed by itself, and what edits
//! of that tree are in its source is what they are in the whole.

use encoding_rs::Encoding;

use crate::dom::{Document, ElementRef, NodeId, NodeRef, TreeError};
use crate::parse::{Context, Next, ParseOptions};
use crate::source_edits::check::is_same_tree;
use crate::source_edits::newlines::text_as_it_came;
use crate::source_edits::{ApplyError, InexactReason};

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
    /// The start tags of what the start tag of the match has closed.
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
        let mut prefix = String::new();
        for name in &self.found.closed {
            prefix.push('<');
            prefix.push_str(name);
            prefix.push('>');
        }
        let excerpt = Excerpt {
            options: self.options.clone().lossless(true),
            context: element.parent_element().map(Context::from),
            prefix,
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
                    document.root().child_elements().nth(count).map(|at| at.id())
                }
                Place::Gone => None,
            };
            target = found.ok_or(RewriteError::NotAlone)?;
        }
        edit(&mut document, target)?;
        let place = document.root().child_elements().position(|element| element.id() == target);
        let place = place.map_or(Place::Gone, Place::After);
        let edits = document.source_edits().ok_or(RewriteError::NotAlone)?;
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
        let length = patched(text, before).len();
        if patches.last().is_some_and(|last| last.range.end > length) {
            return Err(RewriteError::NotAlone);
        }
        let inexact = edits.inexact().iter().map(|inexact| inexact.reason()).collect();
        Ok(Edited { patches, inexact, place })
    }

    /// Returns the names of the elements that are open at the end of the patched text, outer ones
    /// first.
    fn left_open(&self, text: &str) -> Vec<String> {
        let text = format!("{}{text}", self.prefix);
        let Some(context) = self.context.clone() else { return Vec::new() };
        let options = self.options.clone().lossless(false).positions(true);
        let document = options.parse_fragment(context, text);
        let mut names = Vec::new();
        let mut next = document.root().last_child();
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
        let closed = usize::from(!self.prefix.is_empty());
        let is_target = |element: &ElementRef<'_>| {
            element.name() == self.element.name() && element.namespace() == self.element.namespace()
        };
        Some(document.root().child_elements().skip(closed).find(is_target)?.id())
    }
}
