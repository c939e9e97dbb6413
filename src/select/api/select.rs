//! The walk over the elements that match a selector.

use std::fmt;
use std::iter::FusedIterator;

use crate::dom::{ElementRef, NodeRef};
use crate::select::matching::{ElementWalk, Matcher, Prepared};

use super::selector::Selector;

/// An iterator over the descendant elements of a node that match a selector, in tree order, from
/// [`NodeRef::select`].
#[must_use = "iterators are lazy"]
pub struct Select<'a> {
    scope: NodeRef<'a>,
    elements: ElementWalk<'a>,
    selector: Selector,
    /// For each part of the selector between commas.
    parts: Vec<Prepared>,
    matcher: Box<Matcher>,
}

impl<'a> Select<'a> {
    pub(in crate::select) fn new(scope: NodeRef<'a>, selector: &Selector) -> Self {
        let (parts, elements) = Prepared::for_walk(selector.list.slice(), scope);
        Select {
            scope,
            elements,
            selector: selector.clone(),
            parts,
            matcher: Box::new(Matcher::new(scope)),
        }
    }
}

impl<'a> Iterator for Select<'a> {
    type Item = ElementRef<'a>;

    fn next(&mut self) -> Option<ElementRef<'a>> {
        let Select { scope, elements, selector, parts, matcher } = self;
        let document = scope.document();
        let selectors = selector.list.slice();
        let found = elements.find(|visited| {
            let mut each = selectors.iter().zip(parts.iter());
            each.any(|(selector, part)| part.matches(selector, document, visited, matcher))
        });
        found.map(|visited| visited.element(document))
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
