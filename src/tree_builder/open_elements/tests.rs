use proptest::prelude::*;

use super::*;
use crate::names::{Namespace, known};

fn stack(names: &[LocalName]) -> OpenElements<usize> {
    let mut open = OpenElements::new(Revision::Living2026, u32::MAX);
    for (handle, &local) in names.iter().enumerate() {
        let name = ElementName::html(local);
        open.push(handle, name, ElementClass::of(name), 1, TagRange::NONE);
    }
    open
}

#[test]
fn a_boundary_is_in_scope_and_hides_the_elements_above_it() {
    let open = stack(&[
        known::HTML,
        known::BODY,
        known::P,
        known::TABLE,
        known::TR,
        known::TD,
        known::DIV,
    ]);
    assert!(open.has_named_in_scope(known::DIV));
    assert!(open.has_named_in_scope(known::TD));
    assert!(!open.has_named_in_scope(known::TABLE), "td is a boundary of the scope");
    assert!(!open.has_p_in_button_scope());
    assert!(open.has_named_in_table_scope(known::TABLE));
    assert!(open.has_named_in_table_scope(known::TR));
    assert!(!open.has_named_in_table_scope(known::P), "table is a boundary of the table scope");
}

#[test]
fn button_and_ul_are_boundaries_of_one_scope_each() {
    let open = stack(&[known::HTML, known::BODY, known::P, known::BUTTON]);
    assert!(open.has_named_in_scope(known::P) && !open.has_p_in_button_scope());
    let open = stack(&[known::HTML, known::BODY, known::LI, known::P, known::UL]);
    assert!(open.has_named_in_scope(known::LI) && !open.has_li_in_list_item_scope());
    assert!(open.has_p_in_button_scope());
}

#[test]
fn select_is_a_boundary_only_with_relaxed_select() {
    let mut open = stack(&[known::HTML, known::BODY, known::P, known::SELECT]);
    assert!(!open.has_named_in_scope(known::BODY));
    open = OpenElements::new(Revision::Snapshot2024, u32::MAX);
    for (handle, local) in [known::BODY, known::SELECT, known::OPTGROUP].into_iter().enumerate() {
        let name = ElementName::html(local);
        open.push(handle, name, ElementClass::of(name), 1, TagRange::NONE);
    }
    assert!(open.has_named_in_scope(known::BODY));
    assert!(open.has_select_in_select_scope());
}

#[test]
fn an_element_out_of_scope_may_have_its_name_in_scope() {
    let open = stack(&[known::HTML, known::BODY, known::B, known::TABLE, known::TD, known::B]);
    assert!(!open.has_in_scope(2), "the td hides the outer b");
    assert!(open.has_in_scope(5));
    assert!(open.has_in_scope(4), "the boundary is in scope");
}

#[test]
fn removing_a_special_element_changes_the_scopes_below_it() {
    let mut open =
        stack(&[known::HTML, known::BODY, known::FORM, known::NOBR, known::DIV, known::MARQUEE]);
    open.remove(2);
    assert!(!open.has_named_in_scope(known::NOBR));
    open.pop();
    assert!(!open.has_named_in_scope(known::FORM));
    assert!(open.has_named_in_scope(known::NOBR) && open.has_named_in_scope(known::DIV));
    open.remove(3);
    assert!(!open.has_named_in_scope(known::NOBR));
}

#[test]
fn an_svg_title_is_a_boundary_and_not_an_html_title() {
    let mut open = stack(&[known::HTML, known::BODY, known::P]);
    let name = ElementName { namespace: Namespace::Svg, local: known::TITLE };
    open.push(9, name, ElementClass::of(name), 1, TagRange::NONE);
    assert!(!open.has_p_in_button_scope());
    assert!(!open.current().unwrap().is_html(known::TITLE));
}

#[test]
fn an_unclosed_element_counts_until_it_is_removed() {
    let mut open = stack(&[known::HTML, known::BODY, known::DIV, known::P]);
    assert!(open.has_unclosed());
    open.remove(2);
    assert!(!open.has_unclosed());
}

