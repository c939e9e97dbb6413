//! Sets of nodes during the evaluation.

use crate::entry::{Entry, Part};
use crate::error::XPathError;

use super::Evaluation;

/// Nodes without duplicates.
#[derive(Clone, Debug)]
pub(crate) struct Nodes<'a> {
    pub(crate) entries: Vec<Entry<'a>>,
    /// Whether they are known to be in document order.
    pub(super) is_sorted: bool,
    /// Whether no node is known to be in another one, so that the descendants of one come before
    /// the descendants of the next.
    pub(super) is_flat: bool,
}

impl<'a> Nodes<'a> {
    pub(crate) fn one(entry: Entry<'a>) -> Nodes<'a> {
        Nodes { entries: vec![entry], is_sorted: true, is_flat: true }
    }

    /// Returns nodes that are in document order.
    pub(crate) fn in_order(entries: Vec<Entry<'a>>) -> Nodes<'a> {
        let is_flat = entries.len() < 2;
        Nodes { entries, is_sorted: true, is_flat }
    }
}

impl<'a> Evaluation<'_, 'a> {
    /// Sorts nodes in document order if they are not.
    pub(crate) fn sort(&mut self, nodes: &mut Nodes<'a>) -> Result<(), XPathError> {
        if !nodes.is_sorted {
            self.sort_entries(&mut nodes.entries)?;
            nodes.is_sorted = true;
        }
        Ok(())
    }

    /// Returns nodes in document order without duplicates.
    pub(crate) fn sorted(&mut self, mut entries: Vec<Entry<'a>>) -> Result<Nodes<'a>, XPathError> {
        self.sort_entries(&mut entries)?;
        entries.dedup();
        Ok(Nodes::in_order(entries))
    }

    /// Makes one list in document order, without duplicates, of this many lists in document order
    /// that follow each other.
    pub(super) fn merge(
        &mut self,
        entries: &mut Vec<Entry<'a>>,
        runs: u64,
    ) -> Result<(), XPathError> {
        if runs > 1 {
            self.prepare_order()?;
            self.count(entries.len() as u64 * u64::from(runs.ilog2()))?;
            // The stable sort finds the lists and merges them.
            entries.sort_by_key(|entry| self.key(*entry));
            entries.dedup();
        }
        Ok(())
    }

    /// Returns the first of nodes in document order.
    pub(crate) fn first_of(&mut self, nodes: &Nodes<'a>) -> Result<Option<Entry<'a>>, XPathError> {
        if nodes.is_sorted || nodes.entries.len() < 2 {
            return Ok(nodes.entries.first().copied());
        }
        self.prepare_order()?;
        self.count(nodes.entries.len() as u64)?;
        Ok(nodes.entries.iter().copied().min_by_key(|entry| self.key(*entry)))
    }

    fn sort_entries(&mut self, entries: &mut [Entry<'a>]) -> Result<(), XPathError> {
        if entries.len() < 2 {
            return Ok(());
        }
        self.prepare_order()?;
        let count = entries.len() as u64;
        self.count(count * u64::from(count.ilog2()))?;
        entries.sort_unstable_by_key(|entry| self.key(*entry));
        Ok(())
    }

    /// Computes the order of all nodes if it was not.
    pub(super) fn prepare_order(&mut self) -> Result<(), XPathError> {
        if self.order.is_none() {
            self.count(self.document.index_bound() as u64)?;
            *self.order = Some(self.document.document_order());
        }
        Ok(())
    }

    /// Returns the place of a node in document order, after [`Self::prepare_order`].
    fn key(&self, entry: Entry<'a>) -> (Option<usize>, Part) {
        let order = self.order.as_ref();
        debug_assert!(order.is_some(), "the order is prepared first");
        (order.and_then(|order| order.position(entry.node)), entry.part)
    }

    /// Returns whether an entry is a node that is, or has as a descendant, the node of another
    /// entry, after [`Self::prepare_order`].
    pub(super) fn contains(&self, entry: Entry<'a>, other: Entry<'a>) -> bool {
        let order = self.order.as_ref();
        debug_assert!(order.is_some(), "the order is prepared first");
        entry.is_node() && order.is_some_and(|order| order.contains(entry.node, other.node))
    }
}
