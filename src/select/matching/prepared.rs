//! A selector prepared for a walk over one document: its names are looked up in the document before
//! the walk starts.

use selectors::parser::{self, AncestorHashes};

use crate::dom::{Document, NodeRef};
use crate::select::cost::counts_types;
use crate::select::types::Html;

use super::compound::Compound;
use super::elements::{ElementWalk, Visited};
use super::matcher::{Matcher, ancestor_hashes};
use super::outside;

/// A selector without commas, prepared for one document.
#[derive(Clone)]
pub(in crate::select) struct Prepared {
    compound: Compound,
    hashes: Option<AncestorHashes>,
    /// Whether the crate for matching may look at all siblings of each element.
    may_take_long: bool,
}

impl Prepared {
    pub(in crate::select) fn new(
        selector: &parser::Selector<Html>,
        document: &Document,
    ) -> Prepared {
        let compound = Compound::new(selector, document);
        let hashes = if compound.is_whole() { None } else { ancestor_hashes(selector, document) };
        let may_take_long = outside::can_answer(selector) || counts_types(selector);
        Prepared { compound, hashes, may_take_long }
    }

    /// As [`new`](Self::new), for elements in any order: without the filter of ancestors, which
    /// needs tree order.
    #[cfg(feature = "stream")]
    pub(in crate::select) fn without_filter(
        selector: &parser::Selector<Html>,
        document: &Document,
    ) -> Prepared {
        let compound = Compound::new(selector, document);
        Prepared { compound, hashes: None, may_take_long: false }
    }

    /// Prepares the parts of a selector for a walk below a node; over nothing if no element can
    /// match.
    pub(in crate::select) fn for_walk<'a>(
        selectors: &[parser::Selector<Html>],
        scope: NodeRef<'a>,
    ) -> (Vec<Prepared>, ElementWalk<'a>) {
        let prepare = |one| Prepared::new(one, scope.document());
        let parts: Vec<Prepared> = selectors.iter().map(prepare).collect();
        let is_impossible = parts.iter().all(|part| part.compound.is_impossible());
        let walk = if is_impossible { ElementWalk::empty(scope) } else { ElementWalk::new(scope) };
        (parts, walk)
    }

    /// Whether an element matches. `selector` and `document` must be the ones that this was made
    /// for.
    #[inline]
    pub(in crate::select) fn matches(
        &self,
        selector: &parser::Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
        matcher: &mut Matcher,
    ) -> bool {
        self.compound.may_match(selector, document, visited)
            && (self.compound.is_decided_by_may_match()
                || self.matches_what_remains(selector, document, visited, matcher))
    }

    /// Returns whether an element matches. `None` if the name, id, classes and attributes of the
    /// element do not decide that. The selectors in `:is()`, `:where()` and `:not()` are decided in
    /// the same way.
    #[cfg(feature = "stream")]
    pub(in crate::select) fn decides(
        &self,
        selector: &parser::Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
    ) -> Option<bool> {
        let Prepared { compound, .. } = self;
        let may_match = compound.may_match(selector, document, visited)
            && (compound.is_decided_by_may_match()
                || compound.may_match_lists(selector, document, visited));
        (!may_match || compound.is_whole()).then_some(may_match)
    }

    /// Whether an element matches whose name, id, classes and attributes allow it.
    #[inline(never)] // Few elements come here. Inlined, it slows down the walk over all elements.
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
                    && if self.may_take_long {
                        matcher.matches_in_order(selector, document, visited)
                    } else {
                        matcher.matches(selector, visited.element(document))
                    })
    }

    /// Whether an element may have the ancestors that the selector asks for. This reads less
    /// memory than [`matches`](Self::matches), but is slower for the first element below a parent.
    #[inline]
    pub(in crate::select) fn may_have_ancestors(
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