#[test]
fn the_search_for_a_foreign_element_ends_at_an_html_element() {
    let mut open = stack(&[known::HTML, known::BODY]);
    let mut push = |namespace, local| {
        let name = ElementName { namespace, local };
        open.push(open.len(), name, ElementClass::of(name), 1, TagRange::NONE);
        open.last_foreign_position_of([known::G, known::DESC])
    };
    assert_eq!(push(Namespace::Svg, known::SVG), None);
    assert_eq!(push(Namespace::Svg, known::G), Some(3));
    assert_eq!(push(Namespace::Svg, known::DESC), Some(4));
    assert_eq!(push(Namespace::Html, known::DIV), None);
    assert_eq!(push(Namespace::MathMl, known::MATH), None, "the div ends the search");
    assert_eq!(push(Namespace::MathMl, known::G), Some(7));
    open.pop();
    open.pop();
    open.pop();
    assert_eq!(open.last_foreign_position_of([known::G, known::G]), Some(3));
    let name = ElementName::html(known::FORM);
    open.push(5, name, ElementClass::of(name), 1, TagRange::NONE);
    open.push(
        6,
        ElementName { namespace: Namespace::Svg, local: known::SVG },
        ElementClass::NONE,
        1,
        TagRange::NONE,
    );
    assert_eq!(open.last_foreign_position_of([known::G, known::G]), None);
    open.remove(5);
    assert_eq!(
        open.last_foreign_position_of([known::G, known::G]),
        Some(3),
        "no HTML element is between them any more"
    );
}

/// A change of the stack: an element is pushed, the current node popped, an element removed, or a
/// formatting element moved below its furthest block, after all but up to three of the elements
/// between the two were removed.
#[derive(Clone, Debug)]
enum Change {
    Push(LocalName),
    Pop,
    Remove(usize),
    MoveBelow(usize, usize),
}

/// Names of each kind: special ones, boundaries, formatting elements, and others.
#[rustfmt::skip]
const NAMES: &[LocalName] = &[
    known::B, known::B, known::B, known::I, known::I, known::SPAN, known::NOBR, known::DIV, known::DIV, known::P,
    known::LI, known::UL, known::BUTTON, known::TABLE, known::TD, known::FORM, known::DIALOG, known::OPTION,
];

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        8 => prop::sample::select(NAMES).prop_map(Change::Push),
        2 => Just(Change::Pop),
        1 => any::<usize>().prop_map(Change::Remove),
        5 => (any::<usize>(), 0..4_usize).prop_map(|(which, kept)| Change::MoveBelow(which, kept)),
    ];
    prop::collection::vec(change, 0..120)
}

/// Returns the elements on the stack from the top down, without gaps: handle, name and index.
fn elements(open: &OpenElements<usize>) -> Vec<(usize, LocalName, usize)> {
    let mut elements = Vec::new();
    let mut index = open.len().checked_sub(1);
    while let Some((at, entry)) = index.and_then(|index| Some((index, open.get(index)?))) {
        elements.push((entry.handle, entry.name.local(), at));
        index = open.above(at);
    }
    elements.reverse();
    elements
}

/// Whether an element with that name is in the scope with the boundaries `ends_at` besides the
/// usual ones, by the standard's loop.
fn in_scope(model: &[(usize, LocalName)], name: LocalName, ends_at: &[LocalName]) -> bool {
    let found = model.iter().rev().find(|(_, other)| {
        *other == name
            || matches!(*other, known::TABLE | known::TD | known::HTML)
            || ends_at.contains(other)
    });
    found.is_some_and(|(_, other)| *other == name)
}

