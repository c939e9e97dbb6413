//! `StreamSelectors`, and the matcher for one stream.

use std::fmt;
use std::sync::Arc;

use crate::dom::{Document, ElementData, NodeIndex, NodeMoves, Survivors, Tree};
use crate::names::NameTable;
use crate::select::api::{Selector, SelectorSet};
use crate::select::grammar;
use crate::select::grammar::{Mistake, SelectorError, SelectorOptions, diagnose};
use crate::text::Strings;

use super::finder::Finder;
use super::rules;
use super::rules::{Needs, Refusal};
use super::sibling_counts::SiblingCounts;

/// A set of selectors for a [stream](crate::stream), which decides whether an element matches as
/// soon as it is complete, without the rest of the document and with little of the part before.
///
/// ```
/// use consomme::stream::StreamSelectors;
///
/// assert!(StreamSelectors::new(&["a[href]", "h1 + p", "tr:has(> th)", "li:nth-child(odd)"]).is_ok());
/// let error = StreamSelectors::new(&["ul > li:last-child"]).unwrap_err();
/// assert_eq!(error.offset(), 7);
/// assert!(error.reason().starts_with("`:last-child` depends on later siblings"));
/// ```
///
/// A selector may ask for:
///
/// - the name and the attributes of an element and of its ancestors
/// - its content, in the last compound: `:has(> b)`, `:empty`, `:contains()`
/// - the elements right before it: `h1 + p`, `:first-child`
/// - the number of elements before it: `:nth-child()`, `:nth-of-type()`, `:first-of-type`
///
/// It is refused if it asks for:
///
/// - all elements before an element: `h1 ~ p`, `:nth-child(… of …)`
/// - later siblings: `:last-child`, `:nth-last-child()`, `:only-child`, and the same of a type,
///   such as `:last-of-type`; `:has(+ p)`, `:has(~ p)`
/// - the content of an element in another compound than the last: `tr:has(th) > td`, `p:empty + p`
/// - anything anywhere in the document: `:default`, `:indeterminate`, `:dir()`
///
/// About elements inside a complete element, it may ask everything: `ul:has(> h1 ~ li:last-child)`.
/// The [guide](crate::guide::streams#selectors) says what to write instead.
#[derive(Clone)]
pub struct StreamSelectors {
    shared: Arc<Shared>,
    max_steps: Option<u64>,
}

struct Shared {
    set: SelectorSet,
    /// The needs of each part of the set.
    needs: Vec<Needs>,
    /// The needs of all parts together.
    all: Needs,
}

impl StreamSelectors {
    /// Compiles selectors. A match names the selectors that it matches by their indices.
    ///
    /// # Errors
    ///
    /// If a text is not a selector, or needs more than a stream has; the error has the place
    /// in the text and the reason.
    pub fn new(selectors: &[&str]) -> Result<StreamSelectors, SelectorError> {
        StreamSelectors::checked(selectors, check)
    }

    /// Compiles selectors that pass a check. It gets each selector with its text.
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

    /// Makes a set of selectors, each of which has passed the check.
    fn of(set: SelectorSet) -> StreamSelectors {
        let of_part = |part| rules::needs(part).unwrap_or_default();
        let needs: Vec<Needs> = set.parts.iter().map(|part| of_part(&part.selector)).collect();
        let all = needs.iter().copied().fold(Needs::default(), Needs::or);
        StreamSelectors { shared: Arc::new(Shared { set, needs, all }), max_steps: None }
    }

    /// Returns a set without selectors.
    pub(crate) fn none() -> StreamSelectors {
        StreamSelectors::of(SelectorSet::new())
    }

    /// Compiles selectors that are matched at start tags, where the element has no content yet.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and if a selector asks for content.
    pub(crate) fn at_start_tags(selectors: &[&str]) -> Result<StreamSelectors, SelectorError> {
        let asks_for_content = |selector: &Selector| {
            let mut parts = selector.list.slice().iter();
            parts.any(|part| rules::needs(part).is_ok_and(|needs| needs.content))
        };
        StreamSelectors::checked(selectors, |selector, text| {
            check(selector, text)?;
            if !asks_for_content(selector) {
                return Ok(());
            }
            let is_allowed =
                |selector: &Selector| refusal_of(selector).is_none() && !asks_for_content(selector);
            Err(refused(selector, text, rules::NO_CONTENT_YET, is_allowed))
        })
    }

    /// Limits the work of matching in each stream, in the steps of
    /// [`Select::max_steps`](crate::select::Select::max_steps). The default is no limit.
    ///
    /// When no steps are left, the stream ends, as at the limits on live text and nodes:
    /// [`LimitsHit::steps`](crate::LimitsHit::steps) is set, and it is a
    /// [failure](crate::stream::StreamFailure::Limit). Matches that were lent before are right.
    ///
    /// ```
    /// use consomme::stream::{StreamParser, StreamSelectors};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let words = StreamSelectors::new(&["p:has(a b, u i)"])?.max_steps(10_000);
    /// let mut stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), &words);
    /// stream.feed_str(&"<p><a><i></i></a></p>".repeat(10_000));
    /// stream.end();
    /// while stream.next_match().is_some() {}
    /// assert!(stream.limits_hit().steps && stream.failure().is_some());
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn max_steps(self, steps: u64) -> StreamSelectors {
        StreamSelectors { max_steps: Some(steps), ..self }
    }

