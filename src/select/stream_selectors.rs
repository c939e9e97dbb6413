//! Selectors that are matched while the tree still grows.

use std::fmt;
use std::sync::Arc;

use crate::dom::{Document, ElementData, NodeIndex, NodeRef, Tree};
use crate::names::NameTable;
use crate::text::Strings;

use super::diagnose::{self, Mistake};
use super::elements::Visited;
use super::error::SelectorError;
use super::matcher::Matcher;
use super::options::SelectorOptions;
use super::selector::Selector;
use super::set::SelectorSet;
use super::set_index::SetNumbers;
use super::stream_rules::{self, Needs, Refusal};
use super::walk::Prepared;

/// A set of selectors for a [stream](crate::stream): those that can be decided when an element is
/// complete, without what comes after it and without keeping all that came before.
///
/// ```
/// use consomme::stream::StreamSelectors;
///
/// assert!(StreamSelectors::new(&["a[href]", "h1 + p", "tr:has(> th)", "li:first-child"]).is_ok());
/// let error = StreamSelectors::new(&["ul > li:last-child"]).unwrap_err();
/// assert_eq!(error.offset(), 7);
/// assert!(error.reason().starts_with("`:last-child` depends on later siblings"));
/// ```
///
/// What a stream can tell of an element:
///
/// - its name, its attributes, and those of its ancestors
/// - its content, for the last compound: `:has(> b)`, `:empty`, `:contains()`
/// - the elements right before it: `h1 + p`, `:first-child`
///
/// What it cannot tell, so that a set is refused which asks for it:
///
/// - what comes after an element: `:last-child`, `:nth-last-child()`, `:only-child` and those of a
///   type; `:has(+ p)` and `:has(~ p)`
/// - all siblings before it: `h1 ~ p`, `:nth-child()`, `:nth-of-type()`, `:first-of-type`
/// - the content of an element that is not the last compound: `tr:has(th) > td`, `p:empty + p`
/// - what is anywhere in the document: `:default`, `:indeterminate`, `:dir()`
#[derive(Clone)]
pub struct StreamSelectors {
    shared: Arc<Shared>,
}

struct Shared {
    set: SelectorSet,
    /// What each part of the set needs.
    needs: Vec<Needs>,
}

impl StreamSelectors {
    /// Compiles selectors. A match comes with the indices of those that it matches.
    ///
    /// # Errors
    ///
    /// If a text is not a selector, or asks for what a stream cannot tell; the error has the place
    /// in the text and the reason.
    pub fn new(selectors: &[&str]) -> Result<StreamSelectors, SelectorError> {
        StreamSelectors::checked(selectors, check)
    }

    /// Compiles selectors that pass a check, which gets the text as well.
    fn checked(
        selectors: &[&str],
        check: impl Fn(&Selector, &str) -> Result<(), SelectorError>,
    ) -> Result<StreamSelectors, SelectorError> {
        let mut set = SelectorSet::new();
        for text in selectors {
            let selector = Selector::parse(text)?;
            check(&selector, text)?;
            set.add(&selector);
        }
        Ok(StreamSelectors::of(set))
    }

    /// Makes a set of which each selector is checked.
    fn of(set: SelectorSet) -> StreamSelectors {
        let needs = |part| stream_rules::needs(part).unwrap_or_default();
        let needs = set.parts.iter().map(|part| needs(&part.selector)).collect();
        StreamSelectors { shared: Arc::new(Shared { set, needs }) }
    }

    /// Returns a set without selectors.
    pub(crate) fn none() -> StreamSelectors {
        StreamSelectors::of(SelectorSet::new())
    }

    /// Compiles selectors that are matched at start tags, so that what is in the element cannot
    /// count.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and if a selector asks for content.
    pub(crate) fn at_start_tags(selectors: &[&str]) -> Result<StreamSelectors, SelectorError> {
        let asks_for_content = |selector: &Selector| {
            let mut parts = selector.list.slice().iter();
            parts.any(|part| stream_rules::needs(part).is_ok_and(|needs| needs.content))
        };
        StreamSelectors::checked(selectors, |selector, text| {
            check(selector, text)?;
            if !asks_for_content(selector) {
                return Ok(());
            }
            let is_valid = |text: &str| {
                SelectorOptions::new()
                    .extensions(true)
                    .parse(text)
                    .is_ok_and(|selector| !asks_for_content(&selector))
            };
            let mistake = Mistake::NotInStream(stream_rules::NO_CONTENT_YET).into_kind();
            Err(diagnose::diagnose(text, &mistake, is_valid))
        })
    }

    /// Returns the selectors, by the indices that matches have.
    pub fn set(&self) -> &SelectorSet {
        &self.shared.set
    }
}

/// Makes a set one for a stream.
impl TryFrom<SelectorSet> for StreamSelectors {
    type Error = SelectorError;

    /// # Errors
    ///
    /// If a selector asks for what a stream cannot tell. The text of the error is the selector as
    /// it is [written](Selector#impl-Display-for-Selector).
    fn try_from(set: SelectorSet) -> Result<StreamSelectors, SelectorError> {
        for selector in &set.selectors {
            if refusal_of(selector).is_some() {
                check(selector, &selector.to_string())?;
            }
        }
        Ok(StreamSelectors::of(set))
    }
}

/// Makes one selector a set of one.
impl TryFrom<&Selector> for StreamSelectors {
    type Error = SelectorError;

