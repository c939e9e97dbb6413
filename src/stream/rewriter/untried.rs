//! Inserts content and removes elements without parsing anything around them, where the names of
//! the open elements tell that everything else is read as before.

use encoding_rs::UTF_8;
use memchr::memchr_iter;

use crate::dom::{ElementRef, NodeRef};
use crate::elements::{StartTagRule, Traits};
use crate::markup::{Effect, MAX_SEARCHED, Nest, content_has_flow};
use crate::names::{ElementName, Namespace, known};
use crate::parse::ParseOptions;
use crate::serialize::{text_as_escaped, write_exactly};
use crate::steps;
use crate::stream::leaf::has_only_text;
use crate::stream::parser::StreamParser;

use super::content::Content;

/// Returns the text that inserts content into an element, at a place in its content where no
/// formatting element is to be created anew and nothing in it is open. `None` if the content would
/// be read otherwise there, or only a parse tells.
pub(super) fn inserted_text(
    parent: ElementRef<'_>,
    content: Content<'_>,
    options: &ParseOptions,
    stream: &StreamParser,
) -> Option<String> {
    if !content_has_flow(parent.element_name()) {
        return None;
    }
    let text = match content {
        // The parser drops U+0000, and reads a carriage return as a line feed.
        Content::Text(text) if text.contains(['\0', '\r']) => return None,
        Content::Text(text) => text_as_escaped(text).into_owned(),
        Content::Html(html) => written_html(parent, html, options, stream)?,
    };
    let is_written_as_it_is = stream.encoding().is_none_or(|encoding| {
        encoding == UTF_8 || encoding.is_ascii_compatible() && text.is_ascii()
    });
    is_written_as_it_is.then_some(text)
}

/// Whether everything else is read as before without an element, whose tags imply and close
/// nothing. That is so if the element has only text and can be in the `head`, and its parent is the
/// `head` or takes flow content.
pub(super) fn is_removed_alone(element: ElementRef<'_>, options: &ParseOptions) -> bool {
    let name = element.element_name();
    let takes_it = |parent: ElementRef<'_>| {
        content_has_flow(parent.element_name()) || parent.is_html_named(known::HEAD)
    };
    name.namespace == Namespace::Html
        && name.row().is(Traits::IN_HEAD)
        && has_only_text(name, options.get_scripting())
        && element.parent_element().is_some_and(takes_it)
}

/// Returns HTML as it is written in a parent, if each of its start tags only inserts an element
/// there, and each of its end tags only ends one.
fn written_html(
    parent: ElementRef<'_>,
    html: &str,
    options: &ParseOptions,
    stream: &StreamParser,
) -> Option<String> {
    let mut nest = nest_of(parent)?;
    if !stream.is_nested_as_open(parent, nest.len()) {
        return None;
    }
    let fragment = options.parse_fragment(stream.context_of(parent), html);
    if fragment.limits_hit().any() {
        return None;
    }
    let root = fragment.root();
    let mut next = root.first_child();
    while let Some(mut node) = next {
        steps::count(1);
        next = match node.as_element() {
            Some(element) => {
                let name = element.element_name();
                let is_deep = nest.len() + 2 > options.limits.depth.min(2 * MAX_SEARCHED);
                let is_inserted = only_inserts(name) && nest.effect(name) == Effect::Inserts;
                if is_deep || !is_inserted || is_one_of_many(name, &nest) {
                    return None;
                }
                let first = node.first_child();
                if first.is_some() {
                    nest.push(name, ());
                }
                first
            }
            None if is_read_as_written(node) => None,
            None => return None,
        };
        while next.is_none() {
            next = node.next_sibling();
            if next.is_none() {
                node = node.parent()?;
                if node == root {
                    break;
                }
                nest.pop();
            }
        }
    }
    let mut text = String::with_capacity(html.len() + 16);
    root.children().for_each(|child| write_exactly(child, false, false, &mut text));
    Some(text)
}

/// Returns an element and the elements around it. `None` if there are too many, or a `select` is
/// among them.
fn nest_of(element: ElementRef<'_>) -> Option<Nest> {
    let around = std::iter::successors(Some(element), |one| one.parent_element());
    let names: Vec<ElementName> =
        around.take(MAX_SEARCHED + 1).map(|one| one.element_name()).collect();
    steps::count(names.len());
    if names.len() > MAX_SEARCHED || names.iter().any(|name| name.is_html(known::SELECT)) {
        return None;
    }
    let mut nest = Nest::new();
    names.into_iter().rev().for_each(|name| nest.push(name, ()));
    Some(nest)
}

/// Whether the start tag of an element has no more effects than inserting it and ending others, or
/// its content is raw text.
fn only_inserts(name: ElementName) -> bool {
    let row = name.row();
    name.namespace == Namespace::Html
        && !row.is(Traits::DIFFERS_2024)
        && !row.is(Traits::DROPS_LINE_FEED)
        && (!row.start_tag.has(StartTagRule::OTHER) || is_raw_in_head(name))
}

/// Whether several formatting elements of that name are open: one more may take the first of them
/// out of the list of active formatting elements.
///
/// <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>
fn is_one_of_many(name: ElementName, nest: &Nest) -> bool {
    name.is_formatting() && nest.of_owner().filter(|(one, ())| *one == name).count() > 1
}

fn is_raw_in_head(name: ElementName) -> bool {
    name.row().is(Traits::IN_HEAD) && name.is_raw_text(false)
}

/// Whether a node is a text that is read as it is written.
fn is_read_as_written(node: NodeRef<'_>) -> bool {
    let Some(text) = node.as_text() else { return false };
    let parent = node.parent().and_then(NodeRef::as_element);
    let is_raw = parent.is_some_and(|parent| parent.element_name().is_raw_text(true));
    // Comments in scripts may hide end tags.
    let is_markup = |at: usize| matches!(text.as_bytes().get(at + 1), Some(b'!' | b'/'));
    let has_markup = || memchr_iter(b'<', text.as_bytes()).any(is_markup);
    !(text.contains('\0') || is_raw && has_markup())
}
