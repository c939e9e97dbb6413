//! Setting text, and joining adjacent texts.

use crate::dom::arena::{Instruction, NodeData, NodeId, NodeIndex};
use crate::dom::read::Document;

use super::tree_error::TreeError;

/// Edits: text.
impl Document {
    /// Sets the text of a text, comment or processing instruction. In an element or a document
    /// fragment, replaces all children by a text, or by nothing if the text is empty; the contents
    /// of a `template` are not its children. `<` and `&` are text, not markup.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<p>A <b>clear</b> broth");
    /// let p = document.root().first_child().unwrap().id();
    /// document.set_text(p, "Salt & pepper")?;
    /// assert_eq!(document.inner_html(), "<p>Salt &amp; pepper</p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoText`](TreeError::NoText) for a document or a doctype,
    /// [`UnknownNode`](TreeError::UnknownNode), [`TooMuchText`](TreeError::TooMuchText),
    /// [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#set-text-content>
    #[doc(alias = "textContent")]
    #[track_caller]
    pub fn set_text(&mut self, node: NodeId, text: &str) -> Result<(), TreeError> {
        let index = self.known(node)?;
        let data = match self.tree.node(index).data {
            NodeData::Document | NodeData::Doctype(_) => return Err(TreeError::NoText { node }),
            NodeData::Element(_) | NodeData::DocumentFragment => {
                return self.set_only_text(index, text);
            }
            NodeData::Text(_) => NodeData::Text(self.push_text(text)?),
            NodeData::LongText(long) => {
                let text = self.push_text(text)?;
                self.tree.long_texts[long as usize] = String::new();
                NodeData::Text(text)
            }
            NodeData::Comment(_) => NodeData::Comment(self.push_text(text)?),
            NodeData::ProcessingInstruction(instruction) => {
                let data = self.push_text(text)?;
                let Instruction { target, .. } = *self.tree.instruction_at(instruction);
                self.tree.instruction_data(target, data)
            }
        };
        self.tree.keep_position(index);
        self.tree.node_mut(index).data = data;
        self.tree.forget_text_origin(index);
        Ok(())
    }

    /// Replaces all children by one text.
    ///
    /// <https://dom.spec.whatwg.org/#string-replace-all>
    fn set_only_text(&mut self, parent: NodeIndex, text: &str) -> Result<(), TreeError> {
        let text = match text {
            "" => None,
            text => {
                self.ensure_capacity_for_nodes(1)?;
                let text = self.push_text(text)?;
                Some(self.create(NodeData::Text(text))?)
            }
        };
        self.tree.remove_children(parent);
        if let Some(text) = text {
            self.tree.append_child(parent, text);
        }
        Ok(())
    }

    /// Removes the empty texts among the descendants of a node, and joins adjacent texts into the
    /// first of them. Template contents do not change.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("p", "A <i>clear</i> broth");
    /// let i = document.root().first_element_child().unwrap().id();
    /// document.unwrap_element(i)?;
    /// assert_eq!(document.root().children().count(), 3);
    /// document.normalize(document.root().id())?;
    /// assert_eq!(document.root().first_child().unwrap().as_text(), Some("A clear broth"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode).
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-normalize>
    #[track_caller]
    pub fn normalize(&mut self, node: NodeId) -> Result<(), TreeError> {
        let top = self.known(node)?;
        let mut next = self.tree.following_in(top, top);
        while let Some(id) = next {
            if self.tree.is_text(id) {
                if self.tree.is_empty_text(id) {
                    next = self.tree.following_past(top, id);
                    self.tree.detach(id);
                    continue;
                }
                while let Some(other) =
                    self.tree.node(id).next_sibling().filter(|next| self.tree.is_text(*next))
                {
                    self.join_texts(id, other);
                    self.tree.detach(other);
                }
            }
            next = self.tree.following_in(top, id);
        }
        Ok(())
    }

    /// Appends the text of one text node to another.
    fn join_texts(&mut self, id: NodeIndex, other: NodeIndex) {
        self.tree.keep_position(id);
        let all = [id, other].map(|id| self.tree.text(id, &self.strings).len()).iter().sum();
        if let NodeData::Text(span) = self.tree.node(other).data
            && self.strings.has_room(all)
        {
            self.tree.extend_text(id, span, &mut self.strings);
            return;
        }
        self.tree.note_joined_text(id, other, &self.strings);
        let more = self.tree.text(other, &self.strings);
        match (self.tree.node(id).data, self.tree.node(other).data) {
            (NodeData::LongText(index), _) => {
                let more = more.to_owned();
                self.tree.long_texts[index as usize].push_str(&more);
            }
            _ => {
                let text = [self.tree.text(id, &self.strings), more].concat();
                self.tree.long_texts.push(text);
                let index = self.tree.long_texts.len() as u32 - 1;
                self.tree.node_mut(id).data = NodeData::LongText(index);
            }
        }
    }
}
