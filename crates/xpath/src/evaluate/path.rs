//! Paths: step after step, or only as far as the first node.

use crate::axis::Axis;
use crate::entry::Entry;
use crate::error::XPathError;
use crate::expression::{ExpressionId, ExpressionKind, LocationStep, Start};
use crate::walk::AxisNodes;

use super::{Evaluation, Focus, Nodes, Operand};

/// The condition that [`Evaluation::any_node`] tests for each node.
type Condition<'c, 'e, 'a> =
    &'c mut dyn FnMut(&mut Evaluation<'e, 'a>, Entry<'a>) -> Result<bool, XPathError>;

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Evaluates a path.
    pub(super) fn path(
        &mut self,
        start: Start,
        steps: &'e [LocationStep],
        focus: Focus<'a>,
    ) -> Result<Nodes<'a>, XPathError> {
        let mut nodes = match start {
            Start::Context => Nodes::one(focus.entry),
            Start::Root => Nodes::one(self.root_entry(focus)),
            Start::Nodes(expression) => self.nodes(expression, focus)?,
        };
        for step in steps {
            if nodes.entries.is_empty() {
                break;
            }
            nodes = self.step(nodes, step)?;
        }
        Ok(nodes)
    }

    /// Returns the node that a path starts at; `None` if it starts at the nodes of an expression.
    fn start_node(&self, start: Start, focus: Focus<'a>) -> Option<Entry<'a>> {
        match start {
            Start::Context => Some(focus.entry),
            Start::Root => Some(self.root_entry(focus)),
            Start::Nodes(_) => None,
        }
    }

    /// Returns the root of the tree that the context node is in.
    fn root_entry(&self, focus: Focus<'a>) -> Entry<'a> {
        Entry::new(self.root_of(focus.entry.node))
    }

    /// Returns whether a path has a node. Of the last step, only the first node is looked for.
    pub(super) fn path_exists(
        &mut self,
        start: Start,
        steps: &'e [LocationStep],
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        let Some((last, before)) = steps.split_last() else {
            return Ok(!self.path(start, steps, focus)?.entries.is_empty());
        };
        if before.is_empty()
            && last.axis != Axis::DescendantAmongSiblings
            && let Some(entry) = self.start_node(start, focus)
        {
            return Ok(self.first_from(entry, last)?.is_some());
        }
        let nodes = self.path(start, before, focus)?;
        // With several context nodes, the nodes that they share would be looked at again.
        if nodes.entries.len() > 1 && !last.axis.is_disjoint()
            || last.axis == Axis::DescendantAmongSiblings
        {
            return Ok(!self.step(nodes, last)?.entries.is_empty());
        }
        for entry in nodes.entries {
            if self.first_from(entry, last)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the first node of a path in document order.
    pub(super) fn path_first(
        &mut self,
        start: Start,
        steps: &'e [LocationStep],
        focus: Focus<'a>,
    ) -> Result<Option<Entry<'a>>, XPathError> {
        let Some((last, before)) = steps.split_last() else {
            let nodes = self.path(start, steps, focus)?;
            return self.first_of(&nodes);
        };
        let is_forward = !last.axis.is_reverse() && last.axis != Axis::DescendantAmongSiblings;
        // Most paths in predicates are of one step: no list is made for the node that it is from.
        if before.is_empty()
            && is_forward
            && let Some(entry) = self.start_node(start, focus)
        {
            return self.first_from(entry, last);
        }
        let nodes = self.path(start, before, focus)?;
        match &*nodes.entries {
            [entry] if is_forward => self.first_from(*entry, last),
            _ => {
                let nodes = self.step(nodes, last)?;
                self.first_of(&nodes)
            }
        }
    }

    /// Returns the nodes of one step from all of its context nodes.
    fn step(&mut self, nodes: Nodes<'a>, step: &'e LocationStep) -> Result<Nodes<'a>, XPathError> {
        if step.axis == Axis::DescendantAmongSiblings {
            self.among_siblings(nodes, step)
        } else if step.is_positional {
            self.counted_step(nodes, step)
        } else {
            self.set_step(nodes, step)
        }
    }

    /// Returns whether a condition holds for any node of an expression. The nodes of a path of one
    /// step are not collected first.
    pub(super) fn any_node(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
        condition: Condition<'_, 'e, 'a>,
    ) -> Result<bool, XPathError> {
        let program = self.program;
        if let ExpressionKind::Path(Start::Context, steps) = &program.expression(id).kind
            && let [step] = &program.steps[steps.clone()]
            && step.predicates.is_empty()
        {
            for entry in AxisNodes::new(step.axis, focus.entry) {
                self.count(1)?;
                if step.test.matches(step.axis, entry, program.any_namespace)
                    && condition(self, entry)?
                {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if let Some(value) = self.constant(id, focus)?
            && let Operand::Nodes(nodes) = &*value
        {
            for entry in &nodes.entries {
                self.count(1)?;
                if condition(self, *entry)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for entry in self.nodes(id, focus)?.entries {
            self.count(1)?;
            if condition(self, entry)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
