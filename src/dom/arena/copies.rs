//! Copying nodes.

use crate::names::known;
use crate::steps;

use super::id::NodeIndex;
use super::node::NodeData;
use super::tree::Tree;

impl Tree {
    /// Creates a node with the same data and without links. A copy of an element shares its
    /// attributes.
    pub(crate) fn clone_node(&mut self, id: NodeIndex) -> NodeIndex {
        match self.node(id).data {
            NodeData::Element(element) => {
                self.share_attributes(id);
                self.create_with_contents(element)
            }
            NodeData::LongText(index) => {
                let text = self.long_texts[index as usize].clone();
                self.long_texts.push(text);
                self.create(NodeData::LongText(self.long_texts.len() as u32 - 1))
            }
            data => self.create(data),
        }
    }

    /// Clones the children of `from`, with their descendants, template contents and clonable shadow
    /// roots, to the end of `to`, which is not one of them.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    pub(crate) fn clone_children(&mut self, from: NodeIndex, to: NodeIndex) {
        let mut waiting = vec![(from, to)];
        while let Some((from, to)) = waiting.pop() {
            let mut next = self.node(from).first_child;
            while let Some(child) = next {
                next = self.node(child).next_sibling;
                steps::count(1);
                let copy = self.clone_node(child);
                self.append_child(to, copy);
                if self.node(child).first_child.is_some() {
                    waiting.push((child, copy));
                }
                if self.is_html(child, known::TEMPLATE) {
                    waiting.push((self.contents_of(child), self.contents_of(copy)));
                }
                waiting.extend(self.clone_shadow_root(child, copy));
            }
        }
    }
}
