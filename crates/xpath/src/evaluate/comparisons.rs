//! Comparisons. Comparing two sets of nodes takes time linear in both, not in their product.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#booleans>

use std::collections::HashSet;

use crate::error::XPathError;
use crate::expression::{ExpressionId, ResultType};
use crate::lexer::Operator;
use crate::number;

use super::conversions::boolean_of;
use super::{Evaluation, Focus, Nodes, Operand};

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Compares the values of two expressions.
    pub(super) fn compare(
        &mut self,
        operator: Operator,
        left: ExpressionId,
        right: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        let [left_type, right_type] = [left, right].map(|id| self.program.facts(id).result);
        let is_single = |result| matches!(result, ResultType::Text | ResultType::Number);
        // The nodes of a short path need not be collected to be compared with one value.
        if left_type == ResultType::Nodes && is_single(right_type) {
            let right = self.evaluate(right, focus)?;
            return self.compare_path(operator, left, &right, focus);
        }
        if right_type == ResultType::Nodes && is_single(left_type) {
            let left = self.evaluate(left, focus)?;
            return self.compare_path(operator.mirrored(), right, &left, focus);
        }
        if left_type == ResultType::Nodes && right_type == ResultType::Nodes {
            for (operator, other, fixed) in
                [(operator, left, right), (operator.mirrored(), right, left)]
            {
                if let Some(result) = self.compare_with_constant(operator, other, fixed, focus)? {
                    return Ok(result);
                }
            }
        }
        let left = self.evaluate(left, focus)?;
        let right = self.evaluate(right, focus)?;
        self.compare_values(operator, left, right)
    }

    /// Compares the nodes of an expression with a string or number on their right.
    fn compare_path(
        &mut self,
        operator: Operator,
        path: ExpressionId,
        value: &Operand<'e, 'a>,
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        self.count(1)?;
        self.any_node(path, focus, &mut |evaluation, entry| {
            let text = evaluation.string_value(entry)?;
            Ok(compare_text(operator, &text, value))
        })
    }

    /// Compares the nodes of an expression with nodes on their right that are the same for each
    /// context node: looks up the facts about these nodes. `None` if there are none.
    fn compare_with_constant(
        &mut self,
        operator: Operator,
        path: ExpressionId,
        fixed: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Option<bool>, XPathError> {
        if operator == Operator::NotEqual {
            return Ok(None);
        }
        if operator == Operator::Equal {
            let Some(strings) = self.constant_strings(fixed, focus)? else { return Ok(None) };
            let any = self.any_node(path, focus, &mut |evaluation, entry| {
                Ok(strings.contains(&evaluation.string_value(entry)?))
            });
            return any.map(Some);
        }
        let Some((least, greatest)) = self.constant_bounds(fixed, focus)? else { return Ok(None) };
        let bound = match operator {
            Operator::Less | Operator::LessOrEqual => greatest,
            _ => least,
        };
        self.compare_path(operator, path, &Operand::Number(bound), focus).map(Some)
    }

    /// Compares two values.
    pub(super) fn compare_values(
        &mut self,
        operator: Operator,
        left: Operand<'e, 'a>,
        right: Operand<'e, 'a>,
    ) -> Result<bool, XPathError> {
        match (left, right) {
            // "If one object to be compared is a node-set and the other is a boolean, then …
            // converting the node-set to a boolean."
            (left @ Operand::Boolean(_), right @ Operand::Nodes(_))
            | (left @ Operand::Nodes(_), right @ Operand::Boolean(_)) => {
                let [left, right] = [left, right].map(|operand| boolean_of(&operand));
                Ok(compare_booleans(operator, left, right))
            }
            (Operand::Nodes(left), Operand::Nodes(right)) => {
                self.compare_nodes(operator, &left, &right)
            }
            (Operand::Nodes(nodes), value) => self.compare_each(operator, &nodes, &value),
            (value, Operand::Nodes(nodes)) => {
                self.compare_each(operator.mirrored(), &nodes, &value)
            }
            (Operand::Text(left), Operand::Text(right)) if is_equality(operator) => {
                self.count_bytes(left.len().min(right.len()))?;
                Ok((left == right) == (operator == Operator::Equal))
            }
            (left, right) => {
                let is_boolean = |operand: &_| matches!(operand, Operand::Boolean(_));
                if is_equality(operator) && (is_boolean(&left) || is_boolean(&right)) {
                    return Ok(compare_booleans(operator, boolean_of(&left), boolean_of(&right)));
                }
                let [left, right] = [self.number_of(left)?, self.number_of(right)?];
                Ok(compare_numbers(operator, left, right))
            }
        }
    }

    /// Compares each of some nodes with a string or number.
    fn compare_each(
        &mut self,
        operator: Operator,
        nodes: &Nodes<'a>,
        value: &Operand<'e, 'a>,
    ) -> Result<bool, XPathError> {
        for entry in &nodes.entries {
            self.count(1)?;
            let text = self.string_value(*entry)?;
            if compare_text(operator, &text, value) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Compares two sets of nodes: "if and only if there is a node in the first node-set and a node
    /// in the second node-set such that the result of performing the comparison on the
    /// string-values of the two nodes is true".
    fn compare_nodes(
        &mut self,
        operator: Operator,
        left: &Nodes<'a>,
        right: &Nodes<'a>,
    ) -> Result<bool, XPathError> {
        self.count(left.entries.len() as u64 + right.entries.len() as u64)?;
        match operator {
            Operator::Equal => {
                let mut values = HashSet::new();
                for entry in &left.entries {
                    values.insert(self.string_value(*entry)?);
                }
                for entry in &right.entries {
                    if values.contains(&self.string_value(*entry)?) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Operator::NotEqual => {
                let ([first, rest @ ..], [_, ..]) = (&*left.entries, &*right.entries) else {
                    return Ok(false);
                };
                // Two values differ unless all are the same.
                let first = self.string_value(*first)?;
                for entry in right.entries.iter().chain(rest) {
                    if self.string_value(*entry)? != first {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Operator::Less | Operator::LessOrEqual => {
                let (least, greatest) = (self.bounds(left)?.0, self.bounds(right)?.1);
                Ok(compare_numbers(operator, least, greatest))
            }
            _ => {
                let (greatest, least) = (self.bounds(left)?.1, self.bounds(right)?.0);
                Ok(compare_numbers(operator, greatest, least))
            }
        }
    }

    /// Returns the least and the greatest number that the nodes have; NaN if there is none.
    pub(super) fn bounds(&mut self, nodes: &Nodes<'a>) -> Result<(f64, f64), XPathError> {
        let mut bounds = (f64::NAN, f64::NAN);
        for entry in &nodes.entries {
            let number = number::parse(&self.string_value(*entry)?);
            // `min` and `max` ignore NaN.
            bounds = (bounds.0.min(number), bounds.1.max(number));
        }
        Ok(bounds)
    }
}

/// Compares the string-value of a node with a string or number on its right.
fn compare_text(operator: Operator, text: &str, value: &Operand<'_, '_>) -> bool {
    match value {
        Operand::Text(value) if is_equality(operator) => {
            (text == value) == (operator == Operator::Equal)
        }
        Operand::Text(value) => {
            compare_numbers(operator, number::parse(text), number::parse(value))
        }
        Operand::Number(value) => compare_numbers(operator, number::parse(text), *value),
        Operand::Boolean(_) | Operand::Nodes(_) => {
            debug_assert!(false, "a boolean or nodes are compared with all nodes at once");
            false
        }
    }
}

fn compare_numbers(operator: Operator, left: f64, right: f64) -> bool {
    match operator {
        Operator::Equal => left == right,
        Operator::NotEqual => left != right,
        Operator::Less => left < right,
        Operator::LessOrEqual => left <= right,
        Operator::Greater => left > right,
        _ => left >= right,
    }
}

fn compare_booleans(operator: Operator, left: bool, right: bool) -> bool {
    let [left, right] = [left, right].map(|boolean| f64::from(u8::from(boolean)));
    compare_numbers(operator, left, right)
}

fn is_equality(operator: Operator) -> bool {
    matches!(operator, Operator::Equal | Operator::NotEqual)
}
