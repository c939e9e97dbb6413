//! Sorting off the hot path.
//!
//! The standard library compiles its sorting anew for each type, 2,000 to 3,000 lines of LLVM a
//! time. Here, numbers stand for the items of a long list, and one copy sorts these for all types.
//! That takes more memory and some more time, so lists that are long in usual documents and sorted
//! while they are parsed or swept are sorted by the standard library: errors, and spans.

use std::cmp::Ordering;

/// The length up to which a list is sorted in place, by inserting one item after the other.
const SHORT: usize = 16;

/// Sorts a list. Items that are equal stay in their order.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts a list by a key. Items with equal keys stay in their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts a list by a comparison. Items that are equal stay in their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() <= SHORT {
        for end in 1..items.len() {
            let mut index = end;
            while index > 0 && compare(&items[index - 1], &items[index]).is_gt() {
                items.swap(index - 1, index);
                index -= 1;
            }
        }
        return;
    }
    let mut places = places(items.len(), &|a, b| compare(&items[a], &items[b]));
    for index in 0..items.len() {
        // Each swap brings an item to its place.
        while places[index] != index {
            let place = places[index];
            items.swap(index, place);
            places.swap(index, place);
        }
    }
}

/// Returns the index that each item has when they are sorted.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    let mut places = vec![0; count];
    for (place, &item) in order.iter().enumerate() {
        places[item] = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lists_are_sorted_as_by_the_standard_library(
            keys in proptest::collection::vec(0..20_u8, 0..100)
        ) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            prop_assert_eq!(&items, &expected);
            items.reverse();
            sort(&mut items);
            prop_assert_eq!(items, expected);
        }
    }
}
