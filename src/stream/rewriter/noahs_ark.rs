//! The Noah's Ark clause for inserted content: whether formatting elements in it take others out of
//! the list of active formatting elements. That list keeps the latest three that are alike.
//!
//! <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>

use crate::dom::NodeRef;
use crate::steps;
use crate::stream::parser::StreamParser;

/// How many formatting elements that are alike the parser keeps in effect.
const MAX_ALIKE: usize = 3;

/// How many elements in effect are looked at.
const MAX_IN_EFFECT: usize = 64;

/// Whether start tags in inserted HTML may take formatting elements before it out of effect. This
/// only estimates: all elements with the same name count as alike, and the elements in effect after
/// a match count as in effect before it, too. Also `true` if that would take long to find out.
pub(super) fn takes_out_of_effect(html: &str, stream: &StreamParser) -> bool {
    if !html.contains('<') {
        return false;
    }
    let document = stream.lent_document();
    let mut in_effect = stream.in_effect();
    // How many elements have each name.
    let mut names: Vec<(&str, usize)> = Vec::new();
    for id in in_effect.by_ref().take(MAX_IN_EFFECT) {
        let element = NodeRef::new(document, id).as_element();
        let Some(element) = element.filter(|one| one.element_name().is_formatting()) else {
            continue;
        };
        match names.iter_mut().find(|(name, _)| *name == element.name()) {
            Some((_, count)) => *count += 1,
            None => names.push((element.name(), 1)),
        }
    }
    let is_too_many = |&(name, count): &(&str, usize)| {
        steps::count(html.len());
        let inserted = html.match_indices('<').filter(|(at, _)| is_tag(&html[at + 1..], name));
        let inserted = inserted.count();
        inserted > 0 && count + inserted > MAX_ALIKE
    };
    names.iter().any(is_too_many) || in_effect.next().is_some()
}

/// Whether a text after `<` is a tag with this name.
fn is_tag(text: &str, name: &str) -> bool {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && text.as_bytes().get(name.len()).is_none_or(is_end)
}
