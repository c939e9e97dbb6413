//! Finds elements by id.

use std::collections::HashSet;

use crate::entry::Entry;
use crate::error::XPathError;
use crate::evaluate::{Evaluation, Focus, Nodes, Operand};
use crate::expression::ExpressionId;
use crate::names::WHITESPACE;
use crate::walk::next_within;

impl<'a> Evaluation<'_, 'a> {
    /// Evaluates `id()`: the elements whose attribute `id` is one of the words of a string, or of
    /// the string-values of nodes. Of several elements with an id, the first one has it.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-id>
    pub(super) fn elements_by_id(
        &mut self,
        argument: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Nodes<'a>, XPathError> {
        let mut words = HashSet::new();
        match self.evaluate(argument, focus)? {
            Operand::Nodes(nodes) => {
                for entry in nodes.entries {
                    let text = self.string_value(entry)?;
                    self.add_words(&text, &mut words)?;
                }
            }
            operand => {
                let text = self.text_of(operand)?;
                self.add_words(&text, &mut words)?;
            }
        }
        let root = self.root_of(focus.entry.node);
        let mut found = Vec::new();
        let mut next = Some(root);
        // Ids that were found are no longer looked for.
        while let Some(node) = next.filter(|_| !words.is_empty()) {
            self.count(1)?;
            if let Some(id) = node.as_element().and_then(|element| element.id_attr())
                && words.remove(id)
            {
                found.push(Entry::new(node));
            }
            next = next_within(node, root);
        }
        Ok(Nodes::in_order(found))
    }

    fn add_words(&mut self, text: &str, words: &mut HashSet<String>) -> Result<(), XPathError> {
        for word in text.split(WHITESPACE).filter(|word| !word.is_empty()) {
            self.count(1)?;
            words.insert(word.to_owned());
        }
        Ok(())
    }
}
