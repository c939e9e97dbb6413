//! Matches the elements of a document one after the other, with caches between them.

use selectors::OpaqueElement;
use selectors::context::SelectorCaches;
use selectors::matching::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode,
    matches_selector, selector_may_match,
};
use selectors::parser::{AncestorHashes, Selector};

use crate::dom::{Document, ElementRef, NodeKind, NodeRef};
use crate::select::states::FormAnswers;
use crate::select::states::TextCache;
use crate::select::types::{Extra, HasCache, Html};
use crate::tree_sink;

use super::ancestors::AncestorFilter;
use super::subject::Subject;

/// Matches elements of one document, which doesn't change meanwhile.
pub(in crate::select) struct Matcher {
    scope: Option<OpaqueElement>,
    quirks_mode: QuirksMode,
    caches: SelectorCaches,
    has: HasCache,
    forms: FormAnswers,
    texts: TextCache,
    /// `None` until the first element is asked about: it takes 4 KB.
    ancestors: Option<Box<AncestorFilter>>,
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
            ancestors: None,
        }
    }

    /// Whether an element may have ancestors with these hashes. The element must
    /// be the last one that was asked about, or one after it in tree order, at this depth of the
    /// walk.
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
        let mut context = self.context(MatchingForInvalidation::No);
        matches_selector(selector, 0, None, Subject::new(element.as_node()), &mut context)
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
