//! Classifies predicates by the way to evaluate them.

use crate::expression::{ExpressionId, ExpressionKind, Predicate, ResultType};
use crate::functions::Function;
use crate::lexer::Operator;

use super::Parser;

impl Parser<'_> {
    /// Returns the predicate that an expression is.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#predicates>
    pub(super) fn predicate(&self, id: ExpressionId) -> Predicate {
        let expression = self.program.expression(id);
        match &expression.kind {
            // "If the result is a number, the result will be converted to true if the number is
            // equal to the context position."
            ExpressionKind::Number(number) => Predicate::Position(exact_position(*number)),
            ExpressionKind::Call(Function::Last, _) => Predicate::Last,
            ExpressionKind::Chain(left, links) => match &self.program.links[links.clone()] {
                [(operator, right)] => {
                    self.comparison(*left, *operator, *right).unwrap_or_else(|| self.other(id))
                }
                _ => self.other(id),
            },
            _ => self.other(id),
        }
    }

    /// Returns the predicate for a comparison with `position()`, if there is a short one.
    fn comparison(
        &self,
        left: ExpressionId,
        operator: Operator,
        right: ExpressionId,
    ) -> Option<Predicate> {
        let [left, right] = [left, right].map(|id| &self.program.expression(id).kind);
        let is_position = |kind: &_| matches!(kind, ExpressionKind::Call(Function::Position, _));
        // The operand that is not `position()`, and the operator with this operand on its right.
        let (operand, operator) = match (is_position(left), is_position(right)) {
            (true, false) => (right, operator),
            (false, true) => (left, operator.mirrored()),
            _ => return None,
        };
        match (operator, operand) {
            (Operator::Equal, ExpressionKind::Number(number)) => {
                Some(Predicate::Position(exact_position(*number)))
            }
            (Operator::Equal, ExpressionKind::Call(Function::Last, _)) => Some(Predicate::Last),
            (Operator::LessOrEqual, ExpressionKind::Number(number)) => {
                // As a cast saturates, negative numbers and NaN become 0.
                Some(Predicate::UpTo(number.floor() as u64))
            }
            (Operator::Less, ExpressionKind::Number(number)) => {
                Some(Predicate::UpTo((number.ceil() as u64).saturating_sub(1)))
            }
            _ => None,
        }
    }

    fn other(&self, id: ExpressionId) -> Predicate {
        let facts = self.program.facts(id);
        let may_be_number = matches!(facts.result, ResultType::Number | ResultType::Unknown);
        if facts.position || facts.size || may_be_number {
            Predicate::Other(id)
        } else {
            Predicate::Condition(id)
        }
    }
}

/// Returns the position that is equal to a number; 0 if there is none.
fn exact_position(number: f64) -> u64 {
    if number.fract() == 0.0 { number as u64 } else { 0 }
}
