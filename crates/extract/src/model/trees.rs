//! Decision trees whose results add up to a score.

use foldhash::HashMap;

use super::batch::{BATCH, Batch, ones};
use super::numbers::number;
use super::rows;

/// Decision trees.
pub(crate) struct Trees {
    /// The nodes of all trees, one tree after another, each from its root.
    nodes: Vec<Node>,
    roots: Vec<u16>,
}

/// A question, or a result.
#[derive(Clone, Copy)]
struct Node {
    threshold: f32,
    /// The index of the feature; [`RESULT`] if `threshold` is the result.
    feature: u16,
    /// The node if the feature is larger than the threshold. Otherwise it is the next one.
    larger: u16,
}

const RESULT: u16 = u16::MAX;

impl Trees {
    /// Reads trees, one a line. A tree is a result, such as `0.25`, or `NAME<=THRESHOLD TREE TREE`:
    /// the tree if it holds, and the one if it does not. The names are those of the features, in
    /// their order.
    pub(super) fn new(table: &str, names: &[&str]) -> Self {
        let numbers = names.iter().zip(0..).map(|(name, number)| (*name, number));
        let numbers: HashMap<&str, u16> = numbers.collect();
        let mut trees = Trees { nodes: Vec::new(), roots: Vec::new() };
        for row in rows(table) {
            trees.roots.push(trees.nodes.len() as u16);
            // The questions whose second tree has not begun.
            let mut open: Vec<usize> = Vec::new();
            let mut after_result = false;
            for part in row.split_ascii_whitespace() {
                if after_result && let Some(question) = open.pop() {
                    trees.nodes[question].larger = trees.nodes.len() as u16;
                }
                after_result = !part.starts_with(|c: char| c.is_ascii_lowercase());
                let (feature, value) = if after_result {
                    (RESULT, part)
                } else {
                    open.push(trees.nodes.len());
                    let (name, value) = part.split_once('<').unwrap_or((part, ""));
                    let feature = numbers.get(name);
                    (
                        *feature.expect("a test asks for each name of the table"),
                        value.trim_start_matches('='),
                    )
                };
                let threshold = number(value).expect("a test reads each number of the table");
                trees.nodes.push(Node { threshold, feature, larger: 0 });
            }
        }
        trees
    }

    /// Returns the probability of each block of a batch. Places without a block have any number.
    pub(crate) fn probabilities(&self, batch: &Batch) -> [f32; BATCH] {
        let mut sums = [0.0; BATCH];
        let mut open = Vec::new();
        for root in &self.roots {
            self.go_down(*root, batch.all(), batch, &mut open, &mut sums);
            while let Some((root, blocks)) = open.pop() {
                self.go_down(root, blocks, batch, &mut open, &mut sums);
            }
        }
        sums.map(|sum| 1.0 / (1.0 + (-sum).exp()))
    }

    /// Goes down a tree with some blocks, and adds the result to their sums. Blocks that take the
    /// other branch are put aside.
    fn go_down(
        &self,
        root: u16,
        mut blocks: u32,
        batch: &Batch,
        open: &mut Vec<(u16, u32)>,
        sums: &mut [f32; BATCH],
    ) {
        let mut at = root;
        loop {
            let Node { threshold, feature, larger } = self.nodes[usize::from(at)];
            if feature == RESULT {
                if blocks == batch.all() {
                    sums.iter_mut().for_each(|sum| *sum += threshold);
                } else {
                    ones(blocks).for_each(|block| sums[block] += threshold);
                }
                return;
            }
            let leave = batch.column(usize::from(feature)).larger_than(threshold, blocks);
            if leave == blocks {
                at = larger;
                continue;
            }
            if leave != 0 {
                open.push((larger, leave));
                blocks &= !leave;
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_in_the_order_of_their_questions() {
        let trees = Trees::new("# a comment\na<=1 b<=2.5 1 2 -3\n0.5\n", &["c", "b", "a"]);
        let mut batch = Batch::new(3);
        batch.start(3);
        batch.push([[9.0, 2.0, 0.0], [9.0, 3.0, 1.0], [9.0, 0.0, 2.0]].into_iter());
        let probability = |sum: f32| 1.0 / (1.0 + (-sum).exp());
        assert_eq!(trees.probabilities(&batch)[..3], [1.5, 2.5, -2.5].map(probability));
    }

    /// Blocks that are scored together have the results that they have alone.
    #[test]
    fn a_batch_changes_no_result() {
        let names: Vec<String> = (0..4).map(|number| format!("f{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let table = "f0<=3 f1<=5 0.1 0.2 f2<=1 0.3 f3<=7 0.4 0.5\nf3<=2 f0<=8 1 2 f1<=1 3 4\n";
        let trees = Trees::new(table, &names);
        let values = |block: usize| [7, 5, 3, 11].map(|factor| (block * factor % 10) as f32);
        let mut together = Batch::new(4);
        together.start(BATCH);
        together.push((0..BATCH).map(values));
        let alone = (0..BATCH).map(|block| {
            let mut one = Batch::new(4);
            one.start(1);
            one.push_same(values(block));
            trees.probabilities(&one)[0]
        });
        let alone: Vec<f32> = alone.collect();
        assert_eq!(trees.probabilities(&together)[..], alone);
    }
}
