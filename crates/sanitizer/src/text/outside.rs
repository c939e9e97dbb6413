//! Tags that act on the page around the output, as other readers see them.
//!
//! Text or a comment for the reader whose tree is written can have tags for another one: a `style`
//! in a `noscript` with scripting enabled, a `style` in a `select` in 2024. Most such tags make
//! elements, which are seen in the tree. These do not, because a fragment has no `body`:
//!
//! - `html` and `body`: "for each attribute on the token, check to see if the attribute is already
//!   present on the top element of the stack of open elements. If it is not, add the attribute and
//!   its corresponding value to that element". So an event handler gets on the page's own `body`;
//! - `frameset`, which can replace the `body`;
//! - an end tag that closes nothing in a fragment. In a page it can close the element that the text
//!   was put into;
//! - a start tag in a `select` of 2024, which drops it or, in a page, is closed by it;
//! - constructs that are not ended where the fragment ends, such as a comment or an `xmp`. In a
//!   page, they go on to contain the rest of it.
//!
//! Each of them is an error.
//!
//! <https://html.spec.whatwg.org/#parsing-main-inbody>

use std::ops::Range;

use crate::elements::ElementList;
use consomme::Namespace;
use consomme::ParseErrorCode;
use consomme::{Document, ElementRef, NodeKind, NodeRef};

use super::readers::{PRIMARY, Reader, Reading};

impl Reading<'_> {
    /// Parses the output as another reader does. Also returns whether a tag acts outside.
    pub(super) fn parse_as_other(&self, reader: Reader, html: &str) -> (Document, bool) {
        let document = self.parse_noting_errors(reader, html, false);
        let suspects: Vec<usize> = offsets(&document).collect();
        let is_outside = !suspects.is_empty() && self.are_outside(&suspects, reader, html);
        (document, is_outside)
    }

    /// Returns whether one of the tags at these offsets is none for the reader whose tree is
    /// written, or one without an error.
    fn are_outside(&self, suspects: &[usize], reader: Reader, html: &str) -> bool {
        let own = self.parse_noting_errors(PRIMARY, html, true);
        // Also the nodes that a `selectedcontent` had before it took a copy of its `option`: their
        // markup is in the text, though not in the tree.
        let mut opaque: Vec<Range<usize>> = own
            .all_nodes()
            .filter(|node| is_opaque(*node))
            .filter_map(|node| node.span().map(|span| span.source_range()))
            .collect();
        opaque.sort_unstable_by_key(|span| span.start);
        let is_in_opaque = |offset: usize| {
            let after = opaque.partition_point(|span| span.start <= offset);
            after.checked_sub(1).is_some_and(|last| opaque[last].contains(&offset))
        };
        let errors: Vec<usize> = offsets(&own).collect();
        let mut foreign_closers: Vec<usize> = own
            .all_nodes()
            .filter(|node| node.as_element().is_some_and(is_foreign_closer))
            .filter_map(|node| node.span().map(|span| span.source_range().start))
            .collect();
        foreign_closers.sort_unstable();
        suspects.iter().any(|suspect| {
            // The tags in a `select` are dropped in 2024, also tags of elements that stay.
            let is_dropped = reader.revision != PRIMARY.revision
                && *suspect < html.len()
                && foreign_closers.binary_search(suspect).is_err();
            is_in_opaque(*suspect) || !is_dropped && errors.binary_search(suspect).is_err()
        })
    }

    fn parse_noting_errors(&self, reader: Reader, html: &str, positions: bool) -> Document {
        let options = self.options_of(reader).errors(true).positions(positions);
        let limits = options.get_limits().errors(None);
        options.limits(limits).parse_fragment(self.context.clone(), html)
    }
}

/// Returns the offsets of the errors of tags that may act outside, in order. A construct that is
/// not ended is an error at the end.
fn offsets(document: &Document) -> impl Iterator<Item = usize> {
    use ParseErrorCode::*;

    let end = document.source().len();
    let offsets = document.errors().iter().map(move |error| match error.code() {
        MisplacedHtmlStartTag
        | MisplacedBodyStartTag
        | MisplacedFramesetStartTag
        | NestedForm
        | SelectContentConflict
        | UnexpectedStartTag
        | UnexpectedEndTag => Some(error.offset()),
        UnclosedElementAtEof
        | EofInTextElement
        | EofBeforeTagName
        | EofInCdata
        | EofInComment
        | EofInDoctype
        | EofInProcessingInstruction
        | EofInScriptHtmlCommentLikeText
        | EofInTag => Some(end),
        _ => None,
    });
    offsets.flatten()
}

/// Returns whether an element is one of SVG or MathML with the name of a tag that ends a `select`
/// of 2024 in a page, also one in a table. Its content would then be outside, and HTML. In a
/// fragment for a `select`, the tag is dropped.
///
/// The rules come from the insertion modes "in select" and "in select in table", which the standard
/// no longer has.
fn is_foreign_closer(element: ElementRef<'_>) -> bool {
    element.namespace() != Namespace::Html
        && ElementList::EndsSelectOf2024.has(element.element_name().local)
}

/// Returns whether a node is written without escapes: it is a comment, a processing instruction, or
/// the text of an element such as `style`.
fn is_opaque(node: NodeRef<'_>) -> bool {
    match node.kind() {
        NodeKind::Comment(_) | NodeKind::ProcessingInstruction(_) => true,
        NodeKind::Text(_) => {
            let parent = node.parent().and_then(NodeRef::as_element);
            parent.is_some_and(|parent| parent.element_name().is_raw_text(false))
        }
        _ => false,
    }
}
