//! The walk over the elements that match a selector.

use std::fmt;
use std::iter::FusedIterator;

use selectors::parser::AncestorHashes;

use crate::dom::{Descendants, ElementRef, Elements, NodeRef};

use super::matcher::{Matcher, ancestor_hashes};
use super::selector::Selector;

/// An iterator over the descendant elements of a node that match a selector, in tree order, from
/// [`NodeRef::select`].
#[must_use = "iterators are lazy"]
pub struct Select<'a> {
    scope: NodeRef<'a>,
    elements: Elements<Descendants<'a>>,
    selector: Selector,
    hashes: Vec<Option<AncestorHashes>>,
    uses_ancestors: bool,
    matcher: Box<Matcher>,
}

impl<'a> Select<'a> {
    pub(super) fn new(scope: NodeRef<'a>, selector: &Selector) -> Self {
        let hash = |one| ancestor_hashes(one, scope.document());
        let hashes: Vec<_> = selector.list.slice().iter().map(hash).collect();
        Select {
            scope,
            elements: scope.descendant_elements(),
            selector: selector.clone(),
            uses_ancestors: hashes.iter().any(Option::is_some),
            hashes,
            matcher: Box::new(Matcher::new(scope)),
        }
    }
}

impl<'a> Iterator for Select<'a> {
    type Item = ElementRef<'a>;

    fn next(&mut self) -> Option<ElementRef<'a>> {
        let Select { elements, selector, hashes, uses_ancestors, matcher, .. } = self;
        elements.find(|element| {
            if *uses_ancestors {
                matcher.walk_to(*element);
            }
            let mut each = selector.list.slice().iter().zip(hashes.iter());
            each.any(|(selector, hashes)| matcher.matches(selector, hashes.as_ref(), *element))
        })
    }
}

impl FusedIterator for Select<'_> {}

/// Clones the iterator at its current position. The clone starts with empty caches.
impl Clone for Select<'_> {
    fn clone(&self) -> Self {
        Select { elements: self.elements.clone(), ..Select::new(self.scope, &self.selector) }
    }
}

impl fmt::Debug for Select<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Select")
            .field("scope", &self.scope)
            .field("selector", &self.selector)
            .finish()
    }
}