fn check(open: &OpenElements<usize>, model: &[(usize, LocalName)]) {
    let is_special = |name: LocalName| {
        ElementClass::of(ElementName::html(name)).intersects(ElementClass::SPECIAL)
    };
    let found = elements(open);
    assert_eq!(found.iter().map(|&(handle, name, _)| (handle, name)).collect::<Vec<_>>(), model);
    let index = |at: Option<usize>| at.map(|at| found[at].2);
    let special = model.iter().rposition(|(_, name)| is_special(*name));
    let item = model.iter().rposition(|(_, name)| {
        is_special(*name) && !matches!(*name, known::DIV | known::P | known::ADDRESS)
    });
    for &name in NAMES {
        let last = model.iter().rposition(|(_, other)| *other == name);
        assert_eq!(open.last_position_of(name), index(last), "{name:?}");
        assert_eq!(
            open.last_position_below_special(name),
            index(last.filter(|last| Some(*last) >= special))
        );
        assert_eq!(
            open.last_position_of_item(name),
            index(last.filter(|last| Some(*last) >= item))
        );
        assert_eq!(open.has_named_in_scope(name), in_scope(model, name, &[]), "{name:?}");
    }
    assert_eq!(open.has_p_in_button_scope(), in_scope(model, known::P, &[known::BUTTON]));
    assert_eq!(open.has_li_in_list_item_scope(), in_scope(model, known::LI, &[known::UL]));
    let may_be_open =
        |name| matches!(name, known::HTML | known::P | known::LI | known::TD | known::OPTION);
    assert_eq!(open.has_unclosed(), model.iter().any(|(_, name)| !may_be_open(*name)));
    for (at, &(_, _, position)) in found.iter().enumerate() {
        let below = (at + 1..model.len()).find(|&below| is_special(model[below].1));
        let block = open.first_special_below(position).map(|id| open.index_of_special(id));
        assert_eq!(block, index(below));
    }
}

proptest! {
    /// After any changes, the stack has the elements of a simple list with the same changes, and
    /// its answers are the answers of the standard's loops over that list.
    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn answers_are_those_of_a_list(changes in changes()) {
        let mut open = stack(&[known::HTML]);
        let mut model = vec![(0, known::HTML)];
        let mut next = 1;
        for change in changes {
            match change {
                Change::Push(local) => {
                    let name = ElementName::html(local);
                    open.push(next, name, ElementClass::of(name), 1, TagRange::NONE);
                    model.push((next, local));
                    next += 1;
                }
                Change::Pop if model.len() > 1 => {
                    open.pop();
                    model.pop();
                }
                Change::Remove(which) if model.len() > 1 => {
                    let at = 1 + which % (model.len() - 1);
                    open.remove(elements(&open)[at].2);
                    model.remove(at);
                }
                Change::MoveBelow(which, kept) => {
                    let is_formatting = |name| matches!(name, known::B | known::I | known::NOBR);
                    let formatting: Vec<usize> =
                        (0..model.len()).filter(|&at| is_formatting(model[at].1)).collect();
                    let Some(&at) = formatting.get(which % formatting.len().max(1)) else { continue };
                    let Some(block) = open.first_special_below(elements(&open)[at].2) else { continue };
                    let end = open.index_of_special(block);
                    let mut model_end = elements(&open).iter().position(|&(_, _, index)| index == end).unwrap();
                    while model_end - at - 1 > kept {
                        open.remove(elements(&open)[at + 1].2);
                        model.remove(at + 1);
                        model_end -= 1;
                    }
                    let (_, name) = model.remove(at);
                    let before = elements(&open);
                    let id = EntryId::for_tests(next);
                    let first = open.move_below(before[at].2, block, next, id, 1);
                    model.insert(model_end, (next, name));
                    next += 1;
                    prop_assert_eq!(first, end - (model_end - at));
                    prop_assert_eq!(open.get(end).map(|entry| entry.formatting), Some(Some(id)));
                    for &(handle, _, index) in before.iter().filter(|element| element.2 > end) {
                        prop_assert_eq!(open.get(index).map(|entry| entry.handle), Some(handle));
                    }
                }
                Change::Pop | Change::Remove(_) => {}
            }
            check(&open, &model);
        }
        while !model.is_empty() {
            prop_assert_eq!(open.pop().map(|entry| entry.handle), model.pop().map(|(handle, _)| handle));
        }
        prop_assert_eq!((open.len(), open.gaps), (0, 0));
    }
}

/// An element is pushed and popped for each tag.
#[test]
fn an_entry_with_a_handle_of_8_bytes_takes_40() {
    assert_eq!(size_of::<OpenElement<[u32; 2]>>(), 40);
}
