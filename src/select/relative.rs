//! `:has`, without recursion into the tree, and without asking every subtree again for every
//! element above it.
//!
//! The first elements that are asked search for a match themselves. As soon as they have searched
//! more elements than the document has nodes, all matches are looked for at once, and all that may
//! have them where the selector asks for them are marked. So an element that is not marked needs no
//! search, and for `:has(x)` and `:has(~ x)` a marked one needs none either.
//!
//! <https://drafts.csswg.org/selectors/#relational>

use std::collections::{HashMap, HashSet};

use selectors::Element;
use selectors::matching::{MatchingContext, matches_selector};
use selectors::parser::{Combinator, Component, Selector, SelectorKey};

use crate::dom::{NodeId, NodeKind, NodeRef};

use super::grammar::Html;
use super::subject::Subject;

/// A selector in the parentheses of `:has`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Relative {
    selector: Selector<Html>,
    reach: Reach,
    /// All there is is one compound below or behind: whoever is marked has a match.
    is_plain: bool,
    /// No selectors in parentheses, which could ask for what is above the element.
    is_flat: bool,
}

/// Among which elements an element has to look for a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    Children,
    Descendants,
    NextSibling,
    Siblings,
    /// The siblings behind, and what is below them.
    SiblingsAndBelow,
}

impl Reach {
    fn is_down(self) -> bool {
        matches!(self, Reach::Children | Reach::Descendants)
    }
}

impl Relative {
    pub(super) fn new(selector: Selector<Html>) -> Relative {
        let mut combinators: Vec<Combinator> =
            selector.iter_raw_match_order().filter_map(Component::as_combinator).collect();
        let first = combinators.pop().unwrap_or(Combinator::Descendant);
        let (is_one, only_siblings) =
            (combinators.is_empty(), combinators.iter().all(Combinator::is_sibling));
        let reach = match first {
            Combinator::Child if only_siblings => Reach::Children,
            Combinator::NextSibling if is_one => Reach::NextSibling,
            Combinator::NextSibling | Combinator::LaterSibling if only_siblings => Reach::Siblings,
            Combinator::NextSibling | Combinator::LaterSibling => Reach::SiblingsAndBelow,
            _ => Reach::Descendants,
        };
        let is_plain = is_one && matches!(first, Combinator::Descendant | Combinator::LaterSibling);
        let is_flat = !selector.iter_raw_match_order().any(|component| {
            use Component::{Is, Negation, NthOf, Where};
            matches!(component, Is(_) | Where(_) | Negation(_) | NthOf(_))
        });
        Relative { selector, reach, is_plain, is_flat }
    }

    pub(super) fn selector(&self) -> &Selector<Html> {
        &self.selector
    }
}

/// What was found out about the relative selectors while walking over a document that doesn't
/// change.
#[derive(Default)]
pub(super) struct HasCache(HashMap<SelectorKey, Found>);

#[derive(Default)]
struct Found {
    answers: HashMap<NodeId, bool>,
    /// How many elements were searched.
    searched: usize,
    /// The elements that may have a match, once all were looked for.
    marks: Option<HashSet<NodeId>>,
}

impl HasCache {
    /// Whether the element has a match of one of these.
    pub(super) fn matches(
        &mut self,
        list: &[Relative],
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        list.iter().any(|relative| {
            let found = self.0.entry(SelectorKey::new(&relative.selector)).or_default();
            found.matches(relative, anchor, context)
        })
    }
}

impl Found {
    fn matches(
        &mut self,
        relative: &Relative,
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        if let Some(&answer) = self.answers.get(&anchor.node.id()) {
            return answer;
        }
        let is_costly =
            relative.is_plain || !matches!(relative.reach, Reach::Children | Reach::NextSibling);
        if self.marks.is_none()
            && is_costly
            && self.searched > anchor.node.document().tree.nodes.len()
        {
            self.marks = Some(marks(relative, anchor.node.root(), context));
        }
        let is_marked = self.marks.as_ref().map(|marks| marks.contains(&anchor.node.id()));
        let answer = match is_marked {
            Some(false) => false,
            Some(true) if relative.is_plain => true,
            _ => context.nest_for_relative_selector(anchor.opaque(), |context| {
                self.search(relative, anchor.node, context)
            }),
        };
        self.answers.insert(anchor.node.id(), answer);
        answer
    }

    fn search(
        &mut self,
        relative: &Relative,
        anchor: NodeRef<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        // What lies between has to be looked at only: not all that is above a deep element, for
        // each above it.
        let ceiling = anchor.parent().filter(|_| relative.is_flat).map(NodeRef::id);
        let mut is_match = |node| {
            self.searched += 1;
            matches_selector(&relative.selector, 0, None, Subject::below(node, ceiling), context)
        };
        match relative.reach {
            Reach::Children => anchor.child_elements().any(|child| is_match(child.as_node())),
            Reach::Descendants => below(anchor).any(is_match),
            Reach::NextSibling => {
                anchor.next_element_sibling().is_some_and(|next| is_match(next.as_node()))
            }
            Reach::Siblings => {
                anchor.following_sibling_elements().any(|behind| is_match(behind.as_node()))
            }
            Reach::SiblingsAndBelow => anchor.following_sibling_elements().any(|behind| {
                is_match(behind.as_node())
                    || behind.descendant_elements().any(|below| is_match(below.as_node()))
            }),
        }
    }
}

/// The elements of a tree that may have a match.
fn marks(
    relative: &Relative,
    root: NodeRef<'_>,
    context: &mut MatchingContext<'_, Html>,
) -> HashSet<NodeId> {
    let mut marked = HashSet::new();
    let mut seen = HashSet::new();
    for element in root.descendant_elements() {
        // Without an anchor, what the selector says of it is taken for true.
        if !matches_selector(&relative.selector, 0, None, Subject::new(element.as_node()), context)
        {
            continue;
        }
        let mut above = element.ancestor_elements();
        if relative.reach.is_down() {
            // Above whoever is marked, all are.
            while above.next().is_some_and(|ancestor| marked.insert(ancestor.id())) {}
            continue;
        }
        let mut at = Some(element);
        while let Some(element) = at.filter(|element| seen.insert(element.id())) {
            let mut before = element.preceding_sibling_elements();
            while before.next_back().is_some_and(|sibling| marked.insert(sibling.id())) {}
            at = above.next().filter(|_| relative.reach == Reach::SiblingsAndBelow);
        }
    }
    marked
}

/// The elements below a node in tree order. Unlike `descendant_elements`, which can be walked from
/// the other end too, it takes no time to begin, however deep the tree is.
fn below(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    let document = node.document();
    let next = move |id: NodeId| document.tree.following_in(node.id(), id);
    std::iter::successors(next(node.id()), move |id| next(*id))
        .map(|id| document.node(id))
        .filter(|node| node.kind() == NodeKind::Element)
}
