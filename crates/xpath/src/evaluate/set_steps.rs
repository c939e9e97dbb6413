//! Steps without positions, from all context nodes at once: each node is looked at once, however
//! many context nodes lead to it.

use crate::axis::Axis;
use crate::entry::Entry;
use crate::error::XPathError;
use crate::expression::{LocationStep, Predicate};
use crate::walk::{AxisNodes, next_within};

use super::{Evaluation, Focus, Nodes};

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Evaluates a step whose predicates depend on no position.
    pub(super) fn set_step(
        &mut self,
        nodes: Nodes<'a>,
        step: &'e LocationStep,
    ) -> Result<Nodes<'a>, XPathError> {
        let mut found = match step.axis {
            Axis::Attribute | Axis::Itself | Axis::Namespace => self.apart(nodes, step)?,
            Axis::Child => self.children(nodes, step)?,
            Axis::Descendant | Axis::DescendantOrSelf | Axis::DescendantAmongSiblings => {
                self.descendants(nodes, step)?
            }
            Axis::Following | Axis::Preceding => self.before_or_after(nodes, step)?,
            Axis::Ancestor
            | Axis::AncestorOrSelf
            | Axis::FollowingSibling
            | Axis::Parent
            | Axis::PrecedingSibling => self.until_visited(nodes, step)?,
        };
        let predicates = &self.program.predicates[step.predicates.clone()];
        if !predicates.is_empty() {
            found.entries = self.filter(found.entries, predicates)?;
        }
        Ok(found)
    }

    /// Adds a node if it matches.
    #[inline]
    fn push(
        &mut self,
        entry: Entry<'a>,
        step: &LocationStep,
        found: &mut Vec<Entry<'a>>,
    ) -> Result<(), XPathError> {
        self.count(1)?;
        if step.test.matches(step.axis, entry, self.program.any_namespace) {
            found.push(entry);
        }
        Ok(())
    }

    /// Steps to nodes that come right after the context node: its attributes and namespaces, or
    /// itself.
    fn apart(&mut self, nodes: Nodes<'a>, step: &LocationStep) -> Result<Nodes<'a>, XPathError> {
        let mut found = Vec::new();
        for entry in &nodes.entries {
            for node in AxisNodes::new(step.axis, *entry) {
                self.push(node, step, &mut found)?;
            }
        }
        let is_flat = nodes.is_flat || step.axis != Axis::Itself;
        Ok(Nodes { entries: found, is_sorted: nodes.is_sorted, is_flat })
    }

    fn children(&mut self, nodes: Nodes<'a>, step: &LocationStep) -> Result<Nodes<'a>, XPathError> {
        let mut found = Vec::new();
        for entry in &nodes.entries {
            for child in AxisNodes::new(Axis::Child, *entry) {
                self.push(child, step, &mut found)?;
            }
        }
        // The children of a node inside another one come between the children of the outer one.
        let is_sorted = nodes.is_sorted && nodes.is_flat || found.len() < 2;
        let is_flat = nodes.is_flat || step.test.selects_leaves();
        Ok(Nodes { entries: found, is_sorted, is_flat })
    }

    /// Walks the tree once: context nodes below others have nothing new.
    fn descendants(
        &mut self,
        mut nodes: Nodes<'a>,
        step: &LocationStep,
    ) -> Result<Nodes<'a>, XPathError> {
        self.sort(&mut nodes)?;
        let any_namespace = self.program.any_namespace;
        let with_itself = step.axis == Axis::DescendantOrSelf;
        let mut found = Vec::new();
        let mut contexts = nodes.entries.into_iter().peekable();
        while let Some(context) = contexts.next() {
            if with_itself {
                self.push(context, step, &mut found)?;
            }
            if !context.is_node() {
                continue;
            }
            let root = context.node;
            let mut at = root;
            loop {
                // Attributes of the node that is a context node, or is below one.
                while let Some(context) = contexts.next_if(|context| context.node == at) {
                    if with_itself && !context.is_node() {
                        self.push(context, step, &mut found)?;
                    }
                }
                let Some(next) = next_within(at, root) else { break };
                at = next;
                self.count(1)?;
                if step.test.matches_node(at, any_namespace) {
                    found.push(Entry::new(at));
                }
            }
        }
        let is_flat = step.test.selects_leaves() || found.len() < 2;
        Ok(Nodes { entries: found, is_sorted: true, is_flat })
    }

    /// Steps to all nodes after or before one of the context nodes: one context node's include the
    /// nodes of every other one.
    fn before_or_after(
        &mut self,
        mut nodes: Nodes<'a>,
        step: &LocationStep,
    ) -> Result<Nodes<'a>, XPathError> {
        self.sort(&mut nodes)?;
        let context = match (&*nodes.entries, step.axis) {
            ([], _) => return Ok(nodes),
            ([only], _) => *only,
            // The last one begins last.
            ([.., last], Axis::Preceding) => *last,
            // The one that ends first: the innermost node inside the first one.
            ([first, rest @ ..], _) => {
                self.prepare_order()?;
                let mut innermost = *first;
                for entry in rest {
                    self.count(1)?;
                    if !self.contains(innermost, *entry) {
                        break;
                    }
                    innermost = *entry;
                }
                innermost
            }
        };
        let mut found = Vec::new();
        for node in AxisNodes::new(step.axis, context) {
            self.push(node, step, &mut found)?;
        }
        if step.axis == Axis::Preceding {
            found.reverse();
        }
        let is_flat = step.test.selects_leaves();
        Ok(Nodes { entries: found, is_sorted: true, is_flat })
    }

    /// Steps to parents, ancestors or siblings, from each context node until a node that was
    /// visited from another one: from there on, all were.
    fn until_visited(
        &mut self,
        nodes: Nodes<'a>,
        step: &LocationStep,
    ) -> Result<Nodes<'a>, XPathError> {
        let is_single = nodes.entries.len() == 1;
        if !is_single {
            self.start_walk()?;
        }
        let mut found = Vec::new();
        for entry in &nodes.entries {
            for node in AxisNodes::new(step.axis, *entry) {
                if !is_single && node.is_node() && !self.visit(node.node) {
                    self.count(1)?;
                    break;
                }
                self.push(node, step, &mut found)?;
            }
        }
        if is_single && step.axis.is_reverse() {
            found.reverse();
        }
        let is_sorted = is_single || found.len() < 2;
        Ok(Nodes { entries: found, is_sorted, is_flat: step.test.selects_leaves() })
    }

    /// Returns the nodes for which predicates hold, in the order in which they are counted.
    pub(super) fn filter(
        &mut self,
        mut entries: Vec<Entry<'a>>,
        predicates: &'e [Predicate],
    ) -> Result<Vec<Entry<'a>>, XPathError> {
        for predicate in predicates {
            let size = entries.len() as u64;
            let mut kept = 0;
            for index in 0..entries.len() {
                let entry = entries[index];
                let focus = Focus { entry, position: index as u64 + 1, size };
                if self.holds(*predicate, focus)? {
                    entries[kept] = entry;
                    kept += 1;
                }
            }
            entries.truncate(kept);
        }
        Ok(entries)
    }
}
