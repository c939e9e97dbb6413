//! Copying the content of an `option` for a `selectedcontent`.

use crate::document_builder::builder::DocumentBuilder;
use crate::document_builder::observer::Observer;
use crate::dom::{NodeData, NodeIndex};
use crate::names::known;
use crate::steps;
use crate::tree_sink::CopyBudget;

impl<O: Observer> DocumentBuilder<O> {
    /// Copies the content of an `option` into a fragment whose children will move into a
    /// `selectedcontent`. Returns the `option` elements among the copies. `None` if the limit on
    /// copies was reached: then the fragment has a part of the content.
    pub(super) fn copy_for_selectedcontent(
        &mut self,
        option: NodeIndex,
        fragment: NodeIndex,
        selectedcontent: NodeIndex,
        copies: &mut CopyBudget,
    ) -> Option<Vec<NodeIndex>> {
        let levels = self.limits.depth - self.bounded_level(selectedcontent);
        let mut options = Vec::new();
        self.copy_content(option, fragment, levels, &mut options, copies);
        (!copies.is_exceeded()).then_some(options)
    }

    /// Returns the level of an element in the tree, or the limit on depth if that is less; 0 if
    /// depth is not limited.
    fn bounded_level(&self, element: NodeIndex) -> usize {
        let max = self.limits.depth;
        let mut level = 0;
        let mut next = Some(element).filter(|_| max != usize::MAX);
        while let Some(id) = next
            && level < max
        {
            steps::count(1);
            level += self.tree.element(id).is_some() as usize;
            next = self.tree.node(id).parent().or_else(|| self.tree.host_of(id));
        }
        level
    }

    /// Copies the descendants of `from` to the end of `to`, with at most `levels` levels of
    /// elements, and adds the `option` elements among the copies to `options`.
    ///
    /// An element that would be deeper is not copied, nor are the siblings after it: as a sibling
    /// it could become another element when written and parsed again, and without it two texts
    /// could become adjacent. Nothing is lost, because the `option` still contains it.
    fn copy_content(
        &mut self,
        from: NodeIndex,
        to: NodeIndex,
        levels: usize,
        options: &mut Vec<NodeIndex>,
        copies: &mut CopyBudget,
    ) {
        let mut waiting = vec![(self.tree.node(from).first_child(), to, 1)];
        while let Some((next, parent, level)) = waiting.pop() {
            let Some(node) = next else { continue };
            if self.tree.nodes().len() > self.limits.nodes {
                return;
            }
            steps::count(1);
            let is_element = self.tree.element(node).is_some();
            let is_template = self.tree.is_html(node, known::TEMPLATE);
            // The children of a template are one level deeper, in its contents.
            if is_element && level + usize::from(is_template) > levels {
                self.limits_hit.depth = true;
                continue;
            }
            if !copies.take(self.copies_for(node)) {
                return;
            }
            waiting.push((self.tree.node(node).next_sibling(), parent, level));
            let copy = self.copy_node_for_selectedcontent(node);
            self.tree.append_child(parent, copy);
            options.extend(self.tree.is_html(copy, known::OPTION).then_some(copy));
            waiting.push((self.tree.node(node).first_child(), copy, level + 1));
            if is_template {
                let contents = self.tree.contents_of(node);
                waiting.push((
                    self.tree.node(contents).first_child(),
                    self.tree.contents_of(copy),
                    level + 1,
                ));
            }
            if let Some((root, root_copy)) = self.tree.clone_shadow_root(node, copy) {
                waiting.push((self.tree.node(root).first_child(), root_copy, level + 1));
            }
        }
    }

    /// Returns how many copies a copy of a node counts as, without its descendants. It takes at
    /// most 64 bytes for each.
    fn copies_for(&self, node: NodeIndex) -> usize {
        match self.tree.node(node).data() {
            // Its bytes are copied and, if positions are recorded, up to 12 bytes more for each of
            // these; and there are entries in two tables.
            NodeData::LongText(_) => 3 + self.tree.long_text_len(node) / 4,
            // Its contents are a node, and so is its shadow root, which is in two tables as well.
            NodeData::Element(_) => {
                let has_contents = self.tree.is_html(node, known::TEMPLATE);
                let has_shadow_root = self.tree.shadow_root_of(node).is_some();
                1 + usize::from(has_contents) + 2 * usize::from(has_shadow_root)
            }
            _ => 1,
        }
    }

    /// Copies a node without its descendants, with its position.
    fn copy_node_for_selectedcontent(&mut self, node: NodeIndex) -> NodeIndex {
        let copy = self.tree.clone_node(node);
        if let Some(positions) = &mut self.positions {
            positions.node_copied(node, copy, &self.tree.node(node).data());
            self.tree.copy_text_origin(node, copy);
        }
        if matches!(self.tree.node(copy).data(), NodeData::ProcessingInstruction(_)) {
            self.note_instruction(copy);
        }
        copy
    }
}
