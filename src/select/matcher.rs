//! Matching the elements of a document one after the other, remembering what helps with the next.

use selectors::OpaqueElement;
use selectors::context::SelectorCaches;
use selectors::matching::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode,
    matches_selector,
};
use selectors::parser::{AncestorHashes, Selector};

use crate::dom::{Document, ElementRef, NodeKind, NodeRef};
use crate::tree_sink;

use super::ancestors::AncestorFilter;
use super::grammar::Html;
use super::relative::HasCache;
use super::subject::Subject;

/// What a pseudo-class finds besides the crate's own caches.
#[derive(Default)]
pub(super) struct Extra<'a>(pub(super) Option<&'a mut HasCache>);

/// Matches elements of one document that doesn't change meanwhile.
pub(super) struct Matcher {
    scope: Option<OpaqueElement>,
    quirks_mode: QuirksMode,
    caches: SelectorCaches,
    has: HasCache,
    ancestors: AncestorFilter,
}

impl Matcher {
    /// For selectors whose `:scope` is that node; for a document, it is its root element.
    pub(super) fn new(scope: NodeRef<'_>) -> Matcher {
        Matcher {
            scope: Some(scope)
                .filter(|node| node.kind() != NodeKind::Document)
                .map(Subject::opaque_of),
            quirks_mode: quirks_mode(scope.document()),
            caches: SelectorCaches::default(),
            has: HasCache::default(),
            ancestors: AncestorFilter::default(),
        }
    }

    /// Goes on to an element, the next in tree order, so that what is known of its ancestors can be
    /// used.
    pub(super) fn walk_to(&mut self, element: ElementRef<'_>) {
        self.ancestors.walk_to(element);
    }

    /// Whether the element matches. With hashes, it must be the one walked to.
    pub(super) fn matches(
        &mut self,
        selector: &Selector<Html>,
        hashes: Option<&AncestorHashes>,
        element: ElementRef<'_>,
    ) -> bool {
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            hashes.map(|_| self.ancestors.filter()),
            &mut self.caches,
            self.quirks_mode,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        context.scope_element = self.scope;
        context.extra_data = Extra(Some(&mut self.has));
        matches_selector(selector, 0, hashes, Subject::new(element.as_node()), &mut context)
    }
}

/// What the ancestors of a match must have, if the selector says something of the kind.
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
