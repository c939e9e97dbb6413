//! Tokens and elements that are unfinished where the input ends.

use std::ops::Range;

use crate::dom::{ElementRef, NodeIndex, NodeRef};
use crate::elements::ElementClass;
use crate::names::{ElementName, Namespace, known};
use crate::parse::ParseOptions;
use crate::steps;
use crate::stream::leaf::{LeafKind, has_only_text, kind_of};
use crate::stream::parser::StreamParser;

use super::comments::end_of_comment;

/// The text that closes the unfinished token and the elements that are open at the end of the
/// source.
pub(super) struct Closers {
    /// From which byte of the source on `text` replaces the source. That is before the end if the
    /// last token is a tag that the end of the input cuts off, or would go on with the text.
    pub(super) start: usize,
    pub(super) text: String,
    /// Whether the text does not close everything.
    pub(super) is_inexact: bool,
}

/// Whether an element has a marker in the list of active formatting elements, other than the marker
/// of a `template`, which the end of the input removes.
///
/// <https://html.spec.whatwg.org/#concept-parser-marker>
pub(super) fn is_marked(element: ElementRef<'_>) -> bool {
    let row = element.element_name().row();
    element.namespace() == Namespace::Html
        && row.is_in(ElementClass::SCOPE_BOUNDARY)
        && !row.is_in(ElementClass::TABLE_SCOPE_BOUNDARY)
        && !element.is_html_named(known::SELECT)
}

/// Whether the start tag of an element puts a marker into the list of active formatting elements.
///
/// <https://html.spec.whatwg.org/#concept-parser-marker>
pub(super) fn pushes_marker(name: ElementName) -> bool {
    let row = name.row();
    name.namespace == Namespace::Html
        && row.is_in(ElementClass::SCOPE_BOUNDARY)
        && !name.is_html(known::SELECT)
        && (!row.is_in(ElementClass::TABLE_SCOPE_BOUNDARY) || name.is_html(known::TEMPLATE))
}

/// Whether an element has a marker that stays in effect when another tag closes the element. The
/// markers of cells and captions go with them.
pub(super) fn leaves_marker(element: ElementRef<'_>) -> bool {
    is_marked(element) && !element.element_name().row().is_in(ElementClass::DECIDES_MODE)
}

/// Whether a text ends with `</`, or with that and letters that may begin the name of an end tag.
/// At the end of the input, these characters are text in an element that has only text.
pub(super) fn ends_in_end_tag(text: &str) -> bool {
    text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).ends_with("</")
}

/// Whether the input ends in an element that has only text, with the beginning of an end tag, which
/// an inserted text would continue.
fn ends_in_text_of_tag(
    stream: &StreamParser,
    options: &ParseOptions,
    innermost: ElementRef<'_>,
) -> bool {
    let source = stream.lent_document().source();
    has_only_text(innermost.element_name(), options.get_scripting())
        && ends_in_end_tag(&source[..stream.last_token().end])
}

/// Returns the text that ends the last token, which is at `token` in the source, if the token is
/// unfinished. `innermost` is the element that it is in.
pub(super) fn token_end(
    stream: &StreamParser,
    options: &ParseOptions,
    innermost: Option<ElementRef<'_>>,
    token: Range<usize>,
) -> Closers {
    let source = stream.lent_document().source();
    let end = stream.last_token().end;
    let mut closers = Closers { start: end, text: String::new(), is_inexact: false };
    let in_text = innermost
        .is_some_and(|element| has_only_text(element.element_name(), options.get_scripting()));
    let Some(written) = source.get(token.clone()) else {
        return Closers { is_inexact: true, ..closers };
    };
    // The parser drops a tag that the input ends in.
    closers.start = token.end.min(end);
    // The parser drops `</>`, too, but that is finished.
    while source[closers.start..].starts_with("</>") {
        steps::count(1);
        closers.start += "</>".len();
    }
    if in_text || written.is_empty() {
        return closers;
    }
    match kind_of(written, false) {
        Some(LeafKind::Text) => {
            // A `<` or `</` would begin a tag or a comment with the appended text.
            let kept = written.trim_end_matches('/').strip_suffix('<').unwrap_or(written);
            let is_tag_open = written.len() - kept.len() <= 2 && token.end == end;
            if is_tag_open && kept.len() < written.len() {
                closers.start -= written.len() - kept.len();
                closers.text = written[kept.len()..].replace('<', "&lt;");
            }
        }
        Some(LeafKind::Doctype) if !written.ends_with('>') => {
            // Without its end, it sets quirks mode.
            closers.text.push('>');
            closers.is_inexact = true;
        }
        Some(LeafKind::Comment | LeafKind::ProcessingInstruction) => {
            let finished = end_of_comment(written, options);
            closers.text += finished.unwrap_or("-->");
            closers.is_inexact = finished.is_none();
        }
        Some(LeafKind::Doctype) | None => {}
    }
    closers
}

/// Whether the input ends in a tag. The last token must be the end of the input.
pub(super) fn ends_in_tag(stream: &StreamParser, options: &ParseOptions) -> bool {
    stream.document_end().is_none_or(|(noted, mut popped)| {
        let as_element = |id: NodeIndex| NodeRef::new(stream.lent_document(), id).as_element();
        let innermost = popped.next().and_then(as_element);
        let closers = token_end(stream, options, innermost, noted.tokens[1].clone());
        closers.text.is_empty() && closers.start < stream.last_token().end
            || innermost.is_some_and(|one| ends_in_text_of_tag(stream, options, one))
    })
}

/// Whether the input ends in a token, or in an element that an end tag need not end. The last token
/// must be the end of the input.
pub(super) fn is_unfinished(stream: &StreamParser, options: &ParseOptions) -> bool {
    let Some((noted, popped)) = stream.document_end() else { return true };
    let as_element = |id: NodeIndex| NodeRef::new(stream.lent_document(), id).as_element();
    let popped: Vec<_> = popped.filter_map(as_element).collect();
    let closers = token_end(stream, options, popped.first().copied(), noted.tokens[1].clone());
    let is_open_ended = |one: &ElementRef<'_>| {
        one.namespace() != Namespace::Html
            || one.is_html_named(known::SCRIPT)
            || one.is_html_named(known::PLAINTEXT)
    };
    // A marker whose element is gone hides formatting elements before it.
    let marked = popped.iter().filter(|one| is_marked(**one)).count();
    closers.is_inexact
        || popped.first().is_some_and(|one| ends_in_text_of_tag(stream, options, *one))
        || marked != stream.markers()
        || !closers.text.is_empty()
        || closers.start < stream.last_token().end
        || popped.iter().any(is_open_ended)
}
