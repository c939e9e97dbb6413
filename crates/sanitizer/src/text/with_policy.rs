//! Text to text with a policy.

use std::collections::HashSet;

use crate::policy::{Governed, Policy, Settled};
use crate::removals::{RemovalReason, Removals, Removed};
use crate::walk::{Judge, Noting, sanitize_in_place};
use consomme::{Document, NodeId, NodeRef};

use super::readers::{OTHERS, PRIMARY, Reading};
use super::sanitized::Sanitized;
use super::writer::{Written, write_sanitized};

impl Reading<'_> {
    /// Sanitizes a text with a policy.
    ///
    /// A rewrite must not be applied to its own result. So the tree is sanitized, written and
    /// parsed again. If the tree is unchanged, the policy has seen all of it; otherwise the new
    /// tree is sanitized in turn.
    pub(super) fn with_policy(
        &self,
        policy: &Policy,
        html: &str,
        removals: &mut Removals,
    ) -> Sanitized {
        let mut tree = self.parse_source(html);
        let mut limits_hit = tree.limits_hit();
        let mut written = String::new();
        for round in 0..=self.options.rounds {
            let judge = Governed::new(self.rules, policy);
            let noted = (self.options.max_removals > 0).then_some(&mut *removals);
            let mut noting = Noting::new(judge, noted);
            sanitize_in_place(&mut tree, &mut noting, true);
            normalize(&mut tree);
            let result = self.write_judged(policy, &tree);
            if !result.reaching_out.is_empty() {
                take_out(&mut tree, &result.reaching_out, &mut noting);
            }
            written = result.html;
            if result.is_cut {
                break;
            }
            if result.is_stable && !self.options.always_reads_again {
                return Sanitized::stable(written, round, limits_hit);
            }
            let may_differ = result.depends_on_scripting
                || result.depends_on_revision
                || self.differs_in_2024
                || self.options.always_reads_again;
            tree = match self.reread(policy, tree, &written, may_differ) {
                Some(other) => other,
                None => return Sanitized::stable(written, round + 1, limits_hit),
            };
            limits_hit = limits_hit.or(tree.limits_hit());
        }
        self.as_text(&written, limits_hit)
    }

    /// Writes a tree whose nodes are all judged: only nodes and attributes that run scripts are left
    /// out a second time, and whatever reaches out of the context.
    fn write_judged(&self, policy: &Policy, tree: &Document) -> Written {
        let has_flow = self.has_flow && !tree.limits_hit().any();
        let nest = self.nest(tree.root());
        write_sanitized(tree, Settled(policy), None, nest, has_flow, self.max_bytes)
    }

    /// Reads the output for a tree. Returns the tree of a reader that is to be sanitized again: for
    /// the primary reader, any other tree; for other readers, if they may differ, a tree with
    /// anything to remove, a tag that acts outside, or an attribute that no element had that the
    /// policy has seen.
    fn reread(
        &self,
        policy: &Policy,
        tree: Document,
        written: &str,
        may_differ: bool,
    ) -> Option<Document> {
        let again = self.parse(PRIMARY, written);
        if again != tree {
            return Some(again);
        }
        if !may_differ {
            return None;
        }
        let seen: HashSet<_> = attributes(&tree).collect();
        let mut readings = OTHERS.into_iter().map(|reader| self.parse_as_other(reader, written));
        let differs = |(other, is_outside): &(Document, bool)| {
            *is_outside
                || self.removes_or_adds(policy, other.clone())
                || self.write_judged(policy, other).has_removed
                || attributes(other).any(|attribute| !seen.contains(&attribute))
        };
        readings.find(differs).map(|(other, _)| other)
    }

    /// Returns whether a policy removes an element, an attribute or another node of a tree, or adds
    /// an attribute.
    fn removes_or_adds(&self, policy: &Policy, mut tree: Document) -> bool {
        let mut found = Removals::default();
        let mut noting = Noting::new(Governed::new(self.rules, policy), Some(&mut found));
        sanitize_in_place(&mut tree, &mut noting, true);
        noting.judge.has_added || found.has_removed()
    }
}

/// Joins texts that are neighbors where elements were removed, because they are read as one.
fn normalize(tree: &mut Document) {
    let root = tree.root().id();
    let normalized = tree.normalize(root);
    debug_assert!(normalized.is_ok(), "the root is a node of its document");
}

/// Takes out of a tree whatever was left out when it was written, because it reaches out of the
/// context.
fn take_out(tree: &mut Document, nodes: &[(NodeId, Removed)], judge: &mut impl Judge) {
    for &(id, what) in nodes {
        judge.removed(tree.node(id), what, RemovalReason::ReachesOut);
        let taken = match what {
            Removed::Tags => tree.unwrap_element(id),
            _ => tree.detach(id),
        };
        debug_assert!(taken.is_ok(), "it is a node of the document");
    }
    normalize(tree);
}

/// Returns all attributes of a tree: the names of the element and the attribute, and the value.
fn attributes(tree: &Document) -> impl Iterator<Item = (&str, &str, &str)> {
    let elements = tree.root().descendants_with_templates().filter_map(NodeRef::as_element);
    elements
        .flat_map(|element| element.attrs().map(move |it| (element.name(), it.name(), it.value())))
}
