//! Steps with positions, from one context node after the other. Where no predicate needs the
//! context size, nodes are counted as they come, and no list is made.

use crate::axis::Axis;
use crate::entry::Entry;
use crate::error::XPathError;
use crate::expression::{LocationStep, Predicate};
use crate::walk::AxisNodes;

use super::conversions::boolean_of;
use super::{Evaluation, Focus, Nodes, Operand};

/// The most predicates for which nodes are counted as they come.
pub(crate) const MAX_COUNTS: usize = 4;

/// For each predicate, the number of nodes that passed all predicates before it.
pub(super) type Counts = [u64; MAX_COUNTS];

/// The result of predicates for a node, and for later nodes on the same axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    pub(super) holds: bool,
    /// Whether nodes after this one may match.
    pub(super) goes_on: bool,
}

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Evaluates a step with a predicate that depends on positions.
    pub(super) fn counted_step(
        &mut self,
        mut nodes: Nodes<'a>,
        step: &'e LocationStep,
    ) -> Result<Nodes<'a>, XPathError> {
        self.sort(&mut nodes)?;
        let mut found = Vec::new();
        for entry in &nodes.entries {
            let start = found.len();
            self.select_from(*entry, step, &mut found)?;
            if step.axis.is_reverse() {
                found[start..].reverse();
            }
        }
        let is_single = nodes.entries.len() == 1;
        if !is_single && !step.axis.is_disjoint() {
            return self.sorted(found);
        }
        let is_sorted = is_single || nodes.is_flat || step.axis != Axis::Child;
        let is_flat = match step.axis {
            Axis::Child | Axis::Itself => nodes.is_flat,
            _ => found.len() < 2,
        };
        Ok(Nodes { entries: found, is_sorted, is_flat })
    }

    /// Returns the first node of a step from one context node, in the order of the axis.
    pub(super) fn first_from(
        &mut self,
        context: Entry<'a>,
        step: &'e LocationStep,
    ) -> Result<Option<Entry<'a>>, XPathError> {
        let predicates = &self.program.predicates[step.predicates.clone()];
        if !self.can_count(predicates) {
            let mut found = Vec::new();
            self.select_from(context, step, &mut found)?;
            return Ok(found.first().copied());
        }
        let mut counts = Counts::default();
        for entry in AxisNodes::new(step.axis, context) {
            self.count(1)?;
            if !step.test.matches(step.axis, entry, self.program.any_namespace) {
                continue;
            }
            let verdict = self.verdict(predicates, &mut counts, entry)?;
            if verdict.holds {
                return Ok(Some(entry));
            }
            if !verdict.goes_on {
                break;
            }
        }
        Ok(None)
    }

    /// Adds the nodes of a step from one context node, in the order of the axis.
    fn select_from(
        &mut self,
        context: Entry<'a>,
        step: &'e LocationStep,
        found: &mut Vec<Entry<'a>>,
    ) -> Result<(), XPathError> {
        let any_namespace = self.program.any_namespace;
        let predicates = &self.program.predicates[step.predicates.clone()];
        if let [Predicate::Last] = predicates {
            found.extend(self.last_from(context, step)?);
            return Ok(());
        }
        if self.can_count(predicates) {
            let mut counts = Counts::default();
            for entry in AxisNodes::new(step.axis, context) {
                self.count(1)?;
                if !step.test.matches(step.axis, entry, any_namespace) {
                    continue;
                }
                let verdict = self.verdict(predicates, &mut counts, entry)?;
                if verdict.holds {
                    found.push(entry);
                }
                if !verdict.goes_on {
                    break;
                }
            }
            return Ok(());
        }
        let mut entries = Vec::new();
        for entry in AxisNodes::new(step.axis, context) {
            self.count(1)?;
            if step.test.matches(step.axis, entry, any_namespace) {
                entries.push(entry);
            }
        }
        found.append(&mut self.filter(entries, predicates)?);
        Ok(())
    }

    /// Returns the last node of a step from one context node, in the order of the axis.
    fn last_from(
        &mut self,
        context: Entry<'a>,
        step: &LocationStep,
    ) -> Result<Option<Entry<'a>>, XPathError> {
        let any_namespace = self.program.any_namespace;
        let mut last = None;
        if step.axis == Axis::Child && context.is_node() {
            // From the end.
            let mut next = context.node.last_child();
            while let Some(node) = next {
                self.count(1)?;
                if step.test.matches_node(node, any_namespace) {
                    return Ok(Some(Entry::new(node)));
                }
                next = node.previous_sibling();
            }
            return Ok(None);
        }
        for entry in AxisNodes::new(step.axis, context) {
            self.count(1)?;
            if step.test.matches(step.axis, entry, any_namespace) {
                last = Some(entry);
            }
        }
        Ok(last)
    }

    /// Returns whether nodes can be counted as they come.
    fn can_count(&self, predicates: &[Predicate]) -> bool {
        predicates.len() <= MAX_COUNTS
            && !predicates.iter().any(|predicate| self.program.needs_size(*predicate))
    }

    /// Returns the verdict on the next node of predicates that do not need the context size.
    pub(super) fn verdict(
        &mut self,
        predicates: &'e [Predicate],
        counts: &mut Counts,
        entry: Entry<'a>,
    ) -> Result<Verdict, XPathError> {
        let mut goes_on = true;
        for (predicate, position) in predicates.iter().zip(counts) {
            *position += 1;
            let position = *position;
            match predicate {
                // No node after the one at that position is at it.
                Predicate::Position(wanted) => goes_on &= position < *wanted,
                Predicate::UpTo(wanted) => goes_on &= position < *wanted,
                _ => {}
            }
            if !self.holds(*predicate, Focus { entry, position, size: 0 })? {
                return Ok(Verdict { holds: false, goes_on });
            }
        }
        Ok(Verdict { holds: true, goes_on })
    }

    /// Returns whether a predicate holds.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#predicates>
    pub(super) fn holds(
        &mut self,
        predicate: Predicate,
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        match predicate {
            Predicate::Position(wanted) => Ok(focus.position == wanted),
            Predicate::UpTo(wanted) => Ok(focus.position <= wanted),
            Predicate::Last => Ok(focus.position == focus.size),
            Predicate::Condition(expression) => self.boolean(expression, focus),
            Predicate::Other(expression) => match self.evaluate(expression, focus)? {
                // A position is exact up to 2⁵³.
                Operand::Number(number) => Ok(number == focus.position as f64),
                operand => Ok(boolean_of(&operand)),
            },
        }
    }
}
