//! Matches the elements of a document one after the other, with caches between them.

use std::collections::HashMap;

use selectors::OpaqueElement;
use selectors::context::SelectorCaches;
use selectors::matching::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode,
    matches_selector, selector_may_match,
};
use selectors::parser::{AncestorHashes, Selector, SelectorKey};

use crate::dom::{Document, ElementRef, NodeKind, NodeRef};
use crate::select::budget::{BYTES_PER_STEP, Budget, StepsLeft};
use crate::select::cost::{comparing_steps, counts_types, may_be_refused};
use crate::select::states::FormAnswers;
use crate::select::states::TextCache;
use crate::select::types::{Extra, HasCache, Html};
use crate::tree_sink;

use super::ancestors::AncestorFilter;
use super::elements::Visited;
use super::outside::{self, Outside};
use super::subject::{Bounds, Subject};
use super::type_numbers;

/// Matches elements of one document, which doesn't change meanwhile.
pub(in crate::select) struct Matcher {
    scope: Option<OpaqueElement>,
    quirks_mode: QuirksMode,
    caches: SelectorCaches,
    has: HasCache,
    forms: FormAnswers,
    texts: TextCache,
    /// For each selector that may take long, the work so far.
    searches: HashMap<SelectorKey, Search>,
    /// Whether `caches` has the number of each element among the siblings of its type.
    has_type_numbers: bool,
    /// The steps that are left, if there is a limit.
    steps_left: Option<u64>,
    /// `None` until the first element is asked about: it takes 4 KB.
    ancestors: Option<Box<AncestorFilter>>,
}

/// The search for matches of one selector that may take long.
#[derive(Default)]
struct Search {
    /// The steps that the crate for matching has taken.
    steps: u64,
    outside: Outside,
}

impl Matcher {
    /// Creates a matcher for selectors whose `:scope` is this node; if it is a document, its root
    /// element.
    pub(in crate::select) fn new(scope: NodeRef<'_>) -> Matcher {
        Matcher {
            scope: Some(scope)
                .filter(|node| node.kind() != NodeKind::Document)
                .map(Subject::opaque_of),
            quirks_mode: quirks_mode(scope.document()),
            caches: SelectorCaches::default(),
            has: HasCache::default(),
            forms: FormAnswers::default(),
            texts: TextCache::default(),
            searches: HashMap::new(),
            has_type_numbers: false,
            steps_left: None,
            ancestors: None,
        }
    }

    /// Exchanges the answers about `:has()` for those of another matcher of the same document.
    #[cfg(feature = "stream")]
    pub(in crate::select) fn swap_has(&mut self, has: &mut HasCache) {
        std::mem::swap(&mut self.has, has);
    }

    /// Sets the number of steps after which [`is_cut`](Self::is_cut) holds.
    pub(in crate::select) fn limit_steps(&mut self, left: Option<u64>) {
        self.steps_left = left;
    }

    /// Returns the number of steps that are left, if there is a limit.
    pub(in crate::select) fn steps_left(&self) -> Option<u64> {
        self.steps_left
    }

    /// Whether no steps are left. Then the last answer means nothing, and the walk ends.
    pub(in crate::select) fn is_cut(&self) -> bool {
        self.steps_left == Some(0)
    }

    /// Takes steps, if there is a limit.
    pub(in crate::select) fn take_steps(&mut self, steps: usize) {
        self.steps_left = self.steps_left.map(|left| left.saturating_sub(steps as u64));
    }

    /// Takes the steps for reading a text of this many bytes, if there is a limit.
    pub(in crate::select) fn take_bytes(&mut self, bytes: usize) {
        self.take_steps(1 + bytes / BYTES_PER_STEP);
    }

