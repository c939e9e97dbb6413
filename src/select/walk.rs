//! The walk over the elements that match a selector.

use std::fmt;
use std::iter::FusedIterator;

use selectors::parser::{self, AncestorHashes};

use crate::dom::{Document, ElementRef, NodeRef};

use super::compound::Compound;
use super::elements::{ElementWalk, Visited};
use super::matcher::{Matcher, ancestor_hashes};
use super::selector::Selector;
use super::types::Html;

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

/// What a walk has found out about a selector without commas before it starts.
#[derive(Clone)]
pub(super) struct Prepared {
    compound: Compound,
    hashes: Option<AncestorHashes>,
}

impl Prepared {
    pub(super) fn new(selector: &parser::Selector<Html>, document: &Document) -> Prepared {
        let compound = Compound::new(selector, document);
        let hashes = if compound.is_whole() { None } else { ancestor_hashes(selector, document) };
        Prepared { compound, hashes }
    }

    /// Does what [`new`](Self::new) does for elements that are not asked about in tree order, so
    /// that nothing is known about their ancestors.
    pub(super) fn without_filter(
        selector: &parser::Selector<Html>,
        document: &Document,
    ) -> Prepared {
        Prepared { compound: Compound::new(selector, document), hashes: None }
    }

    /// Prepares the parts of a selector for a walk below a node; over nothing if no element can
    /// match.
    pub(super) fn for_walk<'a>(
        selectors: &[parser::Selector<Html>],
        scope: NodeRef<'a>,
    ) -> (Vec<Prepared>, ElementWalk<'a>) {
        let prepare = |one| Prepared::new(one, scope.document());
        let parts: Vec<Prepared> = selectors.iter().map(prepare).collect();
        let is_impossible = parts.iter().all(|part| part.compound.is_impossible());
        let walk = if is_impossible { ElementWalk::empty(scope) } else { ElementWalk::new(scope) };
        (parts, walk)
    }

    /// Whether an element matches. `selector` and `document` must be those that this was made for.
    #[inline]
    pub(super) fn matches(
        &self,
        selector: &parser::Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
        matcher: &mut Matcher,
    ) -> bool {
        self.compound.may_match(selector, document, visited)
            && (self.compound.is_plain()
                || self.matches_what_remains(selector, document, visited, matcher))
    }

    /// Returns whether an element matches, if its name, id, classes and attributes decide it, with
    /// the selectors in `:is()`, `:where()` and `:not()` that ask for no more.
    pub(super) fn decides(
        &self,
        selector: &parser::Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
    ) -> Option<bool> {
        let Prepared { compound, .. } = self;
        let may_match = compound.may_match(selector, document, visited)
            && (compound.is_plain() || compound.may_match_lists(selector, document, visited));
        (!may_match || compound.is_whole()).then_some(may_match)
    }

    /// Whether an element matches that may match by its name, id, classes and attributes.
    #[inline(never)] // Few elements come here. Inlined, it slows down the walk over the others.
    fn matches_what_remains(
        &self,
        selector: &parser::Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
        matcher: &mut Matcher,
    ) -> bool {
        self.compound.may_match_lists(selector, document, visited)
            && (self.compound.is_whole()
                || self.may_have_ancestors(document, visited, matcher)
                    && matcher.matches(selector, visited.element(document)))
    }

    /// Whether the ancestors of an element may be those that the selector asks for. This reads less
    /// memory than [`matches`](Self::matches), but is slower for the first element below a parent.
    #[inline]
    pub(super) fn may_have_ancestors(
        &self,
        document: &Document,
        visited: &Visited<'_>,
        matcher: &mut Matcher,
    ) -> bool {
        self.hashes.as_ref().is_none_or(|hashes| {
            matcher.may_have_ancestors(hashes, visited.element(document), visited.depth)
        })
    }
}

impl<'a> Select<'a> {
    pub(super) fn new(scope: NodeRef<'a>, selector: &Selector) -> Self {
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
