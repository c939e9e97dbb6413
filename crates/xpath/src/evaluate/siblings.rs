//! `//p[2]` in one pass: the descendants in document order, each counted among its siblings.

use crate::entry::Entry;
use crate::error::XPathError;
use crate::expression::{LocationStep, Predicate};

use super::counted_steps::{Counts, Verdict};
use super::{Evaluation, Nodes};

/// The state of a walk over the children of a node.
struct Level {
    counts: Counts,
    /// Whether children that are not yet walked may match.
    goes_on: bool,
}

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Evaluates a step along [`Axis::DescendantAmongSiblings`](crate::axis::Axis).
    pub(super) fn among_siblings(
        &mut self,
        mut nodes: Nodes<'a>,
        step: &'e LocationStep,
    ) -> Result<Nodes<'a>, XPathError> {
        self.sort(&mut nodes)?;
        let mut found = Vec::new();
        let mut levels = Vec::new();
        let mut contexts = nodes.entries.into_iter().peekable();
        while let Some(context) = contexts.next() {
            if !context.is_node() {
                continue;
            }
            let root = context.node;
            let mut at = root;
            'tree: loop {
                // Context nodes below others have nothing new.
                while contexts.next_if(|context| context.node == at).is_some() {}
                at = if let Some(child) = at.first_child() {
                    levels.push(Level { counts: Counts::default(), goes_on: true });
                    child
                } else {
                    loop {
                        if at == root {
                            break 'tree;
                        }
                        if let Some(next) = at.next_sibling() {
                            break next;
                        }
                        levels.pop();
                        let Some(parent) = at.parent() else { break 'tree };
                        at = parent;
                    }
                };
                self.count(1)?;
                if let Some(level) = levels.last_mut().filter(|level| level.goes_on)
                    && step.test.matches_node(at, self.program.any_namespace)
                {
                    let verdict = self.among(Entry::new(at), step, &mut level.counts)?;
                    level.goes_on = verdict.goes_on;
                    if verdict.holds {
                        found.push(Entry::new(at));
                    }
                }
            }
            levels.clear();
        }
        Ok(Nodes::in_order(found))
    }

    /// Returns the verdict of the predicates on the next node among its siblings.
    fn among(
        &mut self,
        entry: Entry<'a>,
        step: &'e LocationStep,
        counts: &mut Counts,
    ) -> Result<Verdict, XPathError> {
        let predicates = &self.program.predicates[step.predicates.clone()];
        if let [Predicate::Last] = predicates {
            // Nodes are looked at up to the next that matches, so each is at most once.
            let mut next = entry.node.next_sibling();
            while let Some(sibling) = next {
                self.count(1)?;
                if step.test.matches_node(sibling, self.program.any_namespace) {
                    return Ok(Verdict { holds: false, goes_on: true });
                }
                next = sibling.next_sibling();
            }
            return Ok(Verdict { holds: true, goes_on: false });
        }
        self.verdict(predicates, counts, entry)
    }
}
