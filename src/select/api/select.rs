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
    /// The parts of the selector between commas, prepared for the document.
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

    /// Limits the work of this walk, for selectors or pages of strangers: [some
    /// selectors](crate::Selector#limits) take time quadratic in the size of a page. The walk ends
    /// after about this many steps, and [`is_cut`](Self::is_cut) then holds. There is no limit by
    /// default.
    ///
    /// A step is the comparison of an element with a simple selector, a move from an element to its
    /// parent or a sibling, or the reading of 16 bytes of text. A selector that looks at no other
    /// elements takes a few steps for each element; a second is some hundred million steps.
    ///
    /// ```
    /// use consomme::parse_str;
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_str(&"<p>".repeat(1000)); // each `p` looks at all before it
    /// let mut found = document.select(":is(h1 ~ p)")?.max_steps(10_000);
    /// assert!(found.by_ref().next().is_none());
    /// assert!(found.is_cut());
    ///
    /// let mut found = document.select("h1 + p")?.max_steps(10_000);
    /// assert!(found.by_ref().next().is_none());
    /// assert!(!found.is_cut());
    /// # Ok(())
    /// # }
    /// ```
    pub fn max_steps(mut self, steps: u64) -> Self {
        self.matcher.limit_steps(Some(steps));
        self
    }

    /// Whether the walk has ended at the limit of [`max_steps`](Self::max_steps), so that there may
    /// be more matches than it has returned.
    pub fn is_cut(&self) -> bool {
        self.matcher.is_cut()
    }

    /// Returns the next match of a walk with a limit.
    // A loop of its own: where most elements are rejected by their names, a test of the limit costs
    // a tenth of the time.
    #[cold]
    fn next_within_limit(&mut self) -> Option<ElementRef<'a>> {
        let Select { scope, elements, selector, parts, matcher } = self;
        if matcher.is_cut() {
            return None;
        }
        let document = scope.document();
        let selectors = selector.list.slice();
        let found = elements.find(|visited| {
            let mut each = selectors.iter().zip(parts.iter());
            !matcher.may_compare(selectors, document, visited)
                || each.any(|(selector, part)| part.matches(selector, document, visited, matcher))
        });
        found.filter(|_| !matcher.is_cut()).map(|visited| visited.element(document))
    }
}

impl<'a> Iterator for Select<'a> {
    type Item = ElementRef<'a>;

    fn next(&mut self) -> Option<ElementRef<'a>> {
        if self.matcher.steps_left().is_some() {
            return self.next_within_limit();
        }
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
        let mut clone = Select::new(self.scope, &self.selector);
        clone.elements = self.elements.clone();
        clone.matcher.limit_steps(self.matcher.steps_left());
        clone
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
