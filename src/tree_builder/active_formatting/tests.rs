use std::hash::BuildHasher;

use super::*;
use crate::names::known;
use crate::text::TagRange;

type List = ActiveFormattingElements<u32>;

/// Pushes an element whose attributes are the number that `attributes` returns for its handle.
fn push(list: &mut List, handle: u32, name: LocalName, attributes: impl Fn(u32) -> u32) -> EntryId {
    let element = FormattingElement { handle, name, stack_index: handle, tag: TagRange::NONE };
    list.push(
        element,
        |a, b| attributes(a) == attributes(b),
        |handle, state| state.hash_one(attributes(handle)),
    )
}

/// Returns the handles after the last marker, the latest at the end, and checks the links.
fn handles(list: &List) -> Vec<u32> {
    let mut handles = Vec::new();
    let mut next = list.last();
    while let Some(id) = next
        && let Some(element) = list.element(id)
    {
        handles.push(element.handle);
        next = list.previous(id);
        assert!(next.is_none_or(|previous| list.next(previous) == Some(id)));
    }
    handles.reverse();
    handles
}

#[test]
fn pushing_a_fourth_alike_element_removes_the_earliest() {
    let mut list = List::new();
    for (handle, name) in
        [(1, known::I), (2, known::B), (3, known::B), (4, known::I), (5, known::B)]
    {
        push(&mut list, handle, name, |_| 0);
    }
    assert_eq!(handles(&list), [1, 2, 3, 4, 5]);
    push(&mut list, 6, known::B, |_| 0);
    assert_eq!(handles(&list), [1, 3, 4, 5, 6]);
}

#[test]
fn elements_with_other_attributes_are_not_alike() {
    let mut list = List::new();
    for handle in 1..=5 {
        push(&mut list, handle, known::B, |handle| handle % 2);
    }
    assert_eq!(handles(&list), [1, 2, 3, 4, 5]);
}

#[test]
fn elements_before_a_marker_do_not_count_as_alike() {
    let mut list = List::new();
    for handle in 1..=3 {
        push(&mut list, handle, known::B, |_| 0);
    }
    list.push_marker();
    push(&mut list, 4, known::B, |_| 0);
    assert_eq!(handles(&list), [4]);
    list.clear_to_last_marker();
    assert_eq!(handles(&list), [1, 2, 3]);
}

/// The index must find the element that comparing would find, from the first look-up on.
#[test]
fn the_index_finds_what_comparing_finds() {
    // With 40 kinds there are enough elements for an index; with 5 there never are, because no more
    // than three of a kind stay.
    for kinds in [40_u32, 5] {
        let mut list = List::new();
        let mut expected: Vec<u32> = Vec::new();
        for handle in 1..=400 {
            if handle == 200 {
                list.push_marker();
                expected.clear();
            }
            let name = |handle: u32| if handle.is_multiple_of(3) { known::B } else { known::FONT };
            let attributes = |handle: u32| handle * handle % kinds;
            push(&mut list, handle, name(handle), attributes);
            let alike = |other: &&u32| {
                attributes(**other) == attributes(handle) && name(**other) == name(handle)
            };
            if let Some(&third) = expected.iter().rev().filter(alike).nth(2) {
                expected.retain(|&other| other != third);
            }
            expected.push(handle);
            assert_eq!(handles(&list), expected, "{kinds} kinds, {handle}");
        }
        list.clear_to_last_marker();
        let before = handles(&list).len();
        push(&mut list, 500, known::FONT, |_| 0);
        assert!(handles(&list).len() <= before + 1);
        list.clear_to_last_marker();
        assert!(list.last().is_none() && list.indexed.has_no_element() && list.indexed.is_empty());
    }
}

#[test]
fn the_latest_element_with_a_name_is_up_to_date_after_each_change() {
    let mut list = List::new();
    let first = push(&mut list, 1, known::B, |handle| handle);
    push(&mut list, 2, known::I, |handle| handle);
    let third = push(&mut list, 3, known::B, |handle| handle);
    assert_eq!(list.latest_of(known::B), Some(third));
    list.remove(third);
    assert_eq!(list.latest_of(known::B), Some(first));
    assert!(!list.has(third, 3));
    let fourth = push(&mut list, 4, known::B, |handle| handle);
    list.remove(first);
    assert_eq!(list.latest_of(known::B), Some(fourth));
    list.push_marker();
    assert_eq!(list.latest_of(known::B), None, "a marker hides it");
    list.clear_to_last_marker();
    assert_eq!(list.latest_of(known::B), Some(fourth));
    assert_eq!(list.latest_of(known::U), None);
}

#[test]
fn an_element_moves_after_a_later_one() {
    let mut list = List::new();
    let ids: Vec<EntryId> = [known::A, known::B, known::I, known::U]
        .into_iter()
        .zip(1..)
        .map(|(name, handle)| push(&mut list, handle, name, |handle| handle))
        .collect();
    list.move_after(ids[1], ids[2]);
    assert_eq!(handles(&list), [1, 3, 2, 4]);
    list.move_after(ids[0], ids[3]);
    assert_eq!(handles(&list), [3, 2, 4, 1]);
    list.move_after(ids[3], ids[1]);
    assert_eq!(handles(&list), [3, 2, 4, 1]);
    list.replace(ids[1], 9, 7);
    assert_eq!(list.element(ids[1]).map(|element| element.stack_index), Some(7));
    assert_eq!(handles(&list), [3, 9, 4, 1]);
}
