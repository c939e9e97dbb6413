//! Matches many selectors in one walk.

use std::fmt;
use std::iter::FusedIterator;

use selectors::parser;

use crate::dom::{ElementRef, NodeRef};
use crate::select::matching::{DocumentIndex, ElementWalk, Matcher, Prepared, SetIndex};
use crate::select::types::Html;

use super::into_selector::IntoSelector;
use super::selector::Selector;

/// A set of selectors to match in one walk over a tree. Each element is compared only with the
/// selectors that ask for its id, one of its classes, its name or one of its attributes, and with
/// the selectors that ask for none of these. So thousands of selectors take little more time than a
/// few.
///
/// ```
/// use consomme::select::SelectorSet;
/// use consomme::{Hints, parse_document};
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let mut set = SelectorSet::new();
/// let links = set.add("a[href], area[href]")?;
/// let outside = set.add("a[href^=http]")?;
/// let document = parse_document(b"<a href=/1>One</a> <a href=http://two.example/>Two</a>", &Hints::new());
/// let mut found = Vec::new();
/// for (element, matches) in set.matches_in(&document) {
///     found.push((element.text_content(), matches));
/// }
/// assert_eq!(found, [("One".to_owned(), vec![links]), ("Two".to_owned(), vec![links, outside])]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
pub struct SelectorSet {
    pub(in crate::select) selectors: Vec<Selector>,
    /// The parts of all selectors, which commas separate.
    pub(in crate::select) parts: Vec<SelectorPart>,
    pub(in crate::select) index: SetIndex,
}

/// A part of a selector, without commas at its top level.
#[derive(Clone)]
pub(in crate::select) struct SelectorPart {
    pub(in crate::select) selector: parser::Selector<Html>,
    /// The index of the selector that the part belongs to.
    pub(in crate::select) of: usize,
}

impl SelectorSet {
    /// Creates an empty set.
    pub fn new() -> Self {
        SelectorSet::default()
    }

    /// Adds a selector and returns its index, which is the number of selectors added before. The
    /// selector is a text or a compiled one: see [`IntoSelector`].
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](Selector#limits).
    pub fn add<S: IntoSelector>(&mut self, selector: S) -> S::Outcome<usize> {
        selector.apply(|selector| self.push(selector.clone()))
    }

    fn push(&mut self, selector: Selector) -> usize {
        let of = self.selectors.len();
        for part in selector.list.slice() {
            self.index.add(part, self.parts.len() as u32);
            self.parts.push(SelectorPart { selector: part.clone(), of });
        }
        self.selectors.push(selector);
        of
    }

    /// Returns the selector at an index that [`add`](SelectorSet::add) returned.
    pub fn get(&self, index: usize) -> Option<&Selector> {
        self.selectors.get(index)
    }

    /// Returns the number of selectors.
    pub fn len(&self) -> usize {
        self.selectors.len()
    }

    /// Whether the set contains no selectors.
    pub fn is_empty(&self) -> bool {
        self.selectors.is_empty()
    }

    /// Returns the descendant elements of a node or document that match at least one of the
    /// selectors, in tree order. Each comes with the indices, in ascending order, of all selectors
    /// that it matches, by which [`NodeRef::select`] would find it.
    pub fn matches_in<'a, 's>(&'s self, node: impl Into<NodeRef<'a>>) -> MatchesIn<'a, 's> {
        let node = node.into();
        let index = self.index.in_document(node.document());
        let elements =
            if index.is_empty() { ElementWalk::empty(node) } else { ElementWalk::new(node) };
        MatchesIn {
            scope: node,
            elements,
            set: self,
            index,
            prepared: Vec::new(),
            prepared_of: vec![0; self.parts.len()],
            matcher: Box::new(Matcher::new(node)),
            candidates: Vec::new(),
        }
    }
}

impl Extend<Selector> for SelectorSet {
    fn extend<I: IntoIterator<Item = Selector>>(&mut self, selectors: I) {
        for selector in selectors {
            self.push(selector);
        }
    }
}

impl FromIterator<Selector> for SelectorSet {
    fn from_iter<I: IntoIterator<Item = Selector>>(selectors: I) -> Self {
        let mut set = SelectorSet::new();
        set.extend(selectors);
        set
    }
}

/// Formats the set as a list of its selectors.
impl fmt::Debug for SelectorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.selectors).finish()
    }
}

/// An iterator over the elements that match selectors of a set, from [`SelectorSet::matches_in`].
#[must_use = "iterators are lazy"]
pub struct MatchesIn<'a, 's> {
    scope: NodeRef<'a>,
    elements: ElementWalk<'a>,
    set: &'s SelectorSet,
    index: DocumentIndex<'s>,
    /// The parts that were compared with an element so far, prepared for the document.
    prepared: Vec<Prepared>,
    /// For each part of the set, its index in `prepared` plus one; 0 if it is not there.
    prepared_of: Vec<u32>,
    matcher: Box<Matcher>,
    /// The parts that the current element may match.
    candidates: Vec<u32>,
}

impl MatchesIn<'_, '_> {
    /// Limits the work of this walk, as [`Select::max_steps`](crate::select::Select::max_steps)
    /// does.
    pub fn max_steps(mut self, steps: u64) -> Self {
        self.matcher.limit_steps(Some(steps));
        self
    }

    /// Whether the walk has ended at the limit of [`max_steps`](Self::max_steps), so that there may
    /// be more matches than it has returned.
    pub fn is_cut(&self) -> bool {
        self.matcher.is_cut()
    }
}

impl<'a> Iterator for MatchesIn<'a, '_> {
    type Item = (ElementRef<'a>, Vec<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.matcher.is_cut() {
            return None;
        }
        let document = self.scope.document();
        for visited in self.elements.by_ref() {
            self.index.candidates(document, &visited, &mut self.candidates);
            let mut found: Vec<usize> = Vec::new();
            for &part in &self.candidates {
                let SelectorPart { selector, of } = &self.set.parts[part as usize];
                if found.last() == Some(of) {
                    continue;
                }
                let prepared_of = &mut self.prepared_of[part as usize];
                if *prepared_of == 0 {
                    self.prepared.push(Prepared::new(selector, document));
                    *prepared_of = self.prepared.len() as u32;
                }
                let prepared = &self.prepared[*prepared_of as usize - 1];
                // Many candidates have the right name and the wrong ancestors.
                if prepared.may_have_ancestors(document, &visited, &mut self.matcher)
                    && prepared.matches(selector, document, &visited, &mut self.matcher)
                {
                    found.push(*of);
                }
            }
            let parts = self.candidates.iter().map(|part| &self.set.parts[*part as usize].selector);
            if !self.matcher.may_compare(parts, document, &visited) {
                return None;
            }
            if !found.is_empty() {
                return Some((visited.element(document), found));
            }
        }
        None
    }
}

impl FusedIterator for MatchesIn<'_, '_> {}

/// Clones the iterator at its current position. The clone starts with empty caches.
impl Clone for MatchesIn<'_, '_> {
    fn clone(&self) -> Self {
        let mut clone = self.set.matches_in(self.scope);
        clone.elements = self.elements.clone();
        clone.matcher.limit_steps(self.matcher.steps_left());
        clone
    }
}

impl fmt::Debug for MatchesIn<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchesIn").field("scope", &self.scope).field("set", &self.set).finish()
    }
}