    /// # Errors
    ///
    /// If the selector asks for what a stream cannot tell.
    fn try_from(selector: &Selector) -> Result<StreamSelectors, SelectorError> {
        StreamSelectors::try_from(SelectorSet::from_iter([selector.clone()]))
    }
}

/// Compiles one selector: [`StreamSelectors::new`].
impl TryFrom<&str> for StreamSelectors {
    type Error = SelectorError;

    /// # Errors
    ///
    /// As [`StreamSelectors::new`].
    fn try_from(selector: &str) -> Result<StreamSelectors, SelectorError> {
        StreamSelectors::new(&[selector])
    }
}

/// Formats the set as a list of its selectors.
impl fmt::Debug for StreamSelectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shared.set.fmt(f)
    }
}

/// Returns why a selector cannot be matched in a stream, if so.
fn refusal_of(selector: &Selector) -> Option<Refusal> {
    selector.list.slice().iter().find_map(|part| stream_rules::needs(part).err())
}

/// Checks that a selector, which has this text, can be matched in a stream.
fn check(selector: &Selector, text: &str) -> Result<(), SelectorError> {
    let Some(refusal) = refusal_of(selector) else { return Ok(()) };
    let options = SelectorOptions::new().extensions(true);
    let is_valid =
        |text: &str| options.parse(text).is_ok_and(|selector| refusal_of(&selector).is_none());
    Err(diagnose::diagnose(text, &Mistake::NotInStream(refusal).into_kind(), is_valid))
}

/// Matches the elements of one stream, whose document grows and shrinks between two calls.
pub(crate) struct StreamMatcher {
    selectors: StreamSelectors,
    /// The names of the set, as numbers of the document.
    numbers: SetNumbers,
    /// How many names the document had when the set's were looked up.
    known_names: usize,
    /// What is known about each part that was compared with an element since then.
    prepared: Vec<Option<Prepared>>,
    /// The parts that the current element may match.
    candidates: Vec<u32>,
}

impl StreamMatcher {
    pub(crate) fn new(selectors: &StreamSelectors, names: &NameTable) -> StreamMatcher {
        let set = &selectors.shared.set;
        StreamMatcher {
            selectors: selectors.clone(),
            numbers: set.index.numbers_in(names),
            known_names: names.index_bound(),
            prepared: vec![None; set.parts.len()],
            candidates: Vec::new(),
        }
    }

    /// Returns how many elements before an element, or before its ancestors, matching reads.
    pub(crate) fn siblings_before(&self) -> usize {
        let needs = &self.selectors.shared.needs;
        needs.iter().map(|needs| needs.siblings_before).max().unwrap_or(0)
    }

    /// Whether there are no selectors.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.prepared.is_empty()
    }

    /// Whether an element may match, by its name and its attributes.
    #[inline]
    pub(crate) fn may_match(
        &mut self,
        element: &ElementData,
        tree: &Tree,
        strings: &Strings,
    ) -> bool {
        if self.is_empty() {
            return false;
        }
        self.look_up_names(&strings.names);
        let index = &self.selectors.shared.set.index;
        index.has_candidates(&self.numbers, tree, strings, element)
    }

    /// Looks up the names again if the document has new ones.
    #[inline]
    fn look_up_names(&mut self, names: &NameTable) {
        if names.index_bound() != self.known_names {
            self.look_up_new_names(names);
        }
    }

    #[cold] // A document has few names, and most of them early.
    fn look_up_new_names(&mut self, names: &NameTable) {
        self.known_names = names.index_bound();
        self.numbers = self.selectors.shared.set.index.numbers_in(names);
        self.prepared.fill(None);
    }

    /// Replaces `found` by the indices of the selectors that an element matches. Of an element that
    /// `is_open`, the content does not count: then `found` has those that it may match.
    pub(crate) fn find(
        &mut self,
        document: &Document,
        id: NodeIndex,
        is_open: bool,
        found: &mut Vec<usize>,
    ) {
        found.clear();
        let Some(data) = document.tree.element(id) else { return };
        let Document { tree, strings, .. } = document;
        self.look_up_names(&strings.names);
        let Shared { set, needs } = &*self.selectors.shared;
        if set.parts.len() == 1 {
            // It is compared anyway.
            self.candidates.clear();
            self.candidates.push(0);
        } else {
            set.index.candidates(&self.numbers, tree, strings, data, &mut self.candidates);
        }
        let visited = Visited { id, data, depth: 0 };
        let mut matcher = None;
        for &part in &self.candidates {
            let number = part as usize;
            let (selector, of) = (&set.parts[number].selector, set.parts[number].of);
            if found.last() == Some(&of) {
                continue;
            }
            let prepared = self.prepared[number]
                .get_or_insert_with(|| Prepared::without_filter(selector, document));
            let is_found = if is_open && needs[number].content {
                true
            } else if prepared.is_plain() {
                // Without a matcher, which takes longer to make than all the rest.
                prepared.may_match(selector, document, &visited)
            } else {
                let matcher = matcher.get_or_insert_with(|| new_matcher(document));
                prepared.matches(selector, document, &visited, matcher)
            };
            if is_found {
                found.push(of);
            }
        }
    }
}

/// Returns a matcher for the document as it is now. Its caches are not valid longer than that.
fn new_matcher(document: &Document) -> Matcher {
    Matcher::new(NodeRef::new(document, document.tree.root_index()))
}

impl fmt::Debug for StreamMatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamMatcher").field("selectors", &self.selectors).finish_non_exhaustive()
    }
}
