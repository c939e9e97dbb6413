//! The options of a `select` element.

use consomme::{ElementRef, Namespace, Visit};

use crate::text::{parse_non_negative_integer, strip_and_collapse};
use consomme::steps;

/// Returns the options of a `select` element, in tree order.
///
/// <https://html.spec.whatwg.org/#concept-select-option-list>
pub(super) fn options(select: ElementRef<'_>) -> Vec<ElementRef<'_>> {
    let mut options = Vec::new();
    let mut walk = select.traverse();
    // The `optgroup` elements that are open. One in another one is skipped, so there is one at
    // most.
    let mut groups = 0;
    while let Some(visit) = walk.next() {
        steps::count(1);
        let (element, enters) = match visit {
            Visit::Enter(node) => (node.as_element(), true),
            Visit::Leave(node) => (node.as_element(), false),
        };
        let Some(element) = element.filter(|&element| element != select) else { continue };
        let is = |name| element.is_html(name);
        if !enters {
            groups -= usize::from(is("optgroup") && groups > 0);
            continue;
        }
        if is("option") {
            options.push(element);
        }
        // "then set node to the next descendant of select in tree order, excluding node's
        // descendants"
        let is_inner_group = is("optgroup") && groups > 0;
        if is("select") || is("hr") || is("option") || is("datalist") || is_inner_group {
            walk.skip_children();
        }
        groups += usize::from(is("optgroup"));
    }
    options
}

/// Returns for each option whether it is selected at first.
///
/// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
pub(super) fn selectedness(select: ElementRef<'_>, options: &[ElementRef<'_>]) -> Vec<bool> {
    let selected = options.iter().map(|option| option.has_attr("selected")).collect();
    settle(select, options, selected)
}

/// Makes sure that a `select` has one selected option, if it must have one.
pub(super) fn settle(
    select: ElementRef<'_>,
    options: &[ElementRef<'_>],
    mut selected: Vec<bool>,
) -> Vec<bool> {
    if select.has_attr("multiple") {
        return selected;
    }
    // "set the selectedness of all but the last option element with its selectedness set to true
    // […] to false"
    let kept = selected.iter().rposition(|&selected| selected).or_else(|| {
        (display_size(select) == 1)
            .then(|| options.iter().position(|&option| !is_disabled(option)))
            .flatten()
    });
    selected.fill(false);
    if let Some(kept) = kept {
        selected[kept] = true;
    }
    selected
}

/// <https://html.spec.whatwg.org/#concept-select-size>
fn display_size(select: ElementRef<'_>) -> u64 {
    let size = select.attr("size").and_then(parse_non_negative_integer);
    size.unwrap_or(if select.has_attr("multiple") { 4 } else { 1 })
}

/// Whether an option is disabled.
///
/// <https://html.spec.whatwg.org/#concept-option-disabled>
pub(super) fn is_disabled(option: ElementRef<'_>) -> bool {
    if option.has_attr("disabled") {
        return true;
    }
    for ancestor in option.ancestor_elements() {
        if ["select", "hr", "datalist", "option"].iter().any(|name| ancestor.is_html(name)) {
            return false;
        }
        if ancestor.is_html("optgroup") {
            return ancestor.has_attr("disabled");
        }
    }
    false
}

/// Returns the value of an option.
///
/// <https://html.spec.whatwg.org/#concept-option-value>
pub(super) fn value(option: ElementRef<'_>) -> String {
    match option.attr("value") {
        Some(value) => value.to_owned(),
        None => text(option),
    }
}

/// Returns the text of an option, without scripts.
///
/// <https://html.spec.whatwg.org/#collect-option-text>
fn text(option: ElementRef<'_>) -> String {
    let mut text = String::new();
    let mut walk = option.traverse();
    while let Some(visit) = walk.next() {
        let Visit::Enter(node) = visit else { continue };
        text.push_str(node.as_text().unwrap_or(""));
        if node.as_element().is_some_and(is_script) {
            walk.skip_children();
        }
    }
    strip_and_collapse(&text)
}

/// Whether the element is a `script` of HTML or SVG.
fn is_script(element: ElementRef<'_>) -> bool {
    element.name() == "script" && matches!(element.namespace(), Namespace::Html | Namespace::Svg)
}