    /// Returns the selectors, by the indices that matches have.
    pub fn set(&self) -> &SelectorSet {
        &self.shared.set
    }
}

/// Makes a set of selectors for a stream, if a stream can match each of them.
impl TryFrom<SelectorSet> for StreamSelectors {
    type Error = SelectorError;

    /// # Errors
    ///
    /// If a selector needs more than a stream has. The text of the error is the selector as
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
    /// If the selector needs more than a stream has.
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
    selector.list.slice().iter().find_map(|part| rules::needs(part).err())
}

/// Checks that a selector, which has this text, can be matched in a stream.
fn check(selector: &Selector, text: &str) -> Result<(), SelectorError> {
    let Some(refusal) = refusal_of(selector) else { return Ok(()) };
    Err(refused(selector, text, refusal, |selector| refusal_of(selector).is_none()))
}

/// Returns the error for a selector that is refused because it is not allowed, with its place in
/// the text.
fn refused(
    selector: &Selector,
    text: &str,
    refusal: Refusal,
    is_allowed: impl Fn(&Selector) -> bool,
) -> SelectorError {
    let options = SelectorOptions::new().extensions(true);
    // `:is` ignores a selector with a mistake in its parentheses. A text that is cut inside them
    // has such a mistake. The refused part may be ignored with it, and the text would look valid.
    let ignored = |selector: &Selector| grammar::invalid_parts(selector.list.slice());
    let most_ignored = ignored(selector);
    let is_valid = |text: &str| {
        let parsed = options.parse(text);
        parsed.is_ok_and(|parsed| is_allowed(&parsed) && ignored(&parsed) <= most_ignored)
    };
    let is_refused = |text: &str| options.parse(text).is_ok_and(|parsed| !is_allowed(&parsed));
    let kind = Mistake::NotInStream(refusal).into_kind();
    diagnose::diagnose_refused(text, &kind, is_valid, is_refused)
}

/// Matches the elements of one stream, whose document grows and shrinks between two calls.
pub(crate) struct StreamMatcher {
    selectors: StreamSelectors,
    finder: Finder,
    /// How many siblings are before elements, if selectors ask for it.
    counts: Option<Box<SiblingCounts>>,
}

impl StreamMatcher {
    pub(crate) fn new(selectors: &StreamSelectors, names: &NameTable) -> StreamMatcher {
        let Shared { set, all, .. } = &*selectors.shared;
        let counts = SiblingCounts::new(all.siblings_before, all.types);
        StreamMatcher {
            selectors: selectors.clone(),
            finder: Finder::new(set, names, selectors.max_steps),
            counts: all.places.then(|| Box::new(counts)),
        }
    }

    /// Whether there are no selectors.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.finder.is_empty()
    }

    /// Whether no steps are left. Then no further element matches.
    pub(crate) fn is_cut(&self) -> bool {
        self.finder.is_cut()
    }

    /// Returns how many elements before an element, or before its ancestors, matching reads.
    pub(crate) fn siblings_before(&self) -> usize {
        self.selectors.shared.all.siblings_before
    }

    /// Whether an element may match, by its name and its attributes.
    #[inline]
    pub(crate) fn may_match(
        &mut self,
        element: &ElementData,
        tree: &Tree,
        strings: &Strings,
    ) -> bool {
        self.finder.may_match(&self.selectors.shared.set.index, element, tree, strings)
    }

    /// Replaces `found` by the indices of the selectors that an element matches. If the element
    /// `is_open`, its content does not count, and `found` gets the selectors that it may match.
    pub(crate) fn find(
        &mut self,
        document: &Document,
        id: NodeIndex,
        is_open: bool,
        found: &mut Vec<usize>,
    ) {
        let Shared { set, needs, .. } = &*self.selectors.shared;
        let counts = self.counts.as_deref_mut();
        self.finder.find((set, needs), document, (id, is_open), counts, found);
    }

    /// Counts the nodes that a sweep is about to free: all but `survivors`.
    pub(crate) fn before_sweep(&mut self, document: &Document, survivors: &Survivors) {
        if let Some(counts) = &mut self.counts {
            counts.before_sweep(&document.tree, survivors);
        }
    }

    /// Updates the indices of the nodes that have survived a sweep.
    pub(crate) fn after_sweep(&mut self, moves: &NodeMoves) {
        self.finder.after_sweep();
        if let Some(counts) = &mut self.counts {
            counts.after_sweep(moves);
        }
    }

    /// Returns about how many bytes the counts take.
    pub(crate) fn bytes(&self) -> usize {
        self.counts.as_ref().map_or(0, |counts| counts.bytes())
    }
}

impl fmt::Debug for StreamMatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamMatcher").field("selectors", &self.selectors).finish_non_exhaustive()
    }
}
