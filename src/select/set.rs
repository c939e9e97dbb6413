//! Matches many selectors in one walk.

use std::collections::HashMap;
use std::fmt;
use std::iter::FusedIterator;

use selectors::parser::{self, Component};

use crate::dom::{ElementRef, NodeRef};

use super::elements::ElementWalk;
use super::into_selector::IntoSelector;
use super::matcher::Matcher;
use super::selector::Selector;
use super::types::Html;
use super::walk::Prepared;

/// A set of selectors to match in one walk over a tree. Each element is compared only with the
/// selectors that ask for its id, one of its classes or its name, and with those that ask for none
/// of these. So thousands of selectors take little more time than a few.
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
    selectors: Vec<Selector>,
    /// The parts of all selectors, which commas separate.
    parts: Vec<SelectorPart>,
    /// The indices of the parts that ask for an id, by the ASCII-lowercased id.
    by_id: HashMap<Box<str>, Vec<usize>>,
    /// The indices of the parts that ask for a class, by the ASCII-lowercased class.
    by_class: HashMap<Box<str>, Vec<usize>>,
    /// The indices of the parts that ask for an element name, by the ASCII-lowercased name.
    by_name: HashMap<Box<str>, Vec<usize>>,
    /// The indices of the other parts.
    others: Vec<usize>,
}

/// A part of a selector, without commas at its top level.
#[derive(Clone)]
struct SelectorPart {
    selector: parser::Selector<Html>,
    /// The index of the selector that the part belongs to.
    of: usize,
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
            let index = self.parts.len();
            self.bucket_of(part).push(index);
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
    /// that it matches: those with which [`NodeRef::select`] would find it.
    pub fn matches_in<'a, 's>(&'s self, node: impl Into<NodeRef<'a>>) -> MatchesIn<'a, 's> {
        let node = node.into();
        let document = node.document();
        let prepare = |part: &SelectorPart| Prepared::new(&part.selector, document);
        MatchesIn {
            scope: node,
            elements: ElementWalk::new(node),
            set: self,
            prepared: self.parts.iter().map(prepare).collect(),
            matcher: Box::new(Matcher::new(node)),
            candidates: Vec::new(),
        }
    }

    /// Returns the list of indices that a part belongs to: by the id that it asks for, or else a
    /// class, or else a name.
    fn bucket_of(&mut self, part: &parser::Selector<Html>) -> &mut Vec<usize> {
        let mut class = None;
        let mut name = None;
        for component in part.iter() {
            match component {
                Component::ID(id) => {
                    return self.by_id.entry(id.0.to_ascii_lowercase().into()).or_default();
                }
                Component::Class(asked) => class = Some(asked.0.to_ascii_lowercase()),
                Component::LocalName(asked) => {
                    name = Some(asked.lower_name.text().to_ascii_lowercase());
                }
                _ => {}
            }
        }
        match (class, name) {
            (Some(class), _) => self.by_class.entry(class.into()).or_default(),
            (None, Some(name)) => self.by_name.entry(name.into()).or_default(),
            (None, None) => &mut self.others,
        }
    }

    /// Collects the indices of the parts that an element may match, in ascending order.
    fn candidates(&self, element: ElementRef<'_>, candidates: &mut Vec<usize>) {
        candidates.extend(&self.others);
        add_bucket(&self.by_name, element.name(), candidates);
        if let Some(id) = element.id_attr() {
            add_bucket(&self.by_id, id, candidates);
        }
        if !self.by_class.is_empty() {
            element.classes().for_each(|class| add_bucket(&self.by_class, class, candidates));
        }
        candidates.sort_unstable();
        candidates.dedup();
    }
}

/// Appends the indices in the bucket of the ASCII-lowercased key.
fn add_bucket(buckets: &HashMap<Box<str>, Vec<usize>>, key: &str, candidates: &mut Vec<usize>) {
    let bucket = if key.bytes().any(|byte| byte.is_ascii_uppercase()) {
        buckets.get(&*key.to_ascii_lowercase())
    } else {
        buckets.get(key)
    };
    candidates.extend(bucket.into_iter().flatten());
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
    /// For each part of the set.
    prepared: Vec<Prepared>,
    matcher: Box<Matcher>,
    candidates: Vec<usize>,
}

impl<'a> Iterator for MatchesIn<'a, '_> {
    type Item = (ElementRef<'a>, Vec<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let set = self.set;
        let document = self.scope.document();
        for visited in self.elements.by_ref() {
            let element = visited.element(document);
            self.candidates.clear();
            set.candidates(element, &mut self.candidates);
            let mut found: Vec<usize> = Vec::new();
            for &index in &self.candidates {
                let SelectorPart { selector, of } = &set.parts[index];
                let prepared = &self.prepared[index];
                if found.last() != Some(of)
                    && prepared.matches(selector, document, visited, &mut self.matcher)
                {
                    found.push(*of);
                }
            }
            if !found.is_empty() {
                return Some((element, found));
            }
        }
        None
    }
}

impl FusedIterator for MatchesIn<'_, '_> {}

/// Clones the iterator at its current position. The clone starts with empty caches.
impl Clone for MatchesIn<'_, '_> {
    fn clone(&self) -> Self {
        MatchesIn { elements: self.elements.clone(), ..self.set.matches_in(self.scope) }
    }
}

impl fmt::Debug for MatchesIn<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchesIn").field("scope", &self.scope).field("set", &self.set).finish()
    }
}
