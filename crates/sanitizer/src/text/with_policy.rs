//! Text to text with a policy.

use std::collections::HashSet;

use crate::held_images::HeldImages;
use crate::policy::{Governed, Policy, Settled, normalize, sanitize_texts};
use crate::removals::{RemovalReason, Removals, Removed};
use crate::walk::{Judge, Noting, sanitize_in_place};
use consomme::{Document, LimitsHit, NodeId, NodeRef};

use super::readers::{OTHERS, PRIMARY, Reading};
use super::sanitized::Sanitized;
use super::writer::{Written, write_sanitized};

impl Reading<'_> {
    /// Sanitizes a text with a policy.
    pub(super) fn with_policy(
        &self,
        policy: &Policy,
        html: &str,
        removals: &mut Removals,
    ) -> Sanitized {
        let tree = self.parse_source(html);
        let mut limits_hit = tree.limits_hit();
        let noted = (self.options.max_removals > 0).then_some(removals);
        let settled = self.settle(policy, tree, &mut limits_hit, noted);
        let text = match settled {
            Ok((html, rounds, held)) => {
                return Sanitized::stable(html, rounds, limits_hit).with_held_images(held);
            }
            Err(unstable) => self.as_text(&unstable, limits_hit),
        };
        if !policy.judges_texts() {
            return text;
        }
        // The rules for texts have not seen all of it in one.
        let tree = self.parse(PRIMARY, text.html());
        match self.settle(policy, tree, &mut limits_hit, None) {
            Ok((html, ..)) => Sanitized::text(html, self.options.rounds, limits_hit),
            Err(_) => self.as_text("", limits_hit),
        }
    }

    /// Sanitizes a tree with a policy, until that changes nothing. Returns the output, the number
    /// of rounds and the images that are held back; the last output, if it is not stable. Adds the limits that are reached.
    ///
    /// A rewrite must not be applied to its own result. So the tree is sanitized, written and
    /// parsed again. If the tree is unchanged, the policy has seen all of it; otherwise the new
    /// tree is sanitized in turn.
    fn settle(
        &self,
        policy: &Policy,
        mut tree: Document,
        limits_hit: &mut LimitsHit,
        mut removals: Option<&mut Removals>,
    ) -> Result<(String, usize, HeldImages), String> {
        let mut written = String::new();
        for round in 0..=self.options.rounds {
            let judge = Governed::new(self.rules, policy);
            let mut noting = Noting::new(judge, removals.as_deref_mut());
            let result = self.sanitized(&mut tree, &mut noting);
            written = result.html;
            if result.is_cut {
                break;
            }
            let held = policy.held_images(&tree);
            if result.is_stable && !self.options.always_reads_again {
                return Ok((written, round, held));
            }
            let may_differ = result.depends_on_scripting
                || result.depends_on_revision
                || self.differs_in_2024
                || self.options.always_reads_again;
            // Texts are neighbors, too, where a `<template for>` has removed what was between them.
            normalize(&mut tree);
            tree = match self.reread(policy, tree, &written, may_differ) {
                Some(other) => other,
                None => return Ok((written, round + 1, held)),
            };
            *limits_hit = limits_hit.or(tree.limits_hit());
        }
        Err(written)
    }

    /// Sanitizes a tree, and writes it.
    fn sanitized(&self, tree: &mut Document, noting: &mut Noting<'_, Governed<'_>>) -> Written {
        let policy = noting.judge.policy;
        sanitize_in_place(tree, noting, true);
        self.join_texts(tree);
        let result = self.write_judged(policy, tree);
        if !result.reaching_out.is_empty() {
            take_out(tree, &result.reaching_out, noting);
        }
        match policy.judges_texts() {
            true => self.texts_judged(tree, noting),
            false => result,
        }
    }

    /// Joins texts where elements were removed between them, if that makes a difference to the
    /// output: a context that takes no text takes whitespace, but not the whitespace of a text.
    pub(crate) fn join_texts(&self, tree: &mut Document) {
        if !self.nest(tree.root()).keeps_text() {
            normalize(tree);
        }
    }

    /// Sanitizes the texts of a tree whose elements are judged, and writes it. Where markup that a
    /// callback made reaches out of the context, it is removed, and texts may have been joined.
    fn texts_judged(&self, tree: &mut Document, noting: &mut Noting<'_, Governed<'_>>) -> Written {
        sanitize_texts(tree, noting, true);
        let policy = noting.judge.policy;
        let result = self.write_judged(policy, tree);
        if result.reaching_out.is_empty() {
            return result;
        }
        take_out(tree, &result.reaching_out, noting);
        sanitize_texts(tree, noting, true);
        Written { is_stable: false, ..self.write_judged(policy, tree) }
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

#[cfg(test)]
mod tests {
    use crate::{Preset, Removed, SanitizeOptions, Sanitizer};

    /// In a table, whitespace stays, and a text with more goes with its whitespace. Where a script
    /// was between them, they are one text.
    #[test]
    fn parts_of_a_text_go_together_from_a_context_that_takes_no_text() {
        let relaxed = Sanitizer::preset(Preset::Relaxed);
        let options = SanitizeOptions::new().max_removals(10);
        for (html, expected, texts) in [
            (" <script>1</script>a", "", 1),
            ("a<script>1</script> ", "", 1),
            (" <script>1</script> ", "  ", 0),
            (" <tr><td> <script>1</script>a", " <tbody><tr><td> a</td></tr></tbody>", 0),
        ] {
            let sanitized = options.sanitize(&relaxed, "table", html);
            let removed =
                sanitized.removals().list().iter().filter(|it| it.what() == Removed::Text);
            assert_eq!((sanitized.html(), removed.count()), (expected, texts), "{html:?}");
        }
    }
}
