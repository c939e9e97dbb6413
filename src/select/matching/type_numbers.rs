//! The numbers of elements among their siblings of the same type, as `:nth-of-type` counts them.
//!
//! The crate for matching counts back to the last sibling of the type whose number it knows. Among
//! siblings of n types, it passes n siblings for each element. Here all elements are numbered in
//! one pass, and the crate finds the numbers in its cache.

use std::collections::HashMap;

use selectors::context::SelectorCaches;

use crate::dom::{Document, NodeIndex, NodeRef};
use crate::select::types::Html;
use crate::steps;

use super::subject::Subject;

/// Numbers all elements of a document.
pub(super) fn number(document: &Document, caches: &mut SelectorCaches) {
    for is_from_end in [false, true] {
        let numbers = caches.nth_index.get::<Html>(true, is_from_end, &[]);
        for index in 1..document.tree.nodes().len() {
            let parent = NodeRef::new(document, NodeIndex::new(index));
            // Each parent gets a new table: emptying a large one takes time in proportion to its
            // size.
            let mut counts = HashMap::new();
            let mut next = if is_from_end { parent.last_child() } else { parent.first_child() };
            while let Some(child) = next {
                steps::count(1);
                if let Some(element) = document.tree.element(child.index()) {
                    let count = counts.entry(element.name()).or_insert(0);
                    *count += 1;
                    numbers.insert(Subject::opaque_of(child), *count);
                }
                next = if is_from_end { child.previous_sibling() } else { child.next_sibling() };
            }
        }
    }
}
