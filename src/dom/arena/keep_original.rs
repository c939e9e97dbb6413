//! Keeping a tree as it was parsed.

use crate::sorting;

use super::original::{Original, ParsedWith};
use super::tree::Tree;

impl Tree {
    /// Keeps the tree as it is now, which was just parsed.
    #[cold] // Most documents are parsed without it.
    pub(crate) fn keep_original(&mut self, parsed_with: ParsedWith) {
        let nodes = self.nodes.clone();
        let (instructions, long_texts) = (self.instructions.clone(), self.long_texts.clone());
        let rare = self.rare_data_or_new();
        // From now on, no element has attributes of its own: a change copies them.
        rare.attribute_capacities.clear();
        let roots = rare.shadow_roots.iter().flat_map(|roots| roots.iter());
        let mut shadow_roots: Vec<_> = roots.map(|(root, data)| (data.host, root)).collect();
        sorting::sort(&mut shadow_roots);
        rare.original = Some(Box::new(Original {
            nodes,
            instructions,
            long_texts,
            text_maps: rare.text_maps.clone(),
            shadow_roots,
            parsed_with,
        }));
    }
}