    /// Takes the steps of comparing the selectors with the name and the attributes of an element,
    /// if there is a limit. Returns whether there are steps left.
    #[inline]
    pub(in crate::select) fn may_compare<'s>(
        &mut self,
        selectors: impl IntoIterator<Item = &'s Selector<Html>>,
        document: &Document,
        visited: &Visited<'_>,
    ) -> bool {
        if self.steps_left.is_some() {
            let attributes = document.tree.attributes_of(visited.data).iter();
            let bytes = attributes.map(|one| document.strings.get(one.value).len()).sum();
            for selector in selectors {
                self.take_steps(comparing_steps(selector, bytes));
            }
        }
        !self.is_cut()
    }

    /// Whether an element may have ancestors with these hashes. The element must be the same as in
    /// the last call, or come after that one in tree order. `depth` is its depth in the walk.
    pub(in crate::select) fn may_have_ancestors(
        &mut self,
        hashes: &AncestorHashes,
        element: ElementRef<'_>,
        depth: usize,
    ) -> bool {
        let ancestors = self.ancestors.get_or_insert_default();
        ancestors.walk_to(element, depth);
        selector_may_match(hashes, ancestors.filter())
    }

    /// Whether the element matches.
    pub(in crate::select) fn matches(
        &mut self,
        selector: &Selector<Html>,
        element: ElementRef<'_>,
    ) -> bool {
        if let Some(left) = self.steps_left {
            return self.matches_within(left, selector, element);
        }
        let mut context = self.context(MatchingForInvalidation::No);
        let subject = Subject::new(element.as_node());
        matches_selector(selector, 0, None, subject, &mut context)
    }

    /// Returns the answer of a function about an element. If there is a limit, the function takes
    /// steps.
    #[cfg(feature = "stream")]
    pub(in crate::select) fn within_steps(
        &mut self,
        selector: &Selector<Html>,
        element: ElementRef<'_>,
        matches: impl FnOnce(&mut Matcher, Subject<'_>) -> bool,
    ) -> bool {
        let Some(left) = self.steps_left else {
            return matches(self, Subject::new(element.as_node()));
        };
        let left = StepsLeft::new(left, may_be_refused(selector));
        let bounds = Bounds { ceiling: None, budget: Budget::of(&left) };
        let is_match = matches(self, Subject::within(element.as_node(), &bounds));
        self.steps_left = Some(left.steps());
        is_match
    }

    #[inline(never)] // Most walks have no limit.
    fn matches_within(
        &mut self,
        left: u64,
        selector: &Selector<Html>,
        element: ElementRef<'_>,
    ) -> bool {
        let left = StepsLeft::new(left, may_be_refused(selector));
        let is_match = self.matches_by(&left, selector, element);
        self.steps_left = Some(left.steps());
        is_match
    }

    fn matches_by(
        &mut self,
        left: &StepsLeft,
        selector: &Selector<Html>,
        element: ElementRef<'_>,
    ) -> bool {
        let mut context = self.context(MatchingForInvalidation::No);
        let bounds = Bounds { ceiling: None, budget: Budget::of(left) };
        let subject = Subject::within(element.as_node(), &bounds);
        matches_selector(selector, 0, None, subject, &mut context)
    }

    /// As [`matches`](Self::matches), for a selector that may look at all siblings of each element
    /// of a walk. As long as this selector has taken no more steps than the document has nodes, the
    /// crate for matching answers, which is faster. After that, each element is looked at once.
    pub(super) fn matches_in_order(
        &mut self,
        selector: &Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
    ) -> bool {
        let element = visited.element(document);
        let mut search =
            std::mem::take(self.searches.entry(SelectorKey::new(selector)).or_default());
        let left = self.steps_left.unwrap_or(u64::MAX);
        let refuses = self.steps_left.is_some() && may_be_refused(selector);
        let left_after = StepsLeft::new(left, refuses);
        let is_match = if search.steps <= document.tree.nodes().len() as u64 {
            let is_match = self.matches_by(&left_after, selector, element);
            search.steps += left - left_after.steps();
            is_match
        } else {
            if !self.has_type_numbers && counts_types(selector) {
                type_numbers::number(document, &mut self.caches);
                self.has_type_numbers = true;
            }
            if outside::can_answer(selector) {
                let mut context = self.context(MatchingForInvalidation::No);
                let bounds = Bounds { ceiling: None, budget: Budget::of(&left_after) };
                let Search { outside, .. } = &mut search;
                outside.matches(selector, element, visited.depth, &bounds, &mut context)
            } else {
                self.matches_by(&left_after, selector, element)
            }
        };
        self.steps_left = self.steps_left.map(|_| left_after.steps());
        self.searches.insert(SelectorKey::new(selector), search);
        is_match
    }

    /// Returns the state that the crate for matching carries through a match.
    pub(in crate::select) fn context(
        &mut self,
        for_invalidation: MatchingForInvalidation,
    ) -> MatchingContext<'_, Html> {
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut self.caches,
            self.quirks_mode,
            NeedsSelectorFlags::No,
            for_invalidation,
        );
        context.scope_element = self.scope;
        context.extra_data = Extra {
            has: Some(&mut self.has),
            forms: Some(&mut self.forms),
            texts: Some(&mut self.texts),
        };
        context
    }
}

/// Returns the hashes of the names, ids and classes that the ancestors of a match must have, if the
/// selector asks about ancestors.
pub(super) fn ancestor_hashes(
    selector: &Selector<Html>,
    document: &Document,
) -> Option<AncestorHashes> {
    let hashes = AncestorHashes::new(selector, quirks_mode(document));
    Some(hashes).filter(|hashes| hashes.packed_hashes[0] != 0)
}

fn quirks_mode(document: &Document) -> QuirksMode {
    match document.quirks_mode() {
        tree_sink::QuirksMode::NoQuirks => QuirksMode::NoQuirks,
        tree_sink::QuirksMode::LimitedQuirks => QuirksMode::LimitedQuirks,
        tree_sink::QuirksMode::Quirks => QuirksMode::Quirks,
    }
}
