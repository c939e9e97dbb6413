//! Compares nests in a context with the tree builder: in a page, a start tag that only inserts
//! stays in the context, and the elements around that stay as they are.

use crate::dom::{Document, ElementRef};
use crate::elements::Content;
use crate::names::{ElementName, LocalName, NameTable, known};
use crate::parse::ParseOptions;

use super::super::{Effect, Nest, Surroundings};
use super::{all_names, text_of};

/// Markup around a context, and the elements of it that are not usual.
const PAGES: &[(&str, &str, &[&str])] = &[
    ("", "1<i>2</i>", &[]),
    ("<ul><li>1<div>", "</div>2</li><li>3</li></ul>4", &[]),
    ("<dl><dt>1<p><b>", "</b>2</p></dt><dd>3</dd></dl>", &[]),
    ("<ruby>1<rt><p>", "</p>2</rt><rtc>3</rtc></ruby>4", &[]),
    ("<table><tbody><tr><td><div>1", "</div>2</td><td>3</td></tr></tbody></table>", &[]),
    ("<a>1<form><div>", "</div><input></form></a>", &["form", "a"]),
    ("<nobr>1<button><div>", "</div></button></nobr>2", &["nobr", "button"]),
    ("<select><option>1<div>", "</div>2</option><option>3</option></select>", &["select"]),
];

/// Optimized builds try everything, others a part of it.
const STEP: usize = if cfg!(debug_assertions) { 211 } else { 5 };

fn marked(page: &Document) -> Option<ElementRef<'_>> {
    page.descendant_elements().find(|element| element.has_attr("here"))
}

/// Returns the names of the elements around another, the innermost first.
fn names_around(element: ElementRef<'_>) -> Vec<&str> {
    let around = std::iter::successors(element.parent_element(), |it| it.parent_element());
    around.map(ElementRef::name).collect()
}

#[test]
fn start_tags_that_insert_in_a_context_stay_there_in_pages() {
    let names = all_names();
    let mut tried = 0;
    for (before, after, others) in PAGES {
        let local = |name: &&str| NameTable::default().find(name).expect("a known name");
        let others = others.iter().map(local).map(ElementName::html);
        let surroundings = others.fold(Surroundings::usual(), Surroundings::with);
        let page_with = |name: &str, html: &str| {
            let context = format!("<{name} here>{html}</{name}>");
            ParseOptions::new().parse_str(format!("<!DOCTYPE html><body>{before}{context}{after}"))
        };
        let around = page_with("x-y", "");
        let around = names_around(marked(&around).expect("an element can be there"));
        for (number, context) in (1..known::HTML_COUNT).map(LocalName::of_known_index).enumerate() {
            let context = ElementName::html(context);
            let name = text_of(context);
            let empty = page_with(name, "");
            let is_there = marked(&empty)
                .is_some_and(|it| it.element_name() == context && names_around(it) == around);
            let is_copy = context.local == known::SELECTEDCONTENT && before.contains("<select");
            if !is_there || is_copy || context.row().content != Content::Normal {
                continue;
            }
            let mut nest = Nest::in_context(context, surroundings, ());
            for outer in &names {
                if nest.effect(*outer) != Effect::Inserts {
                    continue;
                }
                let tag = text_of(*outer);
                if !outer.is_void() {
                    nest.push(*outer, ());
                }
                for inner in names.iter().skip(number % STEP).step_by(STEP) {
                    let is_inside = !outer.is_void() && nest.effect(*inner) == Effect::Inserts;
                    let inner = match text_of(*inner) {
                        inner if is_inside && names_void(inner) => format!("<{inner}>"),
                        inner if is_inside => format!("<{inner}></{inner}>"),
                        _ => String::new(),
                    };
                    let html = match outer.is_void() {
                        true => format!("<{tag}>"),
                        false => format!("<{tag}>{inner}</{tag}>"),
                    };
                    let mut page = page_with(name, &html);
                    let found = marked(&page).expect("the context");
                    assert_eq!(found.inner_html(), html, "in {name} of {before:?}");
                    let found = found.id();
                    page.set_inner_html(found, "").expect("an element");
                    assert_eq!(page, empty, "{html} in {name} of {before:?}");
                    tried += 1;
                }
                if !outer.is_void() {
                    nest.pop();
                }
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

fn names_void(name: &str) -> bool {
    NameTable::default().find(name).map(ElementName::html).is_some_and(ElementName::is_void)
}
