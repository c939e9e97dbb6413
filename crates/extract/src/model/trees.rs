//! Decision trees whose results add up to a score.

use std::collections::HashMap;

use super::rows;

/// Decision trees.
pub(crate) struct Trees {
    /// The names of the features that are asked about.
    features: Vec<&'static str>,
    /// The nodes of all trees. Those of a tree follow each other, its root first.
    nodes: Vec<Node>,
    roots: Vec<u32>,
}

/// A question, or a result.
#[derive(Clone, Copy)]
struct Node {
    threshold: f32,
    /// The index of the feature; [`RESULT`] if `threshold` is the result.
    feature: u32,
    /// The node if the feature is larger than the threshold. Otherwise it is the next one.
    larger: u32,
}

const RESULT: u32 = u32::MAX;

impl Trees {
    /// Reads trees, one a line. A tree is a result, such as `0.25`, or
    /// `NAME<=THRESHOLD TREE TREE`: the tree if it holds, and the one if it does not.
    pub(super) fn new(table: &'static str) -> Self {
        let mut trees = Trees { features: Vec::new(), nodes: Vec::new(), roots: Vec::new() };
        let mut numbers: HashMap<&'static str, u32> = HashMap::new();
        for row in rows(table) {
            trees.roots.push(trees.nodes.len() as u32);
            // The questions whose second tree has not begun.
            let mut open: Vec<usize> = Vec::new();
            let mut after_result = false;
            for part in row.split(' ') {
                if after_result && let Some(question) = open.pop() {
                    trees.nodes[question].larger = trees.nodes.len() as u32;
                }
                let (name, number) = part.split_once("<=").unwrap_or(("", part));
                after_result = name.is_empty();
                let feature = if after_result {
                    RESULT
                } else {
                    open.push(trees.nodes.len());
                    *numbers.entry(name).or_insert_with(|| {
                        trees.features.push(name);
                        trees.features.len() as u32 - 1
                    })
                };
                let threshold = number.parse().unwrap_or(0.0);
                trees.nodes.push(Node { threshold, feature, larger: 0 });
            }
        }
        trees
    }

    /// Returns the indices of the features in a list of names; its length for names that it does
    /// not have.
    pub(crate) fn places_in(&self, names: &[&str]) -> Vec<usize> {
        let place = |wanted: &&str| names.iter().position(|name| name == wanted);
        self.features.iter().map(|name| place(name).unwrap_or(names.len())).collect()
    }

    /// Returns the probability from the features that the trees ask about.
    pub(crate) fn probability(&self, features: &[f32]) -> f32 {
        let sum: f32 = self.roots.iter().map(|root| self.result(*root, features)).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn result(&self, root: u32, features: &[f32]) -> f32 {
        let mut at = root as usize;
        loop {
            let Node { threshold, feature, larger } = self.nodes[at];
            if feature == RESULT {
                return threshold;
            }
            let value = features.get(feature as usize).copied().unwrap_or(0.0);
            at = if value > threshold { larger as usize } else { at + 1 };
        }
    }

    #[cfg(test)]
    pub(crate) fn features(&self) -> &[&'static str] {
        &self.features
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_in_the_order_of_their_questions() {
        let trees = Trees::new("# a comment\na<=1 b<=2.5 1 2 -3\n0.5\n");
        assert_eq!(trees.features, ["a", "b"]);
        let of = |a, b| trees.result(0, &[a, b]);
        assert_eq!((of(0.0, 2.0), of(1.0, 3.0), of(2.0, 0.0)), (1.0, 2.0, -3.0));
        assert_eq!(trees.result(trees.roots[1], &[]), 0.5);
    }
}
