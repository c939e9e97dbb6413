//! Whether edits of a match depend on the part of the document that it is in.

use crate::dom::ElementRef;
use crate::names::known;
use crate::parse::{ParseOptions, Section};
use crate::stream::parser::StreamParser;

use super::composed::Replacement;
use super::content::{Content, Side};
use super::noahs_ark::takes_out_of_effect;
use super::place::{fits, is_metadata, leads, leads_to_body};
use super::rewrite_match::RewriteMatch;

impl<'r> RewriteMatch<'r> {
    /// Whether content is read where it is inserted, and changes nothing else, as far as the part
    /// of the document and the elements in effect decide.
    pub(super) fn fits(&self, side: Side, content: Content<'_>) -> bool {
        match side {
            Side::Before | Side::Prepend if takes_out_of_effect(content.html(), self.stream) => {
                false
            }
            Side::Before => {
                let section = self.found.around.before.section;
                fits(section, self.element.parent_element(), content, self.options, self.stream)
            }
            Side::Prepend => {
                let section = self.stream.standing().section;
                fits(section, Some(self.element), content, self.options, self.stream)
            }
            // The part of the document at the end of the element decides.
            Side::Append | Side::After => true,
        }
    }

    /// Whether the parser stays in the same part of the document if the start tag of the element is
    /// removed.
    pub(super) fn may_go(&self) -> bool {
        self.ends().may_go()
    }

    /// Returns where a complete element starts and ends.
    pub(super) fn ends(&self) -> Ends<'r> {
        Ends {
            element: self.element,
            before: self.found.around.before.section,
            parts_text: self.found.around.parts_text,
            end: [self.stream.before_token().section, self.stream.standing().section],
            options: self.options,
            stream: self.stream,
        }
    }

    /// Whether content in place of the element leads to the same part of the document.
    pub(super) fn leads(&self, content: Content<'_>) -> bool {
        let section = self.found.around.before.section;
        let parent = self.element.parent_element();
        leads_to_body(section)
            && parent.is_some_and(|parent| leads(parent, content, self.options, self.stream))
    }
}

/// The parts of the document in which an element starts and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends<'e> {
    element: ElementRef<'e>,
    /// The part before the start tag.
    before: Section,
    /// Whether the element keeps a text in a table apart from the next text.
    parts_text: bool,
    /// The parts before the last token and after it.
    end: [Section; 2],
    options: &'e ParseOptions,
    stream: &'e StreamParser,
}

impl Ends<'_> {
    /// Whether the element starts and ends in the `body`.
    pub(super) fn are_in_body(&self) -> bool {
        self.before == Section::Body && self.end.iter().all(|section| *section == Section::Body)
    }

    /// Whether the parser stays in the same part of the document if the start tag of the element is
    /// removed.
    pub(super) fn may_go(&self) -> bool {
        if self.parts_text {
            return false;
        }
        match self.before {
            Section::Body | Section::Frames => true,
            Section::Head if self.element.is_html_named(known::NOSCRIPT) => true,
            Section::Head | Section::HeadNoscript | Section::AfterHead | Section::Template => {
                is_metadata(self.element)
            }
            Section::BeforeHead | Section::TemplateOfTable => false,
            Section::AfterBody | Section::AfterHtml | Section::AfterFrames => false,
        }
    }

    /// Whether a patch at the start or the end of the element, which has this length, comes into
    /// its parent, as far as the part of the document decides.
    pub(super) fn fit(&self, patch: &Replacement, length: usize) -> bool {
        let parent = self.element.parent_element();
        let content = Content::Html(&patch.text);
        let fits_in = |section| fits(section, parent, content, self.options, self.stream);
        let fits_at_start = match patch.range.is_empty() {
            true => fits_in(self.before),
            false => self.before == Section::Body || self.may_go() && fits_in(self.before),
        };
        (patch.range.start > 0 || fits_at_start)
            && (patch.range.end < length
                || patch.text.is_empty()
                || self.end.into_iter().all(|section| {
                    let is_in = Some(self.element);
                    fits_in(section) || fits(section, is_in, content, self.options, self.stream)
                }))
    }
}
