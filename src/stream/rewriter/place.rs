//! Whether content stays where it is inserted, as far as the part of the document decides that. In
//! the `body`, the excerpt of an edit decides. Outside of the `body`, and in a `template`, the
//! first node of a kind leads to another part of the document.

use crate::dom::{Document, ElementRef, NodeKind, NodeRef};
use crate::elements::Traits;
use crate::names::{Namespace, known};
use crate::parse::{ParseOptions, Section};
use crate::stream::leaf::has_only_text;
use crate::stream::parser::StreamParser;

use super::content::Content;

/// The role of a node in the parts of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Whitespace may be in every part.
    Whitespace,
    Comment,
    /// An element that may be in the `head` and in the `body`.
    Metadata,
    /// A node that leads to the `body`.
    Flow,
    /// A text that begins with whitespace: only the rest of it leads to the `body`.
    Mixed,
}

fn part_of(node: NodeRef<'_>) -> Part {
    match node.kind() {
        NodeKind::Text(text) if text.trim_ascii().is_empty() => Part::Whitespace,
        NodeKind::Text(text) if text.starts_with(|c: char| c.is_ascii_whitespace()) => Part::Mixed,
        NodeKind::Element(element) if is_metadata(element) => Part::Metadata,
        NodeKind::Text(_) | NodeKind::Element(_) => Part::Flow,
        _ => Part::Comment,
    }
}

/// Whether the rules for the `head` insert an element, and its start tag has no other effect.
pub(super) fn is_metadata(element: ElementRef<'_>) -> bool {
    element.namespace() == Namespace::Html && element.element_name().row().is(Traits::IN_HEAD)
}

/// Whether content that the parser reads in a part of the document comes into the element in which
/// it is inserted.
pub(super) fn fits(
    section: Section,
    parent: Option<ElementRef<'_>>,
    content: Content<'_>,
    options: &ParseOptions,
    stream: &StreamParser,
) -> bool {
    let scripting = options.get_scripting();
    let Some(parent) = parent else { return false };
    let is_html = parent.is_html_named(known::HTML);
    let is_in_body = matches!(section, Section::Body | Section::Frames);
    if is_in_body && !is_html || has_only_text(parent.element_name(), scripting) {
        return true;
    }
    let document = match content {
        Content::Text("") => return true,
        Content::Text(text) => {
            let mut document = Document::new_fragment();
            let root = document.root().id();
            let added = document.create_text(text).and_then(|text| document.append(root, text));
            debug_assert!(added.is_ok(), "a text fits into an empty document");
            document
        }
        Content::Html(html) => options.parse_fragment(stream.context_of(parent), html),
    };
    let mut parts = document.root().children().map(part_of);
    let is_head = parent.is_html_named(known::HEAD);
    let is_leaf = |part: Part| matches!(part, Part::Whitespace | Part::Comment);
    match section {
        _ if is_html => match section {
            Section::BeforeHead | Section::AfterHead | Section::AfterBody => {
                parts.all(|part| part == Part::Comment)
            }
            _ => false,
        },
        Section::Body | Section::Frames => true,
        Section::BeforeHead if is_head => {
            parts.next().is_none_or(|part| part == Part::Metadata)
                && parts.all(|part| is_leaf(part) || part == Part::Metadata)
        }
        Section::Head if is_head => parts.all(|part| is_leaf(part) || part == Part::Metadata),
        Section::AfterHead if is_head => parts.all(|part| part == Part::Metadata),
        Section::HeadNoscript if parent.is_html_named(known::NOSCRIPT) => parts.all(is_leaf),
        Section::BeforeHead | Section::Head | Section::HeadNoscript | Section::AfterHead => {
            !is_head && parts.next().is_none_or(|part| part == Part::Flow)
        }
        Section::Template => {
            parts.all(|part| is_leaf(part) || part == Part::Metadata || part == Part::Mixed)
                || document.root().children().all(|node| node.as_text().is_some())
        }
        Section::TemplateOfTable => parts.all(is_leaf),
        Section::AfterBody | Section::AfterHtml => {
            let mut parts = parts.skip_while(|part| *part == Part::Whitespace);
            parts.next().is_none_or(|part| part != Part::Comment)
        }
        Section::AfterFrames => false,
    }
}

/// Whether a text or an element that the parser reads in a part of the document leads to the
/// `body`.
pub(super) fn leads_to_body(section: Section) -> bool {
    match section {
        Section::BeforeHead | Section::Head | Section::HeadNoscript | Section::AfterHead => true,
        Section::AfterBody | Section::AfterHtml => true,
        Section::Body | Section::Template | Section::TemplateOfTable => false,
        Section::Frames | Section::AfterFrames => false,
    }
}

/// Whether content has a node with which a part of the document begins.
pub(super) fn leads(
    parent: ElementRef<'_>,
    content: Content<'_>,
    options: &ParseOptions,
    stream: &StreamParser,
) -> bool {
    match content {
        Content::Text(text) => !text.trim_ascii().is_empty(),
        Content::Html(html) => {
            let fragment = options.parse_fragment(stream.context_of(parent), html);
            let mut parts = fragment.root().children().map(part_of);
            parts.any(|part| !matches!(part, Part::Whitespace | Part::Comment))
        }
    }
}
